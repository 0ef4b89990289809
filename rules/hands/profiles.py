"""Which pieces of a suit are worth the same: for games whose runs count nothing by themselves.

With wild tiles a hand has hundreds of divisions, most of which differ only in where their
runs lie. An equivalence gives the feature that `rules.hands.divide.profiles` keeps apart.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from rules.hands.divide import Piece
from rules.hands.shapes import Part
from rules.hands.waits import way
from rules.tiles import HONORS

TILES_OF_A_SET = 3


@dataclass(frozen=True, slots=True, eq=False)
class Equivalence:
    """Tells pieces apart by their pungs and pair, by whether there are runs, and by the wait."""

    kinds: tuple[int, ...] | None
    """What the winning tile may be; `None` for any that a wild tile stands for."""

    def feature(self, piece: Piece) -> Hashable:
        """Return what matters of *piece*; those that are alike in it are worth the same."""
        last = piece.wilds if self.kinds is None else self.kinds
        return (
            not piece.parts,
            any(part.is_run for part in piece.parts),
            tuple(sorted([_label(part) for part in piece.parts if not part.is_run])),
            frozenset(
                way(part, kind) if part.is_run else _label(part)
                for kind in last
                for part in piece.parts
                if kind in part.kinds
            ),
        )

    def feature_with_wild_pungs(self, piece: Piece) -> Hashable:
        """Return the feature, and whether a pung is of wild tiles alone."""
        return self.feature(piece), any(
            part.is_triplet and piece.wilds.count(part.kind) >= TILES_OF_A_SET
            for part in piece.parts
        )


def _label(part: Part) -> tuple[bool, int]:
    """Return what a pung or pair is worth something for: its own kind, or its rank's class."""
    return part.is_pair, part.kind if part.kind >= HONORS else -1 - part.has_terminal


@lru_cache(maxsize=1 << 10)
def equivalence(kinds: tuple[int, ...] | None) -> Equivalence:
    """Return the one equivalence for a winning tile that may be *kinds*."""
    return Equivalence(kinds)
