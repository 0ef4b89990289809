"""Nanchang hands in a line each: seat 0 is banker, seat 1 wins, `9s` and `1s` are jings.

Seats of which a test says nothing hold thirteen tiles without a jing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.games.jiangxi.nanchang import GAME
from rules.tiles import CODES, KINDS, parse, write
from tests.rules.records import Data, items, record_no_win, record_win, settle

INDICATOR = {"indicators": ["9s"]}
PLAIN = ("123456m567p2355s", "4s")
"""A hand without a jing: 123m 456m 567p 234s 55s."""

SOFT = ("12345m567p12355s", "4s")
"""The same, its 6m replaced by the jing 1s."""


def nanchang(hand: str, tile: str, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what other seats hold."""
    around = expand_seats(how.pop("around", {}))
    fields = {"deal": INDICATOR, "around": around, **how}
    return deal_the_rest(record_win("nanchang", hand, tile, *melds, **fields))


def unpaid(outcome: str = "draw", around: Any = None, **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    fields = {"deal": INDICATOR, **fields}
    return deal_the_rest(
        record_no_win("nanchang", outcome, around=expand_seats(around or {}), **fields)
    )


def expand_seats(around: Mapping[int, str | Data]) -> dict[int, Data]:
    """Return what lies before each seat, where a text stands for a hand alone."""
    return {
        seat: {"hand": lying} if isinstance(lying, str) else lying for seat, lying in around.items()
    }


def deal_the_rest(data: Data) -> Data:
    """Return *data* with each missing hand filled with tiles that are no jings."""
    lying = [tile for seat in data["seats"] for tile in parse(seat.get("hand") or "")]
    for seat in data["seats"]:
        lying += [tile for meld in seat.get("melds", ()) for tile in parse(meld["tiles"])]
    lying += [tile for win in data.get("wins", ()) for tile in parse(win["tile"])]
    counts = Counter(CODES[tile] for tile in lying)
    indicators = parse("".join(data["deal"]["indicators"]))
    jings = {CODES[kind] for kind in GAME.wild_tiles(indicators, GAME.defaults)}
    there = [CODES[kind] for n in range(4) for kind in range(KINDS) if n >= counts[CODES[kind]]]
    # every seventh tile, so that nobody is dealt a hand of any worth
    left = [code for start in range(7) for code in there[start::7] if code not in jings]
    for seat in data["seats"]:
        if "hand" not in seat:
            size = 13 - 3 * len(seat.get("melds", ()))
            codes, left = left[:size], left[size:]
            seat["hand"] = write(parse("".join(codes)))
    return data


def charge(data: Data, reason: str = "win") -> dict[int, int]:
    """Return what each seat pays for *reason*, in all."""
    sums: Counter[int] = Counter()
    for row in settle(data)["payments"]:
        if row["for"] == reason:
            sums[row["from"]] += row["amount"]
    return dict(sums)


def names(data: Data) -> set[str]:
    """Return the winner's elements."""
    return set(items(settle(data)))
