"""The last frames that crossed a port, kept for the day when something goes wrong.

A trace is a ring in memory; on a fault it is written to a file, one JSON object a line,
and `replay` tells from such a file what was said (`table-link.md` §9).
"""

from __future__ import annotations

import json
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire.frame import BUFFER_CAP

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

RING: Final = 1_000
"""Frames kept, both directions together."""

KEEP_FILES: Final = 20
"""Traces kept in a folder; the oldest makes room."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A frame, or a run of noise, that crossed the port."""

    at: float
    """Seconds of the clock that the link runs by."""
    is_out: bool
    """Whether the host sent it."""
    data: bytes

    def to_json(self) -> dict[str, object]:
        """Return the line of a trace file."""
        way = "out" if self.is_out else "in"
        return {"t": round(self.at, 6), "way": way, "hex": self.data.hex()}


@dataclass(slots=True)
class Trace:
    """The ring; written by the I/O thread, copied by any other."""

    _ring: deque[Crossing] = field(default_factory=lambda: deque(maxlen=RING))
    _rest: bytearray = field(default_factory=bytearray)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def sent(self, frame: bytes, now: float) -> None:
        """Keep a *frame* that goes out."""
        with self._lock:
            self._ring.append(Crossing(now, True, frame))

    def received(self, data: bytes, now: float) -> None:
        """Keep what came in, cut where frames are cut; a run without an end is kept in pieces."""
        if not data:
            return
        *whole, rest = data.split(b"\0")
        with self._lock:
            for run in whole:
                self._rest += run
                if self._rest:
                    self._ring.append(Crossing(now, False, b"\0" + bytes(self._rest) + b"\0"))
                self._rest.clear()
            self._rest += rest
            if len(self._rest) > BUFFER_CAP:
                self._ring.append(Crossing(now, False, bytes(self._rest)))
                self._rest.clear()

    def crossings(self) -> tuple[Crossing, ...]:
        """Return what is kept, oldest first."""
        with self._lock:
            return tuple(self._ring)


def write(folder: Path, name: str, why: str, crossings: Iterable[Crossing]) -> Path:
    """Write a trace file called *name* into *folder* and return it; old ones make room.

    *why* tells people what had happened when it was written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    rows: list[dict[str, object]] = [{"v": 1, "why": why}]
    rows += [crossing.to_json() for crossing in crossings]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for old in sorted(folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime)[:-KEEP_FILES]:
        old.unlink()
    return path


def read(path: Path) -> tuple[str, list[Crossing]]:
    """Return why the trace at *path* was written, and what it holds.

    Raise `ValueError` where it is no trace file.
    """
    try:
        head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        crossings = [
            Crossing(float(row["t"]), row["way"] == "out", bytes.fromhex(row["hex"]))
            for row in rows
        ]
        return str(head["why"]), crossings
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path} is no trace of ours: {problem}") from problem
