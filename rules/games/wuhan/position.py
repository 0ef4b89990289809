"""What every seat has laid down, and the doubles that it makes: wuhan.md, "Scoring elements"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.settlement import Item

if TYPE_CHECKING:
    from rules.games.wuhan.special import Special
    from rules.record import Meld, Record

CLOSED_KONG_DOUBLES = 2
WILD_KONG_DOUBLES = 2


@dataclass(frozen=True, slots=True)
class Laid:
    """One seat's sets and single tiles; a robbed kong stands as the pung that it stays."""

    melds: tuple[Meld, ...]
    open_sets: int
    """Chows, pungs, direct and filled kongs; a closed kong is none."""
    items: tuple[Item, ...]
    """The doubles that count for winner and loser alike."""
    doubles: int


@dataclass(frozen=True, slots=True)
class Position:
    """The table at the end of the hand."""

    record: Record
    special: Special
    laid: tuple[Laid, ...]


def position(record: Record, special: Special) -> Position:
    """Return what lies on the table of *record*."""
    return Position(
        record, special, tuple(_laid(record, seat, special) for seat in range(record.players))
    )


def _laid(record: Record, seat: int, special: Special) -> Laid:
    """Return what *seat* has laid down."""
    melds = record.melds_after_robbing(seat)
    aside = record.seats[seat].aside
    if not melds and not aside:
        return NOTHING_LAID
    kinds = [meld.kind for meld in melds]
    closed_kongs = kinds.count("kong_concealed")
    open_sets = len(kinds) - closed_kongs
    wild = [tile == special.wild for tile in aside].count(True)
    each = record.options["double_per_open_set"]
    counted = (
        Item("open_sets", open_sets if each else min(open_sets, 1)),
        Item("open_kong", kinds.count("kong_discard") + kinds.count("kong_added")),
        Item("kong_tile", len(aside) - wild),
        Item("concealed_kong", CLOSED_KONG_DOUBLES * closed_kongs),
        Item("wild_kong", WILD_KONG_DOUBLES * wild),
    )
    items = tuple([item for item in counted if item.value])
    return Laid(melds, open_sets, items, sum([item.value for item in items]))


NOTHING_LAID = Laid((), 0, (), 0)
