"""Shanghai's new style (新式), the popular form with more elements: shanghai-xinshi.md."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rules.games.shanghai.family import Choice, items, of_flowers, of_the_hand, wait_rank
from rules.games.shanghai.liuxing import Liuxing, of_one_reading, score, tai_of
from rules.hands.reading import Reading, is_middle_wait
from rules.hands.special import seven_pairs, unrelated
from rules.ruleset import Element
from rules.scoring.kinds import DRAGONS, WINDS
from rules.scoring.won_hand import HONOR_SUIT, SETS, of_sets
from rules.tiles import HONORS, KINDS, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rules.games.shanghai.family import Found
    from rules.scoring.won_hand import Won

SUITS: Final = frozenset(range(HONOR_SUIT))
ALL_HONORS: Final = frozenset(range(HONORS, KINDS))
FIVE: Final = 4
"""The rank of a five, counted from 0."""
RANKS: Final = 9

OF_TILES: Final[Mapping[str, Callable[[Won], bool]]] = {
    "all_simples": lambda won: all(k < HONORS and not is_terminal(k) for k in won.kinds),
    "two_suits": lambda won: len(won.suits) == 2 and HONOR_SUIT not in won.suits,
    "no_honors_no_flowers": lambda won: HONOR_SUIT not in won.suits and not won.flowers,
    "all_types": lambda won: (
        won.suits >= SUITS and not WINDS.isdisjoint(won.kinds) and not DRAGONS.isdisjoint(won.kinds)
    ),
}
"""Elements of sets and of seven pairs that no division changes."""


class Xinshi(Liuxing):
    """The popular form with more elements, seven pairs and unrelated tiles."""

    id = "shanghai-xinshi"
    native = "上海の古い麻雀ルール: 新式"
    name = "Old Shanghai, new style"
    shapes = f"{SETS} sets and a pair, seven pairs or unrelated tiles"
    elements = (
        *Liuxing.elements,
        Element("all_simples", "断么九", "all simples", 1),
        Element("outside_hand", "全么九 (全帯么)", "terminal or honour everywhere", 1),
        Element("pure_double_sequence", "一般高", "two equal sequences", 1),
        Element("mixed_double_sequence", "喜相逢", "two alike in two suits", 1),
        Element("pure_triple_sequence", "両般高", "three equal sequences", 2),
        Element("three_similar_sequences", "双相逢", "alike in three suits", 2),
        Element("straight", "清龍", "straight", 2),
        Element("mixed_straight", "混龍", "mixed straight", 1),
        Element("concealed_hand", "門前清", "concealed hand", 1),
        Element("fully_concealed_self_draw", "不求人", "fully concealed", 2),
        Element("two_suits", "欠一門", "two suits", 1),
        Element("no_honors_no_flowers", "無字無花", "no honours, no flowers", 1),
        Element("thirteen_unrelated", "十三不搭", "thirteen unrelated", 1),
        Element("seven_stars", "七星聚会", "seven stars", 2),
        Element("seven_pairs", "七対子", "seven pairs", 1),
        Element("all_types", "五門全", "all five types", 1),
        Element("closed_wait_on_five", "嵌中心", "closed wait on five", 1),
    )
    tai = tai_of(elements)

    def is_won(self, won: Won) -> bool:
        """Return whether the tiles have a shape that wins."""
        return super().is_won(won) or any(True for _ in _loose(won))

    def choices(self, won: Won) -> Iterator[Choice]:
        """Yield the readings: most tai first, sets before pairs, then most elements."""
        for found, reading in self._readings(won):
            counted = items(found, self.tai)
            tai = sum(item.value for item in counted)
            rank = (tai, reading.completed is not None, len(counted), wait_rank(found, self.tai))
            yield Choice(rank, score(won, counted), counted, reading)

    def _readings(self, won: Won) -> Iterator[tuple[Found, Reading]]:
        common = {**of_the_hand(won), **of_flowers(won.seat_wind, won.flowers)}
        if won.is_concealed:
            is_drawn = won.win.is_self_draw
            common["fully_concealed_self_draw" if is_drawn else "concealed_hand"] = 1
        tiles = {name: 1 for name, judge in OF_TILES.items() if judge(won)}
        for reading in of_sets(won):
            yield {**common, **tiles, **_of_reading(won, reading)}, reading
        for name, reading in _loose(won):
            of_tiles = tiles if name == "seven_pairs" else {}
            yield {**common, **of_tiles, name: 1}, reading


def _loose(won: Won) -> Iterator[tuple[str, Reading]]:
    if won.melds:
        return
    if pairs := seven_pairs(won.concealed):
        yield "seven_pairs", Reading(pairs)
    if singles := unrelated(won.concealed):
        has_all = ALL_HONORS.issubset(won.concealed)
        yield "seven_stars" if has_all else "thirteen_unrelated", Reading(singles)


def _of_reading(won: Won, reading: Reading) -> Found:
    assert reading.completed is not None
    is_on_five = won.tile % RANKS == FIVE and is_middle_wait(reading.completed, won.tile)
    return {
        **of_one_reading(won, reading),
        **of_runs(tuple(sorted([item.kind for item in reading.parts if item.is_run]))),
        "outside_hand": all(item.has_terminal or item.is_honor for item in reading.parts),
        "closed_wait_on_five": is_on_five,
    }


@lru_cache(maxsize=1 << 14)
def of_runs(kinds: tuple[int, ...]) -> Mapping[str, int]:
    """Return the elements that the runs beginning at *kinds*, ascending, make.

    What three runs of a kind make comes first, and no fourth run is left that could
    make the lower element with another one (D1).
    """
    times = Counter(kinds)
    similar = [sorted(times[suit * RANKS + rank] for suit in SUITS) for rank in range(RANKS)]
    has_triple = max(times.values(), default=0) > 2
    has_similar = any(fewest for fewest, _, _ in similar)
    return {
        "pure_triple_sequence": has_triple,
        "pure_double_sequence": not has_triple and list(times.values()).count(2),
        "three_similar_sequences": has_similar,
        "mixed_double_sequence": not has_similar and sum(second for _, second, _ in similar),
        "straight": any(times.keys() >= {low, low + 3, low + 6} for low in (0, 9, 18)),
        "mixed_straight": _is_mixed_straight(times),
    }


def _is_mixed_straight(runs: Mapping[int, int]) -> bool:
    suits = [{kind // RANKS for kind in runs if kind % RANKS == rank} for rank in (0, 3, 6)]
    return any(
        first in suits[0] and second in suits[1] and SUITS - {first, second} <= suits[2]
        for first in SUITS
        for second in SUITS - {first}
    )


GAME: Final = Xinshi()
