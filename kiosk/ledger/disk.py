"""What has to be on the disk: files written whole, and how long work on them is watched."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROWS_AT_ONCE: Final = 64
"""Read between two tellings of how far a work is; they take some milliseconds."""
Progress = Callable[[float], None]
"""Is told again and again how much of a work is done, 0 to 1; it ends the work by raising."""


class StoppedError(Exception):
    """A work that was ended before it was done; nothing of it is left."""


def unwatched(part: float) -> None:
    """Let a work go on to its end."""


def put_on_disk(path: Path) -> None:
    """Wait until *path*, a file or a folder, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def write_whole(path: Path, text: str) -> None:
    """Write *text* into the file *path* so that a power cut leaves the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    put_on_disk(fresh)
    fresh.replace(path)
    put_on_disk(path.parent)
