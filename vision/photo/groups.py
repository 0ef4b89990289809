"""What the rows of a photograph are: a hand, sets laid down apart from it, single tiles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from rules.tiles import KIND, TILES, is_suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.detector import Spot
    from vision.types import SeenTile

_APART: Final = 0.5
"""Groups of a row lie further apart than this share of a tile's width."""
_BACK: Final = "0z"
_SET: Final = (3, 4)
_FLOWERS: Final = "fa"


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles of one row that lie together."""

    kind: str
    """`hand`, `chow`, `pung`, `kong`, `kong_concealed`, `flowers` or `tiles`."""
    row: int
    tiles: tuple[int, ...]
    """Places in the reading, from 0."""
    sideways: tuple[int, ...] = ()
    """Which of *tiles* lie across the row: claimed ones."""

    def to_json(self) -> dict[str, Any]:
        """Return the object that the command line shows."""
        return {
            "kind": self.kind,
            "row": self.row,
            "tiles": list(self.tiles),
            "sideways": list(self.sideways),
        }


def split(row: Sequence[int], spots: Sequence[Spot]) -> list[list[int]]:
    """Return *row*, places of *spots* in order, in parts that lie apart."""
    parts = [[row[0]]] if row else []
    for before, place in pairwise(row):
        if _gap(spots[before], spots[place]) > _APART:
            parts.append([])
        parts[-1].append(place)
    return parts


def _gap(one: Spot, other: Spot) -> float:
    """Return how far two neighbors of a row lie apart, in tile widths."""
    line = np.array([other.x - one.x, other.y - one.y])
    far = float(np.hypot(*line))
    along = line / max(far, 1e-6)
    return (far - _half(one, along) - _half(other, along)) / min(one.width, other.width)


def _half(spot: Spot, along: NDArray[np.float64]) -> float:
    """Return how far *spot* reaches from its middle in the direction *along*."""
    right = abs(along[0] * np.cos(spot.turn) + along[1] * np.sin(spot.turn))
    down = abs(along[1] * np.cos(spot.turn) - along[0] * np.sin(spot.turn))
    # The nearer edge counts: a row is crossed, not the diagonal of a tile.
    reach = [half / share for half, share in ((spot.width, right), (spot.height, down)) if share]
    return float(min(reach)) / 2


def group(row: int, places: Sequence[int], tiles: Sequence[SeenTile]) -> Group:
    """Return what the tiles at *places* of a photograph are, which lie together in *row*."""
    codes = [tiles[place].code for place in places]
    sideways = tuple(place for place in places if tiles[place].sideways)
    return Group(_kind(codes), row, tuple(places), sideways)


def _kind(codes: Sequence[str]) -> str:
    """Return what tiles of these *codes* are together; one misread tile does not make a set."""
    if any(code not in TILES for code in codes):
        return "tiles"
    if codes and all(code[1] in _FLOWERS for code in codes):
        return "flowers"
    if len(codes) not in _SET:
        return "hand" if len(codes) > max(_SET) else "tiles"
    faces = sorted(KIND[TILES[code]] for code in codes if code != _BACK)
    if len(set(faces)) == 1 and len(codes) == max(_SET):
        return "kong" if len(faces) == len(codes) else "kong_concealed"
    if len(faces) < len(codes):
        return "tiles"
    if len(set(faces)) == 1:
        return "pung"
    low = faces[0]
    is_run = faces == [low, low + 1, low + 2] and is_suit(faces[-1]) and low % 9 < 7
    return "chow" if is_run else "tiles"
