"""Train the classifier and write it as ONNX.

python -m vision.training.classifier --fonts DIR --art DIR --photos DIR --out FILE
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from rules.tiles import TILES
from vision.training import material, photographs
from vision.training.crops import SIDE, SheetMaker, as_photographed
from vision.training.loop import Raw, Recipe, command_line, export, fit, say
from vision.training.nets import CLASSES, Classifier, ShippedClassifier

_HANDOVER: Final = 64
"""Sheets that a maker hands over at once."""
_RENEWAL: Final = 3
"""Handovers after which an invented set takes the place of the oldest.

210 sets for all of 5.7 million crops were known by heart: of 205 flowers of other sets 39 were
misread, by the classifier that it went on from 20 (docs/vision-notes.md).
"""


def sheets(sources: argparse.Namespace, rng: np.random.Generator) -> Iterator[Raw]:
    """Yield sheets for ever, with kind, red or not and which way up, and where a crop lies."""
    set_names = photographs.find_training_sets(sources.photos, sources.without)
    photo_samples = list(material.read_samples(sources.photos, set_names))
    sets = material.sets(rng, sources.fonts)
    pools = [
        list(itertools.chain(*itertools.islice(sets, sources.sets))),
        list(material.packaged_art(sources.art)),
        [sample for sample, name in photo_samples if "camerash" in name],
        [sample for sample, name in photo_samples if "camerash" not in name],
    ]
    maker = SheetMaker(pools, [0.46, 0.12, 0.27, 0.15], rng)
    for times in itertools.count(1):
        batch = [maker.sheet() for _ in range(_HANDOVER)]
        images = np.stack([sheet.image for sheet in batch])
        targets = [(sheet.target.kind, sheet.target.red, sheet.target.flipped) for sheet in batch]
        shifts = [sheet.shift for sheet in batch]
        yield images, np.array(targets, np.int64), np.array(shifts, np.float32)
        if times % _RENEWAL == 0:
            maker.renew(next(sets))


def crops(raw: list[Tensor], generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return crops of the sheets in *raw*, and what to say of them."""
    images, targets, shifts = raw
    return as_photographed(images, shifts, generator), targets


def loss(scores: Tensor, targets: Tensor) -> Tensor:
    """Return what the network has to lower."""
    faces = torch.cat([scores[:, :CLASSES], scores[:, CLASSES + 2 :]], 1)
    kinds = nn.functional.cross_entropy(faces, targets[:, 0], label_smoothing=0.03)
    cross = nn.functional.binary_cross_entropy_with_logits
    red = cross(scores[:, CLASSES], targets[:, 1].float())
    is_known = targets[:, 2] >= 0
    flip = cross(scores[is_known, CLASSES + 1], targets[is_known, 2].float())
    return kinds + 0.5 * red + 0.1 * flip


def plain(tops: list[NDArray[np.uint8]]) -> Tensor:
    """Return *tops* as network input, upright and as they are."""
    small = [cv2.resize(top, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for top in tops]
    return torch.from_numpy(np.stack(small).astype(np.float32)).permute(0, 3, 1, 2)


@torch.no_grad()
def accuracy(net: Classifier, photos: Path) -> dict[str, tuple[int, int]]:
    """Return right and all, by held-out set, on crops as they are (both ways up averaged)."""
    net.eval()
    tally: dict[str, tuple[int, int]] = {}
    for sample, name in material.read_samples(photos, photographs.HELD_OUT):
        x = plain([sample.top, sample.top[::-1, ::-1]]).to(net.head.weight.device)
        scores = net(x)[:, :CLASSES].log_softmax(1).mean(0)
        right, count = tally.get(name, (0, 0))
        tally[name] = (right + int(int(scores.argmax()) == TILES[sample.code]), count + 1)
    net.train()
    return tally


def main() -> None:
    """Train by the command line and write the weights."""
    sources = command_line(__doc__, minutes=160, sets=200, batch=128, pool=10_000).parse_args()
    recipe = Recipe(sheets, crops, loss, lambda net: accuracy(net, sources.photos))
    net = fit(Classifier(), recipe, sources)
    export(ShippedClassifier(net), sources, ["scores", "features"])
    say(f"{accuracy(net, sources.photos)}")


if __name__ == "__main__":
    main()
