"""Compiled firmware on the emulated Cortex-M3 at length: power cuts, bad cables, updates."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from firmware_bridge import TableClient
from firmware_bridge.wire.codes import JobState, ResetCause
from hw_sim.emulated.firmware import NOTED, PATIENT, Program, ToolMissingError, compile_program
from hw_sim.emulated.slots import chip_with, image
from hw_sim.emulated.table import EmulatedTable
from hw_sim.emulated.wiring import Line
from tests.mcu.rig import (
    DAMAGE,
    MOST_CHANGES,
    count_motor_starts,
    drive,
    lock,
    runs_version,
    takes_program,
    throw,
    unlock,
)
from tests.mcu.rig import throw_through_cut as cut_throw
from tests.mcu.test_power import OUTCOMES

FAST: Final = 2_000.0


def power_cuts(count: int, seed: int = 1) -> dict[str, Any]:
    """Cut the power in *count* throws; say how many turned the motor twice, or were told wrong."""
    rng, ends = random.Random(seed), Counter[JobState]()
    twice = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        program = _program(Path(name))
        if program is None:
            return dict(NO_TOOLS)
        with drive(program, Path(name)) as (table, client):
            for moment in rng.choices(range(MOST_CHANGES), k=count):
                end, starts = cut_throw(table, client, moment)
                ends[end] += 1
                twice += starts > 1
                wrong += (end, min(starts, 1)) not in OUTCOMES
                unlock(client)
    counts = {state.name.lower(): times for state, times in sorted(ends.items())}
    return {"cuts": count, "twice": twice, "wrong": wrong, **counts}


def operations(count: int) -> dict[str, Any]:
    """Throw *count* times over a bad cable; say how many motors turned too many or too few."""
    with tempfile.TemporaryDirectory() as name:
        program = _program(Path(name))
        if program is None:
            return dict(NO_TOOLS)
        with drive(program, Path(name), FAST) as (table, client):
            table.spoil_wire(DAMAGE)
            success_count = sum(throw(client) is JobState.DONE for _ in range(count))
            starts = count_motor_starts(table, Line.DICE)
    return {"ops": count, "not_done": count - success_count, "differing": abs(starts - count)}


def updates(count: int, seed: int = 1) -> dict[str, Any]:
    """Cut the power in *count* updates; say how often the board ran another program than it must.

    That is the one before until all of the new one has come and was started.
    """
    rng = random.Random(seed)
    success_count = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            images = {version: image(folder, PATIENT, version) for version in VERSIONS}
            program = chip_with(images[VERSIONS[0]], folder)
        except ToolMissingError:
            return dict(NO_TOOLS)
        with drive(program, folder) as (table, client):
            lock(table, client)
            for _ in range(count):
                wish = VERSIONS[(success_count + 1) % 2]
                success_count += _takes(table, client, images[wish], rng.uniform(0, REACH))
                wrong += not runs_version(client, VERSIONS[success_count % 2])
    return {"updates": count, "cut_off": count - success_count, "wrong": wrong}


def _takes(table: EmulatedTable, client: TableClient, program: bytes, moment: float) -> bool:
    """Return whether the board takes *program* though its power is cut once that share has come."""
    cuts = iter((True,))

    def show(share: float) -> None:
        if share >= moment and next(cuts, False):
            table.reset(ResetCause.POWER)

    return takes_program(client, program, show)


VERSIONS: Final = ("1.1.0", "2.0.0")
REACH: Final = 1.25
"""One update in five is not cut off."""
NO_TOOLS: Final = {"not_run": "no compiler for ARM or no QEMU here"}


def _program(folder: Path) -> Program | None:
    try:
        return compile_program("mps2", folder, (*PATIENT, *NOTED))
    except ToolMissingError:
        return None
