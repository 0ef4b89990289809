"""Power cuts at every moment of a ledger's life (`kiosk.md` §3, L2).

A writer runs under strace, which tells every write, sync and answer in order. From that the disk
is rebuilt as a power cut may leave it: of what was not synced yet nothing, a part, another order,
or a write torn at a sector. Each such disk is opened, and must have every answered hand.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy.exc import DBAPIError

from kiosk.ledger.rows import BrokenChainError, Place, rows_of
from kiosk.ledger.sqlite import connect
from tests.soak.cores import ROOM, counted
from tools.bootstrap import ROOT

Figures = dict[str, Any]

SECTOR: Final = 512
WRITER: Final = """
import os, sys
from pathlib import Path
from kiosk.ledger import sqlite as files
files.WRITER_PRAGMAS = (*files.WRITER_PRAGMAS, "wal_autocheckpoint=10", *sys.argv[3:])
from kiosk.ledger.rows import Change
from tests.kiosk.ledger.stores import OPENED, opened, settled
book = opened(Path(sys.argv[1]))
os.write(1, b"begin")
for seq in range(int(sys.argv[2])):
    book.commit(Change(f"op-{seq}", seq, settled(1) if seq else OPENED))
    os.write(1, b"ack %d" % (seq + 1))
os._exit(0)
"""
"""Writes so many events; each is told once it was answered."""

CALL: Final = re.compile(
    r"(?P<call>pwrite64|fdatasync|fsync|ftruncate|write)\((?P<fd>\d+)<(?P<path>[^>]*)>(?P<rest>.*)"
)
UNLINK: Final = re.compile(r'unlink\("(?P<path>[^"]*)"\)')
DATA: Final = re.compile(r', "(?P<data>(?:\\x[0-9a-f]{2})*)", \d+, (?P<at>\d+)\)')
TOLD: Final = re.compile(r', "(?P<data>(?:\\x[0-9a-f]{2})*)", \d+\)')


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

    def after_cut(self, way: int, chance: random.Random) -> bytes:
        """Return what a power cut leaves, in one of four ways."""
        content = bytearray(self.safe)
        writes = list(self.waiting)
        if way == 0:
            writes = []
        elif way == 1:
            writes = [write for write in writes if chance.random() < 0.5]
        elif way == 2:
            chance.shuffle(writes)
            writes = writes[: chance.randint(0, len(writes))]
        for write in writes:
            write.on(content)
        if way == 3 and self.waiting:
            last = self.waiting[-1]
            last.on(bytearray() if last.data is None else content, SECTOR * chance.randrange(8))
        return bytes(content)


Moment = tuple[int, dict[str, File]]
"""How many events were answered, and the disk."""


def power_cuts(states: int, hands: int = 60, *pragmas: str, seed: int = 1) -> Figures:
    """Return how many of *states* disks after a power cut had lost or broken something."""
    if shutil.which("strace") is None:
        return {"not_run": "no strace: `apt-get install -y --no-install-recommends strace`"}
    with tempfile.TemporaryDirectory(prefix="jantaku-power-") as name:
        moments = list(_moments(_traced(Path(name), hands, pragmas)))
    each = max(1, -(-states // len(moments)))
    told = counted(_Cuts(moments, each, seed), range(len(moments)), alone=SHORT)
    return {"hands": hands, **{name: told[name] for name in ("states", *HARMS)}}


SHORT: Final = 150
"""Moments of a life that is tried in one process."""
HARMS: Final = ("lost", "doubled", "broken")


@dataclass(frozen=True, slots=True)
class _Cuts:
    """So many cuts at *each* of the moments of a ledger's life."""

    moments: Sequence[Moment]
    each: int
    seed: int

    def __call__(self, at: int) -> Counter[str]:
        """Return what the disks show that are left by the cuts at moment number *at*."""
        chance = random.Random(f"{self.seed} {at}")
        acknowledged, files = self.moments[at]
        told: Counter[str] = Counter(states=self.each)
        with tempfile.TemporaryDirectory(prefix="jantaku-power-", dir=ROOM) as name:
            for number in range(self.each):
                left = {path: one.after_cut(number % 4, chance) for path, one in files.items()}
                told[_told(Path(name) / "disk", left, acknowledged)] += 1
        return told


def careless(states: int, hands: int = 20) -> Figures:
    """Return whether the trial notices ledgers that wait less for their disk, or not at all."""
    told: Figures = {"states": 0, "unnoticed": 0}
    for care in ("NORMAL", "OFF"):
        one = power_cuts(states // 2, hands, f"synchronous={care}")
        if "not_run" in one:
            return one
        harmed = one["lost"] + one["broken"]
        told["states"] += one["states"]
        told[f"harmed_with_{care.lower()}"] = harmed
        told["unnoticed"] += not harmed
    return told


def _traced(place: Path, hands: int, pragmas: tuple[str, ...]) -> Iterator[str]:
    """Yield what strace tells of a writer."""
    log = place / "trace"
    ledger = place / "run" / "ledger.sqlite"
    calls = "trace=pwrite64,fdatasync,fsync,ftruncate,unlink,write"
    command = ["strace", "-f", "-y", "-xx", "-s", "70000", "-e", calls, "-o", str(log)]
    writer = [sys.executable, "-c", WRITER, str(ledger), str(hands), *pragmas]
    subprocess.run([*command, *writer], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with log.open() as lines:
        yield from lines


def _moments(lines: Iterator[str]) -> Iterator[Moment]:
    """Yield after every call how many events were answered, and a copy of the disk."""
    files: dict[str, File] = {}
    acknowledged = -1
    for line in lines:
        if gone := UNLINK.search(line):
            files.pop(_name(gone["path"]), None)
        if not (found := CALL.search(line)):
            continue
        if found["call"] == "write":
            told = TOLD.match(found["rest"])
            text = _bytes(told["data"]).decode() if told and found["fd"] == "1" else ""
            acknowledged = 0 if text == "begin" else acknowledged
            acknowledged = int(text[4:]) if text.startswith("ack ") else acknowledged
        elif not _note(files, found):
            continue
        if acknowledged >= 0:
            copies = {path: File(one.safe[:], one.waiting[:]) for path, one in files.items()}
            yield acknowledged, copies


def _note(files: dict[str, File], found: re.Match[str]) -> bool:
    """Take one call on the ledger's files; return whether it was one."""
    name = _name(found["path"])
    if name not in ("ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-journal"):
        return False
    file = files.setdefault(name, File())
    if found["call"] == "pwrite64":
        written = DATA.match(found["rest"])
        assert written is not None
        file.waiting.append(Write(int(written["at"]), _bytes(written["data"])))
    elif found["call"] == "ftruncate":
        file.waiting.append(Write(int(found["rest"].split(",")[1].split(")")[0]), None))
    else:
        file.sync()
    return True


def _name(path: str) -> str:
    text = _bytes(path).decode() if path.startswith("\\x") else path
    return text.rsplit("/", 1)[-1]


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _told(disk: Path, files: dict[str, bytes], acknowledged: int) -> str:
    """Return what opening the *disk* shows: `whole`, `lost`, `doubled` or `broken`."""
    shutil.rmtree(disk, ignore_errors=True)
    disk.mkdir()
    for name, content in files.items():
        (disk / name).write_bytes(content)
    engine = connect(disk / "ledger.sqlite")
    try:
        with engine.begin() as connection:
            check = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
            place = Place()
            for row in rows_of(connection, "table-1"):
                place = row.follow(place)
    except (BrokenChainError, DBAPIError, sqlite3.Error, UnicodeDecodeError):
        return "broken"
    finally:
        engine.dispose()
    if check != ["ok"]:
        return "broken"
    if place.seq < acknowledged:
        return "lost"
    return "whole" if place.seq <= acknowledged + 1 else "doubled"
