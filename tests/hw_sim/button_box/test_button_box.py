"""The button box plays hands on a table as it is sold today: presses, people's keys, the stop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    ControlAction,
    EventKind,
    JobKind,
    JobState,
    Stage,
    TableState,
)
from hw_sim.board.device import Device
from hw_sim.simulation import Simulation
from hw_sim.sold_table import PanelInput
from tests.hw_sim.button_box import DICE, LIFT, SUPPLY, BoxDevice, compiled
from tests.hw_sim.c_board import compiler
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler: the box is not tried")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("box"))


FAULT_NO_MOTION = 302
FAULT_DICE_MOTOR = 601
FAULT_EMERGENCY_STOP = 701
REFUSED_BAD_STATE = 801


class Bench:
    """A host, a box and a table."""

    def __init__(self, program: Path) -> None:
        self.box = BoxDevice(program)
        simulation = Simulation(FACES)
        simulation.device = cast("Device", self.box)
        self.host = VirtualHost(simulation)
        assert self.host.wait_up()

    @property
    def table_state(self) -> TableState:
        status = self.host.ask(m.GetStatus)
        assert isinstance(status, m.Status)
        return TableState(status.state)

    def status(self) -> m.Status:
        status = self.host.ask(m.GetStatus)
        assert isinstance(status, m.Status)
        return status

    def until(self, inputs: PanelInput, limit_s: float = 60.0) -> None:
        assert self.host.run(lambda: bool(self.box.table.inputs() & inputs), limit_s)

    def wait(self, seconds: float) -> None:
        end = self.host.now + seconds
        self.host.run(lambda: self.host.now >= end, seconds + 1.0)

    def bring_walls(self) -> None:
        """Play the next hand up to the walls, said on the screen to be in."""
        op = self.host.begin(JobKind.NEXT_HAND, tiles=0)
        self.until(PanelInput.OPEN)
        self.wait(3.0)
        self.say_in()
        assert self.host.end_of(op).state is JobState.DONE

    def say_in(self) -> None:
        answer = self.host.ask(lambda tag: m.Control(tag, ControlAction.RESUME, 0, 0))
        assert isinstance(answer, m.Done)


@pytest.fixture
def bench(program: Path) -> Iterator[Bench]:
    rig = Bench(program)
    yield rig
    rig.box.close()


def test_the_next_hand_is_three_presses_and_walls_that_stand(bench: Bench) -> None:
    bench.bring_walls()
    assert bench.box.table.presses == ["lift", "lift", "lift"]
    assert bench.box.table.inputs() & PanelInput.UP
    assert bench.table_state is TableState.PLAY
    assert bench.box.relays == SUPPLY


def test_people_close_the_console_by_the_table_s_own_key(bench: Bench) -> None:
    op = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    bench.wait(3.0)
    bench.box.press(PanelInput.KEY_LIFT, bench.host.now)
    assert bench.host.end_of(op).state is JobState.DONE
    assert bench.box.table.presses == ["lift", "lift", "lift"]


def test_the_pulses_of_the_counter_are_the_progress(bench: Bench) -> None:
    op = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    bench.wait(3.0)
    bench.say_in()
    assert bench.host.run(lambda: bench.box.table.pulses >= 40, 60.0)
    status = bench.status()
    assert status.stage == Stage.BUILD
    assert 62 < status.percent < 75
    assert bench.host.end_of(op).state is JobState.DONE


def test_a_throw_is_one_press_and_done_without_pips(bench: Bench) -> None:
    roll = bench.host.do(JobKind.ROLL, dice=2)
    assert roll.state is JobState.DONE
    assert (roll.result[:2], len(roll.result)) == (b"\x04\x00", 4)
    assert (bench.box.table.presses, len(bench.box.table.throws)) == (["dice"], 1)


def test_a_press_that_is_lost_is_made_again(bench: Bench) -> None:
    bench.box.table.deaf_until = bench.host.now + 1.0
    op = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    assert bench.box.table.presses == ["lift"]
    bench.say_in()
    assert bench.host.end_of(op).state is JobState.DONE


def test_a_hand_by_the_table_s_own_keys_is_told_to_the_host(bench: Bench) -> None:
    bench.box.press(PanelInput.KEY_LIFT, bench.host.now)
    bench.until(PanelInput.OPEN)
    bench.wait(4.0)
    bench.box.press(PanelInput.KEY_LIFT, bench.host.now)
    bench.until(PanelInput.UP)
    bench.wait(1.0)
    assert own_jobs(bench) == [JobKind.NEXT_HAND]
    bench.box.press(PanelInput.KEY_DICE, bench.host.now)
    bench.wait(8.0)
    assert own_jobs(bench) == [JobKind.NEXT_HAND, JobKind.ROLL]
    assert bench.box.table.presses == ["lift", "lift", "lift", "dice"]


def own_jobs(bench: Bench) -> list[int]:
    """Return what the host was told of jobs that it did not ask for."""
    return [event.code for event in bench.host.events if event.kind == EventKind.OWN_JOB]


def test_keys_that_people_press_in_the_middle_of_a_build_change_nothing(bench: Bench) -> None:
    op = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    bench.say_in()
    assert bench.host.run(lambda: bench.box.table.pulses >= 20, 60.0)
    bench.box.press(PanelInput.KEY_LIFT, bench.host.now)
    assert bench.host.end_of(op).state is JobState.DONE
    assert bench.box.table.presses == ["lift", "lift", "lift"]
    assert own_jobs(bench) == []


def test_a_table_that_answers_no_key_is_told_and_not_pressed_for_ever(bench: Bench) -> None:
    bench.box.table.deaf_until = 1e9
    assert bench.host.do(JobKind.ROLL, dice=2).fault == FAULT_DICE_MOTOR
    bench.host.clear(FAULT_DICE_MOTOR)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).fault == FAULT_NO_MOTION
    assert bench.box.relays == SUPPLY


def test_a_head_that_picks_no_more_tiles_is_given_up(bench: Bench) -> None:
    bench.box.table.is_stuck = True
    op = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    bench.say_in()
    assert bench.host.end_of(op).fault == FAULT_NO_MOTION


def test_the_stop_lets_the_supply_fall_and_every_key_go(bench: Bench) -> None:
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.until(PanelInput.OPEN)
    bench.host.stop_motors()
    bench.wait(0.5)
    assert bench.box.relays == 0
    assert bench.table_state is TableState.SAFETY
    assert not bench.box.table.has_power


def test_the_wired_stop_holds_the_supply_until_it_is_let_go_and_the_fault_is_cleared(
    bench: Bench,
) -> None:
    bench.box.table.is_stopped = True
    bench.wait(0.5)
    assert (bench.table_state, bench.box.relays) == (TableState.SAFETY, 0)
    assert bench.host.clear(FAULT_EMERGENCY_STOP) == REFUSED_BAD_STATE
    bench.box.table.is_stopped = False
    bench.wait(0.5)
    assert bench.box.relays == 0
    bench.host.clear(FAULT_EMERGENCY_STOP)
    assert bench.host.run(lambda: bench.host.state is TableState.IDLE, 60.0)
    assert bench.box.relays == SUPPLY


def test_the_switch_tells_the_host_how_many_tiles_are_built(bench: Bench) -> None:
    bench.box.table.gear = 144
    bench.wait(0.5)
    status = bench.status()
    assert (status.count, list(status.layout)) == (144, [18, 18, 18, 18])


def test_no_other_job_is_taken_and_no_gear_set(bench: Bench) -> None:
    refused = bench.host.ask(lambda tag: m.SetGear(tag, 136, 4, 0, bytes([17] * 4)))
    assert isinstance(refused, m.Refused)
    assert refused.code == 803
    assert bench.host.do(JobKind.BUILD, tiles=0).state is not JobState.DONE
    assert bench.box.relays & (LIFT | DICE) == 0
