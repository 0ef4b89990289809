"""A disk as a power cut, or a kill, may leave it, rebuilt from what strace tells of a program.

Of what was not synced yet nothing is left, a part, another order, or a write torn at a sector; a
name that was made, moved or taken away since its folder was synced may be as it was before.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.bootstrap import ROOT

SECTOR: Final = 512
CALLS: Final = "openat,pwrite64,write,ftruncate,fallocate,fdatasync,fsync,rename,unlink"
SYNCS: Final = ("fdatasync", "fsync")
WAYS: Final = 5
"""In how many ways a disk may be cut off; the last is a kill, which loses nothing written."""
KILL: Final = WAYS - 1

NAMED: Final = re.compile(r"(?P<call>openat|rename|unlink)\((?P<rest>.*)\) = \d")
ON_FILE: Final = re.compile(
    r"(?P<call>pwrite64|write|ftruncate|fallocate|fdatasync|fsync)\((?P<fd>\d+)<(?P<path>[^>]*)>"
    r"(?P<rest>.*)\) = \d"
)
TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Write:
    """One write to a file, or a cut of its length where there is no data."""

    at: int
    data: bytes | None

    def on(self, content: bytearray, size: int | None = None) -> None:
        """Do it to *content*, the first *size* bytes of it."""
        if self.data is None:
            del content[self.at :]
            return
        data = self.data[:size]
        content.extend(bytes(max(0, self.at + len(data) - len(content))))
        content[self.at : self.at + len(data)] = data


@dataclass(slots=True)
class File:
    """One file on the disk: what is safe, and what was written since the last sync."""

    safe: bytearray = field(default_factory=bytearray)
    waiting: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        """Make everything safe."""
        for write in self.waiting:
            write.on(self.safe)
        self.waiting.clear()

    def size(self) -> int:
        """Return how long the file is for who reads it now."""
        return len(self.after_cut(KILL, random.Random(0)))

    def after_cut(self, way: int, chance: random.Random) -> bytes:
        """Return what is left of the file, in one of the `WAYS`."""
        content = bytearray(self.safe)
        writes = list(self.waiting)
        if way == 0:
            writes = []
        elif way == 1:
            writes = [write for write in writes if chance.random() < 0.5]
        elif way == 2:
            chance.shuffle(writes)
            writes = writes[: chance.randint(0, len(writes))]
        for write in writes[:-1] if way == 3 else writes:
            write.on(content)
        if way == 3 and writes:
            writes[-1].on(content, SECTOR * chance.randrange(8))
        return bytes(content)


@dataclass(slots=True)
class Disk:
    """The files under one folder, by their paths in it."""

    root: str
    files: dict[str, File] = field(default_factory=dict)
    named: dict[str, File] = field(default_factory=dict)
    """Under which names the files are found after a power cut for certain."""

    def copy(self) -> Disk:
        """Return the disk as it is now; what is done to either changes nothing in the other."""
        copies = {
            id(one): File(one.safe[:], one.waiting[:])
            for one in (*self.files.values(), *self.named.values())
        }
        now, entries = (
            {path: copies[id(one)] for path, one in each.items()}
            for each in (self.files, self.named)
        )
        return Disk(self.root, now, entries)

    def left(self, way: int, chance: random.Random) -> dict[str, bytes]:
        """Return the files that are left, by their paths, where it is cut off in this *way*."""
        files = self.files if way == KILL or chance.random() < 0.5 else self.named
        return {path: one.after_cut(way, chance) for path, one in files.items()}

    def note(self, line: str) -> bool:
        """Take one *line* of strace; return whether it changed anything on this disk."""
        if match := NAMED.search(line):
            return self._note_name(match["call"], match["rest"])
        if match := ON_FILE.search(line):
            path = _text(match["path"])
            return self._inside(path) is not None and self._note_file(match, path)
        return False

    def _note_name(self, call: str, rest: str) -> bool:
        paths = [self._inside(_text(text)) for text in TEXT.findall(rest)]
        if not paths or any(path is None for path in paths):
            return False
        path = str(paths[0])
        if call == "unlink":
            self.files.pop(path, None)
        elif call == "rename":
            self.files[str(paths[1])] = self.files.pop(path)
        elif "O_CREAT" in rest:
            file = self.files.setdefault(path, File())
            if "O_TRUNC" in rest:
                file.waiting.append(Write(0, None))
        else:
            return False
        return True

    def _note_file(self, fields: re.Match[str], path: str) -> bool:
        call, rest = fields["call"], fields["rest"]
        file = self.files.get(str(self._inside(path)))
        if file is None:
            if call in SYNCS:
                self._sync_folder(path)
            return call in SYNCS
        match call:
            case "pwrite64":
                at = int(rest.rsplit(", ", 1)[1])
                file.waiting.append(Write(at, _bytes(rest)))
            case "write":  # nobody writes so but at the end
                file.waiting.append(Write(file.size(), _bytes(rest)))
            case "ftruncate":
                file.waiting.append(Write(int(rest.rsplit(", ", 1)[1]), None))
            case "fallocate":
                file.waiting.append(Write(0, bytes(int(rest.rsplit(", ", 1)[1]))))
            case _:
                file.sync()
        return True

    def _sync_folder(self, folder: str) -> None:
        """Make the names in *folder* safe."""
        inside = str(self._inside(folder))
        others = {
            path: one for path, one in self.named.items() if path.rpartition("/")[0] != inside
        }
        here = {path: one for path, one in self.files.items() if path.rpartition("/")[0] == inside}
        self.named = others | here

    def _inside(self, path: str) -> str | None:
        """Return where *path* is on this disk; none where it is elsewhere."""
        if path != self.root and not path.startswith(self.root + "/"):
            return None
        return path[len(self.root) + 1 :]


def read_output(line: str) -> str:
    """Return what the program wrote to its first output in this *line* of strace, if it did."""
    match = ON_FILE.search(line)
    is_told = match is not None and (match["call"], match["fd"]) == ("write", "1")
    return _bytes(match["rest"]).decode() if match is not None and is_told else ""


def traced(program: str, root: Path, *arguments: str) -> Iterator[str]:
    """Yield what strace tells of a Python *program*; it works in the folder *root*."""
    log = root.with_name("trace")
    command = ["strace", "-f", "-y", "-xx", "-s", "70000", "-e", f"trace={CALLS}", "-o", str(log)]
    writer = [sys.executable, "-c", program, str(root), *arguments]
    subprocess.run([*command, *writer], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with log.open() as lines:
        yield from lines


def _text(path: str) -> str:
    return bytes.fromhex(path.replace("\\x", "")).decode() if path.startswith("\\x") else path


def _bytes(rest: str) -> bytes:
    match = TEXT.search(rest)
    assert match is not None
    return bytes.fromhex(match[1].replace("\\x", ""))
