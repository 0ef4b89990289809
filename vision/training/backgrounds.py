"""What lies under and over the tiles of invented pictures and must not be found."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 512
"""Width and height of an invented picture in pixels."""
_BORDER: Final = 0.25
"""Share of the grounds that have two colors."""


def ground(rng: np.random.Generator, has_sheets: bool = True) -> NDArray[np.float32]:
    """Return felt, wood or plastic with some things lying about, *has_sheets* of paper among them.

    At times it has two colors, as where a mat ends or has a border.
    """
    base = rng.uniform(15, 220, 3)
    if rng.random() < 0.5:
        base = np.array(
            ((60, 120, 40), (130, 110, 30), (150, 150, 40), (80, 60, 40))[int(rng.integers(4))]
        ) * rng.uniform(0.5, 1.4)
    canvas = np.empty((SIDE, SIDE, 3), np.float32)
    canvas[:] = base
    if rng.random() < _BORDER:
        _border(canvas, rng)
    clouds = rng.normal(0, rng.uniform(2, 25), (int(rng.integers(2, 9)),) * 2).astype(np.float32)
    canvas += cv2.resize(clouds, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[:, :, None]
    grain = rng.normal(0, rng.uniform(1, 10), (SIDE, SIDE)).astype(np.float32)
    if rng.random() < 0.3:
        grain = np.asarray(cv2.GaussianBlur(grain * 6, (0, 0), 12, None, 0.8), np.float32)
    canvas += grain[:, :, None]
    for _ in range(int(rng.integers(0, 6))):
        _litter(canvas, rng, has_sheets)
    if rng.random() < 0.3:
        _shelf(canvas, rng)
    if rng.random() < 0.15:
        _keys(canvas, rng)
    return canvas


def cover(canvas: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Paint an arm with its hand over *canvas*, and return where it is, H×W."""
    angle = rng.uniform(-np.pi, np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    hand = rng.uniform(0.2, 0.8, 2) * SIDE
    wide = float(rng.uniform(24, 90))
    palm, sleeve = (np.zeros(canvas.shape[:2], np.uint8) for _ in range(2))
    thick = int(wide * rng.uniform(1.0, 1.5))
    _line(sleeve, hand + along * wide * 0.8, hand + along * 2 * SIDE, thick)
    _line(palm, hand, hand, int(wide * 1.2))
    for lean in rng.uniform(-0.8, 0.8, 4):
        finger = np.array([np.cos(angle + lean), np.sin(angle + lean)])
        _line(palm, hand, hand - finger * wide * rng.uniform(0.8, 1.3), max(3, int(wide * 0.24)))
    skin = np.array([120, 150, 200]) * rng.uniform(0.4, 1.15)
    for part, color in ((palm, skin), (sleeve, rng.uniform(10, 230, 3))):
        coarse = rng.normal(1, 0.12, (9, 9)).astype(np.float32)
        folds = cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[:, :, None]
        share = part[:, :, None].astype(np.float32) / 255
        canvas[:] = np.clip(canvas * (1 - share) + color * folds * share, 0, 255)
    return np.asarray((palm > 127) | (sleeve > 127))


def _line(
    mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], thick: int
) -> None:
    first, last = ([int(v) for v in place] for place in (start, end))
    cv2.line(mask, first, last, 255, thick, cv2.LINE_AA)


def _shelf(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Paint books with lettered spines, or printed paper, along one side of *canvas*."""
    deep = int(rng.integers(60, 220))
    band, x = np.empty((deep, SIDE, 3), np.float32), 0
    while x < SIDE:
        wide = int(rng.integers(8, 46))
        color = rng.uniform(10, 250, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(190, 250))
        band[:, x : x + wide] = color * rng.uniform(0.8, 1.0)
        band[:, x : x + 1] = color * 0.4
        _draw_letters(band, rng, (x, wide), color)
        x += wide
    slant = np.array([[1, rng.normal(0, 0.12), 0], [0, 1, 0]], np.float32)
    band = np.asarray(cv2.warpAffine(band, slant, (SIDE, deep), borderMode=cv2.BORDER_REFLECT))
    view = np.rot90(canvas, int(rng.integers(4)))
    view[:deep] = band
    rail = int(rng.integers(0, 24))
    view[deep : deep + rail] = rng.uniform(10, 120, 3)


def _keys(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Paint a keyboard, or a few buttons, anywhere on *canvas*: caps with letters in rows."""
    pitch, cap = int(rng.integers(16, 52)), rng.uniform(0.7, 0.95)
    color = np.full(3, rng.uniform(10, 250)) * rng.uniform(0.9, 1.1, 3)
    rows, columns = int(rng.integers(1, 6)), int(rng.integers(2, 14))
    board = np.empty((rows * pitch, columns * pitch, 3), np.float32)
    board[:] = color * rng.uniform(0.4, 1.1)
    half = int(pitch * cap / 2)
    for row in range(rows):
        for column in range(columns):
            x, y = int((column + 0.5) * pitch), int((row + 0.5) * pitch)
            cv2.rectangle(board, (x - half, y - half), (x + half, y + half), _tone(color * 0.7), -1)
            top = int(half * 0.8)
            cv2.rectangle(board, (x - top, y - half), (x + top, y + top), _tone(color), -1)
            letter = board[y - half : y + half]
            _draw_letters(letter, rng, (x - half, 2 * half), color)
    middle = (columns * pitch / 2, rows * pitch / 2)
    turn = cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] = turn[:, 2] + rng.uniform(0, SIDE, 2) - middle
    sheet = np.dstack([board, np.ones(board.shape[:2], np.float32)])
    layer = cv2.warpAffine(sheet, turn, (SIDE, SIDE))
    canvas[:] = canvas * (1 - layer[:, :, 3:]) + layer[:, :, :3]


def _tone(color: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(channel) for channel in color)


def _draw_letters(
    band: NDArray[np.float32],
    rng: np.random.Generator,
    spine: tuple[int, int],
    color: NDArray[np.float64],
) -> None:
    """Write a column of invented letters on the *spine* (left edge, width) of a book."""
    left, wide = spine
    ink = tuple(float(c) for c in (255 - color) * rng.uniform(0.3, 1.0))
    size = max(5, int(wide * rng.uniform(0.3, 0.8)))
    for y in range(int(rng.integers(0, 30)), band.shape[0] - size, int(size * 1.15)):
        if rng.random() < 0.2:
            continue
        for _ in range(int(rng.integers(2, 7))):
            ends = rng.integers(0, size, (2, 2)) + np.array([(wide - size) // 2 + left, y])
            start, end = (tuple(int(v) for v in point) for point in ends)
            cv2.line(band, start, end, ink, max(1, size // 9), cv2.LINE_AA)


def _border(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Paint what lies beyond one or two straight seams of *canvas* in another color."""
    color = _tone(rng.uniform(10, 245, 3))
    for _ in range(int(rng.integers(1, 3))):
        angle, far = rng.uniform(-np.pi, np.pi), rng.uniform(0, 0.45) * SIDE
        along = np.array([np.cos(angle), np.sin(angle)])
        out = np.array([-along[1], along[0]])
        seam = SIDE / 2 + far * out
        ends = [seam - 2 * SIDE * along, seam + 2 * SIDE * along]
        band = np.array([*ends, *(end + 2 * SIDE * out for end in reversed(ends))])
        cv2.fillPoly(canvas, [band.astype(np.int32)], color)


def _litter(canvas: NDArray[np.float32], rng: np.random.Generator, has_sheets: bool) -> None:
    """Put one thing that is no tile on *canvas*: a sheet, a coin or a cable."""
    color = tuple(float(c) for c in rng.uniform(0, 255, 3))
    at = tuple(int(v) for v in rng.integers(0, SIDE, 2))
    size = rng.integers(4, 160, 2)
    if has_sheets and rng.random() < 0.5:
        box = (at, (float(size[0]), float(size[1])), float(rng.uniform(0, 180)))
        cv2.fillPoly(canvas, [cv2.boxPoints(box).astype(np.int32)], color)
    elif rng.random() < 0.5:
        cv2.circle(canvas, at, int(size[0] // 3), color, -1)
    else:
        end = tuple(int(v) for v in rng.integers(0, SIDE, 2))
        cv2.line(canvas, at, end, color, int(rng.integers(1, 24)))
