"""The two sets of tiles of a table: one in play, one being built below it (`table-link.md` §3.1).

The backs of the sets have different colours, by which the machine tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from firmware_bridge.faults import Fault
from firmware_bridge.wire.codes import SETS, SetState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_bridge.wire.messages import Event, Status


class OneSet(StrEnum):
    """Why a table holds one set of tiles only, as far as its board can say."""

    MODEL = "model"
    """Its model has room for one."""
    FIRMWARE = "firmware"
    """Its firmware is from before sets were told apart."""


@dataclass(frozen=True, slots=True)
class TileSets:
    """Where both sets are, as the table told it last."""

    states: tuple[SetState, SetState]
    op_id: int = 0
    """The job that builds a set while the other one is in play, or did so last."""
    percent: int = 0
    """How much of that build is done."""
    fault: Fault | None = None
    """What stopped it, until that is cleared; the hand in play goes on."""

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise ValueError(f"{self.percent} percent")

    @property
    def in_play(self) -> int | None:
        """The set on the table top, `None` while there is none."""
        return self._first(SetState.IN_PLAY)

    @property
    def ready(self) -> int | None:
        """The set whose walls wait below the table top, `None` while there is none."""
        return self._first(SetState.BUILT)

    @property
    def waiting(self) -> int | None:
        """The set that is not in play while the other one is, `None` where none is in play."""
        return None if self.in_play is None else 1 - self.in_play

    def state_of(self, which: int) -> SetState:
        """Return where set *which* (0 or 1) is."""
        return self.states[which]

    def _first(self, state: SetState) -> int | None:
        return self.states.index(state) if state in self.states else None


def from_status(message: Status) -> TileSets | None:
    """Return what a status tells of the sets, `None` for a table with one set."""
    states = _states(message.sets)
    if states is None:
        return None
    fault = Fault.from_wire(message.beside_fault, message.beside_side)
    return TileSets(states, message.beside_op, min(message.beside_percent, 100), fault)


def from_event(message: Event) -> TileSets | None:
    """Return what an event of kind `SETS` tells, `None` where it tells nothing that we know."""
    states = _states(message.data)
    if states is None or len(message.data) <= SETS:
        return None
    fault = Fault.from_wire(message.code, message.side)
    return TileSets(states, message.op_id, min(message.data[SETS], 100), fault)


def _states(data: Sequence[int]) -> tuple[SetState, SetState] | None:
    """Return the states in the first bytes of *data*; what newer firmware has more is `LOOSE`."""
    known = [
        SetState(value) if value in SetState._value2member_map_ else SetState.LOOSE
        for value in data[:SETS]
    ]
    if len(known) < SETS or SetState.NONE in known:
        return None
    return known[0], known[1]
