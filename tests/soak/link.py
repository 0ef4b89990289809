"""The link's long runs: each function takes how long, and returns what was counted.

`make bench` and the tests run short forms, `make soak` those of `protocol.md` §8. The
worlds are those of the tests: a link over bad wires, and lives of a table in virtual time.
"""

from __future__ import annotations

import itertools
import os
import queue
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from firmware_bridge import (
    CommandRefusedError,
    LinkPhase,
    TableClient,
    TableEvent,
    TableState,
    open_table,
)
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.wire.frame import Deframer, Frame, FrameType
from firmware_bridge.wire.messages import GetStatus, encode
from hw_sim.board.device import Device
from hw_sim.faults.wire import WireFaults
from hw_sim.table import SimTable
from tests.firmware_bridge.rig import Rig
from tests.hw_sim.host import Schedule

Figures = dict[str, Any]

FACES: Final = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
"""34 tiles, the smallest set."""

JOBS_A_LIFE: Final = 3
CHUNK: Final = 4_096
STALE: Final = 802
TRIES: Final = 10
LOOK_S: Final = 0.1
NOISY: Final = WireFaults(flip=0.01)
WORSE: Final = WireFaults(flip=0.1, lose=0.02, duplicate=0.02)
STUBBORN: Final = LinkTiming(tries=40, silence_s=60.0)
"""For a wire on which a real host would give up and open a new session."""

BAD: Final = WireFaults(flip=0.02, lose=0.02, duplicate=0.02)
BURN: Final = "while True: pass"
SIM: Final = "from kiosk.cli import main; main(['sim'])"
GOOD_FRAME: Final = Frame(FrameType.TELEM, 7, body=encode(GetStatus(1))).to_bytes()


def frames(count: int, faults: WireFaults, timing: LinkTiming | None = None) -> Figures:
    """Send commands until *count* frames have crossed; count what was lost, doubled, swapped."""
    rig = Rig(faults, timing=timing)
    rig.open()
    begin, sent_count, batch = time.perf_counter(), 0, 2_000
    while rig.down.carried + rig.up.carried < count:
        for number in range(sent_count, sent_count + batch):
            rig.host.send(number.to_bytes(4, "little") * 4)
        sent_count += batch
        rig.run(lambda: rig.host.channel.window.is_idle, 1e6)
    got = [int.from_bytes(body[:4], "little") for body in rig.bodies(rig.device_got)]
    return {
        "frames": rig.down.carried + rig.up.carried,
        "damaged": rig.down.damaged + rig.up.damaged,
        "commands": sent_count,
        "lost": len(set(range(sent_count)) - set(got)),
        "doubled": len(got) - len(set(got)),
        "reordered": sum(later < earlier for earlier, later in itertools.pairwise(got)),
        "seconds": round(time.perf_counter() - begin, 1),
    }


def damaged_frames(count: int, seed: int = 1) -> Figures:
    """Damage *count* frames in all ways that a wire knows; count those taken for good ones."""
    rng = random.Random(seed)  # repeatable damage
    whole = Frame(FrameType.DATA, 7, 3, 5, 0, bytes(range(40))).to_bytes()
    deframer, accepted, begin = Deframer(), 0, time.perf_counter()
    for _ in range(count):
        packet = bytearray(whole[1:-1])
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            packet[rng.randrange(len(packet))] ^= 1 << rng.randrange(8)
        if rng.random() < 0.3:
            del packet[rng.randrange(len(packet))]
        if bytes(packet) != whole[1:-1]:
            accepted += sum(
                frame.to_bytes() != whole for frame in deframer.feed(b"\0" + packet + b"\0")
            )
    return {
        "damaged": count,
        "accepted": accepted,
        "seconds": round(time.perf_counter() - begin, 1),
    }


def schedules(count: int, first: int = 0) -> Figures:
    """Live *count* random lives of unplugging, reboots, resets and torn writes."""
    ends: Counter[str] = Counter()
    twice = lied = 0
    begin = time.perf_counter()
    for seed in range(first, first + count):
        life = Schedule(seed, BAD if seed % 2 else WireFaults())
        for _ in range(JOBS_A_LIFE):
            end = life.drop_job().name.lower()
            runs = life.runs[life.op]
            ends[end] += 1
            twice += runs > 1
            lied += runs != 1 if end == "done" else runs != 0 if end == "not_seen" else False
        life.device.places.check()
    return {
        "schedules": count,
        "jobs": count * JOBS_A_LIFE,
        "run_twice": twice,
        "told_otherwise_than_it_was": lied,
        "ends": " ".join(f"{name} {number}" for name, number in ends.most_common()),
        "seconds": round(time.perf_counter() - begin, 1),
    }


def replugs(count: int) -> Figures:
    """Pull the cable of a table *count* times; time the news and the return, look for growth."""
    notices, back = [], []
    with _table_and_client() as (table, client):
        events: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(events.put)
        sizes = []
        for cycle in range(count + 1):
            begin = time.perf_counter()
            table.unplug()
            _wait_for(events, LinkPhase.LOST)
            notices.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            table.plug_in()
            _wait_for(events, LinkPhase.READY)
            client.status()
            back.append(time.perf_counter() - begin)
            if cycle in (count // 10, count):
                sizes.append(_holdings())
    before, after = sizes[0], sizes[-1]
    return {
        "replugs": count,
        "seen_p50_ms": _ms(statistics.median(notices)),
        "seen_worst_ms": _ms(max(notices)),
        "usable_p50_ms": _ms(statistics.median(back)),
        "usable_worst_ms": _ms(max(back)),
        "more_threads": after[0] - before[0],
        "more_descriptors": after[1] - before[1],
        "more_memory_kib": after[2] - before[2],
    }


def latency_under_load(requests: int) -> Figures:
    """Time *requests* over a pseudo-terminal while other processes burn every core."""
    with (
        _own_process() as port,
        tempfile.TemporaryDirectory() as folder,
        open_table(port, journal=Path(folder) / "journal") as client,
    ):
        calm = _round_trips(client, requests)
        with _burning(os.cpu_count() or 1):
            busy = _round_trips(client, requests)
    return {
        "requests": requests,
        "load_average": round(os.getloadavg()[0], 1),
        "calm_p50_ms": _ms(statistics.median(calm)),
        "calm_p99_ms": _ms(_p99(calm)),
        "all_cores_busy_p50_ms": _ms(statistics.median(busy)),
        "all_cores_busy_p99_ms": _ms(_p99(busy)),
    }


def estops(count: int) -> Figures:
    """Stop a build *count* times while another thread asks without pause."""
    times = []
    with _table_and_client(speed=20.0) as (table, client):
        over = threading.Event()
        flood = threading.Thread(target=_ask_on, args=(client, over))
        flood.start()
        try:
            for _ in range(count):
                _start_build(client)
                begin = time.perf_counter()
                client.estop()
                assert table.wait_for(lambda sim: sim.state is TableState.SAFETY, 5)
                times.append(time.perf_counter() - begin)
                table.release_stop()
                client.clear_fault(701)
                assert table.wait_for(lambda sim: sim.state in _AT_REST, 20)
        finally:
            over.set()
            flood.join()
    return {
        "stops": count,
        "p50_ms": _ms(statistics.median(times)),
        "p99_ms": _ms(_p99(times)),
        "worst_ms": _ms(max(times)),
    }


def fuzz(count: int, seed: int = 1) -> Figures:
    """Pour *count* random bytes into deframer and board; the next good frame must come through."""
    rng = random.Random(seed)  # repeatable noise
    deframer, device = Deframer(), Device(FACES, seed)
    begin, poured, missed, move_count = time.perf_counter(), 0, 0, 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while poured < count:
        noise = rng.randbytes(CHUNK)
        poured += CHUNK
        deframer.feed(noise)
        missed += not any(frame.body for frame in deframer.feed(b"\0" + GOOD_FRAME))
        device.receive(noise, poured * 1e-6)
        device.frames(poured * 1e-6)
        move_count += device.machine.kind is not None
    return {
        "bytes": poured,
        "good_frames_missed": missed,
        "times_the_table_moved": move_count,
        "runs_of_noise": deframer.bad,
        "more_memory_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before,
        "seconds": round(time.perf_counter() - begin, 1),
    }


_AT_REST: Final = (TableState.IDLE, TableState.READY, TableState.PLAY)


@contextmanager
def _table_and_client(speed: float = 1.0) -> Iterator[tuple[SimTable, TableClient]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        SimTable(FACES, speed=speed) as table,
        open_table(table.port, journal=Path(folder) / "journal") as client,
    ):
        yield table, client


@contextmanager
def _own_process() -> Iterator[str]:
    """Give the port of a simulated table that runs in a process of its own."""
    command = [sys.executable, "-c", SIM]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as sim:
        assert sim.stdout is not None
        try:
            yield sim.stdout.readline().split("port ")[1].strip()
        finally:
            sim.terminate()


@contextmanager
def _burning(cores: int) -> Iterator[None]:
    burners = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(cores)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def _round_trips(client: TableClient, count: int) -> list[float]:
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        client.status()
        times.append(time.perf_counter() - begin)
    return times


def _start_build(client: TableClient) -> None:
    """Start a build; that the state has just changed (802) is a reason to look and try again."""
    for _ in range(TRIES):
        try:
            client.next_hand()
        except CommandRefusedError as refused:
            if refused.fault.code != STALE:
                raise
            client.status()
        else:
            return
    raise AssertionError(f"the state went on changing through {TRIES} tries")


def _ask_on(client: TableClient, over: threading.Event) -> None:
    while not over.is_set():
        client.status()


def _wait_for(events: queue.Queue[TableEvent], phase: LinkPhase) -> None:
    while events.get(timeout=10).phase is not phase:
        continue


def _holdings() -> tuple[int, int, int]:
    """Return threads, open descriptors and resident KiB of this process.

    The simulated table opens a descriptor for each wait; the most of some looks is with it.
    """
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    handles, end = 0, time.perf_counter() + LOOK_S
    while time.perf_counter() < end:
        handles = max(handles, len(list(Path("/proc/self/fd").iterdir())))
    return threading.active_count(), handles, pages * 4


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]
