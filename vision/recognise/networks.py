"""The networks as ONNX Runtime runs them, loaded once and shared.

Weights lie in `vision/models`; what they were made from says `docs/model-card.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

from rules.tiles import RED_FIVES
from vision.types import Image

Floats32 = NDArray[np.float32]

CROP_SIDE: Final = 64
"""The classifier looks at crops of this many pixels, square."""

CLASSES: Final = RED_FIVES + 2
"""34 kinds, 8 flowers, 4 animals, a back, and what is no tile."""
BACK_CLASS, NO_TILE = range(RED_FIVES, CLASSES)
FEATURES: Final = slice(CLASSES + 2, None)
"""Where the classifier's outputs have the figures by which it tells faces, before it names them."""

_LIGHT: Final = 215.0
"""Brightness, of 255, to which tiles are raised that are darker: both networks know such."""
_WHITE: Final = 0.9
"""Quantile of the brightness of tiles that is the white of their bodies: print, sides and shadows
are darker, what shines is brighter."""
_TINT: Final = 2.5
"""Brightest over darkest channel of what is no white any more, as backs where nothing else lies. A
lamp of 3,000 kelvin, a black body, before a camera set for daylight makes 2.4 of white (sRGB)."""
WHITE: Final = np.full(3, _LIGHT)
"""White that needs no other light."""

STRIDE: Final = 16
"""The localisers' pictures are padded to multiples of this many pixels."""

LOCALISER, CARDS = "localiser", "cards"
"""The networks that find tiles, and cards and dominoes whatever their print, by their files."""

_AT_ONCE: Final = 128
"""Crops that the classifier takes at once: 165 MB; 432, three looks at all tiles, took 338."""


@lru_cache
def _network(name: str) -> InferenceSession:
    """Return the network *name*; threads may share it."""
    options = SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()  # one setting, made before the first picture
    # Threads that wait for the next picture in a loop would take the processor from the kiosk.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    weights = (resources.files("vision.models") / f"{name}.onnx").read_bytes()
    return InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def mark_of_features() -> str:
    """Return a short mark of the classifier's features: other features, another mark."""
    return str(_network("classifier").get_modelmeta().custom_metadata_map["features"])


def white_of(pixels: NDArray[np.uint8], quantile: float = _WHITE) -> NDArray[np.float64]:
    """Return blue, green and red of what is white among *pixels*, …×3, most of them of tiles.

    Where few are, another *quantile* of their brightness tells it. Where nothing is white, they
    are `WHITE`.
    """
    colors = pixels.reshape(-1, 3)
    white = np.quantile(colors, quantile, axis=0) if len(colors) else np.zeros(3)
    is_white = white.max() < _TINT * white.min()
    return white if is_white else WHITE


def in_white_light(image: Image, white: NDArray[np.float64]) -> Image:
    """Return *image* as it would look by light under which *white*, blue-green-red, has no tint.

    It becomes bright where it is dim. The networks know lamps, but no strong ones:
    `docs/vision-notes.md`, "By lamplight".
    """
    if not image.size:
        return image
    factor = max(float(white.mean()), _LIGHT) / white
    lit = cv2.multiply(image.reshape(1, -1, 3), np.append(factor, 0.0))
    return np.asarray(lit, np.uint8).reshape(image.shape)


def locate_maps(image: Image, localiser: str) -> Floats32:
    """Return the maps of *localiser* for *image*: 9 × H/4 × W/4, padding included."""
    height, width = image.shape[:2]
    down, right = -height % STRIDE, -width % STRIDE
    padded_image = cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REPLICATE)
    (maps,) = _run(localiser, np.asarray(padded_image, np.uint8)[None])
    return np.asarray(maps[0], np.float32)


def scores(crops: NDArray[np.uint8]) -> Floats32:
    """Return what the classifier says of *crops*, N×64×64×3, in one row each.

    Scores of the classes, by which probabilities hold, of a red five and of being upside down, then
    the features.
    """
    starts = range(0, max(1, len(crops)), _AT_ONCE)
    return np.concatenate(
        [np.hstack(_run("classifier", crops[start : start + _AT_ONCE])) for start in starts]
    )


def recapture_log_odds(windows: NDArray[np.uint8]) -> float:
    """Return the logarithm of the odds that *windows* show a picture of tiles, on screen or paper.

    They are parts of one photograph in its own pixels, N×64×64×3: what repeats in all of them is no
    tile's print, but the dots of a screen or of ink.
    """
    return float(_run("recapture", windows)[0].item())


def _run(name: str, images: NDArray[np.uint8]) -> Sequence[Floats32]:
    """Return all that the network *name* answers to *images*, N×H×W×3."""
    planes = np.ascontiguousarray(images.transpose(0, 3, 1, 2), np.float32)
    answers: Sequence[Floats32] = _network(name).run(None, {"picture": planes})
    return answers
