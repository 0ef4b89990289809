"""The camera side: from pictures to the tiles that lie on the table."""

from __future__ import annotations

from vision.photo import PhotoReading, read_photo
from vision.reading import SeatReading, SeenMeld, SeenTile, TableReading
from vision.record_part import record_part
from vision.table import read_table

__all__ = [
    "PhotoReading",
    "SeatReading",
    "SeenMeld",
    "SeenTile",
    "TableReading",
    "read_photo",
    "read_table",
    "record_part",
]
