"""Train the localiser of tiles, or that of cards, and write it as ONNX.

python -m vision.training.localiser --fonts DIR --art DIR --photos DIR --out FILE [--cards]
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.training import material, photographs, scenes
from vision.training.backgrounds import SIDE
from vision.training.cards import invent_cards
from vision.training.lens import Chance, apply, blur_matrix, finer, jpeg, resample
from vision.training.loop import Raw, Recipe, command_line, export, fit
from vision.training.nets import MAPS, Localiser

_SIDE: Final = 288
_SMALL: Final = 256
"""A picture with fewer pixels a side may be shown among nothing."""
_CELL: Final = 4
_DEPTH: Final = slice(6, 8)
"""Where the depths stand behind the score."""
_PHOTOGRAPHS: Final = 0.3
"""Share of photographs; there are few, and more often they would be known by heart."""
_ALONE: Final = 0.05
"""Share of pictures with hardly more than one tile, as taken by somebody who asks what it is."""
_OUT_OF_FOCUS: Final = 0.08
"""Share of pictures that are blurred by up to 8 pixels, a third of an ordinary tile."""
_OVEREXPOSURE: Final = 0.15
"""Share of pictures that are taken too bright."""
_LAMPLIGHT: Final = 0.2
"""Share of pictures taken by light of another color than the camera was set for."""
_POOR_JPEG: Final = 0.2
"""Share of pictures that come from a JPEG file of poor quality."""
_WIDTHS: Final = (14.0, 44.0)
"""Tile widths, in pixels."""
_MAX_TILES: Final = 256
"""Tiles to a picture; crowds have more, drawn over each other."""


def photographs_as_pictures(sources: argparse.Namespace) -> list[scenes.Picture]:
    """Return the boxed photographs of the sets that training may see."""
    pictures = []
    set_names = photographs.find_training_sets(sources.photos, sources.without)
    for frame in photographs.frames(sources.photos):
        if frame.set_name in set_names:
            image = np.asarray(cv2.imread(str(frame.path)), np.uint8)
            quads = np.stack([tile.quad for tile in frame.tiles])
            pictures.append(scenes.Picture(image, quads, np.full_like(quads[:, 0], np.nan)))
    return pictures


def examples(sources: argparse.Namespace, rng: np.random.Generator) -> Iterator[Raw]:
    """Yield pictures for ever: with what part of each there is, corners and depths of its tiles.

    `_MAX_TILES` tiles each; where there are fewer, NaN. Of cards all pictures are invented.
    """
    sets = itertools.islice(material.sets(rng, sources.fonts), sources.sets)
    samples = [*itertools.chain(*sets), *material.packaged_art(sources.art)]
    set_names = photographs.find_training_sets(sources.photos, sources.without)
    samples += [sample for sample, _ in material.read_samples(sources.photos, set_names)]
    real = [] if sources.cards else photographs_as_pictures(sources)
    invent = invent_cards if sources.cards else scenes.invent
    while True:
        yield _raw(invent(rng, samples), (0, 0, SIDE, SIDE))
        # Few are photographs: `_PHOTOGRAPHS` of all.
        while real and rng.random() < _PHOTOGRAPHS:
            yield _raw(*_window(real[int(rng.integers(len(real)))], rng))


def _window(
    photograph: scenes.Picture, rng: np.random.Generator
) -> tuple[scenes.Picture, tuple[int, ...]]:
    """Return what is to be seen of *photograph* through a window, and where in it that lies."""
    image, quads = photograph.image, photograph.quads
    wide = float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    scale = float(np.exp(rng.uniform(*np.log(_WIDTHS)))) / wide
    size = np.ceil(np.multiply(image.shape[1::-1], scale)).astype(int)
    factor = size / image.shape[1::-1]
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(image, size.tolist(), interpolation=method), np.uint8)
    near = quads[int(rng.integers(len(quads)))].mean(axis=0) * factor
    middle = near + rng.uniform(-0.3, 0.3, 2) * SIDE
    left, top = np.clip(middle - SIDE // 2, 0, np.maximum(size - SIDE, 0)).astype(int)
    part = image[top : top + SIDE, left : left + SIDE]
    sheet = np.zeros((SIDE, SIDE, 3), np.uint8)
    sheet[: part.shape[0], : part.shape[1]] = part
    corners = (quads * factor - (left, top)).astype(np.float32)
    return scenes.Picture(sheet, corners, photograph.depths), (0, 0, part.shape[1], part.shape[0])


def _raw(picture: scenes.Picture, box: tuple[int, ...]) -> Raw:
    """Return one example; of a crowd `_MAX_TILES` of the tiles in the picture."""
    centers = picture.quads.mean(axis=1)
    inside = ((centers > 0) & (centers < SIDE)).all(axis=1)
    corners = np.concatenate([picture.quads, picture.depths[:, None]], axis=1)[inside][:_MAX_TILES]
    tiles = np.full((_MAX_TILES, 5, 2), np.nan, np.float32)
    tiles[: len(corners)] = corners
    return picture.image[None], np.array([box], np.float32), tiles[None]


def views(raw: list[Tensor], generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return cuts of the pictures in *raw*, seen each in its own way, and their maps."""
    images, box, tiles = raw
    most = int((~tiles[:, :, 0, 0].isnan()).sum(1).max())
    tiles = tiles[:, : max(1, most)]
    chance = Chance(len(images), generator)
    quads, depths = tiles[:, :, :4], tiles[:, :, 4]
    inside = _inside(quads, box)
    quads = torch.where(inside[:, :, None, None], quads, torch.nan)
    one = torch.multinomial(inside + 1e-6, 1, generator=generator)[:, 0]
    tile = torch.nan_to_num(quads[torch.arange(len(one)), one], 0.0)
    some = inside.any(1)
    box = torch.where((some & chance.happens(_ALONE))[:, None], _about(tile, box, chance), box)
    quads = torch.where(_inside(quads, box)[:, :, None, None], quads, torch.nan)
    low, high = box[:, :2], box[:, 2:]
    linear = _linear(quads, (high - low)[:, 1], chance)
    near = (some & chance.happens(0.7))[:, None]
    middle = (low + high) / 2
    center = torch.where(near, 0.6 * tile.mean(1) + 0.4 * middle, middle)
    shift = _SIDE / 2 + chance.uniform(-50, 50, 2) - torch.einsum("nij,nj->ni", linear, center)
    corners = torch.einsum("nij,nmcj->nmci", linear, quads) + shift[:, None, None]
    deep = torch.einsum("nij,nmj->nmi", linear, depths)
    return _tint(_cut(images, box, (linear, shift), chance), chance), maps(corners, deep)


def _cut(images: Tensor, box: Tensor, way: tuple[Tensor, Tensor], chance: Chance) -> Tensor:
    """Return *images* turned and shifted, one color where they hold nothing."""
    linear, shift = way
    back = torch.linalg.inv(linear).transpose(1, 2)[:, None]
    # Corners are told from a picture's edge, pixels by their middles.
    places = (finer(_SIDE, images.device) + 0.5 - shift[:, None, None]) @ back
    low, high = box[:, None, None, :2], box[:, None, None, 2:]
    there = ((places > low) & (places < high)).all(-1)
    cut = resample(images, places - 0.5)
    mean = (cut * there[:, None]).sum((2, 3)) / there.sum((1, 2)).clamp(min=1)[:, None]
    edge = mean * chance.uniform(0, 1, 1)
    cut = torch.where(there[:, None], cut, edge[:, :, None, None])
    return torch.nn.functional.avg_pool2d(cut, 2)


def _inside(quads: Tensor, box: Tensor) -> Tensor:
    centers, box = quads.mean(2), box[:, None]
    return ((centers > box[..., :2] + 3) & (centers < box[..., 2:] - 3)).all(-1)


def _about(tile: Tensor, box: Tensor, chance: Chance) -> Tensor:
    """Return what of a picture shows one *tile* and up to a tile about it, N×4."""
    low, high = tile.amin(1), tile.amax(1)
    far = (high - low).amax(1, keepdim=True)
    low = torch.maximum(low - far * chance.uniform(0.05, 1, 2), box[:, :2])
    return torch.cat([low, torch.minimum(high + far * chance.uniform(0.05, 1, 2), box[:, 2:])], 1)


def _linear(quads: Tensor, high: Tensor, chance: Chance) -> Tensor:
    """Return how to turn and scale so that tiles are `_WIDTHS` wide in a filled cut, N×2×2."""
    now = (quads[:, :, 1] - quads[:, :, 0]).norm(dim=-1).nanmedian(1).values
    factor = torch.exp(chance.uniform(*np.log(_WIDTHS))) / now
    fill_factor = torch.where(high < _SMALL, factor, torch.maximum(factor, 0.8 * _SIDE / high))
    scale = torch.where(now.isnan(), chance.uniform(0.6, 1.4), fill_factor)
    square = torch.floor(chance.uniform(0, 4)) * torch.pi / 2 + chance.normal(0.05)
    angle = torch.where(chance.happens(0.5), square, chance.uniform(-torch.pi, torch.pi))
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.stack([cos, -sin, sin, cos], 1).reshape(-1, 2, 2)
    squash = torch.stack([scale, scale * torch.exp(chance.normal(0.2))], 1)
    return turn * squash[:, None]


def _tint(cut: Tensor, chance: Chance) -> Tensor:
    is_burnt = chance.happens(_OVEREXPOSURE)
    light = torch.where(is_burnt, chance.uniform(1.2, 2.2), chance.uniform(0.55, 1.25))
    gain = light[:, None] * (1 + chance.uniform(-0.15, 0.15, 3))
    warm = chance.happens(_LAMPLIGHT) * chance.uniform(-0.4, 0.4)
    gain = gain * (1 + warm[:, None] * gain.new_tensor((-1.0, 0.0, 1.0)))
    images = (cut * gain[:, :, None, None]).clamp(0, 255)
    which = chance.uniform(0, 1)
    sigma = torch.where(which < 0.4, chance.uniform(0.4, 2.2), chance.uniform(1.3, 8.0))
    soft = which < 0.4 + _OUT_OF_FOCUS
    matrix = blur_matrix(_SIDE, sigma[soft])
    images[soft] = apply(images[soft], matrix, matrix)
    noise = (chance.happens(0.5) * chance.uniform(1, 8))[:, None, None, None]
    images = (images + noise * chance.normal(1, *cut.shape[1:])).clamp(0, 255)
    is_jpeg = chance.happens(_POOR_JPEG)
    images[is_jpeg] = jpeg(images[is_jpeg], chance.uniform(15, 90)[is_jpeg]).clamp(0, 255)
    return images


def maps(quads: Tensor, depths: Tensor) -> Tensor:
    """Return the target maps of tiles with corners *quads*: as the network's, then a weight.

    N×M×4×2 pixels, NaN where there is no tile. Behind the weight stands a second one, for their
    *depths*, N×M×2: none where these are not known (NaN).
    """
    cells = _SIDE // _CELL
    center = quads.mean(2) / _CELL - 0.5
    across, downward = _sides(quads)
    narrow = torch.minimum(across.norm(dim=-1), downward.norm(dim=-1))
    sigma = (0.13 * narrow / _CELL).clamp(min=0.55)[:, :, None, None]
    line = torch.arange(-6, 8, device=quads.device)
    grid = torch.stack(torch.meshgrid(line, line, indexing="xy"), -1)
    center = torch.where(((center > -1) & (center < cells)).all(-1, keepdim=True), center, -99.0)
    cell = torch.floor(center)[:, :, None, None] + grid
    off = center[:, :, None, None] - cell
    part = torch.exp(-off.square().sum(-1) / (2 * sigma**2))
    # The cell nearest to a tile's centre is the one that says so.
    part = torch.where((off.abs() <= 0.5).all(-1), 1.0, part)
    picture = torch.arange(len(quads), device=quads.device)[:, None, None, None]
    place = ((picture * cells + cell[..., 1]) * cells + cell[..., 0]).long()
    is_inside = ((cell >= 0) & (cell < cells)).all(-1)
    target = quads.new_zeros(len(quads) * cells * cells, MAPS + 2)
    target[:, 0].scatter_reduce_(0, place[is_inside], part[is_inside], "amax")
    own = is_inside & (part > 0.35)
    own[is_inside] &= part[is_inside] >= target[place[is_inside], 0]
    values = _target(across, downward, depths)[:, :, None, None].expand(*own.shape, -1)
    target[place[own], 1:] = torch.cat([off[own], values[own]], 1)
    return target.reshape(len(quads), cells, cells, -1).permute(0, 3, 1, 2)


def _sides(quads: Tensor) -> tuple[Tensor, Tensor]:
    """Return the middle ways from the left to the right of *quads*, and from their tops down."""
    first, second, third, fourth = quads.unbind(2)
    return (second - first + third - fourth) / 2, (fourth - first + third - second) / 2


def _target(across: Tensor, downward: Tensor, depths: Tensor) -> Tensor:
    """Return what stands behind the offset, N×M×8."""
    wide, tall = across.norm(dim=-1).clamp(min=2), downward.norm(dim=-1).clamp(min=2)
    turn = 2 * torch.atan2(across[..., 1], across[..., 0])
    deep = torch.nan_to_num(depths / wide[..., None], 0.0)
    weight = (~depths.isnan().any(-1)).float()
    sizes = torch.stack([torch.log(wide / 8), torch.log(tall / 8), turn.cos(), turn.sin()], -1)
    return torch.cat([sizes, deep, torch.ones_like(weight)[..., None], weight[..., None]], -1)


def loss(out: Tensor, target: Tensor) -> Tensor:
    """Return what the network has to lower: focal loss of centres, distances at the tiles."""
    heat, truth = out[:, 0], target[:, 0]
    sure = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    centers = (truth > 0.999).float()
    hit = -torch.log(sure) * (1 - sure) ** 2 * centers
    miss = -torch.log(1 - sure) * sure**2 * (1 - truth) ** 4 * (1 - centers)
    count = centers.sum().clamp(min=1)
    weight = target[:, MAPS : MAPS + 1] * (0.3 + truth[:, None])
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
    parser = command_line(__doc__, minutes=240, sets=100, batch=8, pool=2400)
    parser.add_argument("--cards", action="store_true", help="find cards and dominoes, no tiles")
    sources = parser.parse_args()
    net = fit(network(), Recipe(examples, views, loss), sources)
    export(net, sources, ["scores"])


if __name__ == "__main__":
    main()
