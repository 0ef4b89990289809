"""A board written from `docs/protocol.md` alone is driven by our host, whatever breaks between."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

import pytest

from firmware_bridge import open_table
from firmware_bridge.errors import BridgeError, CommandMissingError
from firmware_bridge.jobs.job import DiceResult, WallsResult
from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, TableState
from hw_sim.board.device import Device
from hw_sim.board.firmware import Uart
from hw_sim.board.ops import PowerCut
from hw_sim.faults.wire import WireFaults
from hw_sim.simulation import Simulation
from kiosk.table.bridge import MachineTable
from kiosk.table.port import Setup
from tests.guards import PATIENCE_S
from tests.hw_sim.host import FACES, Schedule
from tests.hw_sim.virtual_host import VirtualHost
from tests.interop.board import ALL, Board
from tests.interop.cells import SLOT, Cells

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
BAD_CABLE: Final = WireFaults(flip=0.02, lose=0.02, duplicate=0.02)
LIVES: Final = 12
JOBS: Final = 5
KILLS: Final = 6
SPEED: Final = 10.0
AT_MOST: Final = {JobState.DONE: (1, 1), JobState.NOT_SEEN: (0, 0)}


class Memory:
    """Cells in memory, whose power may go in the middle of a write."""

    def __init__(self) -> None:
        self.cells = bytearray(b"\xff" * (2 * SLOT))
        self.cut_after: int | None = None

    def read(self) -> bytes:
        return bytes(self.cells)

    def write(self, at: int, data: bytes) -> None:
        part, cut, self.cut_after = data[: self.cut_after], self.cut_after, None
        self.cells[at : at + len(part)] = part
        if cut is not None:
            raise PowerCut


class OnDesk:
    """The independent board where the simulation has a device of its own."""

    def __init__(self, seed: int = 0) -> None:
        random.seed(seed)  # its boot numbers and dice
        self.eeprom, self.uart = Memory(), Uart()
        self.began: Callable[[int], None] = lambda _: None
        self.board = self._boot(ResetCause.POWER)

    def receive(self, data: bytes, now: float) -> None:
        try:
            self.board.receive(data, now)
        except PowerCut:
            self.reset(ResetCause.BROWN_OUT)

    def frames(self, now: float) -> list[bytes]:
        return self.board.frames(now)

    def deadline(self) -> float | None:
        return self.board.deadline()

    def reset(self, cause: ResetCause) -> None:
        self.board = self._boot(cause)

    def _boot(self, cause: ResetCause) -> Board:
        try:
            cells = Cells(self.eeprom.read, self.eeprom.write)
            return Board(cells, cause, lambda number: self.began(number))
        except PowerCut:  # the cut is spent: the second start comes through
            return self._boot(ResetCause.BROWN_OUT)


class Life(Schedule):
    """One random life of the board and its host."""

    def __init__(self, seed: int, faults: WireFaults) -> None:
        super().__init__(seed, faults)
        desk = OnDesk(seed)
        desk.began = self._moves
        self.device = cast("Device", desk)

    def _moves(self, number: int) -> None:
        self.runs[number & 0xFFFFFFFF] += 1


@pytest.fixture
def desk() -> OnDesk:
    return OnDesk()


@pytest.fixture
def host(desk: OnDesk) -> VirtualHost:
    simulation = Simulation(FACES)
    simulation.device = cast("Device", desk)
    caller = VirtualHost(simulation)
    assert caller.wait_up(5)
    return caller


@pytest.mark.parametrize("file", sorted(HERE.glob("[!t]*.py")), ids=lambda file: file.stem)
def test_it_imports_nothing_of_ours(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
    strange = {name for name in names if name.split(".")[0] not in sys.stdlib_module_names}
    assert strange <= {f"tests.interop.{part}" for part in ("board", "cells", "line")}


def test_whole_hands_are_built_raised_thrown_and_taken_in(host: VirtualHost) -> None:
    jobs = [(JobKind.BUILD, {"tiles": 0}), (JobKind.RAISE, {}), (JobKind.ROLL, {"dice": 2})]
    for kind, arguments in [*jobs, (JobKind.NEXT_HAND, {"tiles": 0}), (JobKind.LOWER, {})]:
        assert host.do(kind, **arguments).state is JobState.DONE, kind.name
    assert (host.state, host.strange) == (TableState.READY, [])


def test_a_job_in_the_wrong_state_is_refused_and_the_next_one_runs(host: VirtualHost) -> None:
    assert host.do(JobKind.RAISE).refused == 801
    assert host.do(JobKind.SELF_TEST, test=0).refused == 807
    assert host.do(JobKind.BUILD, tiles=0).result == bytes([17] * 4)


def test_the_emergency_stop_ends_the_job_until_it_is_cleared(host: VirtualHost) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    host.stop_motors()
    assert (host.end_of(op).fault, host.state, host.faults()) == (701, TableState.SAFETY, [701])
    assert host.do(JobKind.ROLL, dice=2).refused == 806
    assert host.clear(701) == 0
    assert host.run(lambda: host.state is TableState.IDLE, 20)


def test_a_cut_in_a_job_locks_the_table_however_often_it_is_switched_off(
    desk: OnDesk, host: VirtualHost
) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    for _ in range(3):
        desk.reset(ResetCause.POWER)
    end = host.end_of(op)
    assert (end.state, end.fault) == (JobState.INTERRUPTED, 503)
    assert (host.clear(503), host.state) == (0, TableState.HOMING)
    desk.reset(ResetCause.POWER)
    assert host.run(lambda: host.fault[0] == 503, 20), "it has not homed"


def test_cells_that_take_nothing_refuse_every_job(desk: OnDesk, host: VirtualHost) -> None:
    def fail(at: int, data: bytes) -> None:
        raise OSError(f"{len(data)} bytes at {at}")

    desk.board.cells._write = fail
    assert host.do(JobKind.BUILD, tiles=0).refused == 504


@pytest.mark.parametrize("faults", [WireFaults(), BAD_CABLE], ids=["good cable", "bad cable"])
def test_no_job_runs_twice_through_unplugging_resets_and_torn_writes(faults: WireFaults) -> None:
    ends: Counter[JobState] = Counter()
    for seed in range(LIVES):
        life = Life(seed, faults)
        for _ in range(JOBS):
            end = life.drop_job()
            least, most = AT_MOST.get(end, (0, 1))
            assert least <= life.runs[life.op] <= most, f"op {life.op}: {end.name}"
            ends[end] += 1
    assert ends[JobState.DONE] > LIVES
    assert ends[JobState.INTERRUPTED] > 0


@contextmanager
def served(
    folder: Path, port: int = 0, jobs: tuple[str, ...] = ALL
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Yield a running board of its own and the port at which it listens."""
    command = [sys.executable, "-m", "tests.interop", "--folder", str(folder)]
    command += ["--port", str(port), "--speed", str(SPEED), "--jobs", *jobs]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def test_our_client_plays_a_hand_over_tcp(tmp_path: Path, journal: Path) -> None:
    with (
        served(tmp_path) as (_, port),
        open_table(f"socket://127.0.0.1:{port}", journal=journal, wait_s=PATIENCE_S) as table,
    ):
        walls = table.next_hand().wait(PATIENCE_S)
        dice = table.roll_dice(2).wait(PATIENCE_S)
        assert walls == WallsResult((17, 17, 17, 17))
        assert isinstance(dice, DiceResult)
        assert table.status().state is TableState.PLAY


def test_a_board_with_dice_alone_is_asked_for_nothing_else(tmp_path: Path, journal: Path) -> None:
    with served(tmp_path, jobs=("roll",)) as (_, port):
        where = f"socket://127.0.0.1:{port}"
        with open_table(where, journal=journal, wait_s=PATIENCE_S) as table:
            machine = MachineTable(table)
            by_hand = machine.by_hand(Setup(tiles=136, players=4, dice=2))
            assert machine.status().offers == {"roll_dice"}
            assert by_hand is not None
            assert by_hand.why == "not_offered"
            with pytest.raises(CommandMissingError, match="does not offer next_hand"):
                table.next_hand()
            assert table.roll_dice(2).wait(PATIENCE_S) is not None


def test_a_board_killed_in_its_jobs_runs_none_twice(tmp_path: Path, journal: Path) -> None:
    port = 0
    ends: list[JobState] = []
    for _ in range(KILLS):
        with served(tmp_path, port) as (process, port):
            ends += killed_in_a_hand(process, port, journal)
    counts = Counter((tmp_path / "motions").read_text().split())
    assert set(counts.values()) == {1}
    assert ends == [JobState.INTERRUPTED] * (KILLS - 1)


def killed_in_a_hand(
    process: subprocess.Popen[str], port: int, journal: Path
) -> Iterator[JobState]:
    """Yield how earlier jobs have ended, then kill the board in the middle of the next one."""
    with open_table(f"socket://127.0.0.1:{port}", journal=journal, wait_s=PATIENCE_S) as table:
        for job in table.jobs():
            with pytest.raises(BridgeError):
                job.wait(PATIENCE_S)
            yield job.state
        fault = table.status().fault
        if fault is not None:
            table.clear_fault(fault.code)
        while table.status().state is TableState.HOMING:
            continue
        table.next_hand().watch(PATIENCE_S)
        process.kill()
