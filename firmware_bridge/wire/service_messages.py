"""What makers and service people ask a table: its log, figures, inputs, parameters, usage.

Laid out as in `messages.py`. What stands at which place of a run of values is told by the lists
of the table's dictionary (`protocol.md` §6.6), so that a board sends numbers only.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire.codec import Message

INPUT: Final = struct.Struct("<h")
"""A value in `Inputs`."""
PARAMETER: Final = struct.Struct("<i")
"""A value in `Parameters`."""
USED: Final = struct.Struct("<IIII")
"""A row of `Usage`: cycles and seconds in its life, then the same when it was serviced last."""
INPUTS: Final = 100
"""Most values that fit into one answer; `first` asks for those behind them."""
PARAMETERS: Final = 50
USED_ROWS: Final = 14


@dataclass(frozen=True, slots=True)
class GetLog(Message, number=0x1B, layout="HI"):
    """Ask for the table's own log from line *first* on."""

    tag: int
    first: int


@dataclass(frozen=True, slots=True)
class GetStats(Message, number=0x1C, layout="H"):
    """Ask how much the table has done."""

    tag: int


@dataclass(frozen=True, slots=True)
class GetInputs(Message, number=0x24, layout="HB"):
    """Ask what the inputs from number *first* on read now."""

    tag: int
    first: int


@dataclass(frozen=True, slots=True)
class GetParameters(Message, number=0x25, layout="HB"):
    """Ask what the parameters from number *first* on are set to."""

    tag: int
    first: int


@dataclass(frozen=True, slots=True)
class SetParameter(Message, number=0x26, layout="HBi"):
    """Set parameter *number*, within its limits and while nothing moves; kept over resets."""

    tag: int
    number: int
    value: int


@dataclass(frozen=True, slots=True)
class GetUsage(Message, number=0x27, layout="HB"):
    """Ask how much the mechanisms from number *first* on have worked."""

    tag: int
    first: int


@dataclass(frozen=True, slots=True)
class MarkServiced(Message, number=0x28, layout="HB"):
    """Keep that mechanism *number* was serviced now; its life goes on being counted."""

    tag: int
    number: int


@dataclass(frozen=True, slots=True)
class LogPage(Message, number=0x97, layout="HII", tail=True):
    """Lines of the log from *first* on; ask for *following* next, the same number at its end."""

    tag: int
    first: int
    following: int
    data: bytes
    """UTF-8 lines, each after its device time in milliseconds."""


@dataclass(frozen=True, slots=True)
class Stats(Message, number=0x98, layout="HIIIIIII", more="I"):
    """What the table has done in its life, but *uptime_ms* and frames: since it started."""

    tag: int
    uptime_ms: int
    builds: int
    rolls: int
    faults: int
    resets: int
    bad_frames: int
    foreign_frames: int
    slot_writes: int = 0  # of each slot of its memory, in its life; 0 where it is not told


@dataclass(frozen=True, slots=True)
class Inputs(Message, number=0x9B, layout="HB", tail=True):
    """What the inputs from number *first* on read: ±16 bits each, in the dictionary's order."""

    tag: int
    first: int
    values: bytes


@dataclass(frozen=True, slots=True)
class Parameters(Message, number=0x9C, layout="HB", tail=True):
    """What the parameters from *first* on are set to: ±32 bits each, in the dictionary's order."""

    tag: int
    first: int
    values: bytes


@dataclass(frozen=True, slots=True)
class Usage(Message, number=0x9D, layout="HIB", tail=True):
    """How much the mechanisms from *first* on have worked, and the *pulses* of coins: in a life.

    Each row is cycles 32, seconds 32, and both as they were when it was serviced last.
    """

    tag: int
    pulses: int
    first: int
    rows: bytes
