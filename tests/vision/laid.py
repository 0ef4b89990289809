"""A row of tiles drawn flat, to look at single tiles of it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from hw_sim.camera.art import faces
from hw_sim.camera.solids import Material, face_on_body
from vision.recognise.detector import Spot

LEFT, TOP, WIDE, GAP = 60, 90, 96, 6


def row(codes: Sequence[str], high: int) -> tuple[np.ndarray, list[Spot]]:
    """Return a picture of the tiles *codes* on green cloth, so *high*, and where they are."""
    pitch = WIDE + GAP
    picture = np.full((TOP + high + 90, LEFT * 2 + pitch * len(codes), 3), (60, 110, 40), np.uint8)
    for place, code in enumerate(codes):
        left = LEFT + place * pitch
        top = face_on_body(faces("plain")[code], Material())[:, :, :3]
        picture[TOP : TOP + high, left : left + WIDE] = cv2.resize(top, (WIDE, high))
    middles = [LEFT + place * pitch + WIDE / 2 for place in range(len(codes))]
    return picture, [Spot(x, TOP + high / 2, WIDE, high, 0.0, 0.9) for x in middles]
