"""The guards around every test do refuse, and do tell."""

from __future__ import annotations

import socket
import threading

import pytest

from tests.guards import (
    NetworkRefusedError,
    left_files,
    left_threads,
    open_files,
    running_threads,
)


@pytest.mark.parametrize("host", ["192.0.2.1", "tables.example", "2001:db8::1"])
def test_a_test_cannot_reach_another_machine(host: str) -> None:
    with pytest.raises(NetworkRefusedError, match=host):
        socket.create_connection((host, 9), timeout=1)


def test_a_datagram_to_another_machine_is_refused() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as radio, pytest.raises(NetworkRefusedError):
        radio.sendto(b"?", ("192.0.2.1", 9))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_loopback_is_allowed(host: str) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection((host, server.getsockname()[1]), timeout=1) as line,
    ):
        assert line.getpeername()[0] == "127.0.0.1"


def test_a_thread_left_behind_is_named() -> None:
    before, leave = running_threads(), threading.Event()
    thread = threading.Thread(target=leave.wait, name="dealer")
    thread.start()
    try:
        assert left_threads(before, patience_s=0.01) == {"thread dealer"}
    finally:
        leave.set()
        thread.join()


def test_a_thread_that_is_about_to_end_is_waited_for() -> None:
    before, leave = running_threads(), threading.Event()
    threading.Thread(target=leave.wait).start()
    leave.set()
    assert left_threads(before) == set()


def test_an_open_socket_left_behind_is_named() -> None:
    before = open_files()
    with socket.socket():
        assert [name.split(":")[0] for name in left_files(before)] == ["open socket"]
    assert left_files(before) == set()
