"""A disk that keeps over a power cut what was synced to it, and nothing else."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class VolatileDisk:
    """The folder *place*, of which a power cut leaves the synced bytes of the synced names."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._place = place
        self._bytes: dict[int, bytes] = {}
        self._names: dict[str, int] = {}
        monkeypatch.setattr(os, "fsync", self._sync)

    def after_power_cut(self, elsewhere: Path) -> Path:
        """Return the folder *elsewhere* with what a power cut now would leave."""
        elsewhere.mkdir()
        for name, inode in self._names.items():
            (elsewhere / name).write_bytes(self._bytes.get(inode, b""))
        return elsewhere

    def _sync(self, handle: int) -> None:
        inodes = {one: one.stat().st_ino for one in self._place.iterdir() if one.is_file()}
        synced = os.fstat(handle).st_ino
        if synced == self._place.stat().st_ino:
            self._names = {path.name: inode for path, inode in inodes.items()}
        for path, inode in inodes.items():
            if inode == synced:
                self._bytes[inode] = path.read_bytes()


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow above *size* bytes, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
