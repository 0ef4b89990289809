"""A job at work: which, how far, when its next movement is due, and who is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from firmware_bridge.wire.codes import ANY_SET, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.wire.codes import JobKind, JobState, TableState
    from hw_sim.machine.motion import Procedure


@dataclass(slots=True)
class Work:
    """A running procedure of the machine.

    Two may run at once: a job of the hand in play, and *beside* it the build of the other set,
    which has tray, conveyors, heads and pushers to itself.
    """

    kind: JobKind
    args: dict[str, int]
    run: Procedure
    due: float
    began: float
    is_beside: bool = False
    stage: Stage = Stage.NONE
    percent: int = 0
    paused: bool = False
    told: set[tuple[int, int]] = field(default_factory=set)
    """Warnings of this job that are told but once."""

    @property
    def wish(self) -> int:
        """The set that its arguments name, or `ANY_SET`."""
        return self.args.get("set", ANY_SET)

    def pause(self, now: float) -> None:
        """Come to rest within the movement."""
        if not self.paused:
            self.paused = True
            self.due -= now

    def resume(self, now: float) -> None:
        """Go on after `pause`."""
        if self.paused:
            self.paused = False
            self.due += now


class Observer(Protocol):
    """Who is told what the machine does."""

    def state_changed(self, state: TableState) -> None:
        """Take note of another state of the table."""

    def progressed(self, work: Work) -> None:
        """Take note that a movement begins."""

    def ended(self, work: Work, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Take note that a job ended; *fault* is code and side, or zeros."""

    def fault_told(self, code: int, side: int) -> None:
        """Take note of a fault that stopped no job of the hand in play."""

    def warned(self, code: int, side: int) -> None:
        """Take note of something that people should know."""

    def sets_changed(self) -> None:
        """Take note that a set of tiles may be somewhere else, or its build stopped."""


@dataclass(slots=True)
class Trigger:
    """Do *act* once when the machine reaches *stage* at *percent* of its job."""

    stage: Stage
    percent: int
    act: Callable[[], None]

    def is_due(self, work: Work) -> bool:
        """Return whether *work* has come so far."""
        return self.stage is work.stage and work.percent >= self.percent
