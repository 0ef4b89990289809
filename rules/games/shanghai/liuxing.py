"""Shanghai's popular form (流行式): shanghai-liuxing.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rules.game import Options
from rules.games.shanghai.family import OldShanghai, all_sequences
from rules.guides import FlowerOrder
from rules.record.values import Record
from rules.ruleset import Element, Figure, number
from rules.scoring import Row, Score, Table, by_names, elements
from rules.settle.settlement import Bill, Item, Payment, ScoredHand, doubles
from rules.settle.terms import Terms, add, times

EXPOSED_SETS: Final = 3
"""Number of exposed sets of a suit that warns everyone of the pure one suit."""

ELEMENTS: Final = (
    Row("dragon_pung", "中發白の刻子", "pung or kong of dragons", 1, elements.dragon_pung),
    Row("all_sequences", "平和", "all sequences", 1,
        lambda hand: all_sequences(hand, hand.seat_wind, hand.round_wind)),
    Row("all_pungs", "対対和", "all pungs", 2, elements.all_pungs),
    Row("mixed_one_suit", "混一色", "mixed one suit", 2, elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", 4, elements.pure_one_suit),
    Row("edge_wait", "辺張", "edge wait", 1, elements.edge_wait),
    Row("closed_wait", "嵌張", "closed wait", 1, elements.closed_wait),
    Row("pair_wait", "単釣", "pair wait", 1, elements.pair_wait),
    Row("seat_wind_pung", "坐風", "pung or kong of the seat wind", 1, elements.seat_wind_pung),
    Row("round_wind_pung", "圏風", "pung or kong of the round wind", 1,
        elements.round_wind_pung),
    Row("seat_flower", "坐花", "own flower", 1, elements.seat_flower),
    Row("flower_set", "四只花", "four flowers", 2, elements.flower_set),
    Row("kong_draw", "槓頭開花", "win on a supplement", 1, elements.supplement_draw),
    Row("robbing_the_kong", "搶槓和", "robbing the kong", 1, elements.robbing_the_kong),
)  # fmt: skip

by_wait: Final = by_names("edge_wait", "closed_wait", "pair_wait")
"""Rank by tai, then by the wait listed first."""


class Liuxing(OldShanghai):
    """A fixed number of points for the winner, doubled by each tai; one pays double."""

    guides = (FlowerOrder(),)
    id = "shanghai-liuxing"
    native = "老上海麻将・流行式"
    name = "Old Shanghai, popular form"
    options = (number("base_points", 1, at_least=1),)
    elements: ClassVar[tuple[Element, ...]] = ELEMENTS
    table = Table(ELEMENTS)
    value_figures = (Figure("tai"),)
    needs_tiles = ("pure_one_suit",)

    def rank(self, score: Score) -> Any:
        """Return most tai, then the wait listed first."""
        return by_wait(score)

    def score_terms(self, options: Options, items: Sequence[Item]) -> Terms:
        """Return the fixed points doubled by each tai."""
        return (add("base", options["base_points"]), *doubles(items))

    def bill(self, record: Record, entries: Sequence[ScoredHand]) -> tuple[Payment, ...]:
        """Return what all pay the winner: the discarder, or everyone for a self-draw, double."""
        (win,), bill, terms = record.wins, Bill(), entries[0].terms
        doubled_terms = (*terms, times("self_draw" if win.is_self_draw else "discarder", 2))
        for seat in range(record.players):
            is_double = win.is_self_draw or seat == win.source
            bill.charge(seat, win.seat, doubled_terms if is_double else terms)
        is_fed = win.by == "discard" and feeds_pure_suit(record, entries[0])
        if is_fed and win.source is not None:
            bill.assign(win.source)
        return tuple(bill.rows)


def feeds_pure_suit(record: Record, entry: ScoredHand) -> bool:
    """Return whether three sets lie exposed in a hand of one suit: "Liability", D6."""
    exposed_count = sum(meld.is_exposed for meld in record.seats[entry.seat].melds)
    is_pure = any(item.id == "pure_one_suit" for item in entry.items)
    return is_pure and exposed_count >= EXPOSED_SETS


GAME: Final = Liuxing()
