"""In which states of the table which job may start, and what the table says meanwhile (§6.7)."""

from __future__ import annotations

from typing import Final

from firmware_bridge.wire.codes import JobKind, Stage, TableState

REST: Final = frozenset({TableState.IDLE, TableState.READY, TableState.PLAY})
STOPPED: Final = frozenset({TableState.FAULT})
LOCKED: Final = frozenset({TableState.LOCKOUT, TableState.SAFETY})

MAY_START: Final[dict[JobKind, frozenset[TableState]]] = {
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
