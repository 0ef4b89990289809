"""The firmware on an emulated ATmega2560: a hand, the stop, a power cut in the middle of a job."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import TableClient, open_table
from firmware_bridge.jobs.job import DiceResult, WallsResult
from firmware_bridge.wire.codes import JobState, TableState
from hw_sim.emulated.firmware import TARGETS, compile_program
from tests.guards import PATIENCE_S
from tests.hw_sim.c_board import compiler
from tests.mcu.rig import reaches_state, unlock, wait_for_end

HERE = Path(__file__).parent
CHIP = "atmega2560"
HEADER = Path("/usr/include/simavr/sim_avr.h")
IS_HERE = HEADER.exists() and TARGETS[CHIP].is_here and compiler() is not None
pytestmark = [
    pytest.mark.mcu,
    pytest.mark.skipif(not IS_HERE, reason="no emulated AVR: needs gcc-avr and libsimavr-dev"),
]


class Avr:
    """A chip on its line, with its EEPROM in a file; switched on until `close`."""

    def __init__(self, machine: Path, firmware: Path, folder: Path) -> None:
        self._command = [str(machine), str(firmware), CHIP, str(folder / "eeprom.bin")]
        self._ours, self._theirs = pty.openpty()
        for end in (self._ours, self._theirs):
            tty.setraw(end)
        self.port = os.ttyname(self._theirs)
        self.power_on()

    def power_on(self) -> None:
        self._process = subprocess.Popen(self._command, stdin=self._ours, stdout=self._ours)

    def power_off(self) -> None:
        assert self._process.poll() is None, "the emulator ended by itself"
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.power_off()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the emulator, made of `avr_machine.c` and simavr, and the firmware."""
    folder = tmp_path_factory.mktemp("avr")
    machine, source = folder / "avr_machine", HERE / "avr_machine.c"
    cc = shutil.which(compiler() or "cc") or "cc"
    warnings = ("-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run([cc, *warnings, str(source), "-lsimavr", "-o", str(machine)], check=True)
    return machine, compile_program(CHIP, folder, ("-DDESK_PACE=10",)).file


@pytest.fixture
def avr(programs: tuple[Path, Path], tmp_path: Path) -> Iterator[Avr]:
    chip = Avr(*programs, tmp_path)
    yield chip
    chip.close()


@pytest.fixture
def client(avr: Avr, tmp_path: Path) -> Iterator[TableClient]:
    with open_table(avr.port, journal=tmp_path / "journal", wait_s=PATIENCE_S) as host:
        yield host


def test_an_atmega_builds_walls_and_throws_dice(client: TableClient) -> None:
    assert client.next_hand().wait(PATIENCE_S) == WallsResult((17, 17, 17, 17))
    assert isinstance(client.roll_dice(3).wait(PATIENCE_S), DiceResult)
    assert client.status().state is TableState.PLAY


def test_a_stop_on_an_atmega_outlasts_its_power(avr: Avr, client: TableClient) -> None:
    job = client.build()
    client.estop()
    assert wait_for_end(job) is JobState.FAILED
    assert reaches_state(client, TableState.SAFETY)
    avr.power_off()
    avr.power_on()
    assert reaches_state(client, TableState.LOCKOUT)


def test_a_build_that_an_atmega_lost_its_power_in_is_told_and_never_repeated(
    avr: Avr, client: TableClient
) -> None:
    job = client.build()
    assert reaches_state(client, TableState.BUILDING)
    avr.power_off()
    avr.power_on()
    assert wait_for_end(job) is JobState.INTERRUPTED
    assert reaches_state(client, TableState.LOCKOUT)
    assert unlock(client) is TableState.IDLE
    stats = client.stats()
    assert stats is not None
    assert (stats.builds, stats.resets) == (0, 2)
