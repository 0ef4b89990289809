"""The dealing machine behind the kiosk's `TablePort`: jobs out, news in, through the bridge."""

from __future__ import annotations

import contextlib
import logging
import math
import threading
from typing import TYPE_CHECKING, Any, Final, assert_never

from firmware_bridge.errors import BridgeError, CommandRefusedError
from firmware_bridge.faults import Severity
from firmware_bridge.jobs.job import DiceResult, own_job
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire.codes import JobKind, JobState, Stage
from kiosk.errors import Refused
from kiosk.table.building import has_switch, reason_by_hand, wall_plan_for
from kiosk.table.port import HAND_JOBS, ByHand, Link, Setup, TableFault, TableNews, TableStatus
from kiosk.table.second_set import SecondSet
from kiosk.table.table_serial import TableSerial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from firmware_bridge.client import TableClient
    from firmware_bridge.faults import Fault
    from firmware_bridge.jobs.job import Job as TableJob
    from firmware_bridge.jobs.job import Result
    from firmware_bridge.state import TableEvent
    from firmware_bridge.state import TableStatus as BoardStatus
    from firmware_bridge.wall_plan import WallPlan
    from kiosk.jobs import Job

log = logging.getLogger(__name__)

LINKS: Final[Mapping[LinkPhase, Link]] = {
    LinkPhase.READY: Link.ONLINE,
    LinkPhase.DEGRADED: Link.ONLINE,
    LinkPhase.OPENING: Link.CONNECTING,
    LinkPhase.SYNCING: Link.CONNECTING,
    LinkPhase.IDENTIFYING: Link.CONNECTING,
}
"""How the bridge's phases look from the table; all others are `LOST`."""

NAMES: Final[Mapping[JobKind, str]] = {
    JobKind.NEXT_HAND: "next_hand",
    JobKind.RAISE: "raise_walls",
    JobKind.ROLL: "roll_dice",
    JobKind.DROP: "second_set",
}
"""The kiosk's names of the jobs that it asks for; others go by their own."""

JOB_NAMES: Final[Mapping[str, str]] = {kind.name.lower(): name for kind, name in NAMES.items()}
"""The same by the bridge's names."""

OUTCOMES: Final[Mapping[JobState, str]] = {
    JobState.DONE: "done",
    JobState.FAILED: "failed",
    JobState.CANCELLED: "cancelled",
    JobState.INTERRUPTED: "interrupted",
    JobState.NOT_SEEN: "failed",
    JobState.UNKNOWN: "interrupted",
}
"""How a job ended; while it has not, it is `running`."""

NO_DICE: Final = "rng"
"""`Identity.dice_source` of a machine without a dice unit."""

NOT_READ: Final = "none"
"""`Identity.dice_source` of a machine that throws, and does not read what it has thrown."""

MAX_THROWS: Final = 3
"""How often a throw is made again that the sensors read in two ways (604)."""

LIDS: Final = {"open_hole": JobKind.OPEN_HOLE, "close_hole": JobKind.CLOSE_HOLE}

SHORT: Final = 101
COUNTED: Final = (SHORT, 102)
"""Faults that say how many tiles the machine counted."""

RAISES: Final = (JobKind.NEXT_HAND, JobKind.RAISE)

LOOKS_AT_SETS: Final = frozenset({"link", "job", "state", "sets", "fault_cleared"})
"""News after which the set that is not in play may have to be built."""


class MachineTable:
    """A machine on the bridge's client, which this owns from now on."""

    def __init__(self, client: TableClient) -> None:
        self._client = client
        self._listener: Callable[[TableNews], None] = lambda _: None
        self._lock = threading.Lock()
        self._job: TableJob | None = None
        self._warning: TableFault | None = None
        self._told_op_ids: set[int] = set()
        self._throws_left = 0
        self._second = SecondSet(client)
        self._unsubscribe = client.subscribe(self._on_event)

    def listen(self, listener: Callable[[TableNews], None]) -> None:
        """Call *listener*, on the bridge's dispatch thread, whenever something changes."""
        self._listener = listener
        self._second.prepare()  # this program may have started in the middle of a hand

    def start(self, job: Job, setup: Setup) -> None:
        """Ask for *job*; raise `Refused` where the machine says no or cannot be reached.

        Waits for the machine's yes (0.1 s, at worst 3 s on a bad line), never for motion.
        """
        try:
            self._order(job, setup)
        except BridgeError as error:
            raise Refused(error.code, str(error), where=error.where or "table") from error

    def by_hand(self, setup: Setup) -> ByHand | None:
        """Return why the machine cannot build the walls of *setup*, `None` where it can."""
        return reason_by_hand(self._client, setup)

    @property
    def is_at_rest(self) -> bool:
        """Whether the machine is there and no job that was asked for is at work."""
        with self._lock:
            job = self._job
        return self._client.link.is_up and (job is None or job.state in OUTCOMES)

    def status(self) -> TableStatus:
        """Return how the machine stands, as last told by itself."""
        status = self._client.status(fresh=False)
        with self._lock:
            job = self._job
        fault = status.fault or (None if job is None else job.fault)
        identity = self._client.identity
        commands = frozenset() if identity is None else identity.commands
        return TableStatus(
            **({} if job is None else _job_view(job)),
            link=LINKS.get(status.link, Link.LOST),
            model="" if identity is None else identity.model,
            is_stopped=status.paused or status.estop,
            walls_built=status.walls_built and not status.walls_up,
            offers=self._offers(),
            can_open=identity is not None and "open_hole" in identity.jobs,
            is_open=status.hole_open,
            can_end_drop=_waits_for_people(job) and "end_drop" in commands,
            reads_dice=identity is None or identity.dice_source != NOT_READ,
            fault=None if fault is None else _fault(fault),
            warning=self._warning,
            other_set=self._second.view(),
            message="" if status.problem is None else str(status.problem),
            line_code=0 if status.problem is None else status.problem.fault_code or 0,
        )

    def _offers(self) -> frozenset[Job]:
        """Return the jobs of a hand that the machine takes; without dice it draws pips by seeds."""
        identity = self._client.identity
        has_seeds = identity is not None and identity.dice_source == NO_DICE
        kinds = {name: kind for kind, name in NAMES.items() if name in HAND_JOBS}
        jobs = {job for job in HAND_JOBS if self._client.offers(kinds[job])}
        return frozenset(jobs | {"roll_dice"} if has_seeds else jobs)

    def close(self) -> None:
        """Let go of the line; what the machine is doing it finishes by itself."""
        self._unsubscribe()
        self._client.close()

    def _order(self, job: Job, setup: Setup) -> None:
        match job:
            case "stop":
                self._client.pause()
                self._look_again()
            case "resume":
                self._go_on()
                self._look_again()
            case "second_set":
                self._follow(self._second.put_in())
            case "open_hole" | "close_hole":
                self._move_lid(LIDS[job])
            case "next_hand":
                self._set_gear(setup)
                self._warning = None
                self._follow(self._client.next_hand())
            case "raise_walls":
                self._follow(self._client.raise_walls())
            case "roll_dice":
                self._throw(setup.dice)
            case _:
                assert_never(job)

    def _move_lid(self, kind: JobKind) -> None:
        """Open or close the tile drop; a table with a fault moves nothing before it is cleared."""
        if kind is JobKind.OPEN_HOLE:
            self._clear(self._client.status())
        self._follow(self._client.start(kind))

    def _throw(self, dice: int) -> None:
        """Let the machine throw, or where it has no dice draw the pips together with it."""
        identity = self._client.identity
        if identity is None or identity.dice_source != NO_DICE:
            self._throws_left = MAX_THROWS
            self._follow(self._client.roll_dice(dice))
            return
        draw = self._client.draw_dice(dice)
        if draw is None:
            raise Refused(
                "bad_dice", "the machine did not show the seed that it had bound itself to"
            )
        proof = {
            "host_seed": draw.host_seed.hex(),
            "table_seed": draw.table_seed.hex(),
            "host_digest": draw.host_digest.hex(),
            "table_digest": draw.table_digest.hex(),
        }
        self._listener(TableNews(dice=draw.dice, source=NO_DICE, proof=proof))

    def _throw_again(self, job: TableJob) -> bool:
        """Throw again where the sensors read *job* in two ways; return whether that was done."""
        is_doubtful = job.kind is JobKind.ROLL and job.fault is not None and job.fault.code == 604
        if not is_doubtful or job.state is not JobState.FAILED or self._was_told(job):
            return False
        if self._throws_left <= 0:
            return False
        self._throws_left -= 1
        try:
            with contextlib.suppress(CommandRefusedError):  # a reading of ours stopped no machine
                self._client.clear_fault(604)
            self._follow(self._client.roll_dice(job.args["dice"]))
        except BridgeError:
            log.info("the throw was not repeated op=%s", job.op_id)
            return False
        return True

    def check(self, setup: Setup) -> WallPlan:
        """Return what the machine has to build; raise `Refused` where it cannot build that."""
        return wall_plan_for(self._client, setup)

    def _set_gear(self, setup: Setup) -> None:
        """Tell the machine what to build; raise `Refused` where it cannot build that."""
        plan = self.check(setup)
        if self._client.status(fresh=False).wall_plan != plan and not has_switch(self._client):
            self.call_off()
            self._client.set_wall_plan(setup.tiles, setup.players)

    def _go_on(self) -> None:
        """Go on after a stop, or once what stopped the machine, or its other set, is put right."""
        status = self._client.status()
        if self._clear(status):
            return
        if not status.paused and status.sets is not None and status.sets.fault is not None:
            self._client.clear_fault(status.sets.fault.code)
        else:
            self._client.resume()

    def _clear(self, status: BoardStatus) -> bool:
        """Clear the fault that *status* tells of; return whether there was one."""
        if status.fault is None:
            return False
        self._client.clear_fault(status.fault.code)
        with self._lock:
            self._job = None
        return True

    def call_off(self) -> None:
        """Stop the build of the set that is not in play: people change the tiles."""
        try:
            self._second.call_off()
        except BridgeError:
            log.info("no build of a second set to call off")

    def _look_again(self) -> None:
        """Ask the machine how it stands and tell the screens."""
        self._client.status(fresh=True)
        self._listener(TableNews())

    def _follow(self, job: TableJob) -> None:
        with self._lock:
            self._job = job
        self._listener(TableNews())

    def _on_event(self, event: TableEvent) -> None:
        """Pass the machine's news on; what a job brought is told once."""
        if event.topic == "warning" and event.fault is not None:
            self._warn(event.fault)
        job = None if self._second.is_about(event.op_id) else self._find(event.op_id)
        if job is not None and self._throw_again(job):
            return
        own = own_job(event)
        if own is not None:
            self._tell_own(*own)
        elif job is None or job.state is not JobState.DONE or self._was_told(job):
            self._listener(TableNews())
        else:
            self._tell_end(job)
        if event.topic in LOOKS_AT_SETS:
            self._second.prepare()

    def _tell_end(self, job: TableJob) -> None:
        self._tell_brought(job.kind, job.result)

    def _tell_own(self, kind: JobKind, result: Result | None) -> None:
        """Pass on what the machine has done by its own keys, as if it had been asked for."""
        with self._lock:
            self._job = None  # what was asked for last is not what the machine did last
        self._tell_brought(kind, result, by_key=True)

    def _tell_brought(self, kind: JobKind, result: Result | None, *, by_key: bool = False) -> None:
        throw = result if isinstance(result, DiceResult) else None
        self._client.status(fresh=True)
        if kind in RAISES:
            self._second.note_raised()
        self._listener(
            TableNews(
                dice=throw.dice if throw else (),
                source=throw.source.name.lower() if throw and throw.dice else "",
                walls_up=kind in RAISES,
                rolled_ms=throw.rolled_ms if throw else 0,
                is_unread=throw is not None and not throw.dice,
                by_key=by_key,
            )
        )

    def _warn(self, fault: Fault) -> None:
        """Show *fault* until the next walls are built, unless it is one that the machine mends."""
        if fault.kind.severity is Severity.WARN:
            self._warning = _fault(fault)

    def _find(self, op_id: int) -> TableJob | None:
        """Return the job with this id, and show it; one left by an earlier run too."""
        job = next((job for job in reversed(self._client.jobs()) if job.op_id == op_id), None)
        if job is not None:
            with self._lock:
                self._job = job
        return job

    def _was_told(self, job: TableJob) -> bool:
        """Return whether the end of *job* was passed on before; from now on it was."""
        with self._lock:
            was_told = job.op_id in self._told_op_ids
            self._told_op_ids.add(job.op_id)
            return was_told


def _waits_for_people(job: TableJob | None) -> bool:
    return job is not None and job.state is JobState.RUNNING and job.stage is Stage.DROP


def _job_view(job: TableJob) -> dict[str, Any]:
    """Return what a status tells of *job* and how far it has come."""
    left = job.remaining_s
    return {
        "job": NAMES.get(job.kind, job.kind.name.lower()),
        "outcome": OUTCOMES.get(job.state, "running"),
        "stage": job.stage.name.lower(),
        "percent": round(100 * job.bar),
        "left_s": None if left is None else math.ceil(left),
    }


def _fault(fault: Fault) -> TableFault:
    """Return *fault*, with the tiles counted where they say what is wrong.

    A machine that holds two sets may have counted both.
    """
    detail = fault.detail if fault.code in COUNTED else None
    counts = None if detail is None else (detail.measured, detail.expected)
    if counts is not None and (counts[0] < counts[1]) != (fault.code == SHORT):
        counts = None
    return TableFault(fault.code, fault.side, fault.stage.name.lower(), counts)


def open_machine(
    port: str, journal: Path, boards: Iterable[str] = ()
) -> tuple[MachineTable, TableClient]:
    """Return the machine at *port*, and the client by which it is maintained.

    The table that is reached first is this kiosk's from then on, over restarts too; `auto` also
    takes *boards* that do not call themselves one. Raise `Refused` where another program holds
    its *journal*.
    """
    from firmware_bridge.client import open_table  # a kiosk without a machine starts without it

    ours = TableSerial(journal.parent)
    try:
        client = open_table(port, journal=journal, wait_s=0, serial=ours.value, boards=boards)
    except BridgeError as error:
        raise Refused(error.code, error.message, where="table") from error

    def keep(event: TableEvent) -> None:
        if event.topic == "link" and client.identity is not None:
            ours.keep(client.identity.serial)

    client.subscribe(keep)
    return MachineTable(client), client
