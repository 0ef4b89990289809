"""Shanghai's old people's rules (老式, 旧式): shanghai-laoshi.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.game import Options
from rules.games.shanghai.family import OldShanghai, all_sequences
from rules.guides import FlowerOrder
from rules.record.values import Record, Win
from rules.ruleset import choice, full_set
from rules.scoring import Row, Score, Table, WonHand, by_names, elements, seat_wind
from rules.scoring.kinds import full_flower_groups
from rules.scoring.set_points import (
    SETS_AND_PAIRS,
    TRIPLETS,
    differences,
    doubled_terms,
    element_names,
    pungs_and_pairs,
)
from rules.settle.settlement import Bill, Item, Payment, ScoredHand
from rules.settle.terms import Terms, compute, times
from rules.tiles import DRAGONS, FLOWERS, HONORS, WINDS

SEASONS: Final = MappingProxyType({**full_set(), **{f"{place}f": 1 for place in range(1, 5)}})
"""The set with four flowers only."""

TAI: Final = frozenset(
    (
        *("dragon_pung", "seat_wind_pung", "all_sequences", "all_pungs"),
        *("mixed_one_suit", "pure_one_suit", "seat_flower", "flower_set"),
        *("kong_draw", "robbing_the_kong"),
    )
)
"""The elements that double the hu."""

LOSERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **TRIPLETS,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        "flower": 4,
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "seat_flower": 1,
        "flower_set": 2,
    }
)
"""What every hand counts, in a loser's: hu, then tai."""


def is_all_sequences(hand: WonHand) -> bool:
    """平和: runs, a pair that counts nothing, and no narrow wait."""
    return hand.wait not in ("closed", "edge", "pair") and all_sequences(hand, hand.seat_wind)


ELEMENTS: Final = (
    Row("base", "底", "base", "0, 10 or 20 hu", lambda hand: hand.options["base"] > 0,
        worth=lambda hand: hand.options["base"]),
    *(replace(one, value=f"{one.value} each") for one in SETS_AND_PAIRS if one.id in TRIPLETS),
    Row("dragon_pair", "中發白の対子", "pair of dragons", "winner 4 hu, loser 2 hu each",
        lambda hand: hand.pair in DRAGONS, worth=lambda _: 4),
    Row("seat_wind_pair", "自分の風の対子", "pair of own wind", "winner 4 hu, loser 2 hu",
        lambda hand: hand.pair == hand.seat_wind, worth=lambda _: 4),
    Row("flower", "花牌", "flowers laid out", "4 hu each", lambda hand: len(hand.flowers)),
    Row("closed_wait", "カンチャン", "closed wait", "2 hu", elements.closed_wait),
    Row("edge_wait", "ペンチャン", "edge wait", "2 hu", elements.edge_wait),
    Row("pair_wait", "単騎待ち", "pair wait", "2 hu", elements.pair_wait),
    Row("self_draw", "自摸", "self-draw", "2 hu", elements.self_draw),
    Row("dragon_pung", "中發白の刻子・槓子", "pung or kong of dragons", "1 tai each",
        elements.dragon_pung),
    Row("seat_wind_pung", "自分の風", "pung or kong of the own wind", "1 tai",
        elements.seat_wind_pung),
    Row("all_sequences", "平和", "all sequences", "1 tai", is_all_sequences),
    Row("all_pungs", "対対和", "all pungs", "1 tai", elements.all_pungs),
    Row("mixed_one_suit", "混一色", "mixed one suit", "1 tai", elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", "3 tai", elements.pure_one_suit),
    Row("seat_flower", "坐花", "own flower", "1 tai", elements.seat_flower),
    Row("flower_set", "四只花", "all four flowers", "2 tai", elements.flower_set),
    Row("kong_draw", "槓頭開花", "win on a supplement", "1 tai", elements.supplement_draw),
    Row("robbing_the_kong", "搶槓", "robbing the kong", "1 tai", elements.robbing_the_kong),
)  # fmt: skip


def sums(items: Iterable[Item]) -> tuple[int, int]:
    """Return the hu and the tai of the *items*."""
    hu = tai = 0
    for item in items:
        if item.id in TAI:
            tai += item.value
        else:
            hu += item.value
    return hu, tai


def doubled_hu(items: Iterable[Item]) -> int:
    """Return the hu of the *items*, doubled by their tai."""
    hu, tai = sums(items)
    return hu << tai


by_wait: Final = by_names("closed_wait", "edge_wait", "pair_wait")


class Laoshi(OldShanghai):
    """Set points doubled by tai in every hand; losers settle among themselves."""

    guides = (FlowerOrder(),)
    id = "shanghai-laoshi"
    native = "老上海麻将・老式"
    name = "Old Shanghai, first generation"
    tiles = SEASONS
    all_hands_shown = True
    options = (choice("base", 0, 10, 20, default=10),)
    elements = ELEMENTS
    table = Table(ELEMENTS, total=doubled_hu)

    def rank(self, score: Score) -> Any:
        """Return most points, then most tai, then the wait listed first."""
        points, wait = by_wait(score)
        return points, sums(score.items)[1], wait

    def score_terms(self, options: Options, items: Sequence[Item]) -> Terms:  # noqa: ARG002 -- hook
        """Return the hu doubled by each tai."""
        return doubled_terms(items, TAI)

    def losers(self, record: Record, win: Win) -> tuple[ScoredHand, ...]:
        """Return what the three others hold."""
        seats = range(record.players)
        return tuple([_loser(record, seat) for seat in seats if seat != win.seat])

    def bill(self, record: Record, entries: Sequence[ScoredHand]) -> tuple[Payment, ...]:
        """Return what all pay the winner, and the losers each other; the banker doubles."""
        (winner, *losers), banker = entries, record.state.banker
        bill, double = Bill(), times("banker", 2)
        for loser in losers:
            is_double = banker in (loser.seat, winner.seat)
            due = (*winner.terms, double) if is_double else winner.terms
            bill.charge(loser.seat, winner.seat, due)
        for low, high, terms in differences({loser.seat: loser.score for loser in losers}):
            due = (*terms, double) if banker in (low, high) else terms
            bill.charge(low, high, due, "side")
        return tuple(bill.rows)


def _loser(record: Record, seat: int) -> ScoredHand:
    """Return the entry of a seat that did not win; a hand not shown holds nothing (D7)."""
    layout, wind = record.seats[seat], seat_wind(record, seat)
    parts = [
        *pungs_and_pairs(layout.hand or ()),
        *[meld.part() for meld in record.melds_after_robbing(seat)],
    ]
    groups = full_flower_groups(layout.flowers)
    loose = set(layout.flowers).difference(*groups)
    counts = Counter(element_names(parts, wind))
    counts["flower"] = len(layout.flowers)
    counts["flower_set"] = len(groups)
    counts["seat_flower"] = sum((one - FLOWERS) % len(WINDS) == wind - HONORS for one in loose)
    items = [Item(name, counts[name] * worth) for name, worth in LOSERS.items() if counts[name]]
    terms = doubled_terms(items, TAI)
    return ScoredHand(seat, compute(terms), "points", tuple(items), terms=terms)


GAME: Final = Laoshi()
