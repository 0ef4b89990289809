"""Measure the link to the table over a real serial port: round trips and frames per second."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from firmware_bridge.client import open_table
from firmware_bridge.link.endpoint import Delivered, DeviceLink, HostLink, LinkState
from firmware_bridge.wire.frame import Frame, FrameType
from firmware_bridge.wire.messages import PROTOCOL, SyncAnswer
from hw_sim.table import SimTable
from tests.soak.trials import PARTS

ROUND_TRIPS: Final = 2_000
WARM_UP: Final = 200
FRAMES: Final = 20_000
PARTS_OF_SOAK: Final = {
    "frames at 1 % corruption": 0.1,
    "frames at 10 % corruption": 0.2,
    "damaged frames": 0.02,
    "schedules": 0.03,
    "replugs": 0.03,
    "silences and restarts": 0.1,
    "latency": 0.2,
    "emergency stops": 0.1,
    "random bytes": 0.2,
    "random bytes and forged frames": 0.05,
    "builds with 1 % faults": 0.02,
}
"""How much of its full length each run of `make soak` gets here."""

FACES: Final = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
BODY: Final = bytes(32)


def measure() -> dict[str, Any]:
    """Return the figures of the link.

    A round trip is a whole status request: calling thread, I/O thread, serial port,
    simulated table and back. The inner groups are short forms of `make soak`.
    """
    times = sorted(_round_trips_us())
    return {
        "round_trips": len(times),
        "round_trip_p50_us": round(statistics.median(times), 1),
        "round_trip_p99_us": round(times[len(times) * 99 // 100], 1),
        "round_trips_per_s": round(1e6 * len(times) / sum(times)),
        "frames_coded_per_s": round(_frames_coded_per_s()),
        "bodies_through_both_links_per_s": round(_bodies_per_s()),
        **{name: run(PARTS_OF_SOAK[name]) for name, run in PARTS.items() if name in PARTS_OF_SOAK},
    }


def _round_trips_us() -> list[float]:
    """Return how long each of the status requests took, in microseconds."""
    times = []
    with (
        tempfile.TemporaryDirectory() as folder,
        SimTable(FACES) as table,
        open_table(table.port, journal=Path(folder) / "journal") as client,
    ):
        for number in range(WARM_UP + ROUND_TRIPS):
            begin = time.perf_counter()
            client.status()
            if number >= WARM_UP:
                times.append(1e6 * (time.perf_counter() - begin))
    return times


def _frames_coded_per_s() -> float:
    """Return how many frames of 32 bytes are written and read in a second, by one core."""
    link = DeviceLink(lambda: SyncAnswer(1, 0, PROTOCOL, 8, 0))
    begin = time.perf_counter()
    for number in range(FRAMES):
        frame = Frame(FrameType.DATA, 1, number % 256, 0, 0, BODY)
        link.channel.deframer.feed(frame.to_bytes())
    return FRAMES / (time.perf_counter() - begin)


def _bodies_per_s() -> float:
    """Return how many reliable bodies pass from link to link in a second, without a wire."""
    host = HostLink(1, 0.0)
    device = DeviceLink(lambda: SyncAnswer(1, 0, PROTOCOL, 8, 0))
    now, deliveries = 0.0, 0
    for _ in range(FRAMES):
        host.send(BODY)
    begin = time.perf_counter()
    while deliveries < FRAMES:
        now += 0.001
        got = device.receive(b"".join(host.frames(now)), now)
        deliveries += sum(isinstance(happening, Delivered) for happening in got)
        host.receive(b"".join(device.frames(now)), now)
        assert host.state is LinkState.OPEN, "a wire without faults"
    return deliveries / (time.perf_counter() - begin)
