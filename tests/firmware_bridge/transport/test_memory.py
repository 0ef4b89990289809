"""The client on a port inside the process: devices that are no table, or fall silent."""

from __future__ import annotations

import contextlib
import select
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import ConnectionLostError, WrongDeviceError
from firmware_bridge.client import Environment, TableClient
from firmware_bridge.link.endpoint import Delivered, DeviceLink
from firmware_bridge.transport.memory import MemoryTransport, pair
from firmware_bridge.wire.messages import (
    PROTOCOL,
    Identify,
    IdentifyPage,
    SyncAnswer,
    decode,
    encode,
)
from tests.guards import PATIENCE_S


def answer_with(end: MemoryTransport, dictionary: bytes) -> None:
    """Speak the link and page *dictionary*, as some other device might, until the host goes."""
    link = DeviceLink(lambda: SyncAnswer(1, 0, PROTOCOL, 8, zlib.crc32(dictionary)))
    with contextlib.suppress(ConnectionLostError):
        while True:
            now = time.monotonic()
            events = link.receive(end.read(), now)
            bodies = [item.body for item in events if isinstance(item, Delivered)]
            for question in [item for item in map(decode, bodies) if isinstance(item, Identify)]:
                page = IdentifyPage(question.tag, len(dictionary), question.offset, dictionary)
                link.send(encode(page))
            end.write(b"".join(link.frames(now)))
            select.select([end], [], [], 0.05)
    end.close()


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[TableClient]:
    host, device = pair()
    thread = threading.Thread(target=answer_with, args=(device, b"coffee machine"))
    thread.start()
    ports = iter([host])
    with TableClient("memory", tmp_path / "j", Environment(lambda: _next(ports))) as client:
        yield client
    thread.join()


def _next(ports: Iterator[MemoryTransport]) -> MemoryTransport:
    """Return the port the first time, then none."""
    try:
        return next(ports)
    except StopIteration:
        raise ConnectionLostError("memory") from None


def test_a_device_that_is_no_table_is_told_apart(stranger: TableClient) -> None:
    with pytest.raises(WrongDeviceError, match="no table of ours"):
        stranger.wait_ready(PATIENCE_S, patient=False)
    with pytest.raises(WrongDeviceError):
        stranger.roll_dice()


def test_closing_twice_is_no_harm(stranger: TableClient) -> None:
    stranger.close()
    stranger.close()


def test_a_port_on_which_nothing_has_arrived_gives_nothing_at_once() -> None:
    near, far = pair()
    with contextlib.closing(near), contextlib.closing(far):
        assert near.read() == b""
