"""What the table can show and tell besides moving, its throws without dice, its programs."""

from __future__ import annotations

import hashlib
import itertools
import random
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from firmware_bridge.link.requests import Requests
from firmware_bridge.link.session import Ask
from firmware_bridge.wire import messages as m

MAX_LOG_PAGES: Final = 1_000
"""A log that does not end is cut off here."""


class Console:
    """The outputs of one table; safe to use from any thread.

    Every method raises `CommandRefusedError` (803) where the table has no such part, and
    a `TransportError` where the link is down.
    """

    def __init__(self, requests: Requests, rng: random.Random) -> None:
        """Speak through *requests*; *rng* gives the seeds of throws without dice."""
        self._requests = requests
        self._rng = rng
        self._rev = 0
        self._lock = threading.Lock()

    def flip_dora(self, count: int) -> None:
        """Show *count* indicators in all (0–5)."""
        if not 0 <= count <= 5:
            raise ValueError(f"{count} indicators: 0 to 5")
        self._show("flip_dora", lambda tag: m.FlipDora(tag, self._rev, count))

    def score_display(self, seat: int, points: int) -> None:
        """Show *points* before *seat* (0–3)."""
        if not 0 <= seat <= 3:
            raise ValueError(f"seat {seat}: 0 to 3")
        self._show("score_display", lambda tag: m.ScoreDisplay(tag, self._rev, seat, points))

    def lights(self, zone: int, rgb: tuple[int, int, int], pattern: int = 0) -> None:
        """Light *zone* in the colour *rgb* (each 0–255); *pattern* 0 is steady."""
        colour = bytes(rgb)
        self._show("lights", lambda tag: m.Lights(tag, self._rev, zone, colour, pattern))

    def sound(self, number: int, volume: int = 50) -> None:
        """Play sound *number* at *volume* (0–100)."""
        if not 0 <= volume <= 100:
            raise ValueError(f"volume {volume}: 0 to 100")
        self._show("sound", lambda tag: m.Sound(tag, self._rev, number, volume))

    def log(self) -> list[str]:
        """Return the lines of the table's own log, oldest first, each with its milliseconds."""
        self._requests.require("get_log")
        text, first = b"", 0
        for _ in range(MAX_LOG_PAGES):
            page = self._requests.order(lambda tag, at=first: m.GetLog(tag, at))  # type: ignore[misc]  # bound at once
            if not isinstance(page, m.LogPage) or page.following <= first:
                break
            text, first = text + page.data, page.following
        return text.decode("utf-8", "replace").splitlines()

    def stats(self) -> m.Stats | None:
        """Return what the table has done in its life, `None` where it answers otherwise."""
        self._requests.require("get_stats")
        answer = self._requests.order(m.GetStats)
        return answer if isinstance(answer, m.Stats) else None

    def draw(self, dice: int) -> CommittedThrow | None:
        """Return a throw of *dice* dice drawn from a seed of each side, both bound beforehand.

        `None` where the table did not show the seed that it had bound itself to: then it
        does not count, and is thrown again.
        """
        seed, number = self._rng.randbytes(32), self._rng.randrange(1, 1 << 32)
        ours = digest(seed)
        bound = self._requests.order(lambda tag: m.SeedCommit(tag, number, ours))
        revealed = self._requests.order(lambda tag: m.SeedReveal(tag, number, dice, seed))
        if not isinstance(bound, m.SeedCommitted) or not isinstance(revealed, m.SeedRevealed):
            return None
        throw = CommittedThrow(
            pips(seed, revealed.seed, dice), seed, revealed.seed, ours, bytes(bound.digest)
        )
        return throw if throw.verify() else None

    def _show(self, command: str, question: Ask) -> None:
        self._requests.require(command)
        with self._lock:
            self._rev = (self._rev + 1) & 0xFFFF
            self._requests.order(question)


SEED: Final = 32
"""Bytes of a seed."""

_FACES: Final = 6
_FAIR: Final = 256 - 256 % _FACES
"""Bytes from here on would make the low faces likelier; they are skipped."""


@dataclass(frozen=True, slots=True)
class CommittedThrow:
    """A throw with all that proves it; every field stands in the ledger."""

    dice: tuple[int, ...]
    host_seed: bytes
    table_seed: bytes
    host_digest: bytes
    table_digest: bytes

    def verify(self) -> bool:
        """Return whether both sides showed what they had bound themselves to, and the pips fit."""
        return (
            digest(self.host_seed) == self.host_digest
            and digest(self.table_seed) == self.table_digest
            and pips(self.host_seed, self.table_seed, len(self.dice)) == self.dice
        )


def digest(seed: bytes) -> bytes:
    """Return what binds its owner to *seed*; raise `ValueError` where it has the wrong length."""
    if len(seed) != SEED:
        raise ValueError(f"a seed of {len(seed)} bytes: {SEED}")
    return hashlib.sha256(seed).digest()


def pips(host_seed: bytes, table_seed: bytes, dice: int) -> tuple[int, ...]:
    """Return the pips of *dice* dice that follow from both seeds; every face is equally likely."""
    return tuple(
        itertools.islice(
            (byte % _FACES + 1 for byte in _stream(host_seed + table_seed) if byte < _FAIR), dice
        )
    )


def _stream(seed: bytes) -> itertools.chain[int]:
    blocks = (
        hashlib.sha256(seed + number.to_bytes(4, "big")).digest() for number in itertools.count()
    )
    return itertools.chain.from_iterable(blocks)


UPDATE_COMMAND: Final = "update"
"""In the dictionary of a table that can be given another program."""

PROGRAM_CHUNK: Final = 200
"""Bytes of the program in one message."""

MAX_PROGRAM: Final = 512 * 1024
"""Bytes that fit into one of the board's two places for a program."""


def send_program(requests: Requests, image: bytes, on_progress: Callable[[float], None]) -> None:
    """Send *image* and let the board restart with it; *on_progress* hears how much is there, 0–1.

    Raise `ValueError` for an image that cannot be one, `CommandRefusedError` where the table
    does not take it now (801) or it arrived damaged (804), a `TransportError` where the link is
    down; then the old program stays.
    """
    if not 0 < len(image) <= MAX_PROGRAM:
        raise ValueError(f"a program of {len(image)} bytes: 1 to {MAX_PROGRAM}")
    requests.require(UPDATE_COMMAND)
    requests.order(lambda tag: m.UpdateBegin(tag, len(image), zlib.crc32(image)))
    for offset in range(0, len(image), PROGRAM_CHUNK):
        part = image[offset : offset + PROGRAM_CHUNK]
        requests.order(lambda tag, at=offset, data=part: m.UpdateData(tag, at, data))  # type: ignore[misc]  # bound at once
        on_progress((offset + len(part)) / len(image))
    requests.order(m.UpdateFinish)
