"""How a hand goes, play by play: whose turn it is, what may be laid, who takes the trick.

Sheet, "Play". A course is a value; laying tiles gives the next one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem
from rules.games.cards.tien_gow.plays import COPIES, Combination, beats, combination, is_supreme
from rules.games.cards.tien_gow.values import HAND, SEATS, Laid, Last, Premium
from rules.play.dealt import Pack, known, not_held

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.games.cards.tien_gow.plays import Tiles
    from rules.play.dealt import Hands

UNKNOWN: Final[Hands] = (None,) * SEATS
PACK: Final = Pack("domino", COPIES, HAND)
Fault = tuple[str, str]
"""Code and message."""


@dataclass(frozen=True, slots=True)
class Course:
    """How far a hand has come."""

    options: Mapping[str, Any]
    leader: int
    """Who leads, or led, the trick on the table."""
    hands: Hands = UNKNOWN
    """The hands as dealt, where they are known."""
    trick: tuple[Laid, ...] = ()
    """The plays of the trick on the table."""
    left: int = HAND
    """Tiles that everybody held when this trick began."""
    led: Combination | None = None
    best: Combination | None = None
    taker: int = 0
    """Who laid the best."""
    piles: tuple[int, ...] = (0,) * SEATS
    spent: tuple[Tiles, ...] = ((),) * SEATS
    """The tiles that each seat is known to have laid."""
    premiums: tuple[Premium, ...] = ()
    opening: Tiles | None = None
    last: Last | None = None
    last_tiles: tuple[Tiles | None, ...] = ()
    """What each seat laid to the last trick, where it was seen."""

    @property
    def is_over(self) -> bool:
        """Return whether all tiles have been played."""
        return self.left == 0

    @property
    def turn(self) -> int:
        """Return whose turn it is; nobody's once the hand is over."""
        return (self.leader + len(self.trick)) % SEATS

    def fault(self, laid: Laid) -> Fault | None:
        """Return why *laid* cannot be played now, or nothing; checked in the sheet's order."""
        faults = (self._form_fault, self._tile_fault, self._bar, self._meld_fault)
        return next((found for fault in faults if (found := fault(laid)) is not None), None)

    def after(self, laid: Laid) -> Course:
        """Return the course once *laid*, in which there is no fault, has been played."""
        seen = laid.tiles or ()
        spent = tuple(
            (*tiles, *seen) if seat == laid.seat else tiles for seat, tiles in enumerate(self.spent)
        )
        course = replace(self, trick=(*self.trick, laid), spent=spent)
        if not laid.is_down:
            best = combination(seen, self.options)
            led = best if self.led is None else self.led
            course = replace(course, led=led, best=best, taker=laid.seat)
        if self.opening is None:
            course = replace(course, opening=seen)
        return course._taken() if len(course.trick) == SEATS else course

    def _form_fault(self, laid: Laid) -> Fault | None:
        """Return what is wrong with whose turn it is and what is seen."""
        if self.is_over:
            return "bad_record", "all tiles have been played"
        if laid.seat != self.turn:
            return "bad_record", f"it is seat {self.turn}'s turn"
        if not self.trick and (laid.is_down or not laid.tiles):
            return "bad_record", "a lead lies face up"
        if laid.tiles is None and not laid.is_down:
            return "bad_record", "tiles that lie face up are seen"
        return None

    def _tile_fault(self, laid: Laid) -> Fault | None:
        """Return which tiles cannot have been laid."""
        tiles = laid.tiles
        if tiles is None:
            return None
        message = PACK.not_there(tiles, known(self.hands, self.spent, laid.seat))
        if message is None and self.trick and len(tiles) != self._size:
            message = f"{self._size} were led, so everybody lays as many"
        if message is None and len(tiles) > self.left:
            message = f"everybody has only {self.left} left"
        all_of_it = (*self.spent[laid.seat], *tiles)
        message = message or not_held(self.hands[laid.seat], all_of_it, laid.seat)
        return None if message is None else ("bad_tiles", message)

    @property
    def _size(self) -> int:
        """Return how many tiles were led."""
        return len(self.trick[0].tiles or ())

    def _bar(self, laid: Laid) -> Fault | None:
        """Return that a seat without a pile has no right to the last trick (結の資格)."""
        if laid.is_down or self.left > 1 or self.piles[laid.seat]:
            return None
        return "barred", "the last tile of a seat without a pile is played face down"

    def _meld_fault(self, laid: Laid) -> Fault | None:
        """Return why face-up tiles may not be laid."""
        if laid.is_down:
            return None
        combined = combination(laid.tiles or (), self.options)
        if combined is None:
            return "bad_meld", "these tiles are no combination"
        if self.led is None or self.best is None:
            return None
        if not beats(combined, self.best, self.led, self.options):
            return "bad_meld", f"this does not beat {' '.join(self.best.tiles)}"
        return None

    def _taken(self) -> Course:
        """Return the course when the trick on the table has been taken."""
        assert self.led is not None
        assert self.best is not None
        size = self._size
        piles = tuple(
            count + size if seat == self.taker else count for seat, count in enumerate(self.piles)
        )
        up = tuple(laid.seat for laid in self.trick if not laid.is_down)
        on = Course(
            self.options,
            self.taker,
            self.hands,
            left=self.left - size,
            taker=self.taker,
            piles=piles,
            spent=self.spent,
            opening=self.opening,
        )
        if on.is_over:
            led = self.trick[0].tiles or ()
            last = Last(self.leader, led, self.taker, self.best.tiles, up)
            return replace(on, premiums=self.premiums, last=last, last_tiles=self._last_tiles())
        return replace(on, premiums=(*self.premiums, *feats(self.led, self.leader, self.taker, up)))

    def _last_tiles(self) -> tuple[Tiles | None, ...]:
        """Return what each seat laid last; of a known hand also what was not seen."""
        laid = {one.seat: one.tiles for one in self.trick}
        return tuple(laid[seat] or self._rest(seat) for seat in range(SEATS))

    def _rest(self, seat: int) -> Tiles | None:
        """Return what *seat* must have held in the end, if all else of its hand was seen."""
        hand = self.hands[seat]
        if hand is None:
            return None
        rest = tuple((Counter(hand) - Counter(self.spent[seat])).elements())
        return rest if len(rest) == self._size else None


def feats(led: Combination, leader: int, taker: int, up: tuple[int, ...]) -> Iterator[Premium]:
    """Yield the premium that a trick earns which *led* was led to."""
    if is_supreme(led):
        yield Premium(led.kind, leader, leader)
    elif led.kind == "four":
        yield Premium("four", leader, taker, up)


def followed(start: Course, tricks: Sequence[Sequence[Laid]]) -> tuple[Course, Problem | None]:
    """Return the course of a log as far as it is sound, and the first fault in it.

    The last trick of the log may be short.
    """
    course = start
    for number, trick in enumerate(tricks):
        at = f"play.tricks[{number}]"
        if course.is_over:
            return course, Problem("bad_record", "all tiles have been played", at)
        for place, laid in enumerate(trick):
            fault = course.fault(laid) if place < SEATS else ("bad_record", "a trick has four")
            if fault is not None:
                return course, Problem(*fault, f"{at}.plays[{place}]")
            course = course.after(laid)
        if len(trick) < SEATS and number + 1 < len(tricks):
            short = f"a trick of {len(trick)} plays is short"
            return course, Problem("bad_record", short, f"{at}.plays")
    return course, None
