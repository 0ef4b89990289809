"""Crops as the classifier will meet them: tops laid among neighbors, seen badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import Material, back_top
from rules.tiles import BACK, CODES, KIND, TILES
from vision.training.ink import HEIGHT, WIDTH, Ink
from vision.training.material import Sample, embodied
from vision.training.pictures import draw_card

SIDE: Final = 64
"""Crops are `SIDE` × `SIDE` pixels."""
BACK_CLASS: Final = 46
NO_TILE: Final = 47
_PAD: Final = 40
_PICTURED: Final = 0.3
"""How many crops are of flowers and animals besides their equal share: they differ most by set."""
_KEPT: Final = 64
_NEW: Final = 0.2
"""Neighbors show only an edge: so many of them are new, the others of the last ones."""
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
    red: int
    flipped: int
    """1 upside down, 0 upright, -1 not known."""


class CropMaker:
    """Makes endless training crops from *pools*, drawn by *shares*."""

    def __init__(
        self, pools: list[list[Sample]], shares: list[float], rng: np.random.Generator
    ) -> None:
        self._rng = rng
        self._pools = [_by_code(pool) for pool in pools]
        self._shares = np.array(shares) / sum(shares)
        self._neighbors: list[NDArray[np.uint8]] = []

    def crop(self) -> tuple[NDArray[np.uint8], Target]:
        """Return one crop and its target."""
        chance = self._rng.random()
        if chance < 0.035:
            return as_photographed(self._bare_back(), self._rng), Target(BACK_CLASS, 0, -1)
        if chance < 0.10:
            return self._no_tile(), Target(NO_TILE, 0, -1)
        sample = self._pick()
        tile = TILES[sample.code]
        flip = bool(self._rng.random() < 0.5)
        top = embodied(sample, self._rng)
        top = np.ascontiguousarray(top[::-1, ::-1]) if flip else top
        red = int(tile != KIND[tile])
        known = int(flip) if sample.upright else -1
        return as_photographed(self._among(top), self._rng), Target(KIND[tile], red, known)

    def _pick(self) -> Sample:
        pool = self._pools[int(self._rng.choice(len(self._pools), p=self._shares))]
        codes = list(pool)
        pictured = [code for code in codes if code[1] in "fa"]
        if pictured and self._rng.random() < _PICTURED:
            codes = pictured
        same = pool[codes[int(self._rng.integers(len(codes)))]]
        return same[int(self._rng.integers(len(same)))]

    def _among(self, top: NDArray[np.uint8]) -> NDArray[np.uint8]:
        rng = self._rng
        sheet = framed(top, rng)
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
        rng, kept = self._rng, self._neighbors
        place = int(rng.integers(_KEPT))
        if place >= len(kept) or rng.random() < _NEW:
            size = (WIDTH + 2 * _PAD, HEIGHT + 2 * _PAD)
            new = np.asarray(cv2.resize(embodied(self._pick(), rng), size), np.uint8)
            kept[place : place + 1] = [new]
            return new
        return kept[place]

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

    def _no_tile(self) -> NDArray[np.uint8]:
        rng = self._rng
        chance = rng.random()
        if chance < 0.6:
            sheet = self._among(embodied(self._pick(), rng))
            shift = (0.5 * WIDTH * float(rng.choice((-1, 1))), 0.0)
            if chance < 0.2:
                shift = (0.0, 0.55 * HEIGHT * float(rng.choice((-1, 1))))
            return as_photographed(sheet, rng, shift=shift)
        if chance < 0.72:
            return as_photographed(self._gap(), rng)
        if chance < 0.84:
            ink = Ink()
            draw_card(ink, rng)
            card = Sample("", ink.face(), upright=True)
            return as_photographed(self._among(embodied(card, rng)), rng)
        noise = rng.normal(0, rng.uniform(2, 40), (16, 16, 3)) + rng.uniform(10, 160, 3)
        size = (WIDTH + 2 * _PAD, HEIGHT + 2 * _PAD)
        plain = cv2.resize(np.clip(noise, 0, 255).astype(np.uint8), size)
        return as_photographed(np.asarray(plain, np.uint8), rng)

    def _gap(self) -> NDArray[np.uint8]:
        """Return bare felt with a tile's edge at one or both sides, as between two groups."""
        rng = self._rng
        empty = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        sheet = framed(empty, rng)
        felt = sheet[0, 0].astype(float)
        sheet[:] = np.clip(felt + rng.normal(0, 5, sheet.shape), 0, 255)
        reach = _PAD + int(rng.integers(-6, 12))
        wide = cv2.resize(embodied(self._pick(), rng), (sheet.shape[1], sheet.shape[0]))
        if rng.random() < 0.8:
            sheet[:, :reach] = wide[:, :reach]
            shadow = int(rng.integers(0, 14))
            sheet[:, reach : reach + shadow] = np.clip(felt * rng.uniform(0.4, 0.8), 0, 255)
        if rng.random() < 0.8:
            sheet[:, -reach:] = wide[:, -reach:]
        return sheet


def _by_code(pool: list[Sample]) -> dict[str, list[Sample]]:
    """Return *pool* sorted by code, so that every face comes equally often."""
    found: dict[str, list[Sample]] = {}
    for sample in pool:
        if sample.code != CODES[BACK]:
            found.setdefault(sample.code, []).append(sample)
    return found


def framed(top: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return *top* on a sheet of felt."""
    felt = np.array(_FELTS[int(rng.integers(len(_FELTS)))]) * rng.uniform(0.4, 1.5)
    sheet = cv2.copyMakeBorder(top, *(_PAD,) * 4, cv2.BORDER_CONSTANT, value=felt.tolist())
    return np.asarray(sheet, np.uint8)


def as_photographed(
    sheet: NDArray[np.uint8],
    rng: np.random.Generator,
    shift: tuple[float, float] = (0.0, 0.0),
) -> NDArray[np.uint8]:
    """Return the middle of *sheet* as a camera sees it: askew, small, blurred, tinted, noisy."""
    across = float(rng.uniform(0.16, 0.9) if rng.random() < 0.6 else rng.uniform(0.22, 0.45))
    small = cv2.resize(sheet, None, fx=across, fy=across, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    turn = np.radians(rng.normal(0, 2.5))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = (corners - middle) * rng.uniform(0.93, 1.12, 2) @ rotation + middle
    if rng.random() < 0.2:
        # The turned box about a standing tile seen from the side is no rectangle on its face.
        lean = rng.normal(0, 0.12, 2)
        corners = (corners - middle) @ np.array([[1, lean[0]], [lean[1], 1]]) + middle
        corners += rng.normal(0, 3.0, (4, 2))
    corners += rng.normal(0, 2.2, (4, 2)) + rng.normal(0, 2.0, 2) + np.array(shift) + _PAD
    source = (corners * across - 0.5).astype(np.float32)
    to = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, to)
    crop = cv2.warpPerspective(small, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return _lit(np.asarray(crop, np.uint8), rng)


def _lit(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    crop = _focused(crop, rng)
    picture = crop.astype(np.float32)
    warm = rng.uniform(-0.16, 0.16)
    gain = np.array([1 - warm, 1 + rng.uniform(-0.04, 0.04), 1 + warm]) * rng.uniform(0.5, 1.2)
    picture *= gain.astype(np.float32)
    if rng.random() < 0.4:
        slope = rng.uniform(-0.3, 0.3, 2).astype(np.float32)
        ramp = np.linspace(-1, 1, SIDE, dtype=np.float32)
        picture *= (1 + slope[0] * ramp[:, None] + slope[1] * ramp[None, :])[:, :, None]
    grey = picture.mean()
    picture = (picture - grey) * np.float32(rng.uniform(0.6, 1.2)) + grey
    if rng.random() < 0.25:
        mix = np.float32(rng.uniform(0, 0.5))
        picture = picture * (1 - mix) + picture.mean(axis=2, keepdims=True) * mix
    if rng.random() < 0.12:
        _glare(picture, rng)
    if rng.random() < 0.5:
        picture += rng.normal(0, rng.uniform(1, 9), picture.shape).astype(np.float32)
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))]
        packed = cv2.imencode(".jpg", result, quality)[1]
        result = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return result


def _focused(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return *crop* through some lens: out of focus, shaken, sharpened, or as it is."""
    if rng.random() < 0.4:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.4, 1.5))), np.uint8)
    if rng.random() < 0.1:
        length = int(rng.integers(3, 6))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        crop = np.asarray(
            cv2.filter2D(crop, -1, kernel if rng.random() < 0.5 else kernel.T), np.uint8
        )
    if rng.random() < 0.2:
        crop = _sharpened(crop, float(rng.uniform(0.5, 2.0)))
    return crop


def _sharpened(crop: NDArray[np.uint8], amount: float) -> NDArray[np.uint8]:
    """Return *crop* with seams about its strokes, as telephones sharpen pictures."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(crop, 1 + amount, soft, -amount, 0), np.uint8)


def _glare(picture: NDArray[np.float32], rng: np.random.Generator) -> None:
    at = rng.uniform(0, SIDE, 2)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    far = ((ys - at[0]) ** 2 + (xs - at[1]) ** 2) / rng.uniform(6, 20) ** 2
    picture += (rng.uniform(40, 160) * np.exp(-far / 2)).astype(np.float32)[:, :, None]
