"""Every message of the Table Link Protocol, its number and its bytes (`protocol.md` §6).

This file and `service_messages.py` make the codecs: a message is a frozen dataclass whose number
and `layout` (little-endian `struct` letters) stand in its head, in the order of its fields; with
`tail` the last field is a run of at most 255 bytes behind its length. A receiver ignores bytes
behind the fields that it knows, so a later version may add fields: `more` lays them out, and their
defaults stand for them where an older sender left them out.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire.codec import ARGUMENTS as ARGUMENTS
from firmware_bridge.wire.codec import KINDS
from firmware_bridge.wire.codec import LATER as LATER
from firmware_bridge.wire.codec import MAX_BODY as MAX_BODY
from firmware_bridge.wire.codec import BadMessageError as BadMessageError
from firmware_bridge.wire.codec import Message as Message
from firmware_bridge.wire.codec import decode as decode
from firmware_bridge.wire.codec import encode as encode
from firmware_bridge.wire.codec import pack_arguments as pack_arguments
from firmware_bridge.wire.codec import unpack_arguments as unpack_arguments
from firmware_bridge.wire.codes import NO_SIDE, SETS, JobKind
from firmware_bridge.wire.service_messages import GetInputs as GetInputs
from firmware_bridge.wire.service_messages import GetLog as GetLog
from firmware_bridge.wire.service_messages import GetParameters as GetParameters
from firmware_bridge.wire.service_messages import GetStats as GetStats
from firmware_bridge.wire.service_messages import GetUsage as GetUsage
from firmware_bridge.wire.service_messages import Inputs as Inputs
from firmware_bridge.wire.service_messages import LogPage as LogPage
from firmware_bridge.wire.service_messages import MarkServiced as MarkServiced
from firmware_bridge.wire.service_messages import Parameters as Parameters
from firmware_bridge.wire.service_messages import SetParameter as SetParameter
from firmware_bridge.wire.service_messages import Stats as Stats
from firmware_bridge.wire.service_messages import Usage as Usage

PROTOCOL: Final = 2
"""The newest protocol version that this program speaks."""
LOWEST: Final = 1
"""The oldest one; a table of it lacks `JOBS_SINCE_2` and every output, log and seed."""

PAGE: Final = 200
"""Dictionary bytes in one `IdentifyPage`."""


@dataclass(frozen=True, slots=True)
class Sync(Message, number=0x01, layout="BB"):
    """Host asks for a link session; body of a SYNC frame."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class SyncAnswer(Message, number=0x02, layout="IBBBI"):
    """Device opens the session; body of a SYNACK frame."""

    boot_id: int
    reset_cause: int
    protocol: int
    window: int
    dictionary: int
    """CRC-32 of the compressed dictionary, the key of the host's cache."""


@dataclass(frozen=True, slots=True)
class Refuse(Message, number=0x03, layout="HBB"):
    """Device refuses a session or does not know it; body of a REFUSE frame."""

    code: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Identify(Message, number=0x10, layout="HH"):
    """Ask for a page of the dictionary from byte *offset*."""

    tag: int
    offset: int


@dataclass(frozen=True, slots=True)
class GetStatus(Message, number=0x11, layout="H"):
    """Ask for the whole state."""

    tag: int


@dataclass(frozen=True, slots=True)
class Query(Message, number=0x12, layout="HQ"):
    """Ask what became of an op; never starts anything."""

    tag: int
    op_id: int


@dataclass(frozen=True, slots=True)
class SetGear(Message, number=0x13, layout="HHBB4s"):
    """Set tile count and wall layout for the next build."""

    tag: int
    count: int
    players: int
    deal: int
    layout: bytes
    """Stacks of sides 0–3."""


@dataclass(frozen=True, slots=True)
class Start(Message, number=0x14, layout="HQBH", tail=True):
    """Start a job, once per *op_id*, only while the state generation is *if_gen*."""

    tag: int
    op_id: int
    kind: int
    if_gen: int
    args: bytes


@dataclass(frozen=True, slots=True)
class Control(Message, number=0x15, layout="HBQH"):
    """Pause, resume, cancel op *op_id*, or clear fault *code*."""

    tag: int
    action: int
    op_id: int
    code: int


@dataclass(frozen=True, slots=True)
class EventAck(Message, number=0x16, layout="I"):
    """Host has taken all events up to *event_no*."""

    event_no: int


@dataclass(frozen=True, slots=True)
class FlipDora(Message, number=0x17, layout="HHB"):
    """Show *count* indicators; a lower *rev* than the last one changes nothing."""

    tag: int
    rev: int
    count: int


@dataclass(frozen=True, slots=True)
class ScoreDisplay(Message, number=0x18, layout="HHBi"):
    """Show *points* before *seat*; the last *rev* of each seat wins."""

    tag: int
    rev: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Lights(Message, number=0x19, layout="HHB3sB"):
    """Light *zone* in the colour *rgb*; the last *rev* of each zone wins."""

    tag: int
    rev: int
    zone: int
    rgb: bytes
    pattern: int


@dataclass(frozen=True, slots=True)
class Sound(Message, number=0x1A, layout="HHBB"):
    """Play *sound* at *volume* 0-100; the last *rev* wins."""

    tag: int
    rev: int
    sound: int
    volume: int


@dataclass(frozen=True, slots=True)
class SeedCommit(Message, number=0x1D, layout="HI32s"):
    """Bind the host to a seed by its SHA-256, for throw *round_* without dice (§6.10)."""

    tag: int
    round_: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class SeedReveal(Message, number=0x1E, layout="HIB32s"):
    """Show the seed of throw *round_*, after both sides are bound."""

    tag: int
    round_: int
    dice: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class EStop(Message, number=0x1F, layout="B"):
    """Stop every motor now; body of an URGENT frame."""

    reason: int


@dataclass(frozen=True, slots=True)
class UpdateBegin(Message, number=0x20, layout="HII"):
    """Announce a program for the board: *size* bytes with this CRC-32. Only in LOCKOUT (§6.6)."""

    tag: int
    size: int
    crc: int


@dataclass(frozen=True, slots=True)
class UpdateData(Message, number=0x21, layout="HI", tail=True):
    """Bytes of the program from *offset* on; each follows the last, and may come twice."""

    tag: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class UpdateFinish(Message, number=0x22, layout="H"):
    """Check the program, then restart with it; it is kept once a host has reached it."""

    tag: int


@dataclass(frozen=True, slots=True)
class SetBaud(Message, number=0x23, layout="HI"):
    """Go over to *baud* bits per second once the answer has left (§6.1)."""

    tag: int
    baud: int


@dataclass(frozen=True, slots=True)
class IdentifyPage(Message, number=0x90, layout="HHH", tail=True):
    """A page of the zlib-compressed JSON dictionary."""

    tag: int
    total: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Status(Message, number=0x91, layout="HBHBHBB4sHQBBBHBII", more="2sQBHB"):
    """The whole state of the table."""

    tag: int
    state: int
    gen: int
    flags: int
    count: int
    players: int
    deal: int
    layout: bytes
    tiles_in: int
    """Counted into the machine since the hole was last opened."""
    op_id: int
    job_state: int
    stage: int
    percent: int
    fault: int
    side: int
    journal_id: int
    uptime_ms: int
    sets: bytes = bytes(SETS)
    """The `SetState` of each set of tiles; all `NONE` where the table holds one set only."""
    beside_op: int = 0
    """The op that builds a set beside the hand in play, or did last; how far, what stopped it."""
    beside_percent: int = 0
    beside_fault: int = 0
    beside_side: int = NO_SIDE


@dataclass(frozen=True, slots=True)
class JobReport(Message, number=0x92, layout="HQBBBBHBIHB", tail=True):
    """What is known of an op: answer to `Start` and `Query`, or unasked with tag 0."""

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
class Done(Message, number=0x93, layout="HHB"):
    """A configuration or control order was carried out."""

    tag: int
    gen: int
    table_state: int


@dataclass(frozen=True, slots=True)
class Refused(Message, number=0x94, layout="HHHB"):
    """A request was refused with fault *code*; nothing was done."""

    tag: int
    code: int
    gen: int
    table_state: int


@dataclass(frozen=True, slots=True)
class Event(Message, number=0x95, layout="IIBBHQHB", tail=True):
    """Something happened at the table."""

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
class EventGap(Message, number=0x96, layout="I"):
    """Events before *first* were lost: take the whole state."""

    first: int


@dataclass(frozen=True, slots=True)
class SeedCommitted(Message, number=0x99, layout="HI32s"):
    """The device is bound to its seed of throw *round_* by its SHA-256."""

    tag: int
    round_: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class SeedRevealed(Message, number=0x9A, layout="HI32s"):
    """The device's seed of throw *round_*; both sides now know the pips."""

    tag: int
    round_: int
    seed: bytes


MESSAGES: Final[tuple[type[Message], ...]] = tuple(KINDS[number] for number in sorted(KINDS))
"""Every message of the protocol, by its number."""
JOBS_SINCE_2: Final = frozenset({JobKind.DEAL, JobKind.JAM_CLEAR, JobKind.SELF_TEST, JobKind.JOG})
"""Jobs that a table of protocol 1 refuses as unknown (807)."""

ALLOWED_IN_LOCKOUT: Final[frozenset[type[Message]]] = frozenset(
    {
        *(Identify, GetStatus, Query, Control, EventAck, GetLog, GetStats, EStop),
        *(UpdateBegin, UpdateData, UpdateFinish, SetBaud),
        *(GetInputs, GetParameters, SetParameter, GetUsage, MarkServiced),
    }
)
"""What a locked table still takes (§6.5); of `Control` only clearing the fault."""
EP0_STATUS: Final = struct.Struct("<BBHHBBII")
"""USB status request: state, flags, gen, fault, side, percent, op counter, uptime ms (§6.1)."""
