"""Every message of Table Link Protocol 1, its number and its bytes (`table-link.md` §6).

This is the one file that makes the codecs: a message is a frozen dataclass whose
fields follow its `LAYOUT` (little-endian `struct` letters); where `TAIL` is true the
last field is a run of at most 255 bytes behind its length. A receiver ignores
bytes behind the fields that it knows, so a later minor version may add fields.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Final, cast

from firmware_bridge.codes import JobKind

if TYPE_CHECKING:
    from collections.abc import Callable

PROTOCOL: Final = 1
"""The only protocol version that this program speaks."""

MAX_BODY: Final = 240
"""Longest frame body in bytes."""

PAGE: Final = 200
"""Dictionary bytes in one `IdentifyPage`."""


@dataclass(frozen=True, slots=True)
class Message:
    """Base of all messages."""

    NUMBER: ClassVar[int] = 0
    LAYOUT: ClassVar[str] = ""
    TAIL: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Sync(Message):
    """Host asks for a link session; body of a SYNC frame."""

    NUMBER: ClassVar[int] = 0x01
    LAYOUT: ClassVar[str] = "BB"
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class SyncAnswer(Message):
    """Device opens the session; body of a SYNACK frame."""

    NUMBER: ClassVar[int] = 0x02
    LAYOUT: ClassVar[str] = "IBBBI"
    boot_id: int
    reset_cause: int
    protocol: int
    window: int
    dictionary: int
    """CRC-32 of the compressed dictionary, the key of the host's cache."""


@dataclass(frozen=True, slots=True)
class Refuse(Message):
    """Device refuses a session or does not know it; body of a REFUSE frame."""

    NUMBER: ClassVar[int] = 0x03
    LAYOUT: ClassVar[str] = "HBB"
    code: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Identify(Message):
    """Ask for a page of the dictionary from byte *offset*."""

    NUMBER: ClassVar[int] = 0x10
    LAYOUT: ClassVar[str] = "HH"
    tag: int
    offset: int


@dataclass(frozen=True, slots=True)
class GetStatus(Message):
    """Ask for the whole state."""

    NUMBER: ClassVar[int] = 0x11
    LAYOUT: ClassVar[str] = "H"
    tag: int


@dataclass(frozen=True, slots=True)
class Query(Message):
    """Ask what became of an op; never starts anything."""

    NUMBER: ClassVar[int] = 0x12
    LAYOUT: ClassVar[str] = "HQ"
    tag: int
    op_id: int


@dataclass(frozen=True, slots=True)
class SetGear(Message):
    """Set tile count and wall layout for the next build."""

    NUMBER: ClassVar[int] = 0x13
    LAYOUT: ClassVar[str] = "HHBB4s"
    tag: int
    count: int
    players: int
    deal: int
    layout: bytes
    """Stacks of sides 0–3."""


@dataclass(frozen=True, slots=True)
class Start(Message):
    """Start a job, once per *op_id*, only while the state generation is *if_gen*."""

    NUMBER: ClassVar[int] = 0x14
    LAYOUT: ClassVar[str] = "HQBH"
    TAIL: ClassVar[bool] = True
    tag: int
    op_id: int
    kind: int
    if_gen: int
    args: bytes


@dataclass(frozen=True, slots=True)
class Control(Message):
    """Pause, resume, cancel op *op_id*, or clear fault *code*."""

    NUMBER: ClassVar[int] = 0x15
    LAYOUT: ClassVar[str] = "HBQH"
    tag: int
    action: int
    op_id: int
    code: int


@dataclass(frozen=True, slots=True)
class EventAck(Message):
    """Host has taken all events up to *event_no*."""

    NUMBER: ClassVar[int] = 0x16
    LAYOUT: ClassVar[str] = "I"
    event_no: int


@dataclass(frozen=True, slots=True)
class EStop(Message):
    """Stop every motor now; body of an URGENT frame."""

    NUMBER: ClassVar[int] = 0x1F
    LAYOUT: ClassVar[str] = "B"
    reason: int


@dataclass(frozen=True, slots=True)
class IdentifyPage(Message):
    """A page of the zlib-compressed JSON dictionary."""

    NUMBER: ClassVar[int] = 0x90
    LAYOUT: ClassVar[str] = "HHH"
    TAIL: ClassVar[bool] = True
    tag: int
    total: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Status(Message):
    """The whole state of the table."""

    NUMBER: ClassVar[int] = 0x91
    LAYOUT: ClassVar[str] = "HBHBHBB4sHQBBBHBII"
    tag: int
    state: int
    gen: int
    flags: int
    count: int
    players: int
    deal: int
    layout: bytes
    tiles_in: int
    """Tiles counted into the machine since the hole was last opened."""
    op_id: int
    job_state: int
    stage: int
    percent: int
    fault: int
    side: int
    journal_id: int
    uptime_ms: int


@dataclass(frozen=True, slots=True)
class JobReport(Message):
    """What is known of an op: answer to `Start` and `Query`, or unasked with tag 0."""

    NUMBER: ClassVar[int] = 0x92
    LAYOUT: ClassVar[str] = "HQBBBBHBIHB"
    TAIL: ClassVar[bool] = True
    tag: int
    op_id: int
    kind: int
    state: int
    stage: int
    percent: int
    fault: int
    side: int
    journal_id: int
    gen: int
    table_state: int
    result: bytes


@dataclass(frozen=True, slots=True)
class Done(Message):
    """A configuration or control order was carried out."""

    NUMBER: ClassVar[int] = 0x93
    LAYOUT: ClassVar[str] = "HHB"
    tag: int
    gen: int
    table_state: int


@dataclass(frozen=True, slots=True)
class Refused(Message):
    """A request was refused with fault *code*; nothing was done."""

    NUMBER: ClassVar[int] = 0x94
    LAYOUT: ClassVar[str] = "HHHB"
    tag: int
    code: int
    gen: int
    table_state: int


@dataclass(frozen=True, slots=True)
class Event(Message):
    """Something happened at the table."""

    NUMBER: ClassVar[int] = 0x95
    LAYOUT: ClassVar[str] = "IIBBHQHB"
    TAIL: ClassVar[bool] = True
    event_no: int
    device_ms: int
    kind: int
    side: int
    code: int
    op_id: int
    gen: int
    table_state: int
    data: bytes


@dataclass(frozen=True, slots=True)
class EventGap(Message):
    """Events before *first* were lost: take the whole state."""

    NUMBER: ClassVar[int] = 0x96
    LAYOUT: ClassVar[str] = "I"
    first: int


MESSAGES: Final[tuple[type[Message], ...]] = (
    Sync, SyncAnswer, Refuse, Identify, GetStatus, Query, SetGear, Start, Control,
    EventAck, EStop, IdentifyPage, Status, JobReport, Done, Refused, Event, EventGap,
)  # fmt: skip
"""Every message of the protocol."""

_BY_NUMBER: Final = {kind.NUMBER: kind for kind in MESSAGES}

ARGUMENTS: Final[dict[JobKind, tuple[str, tuple[str, ...]]]] = {
    **dict.fromkeys(JobKind, ("", ())),
    JobKind.NEXT_HAND: ("H", ("tiles",)),
    JobKind.BUILD: ("H", ("tiles",)),
    JobKind.ROLL: ("B", ("dice",)),
}
"""Layout and names of each job's arguments; `tiles` 0 means what the gear says."""


class BadMessageError(ValueError):
    """Bytes that are no message of this protocol."""


_CODECS: Final = {
    kind: (struct.Struct("<" + kind.LAYOUT), tuple(field.name for field in fields(kind)))
    for kind in MESSAGES
}


def encode(message: Message) -> bytes:
    """Return the frame body of *message*; raise `ValueError` where a field does not fit."""
    kind = type(message)
    packer, names = _CODECS[kind]
    values = [getattr(message, name) for name in names]
    tail = b""
    if kind.TAIL:
        run = values.pop()
        tail = bytes((len(run),)) + run
    try:
        body = bytes((kind.NUMBER,)) + packer.pack(*values) + tail
    except struct.error as problem:
        raise ValueError(f"{message}: {problem}") from problem
    if len(body) > MAX_BODY:
        raise ValueError(f"{kind.__name__} of {len(body)} bytes: at most {MAX_BODY}")
    return body


def decode(body: bytes) -> Message:
    """Return the message in *body*; raise `BadMessageError` where there is none."""
    kind = _BY_NUMBER.get(body[0]) if body else None
    if kind is None:
        raise BadMessageError(f"no message starts with {body[:1].hex() or 'nothing'}")
    packer, _ = _CODECS[kind]
    end = 1 + packer.size
    if len(body) < end + kind.TAIL:
        raise BadMessageError(f"{kind.__name__} of {len(body)} bytes is too short")
    values: list[object] = list(packer.unpack_from(body, 1))
    if kind.TAIL:
        tail = body[end + 1 : end + 1 + body[end]]
        if len(tail) != body[end]:
            raise BadMessageError(f"{kind.__name__}: its last field is cut off")
        values.append(tail)
    return cast("Callable[..., Message]", kind)(*values)


def pack_arguments(kind: JobKind, arguments: dict[str, int]) -> bytes:
    """Return the bytes of a job's *arguments*; raise `ValueError` where one is wrong."""
    layout, names = ARGUMENTS[kind]
    if set(arguments) != set(names):
        raise ValueError(f"{kind.name.lower()} takes {names or 'no arguments'}, not {arguments}")
    try:
        return struct.pack("<" + layout, *(arguments[name] for name in names))
    except struct.error as problem:
        raise ValueError(f"{kind.name.lower()}: {arguments}: {problem}") from problem


def unpack_arguments(kind: JobKind, data: bytes) -> dict[str, int]:
    """Return a job's arguments from *data*; raise `BadMessageError` where they do not fit."""
    layout, names = ARGUMENTS[kind]
    if len(data) < struct.calcsize("<" + layout):
        raise BadMessageError(f"{kind.name.lower()}: arguments cut off")
    return dict(zip(names, struct.unpack_from("<" + layout, data), strict=True))
