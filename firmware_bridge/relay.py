"""What is said between a program and the process that keeps the port for it: JSON, line by line.

Messages of the table cross as they are, in hex; everything else is named here.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge import errors
from firmware_bridge.link.trace import Crossing
from firmware_bridge.link.worker import LinkHealth
from firmware_bridge.wire import messages as m

if TYPE_CHECKING:
    from collections.abc import Iterator

Line = dict[str, Any]

LONGEST: Final = 65_536
"""Bytes of a line; who sends a longer one is hung up on."""

BEAT_S: Final = 0.5
"""How often a program says that it is still there."""

LATE_S: Final = 1.5
"""So long without a word from it, and motions that it drives are called off."""

ASKED: Final[frozenset[type[m.Message]]] = frozenset(
    {
        *(m.GetStatus, m.Query, m.SetGear, m.Start, m.Control, m.FlipDora, m.ScoreDisplay),
        *(m.Lights, m.Sound, m.GetLog, m.GetStats, m.SeedCommit, m.SeedReveal),
        *(m.UpdateBegin, m.UpdateData, m.UpdateFinish),
    }
)
"""Questions that a program may put."""

TOLD: Final[frozenset[type[m.Message]]] = frozenset({m.EventAck, m.GetStatus})
"""What it may say without waiting for an answer."""


def to_bytes(line: Line) -> bytes:
    """Return *line* as it is sent."""
    return json.dumps(line).encode() + b"\n"


class Lines:
    """Cuts what arrives into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Line]:
        """Yield the whole lines that *data* completes; raise `ValueError` for anything else."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST:
            raise ValueError("a line without an end")
        for text in whole:
            line = json.loads(text)
            if not isinstance(line, dict):
                raise ValueError(f"no object: {text[:40]!r}")
            yield line


def message(text: object) -> m.Message:
    """Return the message that crosses as *text*; raise `ValueError` where it is none."""
    return m.decode(bytes.fromhex(str(text)))


def from_error(problem: errors.BridgeError | None) -> Line | None:
    """Return why a link is down as it crosses."""
    return None if problem is None else {"kind": type(problem).__name__, **problem.to_json()}


def to_error(line: Line | None) -> errors.BridgeError | None:
    """Return why the link is down, of the same kind as it was raised; `None` for none."""
    if line is None:
        return None
    kind = getattr(errors, str(line["kind"]), errors.TransportError)
    problem: errors.BridgeError = kind.__new__(kind)
    errors.BridgeError.__init__(problem, str(line["message"]), where=str(line["where"]))
    return problem


def from_health(health: LinkHealth) -> list[Any]:
    """Return *health* as it crosses."""
    return [health.protocol, health.sent, health.resent, dict(health.noise), health.baud]


def to_health(line: list[Any]) -> LinkHealth:
    """Return how well the line carries."""
    protocol, sent, resent, noise, baud = line
    return LinkHealth(protocol, sent, resent, Counter(noise), baud)


def from_crossings(crossings: tuple[Crossing, ...]) -> list[list[Any]]:
    """Return a trace as it crosses."""
    return [[one.at, one.is_out, one.data.hex()] for one in crossings]


def to_crossings(lines: list[list[Any]]) -> tuple[Crossing, ...]:
    """Return the trace."""
    return tuple(Crossing(at, is_out, bytes.fromhex(data)) for at, is_out, data in lines)
