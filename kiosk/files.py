"""Files: written whole, and words where the system refuses one. Small: every command loads it."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

LONGEST_PATH: Final = 120
"""Of a path in a message, in characters: two lines of a terminal."""

PATH_STEPS: Final[Mapping[int, str]] = {
    errno.ENAMETOOLONG: "the path is too long: choose a shorter one",
    errno.ENOTDIR: "a file lies where a folder has to be: move it, or choose another folder",
    errno.EEXIST: "a file lies where a folder has to be: move it, or choose another folder",
    errno.EISDIR: "this is a folder: name a file",
    errno.ENOENT: "there is nothing here: check how the path is written",
    errno.EACCES: "this user may not go there: choose another place, or give it the right",
    errno.EPERM: "this user may not go there: choose another place, or give it the right",
    errno.EROFS: "nothing can be written there: choose another place",
    errno.ENOSPC: "the disk is full: make room on it, or choose another place",
}
"""What to do where the system refuses a file or folder, by its error number."""


def describe_os_error(error: OSError) -> str | None:
    """Return which file or folder the system refused and what to do; `None` where it was none."""
    steps = PATH_STEPS.get(error.errno or 0)
    if steps is None or error.filename is None:
        return steps if error.errno == errno.ENOSPC else None
    return f"{shorten(str(error.filename))}: {steps}"


def shorten(path: str) -> str:
    """Return *path* for a message, its middle left out where it is longer than `LONGEST_PATH`."""
    half = LONGEST_PATH // 2
    return path if len(path) <= LONGEST_PATH else f"{path[:half]}…{path[-half:]}"


def put_on_disk(path: Path) -> None:
    """Wait until *path*, a file or a folder, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def write_after(size: int, lines: bytes, file: IO[bytes], path: Path) -> int:
    """Put *lines* on the disk after the first *size* bytes of the open *file*; return its new size.

    What follows there, as half a line that a power cut left, goes. *path* is where *file* lies.
    """
    file.seek(size)
    file.truncate()
    file.write(lines)
    file.flush()
    os.fsync(file.fileno())
    if not size:
        put_on_disk(path.parent)  # where its name stands
    return file.tell()


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write *text* into the file *path* so that a power cut leaves the old one or the new one.

    The bytes must be on the disk before the name is theirs, and the folder that has the name after
    it. *mode* is who may read and write it, less what the umask takes away.
    """
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    number = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    put_on_disk(path.parent)
