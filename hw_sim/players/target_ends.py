"""Hands played by rule to an end that was called: the players let every other end go by.

From walls of which somebody has seen a tile nothing is exchanged: who is to win does so by what
he draws and claims, who is to give discards or adds what all who are to win on it wait for. They
see all hands and the wall, and agree on the tile.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Final

from hw_sim.players.by_rule import TableHand
from rules.play.actions import Action, Discard, Kong, Pung, SetAside, ShowFlower, Win
from rules.play.bots import choose, still_to_come
from rules.play.course import Course
from rules.tiles import KIND, Tile, without
from rules.value import value

MOST_TRIES: Final = 64
"""Times that the hand is played until it ends as called: by plain players, then by turns by such
as work for it."""
TRIES_A_WALL: Final = 8
"""Tries with each wall of which nobody has seen a tile yet."""
MOST_WALLS: Final = 32
"""Number of such walls: of 256 tries each takes 0.03 to 0.09 s (docs/benchmarks.md)."""
WHIM: Final = 0.25
"""The share of choices that are made by chance, so that one try differs from another."""

PAIR: Final = 2
"""Tiles of a kind in hand that are enough to claim a pung."""

WinCall = tuple[int, str, int | None]
"""Seat, way of winning and giver."""


@value
class TargetEnd:
    """How a hand is to end: who wins, or nobody."""

    calls: tuple[tuple[WinCall, ...], ...] = ()
    """The wins in their order, those on one tile together."""
    declared: tuple[frozenset[str], ...] = ()
    """What each seat has announced, and maybe more."""


def play_to(hand: TableHand, end: TargetEnd, rng: random.Random) -> TableHand | None:
    """Return *hand* played on to this *end*; nothing if it was not come to in `MOST_TRIES`."""
    return next(filter(None, islice(_attempts(hand, end, rng), MOST_TRIES)), None)


def attempts_from(
    hands: Iterable[TableHand], end: TargetEnd, rng: random.Random
) -> Iterator[TableHand | None]:
    """Yield the first of *hands*, each from other walls, as they are played on to this *end*.

    Nothing where one ends otherwise.
    """
    for hand in islice(hands, MOST_WALLS):
        yield from islice(_attempts(hand, end, rng), TRIES_A_WALL)


def _attempts(hand: TableHand, end: TargetEnd, rng: random.Random) -> Iterator[TableHand | None]:
    """Yield *hand* as it is played on again and again; nothing where it ends otherwise."""
    for number in count():
        players = _Players(end, rng, WHIM if number else 0, is_planned=number % 2 == 1)
        course = hand.course
        while not course.is_over and players.may_come(course):
            course = course.after(players.choose(course, course.to_act[0]))
        is_wished = course.is_over and _ended_so(course, end)
        yield TableHand(course, hand.walls, hand.broken) if is_wished else None


def _ended_so(course: Course, end: TargetEnd) -> bool:
    at = course.at
    assert at.ending is not None
    is_said = all(
        words <= place.declared for words, place in zip(end.declared, at.seats, strict=False)
    )
    wins = [(one.win.seat, one.win.by, one.win.source) for one in at.wins]
    calls = [win for call in end.calls for win in call]
    outcome = "win" if calls else "draw"
    return is_said and Counter(wins) == Counter(calls) and at.ending.outcome == outcome


class _Players:
    """Plain players who know how the hand is to end."""

    def __init__(
        self, end: TargetEnd, rng: random.Random, whim: float, *, is_planned: bool
    ) -> None:
        """Let them work for the *end*, where *is_planned*; else they but let others go by."""
        self._end, self._rng, self._whim = end, rng, whim
        self._is_planned = is_planned

    def may_come(self, course: Course) -> bool:
        """Return whether nobody has won yet who was not to."""
        return len(course.at.wins) <= sum(map(len, self._end.calls))

    def choose(self, course: Course, seat: int) -> Action:
        """Return what *seat* does."""
        legal = course.legal(seat)
        call = self._next_call(course)
        wins = [one for one in legal if isinstance(one, Win)]
        win = next((one for one in wins if _as_won(one) in call), None)
        if win is not None and _is_for_all(course, call):
            return win
        rest = [one for one in legal if one not in wins]
        gives = any(giver == seat for _, _, giver in call)
        gift = next((one for one in rest if gives and _is_gift(course, one, call)), None)
        if gift is not None:
            return gift
        better = self._towards(course, seat, rest, call) if self._is_planned else ()
        if better:
            return choose(course, seat, better)
        if self._rng.random() < self._whim:
            return self._rng.choice(rest)
        return choose(course, seat, rest)

    def _towards(
        self, course: Course, seat: int, legal: Sequence[Action], call: Sequence[WinCall]
    ) -> Sequence[Action]:
        """Return what of *legal* serves the wins of *call* on a tile that somebody gives."""
        giver = next((source for _, _, source in call), None)
        if giver is None:
            return ()
        is_robbed = call[0][1] == "robbed_kong"
        winners = [winner for winner, _, _ in call]
        target = _target(course, giver, winners, is_robbed=is_robbed)
        if seat == giver:
            return _robbable(course, seat, legal, target) if is_robbed else _spare(legal, target)
        if seat in winners and target is not None:
            return _nearest(course, seat, legal, target)
        return _fed(course, giver, legal) if is_robbed else ()

    def _next_call(self, course: Course) -> tuple[WinCall, ...]:
        """Return the wins that are due next, on one tile; none once all have come."""
        win_count = len(course.at.wins)
        for call in self._end.calls:
            if win_count < len(call):
                return call
            win_count -= len(call)
        return ()


def _as_won(win: Win) -> WinCall:
    return win.seat, win.by, win.source


def _is_for_all(course: Course, call: Sequence[WinCall]) -> bool:
    """Return whether everybody who is to win by this *call* may do so, or has."""
    window = course.at.window
    if window is None:
        return len(call) == 1
    offers = [one for _, mine in window.offers for one in mine]
    can = {_as_won(one) for one in (*offers, *window.answers) if isinstance(one, Win)}
    return can >= set(call)


def _is_gift(course: Course, action: Action, call: Sequence[WinCall]) -> bool:
    """Return whether everybody wins on *action* who is to win by this *call*."""
    is_free = isinstance(action, (Kong, SetAside, ShowFlower))
    if not is_free and not (isinstance(action, Discard) and not action.declares):
        return False
    after = course.after(action)
    return after.at.window is not None and _is_for_all(after, call)


def _target(course: Course, giver: int, winners: Sequence[int], *, is_robbed: bool) -> Tile | None:
    """Return the tile that *giver* is to give: of those that it may, the one that is missed most.

    Whose kong is to be robbed has a pung of it, and the fourth tile in hand or yet to draw.
    """
    place = course.at.seats[giver]
    tiles = set(place.hand)
    if is_robbed:
        pungs = {KIND[meld.tiles[0]] for meld in place.melds if meld.kind == "pung"}
        wall = course.at.wall
        left = {wall.tiles[at] for at in wall.places_left}
        tiles = {tile for tile in tiles if KIND[tile] in pungs} or {
            tile for tile in left if KIND[tile] in pungs
        }

    def far(tile: Tile) -> tuple[int, Tile]:
        hands = ((winner, course.at.seats[winner].hand) for winner in winners)
        return sum(still_to_come(course, one, (*hand, tile)) for one, hand in hands), tile

    return min(tiles, key=far, default=None)


def _spare(legal: Sequence[Action], target: Tile | None) -> Sequence[Action]:
    """Return what of *legal* leaves the giver its *target*, if any does."""
    removals = (Discard, Kong, SetAside)
    return [one for one in legal if not (isinstance(one, removals) and target in _tiles_of(one))]


def _robbable(
    course: Course, giver: int, legal: Sequence[Action], target: Tile | None
) -> Sequence[Action]:
    """Return what of *legal* brings *giver* a pung and the fourth tile of it.

    It claims every pung, and discards nothing that it has twice.
    """
    pungs = [one for one in legal if isinstance(one, Pung)]
    if pungs:
        return pungs
    alike = Counter(map(KIND.__getitem__, course.at.seats[giver].hand))
    free = [one for one in legal if isinstance(one, Discard) and alike[KIND[one.tile]] == 1]
    return _spare(free or legal, target)


def _tiles_of(action: Discard | Kong | SetAside) -> Sequence[Tile]:
    return action.tiles if isinstance(action, Kong) else (action.tile,)


def _nearest(course: Course, seat: int, legal: Sequence[Action], target: Tile) -> Sequence[Action]:
    """Return the discards of *legal* that leave *seat* nearest to waiting for *target*."""
    far: dict[int, list[Action]] = {}
    for one in legal:
        if isinstance(one, Discard):
            rest = without(course.at.seats[seat].hand, one.tile)
            far.setdefault(still_to_come(course, seat, (*rest, target)), []).append(one)
    return far[min(far)] if far else ()


def _fed(course: Course, giver: int, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the discards of *legal* that *giver* can claim for a pung, best with one left over."""
    alike = Counter(map(KIND.__getitem__, course.at.seats[giver].hand))
    discards = [one for one in legal if isinstance(one, Discard)]
    most = max((alike[KIND[one.tile]] for one in discards), default=0)
    return [one for one in discards if alike[KIND[one.tile]] == most] if most >= PAIR else ()
