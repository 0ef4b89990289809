"""Hands with flowers: five-player-1.md, "Equipment and table", "Winning".

The four seasons are one kind, the flower; within the rules it is the kind after the
dragons, and every season is taken for the spring.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from rules.games.riichi.draws import waits_without_sets
from rules.games.riichi.hand import (
    DORA_OF,
    FIFTH_WIND,
    ORPHAN_KINDS,
    ORPHANS,
    SETS,
    WINDS,
    hands,
    without_sets,
)
from rules.hands import counted
from rules.hands.shapes import part
from rules.tiles import KIND, KINDS, Tile, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.games.riichi.hand import Hand, Winner
    from rules.record.values import Meld, Record, Seat
    from rules.settle.settlement import Settlement

FLOWER: Final = Tile(FIFTH_WIND)
SEASONS: Final[Mapping[Tile, Tile]] = {Tile(FLOWER + place): FLOWER for place in range(4)}
"""What each season is: the flower."""

FIVE_WINDS: Final = (*WINDS, FIFTH_WIND)
FOURTEEN: Final = (*ORPHAN_KINDS, FIFTH_WIND)
"""The terminals and honors (十四幺九)."""

DORA: Final[Mapping[int, int]] = {**DORA_OF, WINDS[-1]: FIFTH_WIND, FIFTH_WIND: WINDS[0]}
"""The dora of each indicator: after north comes flower, after flower east (D3)."""


def as_flowers(record: Record) -> Record:
    """Return *record* with every season told as the flower that it is."""
    deal = record.deal
    deal = replace(
        deal,
        indicators=_flowers(deal.indicators),
        hidden_indicators=_flowers(deal.hidden_indicators),
    )
    wins = tuple(
        win if win.tile is None else replace(win, tile=SEASONS.get(win.tile, win.tile))
        for win in record.wins
    )
    return replace(record, deal=deal, seats=tuple(map(_seat, record.seats)), wins=wins)


def with_seasons(settlement: Settlement, record: Record) -> Settlement:
    """Return *settlement* with the seasons of *record* as they are printed in its readings."""
    wins = []
    for entry, win in zip(settlement.wins, record.wins, strict=True):
        seat = record.seats[win.seat]
        tiles = (*(seat.hand or ()), *(() if win.tile is None else (win.tile,)))
        laid = [tile for meld in seat.melds for tile in meld.tiles]
        concealed, melds = entry.reading
        reading = (_printed(concealed, tiles), _printed(melds, laid))
        wins.append(replace(entry, reading=reading))
    return replace(settlement, wins=tuple(wins))


def _printed(rows: Sequence[str], tiles: Sequence[Tile]) -> tuple[str, ...]:
    """Return *rows* of sets with the seasons among *tiles* in place of flowers."""
    seasons = iter([tile for tile in tiles if tile in SEASONS])
    return tuple(write(islice(seasons, len(row) - 1)) if row.endswith("f") else row for row in rows)


def _flowers(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return *tiles*, seasons as flowers."""
    return tuple([SEASONS.get(tile, tile) for tile in tiles])


def _seat(seat: Seat) -> Seat:
    """Return what lies before a seat, seasons as flowers."""
    return replace(
        seat,
        hand=None if seat.hand is None else _flowers(seat.hand),
        melds=tuple(map(_meld, seat.melds)),
        discards=None if seat.discards is None else _flowers(seat.discards),
    )


def _meld(meld: Meld) -> Meld:
    """Return a set, seasons as flowers."""
    return replace(meld, tiles=_flowers(meld.tiles))


def readings(winner: Winner) -> list[Hand]:
    """Return every reading: sets and a pair, seven pairs, thirteen or fourteen orphans."""
    if FIFTH_WIND not in winner.concealed:
        return hands(winner)
    sets = SETS - len(winner.melds)
    return hands(winner, counted.divisions(winner.concealed, sets)) + _fourteen_orphans(winner)


def _fourteen_orphans(winner: Winner) -> list[Hand]:
    """Return the reading as one each of all terminals and honors, if it is one."""
    if sorted(winner.concealed) != list(FOURTEEN):
        return []
    parts = tuple([part("single", (kind,)) for kind in FOURTEEN])
    completed = parts[FOURTEEN.index(winner.tile)]
    return [without_sets(winner, parts, completed, ORPHANS)]


def waits(hand: Sequence[Tile], melds: int) -> frozenset[int]:
    """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
    kinds = [KIND[tile] for tile in hand]
    found = frozenset(counted.waits(kinds, SETS - melds, range(KINDS + 1)))
    found |= waits_without_sets(kinds, melds)
    missing = set(FOURTEEN) - set(kinds)
    return found | missing if not melds and len(missing) == 1 else found
