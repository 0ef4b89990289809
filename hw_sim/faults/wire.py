"""A wire that spoils what it carries: at a rate, at a certain frame, or for a while."""

from __future__ import annotations

import heapq
import random
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

from cobs import cobs

Spoil = Callable[["Random", bytes], list[bytes]]

BURST: Final = 8
MODEM_PROBE: Final = b"AT\r\nATE0\r\nAT+GCAP\r\n"
"""What modem software sends to every new port."""
_CRC: Final = 4
_HEADER: Final = 8


def lose(_: Random, frame: bytes) -> list[bytes]:
    """Let nothing through."""
    del frame
    return []


def flip(rng: Random, frame: bytes) -> list[bytes]:
    """Turn one bit."""
    raw = bytearray(frame)
    bit = rng.randrange(8 * len(raw))
    raw[bit // 8] ^= 1 << bit % 8
    return [bytes(raw)]


def flip_two(rng: Random, frame: bytes) -> list[bytes]:
    """Turn two bits, or none where it is the same one twice."""
    return flip(rng, flip(rng, frame)[0])


def burst(rng: Random, frame: bytes) -> list[bytes]:
    """Overwrite a run of bytes by noise."""
    start = rng.randrange(len(frame))
    noise = rng.randbytes(min(BURST, len(frame) - start))
    return [frame[:start] + noise + frame[start + len(noise) :]]


def insert(rng: Random, frame: bytes) -> list[bytes]:
    """Put a byte in that was not sent."""
    at = rng.randrange(len(frame) + 1)
    return [frame[:at] + rng.randbytes(1) + frame[at:]]


def drop_byte(rng: Random, frame: bytes) -> list[bytes]:
    """Lose one byte."""
    at = rng.randrange(len(frame))
    return [frame[:at] + frame[at + 1 :]]


def duplicate(_: Random, frame: bytes) -> list[bytes]:
    """Let it come twice."""
    return [frame, frame]


def split(rng: Random, frame: bytes) -> list[bytes]:
    """Let it come in two pieces."""
    at = rng.randrange(len(frame) + 1)
    return [frame[:at], frame[at:]]


def truncate(rng: Random, frame: bytes) -> list[bytes]:
    """Cut its end off, as unplugging does."""
    return [frame[: rng.randrange(len(frame))]]


def junk(_: Random, frame: bytes) -> list[bytes]:
    """Let something that is not ours come before it."""
    return [MODEM_PROBE, frame]


def wrong_baud(rng: Random, frame: bytes) -> list[bytes]:
    """Let noise come in its place, as at another speed."""
    return [rng.randbytes(len(frame))]


def stale_session(_: Random, frame: bytes) -> list[bytes]:
    """Let the same come before it in a session that is long over."""
    return [_forge(frame, session=1), frame]


def seq_jump(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame come before it that is numbered far ahead."""
    return [_forge(frame, seq=100), frame]


def unknown_type(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame of a type come before it that does not exist."""
    return [_forge(frame, first=0x1F), frame]


def unknown_version(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame of another frame version come before it."""
    return [_forge(frame, first=0x91), frame]


def wrong_length(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame come before it whose length says more than there is."""
    return [_forge(frame, length=200), frame]


def oversize(_: Random, frame: bytes) -> list[bytes]:
    """Let a run of bytes come before it that is longer than any frame."""
    return [b"\0" + b"\x55" * 2_000 + b"\0", frame]


def _forge(frame: bytes, **changes: int) -> bytes:
    """Return *frame* with another header and a good CRC; what is no frame stays as it is."""
    try:
        raw = bytes(cobs.decode(frame.strip(b"\0")))
    except cobs.DecodeError:
        return frame
    if len(raw) < _HEADER + _CRC:
        return frame
    names = ("first", "flags", "session", "seq", "ack", "length")
    fields = dict(zip(names, struct.unpack_from("<BBHBBH", raw), strict=True)) | changes
    body = struct.pack("<BBHBBH", *fields.values()) + raw[_HEADER:-_CRC]
    return b"\0" + bytes(cobs.encode(body + struct.pack("<I", zlib.crc32(body)))) + b"\0"


DAMAGE: Final[dict[str, Spoil]] = {
    spoil.__name__: spoil
    for spoil in (
        lose, flip, flip_two, burst, insert, drop_byte, duplicate, split, truncate, junk,
        wrong_baud, stale_session, seq_jump, unknown_type, unknown_version, wrong_length, oversize,
    )
}  # fmt: skip
"""By name."""


SPLIT_S = 0.005
"""How long after the first piece of a frame the next one comes."""


@dataclass(frozen=True)
class WireFaults:
    """How often each thing happens to a frame (0-1), and how late it comes at most."""

    lose: float = 0.0
    flip: float = 0.0
    """One bit of the frame is turned."""
    drop_byte: float = 0.0
    duplicate: float = 0.0
    delay_s: float = 0.0
    """Frames keep their order, as on a real wire."""
    others: Mapping[str, float] = field(default_factory=dict)
    """Rates of any of `damage.DAMAGE`, by name."""

    def __post_init__(self) -> None:
        rates = (self.lose, self.flip, self.drop_byte, self.duplicate, *self.others.values())
        if not all(0 <= rate <= 1 for rate in rates) or self.delay_s < 0:
            raise ValueError("rates are between 0 and 1, delays not negative")
        if set(self.others) - set(DAMAGE):
            raise ValueError(f"wire faults {sorted(self.others)}: choose from {', '.join(DAMAGE)}")

    @cached_property
    def rates(self) -> list[tuple[str, float]]:
        """Every rate that is not zero, by the name of the damage."""
        own = {
            "duplicate": self.duplicate,
            "lose": self.lose,
            "flip": self.flip,
            "drop_byte": self.drop_byte,
        }
        return [(name, rate) for name, rate in (own | dict(self.others)).items() if rate]


@dataclass(slots=True)
class Wire:
    """One direction of a cable."""

    rng: random.Random
    faults: WireFaults = field(default_factory=WireFaults)
    carried: int = 0
    damaged: int = 0
    """Frames that were lost or changed."""
    planned: dict[int, str] = field(default_factory=dict)
    """Damage by name to the frames with these numbers, counted from 1."""
    is_cut: bool = False
    """Whether this direction carries nothing at all."""
    _still_until: float = 0.0
    _due: list[tuple[float, int, bytes]] = field(default_factory=list)
    _last: float = 0.0
    _pieces: int = 0

    def push(self, frame: bytes, now: float) -> None:
        """Put *frame* on the wire at *now*."""
        self.carried += 1
        pieces = [] if self.is_cut else self._spoil(frame)
        self.damaged += pieces != [frame]
        for number, piece in enumerate(pieces):
            late = self.rng.uniform(0, self.faults.delay_s) + SPLIT_S * number
            self._last = max(self._last, now + late, self._still_until)
            self._pieces += 1
            heapq.heappush(self._due, (self._last, self._pieces, piece))

    def pull(self, now: float) -> bytes:
        """Return what comes out by *now*."""
        out = []
        while self._due and self._due[0][0] <= now:
            out.append(heapq.heappop(self._due)[2])
        return b"".join(out)

    def deadline(self) -> float | None:
        """Return when the next bytes come out."""
        return self._due[0][0] if self._due else None

    def damage_next(self, name: str, nth: int = 1) -> None:
        """Spoil the *nth* frame from now on; raise `ValueError` for a damage that there is not."""
        if name not in DAMAGE or nth < 1:
            raise ValueError(f"damage {name!r} to frame {nth}: choose from {', '.join(DAMAGE)}")
        self.planned[self.carried + nth] = name

    def stall(self, now: float, seconds: float) -> None:
        """Hold everything back for so long."""
        self._still_until = now + seconds
        deliveries = [(max(at, self._still_until), number, data) for at, number, data in self._due]
        self._due[:] = sorted(deliveries)

    def clear(self) -> None:
        """Lose all that is on the wire: it was unplugged."""
        self._due.clear()

    def _spoil(self, frame: bytes) -> list[bytes]:
        pieces = [frame]
        names = [name for name, rate in self.faults.rates if self.rng.random() < rate]
        if self.carried in self.planned:
            names.append(self.planned.pop(self.carried))
        for name in names:
            pieces = [out for piece in pieces if piece for out in DAMAGE[name](self.rng, piece)]
        return pieces
