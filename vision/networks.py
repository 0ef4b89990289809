"""The two networks as OpenCV runs them, loaded once and shared.

Weights lie in `vision/models`; what they were made from says `docs/model-card.md`.
"""

from __future__ import annotations

import hashlib
import json
import threading
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.camera import Image

Floats32 = NDArray[np.float32]

CROP_SIDE: Final = 64
"""The classifier looks at crops of this many pixels, square."""

NO_TILE: Final = 47
BACK_CLASS: Final = 46
CLASSES: Final = 48
"""34 kinds, 8 flowers, 4 animals, back, not a tile."""

FEATURES: Final = 544
"""Figures by which the classifier tells faces, before it names them."""

_STRIDE: Final = 16
"""The localiser's pictures are padded to multiples of this."""


class Network:
    """One network; calls from several threads wait for each other."""

    def __init__(self, name: str) -> None:
        weights = (resources.files("vision.models") / f"{name}.onnx").read_bytes()
        buffer = np.frombuffer(weights, np.uint8)
        self._net = cv2.dnn.readNetFromONNX(buffer, engine=cv2.dnn.ENGINE_CLASSIC)
        self._lock = threading.Lock()

    def run(self, blob: Floats32) -> Floats32:
        """Return what the network answers to *blob*, N×3×H×W from 0 to 255."""
        with self._lock:
            self._net.setInput(blob)
            return np.array(self._net.forward(), np.float32)

    def run_for(self, blob: Floats32, names: Sequence[str]) -> list[Floats32]:
        """Return the outputs *names* of the network for *blob*, N×3×H×W from 0 to 255."""
        with self._lock:
            self._net.setInput(blob)
            return [np.array(out, np.float32) for out in self._net.forward(list(names))]


@lru_cache(maxsize=2)
def network(name: str) -> Network:
    """Return the network *name*: `localiser` or `classifier`."""
    return Network(name)


@lru_cache(maxsize=2)
def mark_of(name: str) -> str:
    """Return a short mark of the weights of the network *name*: other weights, another mark."""
    weights = (resources.files("vision.models") / f"{name}.onnx").read_bytes()
    return hashlib.sha256(weights).hexdigest()[:12]


@lru_cache(maxsize=1)
def temperature() -> float:
    """Return by what the classifier's scores are divided so that its confidences hold."""
    stored = json.loads((resources.files("vision.models") / "calibration.json").read_text())
    return float(stored["temperature"])


def locate_maps(image: Image) -> Floats32:
    """Return the localiser's maps for *image*: 7 × H/4 × W/4, padding included."""
    height, width = image.shape[:2]
    down, right = -height % _STRIDE, -width % _STRIDE
    padded = cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REPLICATE)
    blob = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32)
    return np.asarray(network("localiser").run(blob)[0])


def scores(crops: NDArray[np.uint8]) -> Floats32:
    """Return what the classifier says of *crops*, N×64×64×3, in one row each.

    Scores of the classes, of a red five and of being upside down, then the features.
    """
    if not len(crops):
        return np.zeros((0, CLASSES + 2 + FEATURES), np.float32)
    blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    return np.hstack(network("classifier").run_for(blob, ("scores", "features")))
