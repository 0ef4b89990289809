"""The host's durable journal: every op is on the disk before it is on the wire.

One JSON object per line (`protocol.md` §6.4). A line that was cut off by a power
loss is ignored, since the op it announces cannot have been sent.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import random
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from firmware_bridge.errors import ClosedError, JournalBusyError
from firmware_bridge.wire.codes import JobKind, JobState

KEEP_ENDED: Final = 64
"""Ended ops kept when the journal is rewritten at opening."""


@dataclass(slots=True)
class Entry:
    """An op as the host remembers it."""

    op_id: int
    kind: JobKind
    args: dict[str, int]
    journal_id: int
    """The device journal that was there when it was sent; another one has no memory of it."""
    state: JobState = JobState.PENDING

    def to_json(self) -> dict[str, Any]:
        """Return the line of the journal that announces the op."""
        return {
            "op": self.op_id,
            "kind": self.kind.name.lower(),
            "args": self.args,
            "device": self.journal_id,
        }


@dataclass(slots=True)
class Journal:
    """Ops by id, kept in a file that one process at a time may write."""

    path: Path
    install: int
    counter: int = 0
    entries: dict[int, Entry] = field(default_factory=dict)
    _guard: IO[str] | None = None
    """Locked for as long as the journal is open."""
    _tail: IO[bytes] | None = None
    """Where lines are added."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, path: Path, rng: random.Random) -> Journal:
        """Open or make the journal at *path*; raise `JournalBusyError` where it is in use.

        A new journal gets a new install number from *rng*, so that ids never come twice.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            lock.close()
            raise JournalBusyError(str(path)) from problem
        journal = cls(path, rng.randrange(1, 1 << 32))
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            journal._recall(line)
        journal._guard = lock
        journal._rewrite()
        journal._tail = path.open("ab", buffering=0)
        return journal

    def begin(self, kind: JobKind, args: dict[str, int], journal_id: int) -> Entry:
        """Write down a new op and return it; it is on the disk when this returns.

        Raise `ClosedError` once the journal is closed: another process may write it, and
        `OSError` where the disk does not take the op, which is none then.
        """
        with self._lock:
            if self._tail is None:
                raise ClosedError
            self.counter += 1
            entry = Entry(self.install << 32 | self.counter, kind, args, journal_id)
            self._append(entry.to_json())
            self.entries[entry.op_id] = entry
        return entry

    def end(self, op_id: int, state: JobState) -> None:
        """Write down how the op ended; an ended op is never changed again.

        Once the journal is closed nothing is written: the next process asks the table.
        """
        with self._lock:
            entry = self.entries[op_id]
            if not entry.state.is_final and self._tail is not None:
                entry.state = state
                self._append({"op": op_id, "end": state.name.lower()})

    def open_entries(self) -> list[Entry]:
        """Return the ops whose end is not known, oldest first."""
        with self._lock:
            return [entry for entry in self.entries.values() if not entry.state.is_final]

    def close(self) -> None:
        """Let another process have the journal."""
        for file in (self._tail, self._guard):
            if file is not None:
                file.close()
        self._tail = self._guard = None

    def _recall(self, line: str) -> None:
        """Take in one line; what is not whole is skipped."""
        try:
            row = json.loads(line)
            if "install" in row:
                self.install, self.counter = int(row["install"]), int(row["counter"])
            elif "end" in row:
                self.entries[row["op"]].state = JobState[row["end"].upper()]
            else:
                self.counter = max(self.counter, row["op"] & 0xFFFFFFFF)
                kind = JobKind[row["kind"].upper()]
                self.entries[row["op"]] = Entry(row["op"], kind, row["args"], row["device"])
        except (ValueError, KeyError, TypeError):
            return

    def _rewrite(self) -> None:
        final_ops = [op for op, entry in self.entries.items() if entry.state.is_final]
        for op_id in final_ops[:-KEEP_ENDED]:
            del self.entries[op_id]
        rows: list[dict[str, Any]] = [{"v": 1, "install": self.install, "counter": self.counter}]
        for entry in self.entries.values():
            rows.append(entry.to_json())
            if entry.state.is_final:
                rows.append({"op": entry.op_id, "end": entry.state.name.lower()})
        fresh = self.path.with_name(self.path.name + ".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write("\n".join(json.dumps(row) for row in rows))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        _sync_folder(self.path.parent)

    def _append(self, row: dict[str, Any]) -> None:
        """Add a line on the disk; one that was cut off before never swallows it."""
        assert self._tail is not None
        line = b"\n" + json.dumps(row).encode()
        if self._tail.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        os.fsync(self._tail.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
