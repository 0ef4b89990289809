"""Tapping a field's corners on a still: which one is meant now, and what was tapped so far.

Each is tapped twice: roughly on the whole still, then exactly on an enlarged cut about that. The
state goes along in the page's address, so that the kiosk keeps nothing until it is stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

Pixel = tuple[int, int]
"""A place in the camera's picture: pixels from the left and from the top."""
Box = tuple[int, int, int, int]
"""A part of the picture: left, top, width, height in pixels."""

ENLARGED: Final = 8
"""The cut is this part of the picture's width and height: a finger's breadth of a small still."""
CORNERS: Final = ("far_left", "far_right", "near_right", "near_left")
SIDES: Final = ("far", "right", "near", "left")
_WRITTEN: Final = re.compile(r"\d{1,5}x\d{1,5}(_\d{1,5}x\d{1,5}){0,7}")


@dataclass(frozen=True, slots=True)
class Tapping:
    """How far somebody has come with tapping the corners, or the ends of an oval field."""

    is_oval: bool = False
    points: tuple[Pixel, ...] = ()
    """What was tapped, in the order of `places`."""
    near: Pixel | None = None
    """Where the next one was tapped roughly."""
    is_for_lens: bool = False
    """Whether the middles of a square field's sides are to follow, which measure the lens."""

    def __post_init__(self) -> None:
        if len(self.points) > len(self.places):
            raise ValueError(f"{len(self.points)} points for {len(self.places)} places")

    @property
    def places(self) -> tuple[str, ...]:
        """Return the places to tap, in their order (`vision.calibration.measure.from_taps`)."""
        if self.is_oval:
            return SIDES
        return CORNERS + SIDES if self.is_for_lens else CORNERS

    @property
    def place(self) -> str:
        """Return the place that is to be tapped now; empty where all were."""
        return "" if self.is_done else self.places[len(self.points)]

    @property
    def is_done(self) -> bool:
        """Return whether every place was tapped."""
        return len(self.points) == len(self.places)

    @property
    def can_go_on(self) -> bool:
        """Return whether more points would tell more: the lens's bend."""
        return self.is_done and not self.is_oval and not self.is_for_lens

    def box(self, size: Pixel) -> Box:
        """Return the part of a picture of *size* that is shown: all, or the cut about `near`."""
        if self.near is None:
            return (0, 0, *size)
        wide, tall = (max(1, whole // ENLARGED) for whole in size)
        left, top = (
            min(max(at - part // 2, 0), whole - part)
            for at, part, whole in zip(self.near, (wide, tall), size, strict=True)
        )
        return (left, top, wide, tall)

    def with_tap(self, at: Pixel, width: int, size: Pixel) -> Tapping:
        """Return this after a tap *at* CSS pixels of what is drawn *width* wide, of *size*.

        The first tap for a place says where to look closely, the second one where it is.
        """
        if self.is_done:
            return self
        left, top, wide, _ = self.box(size)
        x, y = (
            min(max(start + int((one + 0.5) * wide / width), 0), whole - 1)
            for start, one, whole in zip((left, top), at, size, strict=True)
        )
        if self.near is None:
            return replace(self, near=(x, y))
        return replace(self, points=(*self.points, (x, y)), near=None)

    def back(self) -> Tapping:
        """Return this without what was tapped last."""
        if self.near is not None:
            return replace(self, near=None)
        if self.is_for_lens and len(self.points) == len(CORNERS):
            return replace(self, is_for_lens=False)
        return replace(self, points=self.points[:-1])

    def form_fields(self) -> dict[str, str]:
        """Return what says all this in an address; what is empty stays out."""
        fields = {
            "points": _text(self.points),
            "near": _text((self.near,) if self.near else ()),
            "lens": "1" if self.is_for_lens else "",
        }
        return {name: text for name, text in fields.items() if text}


def pixels(text: str) -> tuple[Pixel, ...]:
    """Return the places that *text* (`310x102_1600x98`) names; raise `ValueError` for others."""
    if not text:
        return ()
    if not _WRITTEN.fullmatch(text):
        raise ValueError(f"{text[:40]!r} names no pixels")
    x_and_y = [one.split("x") for one in text.split("_")]
    return tuple((int(x), int(y)) for x, y in x_and_y)


def _text(points: tuple[Pixel, ...]) -> str:
    return "_".join(f"{x}x{y}" for x, y in points)
