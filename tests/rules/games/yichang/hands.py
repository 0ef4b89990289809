"""Yichang hands in a line each: seat 0 is banker, seat 1 wins; the others hold what is left."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rules.tiles import HONORS, parse, write
from tests.rules.records import Data, items, pung, record, seat, settle

PLAIN: Final = "234678m3467899p"
"""Waits for 2p and 5p."""

PUNGS: Final = ("3336688p", pung("444m"), pung("777m"))
"""Waits for 6p and 8p with pungs only."""

PURE: Final = "3334446667789p"
"""Circles with a run, waiting for 7p to pair."""

PURE_PUNGS: Final = ("7799p", pung("333p"), pung("444p"), pung("666p"))
"""Waits for 7p and 9p."""

BOTH_WAYS: Final = ("3334455p", pung("444m"), pung("777m"))
"""Waits for 4p and 5p with pungs only, for 3p and 6p with runs."""

PURE_BOTH_WAYS: Final = ("3334455p", pung("777p"), pung("999p"))
"""The same in circles."""


def win(tile: str, source: int | None = None, winner: int = 1, **more: Any) -> Data:
    """Return a win by self-draw, or on the tile that *source* discarded."""
    how = {"by": "self_draw"} if source is None else {"by": "discard", "from": source}
    return {"seat": winner, "tile": tile, **how, **more}


def yichang(lying: str | tuple[Any, ...], *wins: Data, **how: Any) -> Data:
    """Return the record of a hand in which seat 1 holds *lying*: its tiles, then its sets.

    *around* says what other seats hold in the same way, where a hand of `None` is any.
    *made_after* is told of seat 1. Without *wins* the hand is drawn.
    """
    seats: dict[int, Any] = {1: lying, **how.pop("around", {})}
    made_after = how.pop("made_after", None)
    data = record("yichang", outcome="win" if wins else "draw", wins=list(wins), **how)
    for number in range(4):
        holding = seats.get(number, (None,))
        hand, *melds = (holding,) if isinstance(holding, str) else holding
        data["seats"][number] = seat(number, 4, hand, *melds)
    if made_after is not None:
        data["seats"][1]["facts"] = {"made_after": made_after}
    _deal_the_rest(data)
    return data


def _deal_the_rest(data: Data) -> None:
    """Give hands of what is left to the seats that have none."""
    left = Counter(dict.fromkeys(range(HONORS), 4))
    for lying in data["seats"]:
        left.subtract(parse(lying["hand"] or ""))
        for meld in lying["melds"]:
            left.subtract(parse(meld["tiles"]))
    for win in data["wins"]:
        left.subtract(parse(win["tile"]))
    rest = [*(+left).elements()]
    for lying in data["seats"]:
        if lying["hand"] is None:
            size = 13 - 3 * len(lying["melds"])
            lying["hand"], rest = write(rest[:size]), rest[size:]


def count_elements(data: Data, entry: int = 0) -> dict[str, int]:
    """Return what counted in one win, which adds up to its score."""
    answer = settle(data)
    elements = items(answer, entry)
    assert answer["wins"][entry]["score"] == sum(elements.values())
    assert answer["wins"][entry]["unit"] == "fan"
    return elements


def sum_gains(data: Data, *reasons: str) -> list[int]:
    """Return what each seat gains by payments for *reasons*."""
    gains = [0] * 4
    for row in settle(data)["payments"]:
        if row["for"] in reasons:
            gains[row["from"]] -= row["amount"]
            gains[row["to"]] += row["amount"]
    return gains
