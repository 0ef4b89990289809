"""The cable comes off in every state of a table, and back: the host finds it as it stands.

Nothing is repeated and nothing is lost, at the board in C and at its twin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, TableState
from hw_sim.faults import causes
from hw_sim.simulation import Simulation
from tests.hw_sim.board.c_schedule import on_desk
from tests.hw_sim.c_board import CompiledBoard, compiled, compiler
from tests.hw_sim.host import FACES
from tests.hw_sim.virtual_host import VirtualHost

OUT_S = 4.0
"""Longer than either end waits for the other."""
LIMIT_S = 900.0
JAM = 203


class Bench:
    """A host at one kind of board."""

    def __init__(self, simulation: Simulation, board: CompiledBoard | None) -> None:
        self.simulation, self.board = simulation, board
        self.host = VirtualHost(simulation, 1)
        assert self.host.wait_up(5)
        self.op = 0
        """The job that runs, 0 where none does."""
        self.runs: Counter[JobKind] = Counter()

    def begin(self, kind: JobKind, **args: int) -> None:
        self.op = self.host.begin(kind, **args)

    def do(self, kind: JobKind, **args: int) -> None:
        assert self.host.do(kind, **args).state is JobState.DONE

    def until(self, state: TableState) -> None:
        assert self.host.run(lambda: self.host.state is state, LIMIT_S)

    def jam(self) -> None:
        self.begin(JobKind.BUILD, tiles=0)
        if self.board is not None:
            self.board.fail(JAM, 1)
        else:
            causes.put(self.simulation.device, JAM, 1)
        assert self.host.end_of(self.op).fault == JAM
        self.op = 0

    def lock(self) -> None:
        self.begin(JobKind.BUILD, tiles=0)
        self.simulation.device.reset(ResetCause.POWER)
        assert self.host.end_of(self.op).state is JobState.INTERRUPTED
        self.op = 0


def drop(bench: Bench) -> None:
    bench.do(JobKind.OPEN_HOLE)


def home(bench: Bench) -> None:
    bench.lock()
    bench.host.clear(503)


REACHED: dict[TableState, Callable[[Bench], None]] = {
    TableState.IDLE: lambda _: None,
    TableState.HOLE_OPEN: drop,
    TableState.BUILDING: lambda bench: bench.begin(JobKind.BUILD, tiles=0),
    TableState.READY: lambda bench: bench.do(JobKind.BUILD, tiles=0),
    TableState.RAISING: lambda bench: (
        bench.do(JobKind.BUILD, tiles=0),
        bench.begin(JobKind.RAISE),
    )[1],
    TableState.PLAY: lambda bench: bench.do(JobKind.NEXT_HAND, tiles=0),
    TableState.FAULT: lambda bench: bench.jam(),
    TableState.LOCKOUT: lambda bench: bench.lock(),
    TableState.SAFETY: lambda bench: bench.host.stop_motors(),
    TableState.HOMING: home,
}
"""How a table comes to stand so."""
AFTER = {
    TableState.BUILDING: TableState.READY,
    TableState.RAISING: TableState.PLAY,
    TableState.HOMING: TableState.IDLE,
}
"""Where a movement that goes on without its host ends; a table at rest stays as it is."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if compiler() is None:
        pytest.skip("no C compiler here: install cc, gcc or clang to try the board")
    return compiled(tmp_path_factory.mktemp("board"))


@pytest.fixture(params=["twin", "board in C"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    if request.param == "twin":
        yield Bench(Simulation(FACES), None)
        return
    with CompiledBoard(request.getfixturevalue("program"), 1) as board:
        yield Bench(on_desk(board), board)


@pytest.mark.parametrize("state", REACHED, ids=lambda state: state.name)
def test_a_table_whose_cable_was_out_is_found_as_it_stands(bench: Bench, state: TableState) -> None:
    host = bench.host
    REACHED[state](bench)
    bench.until(state)
    bench.simulation.unplug()
    host.run(lambda: False, OUT_S)
    assert host.closed, "the host has noticed"
    bench.simulation.plug_in()
    assert host.wait_up(30)
    assert host.restarts == (state in (TableState.LOCKOUT, TableState.HOMING))
    if bench.op:
        assert host.end_of(bench.op).state is JobState.DONE
    bench.until(AFTER.get(state, state))
