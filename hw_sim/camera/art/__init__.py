"""The simulator's own tile faces: two sets that training has never seen.

The sheets are our own drawings (`tools/draw_tile_faces.py`), lettered once in LXGW WenKai (`plain`)
and Aoyagi Soseki (`garden`); the program itself needs no font.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.art import dominoes, flower_cards
from hw_sim.camera.art.drawing import HEIGHT, WIDTH
from rules.tiles import CODES
from vision.geometry import TileSize

SETS: Final = ("plain", "garden")
"""`plain`: riichi, blank whites; `garden`: blue numerals, corner figures, framed whites."""

DRAWN: Final = {
    "hanafuda": flower_cards.faces,
    "dominoes": dominoes.faces,
}
"""Cards and dominoes, drawn when they are wanted."""

SIZES: Final[Mapping[str, TileSize]] = {
    "hanafuda": TileSize(33.0, 54.0, 1.2),
    "dominoes": TileSize(24.0, 58.0, 9.0),
}
"""A flower card and a Chinese domino, in millimetres."""


COLUMNS: Final = 10


@lru_cache(maxsize=4)
def faces(name: str) -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every face of the set *name*, 140×104×4, by tile code."""
    if name in DRAWN:
        return DRAWN[name]()
    if name not in SETS:
        raise ValueError(
            f"{name!r} is no tile set of ours: choose from {', '.join((*SETS, *DRAWN))}"
        )
    png = (resources.files(__name__) / f"{name}.png").read_bytes()
    sheet = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if sheet is None:
        raise ValueError(f"{name}.png is damaged: install the program again")
    ink_by_code = {}
    for place, code in enumerate(CODES[:-1]):
        y, x = HEIGHT * (place // COLUMNS), WIDTH * (place % COLUMNS)
        ink_by_code[code] = np.asarray(sheet[y : y + HEIGHT, x : x + WIDTH], np.uint8)
    return ink_by_code
