"""Hu, tai and points of any hand: taizhou.md, "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.zhejiang.taizhou.table import HU, LIMIT, LOSERS_FOUR_WINDS, ORDER, TAI
from rules.scoring.kinds import WINDS
from rules.scoring.set_points import held, named
from rules.settle.settlement import Item, Scored
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.hands.shapes import Part
    from rules.record.values import Record

PLACES_OF_WINDS = 4


def seat_wind(record: Record, seat: int) -> int:
    """Return the kind of *seat*'s wind: East is the banker."""
    return HONORS + (seat - record.state.banker) % PLACES_OF_WINDS


def of_parts(parts: Iterable[Part], wind: int) -> Iterator[Item]:
    """Yield what sets and pairs earn winner and losers alike, *wind* being the seat's own."""
    for name in named(parts, wind):
        yield Item(name, HU[name] if name in HU else TAI[name])


def four_winds(parts: Sequence[Part], wind: int, form: str) -> str | None:
    """Return which form of Four Winds (四風会斉) *parts* are where the house knows *form*."""
    if form == "none":
        return None
    missing = WINDS - {item.kind for item in parts if item.is_triplet}
    if not missing:
        return "big_four_winds"
    pairs = {item.kind for item in parts if item.is_pair}
    if form == "little" and len(missing) == 1 and missing <= pairs:
        return "little_four_winds"
    if form == "little_seat_pair" and missing == {wind} and wind in pairs:
        return "little_four_winds"
    return None


def points(items: Iterable[Item]) -> int:
    """Return the hu of *items* doubled by their tai, without the limit."""
    hu = tai = 0
    for item in items:
        if item.id in HU:
            hu += item.value
        else:
            tai += item.value
    return hu << tai


def paid(uncapped: int, *, round_up: bool) -> int:
    """Return the points that count: at most the limit, then up to a full ten if the house does."""
    capped = min(LIMIT, uncapped)
    return -(-capped // 10) * 10 if round_up else capped


def sorted_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return *items* in the order of the sheet's table."""
    return tuple(sorted(items, key=lambda item: ORDER[item.id]))


def loser(record: Record, seat: int) -> Scored:
    """Return the entry of a seat that did not win; nothing stands for anything else there (D5)."""
    parts = [*held(record.seats[seat].hand or ())]
    parts += [meld.part() for meld in record.melds_after_robbing(seat)]
    wind = seat_wind(record, seat)
    found = [*of_parts(parts, wind)]
    winds = four_winds(parts, wind, record.options["four_winds"])
    if winds is not None:
        found.append(Item(winds, LOSERS_FOUR_WINDS))
    score = paid(points(found), round_up=record.options["round_up"])
    return Scored(seat, score, "points", sorted_items(found))
