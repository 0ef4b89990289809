"""How well the table is lit, measured in the camera's picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused
from vision.errors import VisionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIELDS: Final = 3
"""The picture is measured in three by three fields."""
DARK: Final = 40.0
"""Mean brightness, 0 to 255, below which pips and strokes drown in noise: of 80 licensed
photographs of tables the darkest has 118, the simulated camera's dark felt 50, and both read."""
GLARE: Final = 0.02
"""Share of burnt-out pixels above which a lamp is mirrored by the tiles; 95 of 100 photographs
have less."""
UNEVEN: Final = 2.5
"""How many times as bright the brightest field may be as the darkest; 95 of 100 photographs stay
below 2."""
BURNT: Final = 250
"""Brightness, of 255, from which a pixel is burnt out."""


class Verdict(StrEnum):
    """What the light needs."""

    GOOD = "good"
    DARK = "dark"
    GLARE = "glare"
    UNEVEN = "uneven"


@dataclass(frozen=True, slots=True)
class Light:
    """What was measured."""

    fields: tuple[tuple[int, ...], ...]
    """Mean brightness of each field, 0 to 255, row by row from the far left."""
    burnt: float
    """Share of burnt-out pixels, 0 to 1."""
    verdict: Verdict


def measure(jpeg: bytes) -> Light:
    """Return how the picture in *jpeg* is lit."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(_picture(jpeg), cv2.COLOR_BGR2GRAY)
    rows = [np.array_split(row, FIELDS, axis=1) for row in np.array_split(grey, FIELDS, axis=0)]
    means = [[float(field.mean()) for field in row] for row in rows]
    burnt = float(np.mean(grey >= BURNT))
    fields = tuple(tuple(round(mean) for mean in row) for row in means)
    return Light(fields, burnt, _verdict(np.array(means), burnt))


def _verdict(means: NDArray[np.float64], burnt: float) -> Verdict:
    if means.mean() < DARK:
        return Verdict.DARK
    if burnt > GLARE:
        return Verdict.GLARE
    return Verdict.UNEVEN if means.max() > UNEVEN * max(means.min(), 1.0) else Verdict.GOOD


def _picture(jpeg: bytes) -> NDArray[np.uint8]:
    """Return the pixels of *jpeg*; raise `Refused` where it is no picture."""
    from vision.images import decode_image

    try:
        return decode_image(jpeg, "the camera's picture")
    except VisionError as error:
        raise Refused(error.code, error.message, where="camera") from error
