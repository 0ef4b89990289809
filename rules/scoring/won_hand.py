"""A hand of thirteen tiles that was won, with all that scoring elements ask about.

For games of four sets and a pair without wild tiles, with the winds by the banker's seat
and the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.scoring import kinds as elements
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.hands.shapes import Part
    from rules.record.values import Record, Win
    from rules.tiles import Tile

SETS: Final = 4
WINDS: Final = 4
HONOR_SUIT: Final = 3


class Won(NamedTuple):
    """A hand with all that its elements ask about."""

    record: Record
    win: Win
    melds: tuple[Part, ...]
    concealed: tuple[Tile, ...]
    """The concealed tiles, the winning one last."""
    kinds: tuple[int, ...]
    """All tiles."""
    suits: frozenset[int]
    """The suits 0–2 and honors (3) that they are of."""
    seat_wind: int
    round_wind: int
    """The kinds of the two winds."""
    flowers: tuple[Tile, ...]

    @property
    def tile(self) -> Tile:
        """Return the winning tile."""
        return self.concealed[-1]

    @property
    def is_concealed(self) -> bool:
        """Return whether nothing was claimed."""
        return not any(item.exposed for item in self.melds)


def won_hand(record: Record, win: Win) -> Won:
    """Return the hand of *win*, whose hand and tile are known."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    melds = tuple([meld.part() for meld in seat.melds])
    concealed = (*seat.hand, win.tile)
    kinds = concealed + tuple([kind for item in melds for kind in item.kinds])
    return Won(
        record,
        win,
        melds,
        concealed,
        kinds,
        elements.suits(kinds),
        seat_wind(record, win.seat),
        round_wind(record),
        seat.flowers,
    )


def seat_wind(record: Record, seat: int) -> int:
    """Return the kind of *seat*'s wind: East is the banker."""
    return HONORS + (seat - record.state.banker) % WINDS


def round_wind(record: Record) -> int:
    """Return the kind of the round's wind."""
    return HONORS + (record.state.round - 1) % WINDS


def of_sets(won: Won) -> Iterator[Reading]:
    """Yield every division into sets and a pair with every place of the winning tile."""
    for division in divisions(pack(won.concealed), SETS - len(won.melds)):
        whole = Reading(division.parts, won.melds)
        yield from whole.placements(won.tile, taken=won.win.is_taken)
