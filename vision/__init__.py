"""The camera side: from pictures to the tiles that lie on the table."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.photo import PhotoReading, read_photo
    from vision.table import read_table
    from vision.types import MeldReading, SeatReading, TableReading, TileReading

__all__ = [
    "MeldReading",
    "PhotoReading",
    "SeatReading",
    "TableReading",
    "TileReading",
    "read_photo",
    "read_table",
]

# ONNX Runtime, from 1.29 on, sends its maker reports of its use, under a number that it keeps for
# the machine. It asks for this before it is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")


def __getattr__(name: str) -> Any:
    """Return what this package offers, loaded when it is first asked for.

    A kiosk without a camera starts without OpenCV and the networks.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = (import_module(f"{__name__}.{one}") for one in ("types", "table", "photo"))
    return next(getattr(module, name) for module in modules if hasattr(module, name))
