"""Flowers and animals: their tai, and the premiums that they and kongs bring.

singapore.md, "Special tiles", "Side payments, bonuses, fines".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.scoring.kinds import WINDS, full_flower_groups
from rules.scoring.won_hand import seat_wind
from rules.tiles import ANIMALS, FLOWERS, HONORS, TILES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from rules.record.values import Meld, Record
    from rules.settle.settlement import Bill
    from rules.tiles import Tile

ALL_FLOWERS: Final = frozenset(TILES[f"{place}f"] for place in range(1, 9))
ALL_ANIMALS: Final = frozenset(TILES[f"{place}a"] for place in range(1, 5))
ANIMAL_PAIRS: Final = (
    frozenset((TILES["1a"], TILES["2a"])),
    frozenset((TILES["3a"], TILES["4a"])),
)
"""Cat and rat, rooster and centipede."""

Kong = tuple[int, int]
"""A kong by its seat and its place among that seat's sets."""

SMALL: Final = 2
LARGE: Final = 4
"""What each of the others pays for a premium."""


def own_flowers(wind: int) -> frozenset[int]:
    """Return the season and the plant of the seat whose wind is of the kind *wind*."""
    first = FLOWERS + wind - HONORS
    return frozenset((first, first + len(WINDS)))


def tai_of_bonus(flowers: Collection[Tile], wind: int) -> dict[str, int]:
    """Return how often each element of flowers and animals holds for the seat with *wind*."""
    return {
        "animal": sum(tile >= ANIMALS for tile in flowers),
        "animal_set": ALL_ANIMALS.issubset(flowers),
        "seat_flower": len(own_flowers(wind).intersection(flowers)),
        "flower_set": len(full_flower_groups(flowers)),
    }


def pay_premiums(bill: Bill, record: Record, liable: Mapping[Kong, int]) -> None:
    """Write what every seat gets for its kongs and bonus tiles (祝儀).

    Everyone pays his part, but for kongs of which one seat is *liable* for all parts.
    """
    for seat in range(record.players):
        others = [payer for payer in range(record.players) if payer != seat]
        for place, meld in standing_kongs(record, seat):
            amount = SMALL if meld.is_exposed else LARGE
            for payer in others:
                bill.pay(liable.get((seat, place), payer), seat, amount, "kong")
        for amount, reason in _of_bonus(record, seat):
            for payer in others:
                bill.pay(payer, seat, amount, reason)


def standing_kongs(record: Record, seat: int) -> Iterator[tuple[int, Meld]]:
    """Yield the kongs of *seat* that were not robbed, with their places among the sets."""
    robbed = {win.tile for win in record.wins if win.by == "robbed_kong" and win.source == seat}
    for place, meld in enumerate(record.seats[seat].melds):
        if meld.is_kong and meld.tiles[0] not in robbed:
            yield place, meld


def _of_bonus(record: Record, seat: int) -> Iterator[tuple[int, str]]:
    """Yield what each of the others pays *seat* for bonus tiles, and for which."""
    laid = frozenset(record.seats[seat].flowers)
    if not laid:
        return
    dealt = frozenset(record.seats[seat].facts.get("dealt_bonus", ()))
    for pair in ANIMAL_PAIRS:
        if pair <= laid:
            yield LARGE if pair <= dealt else SMALL, "animal"
    if laid >= ALL_ANIMALS:
        yield LARGE, "animal"
    for _group in full_flower_groups(laid):
        yield LARGE, "flower"
    own = own_flowers(seat_wind(record, seat))
    if own <= laid:
        yield LARGE if own <= dealt else SMALL, "flower"
