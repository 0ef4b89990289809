"""Noticing that the camera or the table has been moved since it was calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.calibration import CORNERS, find_markers

if TYPE_CHECKING:
    from vision.calibration import Calibration, Floats
    from vision.camera import Image

MOVED_MM: Final = 2.0
"""Less than this is how exactly markers are seen; more is a camera that was moved."""
_AROUND: Final = 0.03
"""A marker is first looked for where it was, within this share of the picture's width."""
_ENOUGH: Final = 2


@dataclass(frozen=True, slots=True)
class Drift:
    """What the markers say about the camera's place."""

    moved_mm: float | None
    """How far the table has moved in the picture; `None` where too few markers are seen."""
    seen: frozenset[int]
    """Numbers of the markers seen."""

    @property
    def has_moved(self) -> bool:
        """Return whether the calibration no longer holds."""
        return self.moved_mm is not None and self.moved_mm > MOVED_MM

    @property
    def can_be_measured(self) -> bool:
        """Return whether all corner markers are seen, so that the camera can be measured anew."""
        return self.seen.issuperset(range(CORNERS))


def drift(image: Image, calibration: Calibration) -> Drift:
    """Return how far the table in *image* lies from where *calibration* has it.

    A calibration from taps has no markers to compare: it tells nothing.
    """
    marks = calibration.marks
    if not marks:
        return Drift(None, frozenset())
    now = _near(image, calibration)
    if len(now) < _ENOUGH:
        found = find_markers(image)
        now = {number: quad.mean(axis=0) for number, quad in found.items() if number in marks}
    if len(now) < _ENOUGH:
        return Drift(None, frozenset(now))
    before = calibration.to_table(np.array([marks[number] for number in now]))
    after = calibration.to_table(np.array(list(now.values())))
    moved = float(np.median(np.hypot(*(after - before).T)))
    return Drift(moved, frozenset(now))


def _near(image: Image, calibration: Calibration) -> dict[int, Floats]:
    """Return the middles of the markers that are about where they were, in pixels."""
    assert calibration.marks is not None
    reach = round(_AROUND * image.shape[1])
    found = {}
    for number, (x, y) in calibration.marks.items():
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = image[top : top + 2 * reach, left : left + 2 * reach]
        quad = find_markers(np.ascontiguousarray(part)).get(number) if part.size else None
        if quad is not None:
            found[number] = quad.mean(axis=0) + np.array([left, top], float)
    return found
