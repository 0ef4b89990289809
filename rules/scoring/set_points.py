"""Set points (胡) of hands that count whoever wins, and the losers' settlement.

Elements have the same names in every game that counts so: taizhou.md, jinshan.md,
shanghai-laoshi.md, "Scoring elements". What else a hand counts is each game's table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from types import MappingProxyType
from typing import Final

from rules.hands.shapes import PAIRS, PUNGS, Part
from rules.scoring.best import Row
from rules.scoring.won_hand import WonHand
from rules.settle.settlement import Item, adds, doubles
from rules.settle.terms import Terms, add
from rules.tiles import DRAGONS

_TRIPLETS: Final = (
    ("minor_open_pung", "明刻", "open pung 2–8", 2),
    ("major_open_pung", "明刻", "open pung 1/9/honour", 4),
    ("minor_concealed_pung", "暗刻", "concealed pung 2–8", 4),
    ("major_concealed_pung", "暗刻", "concealed pung 1/9/honour", 8),
    ("minor_open_kong", "明槓", "open kong 2–8", 8),
    ("major_open_kong", "明槓", "open kong 1/9/honour", 16),
    ("minor_concealed_kong", "暗槓", "concealed kong 2–8", 16),
    ("major_concealed_kong", "暗槓", "concealed kong 1/9/honour", 32),
)
TRIPLETS: Final[Mapping[str, int]] = MappingProxyType({name: hu for name, *_, hu in _TRIPLETS})
"""What pungs and kongs usually count."""

TILES_OF_A_PAIR: Final = 2


@cache
def triplet(item: Part) -> str:
    """Return the element that the pung or kong *item* is; 1, 9 and honors are major."""
    worth = "major" if item.has_terminal or item.is_honor else "minor"
    look = "open" if item.exposed else "concealed"
    return f"{worth}_{look}_{'kong' if item.is_kong else 'pung'}"


def triplets(name: str) -> Callable[[WonHand], int]:
    """Return how many pungs and kongs of a hand `triplet` calls so."""
    return lambda hand: sum([item.is_triplet and triplet(item) == name for item in hand.parts])


SETS_AND_PAIRS: Final = (
    Row("dragon_pair", "中發白の対子", "pair of dragons", "2 hu",
        lambda hand: hand.pair in DRAGONS),
    Row("seat_wind_pair", "自分の風の対子", "pair of own wind", "2 hu",
        lambda hand: hand.pair == hand.seat_wind),
    *(Row(name, term, words, f"{hu} hu", triplets(name)) for name, term, words, hu in _TRIPLETS),
)  # fmt: skip
"""The elements of sets and pairs where they count the usual points."""


def element_names(parts: Iterable[Part], wind: int) -> Iterator[str]:
    """Yield the elements that sets and pairs are in every hand, *wind* being the seat's own."""
    for item in parts:
        if item.is_triplet:
            yield triplet(item)
            if item.kind in DRAGONS:
                yield "dragon_pung"
            if item.kind == wind:
                yield "seat_wind_pung"
        elif item.is_pair and item.kind in DRAGONS:
            yield "dragon_pair"
        elif item.is_pair and item.kind == wind:
            yield "seat_wind_pair"


def pungs_and_pairs(hand: Iterable[int]) -> Iterator[Part]:
    """Yield the pungs (three or four alike) and pairs in a *hand* that did not win."""
    for kind, count in Counter(hand).items():
        if count > TILES_OF_A_PAIR:
            yield PUNGS[kind]
        elif count == TILES_OF_A_PAIR:
            yield PAIRS[kind]


def doubled_terms(items: Sequence[Item], tai: Container[str]) -> Terms:
    """Return how the hu of *items*, doubled by those that are *tai*, come about."""
    hu = adds(item for item in items if item.id not in tai)
    return (*hu, *doubles(item for item in items if item.id in tai))


def differences(points: Mapping[int, int]) -> Iterator[tuple[int, int, Terms]]:
    """Yield who of the seats with *points* owes whom how many of them: the lower the higher."""
    for low, high in permutations(points, 2):
        if points[low] < points[high]:
            hands = ((high, points[high]), (low, -points[low]))
            yield (
                low,
                high,
                tuple([add("hand", worth, seat=seat) for seat, worth in hands if worth]),
            )
