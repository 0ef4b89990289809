"""How fast the line to the board in C runs: as its twin's, up together, and down when it fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, ResetCause
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S
from hw_sim.scenarios.actions import act
from tests.hw_sim.board.c_pair import Pair
from tests.hw_sim.board.c_schedule import on_desk
from tests.hw_sim.c_board import CompiledBoard, compiler
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
FASTEST = 1_000_000


@pytest.fixture
def fast(program: Path) -> Iterator[CompiledBoard]:
    """Yield a board whose line can run faster."""
    with CompiledBoard(program, 1, bauds=(250_000, FASTEST)) as board:
        yield board


def reached(board: CompiledBoard, fast_noise: float = 0.0) -> VirtualHost:
    """Return a host that has reached *board* over a cable with noise at more than usual speed."""
    simulation = on_desk(board)
    act(simulation, "cable", {"fast_noise": fast_noise})
    host = VirtualHost(simulation, 1)
    assert host.wait_up()
    return host


def speeds(host: VirtualHost) -> tuple[int, int]:
    """Return how fast the host's end and the board's are set."""
    return host.simulation.host_baud, host.simulation.device.uart.baud


def test_both_ends_go_to_the_fastest_speed_and_keep_it(fast: CompiledBoard) -> None:
    host = reached(fast)
    assert speeds(host) == (FASTEST, FASTEST)
    host.run(lambda: False, 30)
    assert speeds(host) == (FASTEST, FASTEST)
    assert host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert not host.closed


def test_a_cable_that_does_not_carry_the_speed_is_used_at_the_usual_one(
    fast: CompiledBoard,
) -> None:
    host = reached(fast, fast_noise=1.0)
    assert speeds(host) == (BAUD, BAUD)
    assert not host.closed, "in the same session"
    assert host.do(JobKind.ROLL, dice=2).state is JobState.DONE


def test_a_line_that_turns_bad_goes_back(fast: CompiledBoard) -> None:
    host = reached(fast)
    act(host.simulation, "cable", {"fast_noise": 1.0})
    host.run(lambda: False, FALL_BACK_S + 1.5)
    assert speeds(host) == (BAUD, BAUD)
    assert host.do(JobKind.ROLL, dice=2).state is JobState.DONE


def test_a_board_that_starts_anew_is_met_at_the_usual_speed_and_goes_up_again(
    fast: CompiledBoard,
) -> None:
    host = reached(fast)
    cast("CompiledBoard", host.simulation.device).reset(ResetCause.POWER)
    assert fast.uart.baud == BAUD
    host.run(lambda: False, 4)
    assert host.restarts == 1
    assert speeds(host) == (FASTEST, FASTEST)


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("direction", ["up", "down"])
def test_whatever_is_lost_while_the_speed_changes_the_link_comes_up(
    fast: CompiledBoard, direction: str, number: int
) -> None:
    simulation = on_desk(fast)
    act(simulation, "damage", {"name": "lose", "direction": direction, "nth": number})
    host = VirtualHost(simulation, 1)
    assert host.wait_up(5)
    host.run(lambda: False, 3)
    assert host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert len(set(speeds(host))) == 1


def test_a_speed_that_it_has_not_is_refused_as_by_its_twin(fast: CompiledBoard) -> None:
    both = Pair(fast, "four_port")
    assert [both.ask(lambda tag: m.SetBaud(tag, baud)) for baud in (0, 9_600)] == [804, 804]  # noqa: B023
    assert both.ask(lambda tag: m.SetBaud(tag, FASTEST)) == 0
