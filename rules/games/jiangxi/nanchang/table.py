"""What every seat has when the hand has ended: nanchang.md, "Side payments, bonuses, fines"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.games.jiangxi.nanchang.jings import Jings, jings

if TYPE_CHECKING:
    from rules.record.values import Meld, Record
    from rules.tiles import Tile


class Laid(NamedTuple):
    """One seat's sets, a robbed kong standing as a pung, and all of its tiles."""

    melds: tuple[Meld, ...]
    tiles: tuple[Tile, ...]
    """Those in hand, in the sets, and for the winner the winning one (D8)."""


class Table(NamedTuple):
    """The table at the end of the hand."""

    record: Record
    jings: Jings
    laid: tuple[Laid, ...]

    @property
    def raw(self) -> tuple[int, ...]:
        """Return the jing points of each seat before they are multiplied."""
        return tuple([self.jings.points(laid.tiles) for laid in self.laid])

    @property
    def same_first_discards(self) -> bool:
        """Return whether all first discards were equal (抄荘): told, or seen in the discards."""
        if self.record.incidents:
            return True
        firsts = [seat.discards[0] if seat.discards else None for seat in self.record.seats]
        return firsts[0] is not None and firsts == firsts[:1] * len(firsts)


def table(record: Record) -> Table:
    """Return what lies on the table of *record*, all of whose hands are shown."""
    won = {win.seat: (win.tile,) for win in record.wins if win.tile is not None}
    laid = []
    for number, seat in enumerate(record.seats):
        assert seat.hand is not None
        melds = record.melds_after_robbing(number)
        tiles = [tile for meld in melds for tile in meld.tiles]
        laid.append(Laid(melds, (*seat.hand, *tiles, *won.get(number, ()))))
    return Table(record, jings(record.deal.indicators[0]), tuple(laid))
