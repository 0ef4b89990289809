"""A client at a table that compiled firmware drives, and what it did to its motors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_bridge import TableClient, open_table
from firmware_bridge.errors import BridgeError, CommandRefusedError, TransportError
from firmware_bridge.jobs.job import Job
from firmware_bridge.state import TableStatus
from firmware_bridge.wire.codes import JobState, Key, ResetCause, TableState
from hw_sim.emulated.firmware import Program
from hw_sim.emulated.table import EmulatedTable
from hw_sim.emulated.wiring import Change, Line, Output
from hw_sim.faults.wire import WireFaults
from tests.guards import PATIENCE_S

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
"""34 tiles: the smallest set."""
DAMAGE = WireFaults(flip=0.15, lose=0.03, duplicate=0.03)
"""Of the frames: as many as half a percent of damaged bytes leaves."""
MOST_CHANGES = 16
"""What the outputs of a throw do, writes of the memory included."""
ASKS = 20
"""How often a command is tried again after the link broke."""
LOOK_S = 0.002
"""How often the outputs are looked at for the moment of a power cut."""
QUICK = 60.0
"""How many times as fast as a real one the machine is."""


@contextmanager
def drive(
    program: Program, folder: Path, speed: float = QUICK
) -> Iterator[tuple[EmulatedTable, TableClient]]:
    """Yield a table driven by *program*, and a client that has reached it."""
    with EmulatedTable(FACES, 1, speed, program) as table:
        client = open_table(table.port, journal=folder / "journal", wait_s=PATIENCE_S)
        try:
            retry_over_link(client, lambda: client.set_wall_plan(34, layout=(5, 4, 4, 4)))
            yield table, client
        finally:
            client.close()


def wait_for_end(job: Job) -> JobState:
    """Return how a job ended, whatever it was."""
    while not job.state.is_final:
        job.watch(PATIENCE_S)
    return job.state


def list_changes(table: EmulatedTable, output: Output) -> list[Change]:
    """Return what the board has done to one of its outputs."""
    return [one for one in list(table.emulated.wiring.changes) if one.output == output]


def count_motor_starts(table: EmulatedTable, line: Line) -> int:
    """Return how often the board has switched a motor on."""
    return sum(one.value == line for one in list_changes(table, Output.LINE))


def reaches(table: EmulatedTable, condition: Callable[[], bool]) -> bool:
    """Return whether *condition* comes to hold, looked at whenever the table does something."""
    return table.wait_for(lambda _: condition(), PATIENCE_S)


def unlock(client: TableClient) -> TableState | None:
    """Clear the fault that locks the table, wait for its homing, and return its state then."""
    end = time.monotonic() + PATIENCE_S
    client.wait_ready(PATIENCE_S)
    fault = client.status().fault
    with suppress(CommandRefusedError):  # asked again over a link that broke, it is cleared already
        retry_over_link(client, lambda: client.clear_fault(fault.code if fault else 0))
    while (now := client.status().state) in (TableState.LOCKOUT, TableState.HOMING):
        if time.monotonic() > end:
            break
    return now


def retry_over_link(client: TableClient, ask: Callable[[], object]) -> None:
    """Do *ask*, and again where the link broke: on a busy machine neither side hears the other."""
    for _ in range(ASKS):
        client.wait_ready(PATIENCE_S)
        with suppress(TransportError):
            ask()
            return
    raise AssertionError(f"the link broke {ASKS} times")


def reports(client: TableClient, condition: Callable[[TableStatus], bool]) -> bool:
    """Return whether the table's status comes to meet *condition*."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        now = client.status()
        if now.link.is_up and condition(now):
            return True
    return False


def reaches_state(client: TableClient, state: TableState) -> bool:
    """Return whether the table comes to stand so."""
    return reports(client, lambda now: now.state is state)


def restart(client: TableClient, cut: Callable[[], object]) -> TableState | None:
    """Do *cut*, which restarts the board; return how the table stands after that."""
    before = client.status().generation
    cut()
    assert reports(client, lambda now: now.generation != before)
    return client.status().state


def lock(table: EmulatedTable, client: TableClient) -> None:
    """Stop the table and switch it off and on: it is locked, as for another program."""
    table.press(Key.DICE)
    client.estop()
    assert reaches_state(client, TableState.SAFETY)
    assert restart(client, lambda: table.reset(ResetCause.POWER)) is TableState.LOCKOUT


def runs_version(client: TableClient, version: str) -> bool:
    """Return whether the board comes to say that its program is *version*."""
    return reports(
        client, lambda _: client.identity is not None and client.identity.firmware == version
    )


def takes_program(client: TableClient, program: bytes, show: Callable[[float], None]) -> bool:
    """Return whether the board takes *program*; that, or a cut in *show*, restarts it."""
    before = client.status().generation
    try:
        client.update(program, show)
    except BridgeError:
        is_accepted = False
    else:
        is_accepted = True
    assert reports(client, lambda now: now.generation != before)
    return is_accepted


def throw_through_cut(
    table: EmulatedTable, client: TableClient, moment: int
) -> tuple[JobState, int]:
    """Throw the dice, and cut the power after *moment* changes of the outputs.

    Return how the job ended, and how often the motor has started.
    """
    changes = table.emulated.wiring.changes
    before, starts = len(changes), count_motor_starts(table, Line.DICE)
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(client.roll_dice, 1)
        while len(changes) - before < moment and not _is_over(future):
            wait([future], LOOK_S)
        table.reset(ResetCause.POWER)
    try:
        end = wait_for_end(future.result())
    except CommandRefusedError:
        raise
    except BridgeError:
        end = JobState.NOT_SEEN
    return end, count_motor_starts(table, Line.DICE) - starts


def _is_over(future: Future[Job]) -> bool:
    return future.done() and (future.exception() is not None or future.result().watch(LOOK_S))


def throw(client: TableClient) -> JobState:
    """Throw one die, and return how that ended.

    A throw that the table surely never received, as where the link broke, is asked for again.
    """
    end = JobState.NOT_SEEN
    for _ in range(ASKS):
        client.wait_ready(PATIENCE_S)
        with suppress(CommandRefusedError, TransportError):
            end = wait_for_end(client.roll_dice(1))
        if end is not JobState.NOT_SEEN:
            break
        client.status()
    return end
