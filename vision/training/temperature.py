"""Find the temperature at which the classifier's confidences hold, and divide its scores by it.

    python -m vision.training.temperature --photos DIR

One figure is fitted on badly seen crops of the held-out sets, the oblique photographs
among them, so that hard pictures weigh as much as easy ones. A network fresh from training is
marked, too: enrolled sets know its features by that.
"""

from __future__ import annotations

import argparse
import hashlib
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from rules.tiles import TILES
from vision.recognise.networks import CLASSES, scores
from vision.training import material, photographs
from vision.training.crops import as_photographed, frame_top

_VIEWS: Final = 6
_SEED: Final = 9
_MARK: Final = "features"
_HEAD: Final = ("head.weight", "head.bias")
"""The last layer, whose first rows are the classes."""


def log_probabilities(photos: Path) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return mean log-probabilities of both ways up, N×classes, and the true classes."""
    rng = np.random.default_rng(_SEED)
    generator = torch.Generator().manual_seed(_SEED)
    rows, truth = [], []
    for sample, name in material.read_samples(photos, photographs.HELD_OUT):
        for _ in range(_VIEWS if name.startswith("camerash") else 1):
            sheet = torch.from_numpy(frame_top(sample.top, rng)[None])
            view = as_photographed(sheet, torch.zeros(1, 2), generator)[0].permute(1, 2, 0)
            crop = view.numpy().astype(np.uint8)
            both = scores(np.stack([crop, crop[::-1, ::-1]]))[:, :CLASSES].astype(np.float64)
            both -= np.log(np.exp(both).sum(axis=1, keepdims=True))
            rows.append(both.mean(axis=0))
            truth.append(int(TILES[sample.code]))
    return np.array(rows), np.array(truth)


def fit_temperature(logs: NDArray[np.float64], truth: NDArray[np.int64]) -> float:
    """Return the temperature under which *truth* is likeliest."""

    def cost(temperature: float) -> float:
        sharp = logs / temperature
        sharp -= np.log(np.exp(sharp).sum(axis=1, keepdims=True))
        return -float(sharp[np.arange(len(truth)), truth].mean())

    return float(min(np.arange(0.3, 2.0, 0.02), key=cost))


def store(path: Path, temperature: float) -> None:
    """Divide the class scores of the network in *path* by *temperature*, and mark its features.

    A mark that it has stays. Raise `ValueError` where its last layer goes by other names.
    """
    model = onnx.load(path)
    head = [layer for layer in model.graph.initializer if layer.name in _HEAD]
    if len(head) < len(_HEAD):
        raise ValueError(f"{path}: no {' and '.join(_HEAD)}")
    for layer in head:
        values = numpy_helper.to_array(layer).copy()
        values[:CLASSES] /= temperature
        layer.CopyFrom(numpy_helper.from_array(values, layer.name))
    if not any(entry.key == _MARK for entry in model.metadata_props):
        mark = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        onnx.helper.set_model_props(model, {_MARK: mark})
    onnx.save(model, path)


def main() -> None:
    """Fit by the command line and store what was found in the network that ships."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    wish = parser.parse_args()
    with resources.as_file(resources.files("vision.models") / "classifier.onnx") as path:
        store(path, fit_temperature(*log_probabilities(wish.photos)))


if __name__ == "__main__":
    main()
