"""The two networks as OpenCV runs them, loaded once and shared.

Weights lie in `vision/models`; what they were made from says `docs/model-card.md`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Floats32 = NDArray[np.float32]

CROP_SIDE: Final = 64
"""The classifier looks at crops of this many pixels, square."""

NO_TILE: Final = 47
BACK_CLASS: Final = 46
"""Place of a back among the `CLASSES`."""
CLASSES: Final = 48
"""34 kinds, 8 flowers, 4 animals, back, not a tile."""

FEATURES: Final = 544
"""Figures by which the classifier tells faces, before it names them."""

STRIDE: Final = 16
"""The localiser's pictures are padded to multiples of this many pixels."""

_TOGETHER: Final = 4
"""The classifier takes multiples of so many crops (`vision.training.nets.ShippedClassifier`)."""


class Network:
    """One network; calls from several threads wait for each other."""

    def __init__(self, name: str) -> None:
        # By its path: given a buffer, OpenCV 5.0 takes its new engine whatever is asked for, which
        # knows no fast convolution (Winograd's) and takes twice as long.
        with resources.as_file(resources.files("vision.models") / f"{name}.onnx") as path:
            self._net = cv2.dnn.readNetFromONNX(str(path), engine=cv2.dnn.ENGINE_CLASSIC)
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


@lru_cache(maxsize=1)
def _calibration_data() -> Mapping[str, Any]:
    stored: Mapping[str, Any] = json.loads(
        (resources.files("vision.models") / "calibration.json").read_text(encoding="utf-8")
    )
    return stored


def mark_of_features() -> str:
    """Return a short mark of the classifier's features: other features, another mark.

    A network that is only computed otherwise keeps its mark, so that enrolled sets hold.
    """
    return str(_calibration_data()["features"])


def temperature() -> float:
    """Return by what the classifier's scores are divided so that its confidences hold."""
    return float(_calibration_data()["temperature"])


def locate_maps(image: Image) -> Floats32:
    """Return the localiser's maps for *image*: 7 × H/4 × W/4, padding included."""
    height, width = image.shape[:2]
    down, right = -height % STRIDE, -width % STRIDE
    padded = cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(network("localiser").run(_blob([padded]))[0])


def scores(crops: NDArray[np.uint8]) -> Floats32:
    """Return what the classifier says of *crops*, N×64×64×3, in one row each.

    Scores of the classes, of a red five and of being upside down, then the features.
    """
    if not len(crops):
        return np.zeros((0, CLASSES + 2 + FEATURES), np.float32)
    spare = np.zeros((-len(crops) % _TOGETHER, CROP_SIDE, CROP_SIDE, 3), np.uint8)
    blob = _blob(np.concatenate([crops, spare]))
    outputs = network("classifier").run_for(blob, ("scores", "features"))
    return np.hstack(outputs)[: len(crops)]


def _blob(images: Iterable[cv2.typing.MatLike]) -> Floats32:
    """Return *images*, H×W×3 each, as networks take them: N×3×H×W."""
    return np.asarray(cv2.dnn.blobFromImages(list(images)), np.float32)
