"""When the machine may do what: the states of the table in which each job may start."""

from __future__ import annotations

from typing import Final

from firmware_bridge.faults import FAULTS, Severity
from firmware_bridge.wire.codes import JobKind, Stage, TableState

REST: Final = frozenset({TableState.IDLE, TableState.READY, TableState.PLAY})
STOPPED: Final = frozenset({TableState.FAULT})
LOCKED: Final = frozenset({TableState.LOCKOUT, TableState.SAFETY})

ALLOWED: Final[dict[JobKind, frozenset[TableState]]] = {
    JobKind.OPEN_HOLE: REST,
    JobKind.CLOSE_HOLE: frozenset({TableState.HOLE_OPEN}),
    JobKind.DROP: frozenset({TableState.IDLE, TableState.PLAY}),
    JobKind.BUILD: frozenset({TableState.IDLE, TableState.READY}),
    JobKind.RAISE: frozenset({TableState.READY}),
    JobKind.LOWER: frozenset({TableState.PLAY}),
    JobKind.NEXT_HAND: REST | {TableState.HOLE_OPEN},
    JobKind.ROLL: REST,
    JobKind.HOME: REST | {TableState.HOLE_OPEN},
    JobKind.CENSUS: frozenset({TableState.IDLE, TableState.READY}),
    JobKind.DEAL: frozenset({TableState.READY, TableState.PLAY}),
    JobKind.JAM_CLEAR: STOPPED,
    JobKind.SELF_TEST: REST | STOPPED,
    JobKind.JOG: REST | STOPPED,
}
"""In which states of the table a job may start."""

BESIDE: Final = frozenset(
    {JobKind.ROLL, JobKind.RAISE, JobKind.LOWER, JobKind.DEAL, JobKind.NEXT_HAND}
)
"""Jobs of the hand in play that may run while the other set is built; a next hand waits for it."""

BESIDE_STATES: Final = frozenset({TableState.PLAY, TableState.READY, TableState.RAISING})
"""In which states of the table the build of the other set may start."""

BUSY_STATE: Final = {
    JobKind.BUILD: TableState.BUILDING,
    JobKind.NEXT_HAND: TableState.BUILDING,
    JobKind.RAISE: TableState.RAISING,
    JobKind.LOWER: TableState.RAISING,
    JobKind.HOME: TableState.HOMING,
}
"""What the table says it does while such a job runs."""

STAGE_STATE: Final = {
    Stage.DROP: TableState.HOLE_OPEN,
    Stage.SHUFFLE: TableState.BUILDING,
    Stage.RAISE: TableState.RAISING,
}
"""What it says from such a stage on."""


def state_in(fault: int) -> TableState:
    """Return the state of a table that stopped with *fault*."""
    severity = FAULTS[fault].severity
    if severity is Severity.SAFETY:
        return TableState.SAFETY
    return TableState.LOCKOUT if severity is Severity.LOCKOUT else TableState.FAULT
