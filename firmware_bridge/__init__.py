"""The link to an automatic table over its serial port: jobs, events, faults.

`open_table` gives a `TableClient`; everything else here is a value that it takes
or returns. The protocol is `protocol.md` §6. This package knows sides, stacks,
tile counts and dice, and nothing of mahjong.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from firmware_bridge.errors import (
    BridgeError,
    ClosedError,
    CommandMissingError,
    CommandRefusedError,
    ConnectionLostError,
    InvalidReplyError,
    JobCancelledError,
    JobFailedError,
    JobNotRunError,
    JournalBusyError,
    NewFirmwareError,
    NoReplyError,
    OldFirmwareError,
    OtherTableError,
    OutcomeUnknownError,
    PortBusyError,
    PortNotFoundError,
    PortPermissionError,
    ProtocolError,
    TransportError,
    VersionError,
    WaitTimeoutError,
    WrongDeviceError,
)
from firmware_bridge.faults import FAULTS, Action, Fault, FaultKind, Severity
from firmware_bridge.jobs.job import CensusResult, DiceResult, Job, SelfTestResult, WallsResult
from firmware_bridge.state import (
    Identity,
    LinkPhase,
    SingleSetReason,
    TableEvent,
    TableStatus,
    TileSets,
)
from firmware_bridge.wall_plan import Support, SupportLevel, WallPlan, layout_for, supports
from firmware_bridge.wire.codes import JobKind, JobState, SetState, Stage, TableState

if TYPE_CHECKING:
    from firmware_bridge.client import TableClient, open_table

__all__ = [
    "FAULTS",
    "Action",
    "BridgeError",
    "CensusResult",
    "ClosedError",
    "CommandMissingError",
    "CommandRefusedError",
    "ConnectionLostError",
    "DiceResult",
    "Fault",
    "FaultKind",
    "Identity",
    "InvalidReplyError",
    "Job",
    "JobCancelledError",
    "JobFailedError",
    "JobKind",
    "JobNotRunError",
    "JobState",
    "JournalBusyError",
    "LinkPhase",
    "NewFirmwareError",
    "NoReplyError",
    "OldFirmwareError",
    "OtherTableError",
    "OutcomeUnknownError",
    "PortBusyError",
    "PortNotFoundError",
    "PortPermissionError",
    "ProtocolError",
    "SelfTestResult",
    "SetState",
    "Severity",
    "SingleSetReason",
    "Stage",
    "Support",
    "SupportLevel",
    "TableClient",
    "TableEvent",
    "TableState",
    "TableStatus",
    "TileSets",
    "TransportError",
    "VersionError",
    "WaitTimeoutError",
    "WallPlan",
    "WallsResult",
    "WrongDeviceError",
    "layout_for",
    "open_table",
    "supports",
]


def __getattr__(name: str) -> Any:
    """Return the client, loaded when it is first asked for: its values need no port and no USB."""
    if name not in ("TableClient", "open_table"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.client"), name)
