"""What every seat has laid down, and the doubles that it makes: wuhan.md, "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.settle.settlement import Item

if TYPE_CHECKING:
    from rules.games.hubei.wuhan.special import Special
    from rules.record.values import Meld, Record

CLOSED_KONG_DOUBLES = 2
WILD_KONG_DOUBLES = 2


class Laid(NamedTuple):
    """One seat's sets and single tiles; a robbed kong stands as the pung that it stays."""

    melds: tuple[Meld, ...]
    open_sets: int
    """Chows, pungs, direct and filled kongs; a closed kong is none."""
    items: tuple[Item, ...]
    """The doubles that count for winner and loser alike."""


class Position(NamedTuple):
    """The table at the end of the hand."""

    record: Record
    special: Special
    laid: tuple[Laid, ...]


def position(record: Record, special: Special) -> Position:
    """Return what lies on the table of *record*."""
    return Position(
        record,
        special,
        tuple(
            [
                _laid(record, number, special) if seat.melds or seat.aside else NOTHING_LAID
                for number, seat in enumerate(record.seats)
            ]
        ),
    )


def _laid(record: Record, seat: int, special: Special) -> Laid:
    """Return what *seat* has laid down."""
    melds = record.melds_after_robbing(seat)
    aside = record.seats[seat].aside
    kinds = [meld.kind for meld in melds]
    closed_kongs = kinds.count("kong_concealed")
    open_kongs = kinds.count("kong_discard") + kinds.count("kong_added")
    open_sets = len(kinds) - closed_kongs
    wild = [tile == special.wild for tile in aside].count(True)
    items = []
    if open_sets:
        each = record.options["double_per_open_set"]
        items.append(Item("open_sets", open_sets if each else 1))
    if open_kongs:
        items.append(Item("open_kong", open_kongs))
    if wild < len(aside):
        items.append(Item("kong_tile", len(aside) - wild))
    if closed_kongs:
        items.append(Item("concealed_kong", CLOSED_KONG_DOUBLES * closed_kongs))
    if wild:
        items.append(Item("wild_kong", WILD_KONG_DOUBLES * wild))
    return Laid(melds, open_sets, tuple(items))


NOTHING_LAID = Laid((), 0, ())
