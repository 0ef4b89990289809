"""Where the table lies in the camera's picture, and whether it still lies there; no tiles."""

from vision.calibration.camera_drift import can_tell, drift, with_landmarks
from vision.calibration.homography import (
    MARKER_FAMILY,
    MARKER_MM,
    MARKER_OUTSIDE_MM,
    Calibration,
    Lens,
    marker_corners,
    through,
)
from vision.calibration.markers import RULER_MM, markers_pdf
from vision.calibration.measure import calibrate, from_taps

__all__ = [
    "MARKER_FAMILY",
    "MARKER_MM",
    "MARKER_OUTSIDE_MM",
    "RULER_MM",
    "Calibration",
    "Lens",
    "calibrate",
    "can_tell",
    "drift",
    "from_taps",
    "marker_corners",
    "markers_pdf",
    "through",
    "with_landmarks",
]
