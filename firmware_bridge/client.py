"""The table as other packages see it: jobs to start, a state to look at, events.

Every method may be called from any thread. One I/O thread talks to the port, one
dispatch thread calls the subscribers, so a subscriber may call back in. A link
that breaks is opened again by itself; a job that was running is watched on.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge import errors
from firmware_bridge.commitment import CommittedThrow, draw_dice
from firmware_bridge.diagnostics import read_log, read_stats
from firmware_bridge.discovery import PortSources, open_port, port_signature
from firmware_bridge.faults import FAULTS, Fault, refusal
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.job import Job
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.link import trace
from firmware_bridge.link.connection import Connection, LinkHealth, PortAccess
from firmware_bridge.link.requests import REPLY_S, Requests
from firmware_bridge.link.session import HostSession
from firmware_bridge.link.watch import Dispatcher, Watch
from firmware_bridge.outputs import Outputs
from firmware_bridge.state import Identity, LinkPhase, TableEvent, TableStatus
from firmware_bridge.transport import Transport
from firmware_bridge.update import send_program
from firmware_bridge.upkeep import Upkeep
from firmware_bridge.usb_ids import usb_ids
from firmware_bridge.wall_plan import USUAL, Support, SupportLevel, WallPlan, supports
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction, JobKind, JobState


@dataclass(frozen=True, slots=True)
class Environment:
    """What comes from outside: how to open a port, the time, chance."""

    opener: Callable[[], Transport]
    look: Callable[[], object] = lambda: None
    """How the port looks without opening it; another answer is a reason to try again."""
    clock: Callable[[], float] = time.monotonic
    rng: random.Random | None = None
    serial: str = ""
    """Serial number of the table that is meant; empty: the one that is reached first."""
    traces: Path | None = None
    """Folder for the last frames before each fault; none: they are not written down."""


WITHDRAWN: Final = "served:"
"""How ports were named that another process kept; see `docs/decisions/035-*`."""


def open_table(
    port: str,
    *,
    journal: Path,
    wait_s: float = 5.0,
    serial: str = "",
    boards: Iterable[str] = (),
) -> TableClient:
    """Return a client for the table at *port*.

    That is a device path such as `/dev/ttyACM0`, `socket://host:port`, `rfc2217://host:port`,
    `usb:SERIAL`, or `auto` for the one table that is plugged in (`auto:SERIAL` for a certain one);
    with `slow:` before it, a serial line keeps its usual speed.

    *journal* is the file that remembers ops across restarts of this program; one
    program at a time may use it. With *wait_s* > 0, wait that long for the table and
    raise the `BridgeError` that says what to do when it is not there; with 0 return
    at once and keep trying in the background. A table with another serial number than *serial*
    is refused; without one the first that is reached is meant from then on. `auto` also takes
    *boards* that do not call themselves a table: names and numbers as `usb_ids` reads them.
    """
    _check_port(port)
    sources = PortSources(ids=usb_ids(boards))
    environment = Environment(
        lambda: open_port(port, sources),
        lambda: port_signature(port, sources),
        serial=serial,
        traces=journal.with_name("traces"),
    )
    client = TableClient(port, journal, environment)
    if wait_s > 0:
        try:
            client.wait_ready(wait_s, patient=False)
        except errors.BridgeError:
            client.close()
            raise
    return client


def _check_port(port: str) -> None:
    """Raise `TransportError` for a name of a kind that there is no more."""
    if port.startswith(WITHDRAWN):
        raise errors.TransportError(
            f"Port {port}: no process keeps a port for others any more: name the table's own "
            "port, such as auto or /dev/ttyACM0, and let one program at a time use it",
            where=port,
        )


class TableClient(AbstractContextManager["TableClient"]):
    """A table on a port, from now until `close`; also a context manager."""

    def __init__(self, port: str, journal: Path, environment: Environment) -> None:
        """Start to keep *port* open; raise `JournalBusyError` where *journal* is in use."""
        rng = environment.rng or random.SystemRandom()
        self.port = port
        self._journal = Journal.open(journal, rng)
        self._dispatcher = Dispatcher(port)
        self._times = LearnedTimes.open(journal.with_name(journal.name + ".times"))
        timer = StageTimer(self._times, environment.clock)
        self._jobs = JobBook(self._journal, self._dispatcher.publish, self._cancel, timer)
        self._watch = Watch(self._jobs, self._dispatcher.publish)
        access = PortAccess(environment.opener, environment.look, environment.serial)
        self._connection = Connection(port, access, self._watch, environment.clock, rng)
        self._requests = Requests(port, self._connection, self._watch)
        self._watch.answer = self._requests.tell
        self.outputs = Outputs(self._requests)
        """What the table shows and sounds."""
        self.upkeep = Upkeep(self._requests)
        """Its inputs, parameters and counters, for service."""
        self._rng = rng
        self._traces = environment.traces
        self._closing = threading.Lock()
        self._dispatcher.subscribe(self._keep_trace)
        self._dispatcher.start()
        self._connection.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def identity(self) -> Identity | None:
        """Who the table says it is, once it was reached."""
        return self._watch.identity

    @property
    def link(self) -> LinkPhase:
        """Where the link stands."""
        return self._watch.status.link

    def status(self, *, fresh: bool = True) -> TableStatus:
        """Return the state of the table, asking it when the link is up and *fresh* is wanted.

        Never raise for a link that is down: `.link` and `.problem` tell.
        """
        if fresh and self.link.is_up:
            with suppress(errors.BridgeError):
                self._requests.ask(m.GetStatus)
        return self._watch.status

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs known, oldest first, with those that an earlier run left open."""
        return self._jobs.all()

    def supports(
        self, count: int, players: int = 4, deal: int = 0, tile_class: str = ""
    ) -> Support:
        """Return what this table can do with *count* tiles: AUTO, ASSISTED or NONE, and why."""
        table = self.identity.capacity if self.identity else USUAL
        return supports(count, players, deal, table, tile_class)

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Call *callback* on the dispatch thread for each event; return how to end it."""
        return self._dispatcher.subscribe(callback)

    def wait_ready(self, timeout_s: float, *, patient: bool = True) -> TableStatus:
        """Return the status once the link is up; raise why it is not within *timeout_s*.

        Without patience, a port that is missing, in use or no table is raised at once.
        """
        status = self._watch.wait_ready(timeout_s, patient=patient)
        if not status.link.is_up:
            raise status.problem or errors.NoReplyError(self.port)
        return status

    def take_table(self, serial: str) -> None:
        """Mean the table *serial* from now on, which was refused as another one."""
        self._connection.take_table(serial)

    def start(self, kind: JobKind, **args: int) -> Job:
        """Start a job and return it; it runs at most once, whatever happens to the link.

        Raise `CommandRefusedError` where the table refuses it (`CommandMissingError` where its
        dictionary does not offer it), a `TransportError` where the link is down (then nothing was
        sent), `ValueError` for bad *args*.
        """
        payload = m.pack_arguments(kind, args)
        self._requests.check_up()
        if not self.offers(kind):
            raise errors.CommandMissingError(kind.name.lower(), Fault(FAULTS[807]))
        if "set" in args and not self.has_two_sets:
            raise errors.CommandMissingError("a second set", Fault(FAULTS[803]))
        job = self._jobs.begin(kind, args, self._watch.status.journal_id)
        future: Future[m.Message] = Future()
        receipt: Future[Future[m.Message]] = Future()

        def note(answer: Future[m.Message]) -> None:
            self._jobs.take_answer(job, answer)
            receipt.set_result(answer)

        future.add_done_callback(note)
        self._requests.post(lambda session: self._send_start(job, payload, (session, future)))
        try:
            # Once it is noted, and not before: whoever is refused may ask for the next job at once.
            code = refusal(receipt.result(REPLY_S).result())
        except (CancelledError, FutureTimeoutError):
            return job  # on its way, or lost on it: the next session finds out
        if code:
            raise errors.CommandRefusedError(Fault(FAULTS[code]))
        if job.state is JobState.NOT_SEEN:
            raise self._requests.down()
        return job

    def offers(self, kind: JobKind) -> bool:
        """Return whether the table takes jobs of *kind*; an old one does not say."""
        jobs = self.identity.jobs if self.identity else frozenset[str]()
        return kind.name.lower() in jobs if jobs else kind not in m.JOBS_SINCE_2

    @property
    def has_two_sets(self) -> bool:
        """Whether it builds one set while another one is in play."""
        return self.identity is not None and self.identity.single_set_reason is None

    def next_hand(self, tiles: int = 0) -> Job:
        """Take in the tiles, build and raise the walls; *tiles* must be the wall plan's or 0.

        On a table with two sets the one in play is taken in, and the other one is raised.
        """
        return self.start(JobKind.NEXT_HAND, tiles=tiles)

    def build(self, tiles: int = 0, which: int | None = None) -> Job:
        """Shuffle and build the walls under the table top, of set *which* (0 or 1).

        The set that is not in play is built beside the other jobs of the hand. Raise
        `CommandRefusedError` (803) where a set is named and the table holds one only.
        """
        return self.start(JobKind.BUILD, tiles=tiles, **_set_argument(which))

    def drop(self, which: int | None = None) -> Job:
        """Open the hole, take the tiles of set *which* in, close it."""
        return self.start(JobKind.DROP, **_set_argument(which))

    def census(self, which: int | None = None) -> Job:
        """Count the tiles in the machine, of set *which* or all; the result is a `CensusResult`."""
        return self.start(JobKind.CENSUS, **_set_argument(which))

    def roll_dice(self, n: int = 2) -> Job:
        """Roll *n* dice; the result is a `DiceResult`."""
        return self.start(JobKind.ROLL, dice=n)

    def raise_walls(self) -> Job:
        """Raise the built walls."""
        return self.start(JobKind.RAISE)

    def lower_walls(self) -> Job:
        """Lower walls that are still whole."""
        return self.start(JobKind.LOWER)

    def set_wall_plan(
        self,
        count: int,
        players: int = 4,
        deal: int = 0,
        layout: tuple[int, ...] | None = None,
    ) -> WallPlan:
        """Set what the next build makes; return the plan.

        Raise `CommandRefusedError` (803) where this table cannot, `ValueError` where
        *layout* (stacks of sides 0–3) does not hold *count* tiles.
        """
        support = self.supports(count, players, deal)
        if support.level is SupportLevel.NONE or support.wall_plan is None:
            raise errors.CommandRefusedError(Fault(FAULTS[803]))
        plan = support.wall_plan if layout is None else WallPlan(count, players, layout, deal)
        self._requests.order(
            lambda tag: m.SetGear(tag, count, players, plan.deal, bytes(plan.layout))
        )
        return plan

    def update(
        self, image: bytes, on_progress: Callable[[float], None], timeout_s: float = 60.0
    ) -> Identity | None:
        """Give the board the program *image*, and return who the table says it is afterwards.

        The table must be locked (both lift keys held for ten seconds). *on_progress* hears how
        much has arrived, 0–1. Where the new program does not start, the old one is back.
        Raise what `send_program` raises, and `NoReplyError` where the table does not come back.
        """
        restart = threading.Event()

        def on_event(event: TableEvent) -> None:
            if event.topic == "restarted":
                restart.set()

        unsubscribe = self.subscribe(on_event)
        try:
            send_program(self._requests, image, on_progress)
            if not restart.wait(timeout_s):
                raise errors.NoReplyError(self.port)
        finally:
            unsubscribe()
        self.wait_ready(timeout_s)
        return self.identity

    def log(self) -> list[str]:
        """Return the lines of the table's own log, oldest first, each with its milliseconds."""
        return read_log(self._requests)

    def stats(self) -> m.Stats | None:
        """Return what the table has done in its life, `None` where it answers otherwise."""
        return read_stats(self._requests)

    def draw_dice(self, dice: int) -> CommittedThrow | None:
        """Return a throw of *dice* dice drawn from a seed of each side, both bound beforehand.

        `None` where the table showed another seed than it had bound itself to.
        """
        return draw_dice(self._requests, self._rng, dice)

    def pause(self) -> None:
        """Let what runs come to rest; a forgotten tile can be added."""
        self._requests.order(lambda tag: m.Control(tag, ControlAction.PAUSE, 0, 0))

    def resume(self) -> None:
        """Go on after `pause`."""
        self._requests.order(lambda tag: m.Control(tag, ControlAction.RESUME, 0, 0))

    def clear_fault(self, code: int) -> None:
        """Tell the table that the cause of fault *code* is gone; refused while it is sensed."""
        self._requests.order(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, code))

    def estop(self) -> None:
        """Ask for every motor to stop now; it is released by hand at the table only.

        This is a request: the real stop is wired in the table. Raise a
        `TransportError` where the link is down.
        """
        self._requests.stop_motors()

    def close(self) -> None:
        """End both threads and free the port; jobs go on at the table. May be called again."""
        with self._closing:
            if self._requests.is_closed:
                return
            self._requests.is_closed = True
            self._connection.stop()
            self._watch.on_link(LinkPhase.CLOSED, errors.ClosedError())
            self._jobs.abandon()
            self._dispatcher.stop()
            self._journal.close()
            self._times.save()

    def dump_trace(self, why: str) -> Path | None:
        """Write the last frames to a file and return it, `None` where no folder was given."""
        if self._traces is None:
            return None
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{why.split()[-1]}"
        return trace.write(self._traces, name, why, self._connection.trace.crossings())

    def health(self) -> LinkHealth:
        """Return how well the line carries, since this client was made."""
        return self._connection.health()

    def _cancel(self, job: Job) -> None:
        self._requests.order(lambda tag: m.Control(tag, ControlAction.CANCEL, job.op_id, 0))

    def _send_start(
        self, job: Job, payload: bytes, way: tuple[HostSession | None, Future[m.Message]]
    ) -> None:
        session, future = way
        if session is None:  # nothing can be sent: it has certainly not run
            self._jobs.drop_unsent(job)
            future.set_result(m.Done(0, 0, 0))
            return
        gen = self._watch.status.generation
        session.ask(lambda tag: m.Start(tag, job.op_id, job.kind, gen, payload), future)

    def _keep_trace(self, event: TableEvent) -> None:
        if event.topic == "fault" and event.fault is not None:
            self.dump_trace(f"fault {event.fault.code}")
        elif event.topic == "link" and event.code and not (event.phase or LinkPhase.READY).is_up:
            self.dump_trace(f"link {event.code}")


def _set_argument(which: int | None) -> dict[str, int]:
    return {} if which is None else {"set": which}
