"""Seven pairs and a pung (嚦咕嚦咕): taiwan-common.md, "Winning" and D13."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, PUNGS, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.hands.waits import Waits

TILES: Final = 17
PARTS: Final = 8
"""Seven pairs and a pung."""
COPIES: Final = 4
PUNG: Final = 3


def is_pairs_and_pung(kinds: Sequence[int]) -> bool:
    """Return whether *kinds* are seven pairs and a pung; four alike are two of the pairs."""
    if len(kinds) != TILES:
        return False
    counts = list(Counter(kinds).values())
    return counts.count(PUNG) == 1 and 1 not in counts


def waits(hand: Sequence[int]) -> Waits:
    """Return the kinds that make seven pairs and a pung of the sixteen in *hand*."""
    counts = Counter(hand)
    return {
        kind: frozenset(("pung" if count == PUNG - 1 else "pair",))
        for kind, count in counts.items()
        if count < COPIES and is_pairs_and_pung((*hand, kind))
    }


def readings(kinds: Sequence[int], last: int, *, taken: bool) -> Iterator[Reading]:
    """Yield *kinds* as pairs and a pung, with every place of the winning tile, one of *last*."""
    parts: list[Part] = []
    for kind, count in sorted(Counter(kinds).items()):
        parts += [PUNGS[kind]] if count == PUNG else [PAIRS[kind]] * (count // 2)
    yield from Reading(tuple(parts)).placements(last, taken=taken)
