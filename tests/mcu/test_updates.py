"""Another program over the line: written, checked, started on trial, and left where it fails."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import TableClient
from firmware_bridge.wire.codes import JobState, ResetCause, TableState
from hw_sim.emulated.firmware import PATIENT, Program
from hw_sim.emulated.slots import PLACE, chip_with, image
from hw_sim.emulated.table import EmulatedTable
from tests.mcu.rig import (
    drive,
    lock,
    restart,
    retry_over_link,
    runs_version,
    takes_program,
    throw,
    unlock,
)

pytestmark = pytest.mark.mcu
OLD, NEW = "1.1.0", "2.0.0"
STARTS_AT = 0x00100000 + 4 * 32
HANGS = struct.pack("<32I", 0x20010000, *[STARTS_AT | 1] * 31) + struct.pack("<H", 0xE7FE) * 100
"""Vectors, then nothing but a jump to itself: it listens to nobody, and tells no watchdog."""


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, bytes]:
    """Return a chip that has its first program, and the next one."""
    folder = tmp_path_factory.mktemp("places")
    first = image(folder, PATIENT, OLD)
    return chip_with(first, folder), image(folder, PATIENT, NEW)


@pytest.fixture
def locked_table(
    programs: tuple[Program, bytes], tmp_path: Path
) -> Iterator[tuple[EmulatedTable, TableClient]]:
    """Yield a table that is locked, as one has to be for an update, and its client."""
    with drive(programs[0], tmp_path) as (table, client):
        lock(table, client)
        yield table, client


def ignore_progress(_: float) -> None:
    """Show nobody how far it has come."""


def test_a_program_comes_in_over_the_line_and_stays(
    programs: tuple[Program, bytes], locked_table: tuple[EmulatedTable, TableClient]
) -> None:
    table, client = locked_table
    assert runs_version(client, OLD)
    retry_over_link(client, lambda: client.update(programs[1], ignore_progress))
    assert runs_version(client, NEW)
    assert unlock(client) is TableState.IDLE
    assert throw(client) is JobState.DONE
    restart(client, lambda: table.reset(ResetCause.POWER))
    assert runs_version(client, NEW)


def test_a_program_that_hangs_is_left_for_the_one_before(
    locked_table: tuple[EmulatedTable, TableClient],
) -> None:
    _, client = locked_table
    retry_over_link(client, lambda: client.update(HANGS, ignore_progress))
    assert runs_version(client, OLD)
    assert unlock(client) is TableState.IDLE


def test_an_update_that_the_power_cuts_off_leaves_the_program_as_it_was(
    programs: tuple[Program, bytes], locked_table: tuple[EmulatedTable, TableClient]
) -> None:
    table, client = locked_table

    def cut_at_half(share: float) -> None:
        if 0.5 <= share < 0.52:
            table.reset(ResetCause.POWER)

    assert not takes_program(client, programs[1], cut_at_half)
    assert runs_version(client, OLD)
    retry_over_link(client, lambda: client.update(programs[1], ignore_progress))
    assert runs_version(client, NEW)


def test_a_place_that_went_bad_is_left_for_the_other_one(
    programs: tuple[Program, bytes], locked_table: tuple[EmulatedTable, TableClient]
) -> None:
    table, client = locked_table
    retry_over_link(client, lambda: client.update(programs[1], ignore_progress))
    assert runs_version(client, NEW)
    with table.emulated.chip.places.open("r+b") as file:
        file.seek(PLACE + 100)
        byte = file.read(1)
        file.seek(PLACE + 100)
        file.write(bytes([byte[0] ^ 1]))
    restart(client, lambda: table.reset(ResetCause.POWER))
    assert runs_version(client, OLD)
