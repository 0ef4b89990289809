"""Train the localiser and write it as ONNX.

python -m vision.training.localiser --fonts DIR --art DIR --photos DIR --out FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training import material, photographs, scenes
from vision.training.loop import Batch, command_line, export, fit
from vision.training.nets import MAPS, Localiser

_SIDE: Final = 288
_SMALL: Final = 256
"""A picture with fewer pixels a side may be shown among nothing."""
_CELL: Final = 4
_DEPTH: Final = slice(6, 8)
"""Where the depths stand behind the score."""
_REAL: Final = 0.3
"""So many pictures are photographs; there are few, and more often they would be known by heart."""
_ALONE: Final = 0.05
"""So often a picture shows hardly more than one tile, as somebody takes it who asks what it is."""
_OUT_OF_FOCUS: Final = 0.08
"""So often a picture is blurred by up to 8 pixels, a third of an ordinary tile."""
_FIRST: Final = 120
"""Invented pictures before the first step; more join as training goes on."""


def photographs_as_pictures(sources: argparse.Namespace) -> list[scenes.Picture]:
    """Return the boxed photographs of the sets that training may see."""
    found = []
    learned = photographs.learned(sources.photos, sources.without)
    for frame in photographs.frames(sources.photos):
        if frame.set_name in learned:
            image = np.asarray(cv2.imread(str(frame.path)), np.uint8)
            quads = np.stack([tile.quad for tile in frame.tiles])
            found.append(scenes.Picture(image, quads, np.full_like(quads[:, 0], np.nan)))
    return found


def batches(sources: argparse.Namespace, rng: np.random.Generator) -> Iterator[Batch]:
    """Yield batches of pictures and their maps for ever."""
    samples = list(material.invented(rng, sources.fonts, sources.sets))
    samples += list(material.packaged_art(sources.art))
    learned = photographs.learned(sources.photos, sources.without)
    samples += [sample for sample, _ in material.photographed(sources.photos, learned)]
    real = photographs_as_pictures(sources)
    drawn: list[scenes.Picture] = []
    while True:
        if len(drawn) < sources.scenes:
            fresh = max(1, sources.batch // 4) if len(drawn) >= _FIRST else _FIRST
            drawn.extend(scenes.invent(rng, samples) for _ in range(fresh))
        pairs = []
        for _ in range(sources.batch):
            pool = real if rng.random() < _REAL else drawn
            pairs.append(_example(pool[int(rng.integers(len(pool)))], rng))
        yield np.stack([x for x, _ in pairs]), np.stack([y for _, y in pairs])


def _example(
    picture: scenes.Picture, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    if len(picture.quads) and rng.random() < _ALONE:
        picture = _alone(picture, rng)
    image = picture.image
    held = _inside(picture.quads, image.shape)
    quads, depths = picture.quads[held], picture.depths[held]
    scale = _scale(quads, image.shape[0], rng)
    squash = np.array([1.0, float(np.exp(rng.normal(0, 0.2)))])
    square = rng.random() < 0.5
    angle = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05) if square else rng.uniform(-3.2, 3.2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = turn @ np.diag(squash * scale)
    near = len(quads) > 0 and rng.random() < 0.7
    middle = np.array(image.shape[1::-1]) / 2
    center = quads[int(rng.integers(len(quads)))].mean(axis=0) if near else middle
    shift = _SIDE / 2 + rng.uniform(-50, 50, 2) - linear @ (0.6 * center + 0.4 * middle)
    shrink = min(1.0, scale / 0.7)
    if shrink < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    matrix = np.hstack([linear / shrink, shift[:, None]])
    edge = np.multiply(cv2.mean(image), rng.uniform(0, 1)).tolist()
    cut = cv2.warpAffine(image, matrix, (_SIDE, _SIDE), borderValue=edge)
    return _tinted(np.asarray(cut, np.uint8), rng), maps(
        quads @ linear.T + shift, depths @ linear.T
    )


def _inside(quads: NDArray[np.float32], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    height, width = shape[:2]
    centers = quads.mean(axis=1)
    return np.asarray(((centers > 3) & (centers < (width - 3, height - 3))).all(axis=1))


def _scale(quads: NDArray[np.float32], size: int, rng: np.random.Generator) -> float:
    """Return by how much to scale so that tiles are 14 to 44 pixels wide in a filled cut."""
    if not len(quads):
        return float(rng.uniform(0.6, 1.4))
    now = float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    wanted = float(np.exp(rng.uniform(np.log(14), np.log(44)))) / now
    return wanted if size < _SMALL else max(wanted, 0.8 * _SIDE / size)


def _alone(picture: scenes.Picture, rng: np.random.Generator) -> scenes.Picture:
    """Return what of *picture* shows one tile and as much about it as it likes, a tile at most."""
    quad = picture.quads[int(rng.integers(len(picture.quads)))]
    low, high = quad.min(axis=0), quad.max(axis=0)
    margin = (high - low).max() * rng.uniform(0.05, 1.0, (2, 2))
    size = picture.image.shape[1::-1]
    x0, y0 = np.clip(low - margin[0], 0, size).astype(int)
    x1, y1 = np.clip(high + margin[1] + 1, 0, size).astype(int)
    return scenes.Picture(
        picture.image[y0:y1, x0:x1], picture.quads - np.array((x0, y0), np.float32), picture.depths
    )


def _tinted(cut: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    picture = cut.astype(np.float32) * rng.uniform(0.55, 1.25)
    picture *= (1 + rng.uniform(-0.15, 0.15, 3)).astype(np.float32)
    chance = rng.random()
    if chance < 0.3 + _OUT_OF_FOCUS:
        sigma = rng.uniform(0.4, 1.3) if chance < 0.3 else rng.uniform(1.3, 8.0)
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(sigma)))
    if rng.random() < 0.5:
        picture += cv2.randn(np.empty_like(picture), 0, float(rng.uniform(1, 8)))  # type: ignore[call-overload]  # numbers do for vectors
    return np.clip(picture, 0, 255).astype(np.uint8)


def maps(quads: NDArray[np.float64], depths: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the target maps of tiles with corners *quads*: as the network's, then a weight.

    Behind it stands a second weight, for their *depths*: none where these are not known (NaN).
    """
    cells = _SIDE // _CELL
    found = np.zeros((MAPS + 2, cells, cells), np.float32)
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for quad, depth in zip(quads, depths, strict=True):
        cx, cy = quad.mean(axis=0) / _CELL - 0.5
        if not (-1 < cx < cells and -1 < cy < cells):
            continue
        across, downward = _sides(quad)
        narrow = min(np.hypot(*across), np.hypot(*downward))
        sigma = max(0.55, 0.13 * float(narrow) / _CELL)
        x0, x1 = max(0, int(cx) - 6), min(cells, int(cx) + 8)
        y0, y1 = max(0, int(cy) - 6), min(cells, int(cy) + 8)
        part = np.exp(
            -((xs[y0:y1, x0:x1] - cx) ** 2 + (ys[y0:y1, x0:x1] - cy) ** 2) / (2 * sigma**2)
        )
        nx, ny = round(float(cx)), round(float(cy))
        if y0 <= ny < y1 and x0 <= nx < x1:
            part[ny - y0, nx - x0] = 1.0
        own = (part > 0.35) & (part >= found[0, y0:y1, x0:x1])
        found[0, y0:y1, x0:x1] = np.maximum(found[0, y0:y1, x0:x1], part)
        block = found[1:, y0:y1, x0:x1]
        block[0][own] = (cx - xs[y0:y1, x0:x1])[own]
        block[1][own] = (cy - ys[y0:y1, x0:x1])[own]
        for channel, value in enumerate(_target(across, downward, depth), start=2):
            block[channel][own] = value
    return found


def _sides(quad: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the middle way from the left to the right of *quad*, and from its top down."""
    return (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2


def _target(
    across: NDArray[np.float64], downward: NDArray[np.float64], depth: NDArray[np.float64]
) -> tuple[float, ...]:
    wide, tall = (max(float(np.hypot(*side)), 2.0) for side in (across, downward))
    turn = 2 * float(np.arctan2(across[1], across[0]))
    deep = (float(value) for value in np.nan_to_num(depth / wide))
    known = not np.isnan(depth).any()
    return np.log(wide / 8), np.log(tall / 8), np.cos(turn), np.sin(turn), *deep, 1.0, float(known)


def loss(out: Tensor, target: Tensor) -> Tensor:
    """Return what the network has to lower: focal loss of centres, distances at the tiles."""
    heat, wanted = out[:, 0], target[:, 0]
    sure = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    centers = (wanted > 0.999).float()
    hit = -torch.log(sure) * (1 - sure) ** 2 * centers
    miss = -torch.log(1 - sure) * sure**2 * (1 - wanted) ** 4 * (1 - centers)
    count = centers.sum().clamp(min=1)
    weight = target[:, MAPS : MAPS + 1] * (0.3 + wanted[:, None])
    far = (out[:, 1:] - target[:, 1:MAPS]).abs() * weight
    far[:, _DEPTH] *= target[:, MAPS + 1 :]
    scale = out.new_tensor([0.4, 0.4, 1.2, 1.2, 0.6, 0.6, 1.5, 1.5]).view(1, MAPS - 1, 1, 1)
    return (hit.sum() + miss.sum()) / count + (far * scale).sum() / weight.sum().clamp(min=1)


def network() -> Localiser:
    """Return a new localiser, which finds hardly any tile yet."""
    net = Localiser()
    last = net.head[-1]
    assert isinstance(last, nn.Conv2d)
    assert last.bias is not None
    nn.init.constant_(last.bias[:1], -3.0)
    return net


def main() -> None:
    """Train by the command line and write the weights."""
    parser = command_line(__doc__, minutes=240, sets=100, batch=8)
    parser.add_argument("--scenes", type=int, default=2400, help="for each maker to invent")
    sources = parser.parse_args()
    export(fit(network(), batches, loss, sources), (1, 3, _SIDE, _SIDE), sources.out, ["scores"])


if __name__ == "__main__":
    main()
