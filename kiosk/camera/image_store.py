"""Pictures of the readings by which hands were settled, kept beside the ledger for a while.

The ledger names a picture by its SHA-256, so it proves which one it was; the picture itself is
in no export, no backup and no parlour, and goes when it is old or the folder is full.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kiosk.camera.port import ReaderPort
from kiosk.clock import Clock
from kiosk.errors import Refused

log = logging.getLogger(__name__)

MOST_BYTES: Final = 512 * 1024
"""Of one picture."""
NAME: Final = re.compile(r"[0-9a-f]{64}")
MIB: Final = 1024 * 1024
DAY_S: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Quota:
    """How much is kept, and for how long; of either 0 keeps nothing."""

    mib: int = 200
    days: int = 60


class ImageStore:
    """A folder of pictures; safe to use from any thread, since names follow from the bytes."""

    def __init__(self, folder: Path, quota: Quota, clock: Clock) -> None:
        """Keep pictures in *folder*, as many as *quota* allows; it is swept at once."""
        self._folder = folder
        self._quota = quota
        self._clock = clock
        self.sweep()

    def keep(self, jpeg: bytes) -> str:
        """Return the name under which the picture is kept; empty where it is not.

        A disk that takes nothing stops no game: the hand is worth more than its picture.
        """
        if not self._quota.mib or not self._quota.days or not 0 < len(jpeg) <= MOST_BYTES:
            return ""
        name = hashlib.sha256(jpeg).hexdigest()
        path, part = self._path(name), self._path(f"{name}.part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(jpeg)
            now_s = self._clock.wall_ms() / 1000
            os.utime(part, (now_s, now_s))
            part.replace(path)
        except OSError as error:
            log.warning("the picture of a reading was not kept: %s", error)
            return ""
        self.sweep()
        return name

    def find(self, name: str) -> bytes | None:
        """Return the picture called *name*; `None` where it was never kept, or is gone."""
        if not NAME.fullmatch(name):
            return None
        try:
            return self._path(name).read_bytes()
        except OSError:
            return None

    def sweep(self) -> None:
        """Take away what is too old, then the oldest until the rest has room.

        A clock that was set back makes a picture young, never old: room is bounded anyway.
        """
        oldest_s = self._clock.wall_ms() / 1000 - self._quota.days * DAY_S
        left = self._quota.mib * MIB
        for path, size, made_s in sorted(self._pictures(), key=lambda one: one[2], reverse=True):
            left -= size
            if left < 0 or made_s < oldest_s:
                path.unlink(missing_ok=True)

    def _pictures(self) -> Iterator[tuple[Path, int, float]]:
        """Yield each picture with its size and when it was made."""
        for path in self._folder.glob("*.jpg"):
            try:
                stat = path.stat()
            except OSError:
                continue
            yield path, stat.st_size, stat.st_mtime

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"


def keep_last_frame(image_store: ImageStore | None, reader: ReaderPort) -> str:
    """Return the name of the picture that *reader* has read last; empty where none is kept."""
    if image_store is None:
        return ""
    try:
        return image_store.keep(reader.last_frame())
    except Refused:
        return ""
