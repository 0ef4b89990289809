"""Noticing that the camera or the table has been moved since it was calibrated.

Markers on the rim tell it. Where they are covered, or there are none, ORB features of the rim do:
matched with those of the calibrated still and fitted by RANSAC. Measured on 24 simulated tables
without markers under rough light and lenses: `docs/vision-notes.md`, "A camera that was moved".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.homography import (
    CORNERS,
    DESCRIPTOR_BYTES,
    Calibration,
    Landmarks,
    find_markers,
)
from vision.geometry import Layout
from vision.types import Floats, Image

MOVED_MM: Final = 2.0
"""Less than this is how exactly markers are seen; more is a camera that was moved."""
_LEAST_MARKERS: Final = 2
"""Fewer markers than this tell nothing of a camera that moved."""


class _Orb:
    """Which features of the rim are landmarks, and where they are looked for."""

    RING_MM: Final = (-8.0, 48.0)
    """Landmarks lie so far outside the field's edge: beyond the tiles, and not where chairs are."""
    KEPT: Final = 800
    """Features of a still that are tried as landmarks, the strongest; about half are kept."""
    REACH_MM: Final = 80.0
    """How far from its place a landmark is looked for: further than a table is pushed unnoticed."""
    TRIED: Final = 5000
    """Features of a later picture among which the landmarks are looked for."""
    PX_PER_MM: Final = 1.1
    """A picture with more pixels a millimetre is shrunk: a full HD camera above a whole table."""
    NOISE: Final = 6.0
    """Standard deviation of the noise, of 255, in which a landmark must be found again."""
    FAST: Final = 5
    """ORB's threshold, of 255: rims show little, and their contrast is raised first."""


class _Agreed:
    """How many landmarks must agree; measured on 24 simulated tables."""

    ENOUGH: Final = 8
    """So many must agree: the 229 of 240 pushes that are noticed leave 9 and more, and of anything
    else never more than 4 agree."""
    AGREE_MM: Final = 1.5
    """Landmarks that miss one movement by less than this agree on it; they are seen to 0.5 mm."""
    SIDES: Final = 3
    """On so many sides of the table landmarks must agree."""
    EXACT: Final = 20
    """With so many on all four sides the movement is measured, as a homography, to 1.5 mm."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What markers and landmarks say about the camera's place."""

    moved_mm: float | None
    """How far the table has moved in the picture; `None` where too little of it is seen."""
    markers: frozenset[int] = frozenset()
    """Numbers of the markers seen."""
    agreeing: int = 0
    """Landmarks that say so, where they were asked."""
    corrected: Calibration | None = None
    """What holds now, as the landmarks tell; `None` where nothing moved, or they are unsure."""

    @property
    def has_moved(self) -> bool:
        """Return whether the calibration no longer holds."""
        return self.moved_mm is not None and self.moved_mm > MOVED_MM

    @property
    def can_be_measured(self) -> bool:
        """Return whether all corner markers are seen, so that the camera can be measured again."""
        return self.markers.issuperset(range(CORNERS))


@dataclass(frozen=True, slots=True, eq=False)
class _Agreement:
    """Landmarks that agree on one movement: where they lay and where they are seen, N×2 in mm."""

    before: Floats
    after: Floats
    moved_mm: float
    """How far the field's edge moved: the median of its places."""
    sides: int
    """On how many sides of the table they lie."""

    @property
    def is_exact(self) -> bool:
        """Return whether they are enough to measure the movement by."""
        return len(self.before) >= _Agreed.EXACT and self.sides == CORNERS


def drift(image: Image, calibration: Calibration) -> Drift:
    """Return how far the table in *image* lies from where *calibration* has it.

    Where neither its markers nor enough of its landmarks are seen, that cannot be told.
    """
    by_markers = _by_markers(image, calibration)
    if by_markers.can_be_measured or (by_markers.moved_mm is not None and not by_markers.has_moved):
        return by_markers
    found = _by_landmarks(image, calibration)
    if found is None:
        return by_markers
    corrected = _corrected(calibration, found) if found.moved_mm > MOVED_MM else None
    if by_markers.has_moved:
        return replace(by_markers, agreeing=len(found.before), corrected=corrected)
    return Drift(found.moved_mm, by_markers.markers, len(found.before), corrected)


def can_tell(calibration: Calibration) -> bool:
    """Return whether *calibration* keeps enough of the table to notice that it moved."""
    kept = 0 if calibration.landmarks is None else len(calibration.landmarks.places)
    return bool(calibration.marks) or kept >= _Agreed.ENOUGH


def with_landmarks(image: Image, calibration: Calibration) -> Calibration:
    """Return *calibration* with the landmarks of the table in *image*, by which it was measured.

    Only what is found again in more noise is kept: a plain rim has none.
    """
    found = _features(image, calibration, 0.0, _Orb.KEPT)
    chance = np.random.default_rng(0).normal(0.0, _Orb.NOISE, image.shape)
    noisy = np.clip(image + chance, 0, 255).astype(np.uint8)
    pairs = _pairs(found, _features(noisy, calibration, 0.0, _Orb.KEPT), _Agreed.AGREE_MM)
    held = [pair.queryIdx for pair in pairs]
    return replace(calibration, landmarks=Landmarks(found.places[held], found.descriptors[held]))


def _features(image: Image, calibration: Calibration, reach_mm: float, most: int) -> Landmarks:
    """Return at most *most* features of the table's edge, and of *reach_mm* to both sides of it."""
    table = calibration.table or Layout()
    factor = min(1.0, _Orb.PX_PER_MM / calibration.px_per_mm)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.createCLAHE(4.0, (16, 16)).apply(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
    ring = np.zeros(grey.shape, np.uint8)
    for out_mm, value in ((_Orb.RING_MM[1] + reach_mm, 255), (_Orb.RING_MM[0] - reach_mm, 0)):
        pixels = (calibration.to_pixels(_outline(table, out_mm)) + 0.5) * factor - 0.5
        cv2.fillPoly(ring, [np.round(pixels).astype(np.int32)], value)
    finder = cv2.ORB.create(most, fastThreshold=_Orb.FAST)
    points, descriptors = finder.detectAndCompute(cv2.GaussianBlur(grey, (0, 0), 1.0), ring)
    pixels = np.array([point.pt for point in points]).reshape(-1, 2)
    if not points:
        return Landmarks(np.zeros((0, 2)), np.zeros((0, DESCRIPTOR_BYTES), np.uint8))
    places = calibration.to_table((pixels + 0.5) / factor - 0.5)
    return Landmarks(places, np.asarray(descriptors, np.uint8))


def _outline(table: Layout, out_mm: float) -> Floats:
    """Return points around the field of *table*, *out_mm* outside its edge, N×2."""
    turn = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    points = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    if table.oval_mm is None:
        points /= np.abs(points).max(axis=1, keepdims=True)
    return np.asarray(points * (table.half_mm + out_mm))


def _by_landmarks(image: Image, calibration: Calibration) -> _Agreement | None:
    """Return on which shift and turn of the table its landmarks agree in *image*."""
    known, table = calibration.landmarks, calibration.table or Layout()
    if known is None or (image.shape[1], image.shape[0]) != calibration.size:
        return None
    seen = _features(image, calibration, _Orb.REACH_MM, _Orb.TRIED)
    pairs = _pairs(known, seen, _Orb.REACH_MM)
    if len(pairs) < _Agreed.ENOUGH:
        return None
    before = known.places[[pair.queryIdx for pair in pairs]]
    after = seen.places[[pair.trainIdx for pair in pairs]]
    way, inliers = cv2.estimateAffinePartial2D(
        before, after, method=cv2.RANSAC, ransacReprojThreshold=_Agreed.AGREE_MM, maxIters=4000
    )
    agree = np.asarray(inliers).ravel().astype(bool)
    if agree.sum() < _Agreed.ENOUGH:  # none at all where no way was found
        return None
    x, y = (before[agree] / table.half_mm).T
    sides = sum(bool((side > 0.6).any()) for side in (x, -x, y, -y))
    edge = _outline(table, 0.0)
    moved = np.hypot(*(edge @ way[:, :2].T + way[:, 2] - edge).T)
    if sides < _Agreed.SIDES:
        return None
    return _Agreement(before[agree], after[agree], float(np.median(moved)), sides)


def _pairs(known: Landmarks, seen: Landmarks, reach_mm: float) -> list[cv2.DMatch]:
    """Return which of *known* and *seen* look most like each other, no further apart than this."""
    if not len(known.places) or not len(seen.places):
        return []
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
    return [
        pair
        for pair in matcher.match(known.descriptors, seen.descriptors)
        if np.hypot(*(known.places[pair.queryIdx] - seen.places[pair.trainIdx])) < reach_mm
    ]


def _corrected(calibration: Calibration, found: _Agreement) -> Calibration | None:
    if not found.is_exact:
        return None
    way, _ = cv2.findHomography(found.before, found.after)
    plane = calibration.face_plane @ way
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
    seen = find_markers(image)
    now = {number: quad.mean(axis=0) for number, quad in seen.items() if number in marks}
    if len(now) < _LEAST_MARKERS:
        return Drift(None, frozenset(now))
    before = calibration.to_table(np.array([marks[number] for number in now]))
    after = calibration.to_table(np.array(list(now.values())))
    moved_mm = float(np.median(np.hypot(*(after - before).T)))
    return Drift(moved_mm, frozenset(now))
