"""Drawings as data: the simulated camera paints them with OpenCV, pages write them as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Point

WIDTH: Final = 104
HEIGHT: Final = 140
"""Pixels of a drawn face: a tile of 26 by 35 mm."""
_FINER: Final = 3
_STEPS: Final = 6
_ROUND: Final = 24
_CURVE_POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """A filled shape, or a line where it has a *width*.

    A curve is drawn between its points towards each of them; a point given twice is a corner.
    """

    points: tuple[Point, ...]
    color: str
    """As in CSS: #rrggbb."""
    width: float = 0.0
    is_curved: bool = True


@dataclass(frozen=True, slots=True)
class Oval:
    """A filled ellipse, turned clockwise by *degrees*, or its line where it has a *width*."""

    center: Point
    radii: tuple[float, float]
    color: str
    degrees: float = 0.0
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Copy:
    """A motif laid *at* a place, made larger and then turned clockwise by *degrees*."""

    motif: str
    at: Point
    degrees: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)


Drawing = Sequence[Mark | Oval | Copy]


def points_of(text: str) -> tuple[Point, ...]:
    """Return the points whose x and y stand in *text* one after the other."""
    numbers = [float(one) for one in text.split()]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def shape(color: str, text: str) -> Mark:
    """Return a filled curve about the points in *text*."""
    return Mark(points_of(text), color)


def polygon(color: str, text: str) -> Mark:
    """Return a filled polygon of the points in *text*."""
    return Mark(points_of(text), color, is_curved=False)


def stroke(color: str, width: float, text: str) -> Mark:
    """Return a curved line along the points in *text*."""
    return Mark(points_of(text), color, width)


def disc(color: str, x: float, y: float, radius: float) -> Oval:
    """Return a filled circle."""
    return Oval((x, y), (radius, radius), color)


def bends(points: Sequence[Point], *, is_closed: bool) -> tuple[Point, list[tuple[Point, Point]]]:
    """Return where a curve along *points* begins, then each control point with where it leads."""
    if is_closed:
        around = [*points, points[0]]
        ends = [_middle(a, b) for a, b in pairwise(around)]
        return ends[-1], list(zip(points, ends, strict=True))
    inner = points[1:-1]
    ends = [_middle(a, b) for a, b in pairwise(inner)]
    return points[0], list(zip(inner, [*ends, points[-1]], strict=True))


def is_bent(mark: Mark) -> bool:
    """Return whether *mark* has enough points to be a curve."""
    return mark.is_curved and len(mark.points) >= _CURVE_POINTS


def paint(
    drawing: Drawing, motifs: Mapping[str, Drawing], size: tuple[float, float]
) -> NDArray[np.uint8]:
    """Return the ink of *drawing*, `HEIGHT` × `WIDTH` × 4, whose sheet has *size*."""
    sheet = np.zeros((HEIGHT * _FINER, WIDTH * _FINER, 4), np.uint8)
    fit = np.diag([WIDTH * _FINER / size[0], HEIGHT * _FINER / size[1], 1.0])
    for mark, place in _flat(drawing, motifs, fit):
        _paint_mark(sheet, mark, place)
    small = cv2.resize(_premultiply(sheet), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    alpha = np.maximum(small[:, :, 3:], 1)
    small[:, :, :3] = np.minimum(small[:, :, :3] * 255 / alpha, 255)
    return np.asarray(small, np.uint8)


def _premultiply(sheet: NDArray[np.uint8]) -> NDArray[np.float32]:
    pixels = sheet.astype(np.float32)
    pixels[:, :, :3] *= pixels[:, :, 3:] / 255
    return pixels


def _flat(
    drawing: Drawing, motifs: Mapping[str, Drawing], place: NDArray[np.float64]
) -> Iterator[tuple[Mark | Oval, NDArray[np.float64]]]:
    """Yield every mark, those of motifs too, with the matrix that leads it onto the sheet."""
    for mark in drawing:
        if isinstance(mark, Copy):
            angle, (wide, tall) = math.radians(mark.degrees), mark.scale
            turn = np.array(
                [
                    [math.cos(angle) * wide, -math.sin(angle) * tall, mark.at[0]],
                    [math.sin(angle) * wide, math.cos(angle) * tall, mark.at[1]],
                    [0.0, 0.0, 1.0],
                ]
            )
            yield from _flat(motifs[mark.motif], motifs, place @ turn)
        else:
            yield mark, place


def _paint_mark(sheet: NDArray[np.uint8], mark: Mark | Oval, place: NDArray[np.float64]) -> None:
    path = np.array(_outline(mark))
    pixels = np.round(path @ place[:2, :2].T + place[:2, 2]).astype(np.int32)
    red, green, blue = (int(mark.color[at : at + 2], 16) for at in (1, 3, 5))
    color = (blue, green, red, 255)
    if mark.width:
        thick = max(1, round(mark.width * math.sqrt(abs(np.linalg.det(place[:2, :2])))))
        cv2.polylines(sheet, [pixels], isinstance(mark, Oval), color, thick)
    else:
        cv2.fillPoly(sheet, [pixels], color)


def _outline(mark: Mark | Oval) -> list[Point]:
    if isinstance(mark, Oval):
        return list(_ellipse(mark))
    if not is_bent(mark):
        return list(mark.points)
    start, parts = bends(mark.points, is_closed=not mark.width)
    path = [start]
    for control, end in parts:
        begin = path[-1]
        for t in (step / _STEPS for step in range(1, _STEPS + 1)):
            path.append(_bezier(t, begin, control, end))
    return path


def _bezier(t: float, begin: Point, control: Point, end: Point) -> Point:
    weights = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
    x, y = (sum(w * p[axis] for w, p in zip(weights, (begin, control, end), strict=True))
            for axis in (0, 1))  # fmt: skip
    return x, y


def _ellipse(oval: Oval) -> Iterator[Point]:
    turn = math.radians(oval.degrees)
    for angle in (2 * math.pi * step / _ROUND for step in range(_ROUND)):
        u, v = oval.radii[0] * math.cos(angle), oval.radii[1] * math.sin(angle)
        yield (
            oval.center[0] + u * math.cos(turn) - v * math.sin(turn),
            oval.center[1] + u * math.sin(turn) + v * math.cos(turn),
        )


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
