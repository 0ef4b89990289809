"""Noticing that the camera or the table has been moved since it was calibrated.

Markers on the rim tell it. Where they are covered, or there are none, the table's landmarks do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.calibration.homography import CORNERS, find_markers
from vision.calibration.movement import AGREE_MM, ENOUGH, MORE, movement
from vision.calibration.sightings import sightings
from vision.geometry import Layout

if TYPE_CHECKING:
    from vision.calibration.homography import Calibration, Floats
    from vision.calibration.movement import Movement
    from vision.camera import Image

MOVED_MM: Final = 2.0
"""Less than this is how exactly markers are seen; more is a camera that was moved."""
_SURELY_MM: Final = 1.0
"""So much of a movement landmarks tell for sure at least; of less, nobody knows."""
_PINNED_MM: Final = 2.5
"""Where a movement is unsure by more than this, nothing can be read by it."""
_CLOSE_MM: Final = 14.0
_FAR_MM: Final = 80.0
"""Landmarks are looked for so near to their places first, and then so far from them."""
_MOST: Final = 0.6
"""Where this share of the landmarks agree, none is looked for further away."""
_AROUND: Final = 0.03
"""A marker is first looked for where it was, within this share of the picture's width."""
_LEAST: Final = 2
"""Fewer markers tell nothing."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What markers and landmarks say about the camera's place."""

    moved_mm: float | None
    """How far the table has moved in the picture; `None` where too little of it is seen."""
    seen: frozenset[int] = frozenset()
    """Numbers of the markers seen."""
    agreeing: int = 0
    """Landmarks that say so, where they were asked."""
    anew: Calibration | None = None
    """What holds now, as the landmarks tell; `None` where nothing moved, or they are unsure."""

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

    Where neither its markers nor enough of its landmarks are seen, that cannot be told.
    """
    told = _by_markers(image, calibration)
    if told.moved_mm is not None and (told.can_be_measured or not told.has_moved):
        return told
    found = movement_of(image, calibration)
    if found is None:
        return told
    has_moved = found.moved_mm > MOVED_MM
    if has_moved and found.surely_mm <= _SURELY_MM:
        return told
    is_pinned = has_moved and found.unsure_mm <= _PINNED_MM
    anew = moved(calibration, found) if is_pinned else None
    if told.has_moved:
        return replace(told, agreeing=found.agreeing, anew=anew)
    return Drift(found.moved_mm, told.seen, found.agreeing, anew)


def can_tell(calibration: Calibration) -> bool:
    """Return whether *calibration* keeps enough of the table to notice that it moved."""
    kept = 0 if calibration.landmarks is None else len(calibration.landmarks.marks)
    return bool(calibration.marks) or kept >= ENOUGH


def movement_of(image: Image, calibration: Calibration) -> Movement | None:
    """Return how the landmarks of *calibration* moved in *image*; `None` if too few agree."""
    known = calibration.landmarks
    size = (image.shape[1], image.shape[0])
    if known is None or size != calibration.size:
        return None
    edge_mm = _edge(calibration.table or Layout())
    seen = sightings(image, calibration, _CLOSE_MM)
    near = movement(seen, edge_mm)
    near = near if near is not None and near.is_knock else None
    if near is not None and near.agreeing >= _MOST * len(known.marks):
        return near
    far = _far(image, calibration, edge_mm)
    if far is None or far.is_denied(seen) or not far.is_knock:
        return near
    return far if near is None or far.agreeing >= MORE * near.agreeing else near


def _far(image: Image, calibration: Calibration, edge_mm: Floats) -> Movement | None:
    """Return how landmarks moved that are looked for far away: roughly first, then exactly."""
    rough = movement(sightings(image, calibration, _FAR_MM, coarser=2), edge_mm, 2 * AGREE_MM)
    if rough is None:
        return None
    exact = movement(sightings(image, moved(calibration, rough), _CLOSE_MM), edge_mm)
    return None if exact is None else replace(exact, on_table=rough.on_table @ exact.on_table)


def _edge(table: Layout) -> Floats:
    """Return eight places about the edge of the field of *table*, in mm."""
    half = np.array(table.oval_mm or (table.span_mm, table.span_mm)) / 2
    places = np.array([(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0) if x or y])
    if table.oval_mm is not None:
        places /= np.hypot(*places.T)[:, None]
    return np.asarray(places * half)


def moved(calibration: Calibration, by: Movement) -> Calibration:
    """Return what *calibration* became when the table moved *by* this in the picture."""
    plane = calibration.face_plane @ by.on_table
    now = replace(calibration, face_plane=plane / plane[2, 2])
    if not calibration.marks:
        return now
    places = calibration.to_table(np.array(list(calibration.marks.values())))
    pixels = zip(calibration.marks, now.to_pixels(places), strict=True)
    return replace(now, marks={number: (float(x), float(y)) for number, (x, y) in pixels})


def _by_markers(image: Image, calibration: Calibration) -> Drift:
    """Return what the markers alone tell; a calibration from taps has none to compare."""
    marks = calibration.marks
    if not marks:
        return Drift(None)
    now = _near(image, calibration)
    if len(now) < _LEAST:
        found = find_markers(image)
        now = {number: quad.mean(axis=0) for number, quad in found.items() if number in marks}
    if len(now) < _LEAST:
        return Drift(None, frozenset(now))
    before = calibration.to_table(np.array([marks[number] for number in now]))
    after = calibration.to_table(np.array(list(now.values())))
    moved_mm = float(np.median(np.hypot(*(after - before).T)))
    return Drift(moved_mm, frozenset(now))


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
