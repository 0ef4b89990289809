"""A won hand with its wild tiles told apart: fenghua.md, "Special tiles" and "Winning"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.covers import completes_sets
from rules.hands.keys import pack
from rules.tiles import HONORS, KINDS

if TYPE_CHECKING:
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

SETS: Final = 4
WINDS: Final = 4


class Won(NamedTuple):
    """What the elements ask about a hand, however its wild tiles are used."""

    record: Record
    win: Win
    melds: tuple[Part, ...]
    hand: tuple[int, ...]
    """The kinds of the natural concealed tiles without the winning one."""
    last: int | None
    """The winning tile's kind; `None` for a wild one, or where there is none."""
    held: int
    """How many wild tiles are in the hand without the winning tile."""
    wilds: int
    """How many there are with it."""
    face: int | None
    """The kind that a wild tile bears; `None` where flowers are wild."""
    seat_wind: int
    round_wind: int

    @property
    def naturals(self) -> tuple[int, ...]:
        """Return the natural concealed tiles with the winning one."""
        return self.hand if self.last is None else (*self.hand, self.last)


def won_hand(record: Record, win: Win, wild: frozenset[int]) -> Won:
    """Return the hand of *win* as it is judged when the faces *wild* are wild."""
    seat, state = record.seats[win.seat], record.state
    assert seat.hand is not None
    hand = tuple([tile for tile in seat.hand if tile not in wild])
    held = len(seat.hand) - len(hand)
    return Won(
        record,
        win,
        tuple([meld.part() for meld in seat.melds]),
        hand,
        None if win.tile in wild else win.tile,
        held,
        held + (win.tile in wild),
        next((face for face in wild if face < KINDS), None),
        HONORS + (win.seat - state.banker) % WINDS,
        HONORS + (state.round - 1) % WINDS,
    )


def is_lone_wild_wait(won: Won) -> bool:
    """Return whether one wild tile is over beside four sets, or six pairs (百搭単騎, D8).

    It goes by the tiles without the winning one; any tile would then win.
    """
    if not won.held:
        return False
    if completes_sets(pack(won.hand), SETS - len(won.melds)):
        return True
    odd = sum(count % 2 for count in Counter(won.hand).values())
    return not won.melds and odd < won.held
