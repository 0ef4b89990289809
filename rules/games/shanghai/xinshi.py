"""Shanghai's new style (新式), the popular form with more elements: shanghai-xinshi.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rules.errors import Reason
from rules.games.shanghai.liuxing import ELEMENTS as POPULAR
from rules.games.shanghai.liuxing import Liuxing, by_wait
from rules.hands.shapes import Reading
from rules.hands.special import seven_pairs, unrelated_tiles
from rules.scoring import Row, Score, Table, WonHand, elements, readings
from rules.tiles import HONORS, KINDS

ALL_HONORS: Final = frozenset(range(HONORS, KINDS))
FIVE: Final = 4
"""The rank of a five, counted from 0."""
RANKS: Final = 9


def is_of_sets(hand: WonHand) -> bool:
    """Return whether the hand is read in sets."""
    return hand.reading.completed is not None


def is_unrelated(hand: WonHand) -> bool:
    """Return whether the hand is fourteen unrelated tiles."""
    return hand.pair is None


def of_tiles(holds: Callable[[WonHand], bool]) -> Callable[[WonHand], bool]:
    """Return whether an element holds that unrelated tiles never have."""
    return lambda hand: not is_unrelated(hand) and holds(hand)


def pure_double_sequence(hand: WonHand) -> int:
    """一般高: how many runs are there twice; what three of a kind make comes first (D1)."""
    times = list(elements.times(hand).values())
    return 0 if elements.pure_triple_sequence(hand) else times.count(2)


def mixed_double_sequence(hand: WonHand) -> int:
    """喜相逢: how many runs are alike in two suits, unless some are in all three (D1)."""
    if elements.three_similar_sequences(hand):
        return 0
    times = elements.times(hand)
    alike = [sorted(times.get(first + rank, 0) for first in (0, 9, 18)) for rank in range(RANKS)]
    return sum(second for _, second, _ in alike)


def has_all_honors(hand: WonHand) -> bool:
    """Return whether all seven honors are among the tiles."""
    return ALL_HONORS.issubset(hand.concealed)


ELEMENTS: Final = (
    *POPULAR,
    Row("all_simples", "断么九", "all simples", 1, of_tiles(elements.all_simples)),
    Row("outside_hand", "全么九 (全帯么)", "terminal or honour everywhere", 1,
        lambda hand: is_of_sets(hand) and elements.outside_hand(hand)),
    Row("pure_double_sequence", "一般高", "two equal sequences", 1, pure_double_sequence),
    Row("mixed_double_sequence", "喜相逢", "two alike in two suits", 1, mixed_double_sequence),
    Row("pure_triple_sequence", "両般高", "three equal sequences", 2,
        elements.pure_triple_sequence),
    Row("three_similar_sequences", "双相逢", "alike in three suits", 2,
        elements.three_similar_sequences),
    Row("straight", "清龍", "straight", 2, elements.straight),
    Row("mixed_straight", "混龍", "mixed straight", 1, elements.mixed_straight),
    Row("concealed_hand", "門前清", "concealed hand", 1,
        lambda hand: hand.is_concealed and not hand.win.is_self_draw),
    Row("fully_concealed_self_draw", "不求人", "fully concealed", 2,
        elements.fully_concealed_self_draw),
    Row("two_suits", "欠一門", "two suits", 1, of_tiles(elements.two_suits)),
    Row("no_honors_no_flowers", "無字無花", "no honours, no flowers", 1,
        of_tiles(elements.no_honors_no_flowers)),
    Row("thirteen_unrelated", "十三不搭", "thirteen unrelated", 1,
        lambda hand: is_unrelated(hand) and not has_all_honors(hand)),
    Row("seven_stars", "七星聚会", "seven stars", 2,
        lambda hand: is_unrelated(hand) and has_all_honors(hand)),
    Row("seven_pairs", "七対子", "seven pairs", 1,
        lambda hand: not is_of_sets(hand) and not is_unrelated(hand)),
    Row("all_types", "五門全", "all five types", 1, of_tiles(elements.all_types)),
    Row("closed_wait_on_five", "嵌中心", "closed wait on five", 1,
        lambda hand: elements.closed_wait(hand) and hand.tile % RANKS == FIVE),
)  # fmt: skip


class Xinshi(Liuxing):
    """The popular form with more elements, seven pairs and unrelated tiles."""

    id = "shanghai-xinshi"
    native = "老上海麻将・新式"
    name = "Old Shanghai, new style"
    shape = Reason("yiwu_shape")
    elements = ELEMENTS
    table = Table(ELEMENTS)

    def is_won(self, hand: WonHand) -> bool:
        """Return whether the tiles have a shape that wins."""
        return hand.is_complete or any(True for _ in _loose(hand))

    def readings(self, hand: WonHand) -> Iterator[WonHand]:
        """Yield the readings in sets, then in pairs and unrelated tiles."""
        yield from readings(hand)
        yield from _loose(hand)

    def rank(self, score: Score) -> Any:
        """Return most tai, sets before pairs, then most elements, then the wait listed first."""
        tai, wait = by_wait(score)
        return tai, is_of_sets(score.hand), len(score.items), wait


def _loose(hand: WonHand) -> Iterator[WonHand]:
    if hand.melds:
        return
    for parts in (seven_pairs(hand.concealed), unrelated_tiles(hand.concealed)):
        if parts:
            yield hand.read(Reading(parts))


GAME: Final = Xinshi()
