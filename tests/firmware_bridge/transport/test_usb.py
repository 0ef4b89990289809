"""A table on USB without a serial port, through the real pyusb over a simulated bus."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import usb.core

from firmware_bridge import (
    LinkPhase,
    PortBusyError,
    PortPermissionError,
    TableEvent,
    TableState,
    WallsResult,
)
from firmware_bridge.client import Environment, TableClient
from firmware_bridge.discovery import PortSources, find_tables, open_port
from firmware_bridge.transport.usb_bulk import UsbTransport
from hw_sim.ports.memory import MemoryPort
from hw_sim.table import SimTable
from hw_sim.usb_backend import SimUsbBackend
from tests.guards import PATIENCE_S

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}


class Bus:
    """A simulated table on a simulated bus."""

    def __init__(self, speed: float = 200.0) -> None:
        self.table = SimTable(FACES, speed=speed, port=MemoryPort())
        self.backend = SimUsbBackend(self.table)
        self.places = PortSources(
            list, lambda: list(usb.core.find(find_all=True, backend=self.backend)), ()
        )

    def open(self) -> UsbTransport:
        """Open the only table that is found."""
        port = open_port("auto", self.places)
        assert isinstance(port, UsbTransport)
        return port


@pytest.fixture
def bus() -> Iterator[Bus]:
    bus = Bus()
    yield bus
    bus.table.close()


@contextmanager
def client_on(bus: Bus, folder: Path) -> Iterator[TableClient]:
    outside = Environment(bus.open, traces=folder / "traces")
    with TableClient("auto", folder / "journal", outside) as client:
        client.wait_ready(PATIENCE_S)
        yield client


def test_it_is_found_by_its_numbers_and_named_by_its_serial_number(bus: Bus) -> None:
    (table,) = find_tables(bus.places)
    assert table.port == f"usb:{table.serial}"
    assert table.serial.startswith("SIM-")


def test_a_hand_is_built_over_the_bulk_pipes(bus: Bus, tmp_path: Path) -> None:
    with client_on(bus, tmp_path) as client:
        assert isinstance(client.next_hand().wait(PATIENCE_S), WallsResult)


def test_an_unplugged_table_is_noticed_and_taken_up_again(bus: Bus, tmp_path: Path) -> None:
    with client_on(bus, tmp_path) as client:
        events: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(events.put)
        bus.table.unplug()
        while events.get(timeout=PATIENCE_S).phase is not LinkPhase.LOST:
            continue
        bus.table.plug_in()
        assert client.wait_ready(PATIENCE_S).link.is_up


def test_the_stop_goes_past_pipes_that_are_stalled(bus: Bus) -> None:
    port = bus.open()
    bus.backend.devices[0].is_stalled = True
    port.alarm()
    assert bus.table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)
    status = port.board_status()
    port.close()
    assert TableState(status.state) is TableState.SAFETY
    assert status.fault is not None
    assert status.fault.code == 701


def test_a_client_stops_the_table_though_its_pipes_are_stalled(bus: Bus, tmp_path: Path) -> None:
    with client_on(bus, tmp_path) as client:
        bus.backend.devices[0].is_stalled = True
        client.estop()
        assert bus.table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)


def test_the_board_tells_its_version_past_the_pipes(bus: Bus) -> None:
    port = bus.open()
    version = port.version()
    port.close()
    assert version


def test_a_stalled_pipe_is_freed(bus: Bus, tmp_path: Path) -> None:
    with client_on(bus, tmp_path) as client:
        bus.backend.devices[0].is_stalled = True
        client.wait_ready(PATIENCE_S)
        client.status()
        assert client.wait_ready(PATIENCE_S).link.is_up


def test_a_table_that_this_user_may_not_open_says_so(bus: Bus) -> None:
    bus.backend.devices[0].is_forbidden = True
    with pytest.raises(PortPermissionError, match="udev"):
        bus.open()


def test_a_table_that_another_program_holds_says_so(bus: Bus) -> None:
    first = bus.open()
    with pytest.raises(PortBusyError):
        bus.open()
    first.close()
