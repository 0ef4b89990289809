"""A transparent sheet to draw a tile's face on, with coordinates from -1 to 1.

Drawing happens at three times the final size and is shrunk once, so that shapes
keep clean edges whatever their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH: Final = 104
"""Width of a drawn face in pixels."""
HEIGHT: Final = 140
"""Its height: a tile has 26 by 35 mm."""
_FINER: Final = 3
"""Faces are drawn this many times as large and then shrunk, so that strokes do not alias."""

Bgr = tuple[float, float, float]
Point = tuple[float, float]


def vary_letter(mask: NDArray[np.uint8], lean: float, weight: int) -> NDArray[np.uint8]:
    """Return the letter *mask* slanted by *lean* (of its height), bolder or thinner by *weight*.

    *weight* is in pixels of the mask, below 0 thinner; a letter that would vanish stays as it is.
    """
    tall, wide = mask.shape
    pad = round(abs(lean) * tall / 2) + abs(weight)
    sheet = np.pad(mask, pad)
    if lean:
        slant = np.array([[1, lean, -lean * sheet.shape[0] / 2], [0, 1, 0]], np.float32)
        sheet = np.asarray(cv2.warpAffine(sheet, slant, sheet.shape[::-1]), np.uint8)
    if weight:
        size = (abs(weight) + 1,) * 2
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, size)
        change = cv2.dilate if weight > 0 else cv2.erode
        letter = np.asarray(change(sheet, brush), np.uint8)
        sheet = letter if letter.sum() > 0.6 * sheet.sum() else sheet
    x, y, wide, tall = cv2.boundingRect(sheet)
    return sheet[y : y + tall, x : x + wide] if wide > 2 and tall > 2 else mask


def bend_face(
    face: NDArray[np.uint8],
    amount: float,
    rng: np.random.Generator,
    edge: int = cv2.BORDER_CONSTANT,
) -> NDArray[np.uint8]:
    """Return *face* (H×W×channels) bent smoothly, by about *amount* of half its width.

    *edge* is what lies outside it, as OpenCV numbers it; nothing unless told.
    """
    if not amount:
        return face
    tall, wide = face.shape[:2]
    coarse = rng.normal(0, amount * wide / 2, (2, 5, 4)).astype(np.float32)
    off = [cv2.resize(each, (wide, tall), interpolation=cv2.INTER_CUBIC) for each in coarse]
    ys, xs = np.mgrid[0:tall, 0:wide].astype(np.float32)
    bent = cv2.remap(face, xs + off[0], ys + off[1], cv2.INTER_LINEAR, borderMode=edge)
    return np.asarray(bent, np.uint8)


class Ink:
    """A face in the making: x and y run from -1 (left, top) to 1, lengths are of half the width."""

    def __init__(self) -> None:
        self._sheet = np.zeros((HEIGHT * _FINER, WIDTH * _FINER, 4), np.uint8)

    def _at(self, place: Point) -> tuple[int, int]:
        height, width = self._sheet.shape[:2]
        return (round((place[0] + 1) * width / 2), round((place[1] + 1) * height / 2))

    def _long(self, length: float) -> int:
        return max(1, round(length * self._sheet.shape[1] / 2))

    def disc(self, center: Point, radius: float, color: Bgr) -> None:
        """Draw a filled circle."""
        cv2.circle(self._sheet, self._at(center), self._long(radius), (*color, 255), -1)

    def hole(self, center: Point, radius: float) -> None:
        """Make a circle transparent again."""
        cv2.circle(self._sheet, self._at(center), self._long(radius), (0, 0, 0, 0), -1)

    def ring(self, center: Point, radius: float, thick: float, color: Bgr) -> None:
        """Draw a circle's line."""
        thickness = self._long(thick)
        cv2.circle(self._sheet, self._at(center), self._long(radius), (*color, 255), thickness)

    def line(self, points: Sequence[Point], thick: float, color: Bgr) -> None:
        """Draw a broken line."""
        path = np.array([self._at(point) for point in points], np.int32)
        cv2.polylines(self._sheet, [path], False, (*color, 255), self._long(thick))

    def shape(self, points: Sequence[Point], color: Bgr) -> None:
        """Fill a polygon."""
        path = np.array([self._at(point) for point in points], np.int32)
        cv2.fillPoly(self._sheet, [path], (*color, 255))

    def oval(
        self, center: Point, axes: tuple[float, float], degrees: float, color: Bgr, thick: float = 0
    ) -> None:
        """Draw an ellipse, filled unless *thick* says how wide its line is."""
        radii = (self._long(axes[0]), self._long(axes[1]))
        line = self._long(thick) if thick else -1
        place = self._at(center)
        cv2.ellipse(self._sheet, place, radii, degrees, 0, 360, (*color, 255), line)

    def box(self, low: Point, high: Point, thick: float, color: Bgr) -> None:
        """Draw a rectangle's line; *thick* 0 fills it."""
        line = self._long(thick) if thick else -1
        cv2.rectangle(self._sheet, self._at(low), self._at(high), (*color, 255), line)

    def stamp(
        self, mask: NDArray[np.uint8], center: Point, size: tuple[float, float], color: Bgr
    ) -> None:
        """Print *mask* (255 = ink) in a box of *size* (of half width, half height) at *center*."""
        height, width = self._sheet.shape[:2]
        wide, tall = max(2, round(size[0] * width / 2)), max(2, round(size[1] * height / 2))
        x, y = self._at(center)
        scaled_mask = cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA)
        x0, y0 = x - wide // 2, y - tall // 2
        left, top = max(0, -x0), max(0, -y0)
        part = scaled_mask[top : max(top, height - y0), left : max(left, width - x0)]
        spot = self._sheet[
            y0 + top : y0 + top + part.shape[0], x0 + left : x0 + left + part.shape[1]
        ]
        weight = part[:, :, None].astype(np.float32) / 255
        spot[:] = spot * (1 - weight) + np.array((*color, 255), np.float32) * weight

    def overlay(self, degrees: float, pivot: Point, other: Ink) -> None:
        """Lay *other* over this sheet, turned by *degrees* about *pivot*."""
        height, width = self._sheet.shape[:2]
        matrix = cv2.getRotationMatrix2D(self._at(pivot), degrees, 1.0)
        layer = cv2.warpAffine(other._sheet, matrix, (width, height), flags=cv2.INTER_NEAREST)
        mask = layer[:, :, 3] > 127
        self._sheet[mask] = layer[mask]

    def face(self) -> NDArray[np.uint8]:
        """Return the face, `HEIGHT` × `WIDTH` × 4."""
        sheet = self._sheet.astype(np.float32)
        sheet[:, :, :3] *= sheet[:, :, 3:] / 255
        small = cv2.resize(sheet, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        alpha = np.maximum(small[:, :, 3:], 1)
        small[:, :, :3] = np.minimum(small[:, :, :3] * 255 / alpha, 255)
        return np.asarray(small, np.uint8)
