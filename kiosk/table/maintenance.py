"""The machine for those who look after it: everything it tells, and motions one at a time.

Players never come here; what a hand needs goes through `kiosk.table.bridge`. Three guards stand
before a motion: nobody is in the middle of a hand, the machine rests, and someone at its
console allows it (the firmware asks for that itself, `protocol.md` §6.7).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge.errors import BridgeError, OtherTableError
from firmware_bridge.jobs.job import CensusResult, SelfTestResult
from firmware_bridge.wire.codes import (
    SETS,
    JobKind,
    JobState,
    Mechanism,
    ResetCause,
    SetState,
)
from kiosk.errors import Refused
from kiosk.table.coin_slot import COIN, CoinSlot
from kiosk.table.fault_history import FaultHistory
from kiosk.table.set_places import set_places
from kiosk.table.upkeep import MachineUpkeep

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.client import TableClient
    from firmware_bridge.faults import OwnFaults
    from firmware_bridge.jobs.job import Job
    from firmware_bridge.link.connection import LinkHealth
    from firmware_bridge.state import Identity, TableEvent, TableStatus
    from firmware_bridge.wire.messages import Stats
    from kiosk.clock import Clock
    from kiosk.paid_time import PaidTime
    from kiosk.table.set_places import SetPlace

MAX_EVENTS: Final = 200
MAX_JOG_MM: Final = 20
"""Farther than this no mechanism is moved by hand."""
SIDES: Final = 4

MECHANISMS: Final = {part.name.lower(): part for part in Mechanism}
MOTIONS: Final = {
    "self_test": JobKind.SELF_TEST,
    "census": JobKind.CENSUS,
    "home": JobKind.HOME,
    "jog": JobKind.JOG,
}
"""What the operator may ask for; everything else is the players' business."""
"""The screens at which no hand is being played."""
HAND: Final = JobKind.NEXT_HAND.name.lower()
SENSED: Final = ("hole_open", "walls_up", "walls_built", "paused", "estop", "consent")
"""What the machine's sensors and keys say, by the names of its status."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One thing to move."""

    name: str
    """A key of `MOTIONS`."""
    mechanism: str = "tray"
    """A key of `MECHANISMS`; for `jog`."""
    side: int = 0
    distance_mm: int = 0
    """Backwards below 0; for `jog`."""

    def __post_init__(self) -> None:
        if self.name not in MOTIONS:
            raise Refused("bad_motion", f"{self.name}: choose from {sorted(MOTIONS)}", where="name")
        if self.name != "jog":
            return
        if self.mechanism not in MECHANISMS:
            message = f"{self.mechanism}: choose from {sorted(MECHANISMS)}"
            raise Refused("bad_motion", message, where="mechanism")
        if not 0 <= self.side < SIDES:
            raise Refused("bad_motion", f"side {self.side}: 0 to {SIDES - 1}", where="side")
        if not 1 <= abs(self.distance_mm) <= MAX_JOG_MM:
            message = f"{self.distance_mm} mm: 1 to {MAX_JOG_MM}, either way"
            raise Refused("jog_too_far", message, where="distance_mm")

    @property
    def arguments(self) -> dict[str, int]:
        """Return the job's arguments as the machine takes them."""
        if self.name == "self_test":
            return {"test": 0}
        if self.name != "jog":
            return {}
        part = MECHANISMS[self.mechanism]
        return {"mechanism": int(part), "side": self.side, "distance": self.distance_mm}


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the machine, with when it came in."""

    at_ms: int
    """Milliseconds since 1970 by the kiosk's clock."""
    topic: str
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MotionView:
    """How far the operator's last motion has come."""

    name: str
    state: str
    percent: int
    fault: int
    """Number of the fault that ended it, else 0."""
    tests: tuple[int, tuple[int, ...]] | None
    """Self-tests done and the numbers of those that failed."""


@dataclass(frozen=True, slots=True)
class MachineReport:
    """Everything that the machine tells, at one moment."""

    port: str
    identity: Identity | None
    status: TableStatus
    health: LinkHealth
    stats: Stats | None
    tiles: tuple[tuple[str, int], ...]
    """Tiles by place at the last count; empty before the first."""
    motion: MotionView | None
    happenings: tuple[Happening, ...]
    """The newest first."""
    other_table: str = ""
    """Serial number of a table at the port that is refused as not this kiosk's; else empty."""

    @property
    def sets(self) -> tuple[SetPlace, ...]:
        """Return where the sets of tiles are; nothing for a machine that holds one."""
        return set_places(self.status.sets)

    @property
    def sensors(self) -> tuple[tuple[str, bool], ...]:
        """Return what is sensed, by name."""
        return tuple((name, bool(getattr(self.status, name))) for name in SENSED)


class Maintenance:
    """The operator's hand on one machine; safe to use from any thread."""

    def __init__(
        self, client: TableClient, clock: Clock, faults: FaultHistory | None = None
    ) -> None:
        """Watch what *client* tells from now on, noting it in *faults*; whoever made it closes it.

        Without *faults* what went wrong is forgotten with the process.
        """
        self._client = client
        self._clock = clock
        self.upkeep = MachineUpkeep(client)
        """Its inputs, parameters and wear."""
        self.faults = faults or FaultHistory(None, clock)
        self._standing: tuple[int, int | None] = (0, None)
        """The fault of the line, or of the set that is not in play, that was noted last."""
        self._happenings: deque[Happening] = deque(maxlen=MAX_EVENTS)
        self._motion: Job | None = None
        client.subscribe(self._keep)

    def report(self) -> MachineReport:
        """Return how the machine stands, asked again where the line is up."""
        client = self._client
        status = client.status()
        return MachineReport(
            port=client.port,
            identity=client.identity,
            status=status,
            health=client.health(),
            stats=self._stats() if status.link.is_up else None,
            tiles=self._census_places(),
            motion=None if self._motion is None else _motion_view(self._motion),
            happenings=tuple(reversed(self._happenings)),
            other_table=self._other_table(),
        )

    def move(self, motion: Motion, *, is_in_hand: bool) -> None:
        """Start *motion*; raise `Refused` where it may not be, such as while *is_in_hand*."""
        check_at_rest(is_in_hand=is_in_hand)
        running = [job for job in self._client.jobs() if not job.state.is_final]
        if running:
            raise Refused("machine_busy", f"{running[0].kind.name.lower()} is at work: wait for it")
        try:
            self._motion = self._client.start(MOTIONS[motion.name], **motion.arguments)
        except BridgeError as error:
            raise Refused(error.code, error.message, where=error.where or "table") from error

    def take_table(self, serial: str) -> None:
        """Take the table *serial* as this kiosk's; raise `Refused` where no such one is refused."""
        if not serial or serial != self._other_table():
            raise Refused("no_other_table", f"there is no table {serial} to take", where="table")
        self._client.take_table(serial)

    def _other_table(self) -> str:
        problem = self._client.status(fresh=False).problem
        return problem.serial if isinstance(problem, OtherTableError) else ""

    def clear_fault(self) -> None:
        """Tell the machine that the cause of its fault is gone; raise `Refused` where it is not."""
        status = self._client.status()
        beside = None if status.sets is None else status.sets.fault
        fault = status.fault or beside
        if fault is None:
            raise Refused("no_fault", "the machine tells of no fault", where="table")
        try:
            self._client.clear_fault(fault.code)
        except BridgeError as error:
            raise Refused(error.code, error.message, where=error.where or "table") from error

    @property
    def own_faults(self) -> OwnFaults:
        """The faults of the machine's maker with their texts, once it was reached."""
        identity = self._client.identity
        return {} if identity is None else identity.lists.faults

    def take_coins(self, paid_time: PaidTime) -> None:
        """Let the machine's coins buy time from now on."""
        CoinSlot(self._client, paid_time)

    @property
    def coin_minutes(self) -> int:
        """Minutes that a coin buys by the machine's own word; 0 where it has none to say."""
        identity = self._client.identity
        return 0 if identity is None else round(identity.lists.coin_seconds / 60)

    def trace(self) -> Path | None:
        """Write the last frames of the line to a file and return it, if there is a place for it."""
        return self._client.dump_trace("asked by the operator")

    def log(self) -> tuple[str, ...]:
        """Return the machine's own log, nothing where it keeps none or cannot be reached."""
        try:
            return tuple(self._client.log())
        except BridgeError:
            return ()

    def _stats(self) -> Stats | None:
        try:
            return self._client.stats()
        except BridgeError:
            return None

    def _census_places(self) -> tuple[tuple[str, int], ...]:
        """Return the places of the newest count of tiles."""
        counts = [job.result for job in self._client.jobs() if isinstance(job.result, CensusResult)]
        return counts[-1].places if counts else ()

    def _keep(self, event: TableEvent) -> None:
        fields = {
            "phase": event.phase,
            "state": event.state and event.state.name.lower(),
            "kind": self._kind(event),
            "job": event.job and event.job.name.lower(),
            "side": event.side,
            "fault": event.fault and event.fault.code,
            "code": None if event.topic == COIN else event.code or None,  # of a coin: its slot
            **_data(event),
        }
        details = tuple((name, str(value)) for name, value in fields.items() if value is not None)
        self._happenings.append(Happening(self._clock.wall_ms(), event.topic, details))
        self._note(event)

    def _note(self, event: TableEvent) -> None:
        """Note a fault in the history, one that is told again and again once; and a hand."""
        if event.topic in ("fault", "warning") and event.fault is not None:
            self.faults.note(event.fault.code, event.fault.side)
        elif event.topic in ("link", "sets"):
            is_up = event.phase is not None and event.phase.is_up
            standing = (0 if is_up else event.code, event.side)
            if standing[0] and standing != self._standing:
                self.faults.note(*standing)
            self._standing = standing
        elif event.topic == "job" and event.job is JobState.DONE and self._kind(event) == HAND:
            self.faults.note_hand()

    def _kind(self, event: TableEvent) -> str | None:
        """Return what was asked for in the job that *event* is about, where we know it."""
        if not event.op_id:
            return None
        jobs = reversed(self._client.jobs())
        return next((one.kind.name.lower() for one in jobs if one.op_id == event.op_id), None)


def _data(event: TableEvent) -> dict[str, str | None]:
    """Return what the data of *event* says: why the board started, or where the sets are."""
    if event.topic == "restarted" and event.data:
        is_known = event.data[0] in ResetCause._value2member_map_
        return {"cause": ResetCause(event.data[0]).name.lower() if is_known else None}
    if event.topic == "sets":
        return {f"set_{which}": _set_name(one) for which, one in enumerate(event.data[:SETS])}
    return {}


def _set_name(state: int) -> str | None:
    return SetState(state).name.lower() if state in SetState._value2member_map_ else None


def check_machine(machine: Maintenance | None) -> Maintenance:
    """Return the machine for the operator; raise `Refused` where there is none."""
    if machine is None:
        raise Refused("no_machine", "this kiosk has no machine", where="table")
    return machine


def check_at_rest(*, is_in_hand: bool) -> None:
    """Raise `Refused` while a hand is being played."""
    if is_in_hand:
        raise Refused("hand_in_progress", "finish or leave the hand first", where="stage")


def _motion_view(job: Job) -> MotionView:
    result = job.result
    tests = (result.done, result.failed) if isinstance(result, SelfTestResult) else None
    return MotionView(
        job.kind.name.lower(),
        job.state.name.lower(),
        round(100 * job.progress),
        job.fault.code if job.fault is not None else 0,
        tests,
    )
