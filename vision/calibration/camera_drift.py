"""Noticing that the camera or the table has been moved since it was calibrated.

Markers on the rim tell it. Where they are covered, or there are none, ORB features of the rim do,
as it looks from straight above: matched with those of the calibrated still and fitted by RANSAC.
Measured on 24 simulated tables without markers under rough light and lenses:
`docs/vision-notes.md`, "A camera that was moved".
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
    from_above,
)
from vision.calibration.measure import EXACT_MM
from vision.geometry import Layout
from vision.types import Floats, Image

_RING_MM: Final = (-8.0, 48.0)
"""Landmarks lie so far outside the field's edge: beyond the tiles, and not where chairs are."""
_REACH_MM: Final = 80.0
"""How far from its place a landmark is looked for: further than a table is pushed unnoticed."""
_APART_PX: Final = 170
"""Pixels of the edge, seen from above at one a millimetre, for each feature, the strongest
first: at a square table for four about a thousand landmarks."""
_NOISE: Final = 6.0
"""Standard deviation of the noise, of 255, in which enough landmarks must be found again: of plain
round rims 1 to 42 are, of others 250 and more."""
_ENOUGH: Final = 20
"""Landmarks that must agree on one movement: 45 and more do of 240 pushes of 24 tables, of other
tables' never more than 8."""


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
        return self.moved_mm is not None and self.moved_mm > EXACT_MM

    @property
    def can_be_measured(self) -> bool:
        """Return whether all corner markers are seen, so that the camera can be measured again."""
        return self.markers.issuperset(range(CORNERS))


def drift(image: Image, calibration: Calibration) -> Drift:
    """Return how far the table in *image* lies from where *calibration* has it.

    Where neither its markers nor enough of its landmarks are seen, that cannot be told.
    """
    by_markers = _by_markers(image, calibration)
    if by_markers.can_be_measured or (by_markers.moved_mm is not None and not by_markers.has_moved):
        return by_markers
    by_landmarks = _by_landmarks(image, calibration)
    if by_landmarks.moved_mm is None:
        return by_markers
    if by_markers.has_moved:  # seen better than landmarks, which tell by how much
        return replace(by_markers, agreeing=by_landmarks.agreeing, corrected=by_landmarks.corrected)
    return replace(by_landmarks, markers=by_markers.markers)


def can_tell(calibration: Calibration) -> bool:
    """Return whether *calibration* keeps enough of the table to notice that it moved."""
    count = 0 if calibration.landmarks is None else len(calibration.landmarks.places)
    return bool(calibration.marks) or count >= _ENOUGH


def with_landmarks(image: Image, calibration: Calibration) -> Calibration:
    """Return *calibration* with the landmarks of the table in *image*, by which it was measured.

    A plain rim has none: too few of its features are found again in more noise.
    """
    landmarks = _features(image, calibration, 0.0)
    chance = np.random.default_rng(0).normal(0.0, _NOISE, image.shape)
    noisy = np.clip(image + chance, 0, 255).astype(np.uint8)
    again = _pairs(landmarks, _features(noisy, calibration, 0.0), EXACT_MM)
    return replace(calibration, landmarks=landmarks if len(again) >= _ENOUGH else None)


def _features(image: Image, calibration: Calibration, reach_mm: float) -> Landmarks:
    """Return features of the table's edge, and of *reach_mm* to both sides of it."""
    table = calibration.table or Layout()
    half_mm = float(table.half_mm.max()) + _RING_MM[1] + _REACH_MM
    view = cv2.cvtColor(from_above(image, calibration, half_mm, 1.0), cv2.COLOR_BGR2GRAY)
    ring = np.zeros(view.shape, np.uint8)
    for out_mm, value in ((_RING_MM[1] + reach_mm, 255), (_RING_MM[0] - reach_mm, 0)):
        edge = np.round(_outline(table, out_mm) + half_mm).astype(np.int32)
        cv2.fillPoly(ring, [edge], value)
    clear = cv2.GaussianBlur(cv2.createCLAHE().apply(view), (0, 0), 1.0)
    finder = cv2.ORB.create(cv2.countNonZero(ring) // _APART_PX)
    points, descriptors = finder.detectAndCompute(clear, ring)
    if not points:
        return Landmarks(np.zeros((0, 2)), np.zeros((0, DESCRIPTOR_BYTES), np.uint8))
    places = np.array([point.pt for point in points]) - half_mm
    return Landmarks(places, np.asarray(descriptors, np.uint8))


def _outline(table: Layout, out_mm: float) -> Floats:
    """Return points around the field of *table*, *out_mm* outside its edge, N×2."""
    turn = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    points = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    if table.oval_mm is None:
        points /= np.abs(points).max(axis=1, keepdims=True)
    return np.asarray(points * (table.half_mm + out_mm))


def _by_landmarks(image: Image, calibration: Calibration) -> Drift:
    """Return what the landmarks alone tell: on which movement of the table enough agree."""
    landmarks = calibration.landmarks
    if landmarks is None or (image.shape[1], image.shape[0]) != calibration.size:
        return Drift(None)
    features = _features(image, calibration, _REACH_MM)
    pairs = _pairs(landmarks, features, _REACH_MM)
    if len(pairs) < _ENOUGH:
        return Drift(None)
    before = landmarks.places[[pair.queryIdx for pair in pairs]]
    after = features.places[[pair.trainIdx for pair in pairs]]
    way, inliers = cv2.estimateAffinePartial2D(before, after)
    agree = np.asarray(inliers).ravel().astype(bool)
    if agree.sum() < _ENOUGH:  # none at all where no way was found
        return Drift(None)
    edge = _outline(calibration.table or Layout(), 0.0)
    shifts_mm = np.hypot(*(edge @ way[:, :2].T + way[:, 2] - edge).T)
    result = Drift(float(np.median(shifts_mm)), agreeing=int(agree.sum()))
    if not result.has_moved:
        return result
    return replace(result, corrected=_correct(calibration, before[agree], after[agree]))


def _pairs(landmarks: Landmarks, features: Landmarks, reach_mm: float) -> list[cv2.DMatch]:
    """Return which *landmarks* and *features* look most alike, no further apart than *reach_mm*."""
    if not len(landmarks.places) or not len(features.places):
        return []
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
    return [
        pair
        for pair in matcher.match(landmarks.descriptors, features.descriptors)
        if np.hypot(*(landmarks.places[pair.queryIdx] - features.places[pair.trainIdx])) < reach_mm
    ]


def _correct(calibration: Calibration, before: Floats, after: Floats) -> Calibration | None:
    """Return what holds once the table went from *before* to *after*, N×2 each, in its frame.

    That is `None` unless these lie on all sides of it: a tilt shows on the far side.
    """
    x, y = (before / (calibration.table or Layout()).half_mm).T
    if not all((side > 0.5).any() for side in (x, -x, y, -y)):
        return None
    way, _ = cv2.findHomography(before, after)
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
    markers = find_markers(image)
    now = {number: quad.mean(axis=0) for number, quad in markers.items() if number in marks}
    if len(now) < 2:  # one alone may have been moved by itself
        return Drift(None, frozenset(now))
    before = calibration.to_table(np.array([marks[number] for number in now]))
    after = calibration.to_table(np.array(list(now.values())))
    moved_mm = float(np.median(np.hypot(*(after - before).T)))
    return Drift(moved_mm, frozenset(now))
