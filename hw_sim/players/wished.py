"""Hands played by rule to an end that was told: the players let every other end go by.

From the walls that stand there nothing is exchanged: who is to win does so by the tiles he
draws and claims, who is to give discards what the winner waits for, if he has it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from hw_sim.players.by_rule import TableHand
from rules.play.actions import Action, Discard, Win
from rules.play.bots import choose
from rules.play.course import Course
from rules.value import value

MOST_TRIES: Final = 16
"""So often the hand is played until it ends as told; the first time by plain players alone."""
WHIM: Final = 0.25
"""The share of choices that are made by chance, so that one try differs from another."""
WAYS: Final = ("self_draw", "discard")
"""Ways to win that play comes to often enough."""


@value
class WishedEnd:
    """How a hand is to end: one winner, or nobody."""

    winner: tuple[int, str, int | None] | None = None
    """Seat, way of winning and giver."""
    declared: tuple[frozenset[str], ...] = ()
    """What each seat has announced, and maybe more."""


def play_to(hand: TableHand, end: WishedEnd, rng: random.Random) -> TableHand | None:
    """Return *hand* played on to this *end*; nothing if it was not come to in `MOST_TRIES`."""
    if end.winner is not None and end.winner[1] not in WAYS:
        return None
    for number in range(MOST_TRIES):
        players = _Players(end, rng, WHIM if number else 0)
        course = hand.course
        while not course.is_over:
            course = course.after(players.choose(course, course.to_act[0]))
        if _ended_so(course, end):
            return TableHand(course, hand.walls, hand.broken)
    return None


def _ended_so(course: Course, end: WishedEnd) -> bool:
    at = course.at
    won = [(one.win.seat, one.win.by, one.win.source) for one in at.wins]
    wanted = [] if end.winner is None else [end.winner]
    assert at.ending is not None
    is_said = all(
        said <= place.declared for said, place in zip(end.declared, at.seats, strict=False)
    )
    return is_said and won == wanted and at.ending.outcome == ("win" if wanted else "draw")


class _Players:
    """Plain players who know how the hand is to end."""

    def __init__(self, end: WishedEnd, rng: random.Random, whim: float) -> None:
        self._end, self._rng, self._whim = end, rng, whim

    def choose(self, course: Course, seat: int) -> Action:
        """Return what *seat* does."""
        legal = course.legal(seat)
        wins = [one for one in legal if isinstance(one, Win)]
        wished = next((one for one in wins if self._is_wished(one)), None)
        if wished is not None:
            return wished
        rest = [one for one in legal if one not in wins]
        gift = self._gift(course, rest) if self._gives(seat) else None
        if gift is not None:
            return gift
        if self._rng.random() < self._whim:
            return self._rng.choice(rest)
        return choose(course, seat, rest)

    def _is_wished(self, win: Win) -> bool:
        return (win.seat, win.by, win.source) == self._end.winner

    def _gives(self, seat: int) -> bool:
        return self._end.winner is not None and self._end.winner[2] == seat

    def _gift(self, course: Course, legal: Sequence[Action]) -> Action | None:
        """Return a discard on which the winner wins, or nothing."""
        discards = [one for one in legal if isinstance(one, Discard) and not one.declares]
        return next((one for one in discards if self._is_won_on(course.after(one))), None)

    def _is_won_on(self, course: Course) -> bool:
        window = course.at.window
        offers = () if window is None else window.offers
        return any(
            isinstance(one, Win) and self._is_wished(one) for _, mine in offers for one in mine
        )
