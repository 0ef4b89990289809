"""Pictures of tiles as a camera shows them on screens and in print, and tiles themselves.

Patterns that programs lay over a photograph are drawn, too: waves and dots without a camera.

Light is added up in `_FINE` × `_FINE` places of each of the camera's pixels: no filter laid over a
picture shows what its stripes or dots become between the camera's pixels, its filter of colors and
a JPEG file.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

SIDE: Final = 288
"""Pixels of the camera in a drawn part of a picture, across and down."""
_FINE: Final = 3
"""Places in a pixel, across and down, at which light is added up."""
_CELL: Final = 24
"""Places in a screen's pixel, across and down."""
_GAMMA: Final = 2.2
_GROWTHS: Final = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)
"""How devices make pictures larger."""

Chance = np.random.Generator
Light = NDArray[np.float32]
"""Linear light, blue-green-red, from 0 to about 1."""
Places = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Where each place of the camera's picture lies on what it sees, across and down."""
Draw = Callable[[Image, float, Chance], Light]
"""Draws what the camera sees of a picture, shown a number of times as large."""


def log_uniform(rng: Chance, low: float, high: float) -> float:
    """Return a number from *low* to *high*, each octave as often."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def draw_tiles(part: Image, scale: float, rng: Chance) -> Light:
    """Return *part* of a photograph of tiles as if they lay before the camera."""
    resized_part = _resize(part, min(1.0, 1.5 * scale), rng)
    step = resized_part.shape[1] / part.shape[1] / scale
    across, down = _places(rng, np.eye(2) * step)
    return _light(_at(resized_part, across, down, cv2.INTER_LINEAR))


def draw_screen(part: Image, scale: float, rng: Chance) -> Light:
    """Return *part* as a screen shows it, in pixels of 0.7 to 5 of the camera's."""
    pitch = log_uniform(rng, 0.7, 5.0)
    across, down = _places(rng, _turn(rng) / pitch)
    screen = _light(_resize(part, scale / pitch, rng))
    color = _at(screen, np.floor(across), np.floor(down), cv2.INTER_NEAREST)
    right, low = (
        ((at + length / 2) % 2 * _CELL).astype(np.int32) % (2 * _CELL)
        for at, length in ((across, screen.shape[1]), (down, screen.shape[0]))
    )
    depth = rng.uniform(0.6, 1.0)
    return np.asarray(color * (1 - depth + depth * _stripes(rng)[low, right]), np.float32)


def draw_print(part: Image, scale: float, rng: Chance) -> Light:
    """Return *part* as ink on paper: in dots on a grid, strewn dots, or without any."""
    base = _resize(part, scale * _FINE, rng)
    samples = _at(base, *_places(rng, np.eye(2) * _FINE), cv2.INTER_LINEAR)
    tone = np.asarray(samples / 255, np.float32)
    way = rng.random()
    if way < 0.65:
        ink = _halftone(tone, rng)
    elif way < 0.93:
        ink = _dither(tone, rng)
    else:
        ink = np.asarray(tone**_GAMMA, np.float32)
    paper = cv2.resize(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), tone.shape[1::-1])
    dark = rng.uniform(0.02, 0.15, 3)
    light = dark + (rng.uniform(0.75, 0.95) - dark) * ink
    return np.asarray(light * (1 + rng.uniform(0, 0.03) * paper[..., None]), np.float32)


def lay_pattern(part: Image, scale: float, rng: Chance) -> Image:
    """Return *part* as a program shows it *scale* times as large: under waves, or in dots."""
    resized_part = _resize(part, scale, rng)
    top = (len(resized_part) - SIDE) // 2
    tone = np.asarray(resized_part[top : top + SIDE, top : top + SIDE] / 255, np.float32)
    pattern = _under_waves(tone, rng) if rng.random() < 0.6 else _in_order(tone, rng)
    return np.asarray(np.clip(255 * pattern, 0, 255), np.uint8)


def photograph(light: Light, rng: Chance) -> Image:
    """Return what a camera makes of *light*: blurred, in pixels of one color, noisy, finished."""
    soft = cv2.GaussianBlur(light, (0, 0), _FINE * float(rng.uniform(0.25, 1.1)))
    pixels = cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    signal = pixels * (rng.uniform(0.5, 1.15) / max(float(np.percentile(pixels, 97)), 1e-3))
    spread = 0.4 if rng.random() < 0.25 else 0.12  # lamps that the camera was not set for
    signal = signal * np.exp(rng.normal(0, spread, 3))
    noise = log_uniform(rng, 0.001, 0.05) * (rng.random() < 0.8)
    signal = signal + rng.normal(0, noise, signal.shape) * np.sqrt(3 * np.maximum(signal, 0) + 0.3)
    raw = _demosaic(signal, rng) if rng.random() < 0.75 else signal
    picture = np.asarray(255 * np.clip(raw, 0, 1) ** (1 / _GAMMA), np.float32)
    if rng.random() < 0.3:
        picture = np.asarray(cv2.bilateralFilter(picture, 5, rng.uniform(5, 25), 1.5), np.float32)
    return picture.astype(np.uint8)


def send(picture: Image, rng: Chance) -> Image:
    """Return *picture* as devices keep and send it on: sharpened, resized, as a JPEG file."""
    sharp = picture.astype(np.float32)
    if rng.random() < 0.6:
        soft = cv2.GaussianBlur(sharp, (0, 0), float(rng.uniform(0.7, 1.8)))
        sharp += rng.uniform(0.2, 1.8) * (sharp - soft)
    if rng.random() < 0.3:
        sharp = (sharp - 128) * rng.uniform(0.7, 1.2) + 128 + rng.uniform(-20, 20)
    image: Image = np.clip(sharp, 0, 255).astype(np.uint8)
    if rng.random() < 0.55:
        image = _rescale(image, log_uniform(rng, 0.42, 1.4), rng)
    for _ in range(int(rng.choice([0, 1, 1, 1, 2]))):
        image = _compress(image, rng)
        if rng.random() < 0.25:
            image = _rescale(image, log_uniform(rng, 0.6, 1.6), rng)
    return np.asarray(cv2.medianBlur(image, 3) if rng.random() < 0.15 else image, np.uint8)


def _light(picture: Image) -> Light:
    return np.asarray((picture.astype(np.float32) / 255) ** _GAMMA, np.float32)


def _resize(picture: Image, factor: float, rng: Chance) -> Image:
    way = cv2.INTER_AREA if factor < 1 else int(rng.choice(_GROWTHS))
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def _rescale(picture: Image, factor: float, rng: Chance) -> Image:
    """Return *picture* at *factor* times its size by any way of resizing, some pressed, too."""
    press = log_uniform(rng, 0.87, 1.15) if rng.random() < 0.3 else 1.0
    way = int(rng.choice((cv2.INTER_AREA, *_GROWTHS) if factor < 1 else _GROWTHS))
    wide, tall = factor * press, factor / press
    return np.asarray(cv2.resize(picture, None, fx=wide, fy=tall, interpolation=way), np.uint8)


def _compress(picture: Image, rng: Chance) -> Image:
    """Return *picture* out of a JPEG file whose blocks begin anywhere."""
    quality = int(rng.uniform(55, 97) if rng.random() < 0.6 else rng.uniform(20, 60))
    sampling = (
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
        if rng.random() < 0.67
        else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    )
    how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    right, down = rng.integers(0, 8, 2)
    jpeg = cv2.imencode(".jpg", picture[down:, right:], how)[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def _turn(rng: Chance) -> NDArray[np.float64]:
    """Return how a plane is turned before a camera and seen aslant, 2×2, at the same scale."""
    square = rng.choice([0.0, 90.0, 180.0, 270.0]) + rng.normal(0, 3)
    turn = np.radians(square if rng.random() < 0.67 else rng.uniform(-45, 45))
    aslant = 1 + rng.normal(0, 0.04) if rng.random() < 0.6 else rng.uniform(0.85, 1.2)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin], [sin, cos]]) @ np.diag([aslant, 1 / aslant])


def _places(rng: Chance, way: NDArray[np.float64]) -> Places:
    """Return where the camera's places lie on a plane: turned by *way*, aslant, through a lens."""
    line = (np.arange(SIDE * _FINE, dtype=np.float32) + 0.5) / _FINE - SIDE / 2
    x, y = np.meshgrid(line, line)
    # Numbers of Python's own leave the places in 32 bits, which takes half the time.
    right, low = (rng.normal(0, 3e-4, 2) * (rng.random() < 0.7)).tolist()
    bend = float(rng.normal(0, 1.5e-7) * (rng.random() < 0.5))
    far = (1 + bend * (x * x + y * y)) / (1 + right * x + low * y)
    x, y = x * far, y * far
    across, down = (row[0] * x + row[1] * y for row in way.tolist())
    return across, down


def _at(picture: NDArray[Any], across: Light, down: Light, way: int) -> NDArray[Any]:
    """Return *picture* at places counted from its middle."""
    tall, wide = picture.shape[:2]
    x, y = (across + wide / 2).astype(np.float32), (down + tall / 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, x, y, way, borderMode=cv2.BORDER_REFLECT_101))


def _demosaic(signal: NDArray[np.floating], rng: Chance) -> Light:
    """Return *signal* as told by pixels of which each sees one color."""
    whole = (np.clip(signal, 0, 1) * 65535).astype(np.uint16)
    mosaic = np.empty(signal.shape[:2], np.uint16)
    for down, right, color in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        mosaic[down::2, right::2] = whole[down::2, right::2, color]
    way = cv2.COLOR_BayerRG2BGR if rng.random() < 0.5 else cv2.COLOR_BayerRG2BGR_EA
    return np.asarray(cv2.cvtColor(mosaic, way).astype(np.float32) / 65535, np.float32)


# --- Screens ------------------------------------------------------------------------------------


def _stripes(rng: Chance) -> Light:
    """Return how two by two pixels of a screen let light through, 48×48×3, 1 in the mean."""
    y, x = np.mgrid[: 2 * _CELL, : 2 * _CELL] / _CELL
    sharp = _in_stripes(x % 1, y % 1, rng) if rng.random() < 0.7 else _in_diamonds(x, y, rng)
    lit = cv2.GaussianBlur(sharp, (0, 0), rng.uniform(0.3, 2.5), borderType=cv2.BORDER_REFLECT)
    leak = rng.uniform(0, 0.15)
    mean = lit.mean(axis=(0, 1), keepdims=True)
    return np.asarray((lit * (1 - leak) + leak * mean) / np.maximum(mean, 1e-3), np.float32)


def _in_stripes(x: NDArray[np.float64], y: NDArray[np.float64], rng: Chance) -> Light:
    """Return stripes of color side by side, or, with some screens, one over another or a white."""
    gap, between = rng.uniform(0.05, 0.35), rng.uniform(0.03, 0.3)
    if rng.random() < 0.2:
        x, y = y, x
    count = 4 if rng.random() < 0.2 else 3
    lit = np.zeros((*x.shape, 3), np.float32)
    for place, color in enumerate((2, 1, 0) if rng.random() < 0.8 else (0, 1, 2)):
        start, end = (place + gap / 2) / count, (place + 1 - gap / 2) / count
        lit[..., color] = (x >= start) & (x < end) & (y > between)
    if count > 3:
        lit[(x >= 0.75 + gap / 8) & (y > between)] = 0.8
    if rng.random() < 0.3:  # halves of a pixel that are seen from two sides
        middle = np.abs(y - (1 + between) / 2) < rng.uniform(0.02, 0.08)
        lit[middle] *= rng.uniform(0, 0.6)
    return lit


def _in_diamonds(x: NDArray[np.float64], y: NDArray[np.float64], rng: Chance) -> Light:
    """Return two green dots for each red and each blue one, round or square on a corner."""
    lit = np.zeros((*x.shape, 3), np.float32)
    radius, is_square = rng.uniform(0.14, 0.3), bool(rng.random() < 0.5)
    dots = [(0.25, 0.25, 1), (1.25, 0.25, 1), (0.25, 1.25, 1), (1.25, 1.25, 1)]
    dots += [(0.75, 0.75, 2), (1.75, 0.75, 0), (0.75, 1.75, 0), (1.75, 1.75, 2)]
    for right, down, color in dots:
        wide = radius * (0.8 if color == 1 else rng.uniform(1, 1.3))
        dx, dy = (np.abs((at - middle + 1) % 2 - 1) for at, middle in ((x, right), (y, down)))
        far = (dx + dy) / 1.25 if is_square else np.hypot(dx, dy)
        lit[..., color][far < wide] = 1
    return lit


# --- Prints -------------------------------------------------------------------------------------


def _halftone(tone: Light, rng: Chance) -> Light:
    """Return *tone* in dots of ink on grids, larger where it is darker: one for each ink."""
    pitch = log_uniform(rng, 1.1, 10.0)
    x, y = _places(rng, np.eye(2))
    edge = rng.uniform(0.02, 0.25)

    def plate(ink: Light, turn: float) -> Light:
        wave = 2 * math.pi / pitch
        cos, sin = wave * math.cos(turn), wave * math.sin(turn)
        grid = np.cos(cos * x + sin * y) + np.cos(cos * y - sin * x)
        return np.asarray(np.clip((ink - 0.5 - 0.25 * grid) / edge + 0.5, 0, 1), np.float32)

    black = np.radians(45 + rng.normal(0, 3))
    if rng.random() < 0.25:
        dots = np.repeat(plate(tone.mean(axis=2), black)[..., None], 3, axis=2)
    else:
        share = (1 - tone.max(axis=2)) * rng.uniform(0.0, 1.0)
        color_tone = np.clip(
            1 - (1 - tone - share[..., None]) / np.maximum(1 - share, 0.05)[..., None], 0, 1
        )
        turns = np.radians(np.array([0, 75, 15]) + rng.uniform(0, 90))
        plates = [plate(color_tone[..., color], turn) for color, turn in enumerate(turns)]
        dots = np.stack(plates, axis=2) * plate(1 - share, turns[0] + np.radians(45))[..., None]
    # Ink spreads, and light scatters in the paper.
    return np.asarray(cv2.GaussianBlur(dots, (0, 0), rng.uniform(0.1, 0.25) * pitch), np.float32)


def _dither(tone: Light, rng: Chance) -> Light:
    """Return *tone* in dots of one size, more of them where it is darker."""
    pitch = log_uniform(rng, 0.7, 4.0)
    count = int(SIDE / pitch) + 4
    small = cv2.resize(tone, (count, count), interpolation=cv2.INTER_AREA)
    noise = rng.random((count, count, 3)).astype(np.float32)
    if rng.random() < 0.5:  # evenly strewn
        noise -= cv2.GaussianBlur(noise, (0, 0), 1.2)
        order = np.argsort(np.argsort(noise.reshape(-1, 3), axis=0), axis=0)
        noise = (order / count**2).reshape(noise.shape).astype(np.float32)
    places = _places(rng, _turn(rng) / pitch)
    dots = _at((small > noise).astype(np.float32), *places, cv2.INTER_NEAREST).astype(np.float32)
    soft = cv2.GaussianBlur(dots, (0, 0), max(0.3, rng.uniform(0.15, 0.45) * pitch * _FINE))
    even = _at(small, *places, cv2.INTER_LINEAR)
    share = rng.uniform(0.5, 1.0)
    return np.asarray(share * soft + (1 - share) * even, np.float32)


# --- Patterns that programs draw ----------------------------------------------------------------


def _under_waves(tone: Light, rng: Chance) -> Light:
    """Return *tone* under one or two waves or rows of lines, straight or in rings."""
    line = np.arange(SIDE, dtype=np.float32)
    x, y = np.meshgrid(line, line)
    turn = math.radians(90 * int(rng.integers(2)) if rng.random() < 0.5 else rng.uniform(0, 180))
    is_ringed, is_sharp = rng.random() < 0.25, rng.random() < 0.5
    count, color_shift = int(rng.integers(1, 3)), rng.uniform(0, 2) * (rng.random() < 0.3)
    middle = rng.uniform(-SIDE, 2 * SIDE, 2).tolist()
    for wave in range(count):
        side = turn + (math.pi / 2 if rng.random() < 0.5 else float(rng.normal(0, 0.1))) * wave
        straight = math.cos(side) * x + math.sin(side) * y
        far = np.hypot(x - middle[0], y - middle[1]) if is_ringed else straight
        phase = 2 * math.pi / log_uniform(rng, 2.0, 14.0) * far + float(rng.uniform(0, 6.28))
        waves = np.cos(phase[..., None] + color_shift * np.arange(3, dtype=np.float32))
        lines = (waves > rng.uniform(-0.5, 0.9)) * 2.0 - 1 if is_sharp else waves
        depth = log_uniform(rng, 0.04, 0.5)
        is_shade = rng.random() < 0.6
        tone = tone * (1 - depth * (1 + lines) / 2) if is_shade else tone + lines * depth / 2
    return np.asarray(tone, np.float32)


def _in_order(tone: Light, rng: Chance) -> Light:
    """Return *tone* in few levels, by thresholds in a square's order or round a dot's middle."""
    if rng.random() < 0.6:
        order = _square(int(rng.integers(1, 4)))
    else:
        cell = np.cos(2 * np.pi * np.arange(cells := int(rng.integers(3, 11))) / cells)
        order = np.argsort(np.argsort(np.add.outer(cell, cell), axis=None)).reshape(cells, cells)
    wide = int(rng.choice([1, 1, 2]))
    threshold = np.kron((order + 0.5) / order.size, np.ones((wide, wide)))
    times = SIDE // len(threshold) + 1
    threshold = np.tile(threshold, (times, times))[:SIDE, :SIDE, None].astype(np.float32)
    levels = int(rng.choice([1, 1, 1, 2, 3, 5]))
    base = tone.mean(axis=2, keepdims=True).repeat(3, 2) if rng.random() < 0.3 else tone
    dots = np.floor(base * levels + threshold) / levels
    share = rng.uniform(0.3, 1.0)
    return np.asarray(share * dots + (1 - share) * tone, np.float32)


def _square(doublings: int) -> NDArray[np.int64]:
    """Return the order in which a square's places are filled so that they lie far apart."""
    order = np.zeros((1, 1), np.int64)
    for _ in range(doublings):
        order = np.block([[4 * order, 4 * order + 2], [4 * order + 3, 4 * order + 1]])
    return order
