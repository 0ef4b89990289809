"""How fast the line runs: both ends go up together, and come down again when it fails."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from firmware_bridge import TableClient, TableEvent, WallsResult, open_table
from firmware_bridge.link.supervisor import LineSpeed
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, TableState
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S
from hw_sim.ports import Port
from hw_sim.ports.memory import UrlPort
from hw_sim.ports.pty import PtyPort
from hw_sim.ports.tcp import Rfc2217Port, TcpPort
from hw_sim.scenarios.actions import act
from hw_sim.simulation import Simulation
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached
from tests.hw_sim.virtual_host import VirtualHost

FASTEST = 1_000_000
WALLS = WallsResult((17, 17, 17, 17))


class Line:
    """A table and a host in virtual time."""

    def __init__(self, profile: str = "four_port", fast_noise: float = 0.0) -> None:
        self.simulation = Simulation(FACES, 1, profile=profile)
        act(self.simulation, "cable", {"fast_noise": fast_noise})
        self.host = VirtualHost(self.simulation, 1)
        assert self.host.wait_up()

    @property
    def speeds(self) -> tuple[int, int]:
        """Return how fast the host's end and the board's are set."""
        return self.simulation.host_baud, self.simulation.device.uart.baud

    def pass_time(self, seconds: float) -> None:
        """Let so much virtual time go by."""
        self.host.run(lambda: False, seconds)


@pytest.mark.parametrize(
    ("profile", "baud"),
    [("four_port", FASTEST), ("jp_deal", 250_000), ("single_port", BAUD)],
)
def test_both_ends_go_to_the_fastest_speed_that_both_have(profile: str, baud: int) -> None:
    assert Line(profile).speeds == (baud, baud)


def test_a_quiet_line_keeps_its_speed() -> None:
    line = Line()
    line.pass_time(60)
    assert line.speeds == (FASTEST, FASTEST)
    assert line.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert not line.host.closed


def test_a_cable_that_does_not_carry_the_speed_is_used_at_the_usual_one() -> None:
    line = Line(fast_noise=1.0)
    assert line.speeds == (BAUD, BAUD)
    assert FALL_BACK_S <= line.host.now < 2.5
    assert not line.host.closed, "in the same session"
    assert line.host.do(JobKind.ROLL, dice=2).state is JobState.DONE


def test_a_line_that_turns_bad_goes_back_and_stays_there_for_this_boot() -> None:
    line = Line()
    act(line.simulation, "cable", {"fast_noise": 1.0})
    line.pass_time(FALL_BACK_S + 1.5)
    act(line.simulation, "cable", {})
    line.pass_time(5)
    assert line.speeds == (BAUD, BAUD)
    line.simulation.unplug()
    line.pass_time(5)
    line.simulation.plug_in()
    assert line.host.wait_up()
    assert line.speeds == (BAUD, BAUD)


def test_a_line_that_loses_every_third_frame_at_speed_goes_back() -> None:
    line = Line()
    act(line.simulation, "cable", {"fast_noise": 0.3})
    line.host.run(lambda: line.host.ask(m.GetStatus) is None or line.speeds == (BAUD, BAUD), 60)
    assert line.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert line.speeds == (BAUD, BAUD)


def test_a_board_that_starts_anew_is_met_at_the_usual_speed_and_goes_up_again() -> None:
    line = Line()
    line.simulation.device.reset(ResetCause.POWER)
    assert line.simulation.device.uart.baud == BAUD
    line.pass_time(4)
    assert line.host.restarts == 1
    assert line.speeds == (FASTEST, FASTEST)


@pytest.mark.parametrize("number", range(1, 9))
def test_whatever_is_lost_while_the_speed_changes_the_link_comes_up(number: int) -> None:
    for direction in ("up", "down"):
        simulation = Simulation(FACES, 1)
        act(simulation, "damage", {"name": "lose", "direction": direction, "nth": number})
        host = VirtualHost(simulation, 1)
        assert host.wait_up(5)
        host.run(lambda: False, 3)
        assert host.is_up
        assert host.do(JobKind.ROLL, dice=2).state is JobState.DONE
        assert simulation.host_baud == simulation.device.uart.baud


def test_a_cable_that_was_off_for_a_moment_is_used_at_the_same_speed_at_once() -> None:
    line = Line()
    line.pass_time(5)
    left = line.host.now
    line.host.renew()
    assert line.speeds == (FASTEST, FASTEST)
    assert line.host.wait_up()
    assert line.host.now - left < 0.3
    assert line.speeds == (FASTEST, FASTEST)


def test_a_board_that_restarted_while_its_cable_was_off_is_found_at_the_usual_speed() -> None:
    line = Line()
    line.simulation.device.reset(ResetCause.POWER)
    line.host.renew()
    assert line.speeds == (FASTEST, BAUD)
    assert line.host.wait_up(1.0)
    assert line.speeds == (FASTEST, FASTEST)


def test_a_stop_that_was_asked_for_at_a_failing_speed_is_asked_for_again() -> None:
    line = Line()
    line.host.begin(JobKind.NEXT_HAND, tiles=0)
    act(line.simulation, "cable", {"fast_noise": 1.0})
    line.host.stop_motors()
    assert line.host.run(lambda: line.simulation.device.machine.state is TableState.SAFETY, 3)


def test_a_speed_that_the_board_has_not_is_refused() -> None:
    line = Line("single_port")
    answer = line.host.ask(lambda tag: m.SetBaud(tag, FASTEST))
    assert isinstance(answer, m.Refused)
    assert line.simulation.device.uart.baud == BAUD


def test_a_board_without_a_host_goes_back_by_itself() -> None:
    line = Line()
    line.simulation.unplug()
    line.simulation.turn(b"", line.host.now + FALL_BACK_S + 0.01)
    assert line.simulation.device.uart.baud == BAUD


def test_a_failed_speed_is_tried_again_only_after_the_board_has_restarted() -> None:
    speed = LineSpeed()
    speed.reopen((250_000,), now=0.0)
    assert speed.best((250_000,), boot_id=1) == 250_000
    speed.baud = 250_000
    speed.give_up()
    assert speed.best((250_000,), boot_id=1) == 0
    assert speed.best((250_000,), boot_id=2) == 250_000


def comes_to(baud: int, table: SimTable, client: TableClient) -> bool:
    """Return whether the line comes to *baud*; where this computer was too slow, at another boot.

    An answer that comes after half a second is not followed; a loaded computer may take longer.
    """
    for _ in range(10):
        if client.health().baud == baud:
            return True
        events: queue.Queue[TableEvent] = queue.Queue()
        unsubscribe = client.subscribe(events.put)
        table.reset(ResetCause.POWER)
        while events.get(timeout=PATIENCE_S).topic != "restarted":
            continue
        unsubscribe()
        client.wait_ready(PATIENCE_S)
    return False


LINES: dict[str, tuple[Callable[[], Port], int]] = {
    "pty": (PtyPort, FASTEST),
    "rfc2217": (Rfc2217Port, FASTEST),
    "tablesim": (lambda: UrlPort("speed-test"), FASTEST),
    "socket": (TcpPort, 0),
}


@pytest.mark.parametrize("kind", LINES)
def test_a_hand_and_a_throw_at_the_speed_of_each_kind_of_port(kind: str, tmp_path: Path) -> None:
    port, baud = LINES[kind]
    with (
        SimTable(FACES, seed=1, speed=400, port=port()) as table,
        reached(table, tmp_path / "j") as client,
    ):
        assert kind == "pty" or table.port.startswith(kind + "://")
        assert comes_to(baud, table, client)
        assert client.next_hand().wait(PATIENCE_S) == WALLS
        client.roll_dice(2).wait(PATIENCE_S)


def test_a_port_called_slow_keeps_its_speed(tmp_path: Path) -> None:
    with (
        SimTable(FACES, seed=1, speed=400) as table,
        open_table("slow:" + table.port, journal=tmp_path / "j", wait_s=PATIENCE_S) as client,
    ):
        assert client.next_hand().wait(PATIENCE_S) == WALLS
        assert client.health().baud == 0
        assert table.act(lambda simulation: simulation.device.uart.baud) == BAUD


@pytest.mark.parametrize("kind", ["pty", "rfc2217"])
def test_a_real_port_on_a_long_cable_comes_up_slowly(kind: str, tmp_path: Path) -> None:
    with SimTable(FACES, seed=1, speed=400, port=LINES[kind][0]()) as table:
        table.act(lambda simulation: act(simulation, "cable", {"fast_noise": 1.0}))
        with reached(table, tmp_path / "j") as client:
            assert client.next_hand().wait(PATIENCE_S) == WALLS
            assert client.health().baud == BAUD


def test_a_program_at_another_speed_hears_noise_and_moves_nothing() -> None:
    with (
        SimTable(FACES, seed=1, speed=400) as table,
        serial.Serial(table.port, 9_600, timeout=0) as line,
    ):
        line.write(bytes(200))
        assert table.wait_for(
            lambda sim: sim.act(lambda simulation: simulation.device.backlog()) > 0, PATIENCE_S
        )
        assert table.state is TableState.IDLE
