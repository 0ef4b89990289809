"""Train the network that tells pictures of tiles from tiles, and write it as ONNX.

python -m vision.training.recapture --photos DIR --out FILE

It looks at the spectra of windows of one photograph together: the dots of a screen or of a print
repeat in all of them, what is printed on tiles does not.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.recognise.networks import CROP_SIDE
from vision.training import photographs, recaptures
from vision.training.loop import Raw, Recipe, command_line, export, fit
from vision.types import Image

_DRAWINGS: Final = (recaptures.draw_tiles, recaptures.draw_screen, recaptures.draw_print)
"""What is drawn as a camera sees it, by its class; the next class is a program's patterns."""
_OFTEN: Final = (0.3, 0.25, 0.27, 0.1)
"""How often each class is drawn; the others are photographs of tiles as they are."""
_WIDTHS: Final = (26.0, 220.0)
"""Tile widths, in camera pixels."""
_WINDOWS: Final = (1, 65)
"""Windows that are looked at together: the tiles of a hand, or eight by eight."""
_HANDOVER: Final = 64
"""Examples that a maker hands over at once."""
_TIMES: Final = 3
"""Photographs of each drawing, and copies sent of each photograph: drawing takes longer."""
_NOISE: Final = 4096.0
"""Power that is as good as none: that of white noise with a deviation of one, by 64 × 64."""
_LIKELY: Final = 0.02
"""Share of photographs that are of pictures of tiles; in training it is nearly two in three. So
none of 2,107 photographs made worse is taken for a picture, with 0.04 four are."""


def spectrum(windows: Tensor) -> Tensor:
    """Return the logarithm of the mean spectrum of *windows*, and their mean logarithm: 6×64×33.

    The windows are N×3×64×64, blue-green-red. What one of them shows strongly stands out in the
    first, what all of them show faintly in the second. Each is of brightness, of blue and of red
    beside green; frequencies down from −32 to 31, right from 0.
    """
    side = windows.shape[-1]
    line = torch.arange(side, device=windows.device)
    fade = torch.hann_window(side, periodic=False, device=windows.device)
    rise, run = (
        2 * math.pi / side * torch.outer(waves, line).float()
        for waves in (line - side // 2, line[: side // 2 + 1])
    )
    colors = torch.tensor([(0.114, 0.587, 0.299), (1.0, -1.0, 0.0), (0.0, -1.0, 1.0)])
    planes = torch.einsum("kc,nchw->nkhw", colors.to(windows.device), windows)
    planes = planes - planes.mean((2, 3), keepdim=True)
    cos, sin = (planes @ (wave * fade).T for wave in (run.cos(), run.sin()))
    down_cos, down_sin = rise.cos() * fade, rise.sin() * fade
    even, odd = down_cos @ cos - down_sin @ sin, down_cos @ sin + down_sin @ cos
    power = (even.square() + odd.square()) / _NOISE
    return torch.cat([torch.log1p(power.mean(0)), torch.log1p(power).mean(0)])


class Recapture(nn.Module):
    """Spectra, N×6×64×33, to scores of tiles, a screen, a print and a program's pattern."""

    def __init__(self) -> None:
        super().__init__()
        widths = [(8, 24, 1), (24, 32, 2), (32, 48, 2), (48, 64, 2)]
        self.usual = nn.BatchNorm2d(6)
        self.body = nn.Sequential(
            *(
                nn.Sequential(
                    nn.Conv2d(before, after, 3, stride, 1, bias=False),
                    nn.BatchNorm2d(after),
                    nn.ReLU(),
                )
                for before, after, stride in widths
            )
        )
        self.drop = nn.Dropout(0.3)
        self.head = nn.Linear(128, len(_OFTEN))
        half = CROP_SIDE // 2
        down, right = np.mgrid[-half:half, : half + 1] / half
        where = np.stack([np.hypot(down, right), np.minimum(abs(down), right)])
        self.register_buffer("where", torch.tensor(where, dtype=torch.float32))

    def forward(self, spectra: Tensor) -> Tensor:
        """Return the scores; where a frequency lies is told beside its power."""
        where = self.where.expand(len(spectra), -1, -1, -1)
        features = self.body(torch.cat([self.usual(spectra), where], 1))
        return self.head(self.drop(torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)))


class ShippedRecapture(nn.Module):
    """The network as it ships: windows of one photograph to the odds that it shows a picture."""

    def __init__(self, net: Recapture) -> None:
        super().__init__()
        self.net = net
        share = sum(_OFTEN[1:])
        self.rarer = math.log(_LIKELY / (1 - _LIKELY)) - math.log(share / (1 - share))

    def forward(self, windows: Tensor) -> Tensor:
        """Return the logarithm of the odds of *windows*, N×3×64×64."""
        tiles, *pictures = self.net(spectrum(windows)[None])[0]
        return torch.logsumexp(torch.stack(pictures), 0) - tiles + self.rarer


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """A photograph of tiles: where some are, N×2, and how wide, in its pixels."""

    image: Image
    middles: NDArray[np.float32]
    wide: float


def _sources(folder: Path, set_names: Collection[str], rng: np.random.Generator) -> list[_Source]:
    """Return the photographs in *folder* of *set_names*; whole sets hold about nine in a row."""
    sources = []
    for photograph in photographs.frames(folder):
        if photograph.set_name in set_names:
            quads = np.stack([tile.quad for tile in photograph.tiles])
            wide = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
            sources.append(_Source(_picture(photograph.path), quads.mean(axis=1), wide))
    for path, set_name in photographs.grids(folder):
        if set_name in set_names:
            image = _picture(path)
            size = image.shape[1::-1]
            places = (rng.uniform(0.1, 0.9, (60, 2)) * size).astype(np.float32)
            sources.append(_Source(image, places, min(size) / 9))
    return sources


def _picture(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def examples(sources: argparse.Namespace, rng: np.random.Generator) -> Iterator[Raw]:
    """Yield spectra for ever, each of the windows of one picture, with its class."""
    torch.set_num_threads(1)
    set_names = photographs.find_training_sets(sources.photos, sources.without)
    photos = _sources(sources.photos, set_names, rng)
    batch: list[tuple[NDArray[np.float16], int]] = []
    while True:
        batch += _pictures(photos[int(rng.integers(len(photos)))], rng)
        if len(batch) >= _HANDOVER:
            spectra, kinds = zip(*batch, strict=True)
            yield np.stack(spectra), np.array(kinds, np.int64)
            batch = []


def _pictures(
    source: _Source, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float16], int]]:
    """Yield spectra of a part of *source* about a tile, drawn in one way and kept in some."""
    middle = source.middles[int(rng.integers(len(source.middles)))]
    kind = int(rng.choice(len(_OFTEN) + 1, p=[*_OFTEN, 1 - sum(_OFTEN)]))
    scale = recaptures.log_uniform(rng, *_WIDTHS) / source.wide
    part = _part(source.image, middle, round(1.5 * recaptures.SIDE / scale) + 16)
    if kind < len(_DRAWINGS):
        light = _DRAWINGS[kind](part, scale, rng)
        pictures = [recaptures.photograph(light, rng) for _ in range(_TIMES)]
    elif kind < len(_OFTEN):
        pictures = [recaptures.lay_pattern(part, scale, rng)] * _TIMES
    else:
        pictures = [_part(source.image, middle, recaptures.SIDE)] * _TIMES
    for picture in pictures:
        for _ in range(_TIMES):
            copy = recaptures.send(picture, rng)
            if min(copy.shape[:2]) > CROP_SIDE:
                yield _spectrum(_windows(copy, rng)), kind % len(_OFTEN)


def _part(image: Image, middle: NDArray[np.float32], side: int) -> Image:
    """Return the square of *image* about *middle*; beyond its edge it is mirrored."""
    shift = np.array([[1, 0, side / 2 - middle[0]], [0, 1, side / 2 - middle[1]]]).round()
    edge = cv2.BORDER_REFLECT_101
    return np.asarray(cv2.warpAffine(image, shift, (side, side), borderMode=edge), np.uint8)


def _windows(picture: Image, rng: np.random.Generator) -> NDArray[np.uint8]:
    tall, wide = picture.shape[:2]
    count = int(recaptures.log_uniform(rng, *_WINDOWS))
    places = rng.integers(0, (tall - CROP_SIDE, wide - CROP_SIDE), (count, 2))
    return np.stack([picture[y : y + CROP_SIDE, x : x + CROP_SIDE] for y, x in places])


def _spectrum(windows: NDArray[np.uint8]) -> NDArray[np.float16]:
    planes = torch.from_numpy(windows.transpose(0, 3, 1, 2).astype(np.float32))
    return spectrum(planes).numpy().astype(np.float16)


def augment(raw: list[Tensor], generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return the spectra in *raw*, half of them mirrored, all brighter or darker, and classes."""
    spectra, kinds = raw[0].float(), raw[1]
    count, device = len(spectra), spectra.device
    flip = torch.rand(count, generator=generator, device=device) < 0.5
    spectra[flip] = spectra[flip].flip(2).roll(1, 2)
    light = torch.randn((count, 3, 1, 1), generator=generator, device=device)
    return spectra + 0.3 * light.repeat(1, 2, 1, 1), kinds


@torch.no_grad()
def likeliest(net: Recapture, folder: Path) -> Sequence[float]:
    """Return the highest log odds that the held-out photographs have, which show tiles."""
    net.eval()
    model, log_odds = ShippedRecapture(net), []
    for photograph in photographs.frames(folder):
        if photograph.set_name in photographs.HELD_OUT:
            image = _picture(photograph.path)
            middles = [tile.quad.mean(axis=0) for tile in photograph.tiles]
            windows = np.stack([_part(image, middle, CROP_SIDE) for middle in middles])
            planes = torch.from_numpy(windows.transpose(0, 3, 1, 2).astype(np.float32))
            log_odds.append(round(float(model(planes)), 1))
    net.train()
    return sorted(log_odds)[-5:]


def main() -> None:
    """Train by the command line and write the weights."""
    sources = command_line(__doc__, minutes=45, batch=128, pool=120_000).parse_args()
    loss = nn.CrossEntropyLoss(label_smoothing=0.02)
    report = partial(likeliest, folder=sources.photos)
    net = fit(Recapture(), Recipe(examples, augment, loss, report), sources)
    export(ShippedRecapture(net), sources, ["log_odds"])


if __name__ == "__main__":
    main()
