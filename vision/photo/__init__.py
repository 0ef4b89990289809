"""Reading a single photograph without calibration; the calibrated table is `vision.table`."""

from vision.photo.overlay import draw_outlines, draw_tiles
from vision.photo.pipeline import PhotoReading, find, read_photo
from vision.photo.rows import in_rows

__all__ = ["PhotoReading", "draw_outlines", "draw_tiles", "find", "in_rows", "read_photo"]
