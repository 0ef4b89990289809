"""Ways to spoil what goes over a wire: each makes of one frame's bytes those that come out.

Some spoil bytes, as a bad cable does; others forge whole frames with a good CRC, as a
confused or hostile program would send (`table-link.md` §7).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cobs import cobs

if TYPE_CHECKING:
    from random import Random

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
    spoilt = bytearray(frame)
    bit = rng.randrange(8 * len(spoilt))
    spoilt[bit // 8] ^= 1 << bit % 8
    return [bytes(spoilt)]


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
    return [_forged(frame, session=1), frame]


def seq_jump(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame come before it that is numbered far ahead."""
    return [_forged(frame, seq=100), frame]


def unknown_type(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame of a type come before it that does not exist."""
    return [_forged(frame, first=0x1F), frame]


def unknown_version(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame of another frame version come before it."""
    return [_forged(frame, first=0x91), frame]


def wrong_length(_: Random, frame: bytes) -> list[bytes]:
    """Let a frame come before it whose length says more than there is."""
    return [_forged(frame, length=200), frame]


def oversize(_: Random, frame: bytes) -> list[bytes]:
    """Let a run of bytes come before it that is longer than any frame."""
    return [b"\0" + b"\x55" * 2_000 + b"\0", frame]


def _forged(frame: bytes, **changes: int) -> bytes:
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
