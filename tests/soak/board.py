"""The reference board in C at length: noise, and lives with everything that goes wrong.

It is compiled so that a wrong read, write or shift ends the program, and with it the run.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from firmware_bridge.wire.codes import JobState
from firmware_bridge.wire.frame import BUFFER_CAP, Deframer
from hw_sim.faults.wire import WireFaults
from tests.hw_sim.board.c_schedule import CompiledSchedule, on_desk
from tests.hw_sim.c_board import CompiledBoard, compiled, compiler
from tests.hw_sim.virtual_host import VirtualHost
from tests.soak.nonsense import spoilt_frames

CHUNK: Final = 50_000
TURN_S: Final = 0.01
JOBS_A_LIFE: Final = 5
CABLES: Final = (WireFaults(), WireFaults(flip=0.02, lose=0.02, duplicate=0.02))
NO_COMPILER: Final = {"not_run": "no C compiler here: install cc, gcc or clang"}


def noise(count: int, seed: int = 1) -> dict[str, Any]:
    """Feed *count* random bytes and spoilt frames; say whether the board counted and listens."""
    if compiler() is None:
        return dict(NO_COMPILER)
    rng = random.Random(seed)
    ours, fed = Deframer(), 0
    with tempfile.TemporaryDirectory() as folder, _board(folder, seed) as board:
        while fed < count:
            data = rng.randbytes(CHUNK) if rng.random() < 0.5 else spoilt_frames(rng)
            data += rng.randbytes(2 * BUFFER_CAP).replace(b"\0", b"\1")  # no run is left open
            ours.feed(data)
            board.receive(data, TURN_S * fed / CHUNK)
            board.frames(0.0)
            fed += len(data)
        bad, _foreign = board.dropped()
        listens = VirtualHost(on_desk(board), seed).wait_up(10.0)
    return {"bytes": fed, "runs_dropped": bad, "counted_otherwise": abs(bad - ours.bad),
            "deaf": int(not listens)}  # fmt: skip


def schedules(count: int) -> dict[str, Any]:
    """Live *count* random lives; a motion that begins twice ends the run with an error."""
    if compiler() is None:
        return dict(NO_COMPILER)
    ends: Counter[JobState] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        for seed in range(count):
            with CompiledBoard(program, seed) as board:
                ends += CompiledSchedule(board, seed, CABLES[seed % 2]).jobs(JOBS_A_LIFE)
    return {"lives": count, **{state.name.lower(): times for state, times in sorted(ends.items())}}


def _board(folder: str, seed: int) -> CompiledBoard:
    return CompiledBoard(compiled(Path(folder)), seed)
