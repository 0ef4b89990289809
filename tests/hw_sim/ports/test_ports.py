"""The same table on every kind of port, through the real pyserial and pyusb."""

from __future__ import annotations

import errno
import os
import select
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial
import usb.core
import usb.util

from firmware_bridge import JobFailedError, open_table
from firmware_bridge.wire.codes import TableState
from hw_sim.ports import Port
from hw_sim.ports.memory import MemoryPort, UrlPort
from hw_sim.ports.pty import PtyPort
from hw_sim.ports.tcp import Rfc2217Port, TcpPort
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from hw_sim.usb_backend import PRODUCT, VENDOR, SimUsbBackend
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached

PORTS: dict[str, Callable[[], Port]] = {
    "pty": PtyPort,
    "socket": TcpPort,
    "rfc2217": Rfc2217Port,
    "tablesim": lambda: UrlPort("test-table"),
}


@contextmanager
def on(port: Port, speed: float = 400) -> Iterator[SimTable]:
    """Yield a fast table on *port*."""
    with SimTable(FACES, seed=1, speed=speed, port=port) as table:
        yield table


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # pyserial's client
@pytest.mark.parametrize("kind", ["rfc2217", "tablesim"])
def test_a_break_on_the_line_stops_the_motors(kind: str) -> None:
    with on(PORTS[kind](), speed=1) as table, serial.serial_for_url(table.port) as port:
        port.send_break(0.05)
        assert table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # pyserial's client
def test_at_another_baud_rate_a_serial_server_gives_noise() -> None:
    port = Rfc2217Port()
    with on(port) as table, serial.serial_for_url(table.port, baudrate=9_600, timeout=2) as line:
        assert table.wait_for(lambda _: port.line.baudrate == 9_600, PATIENCE_S)
        line.write(b"\0" * 50)
        frame_received = table.wait_for(
            lambda sim: sim.act(lambda simulation: simulation.to_table.carried) > 0, 9
        )
        assert frame_received
        assert table.state is TableState.IDLE


def test_opening_the_port_restarts_a_board_whose_reset_hangs_on_dtr(tmp_path: Path) -> None:
    with on(TcpPort()) as table:
        table.resets_on_open = True
        boot = table.act(lambda simulation: simulation.device.board)
        with reached(table, tmp_path / "j") as client:
            assert client.link.is_up
            assert table.act(lambda simulation: simulation.device.board) is not boot


def test_a_second_program_is_turned_away_from_a_network_port(tmp_path: Path) -> None:
    with on(TcpPort()) as table, open_table(table.port, journal=tmp_path / "j") as client:
        host, number = table.port.removeprefix("socket://").split(":")
        with socket.create_connection((host, int(number)), timeout=PATIENCE_S) as second:
            assert second.recv(1) == b""
        client.roll_dice(2).wait(PATIENCE_S)


def test_a_second_program_is_turned_away_from_a_url() -> None:
    with on(UrlPort("shared")) as table, serial.serial_for_url(table.port):
        with pytest.raises(serial.SerialException) as refused:
            serial.serial_for_url(table.port)
        assert refused.value.errno == errno.EBUSY


def test_two_tables_cannot_have_one_name() -> None:
    with on(UrlPort("twice")), pytest.raises(ValueError, match="another table"):
        UrlPort("twice")


def test_a_url_that_names_no_table_says_what_there_is() -> None:
    with pytest.raises(serial.SerialException, match="four_port"):
        serial.serial_for_url("tablesim://no-such-table")


def test_an_unplugged_url_cannot_be_opened() -> None:
    with on(UrlPort("gone")) as table:
        table.unplug()
        with pytest.raises(serial.SerialException, match="no simulated table"):
            serial.serial_for_url(table.port)


def test_a_port_in_memory_that_is_unplugged_cannot_be_taken() -> None:
    port = MemoryPort()
    port.unplug()
    with pytest.raises(LookupError, match="unplugged"):
        port.take()
    port.close()


def test_reading_from_an_unplugged_url_fails() -> None:
    with on(UrlPort("pulled")) as table, serial.serial_for_url(table.port, timeout=5) as port:
        table.unplug()
        with pytest.raises(serial.SerialException, match="unplugged"):
            port.read(1)
        with pytest.raises(serial.SerialException, match="unplugged"):
            port.write(b"\0")


def test_a_url_port_behaves_like_a_serial_port() -> None:
    with on(UrlPort("plain")) as table, serial.serial_for_url(table.port, timeout=0) as port:
        assert port.read(10) == b""
        assert port.in_waiting == 0
        assert not select.select([port.fileno()], [], [], 0)[0]
        port.apply_settings({"baudrate": 9_600})
        port.setDTR(True)
        port.reset_input_buffer()
        port.reset_output_buffer()


def test_a_board_comes_back_under_another_name() -> None:
    port = PtyPort("ttyACM0")
    first = port.name
    port.rename("ttyACM1")
    assert not os.path.lexists(first)
    assert port.name.endswith("ttyACM1")
    port.close()


def test_a_forbidden_port_is_open_to_nobody_and_an_occupied_one_is_locked() -> None:
    port = PtyPort()
    port.forbid()
    assert stat.S_IMODE(port.path.stat().st_mode) == 0
    port.occupy()
    with pytest.raises(serial.SerialException):
        serial.Serial(port.name, exclusive=True)
    port.close()


@contextmanager
def on_usb() -> Iterator[tuple[SimTable, SimUsbBackend]]:
    """Yield a table on a USB bus of its own."""
    with on(MemoryPort()) as table:
        yield table, SimUsbBackend(table)


def find(backend: SimUsbBackend) -> usb.core.Device | None:
    return usb.core.find(idVendor=VENDOR, idProduct=PRODUCT, backend=backend)


def test_pyusb_finds_the_table_only_while_its_cable_is_in() -> None:
    with on_usb() as (table, backend):
        device = find(backend)
        assert device is not None
        assert (device.product, device.serial_number) == ("jantaku table", "SIM-4P-0001")
        usb.util.dispose_resources(device)
        table.unplug()
        assert find(backend) is None
        table.plug_in()
        assert find(backend) is not None


def test_requests_on_the_control_endpoint_work_while_the_pipes_are_stalled() -> None:
    with on_usb() as (table, backend):
        device = find(backend)
        assert device is not None
        device.set_configuration()
        backend.devices[0].is_stalled = True
        with pytest.raises(usb.core.USBError) as stall:
            device.write(0x01, b"\0")
        assert stall.value.errno == errno.EPIPE
        assert bytes(device.ctrl_transfer(0xC0, 1, 0, 0, 64)) == b"four_port 2.0.0"
        assert len(device.ctrl_transfer(0xC0, 3, 0, 0, 16)) == 16
        device.ctrl_transfer(0x40, 2)
        assert table.state is TableState.SAFETY
        assert device.ctrl_transfer(0xC0, 3, 0, 0, 16)[0] == TableState.SAFETY
        device.clear_halt(0x81)
        with pytest.raises(usb.core.USBError):
            device.ctrl_transfer(0xC0, 77, 0, 0, 16)
        usb.util.dispose_resources(device)


def test_a_read_that_brings_nothing_times_out_and_one_after_unplugging_fails() -> None:
    with on_usb() as (table, backend):
        device = find(backend)
        assert device is not None
        device.set_configuration()
        device.write(0x01, b"\0\0")
        with pytest.raises(usb.core.USBTimeoutError):
            device.read(0x81, 64, 20)
        table.unplug()
        with pytest.raises(usb.core.USBError) as error:
            device.read(0x81, 64, 2_000)
        assert error.value.errno == errno.ENODEV
        usb.util.dispose_resources(device)


def test_a_table_that_takes_nothing_in_blocks_its_host_for_a_while_only(tmp_path: Path) -> None:
    with on(PtyPort()) as table, serial.Serial(table.port, write_timeout=0.2) as port:
        table.act(lambda simulation: act(simulation, "deaf", {}))
        with pytest.raises(serial.SerialTimeoutException):
            port.write(b"\0" * 200_000)
        table.act(lambda simulation: act(simulation, "deaf", {"is_so": False}))
    with on(PtyPort()) as table, open_table(table.port, journal=tmp_path / "j") as client:
        client.roll_dice(2).wait(PATIENCE_S)


def test_two_tables_on_one_bus_are_told_apart_by_their_numbers() -> None:
    with on(MemoryPort()) as one, SimTable(FACES, profile="jp_deal", port=MemoryPort()) as two:
        backend = SimUsbBackend(one, two)
        matches = usb.core.find(find_all=True, idVendor=VENDOR, backend=backend)
        devices = {device.serial_number: device for device in matches}
        assert set(devices) == {"SIM-4P-0001", "SIM-JP-0001"}
        devices["SIM-JP-0001"].ctrl_transfer(0x40, 2)
        assert (one.state, two.state) == (TableState.IDLE, TableState.SAFETY)
        for device in devices.values():
            usb.util.dispose_resources(device)


def test_a_user_without_rights_is_refused() -> None:
    with on_usb() as (_, backend):
        backend.devices[0].is_forbidden = True
        device = find(backend)
        assert device is not None
        with pytest.raises(usb.core.USBError) as refused:
            device.set_configuration()
        assert refused.value.errno == errno.EACCES


def test_a_stop_by_a_hosts_break_ends_the_job(tmp_path: Path) -> None:
    with (
        on(Rfc2217Port(), speed=1) as table,
        reached(table, tmp_path / "j") as client,
    ):
        job = client.next_hand()
        client.estop()
        with pytest.raises(JobFailedError, match="emergency stop"):
            job.wait(PATIENCE_S)
