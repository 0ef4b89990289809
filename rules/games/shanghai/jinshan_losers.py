"""What the hands of those count who did not win in Jinshan: jinshan.md, "Payment"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.hands.shapes import PAIRS, PUNGS, Part
from rules.record.values import Record
from rules.scoring import seat_wind
from rules.scoring.kinds import full_flower_groups
from rules.scoring.set_points import TRIPLETS, doubled_terms, element_names, pungs_and_pairs
from rules.settle.settlement import Item, ScoredHand
from rules.tiles import DRAGONS, FLOWERS, HONORS, Tile

UNIT: Final = "points"
LOSERS_HU: Final[Mapping[str, int]] = MappingProxyType(
    {"flower": 4, "dragon_pair": 2, "seat_wind_pair": 2, **TRIPLETS}
)
LOSERS_TAI: Final[Mapping[str, int]] = MappingProxyType(
    {"seat_flower": 1, "flower_set": 2, "dragon_pung": 1, "seat_wind_pung": 1}
)
"""What every hand counts, in a loser's too: points, and how often they are doubled."""


def worth(names: Iterable[str]) -> tuple[int, int]:
    """Return the hu and the tai of the elements *names*, which may come more than once."""
    hu = tai = 0
    for name in names:
        if name in LOSERS_HU:
            hu += LOSERS_HU[name]
        else:
            tai += LOSERS_TAI[name]
    return hu, tai


def loser(record: Record, seat: int, wild: Set[Tile]) -> ScoredHand:
    """Return the entry of a seat that did not win; a hand not shown holds nothing (D7).

    Its *wild* tiles stand for what counts most.
    """
    layout, wind = record.seats[seat], seat_wind(record, seat)
    table = Counter(element_names([meld.part() for meld in record.melds_after_robbing(seat)], wind))
    table["flower"] = len({*layout.flowers})
    if full_flower_groups(layout.flowers):
        table["flower_set"] = 1
    elif wind - HONORS + FLOWERS in layout.flowers:
        table["seat_flower"] = 1
    hand = [tile for tile in layout.hand or () if tile not in wild]
    wilds = len(layout.hand or ()) - len(hand)
    choices = _with_wilds(hand, wilds, wind) if wilds else (tuple(pungs_and_pairs(hand)),)
    hu, tai = worth(table.elements())

    def points(parts: Iterable[Part]) -> int:
        more, doubles = worth(element_names(parts, wind))
        return hu + more << tai + doubles

    most = max(choices, key=points)
    counts = table + Counter(element_names(most, wind))
    values = {**LOSERS_HU, **LOSERS_TAI}
    items = [Item(name, values[name] * counts[name]) for name in values if counts[name]]
    return ScoredHand(
        seat, points(most), UNIT, tuple(items), terms=doubled_terms(items, LOSERS_TAI)
    )


class _Use(NamedTuple):
    """What some kinds of a loser's hand count, and how many wild tiles they take for it."""

    wilds: int
    hu: int
    tai: int


def _with_wilds(hand: list[Tile], wilds: int, wind: int) -> Iterable[tuple[Part, ...]]:
    """Return ways to make pungs and scoring pairs of *hand* and *wilds* wild tiles (D13).

    Of ways that count the same and take as many wild tiles only the first is kept.
    """
    pairing = DRAGONS | {wind}
    counts: Counter[int] = Counter(hand)
    uses: dict[_Use, tuple[Part, ...]] = {_Use(0, 0, 0): ()}
    for kind in sorted({*hand, *pairing}):
        ways = list(_ways(kind, counts[kind], wilds, is_pairing=kind in pairing))
        next_uses: dict[_Use, tuple[Part, ...]] = {}
        for (use, so_far), (spent, parts) in product(uses.items(), ways):
            if use.wilds + spent <= wilds:
                hu, tai = worth(element_names(parts, wind))
                now = _Use(use.wilds + spent, use.hu + hu, use.tai + tai)
                next_uses.setdefault(now, so_far + parts)
        uses = next_uses
    return uses.values()


def _ways(
    kind: int, count: int, wilds: int, *, is_pairing: bool
) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Yield what *count* tiles of *kind* and up to *wilds* wild ones are, and how many they take.

    Pairs count only where *is_pairing*.
    """
    for spent in range(wilds + 1):
        tiles = count + spent
        for pungs in range(tiles // 3 + 1):
            pairs = (tiles - 3 * pungs) // 2 if is_pairing else 0
            yield spent, (PUNGS[kind],) * pungs + (PAIRS[kind],) * pairs
