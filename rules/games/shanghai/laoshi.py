"""Shanghai's old people's rules (老式, 旧式): shanghai-laoshi.md."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.games.shanghai.family import (
    WAITS,
    Choice,
    OldShanghai,
    is_all_sequences,
    items,
    of_flowers,
    of_the_hand,
    of_the_reading,
    wait_rank,
)
from rules.ruleset import Element, choice, full_set
from rules.scoring.kinds import DRAGONS
from rules.scoring.set_points import TRIPLETS, differences, held, named
from rules.scoring.won_hand import of_sets, seat_wind
from rules.settle.settlement import Bill, Scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.games.shanghai.family import Found
    from rules.hands.reading import Reading
    from rules.record.values import Record, Win
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Item, Payment

SEASONS: Final = MappingProxyType({**full_set(), **{f"{place}f": 1 for place in range(1, 5)}})
"""The set with four flowers only."""

TAI: Final[Mapping[str, int]] = MappingProxyType(
    {
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "all_sequences": 1,
        "all_pungs": 1,
        "mixed_one_suit": 1,
        "pure_one_suit": 3,
        "seat_flower": 1,
        "flower_set": 2,
        "kong_draw": 1,
        "robbing_the_kong": 1,
    }
)
"""How often an element doubles the hu."""

LOSERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **TRIPLETS,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        "flower": 4,
        **{name: TAI[name] for name in ("dragon_pung", "seat_wind_pung")},
        **{name: TAI[name] for name in ("seat_flower", "flower_set")},
    }
)
"""What every hand counts, in a loser's: hu, then tai."""

WINNER: Final[Mapping[str, int]] = MappingProxyType(
    {
        "base": 1,
        **TRIPLETS,
        "dragon_pair": 4,
        "seat_wind_pair": 4,
        "flower": 4,
        "closed_wait": 2,
        "edge_wait": 2,
        "pair_wait": 2,
        "self_draw": 2,
        **TAI,
    }
)
"""What the winner's hand counts, in the order of the sheet's table; the base in single hu."""


class Laoshi(OldShanghai):
    """Set points doubled by tai in every hand; losers settle among themselves."""

    id = "shanghai-laoshi"
    native = "上海の古い麻雀ルール: 老式・旧式"
    name = "Old Shanghai, first generation"
    tiles = SEASONS
    all_hands_shown = True
    options = (choice("base", 0, 10, 20, default=10),)
    elements = (
        Element("base", "底", "base", "0, 10 or 20 hu"),
        Element("minor_open_pung", "明刻", "open pung 2–8", "2 hu each"),
        Element("major_open_pung", "明刻", "open pung 1/9/honour", "4 hu each"),
        Element("minor_concealed_pung", "暗刻", "concealed pung 2–8", "4 hu each"),
        Element("major_concealed_pung", "暗刻", "concealed pung 1/9/honour", "8 hu each"),
        Element("minor_open_kong", "明槓", "open kong 2–8", "8 hu each"),
        Element("major_open_kong", "明槓", "open kong 1/9/honour", "16 hu each"),
        Element("minor_concealed_kong", "暗槓", "concealed kong 2–8", "16 hu each"),
        Element("major_concealed_kong", "暗槓", "concealed kong 1/9/honour", "32 hu each"),
        Element("dragon_pair", "中發白の対子", "pair of dragons", "winner 4 hu, loser 2 hu each"),
        Element("seat_wind_pair", "自分の風の対子", "pair of own wind", "winner 4 hu, loser 2 hu"),
        Element("flower", "花牌", "flowers laid out", "4 hu each"),
        Element("closed_wait", "カンチャン", "closed wait", "2 hu"),
        Element("edge_wait", "ペンチャン", "edge wait", "2 hu"),
        Element("pair_wait", "単騎待ち", "pair wait", "2 hu"),
        Element("self_draw", "自摸", "self-draw", "2 hu"),
        Element("dragon_pung", "中發白の刻子・槓子", "pung or kong of dragons", "1 tai each"),
        Element("seat_wind_pung", "自分の風", "pung or kong of the own wind", "1 tai"),
        Element("all_sequences", "平和", "all sequences", "1 tai"),
        Element("all_pungs", "対対和", "all pungs", "1 tai"),
        Element("mixed_one_suit", "混一色", "mixed one suit", "1 tai"),
        Element("pure_one_suit", "清一色", "pure one suit", "3 tai"),
        Element("seat_flower", "坐花", "own flower", "1 tai"),
        Element("flower_set", "四只花", "all four flowers", "2 tai"),
        Element("kong_draw", "槓頭開花", "win on a supplement", "1 tai"),
        Element("robbing_the_kong", "搶槓", "robbing the kong", "1 tai"),
    )

    def choices(self, won: Won) -> Iterator[Choice]:
        """Yield the readings: most points first, then most tai, then the wait listed first."""
        common = of_the_hand(won)
        common |= {"base": won.record.options["base"], "flower": len(won.flowers)}
        common |= of_flowers(won.seat_wind, won.flowers)
        for reading in of_sets(won):
            found = {**common, **_of_reading(won, reading)}
            counted = items(found, WINNER)
            hu, tai = sums(counted)
            yield Choice((hu << tai, tai, wait_rank(found, WINNER)), hu << tai, counted, reading)

    def losers(self, record: Record, win: Win) -> tuple[Scored, ...]:
        """Return what the three others hold."""
        seats = range(record.players)
        return tuple([_loser(record, seat) for seat in seats if seat != win.seat])

    def bill(self, won: Won, winner: Scored, losers: tuple[Scored, ...]) -> tuple[Payment, ...]:
        """Return what all pay the winner, and the losers each other; the banker doubles."""
        banker = won.record.state.banker
        made = Bill()
        for loser in losers:
            made.pay(loser.seat, winner.seat, winner.score << (banker in (loser.seat, winner.seat)))
        for low, high, owed in differences({loser.seat: loser.score for loser in losers}):
            made.pay(low, high, owed << (banker in (low, high)), "side")
        return tuple(made.rows)


def _of_reading(won: Won, reading: Reading) -> Found:
    found = {**of_the_reading(won, reading), **Counter(named(reading.parts, won.seat_wind))}
    is_narrow = not found.keys().isdisjoint(WAITS.values())
    scoring = DRAGONS | {won.seat_wind}
    return {**found, "all_sequences": not is_narrow and is_all_sequences(reading, scoring)}


def _loser(record: Record, seat: int) -> Scored:
    """Return the entry of a seat that did not win; a hand not shown holds nothing (D7)."""
    laid, wind = record.seats[seat], seat_wind(record, seat)
    parts = [*held(laid.hand or ()), *[meld.part() for meld in record.melds_after_robbing(seat)]]
    found = {
        **Counter(named(parts, wind)),
        "flower": len(laid.flowers),
        **of_flowers(wind, laid.flowers),
    }
    counted = items(found, LOSERS)
    hu, tai = sums(counted)
    return Scored(seat, hu << tai, "points", counted)


def sums(counted: Iterable[Item]) -> tuple[int, int]:
    """Return the hu and the tai of the items *counted*."""
    hu = tai = 0
    for item in counted:
        if item.id in TAI:
            tai += item.value
        else:
            hu += item.value
    return hu, tai


GAME: Final = Laoshi()
