"""Cards and dominoes laid out on a plain ground: found by their outline and their shape.

The localiser knows mahjong tiles. Other things are told from the ground by its color, and a strip
of several that touch is parted by the shape that each has.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.detector import Spot
from vision.types import Image


class _Card:
    """What may be a card on plain ground; chosen on simulated ones."""

    SIDE_PX: Final = 1200
    """Pictures are looked at in this size, so that a card is some tens of pixels wide."""
    RIM: Final = 0.05
    """The outer share of a picture shows the ground."""
    APART: Final = 29.0
    """Colors further apart than this, in lightness and tint (CIE L*a*b*, 8 bits), are two
    things."""
    SMALLEST: Final = 0.0006
    """Share of the picture that a card covers at least."""
    ASKEW: Final = 0.22
    """By how much a strip's shape may differ from that of so many cards."""
    MOST: Final = 20
    """Cards of one strip."""
    SIZES: Final = 1.6
    """Cards of one picture differ less than this in area from the ordinary one."""
    FILLED: Final = 0.86
    """Share of its box that a card's hull fills; a round plate fills 0.79 to 0.82 of its."""
    INKED: Final = 0.5
    """Share that is left of a card whose ink has the color of the ground."""


def card_outlines(image: Image, shape: float) -> list[Spot]:
    """Return where cards lie in *image* whose height is *shape* times their width."""
    factor = min(1.0, _Card.SIDE_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    things = _things(np.asarray(small, np.uint8))
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    least = _Card.SMALLEST * small.shape[0] * small.shape[1]
    found: list[list[Part]] = []
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        area = box[1][0] * box[1][1]
        hull = cv2.contourArea(cv2.convexHull(outline))
        if (
            area >= least
            and hull > _Card.FILLED * area
            and cv2.contourArea(outline) > _Card.INKED * area
        ):
            found.append(_ways(box, shape))
    return [spot.scaled(1 / factor) for part in _alike(found) for spot in part.spots()]


@dataclass(frozen=True, slots=True)
class Part:
    """A strip taken for so many cards side by side, or end to end."""

    box: cv2.typing.RotatedRect
    count: int
    is_across: bool
    """Whether the strip runs along the box's height."""
    misfit: float
    """By how much the box's shape differs from theirs, a logarithm."""
    is_end_to_end: bool = False

    @property
    def card(self) -> float:
        """Return the area of one card."""
        return self.box[1][0] * self.box[1][1] / self.count

    def spots(self) -> Iterator[Spot]:
        """Yield the cards. Half turns are open, so the one that reads from the left is as good."""
        (x, y), (wide, tall), degrees = self.box
        along, across = (tall, wide) if self.is_across else (wide, tall)
        angle = math.radians(degrees) + (math.pi / 2 if self.is_across else 0.0)
        angle = (angle + math.pi / 2) % math.pi - math.pi / 2
        step = along / self.count
        for number in range(self.count):
            off = (number - (self.count - 1) / 2) * step
            at = (x + off * math.cos(angle), y + off * math.sin(angle))
            if self.is_end_to_end:
                yield Spot(*at, across, step, angle + math.pi / 2, 1.0)
            else:
                yield Spot(*at, step, across, angle, 1.0)


def _alike(found: Sequence[Sequence[Part]]) -> list[Part]:
    """Return what each thing is taken for, so that all cards are of one size; others are none.

    A strip of six dominoes has the shape of one, and two cards beside each other that of one lying
    across: the size of those that can only be taken one way decides. Without any, or where the
    fewest cards fit twice as well, as when two touch end to end, those hold.
    """
    beside = [[part for part in ways if not part.is_end_to_end] for ways in found]
    parts = [min(ways, key=lambda part: part.count) for ways in beside if ways]
    if not parts:
        return []
    single = [ways[0] for ways in beside if len(ways) == 1] or parts
    by_single = _of_one_size(found, [part.card for part in single for _ in range(part.count)])
    by_fewest = _of_one_size(found, [part.card for part in parts])
    return by_fewest if 2 * _misfit(by_fewest, found) < _misfit(by_single, found) else by_single


def _misfit(taken: Sequence[Part], found: Sequence[Sequence[Part]]) -> float:
    """Return how badly *found* is *taken*: each misfit, and the worst for what is no card."""
    return sum(part.misfit for part in taken) + _Card.ASKEW * (len(found) - len(taken))


def _of_one_size(found: Sequence[Sequence[Part]], areas: Sequence[float]) -> list[Part]:
    """Return how each thing is taken so that its cards have the median of *areas*.

    Cards end to end are rare: a thing is taken for them where it is nothing else.
    """
    ordinary = float(np.median(areas))

    def off(part: Part) -> float:
        return abs(math.log(part.card / ordinary))

    fitting = ([part for part in ways if off(part) < math.log(_Card.SIZES)] for ways in found)
    return [min(ways, key=lambda part: (part.is_end_to_end, off(part))) for ways in fitting if ways]


def _things(image: Image) -> NDArray[np.uint8]:
    """Return where *image* shows no ground, 255 there."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(2, round(_Card.RIM * min(lab.shape[:2])))
    edge = np.concatenate(
        [part.reshape(-1, 3) for part in (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])]
    )
    off = lab - np.median(edge, axis=0)
    # Shadows darken the ground and keep its tint.
    off[:, :, 0] *= np.where(off[:, :, 0] < 0, 0.3, 0.7)
    off[:, :, 1:] *= 1.6
    things = (np.linalg.norm(off, axis=2) > _Card.APART).astype(np.uint8)
    closed = cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    # Ink may have the color of the ground: what a rim goes about is one thing.
    rims, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = cv2.drawContours(closed, rims, -1, 1, cv2.FILLED)
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return np.asarray(255 * opened, np.uint8)


def _ways(box: cv2.typing.RotatedRect, shape: float) -> list[Part]:
    """Return what the turned *box* can be taken for: one card, or a strip of several."""
    wide, tall = box[1]
    ways = []
    for is_across, along, across in ((False, wide, tall), (True, tall, wide)):
        for is_end_to_end, cards in (
            (False, along * shape / across),
            (True, along / across / shape),
        ):
            count = max(1, round(cards))
            misfit = abs(math.log(cards / count))
            is_strip = count > 1 or not is_end_to_end
            if is_strip and misfit < _Card.ASKEW and count <= _Card.MOST:
                ways.append(Part(box, count, is_across, misfit, is_end_to_end))
    return ways
