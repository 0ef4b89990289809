"""A table whose port another process keeps: the same client, several programs at one table."""

from __future__ import annotations

import queue
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import (
    BusyError,
    CommandRefusedError,
    DeniedError,
    DiceResult,
    JobCancelledError,
    JobFailedError,
    JobKind,
    LinkPhase,
    PortNotFoundError,
    Stage,
    TableClient,
    TableState,
    WallsResult,
    WrongDeviceError,
    open_table,
    relay,
)
from firmware_bridge.discovery import open_port
from firmware_bridge.link.trace import read
from firmware_bridge.link.worker import PortAccess
from firmware_bridge.served import SERVED
from firmware_bridge.serving import Server
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import Mechanism, ResetCause
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_bridge import TableEvent

ROOT = Path(__file__).resolve().parents[2]
FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
WALLS = WallsResult((5, 4, 4, 4))
CONSENT_KEY = 2
PATIENCE_S = 20.0


@contextmanager
def kept(table: SimTable, path: Path) -> Iterator[Server]:
    """Keep the table's port for programs."""
    with Server(table.port, PortAccess(lambda: open_port(table.port)), path) as server:
        yield server


@contextmanager
def joined(
    folder: Path, speed: float = 200.0, profile: str = "four_port"
) -> Iterator[tuple[SimTable, TableClient]]:
    """Give a table whose port is kept, and a program that has reached it."""
    with (
        SimTable(FACES, speed=speed, profile=profile) as table,
        kept(table, folder / "socket"),
        program(folder) as client,
    ):
        yield table, client


def program(folder: Path, name: str = "kiosk") -> TableClient:
    """Return the client of a program with a journal of its own."""
    port = f"{SERVED}{folder / 'socket'}"
    (folder / name).mkdir(exist_ok=True)
    client = open_table(port, journal=folder / name / "journal", wait_s=0)
    client.wait_ready(PATIENCE_S)
    return client


def ask_without_end(end: socket.socket) -> None:
    """Ask and ask, and never read an answer."""
    for _ in range(100_000):
        end.sendall(relay.to_bytes({"fetch": "trace", "id": 1}))


def wait_for(told: queue.Queue[TableEvent], phase: LinkPhase) -> None:
    while told.get(timeout=PATIENCE_S).phase is not phase:
        continue


def test_a_hand_is_built_and_dice_are_thrown(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        assert client.next_hand().wait(PATIENCE_S) == WALLS
        assert isinstance(client.roll_dice().wait(PATIENCE_S), DiceResult)
        assert client.status().state is TableState.PLAY
        assert client.identity is not None
        assert client.identity.model == table.act(lambda sim: sim.device.machine.profile.model)
        assert client.health().protocol == m.PROTOCOL
        assert client.health().sent > 0


def test_outputs_log_and_gear_are_those_of_a_port_of_ones_own(tmp_path: Path) -> None:
    with joined(tmp_path, profile="jp_deal") as (_, client):
        client.next_hand().wait(PATIENCE_S)
        client.console.flip_dora(2)
        client.console.score_display(3, -12_000)
        assert client.console.log()
        stats = client.console.stats()
        assert stats is not None
        assert stats.builds == 1
        client.lower_walls().wait(PATIENCE_S)
        client.set_gear(34)
        with pytest.raises(CommandRefusedError):
            client.set_gear(300)


def test_two_programs_use_one_table_and_each_knows_its_own_jobs(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, kiosk), program(tmp_path, "workshop") as other:
        kiosk.next_hand().wait(PATIENCE_S)
        assert other.status().state is TableState.PLAY
        job = other.roll_dice()
        job.wait(PATIENCE_S)
        assert [known.kind for known in other.jobs()] == [JobKind.ROLL]
        assert [known.kind for known in kiosk.jobs()] == [JobKind.NEXT_HAND]
        assert kiosk.status().state is TableState.PLAY


def test_a_program_that_comes_later_hears_how_the_table_stands(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, kiosk):
        table.jam(203, side=1)
        with pytest.raises(JobFailedError):
            kiosk.next_hand().wait(PATIENCE_S)
        with program(tmp_path, "late") as late:
            fault = late.status(fresh=False).fault
            assert fault is not None
            assert fault.code == 203


def test_the_cable_comes_off_and_on_again(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        told: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(told.put)
        table.unplug()
        wait_for(told, LinkPhase.LOST)
        problem = client.status().problem
        assert problem is not None
        assert problem.code == "table_lost"
        with pytest.raises(type(problem)):
            client.roll_dice()
        table.plug_in()
        wait_for(told, LinkPhase.READY)
        client.roll_dice().wait(PATIENCE_S)


def test_a_job_goes_on_while_the_cable_is_off_and_is_found_again(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        table.at(Stage.SHUFFLE, table.unplug)
        job = client.next_hand()
        assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
        table.plug_in()
        assert job.wait(PATIENCE_S) == WALLS


def test_a_job_is_found_again_by_a_program_that_was_restarted(tmp_path: Path) -> None:
    with SimTable(FACES, speed=20.0) as table, kept(table, tmp_path / "socket"):
        with program(tmp_path) as first:
            op_id = first.next_hand().op_id
        with program(tmp_path) as second:
            (job,) = second.jobs()
            assert job.op_id == op_id
            assert job.wait(PATIENCE_S) == WALLS


def test_a_job_is_found_again_when_the_keeping_process_was_restarted(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with SimTable(FACES, speed=20.0) as table:
        server = Server(table.port, PortAccess(lambda: open_port(table.port)), path)
        with program(tmp_path) as client:
            told: queue.Queue[TableEvent] = queue.Queue()
            client.subscribe(told.put)
            job = client.next_hand()
            server.close()
            wait_for(told, LinkPhase.LOST)
            with kept(table, path):
                assert job.wait(PATIENCE_S) == WALLS


def test_a_board_that_restarts_is_told(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        told: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(told.put)
        table.reset(ResetCause.POWER)
        while told.get(timeout=PATIENCE_S).topic != "restarted":
            continue


def test_the_emergency_stop(tmp_path: Path) -> None:
    with joined(tmp_path, speed=1.0) as (table, client):
        job = client.next_hand()
        client.estop()
        assert table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)
        with pytest.raises(JobFailedError, match="emergency stop"):
            job.wait(PATIENCE_S)


def test_a_build_is_paused_and_called_off(tmp_path: Path) -> None:
    with joined(tmp_path, speed=1.0) as (_, client):
        job = client.next_hand()
        client.pause()
        assert client.status().paused
        client.resume()
        job.cancel()
        with pytest.raises(JobCancelledError):
            job.wait(PATIENCE_S)


def test_a_motion_that_a_program_drives_is_called_off_when_it_goes(tmp_path: Path) -> None:
    with joined(tmp_path, speed=1.0) as (table, kiosk):
        with program(tmp_path, "workshop") as other:
            table.press(CONSENT_KEY)
            assert other.status().consent
            wish = {"mechanism": Mechanism.TRAY, "side": 0, "distance": 2_000}
            job = other.start(JobKind.JOG, **wish)
            assert not job.state.is_final
        assert table.wait_for(lambda sim: sim.state is TableState.IDLE, 5)
        assert kiosk.link.is_up


def test_what_crossed_the_port_is_kept_by_the_program_on_every_fault(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        told: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(told.put)
        table.jam(203, side=1)
        with pytest.raises(JobFailedError):
            client.next_hand().wait(PATIENCE_S)
        while told.get(timeout=PATIENCE_S).topic != "fault":
            continue
    kept_traces = {read(path)[0]: read(path)[1] for path in (tmp_path / "kiosk/traces").iterdir()}
    assert kept_traces["fault 203"]


def test_another_program_is_given_to_the_board(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        table.act(lambda stand: act(stand, "press", {"key": "both_lifts", "held_s": 10.0}))
        assert table.wait_for(lambda sim: sim.state is TableState.LOCKOUT, 5)
        before = client.identity
        assert client.update(b"no program of ours", lambda _: None) == before


@pytest.mark.parametrize(
    "line",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"[]\n",
        b'{"what": 1}\n',
        b'{"ask": "zz", "id": 1}\n',
        b'{"fetch": "secrets", "id": 1}\n',
        relay.to_bytes({"ask": m.encode(m.SetBaud(0, 9_600)).hex(), "id": 1}),
        relay.to_bytes({"tell": m.encode(m.Start(0, 1, 7, 0, b"")).hex()}),
        b"x" * (relay.LONGEST + 1),
    ],
    ids=["http", "list", "unknown", "hex", "fetch", "speed", "start", "endless"],
)
def test_what_no_program_says_is_hung_up_on_and_harms_nobody(line: bytes, tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client), socket.socket(socket.AF_UNIX) as other:
        other.settimeout(PATIENCE_S)
        other.connect(str(tmp_path / "socket"))
        other.sendall(line)
        while other.recv(4096):
            continue
        assert table.state is TableState.IDLE
        assert client.status().link.is_up


def test_a_program_that_does_not_read_is_hung_up_on(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client), socket.socket(socket.AF_UNIX) as other:
        other.settimeout(PATIENCE_S)
        other.connect(str(tmp_path / "socket"))
        with pytest.raises(OSError, match=r"pipe|reset"):
            ask_without_end(other)
        assert client.status().link.is_up


def test_a_socket_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortNotFoundError):
        open_table(f"{SERVED}{tmp_path / 'nowhere'}", journal=tmp_path / "journal")


def test_a_socket_that_this_user_may_not_use_is_named() -> None:
    denied = relay.to_error(relay.from_error(DeniedError("served:there")))
    assert isinstance(denied, DeniedError)
    assert str(denied) == str(DeniedError("served:there"))


def test_a_process_that_is_none_of_ours_is_named(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        client = open_table(f"{SERVED}{tmp_path / 'socket'}", journal=tmp_path / "j", wait_s=0)
        end, _ = listener.accept()
        end.sendall(b"220 mail.example ESMTP\r\n")
        with client, end, pytest.raises(WrongDeviceError):
            client.wait_ready(PATIENCE_S, patient=False)


def test_a_second_process_does_not_take_the_socket_over(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        with pytest.raises(BusyError), kept(table, tmp_path / "socket"):
            pass
        assert client.status().link.is_up


def test_a_socket_left_over_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(str(tmp_path / "socket"))
    with joined(tmp_path) as (_, client):
        assert client.status().link.is_up
    assert not (tmp_path / "socket").exists()


def test_the_command_keeps_a_port_until_it_is_told_to_end(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with SimTable(FACES, speed=200.0) as table:
        command = [sys.executable, "-m", "firmware_bridge", "serve", table.port]
        with subprocess.Popen(
            [*command, "--socket", str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == f"port {SERVED}{path}\n"
            with program(tmp_path) as client:
                assert client.next_hand().wait(PATIENCE_S) == WALLS
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
    assert not path.exists()


def test_the_command_says_why_it_cannot_listen(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware_bridge", "serve", "--socket"]
    done = subprocess.run(
        [*command, str(tmp_path / "no" / "folder")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "No such file" in done.stderr
