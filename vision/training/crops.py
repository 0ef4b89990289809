"""Crops as the classifier will meet them: tops laid among neighbors, seen badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hw_sim.camera.solids import Material, back_top, face_on_body
from rules.tiles import BACK, CODES, KIND, TILES
from vision.training import lens
from vision.training.ink import HEIGHT, WIDTH, Ink
from vision.training.lens import Chance, finer, resample
from vision.training.material import Sample, embody
from vision.training.nets import CLASSES
from vision.training.pictures import DOMINOES, draw_card, draw_domino

SIDE: Final = 64
"""Crops are `SIDE` × `SIDE` pixels."""
BACK_CLASS: Final = 46
NO_TILE: Final = 47
_PAD: Final = 40
_PICTURED: Final = 0.3
"""How many crops are of flowers and animals besides their equal share: they differ most by set."""
_KEPT: Final = 64
_NEW: Final = 0.2
"""Share of the neighbors that are new; the others are of the last ones: they show only an edge."""
_FELTS: Final = (
    (60, 120, 40),
    (120, 100, 30),
    (90, 60, 30),
    (50, 60, 90),
    (40, 40, 45),
    (150, 140, 30),
)


@dataclass(frozen=True, slots=True)
class Target:
    """What the network should say of one crop."""

    kind: int
    """A class, or behind these a domino."""
    red: int
    flipped: int
    """1 upside down, 0 upright, -1 not known."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A tile among its neighbors, H×W×3, and what the network should say of the middle.

    A crop that should show no tile lies *shift* pixels beside it.
    """

    image: NDArray[np.uint8]
    target: Target
    shift: tuple[float, float] = (0.0, 0.0)


class SheetMaker:
    """Makes endless sheets from *pools*, drawn by *shares*."""

    def __init__(
        self, pools: list[list[Sample]], shares: list[float], rng: np.random.Generator
    ) -> None:
        self._rng = rng
        self._pools = [_by_code(pool) for pool in pools]
        self._shares = np.array(shares) / sum(shares)
        self._neighbors: list[NDArray[np.uint8]] = []

    def sheet(self) -> Sheet:
        """Return a new sheet."""
        chance = self._rng.random()
        if chance < 0.035:
            return Sheet(self._bare_back(), Target(BACK_CLASS, 0, -1))
        if chance < 0.10:
            return self._no_tile()
        if chance < 0.13:
            return self._domino()
        sample = self._pick()
        tile = TILES[sample.code]
        flip = bool(self._rng.random() < 0.5)
        top = embody(sample, self._rng)
        top = np.ascontiguousarray(top[::-1, ::-1]) if flip else top
        red = int(tile != KIND[tile])
        flip_label = int(flip) if sample.upright else -1
        return Sheet(self._among(top), Target(KIND[tile], red, flip_label))

    def renew(self, new: list[Sample]) -> None:
        """Put *new* in place of the oldest samples of their kinds in the first pool."""
        for sample in new:
            same = self._pools[0][sample.code]
            del same[0]
            same.append(sample)

    def _pick(self) -> Sample:
        pool = self._pools[int(self._rng.choice(len(self._pools), p=self._shares))]
        codes = list(pool)
        picture_codes = [code for code in codes if code[1] in "fa"]
        if picture_codes and self._rng.random() < _PICTURED:
            codes = picture_codes
        same = pool[codes[int(self._rng.integers(len(codes)))]]
        return same[int(self._rng.integers(len(same)))]

    def _among(self, top: NDArray[np.uint8]) -> NDArray[np.uint8]:
        rng = self._rng
        sheet = frame_top(top, rng)
        body = top.reshape(-1, 3)[::97].max(axis=0).astype(float)
        for left, right, up, low in (
            (0, _PAD, 0, None),
            (WIDTH + _PAD, None, 0, None),
            (0, None, 0, _PAD),
            (0, None, HEIGHT + _PAD, None),
        ):
            chance = rng.random()
            if chance < 0.35:
                sheet[up:low, left:right] = self._neighbor()[up:low, left:right]
            elif chance < 0.6:
                sheet[up:low, left:right] = np.clip(body * rng.uniform(0.6, 1.0), 0, 255)
        gap = int(rng.integers(0, 4))
        tone = np.clip(body * rng.uniform(0.3, 0.9), 0, 255)
        sheet[_PAD - gap : HEIGHT + _PAD + gap, _PAD - gap : WIDTH + _PAD + gap] = tone
        sheet[_PAD : HEIGHT + _PAD, _PAD : WIDTH + _PAD] = top
        return sheet

    def _neighbor(self) -> NDArray[np.uint8]:
        """Return another tile, as large as a sheet: at times a new one."""
        rng, neighbors = self._rng, self._neighbors
        place = int(rng.integers(_KEPT))
        if place >= len(neighbors) or rng.random() < _NEW:
            size = (WIDTH + 2 * _PAD, HEIGHT + 2 * _PAD)
            new = np.asarray(cv2.resize(embody(self._pick(), rng), size), np.uint8)
            neighbors[place : place + 1] = [new]
            return new
        return neighbors[place]

    def _bare_back(self) -> NDArray[np.uint8]:
        """Return a tile face down: one strong color, at times with a faint pattern."""
        rng = self._rng
        color = rng.uniform(20, 235, 3)
        color[int(rng.integers(3))] *= 0.35
        back = (float(color[0]), float(color[1]), float(color[2]))
        top = back_top((WIDTH, HEIGHT), Material(back=back), 0.08)[:, :, :3].copy()
        if rng.random() < 0.25:
            for y in range(10, HEIGHT, 20):
                cv2.line(top, (8, y), (WIDTH - 8, y), tuple(float(c) for c in color * 0.8), 3)
        return self._among(top)

    def _domino(self) -> Sheet:
        """Return a domino, whose ends nobody asks the classifier for: only its features matter."""
        rng = self._rng
        place = int(rng.integers(len(DOMINOES)))
        ink = Ink()
        draw_domino(ink, DOMINOES[place], rng, is_dark := bool(rng.random() < 0.6))
        body = float(rng.uniform(15, 70) if is_dark else rng.uniform(190, 250))
        top = face_on_body(ink.face(), Material(face=(body, body, body)), 0.08)[:, :, :3]
        return Sheet(self._among(top), Target(CLASSES + place, 0, -1))

    def _no_tile(self) -> Sheet:
        rng = self._rng
        nothing = Target(NO_TILE, 0, -1)
        chance = rng.random()
        if chance < 0.6:
            side = float(rng.choice((-1, 1)))
            shift = (0.0, 0.55 * HEIGHT * side) if chance < 0.2 else (0.5 * WIDTH * side, 0.0)
            return Sheet(self._among(embody(self._pick(), rng)), nothing, shift)
        if chance < 0.72:
            return Sheet(self._gap(), nothing)
        if chance < 0.84:
            ink = Ink()
            draw_card(ink, rng)
            card = Sample("", ink.face(), upright=True)
            return Sheet(self._among(embody(card, rng)), nothing)
        noise = rng.normal(0, rng.uniform(2, 40), (16, 16, 3)) + rng.uniform(10, 160, 3)
        size = (WIDTH + 2 * _PAD, HEIGHT + 2 * _PAD)
        plain = cv2.resize(np.clip(noise, 0, 255).astype(np.uint8), size)
        return Sheet(np.asarray(plain, np.uint8), nothing)

    def _gap(self) -> NDArray[np.uint8]:
        """Return bare felt with a tile's edge at one or both sides, as between two groups."""
        rng = self._rng
        empty = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        sheet = frame_top(empty, rng)
        color = sheet[0, 0].astype(float)
        sheet[:] = np.clip(color + rng.normal(0, 5, sheet.shape), 0, 255)
        reach = _PAD + int(rng.integers(-6, 12))
        wide = cv2.resize(embody(self._pick(), rng), (sheet.shape[1], sheet.shape[0]))
        if rng.random() < 0.8:
            sheet[:, :reach] = wide[:, :reach]
            shadow = int(rng.integers(0, 14))
            sheet[:, reach : reach + shadow] = np.clip(color * rng.uniform(0.4, 0.8), 0, 255)
        if rng.random() < 0.8:
            sheet[:, -reach:] = wide[:, -reach:]
        return sheet


def _by_code(pool: list[Sample]) -> dict[str, list[Sample]]:
    """Return *pool* sorted by code, so that every face comes equally often."""
    by_code: dict[str, list[Sample]] = {}
    for sample in pool:
        if sample.code != CODES[BACK]:
            by_code.setdefault(sample.code, []).append(sample)
    return by_code


def frame_top(top: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return *top* on a sheet of felt."""
    color = np.array(_FELTS[int(rng.integers(len(_FELTS)))]) * rng.uniform(0.4, 1.5)
    sheet = cv2.copyMakeBorder(top, *(_PAD,) * 4, cv2.BORDER_CONSTANT, value=color.tolist())
    return np.asarray(sheet, np.uint8)


def as_photographed(sheets: Tensor, shifts: Tensor, generator: torch.Generator) -> Tensor:
    """Return the middles of *sheets*, N×H×W×3, as a camera sees them, N×3×`SIDE`×`SIDE`.

    Each askew, small, blurred, tinted and noisy in its own way, and moved by *shifts*, N×2.
    """
    chance = Chance(len(sheets), generator)
    places = _places(chance, shifts)
    crops = torch.nn.functional.avg_pool2d(resample(sheets, places), 2)
    return _relight(_focus(crops, chance), chance)


def _places(chance: Chance, shifts: Tensor) -> Tensor:
    """Return where on its sheet each half pixel of a crop lies: in a box somewhat off the tile."""
    device = shifts.device
    size = torch.tensor((WIDTH, HEIGHT), device=device)
    box = torch.tensor([[0, 0], [1, 0], [1, 1], [0, 1]], device=device) - 0.5
    corners = box * size * chance.uniform(0.93, 1.12, 1, 2)
    turn = torch.deg2rad(chance.normal(2.5))
    cos, sin = torch.cos(turn), torch.sin(turn)
    rotation = torch.stack([cos, -sin, sin, cos], 1).reshape(-1, 2, 2)
    # The turned box about a standing tile seen from the side is no rectangle on its face.
    aslant = chance.happens(0.2).float()[:, None, None]
    lean = aslant * chance.normal(0.12, 1, 2) * torch.eye(2, device=device).flip(0)
    corners = corners @ rotation @ (torch.eye(2, device=device) + lean)
    corners = corners + aslant * chance.normal(3.0, 4, 2)
    corners = corners + chance.normal(2.2, 4, 2) + chance.normal(2.0, 1, 2) + shifts[:, None]
    corners = corners + size / 2 + _PAD - 0.5
    across, down = ((finer(SIDE, device) + 0.5) / SIDE).unbind(-1)
    weights = [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down]
    return torch.einsum("hwc,ncd->nhwd", torch.stack(weights, -1), corners)


def _focus(crops: Tensor, chance: Chance) -> Tensor:
    """Return *crops* through some lens: small, out of focus, shaken, sharpened, or as they are."""
    share = torch.where(chance.happens(0.6), chance.uniform(0.16, 0.9), chance.uniform(0.22, 0.45))
    views = lens.apply(
        crops,
        lens.coarse_matrix(SIDE, SIDE / WIDTH / share, chance.uniform(0, 1)),
        lens.coarse_matrix(SIDE, SIDE / HEIGHT / share, chance.uniform(0, 1)),
    )
    # Mostly a little; at times so far that hardly more than the ink's places are left.
    sigma = torch.where(chance.happens(0.35), chance.uniform(1.5, 5.0), chance.uniform(0.4, 1.5))
    soft = lens.blur_matrix(SIDE, chance.happens(0.5) * sigma)
    is_shaken, sideways = chance.happens(0.1), chance.happens(0.5)
    length = 1 + is_shaken * torch.floor(chance.uniform(2, 5))
    still = torch.ones_like(length)
    rows = lens.shake_matrix(SIDE, torch.where(sideways, length, still)) @ soft
    columns = lens.shake_matrix(SIDE, torch.where(sideways, still, length)) @ soft
    views = lens.apply(views, rows, columns)
    # Telephones sharpen their pictures: seams about strokes.
    sharp = chance.happens(0.2)
    amount = chance.uniform(0.5, 2.0)[sharp, None, None, None]
    wide = lens.blur_matrix(SIDE, length.new_tensor([1.2]))
    views[sharp] += amount * (views[sharp] - lens.apply(views[sharp], wide, wide))
    return views.clamp(0, 255)


def _relight(crops: Tensor, chance: Chance) -> Tensor:
    """Return *crops* in some light, and as sensors and files keep them."""
    warm = torch.where(chance.happens(0.2), chance.uniform(-0.4, 0.4), chance.uniform(-0.16, 0.16))
    tint = torch.stack([1 - warm, 1 + chance.uniform(-0.04, 0.04), 1 + warm], 1)
    bright = torch.where(chance.happens(0.15), chance.uniform(1.2, 2.0), chance.uniform(0.5, 1.2))
    gain = tint * bright[:, None]
    slope = chance.happens(0.4)[:, None] * chance.uniform(-0.3, 0.3, 2)
    ramp = torch.linspace(-1, 1, SIDE, device=crops.device)
    slant = 1 + slope[:, :1, None] * ramp[:, None] + slope[:, 1:, None] * ramp
    lit = (crops * gain[:, :, None, None] * slant[:, None]).clamp(max=255)
    grey = lit.mean((1, 2, 3), keepdim=True)
    lit = (lit - grey) * chance.uniform(0.6, 1.2, 1, 1, 1) + grey
    pale = (chance.happens(0.25) * chance.uniform(0, 0.5))[:, None, None, None]
    lit = lit * (1 - pale) + lit.mean(1, keepdim=True) * pale
    glare = chance.happens(0.12) * chance.uniform(40, 160)
    spot, wide = chance.uniform(0, SIDE, 2), chance.uniform(6, 20)
    at = torch.arange(SIDE, device=crops.device)
    bells = torch.exp(-(((at - spot[:, :, None]) / wide[:, None, None]) ** 2) / 2)
    lit = lit + (glare[:, None, None] * bells[:, 0, :, None] * bells[:, 1, None])[:, None]
    noise = chance.happens(0.5) * chance.uniform(1, 9)
    lit = (lit + noise[:, None, None, None] * chance.normal(1, *crops.shape[1:])).clamp(0, 255)
    is_jpeg = chance.happens(0.3)
    lit[is_jpeg] = lens.jpeg(lit[is_jpeg], chance.uniform(35, 90)[is_jpeg])
    # Where a tile is small, a file's blocks are large to it.
    small = chance.happens(0.12)
    halves = torch.nn.functional.avg_pool2d(lit[small], 2)
    jpegs = lens.jpeg(halves, chance.uniform(15, 85)[small])
    lit[small] = torch.nn.functional.interpolate(jpegs, scale_factor=2.0, mode="bilinear")
    return lit.clamp(0, 255)
