"""Tables without markers, measured by taps, and what a camera sees of them that was knocked."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera import Conditions, SimCamera
from vision.calibration.camera_drift import with_landmarks
from vision.calibration.homography import Calibration
from vision.calibration.measure import from_taps
from vision.geometry import Layout
from vision.types import Image

SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
ENDS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])


def bare(
    layout: Layout | None = None, seed: int = 3, conditions: Conditions | None = None
) -> SimCamera:
    """Return a camera above a table on whose rim no markers lie."""
    base = conditions or Conditions()
    plain = replace(base, cloth=replace(base.cloth, has_markers=False))
    return SimCamera(layout, seed=seed, conditions=plain)


def calibrate_by_taps(camera: SimCamera, still: Image) -> Calibration:
    """Return what taps on *still* give, each a pixel off at most, with the table's landmarks."""
    oval = camera.layout.oval_mm
    half = np.array(oval or (camera.layout.span_mm,) * 2) / 2
    places = (SQUARE if oval is None else ENDS) * half
    pixels = camera.floor_pixels(places) + np.random.default_rng(3).uniform(-1, 1, (4, 2))
    taps = [(float(x), float(y)) for x, y in pixels]
    size = (still.shape[1], still.shape[0])
    return with_landmarks(still, from_taps(taps, camera.layout, size))


def knock(x_mm: float = 0.0, y_mm: float = 0.0, degrees: float = 0.0) -> NDArray[np.float64]:
    """Return the movement on the table, 3×3, of one that was pushed and turned."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, -sin, x_mm], [sin, cos, y_mm], [0.0, 0.0, 1.0]])


def move_table(image: Image, calibration: Calibration, by: NDArray[np.float64]) -> Image:
    """Return what the camera of *image* sees once the table moved *by* this under it."""
    warp = calibration.face_plane @ by @ np.linalg.inv(calibration.face_plane)
    edge = cv2.BORDER_REPLICATE
    picture = cv2.warpPerspective(image, warp, image.shape[1::-1], borderMode=edge)
    return np.asarray(picture, np.uint8)


def relight(image: Image, gains: tuple[float, float, float], noise: float = 3.0) -> Image:
    """Return *image* under another lamp: *gains* of blue, green, red, with noise and as JPEG."""
    rng = np.random.default_rng(7)
    lit = image * np.array(gains) + rng.normal(0, noise, image.shape)
    packed = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), [1, 80])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def cover(image: Image, camera: SimCamera, places: NDArray[np.float64]) -> Image:
    """Return *image* with something dark over the part of the table with these corners, in mm."""
    covered = image.copy()
    outline = np.round(camera.floor_pixels(places)).astype(np.int32)
    cv2.fillConvexPoly(covered, outline, (60, 40, 90), cv2.LINE_AA)
    return covered


def worst_mm(estimate: Calibration, reference: Calibration, by: NDArray[np.float64]) -> float:
    """Return how far *estimate* is at most from *reference*, once the table moved *by* this."""
    grid = np.array([(x, y) for x in (-380.0, 0.0, 380.0) for y in (-380.0, 0.0, 380.0)])
    true = replace(reference, face_plane=reference.face_plane @ by)
    return float(np.hypot(*(estimate.to_table(true.to_pixels(grid)) - grid).T).max())
