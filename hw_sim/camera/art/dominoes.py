"""The 21 kinds of Chinese dominoes: pips, the ones and fours red. Codes as in `tien-gow.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.art.drawing import Drawing, disc, paint
from vision.geometry import Point

SIZE: Final = (48.0, 116.0)
"""Width and height of a domino's sheet: two units a millimetre."""
_RED: Final = "#cd2228"
_BLACK: Final = "#1a1a1c"
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


def domino(code: str) -> Drawing:
    """Return the pips of the domino *code* on a sheet of `SIZE`, the smaller half on top."""
    wide, tall = SIZE[0] / 2, SIZE[1] / 2
    discs = []
    for half, middle in zip(code.split("-"), (-0.5, 0.5), strict=True):
        pips = int(half)
        color = _RED if pips in (1, 4) or (code == "6-6" and middle > 0) else _BLACK
        radius = wide * (0.26 if pips == 1 else 0.17)
        for x, y in PIPS[pips]:
            discs.append(disc(color, wide * (1 + x), tall * (1 + middle + 0.44 * y), radius))
    return discs


def faces() -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every kind, 140×104×4, by its code."""
    return {code: paint(domino(code), {}, SIZE) for code in CODES}
