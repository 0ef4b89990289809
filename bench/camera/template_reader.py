"""A plain template-matching recogniser, to measure ours beside: no learning, no training.

Where tiles lie it is told by our localiser; each is compared with the faces of one known set by
normalised correlation, as a weekend's OpenCV would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera import art
from hw_sim.camera.solids import Material, face_on_body
from vision.photo import find, in_rows
from vision.recognise import cut
from vision.types import Image, TileReading

_SIDE: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """The faces of a set, each a normalised row of pixels."""

    codes: tuple[str, ...]
    rows: NDArray[np.float32]

    @classmethod
    def of(cls, name: str) -> Templates:
        """Return the templates of the drawn set *name*, both ways up."""
        codes, rows = [], []
        for code, ink in art.faces(name).items():
            top = cv2.resize(face_on_body(ink, Material())[:, :, :3], (_SIDE, _SIDE))
            for way in (top, top[::-1, ::-1]):
                codes.append(code)
                rows.append(_normal(np.asarray(way, np.uint8)))
        return cls(tuple(codes), np.stack(rows))

    def name(self, crops: NDArray[np.uint8]) -> list[tuple[str, float]]:
        """Return the likest face of each of *crops*, N×64×64×3, and how like it is."""
        matches = []
        for crop in crops:
            like = self.rows @ _normal(crop)
            best = int(like.argmax())
            matches.append((self.codes[best], float(np.clip(like[best], 0, 1))))
        return matches


def _normal(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return *crop* grey, small, without its mean and of length 1."""
    small = cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (32, 32)).astype(np.float32)
    row = small.ravel() - small.mean()
    return np.asarray(row / max(1e-6, float(np.linalg.norm(row))), np.float32)


def read(image: Image, templates: Templates) -> list[TileReading]:
    """Return the tiles of *image* in reading order, as template matching sees them."""
    spots = find(image)
    if not spots:
        return []
    crops = cut(image, np.stack([spot.quad() for spot in spots]))
    names = templates.name(crops)
    tiles = []
    for row in in_rows(spots):
        for place in row:
            code, like = names[place]
            a, b, c, d = ((float(x), float(y)) for x, y in spots[place].quad())
            tiles.append(TileReading(code, like, (a, b, c, d)))
    return tiles
