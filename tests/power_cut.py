"""A disk that remembers what was synced, and what a power cut leaves of the rest.

It stands at the seam of the system: `os.fsync` tells it what is safe. Of what is not, a cut may
leave names without their bytes, bytes without their names, everything, or nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count, product
from pathlib import Path
from typing import Final, NamedTuple

Sync = Callable[[int], None]
WAYS: Final = tuple(product((False, True), repeat=2))
"""Whether names that were not synced are left by the cut, and whether bytes are."""


class Left(NamedTuple):
    """The folder that a cut has left, and how many answers had been given before it."""

    folder: Path
    answers: int


class Disk:
    """Everything below *root*; with *ignores*, files or folders are not synced when asked."""

    def __init__(self, root: Path, ignores: str = "") -> None:
        self.root = root
        self.answers = 0
        """How often the program under test has said that something is safe."""
        self.left: list[Left] = []
        """What cuts at each moment so far have left."""
        self._ignores = ignores
        self._names: dict[int, dict[str, int]] = {}
        self._bytes: dict[int, bytes] = {}
        self._handles: dict[int, int] = {}
        self._folders: set[int] = set()
        self._numbers = count()
        self._sync_names(root)

    def sync(self, number: int) -> None:
        """Take the place of `os.fsync`; cut the power before and after it."""
        self.cut()
        path = Path(f"/proc/self/fd/{number}").readlink()
        if path.is_dir():
            if self._ignores != "folders":
                self._sync_names(path)
        elif self._ignores != "files":
            self._hold(path)
            self._bytes[path.stat().st_ino] = path.read_bytes()
        self.cut()

    def answer(self) -> None:
        """Note that the program has said that all is safe; cut the power then."""
        self.answers += 1
        self.cut()

    def cut(self) -> list[Path]:
        """Keep, and return, the folders that a power cut would leave now, one in each way."""
        self._look(self.root)
        folders = []
        for names, content in WAYS:
            folder = self.root.with_name(f"cut-{next(self._numbers)}")
            folder.mkdir()
            self._leave(self.root.stat().st_ino, folder, names=names, content=content)
            self.left.append(Left(folder, self.answers))
            folders.append(folder)
        return folders

    def close(self) -> None:
        """Let go of the files."""
        for number in self._handles.values():
            os.close(number)

    def _look(self, folder: Path) -> None:
        """Hold every file and folder, so that no number of an inode comes twice."""
        self._hold(folder)
        for path in folder.iterdir():
            self._look(path) if path.is_dir() else self._hold(path)

    def _hold(self, path: Path) -> None:
        inode = path.stat().st_ino
        if inode not in self._handles:
            self._handles[inode] = os.open(path, os.O_RDONLY)
            if path.is_dir():
                self._folders.add(inode)

    def _sync_names(self, folder: Path) -> None:
        self._hold(folder)
        self._names[folder.stat().st_ino] = dict(_list_names(folder))

    def _leave(self, inode: int, goal: Path, *, names: bool, content: bool) -> None:
        now = dict(_list_names(Path(f"/proc/self/fd/{self._handles[inode]}")))
        for name, one in (now if names else self._names.get(inode, {})).items():
            if one in self._folders:
                (goal / name).mkdir()
                self._leave(one, goal / name, names=names, content=content)
            else:
                size = os.fstat(self._handles[one]).st_size
                current = os.pread(self._handles[one], size, 0)
                (goal / name).write_bytes(current if content else self._bytes.get(one, b""))


def _list_names(folder: Path) -> Iterator[tuple[str, int]]:
    for path in folder.iterdir():
        yield path.name, path.stat().st_ino
