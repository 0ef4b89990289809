"""The 21 kinds of Chinese dominoes: pips, the ones and fours red. Codes as in `tien-gow.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.ink import Ink, Point

_RED: Final = (40.0, 34.0, 205.0)
_BLACK: Final = (28.0, 26.0, 26.0)
_COLUMN: Final = 0.46

PIPS: Final[Mapping[int, tuple[Point, ...]]] = {
    1: ((0.0, 0.0),),
    2: ((0.0, -0.6), (0.0, 0.6)),
    3: ((-_COLUMN, -0.65), (0.0, 0.0), (_COLUMN, 0.65)),
    4: ((-_COLUMN, -0.5), (_COLUMN, -0.5), (-_COLUMN, 0.5), (_COLUMN, 0.5)),
    5: ((-_COLUMN, -0.65), (_COLUMN, -0.65), (0.0, 0.0), (-_COLUMN, 0.65), (_COLUMN, 0.65)),
    6: tuple((x, y) for x in (-_COLUMN, _COLUMN) for y in (-0.7, 0.0, 0.7)),
}
"""Where the pips of a half lie: x as on the face, y from −1 to 1 over the half."""

CODES: Final = tuple(f"{low}-{high}" for low in range(1, 7) for high in range(low, 7))


def faces() -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every kind, 140×104×4, by its code: the smaller half on top."""
    return {code: _domino(int(code[0]), int(code[2])) for code in CODES}


def _domino(upper: int, lower: int) -> NDArray[np.uint8]:
    ink = Ink()
    for pips, middle in ((upper, -0.5), (lower, 0.5)):
        color = _RED if pips in (1, 4) or ((upper, lower) == (6, 6) and middle > 0) else _BLACK
        radius = 0.26 if pips == 1 else 0.17
        for x, y in PIPS[pips]:
            ink.oval((x, middle + 0.44 * y), (radius, radius * 0.56), 0.0, color)
    return ink.face()
