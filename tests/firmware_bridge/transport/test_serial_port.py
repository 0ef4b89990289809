"""A serial port over a network, as pyserial and the system see it."""

from __future__ import annotations

import os
import socket

import pytest

from firmware_bridge.transport.serial_port import SerialTransport
from firmware_bridge.wire.codes import TableState
from hw_sim.ports.tcp import Rfc2217Port, TcpPort
from hw_sim.table import SimTable

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}


def test_a_question_over_a_network_waits_for_no_other() -> None:
    with SimTable(FACES, port=TcpPort()) as table:
        transport = SerialTransport(table.port)
        with socket.socket(fileno=os.dup(transport.fileno())) as connection:
            delays = not connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        transport.close()
    assert not delays


@pytest.mark.parametrize("address", ["{}", "{}?timeout=9", "{}?ign_set_control"])
def test_a_server_without_modem_lines_is_opened_however_it_is_named(address: str) -> None:
    with SimTable(FACES, port=Rfc2217Port(has_modem_lines=False)) as table:
        transport = SerialTransport(address.format(table.port))
        assert transport.set_baud(115_200)
        transport.close()


def test_a_stop_over_a_network_waits_for_no_break_since_its_frames_are_faster() -> None:
    with SimTable(FACES, port=Rfc2217Port()) as table:
        transport = SerialTransport(table.port)
        transport.alarm()
        assert transport.set_baud(115_200)  # answered after whatever was sent before
        assert table.state is not TableState.SAFETY
        transport.close()
