"""How a hand goes, play by play: whose turn it is, what may be laid, who has finished.

Sheet, "Play". A course is a value; laying cards or passing gives the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.cards.shuangkou.plays import COPIES, STRENGTH, Combination, beats, combination
from rules.games.cards.shuangkou.values import HAND, SEATS, Laid
from rules.play.dealt import Pack, known, not_held

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.games.cards.shuangkou.plays import Cards
    from rules.play.dealt import Hands

UNKNOWN: Final[Hands] = (None,) * SEATS
PACK: Final = Pack("card", dict.fromkeys(STRENGTH, COPIES), HAND)
Fault = tuple[str, str]
"""Code and message."""

STEPS: Final[Mapping[str, int]] = {"counterclockwise": 1, "clockwise": -1}
"""To the next seat, by the option `direction`."""

PARTNER: Final = 2


def partner_of(seat: int) -> int:
    """Return who sits opposite."""
    return (seat + PARTNER) % SEATS


@dataclass(frozen=True, slots=True)
class Course:
    """How far a hand has come."""

    turn: int
    """Whose turn it is."""
    step: int = 1
    """To the next seat: 1 or -1."""
    hands: Hands = UNKNOWN
    """The hands as dealt, where they are known."""
    spent: tuple[Cards, ...] = ((),) * SEATS
    """The cards that each seat has laid."""
    last: Combination | None = None
    """What has to be beaten; nothing where *turn* leads."""
    owner: int = 0
    """Who laid it."""
    passed: int = 0
    """How many have passed one after another since."""
    finish: tuple[int, ...] = ()
    """Who has finished, in that order."""
    bombs: tuple[Laid, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether the hand has been decided."""
        return is_decided(self.finish)

    def fault(self, laid: Laid) -> Fault | None:
        """Return why *laid* cannot be played now, or nothing; checked in the sheet's order."""
        if self.is_over:
            return "bad_record", "the hand is over"
        if laid.seat != self.turn:
            return "bad_record", f"it is seat {self.turn}'s turn"
        if not laid.cards:
            return ("bad_record", "who leads does not pass") if self.last is None else None
        return self._card_fault(laid) or self._meld_fault(laid)

    def after(self, laid: Laid) -> Course:
        """Return the course once *laid*, in which there is no fault, has been played."""
        if not laid.cards:
            return self._after_pass()
        spent = tuple(
            (*cards, *laid.cards) if seat == laid.seat else cards
            for seat, cards in enumerate(self.spent)
        )
        made = combination(laid.cards)
        finish = (*self.finish, laid.seat) if len(spent[laid.seat]) == HAND else self.finish
        bombs = (*self.bombs, laid) if made is not None and made.is_bomb else self.bombs
        course = replace(
            self, spent=spent, last=made, owner=laid.seat, passed=0, finish=finish, bombs=bombs
        )
        return course if course.is_over else replace(course, turn=course._following(laid.seat))

    def _after_pass(self) -> Course:
        """Return the course once the seat has passed; when all others have, the trick is over."""
        passed = self.passed + 1
        still_in = [seat for seat in range(SEATS) if seat not in self.finish]
        if passed < len(still_in) - (self.owner in still_in):
            return replace(self, passed=passed, turn=self._following(self.turn))
        partner = partner_of(self.owner)
        leader = self.owner if partner in self.finish else partner
        return replace(self, turn=leader, last=None, passed=0)

    def _following(self, seat: int) -> int:
        """Return who is next after *seat* among those still in."""
        following = (seat + self.step) % SEATS
        while following in self.finish:
            following = (following + self.step) % SEATS
        return following

    def _card_fault(self, laid: Laid) -> Fault | None:
        """Return which cards cannot have been laid."""
        seat, all_of_it = laid.seat, (*self.spent[laid.seat], *laid.cards)
        message = PACK.not_there(laid.cards, known(self.hands, self.spent, seat))
        if message is None and len(all_of_it) > HAND:
            message = f"a hand has {HAND} cards"
        message = message or not_held(self.hands[seat], all_of_it, seat)
        return None if message is None else ("bad_tiles", message)

    def _meld_fault(self, laid: Laid) -> Fault | None:
        """Return why these cards may not be laid."""
        made = combination(laid.cards)
        if made is None:
            return "bad_meld", "these cards are no combination"
        if self.last is not None and not beats(made, self.last):
            return "bad_meld", "this does not beat what was laid last"
        return None


def is_decided(finish: Sequence[int]) -> bool:
    """Return whether the hand ends when these seats have finished."""
    return len(finish) > PARTNER or (len(finish) == PARTNER and partner_of(finish[0]) == finish[1])


def followed(start: Course, plays: Sequence[Laid]) -> tuple[Course, Problem | None]:
    """Return the course of a log as far as it is sound, and the first fault in it."""
    course = start
    for place, laid in enumerate(plays):
        fault = course.fault(laid)
        if fault is not None:
            return course, Problem(*fault, f"play.plays[{place}]")
        course = course.after(laid)
    return course, None
