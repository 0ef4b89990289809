"""The client and a simulated table, over every port and with every firmware."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

import hw_sim.ports.memory
from firmware_bridge import (
    CommandMissingError,
    CommandRefusedError,
    DiceResult,
    InvalidReplyError,
    JobFailedError,
    JobKind,
    LinkPhase,
    NewFirmwareError,
    OldFirmwareError,
    PortNotFoundError,
    SelfTestResult,
    SupportLevel,
    TableClient,
    TableEvent,
    TableState,
    TransportError,
    WallsResult,
    open_table,
)
from firmware_bridge.link.connection import LinkHealth
from firmware_bridge.link.trace import read
from firmware_bridge.outputs import Outputs
from firmware_bridge.update import MAX_PROGRAM
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ResetCause, Stage
from hw_sim.board.device import Device
from hw_sim.board.firmware import Image, firmware
from hw_sim.ports import Port
from hw_sim.ports.tcp import Rfc2217Port, TcpPort
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
SPEED = 200.0
CONSENT_KEY = 2
PORTS: dict[str, Callable[[], Port | None]] = {
    "pty": lambda: None,
    "socket": TcpPort,
    "rfc2217": Rfc2217Port,
    "rfc2217 without modem lines": lambda: Rfc2217Port(has_modem_lines=False),
    "tablesim": lambda: hw_sim.ports.memory.UrlPort("bridge-test"),
}


@contextmanager
def joined(
    folder: Path,
    *,
    profile: str = "four_port",
    board: str = "present",
    port: Port | None = None,
    speed: float = SPEED,
) -> Iterator[tuple[SimTable, TableClient]]:
    """Give a simulated table with the firmware *board*, and a client that has reached it."""
    with SimTable(FACES, speed=speed, profile=profile, port=port) as table:
        table.act(lambda simulation: _flash(simulation.device, board))
        with open_table(table.port, journal=folder / "journal", wait_s=PATIENCE_S) as client:
            yield table, client


def _flash(device: Device, board: str) -> None:
    device.firmware = firmware(board)
    device.reset(ResetCause.POWER)


@pytest.mark.parametrize("kind", PORTS)
def test_the_emergency_stop_goes_over_every_port(kind: str, tmp_path: Path) -> None:
    with joined(tmp_path, port=PORTS[kind](), speed=1.0) as (table, client):
        client.next_hand()
        client.estop()
        assert table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)


@pytest.mark.parametrize("kind", PORTS)
def test_a_port_that_vanishes_is_noticed_and_comes_back(kind: str, tmp_path: Path) -> None:
    with joined(tmp_path, port=PORTS[kind]()) as (table, client):
        events: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(events.put)
        table.unplug()
        while events.get(timeout=PATIENCE_S).phase is not LinkPhase.LOST:
            continue
        table.plug_in()
        assert client.wait_ready(PATIENCE_S).link.is_up


@pytest.mark.parametrize(("board", "protocol"), [("present", 2), ("old", 1), ("new", 2)])
def test_firmware_one_older_and_one_newer_work(board: str, protocol: int, tmp_path: Path) -> None:
    with joined(tmp_path, board=board) as (_, client):
        assert client.health().protocol == protocol
        assert isinstance(client.next_hand().wait(PATIENCE_S), WallsResult)
        throw = client.roll_dice().wait(PATIENCE_S)
        assert isinstance(throw, DiceResult)
        assert client.status().state is TableState.PLAY
        client.lower_walls().wait(PATIENCE_S)
        client.set_wall_plan(34)


@pytest.mark.parametrize(
    ("board", "problem"),
    [("too old", OldFirmwareError), ("too new", NewFirmwareError), ("lying", InvalidReplyError)],
)
def test_firmware_that_does_not_fit_is_named(
    board: str, problem: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(problem), joined(tmp_path, board=board):
        pass


def test_an_old_board_is_not_asked_for_what_it_does_not_know(tmp_path: Path) -> None:
    with joined(tmp_path, board="old") as (_, client):
        assert not client.offers(JobKind.SELF_TEST)
        with pytest.raises(CommandMissingError, match="does not offer self_test") as refused:
            client.start(JobKind.SELF_TEST, test=0)
        assert refused.value.fault.code == 807
        with pytest.raises(CommandMissingError, match="does not offer flip_dora") as refused:
            client.outputs.flip_dora(1)
        assert refused.value.fault.code == 803


def test_the_table_shows_what_it_is_told(tmp_path: Path) -> None:
    with joined(tmp_path, profile="jp_deal") as (table, client):
        client.next_hand().wait(PATIENCE_S)
        client.outputs.flip_dora(2)
        client.outputs.score_display(3, -12_000)
        client.outputs.lights(1, (255, 0, 10), 2)
        client.outputs.sound(4, 30)
        settings = table.act(lambda simulation: dict(simulation.device.board.outputs.settings))
    what = {kind.__name__: m.encode(setting)[5:] for (kind, _), setting in settings.items()}
    assert what == {
        "FlipDora": b"\x02",
        "ScoreDisplay": b"\x03" + (-12_000).to_bytes(4, "little", signed=True),
        "Lights": b"\x01\xff\x00\x0a\x02",
        "Sound": b"\x04\x1e",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        lambda outputs: outputs.flip_dora(6),
        lambda outputs: outputs.score_display(4, 0),
        lambda outputs: outputs.lights(0, (256, 0, 0)),
        lambda outputs: outputs.sound(0, 101),
    ],
    ids=["indicators", "seat", "colour", "volume"],
)
def test_impossible_outputs_are_not_sent(wrong: Callable[[Outputs], None], tmp_path: Path) -> None:
    with joined(tmp_path, profile="jp_deal") as (_, client), pytest.raises(ValueError, match=r"\d"):
        wrong(client.outputs)


def test_the_table_tells_its_log_and_what_it_has_done(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        client.roll_dice().wait(PATIENCE_S)
        table.jam(203, side=1)
        with pytest.raises(JobFailedError):
            client.next_hand().wait(PATIENCE_S)
        stats = client.stats()
        assert stats is not None
        assert (stats.rolls, stats.faults) == (1, 1)
        assert any("203" in line for line in client.log())


def test_a_self_test_needs_someone_at_the_console(tmp_path: Path) -> None:
    with joined(tmp_path, speed=5.0) as (table, client):
        with pytest.raises(CommandRefusedError) as refused:
            client.start(JobKind.SELF_TEST, test=0)
        assert refused.value.fault.code == 809
        table.press(CONSENT_KEY)
        assert client.status().consent
        result = client.start(JobKind.SELF_TEST, test=0).wait(PATIENCE_S)
        assert isinstance(result, SelfTestResult)
        assert result.done > 0
        assert not result.failed


def test_a_motion_that_the_host_drives_stops_when_the_host_falls_silent(tmp_path: Path) -> None:
    with joined(tmp_path, speed=1.0) as (table, client):
        table.press(CONSENT_KEY)
        assert client.status().consent
        job = client.start(JobKind.SELF_TEST, test=0)
        table.unplug()
        assert table.wait_for(lambda sim: sim.state is TableState.FAULT, PATIENCE_S)
        table.plug_in()
        with pytest.raises(JobFailedError) as failed:
            job.wait(PATIENCE_S)
        assert failed.value.fault.code == 905


def test_a_table_without_dice_draws_them_with_both_sides_bound(tmp_path: Path) -> None:
    with joined(tmp_path, profile="roller_coaster") as (_, client):
        throw = client.draw_dice(3)
        assert throw is not None
        assert len(throw.dice) == 3
        assert throw.verify()


def test_what_crossed_the_port_is_kept_on_every_fault(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        table.jam(203, side=1)
        with pytest.raises(JobFailedError):
            client.next_hand().wait(PATIENCE_S)
    traces = {read(path)[0]: read(path)[1] for path in (tmp_path / "traces").iterdir()}
    assert traces["fault 203"]


def test_a_dealing_table_deals_by_itself(tmp_path: Path) -> None:
    with joined(tmp_path, profile="jp_deal") as (_, client):
        assert client.supports(136, 4, 13).level is SupportLevel.AUTO
    with joined(tmp_path) as (_, client):
        assert client.supports(136, 4, 13).level is SupportLevel.ASSISTED


def test_the_second_build_tells_how_long_it_takes(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client):
        client.next_hand().wait(PATIENCE_S)
        job = client.next_hand()
        left = []
        while not job.watch(1):
            if job.stage is not Stage.DROP:
                left.append(job.remaining_s)
        assert any(seconds is not None and seconds < 20 for seconds in left)


def test_a_line_of_noise_is_told_apart_by_kind(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        table.act(lambda simulation: simulation.to_host.push(b"\0AT+CGMM\r\n\0", simulation.now))
        client.status()
        assert client.link is LinkPhase.READY
        assert client.health().noise["not COBS"] == 1
    health = client.health()
    assert health == LinkHealth(0, 0, 0, health.noise)
    assert health.noise["not COBS"] == 1


def test_a_link_that_stays_up_is_no_news(tmp_path: Path) -> None:
    events: list[TableEvent] = []
    with joined(tmp_path) as (_, client):
        client.subscribe(events.append)
        client.status()
        client.status()
    phases = [event.phase for event in events if event.topic == "link"]
    assert all(before is not after for before, after in pairwise(phases))


def test_a_port_without_a_speed_has_none(tmp_path: Path) -> None:
    with joined(tmp_path, port=TcpPort()) as (_, client):
        assert client.health().baud == 0


def test_a_port_by_serial_number_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortNotFoundError):
        open_table("auto:NOBODY", journal=tmp_path / "journal")


def test_a_port_kept_by_another_process_is_no_port_any_more(tmp_path: Path) -> None:
    with pytest.raises(TransportError, match="name the table's own port"):
        open_table("served:/run/table", journal=tmp_path / "journal")


def test_a_closed_client_has_no_link(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client):
        pass
    assert client.link is LinkPhase.CLOSED


def test_another_program_runs_after_an_update_in_service(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        lock_for_service(table)
        parts: list[float] = []
        after = client.update(Image("2.1.0").to_bytes(), parts.append)
        assert after is not None
        assert after.firmware == "2.1.0"
        assert parts == sorted(parts)
        assert parts[-1] == 1.0
        assert client.status().state is TableState.LOCKOUT
        client.clear_fault(706)


def test_a_program_that_does_not_start_leaves_the_old_one(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        lock_for_service(table)
        before = client.identity
        assert client.update(b"no program of ours", lambda _: None) == before
        assert table.state is TableState.LOCKOUT


def test_no_program_is_taken_while_people_play(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client), pytest.raises(CommandRefusedError) as refused:
        client.update(Image("2.1.0").to_bytes(), lambda _: None)
    assert refused.value.fault.code == 801


@pytest.mark.parametrize("size", [0, MAX_PROGRAM + 1])
def test_what_cannot_be_a_program_is_not_sent(size: int, tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client), pytest.raises(ValueError, match="a program of"):
        client.update(bytes(size), lambda _: None)


def lock_for_service(table: SimTable) -> None:
    """Hold both lift keys for ten seconds."""
    table.act(lambda simulation: act(simulation, "press", {"key": "both_lifts", "held_s": 10.0}))
    assert table.wait_for(lambda sim: sim.state is TableState.LOCKOUT, PATIENCE_S)
