"""What a won hand is worth: jinan.md, "Scoring elements" and "Payment"."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.record.values import OPEN_KONGS
from rules.ruleset import Element
from rules.scoring import kinds as elements
from rules.settle.settlement import Item, Scored
from rules.tiles import KIND, is_honor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.hands.divide import Division
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

SETS: Final = 4
BASE: Final = 1
DOUBLE: Final = 2
MOST_DRAWN: Final = 5
"""Drawn hands in a row after which the multiplier grows no more."""

OPEN_KONG: Final = (1, 2)
CONCEALED_KONG: Final = (2, 3)
"""The flowers of a kong of a suit tile and of an honor."""

ELEMENTS: Final = (
    Element("flower", "花牌", "flower tiles", "1 flower each"),
    Element("honor_pung", "字牌の刻子", "pung of honors", "1 flower each"),
    Element("open_kong", "明槓", "open kong", "1 flower each, 2 of honors"),
    Element("concealed_kong", "暗槓", "concealed kong", "2 flowers each, 3 of honors"),
    Element("common_win", "平胡・推倒胡", "common win", 1),
    Element("all_pungs", "碰碰胡", "all pungs", 2),
    Element("mixed_one_suit", "混一色", "mixed one suit", 2),
    Element("straight", "一条龍", "straight", 2),
    Element("kong_draw", "槓開", "kong or flower supplement", 2),
    Element("pure_one_suit", "清一色", "pure one suit", 5),
    Element("ready_declared", "明楼", "open ready", "×2"),
    Element("discarder_ready_declared", "明楼の放銃", "open-ready discarder", "×2"),
    Element("drawn_hands", "荒荘", "after drawn hands", "×2 each, at most ×32"),
)
FAN: Final = {item.id: item.value for item in ELEMENTS if isinstance(item.value, int)}


def concealed(record: Record, win: Win) -> tuple[int, ...]:
    """Return the kinds of the winner's concealed tiles, the winning one last."""
    hand = record.seats[win.seat].hand
    assert hand is not None
    assert win.tile is not None
    return tuple([KIND[tile] for tile in (*hand, win.tile)])


def all_divisions(record: Record, win: Win) -> list[Division]:
    """Return every way to read the hand of *win*, whatever its pair."""
    sets = SETS - len(record.seats[win.seat].melds)
    return list(divisions(pack(concealed(record, win)), sets))


def has_good_eyes(division: Division) -> bool:
    """Return whether the pair is a 2, 5 or 8.

    The tiles of a suit tell by their sum which of 1/4/7, 2/5/8 and 3/6/9 their pair is
    of, so what holds for one way to divide a hand holds for all.
    """
    return any(item.is_pair and item.kind in elements.EYES for item in division.parts)


def score(record: Record, win: Win) -> Scored:
    """Return the entry of *win*, a hand with good eyes, in the reading with most fan.

    Of equal ones the first is taken: they differ in nothing that counts.
    """
    seat = record.seats[win.seat]
    melds = tuple([meld.part() for meld in seat.melds])
    readings = [Reading(division.parts, melds) for division in all_divisions(record, win)]
    multiplies = record.options["fan_combine"] == "multiply"
    combine = prod if multiplies else sum
    choices = [(fan_elements(win, reading), reading) for reading in readings]
    names, reading = max(choices, key=lambda choice: combine(map(FAN.__getitem__, choice[0])))
    fan = tuple([Item(name, FAN[name]) for name in names])
    flowers = tuple(_flowers(record, win, reading))
    times = tuple(_multipliers(record, win))
    worth = BASE + sum(item.value for item in flowers)
    worth *= combine(item.value for item in fan) * prod(item.value for item in times)
    return Scored(win.seat, worth, "points", flowers + fan + times, reading.rows())


def fan_elements(win: Win, reading: Reading) -> list[str]:
    """Return which elements give the reading its fan; a common win where none does."""
    kinds = reading.kinds
    supplied = win.is_self_draw and not win.marks.isdisjoint(("kong_draw", "flower_draw"))
    claims = (
        ("all_pungs", elements.all_pungs(reading.parts)),
        ("mixed_one_suit", elements.mixed_one_suit(kinds)),
        ("straight", has_straight(reading.parts)),
        ("kong_draw", supplied),
        ("pure_one_suit", elements.pure_one_suit(kinds)),
    )
    return [name for name, holds in claims if holds] or ["common_win"]


def has_straight(parts: Iterable[Part]) -> bool:
    """Return whether 123, 456 and 789 of one suit are there (一条龍)."""
    starts = {item.kind for item in parts if item.is_run}
    return any({first, first + 3, first + 6} <= starts for first in (0, 9, 18))


def _flowers(record: Record, win: Win, reading: Reading) -> Iterator[Item]:
    """Yield what gives flowers (花)."""
    assert win.tile is not None
    seat = record.seats[win.seat]
    counts: Mapping[str, int] = {
        "flower": len(seat.flowers),
        "honor_pung": sum(
            item.shape == "pung" and item.is_honor and (item.melded or item.kind != KIND[win.tile])
            for item in reading.parts
        ),
        "open_kong": sum(
            OPEN_KONG[is_honor(KIND[meld.tiles[0]])]
            for meld in seat.melds
            if meld.kind in OPEN_KONGS
        ),
        "concealed_kong": sum(
            CONCEALED_KONG[is_honor(KIND[meld.tiles[0]])]
            for meld in seat.melds
            if meld.kind == "kong_concealed"
        ),
    }
    return (Item(name, count) for name, count in counts.items() if count)


def _multipliers(record: Record, win: Win) -> Iterator[Item]:
    """Yield what doubles the points."""
    if "open_ready" in record.seats[win.seat].declared:
        yield Item("ready_declared", DOUBLE)
    if win.by == "discard":
        assert win.source is not None
        if "open_ready" in record.seats[win.source].declared:
            yield Item("discarder_ready_declared", DOUBLE)
    drawn = min(record.state.carry["drawn_hands"], MOST_DRAWN)
    if drawn:
        yield Item("drawn_hands", DOUBLE**drawn)
