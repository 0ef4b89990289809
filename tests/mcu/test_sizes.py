"""Board and button box compile without a warning for six microcontrollers, and fit them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hw_sim.emulated.firmware import PORTS, TARGETS, compile_program

MOST = {
    "mps2": (24_100, 15_000),
    "mps2-slots": (24_700, 15_000),
    "mps2-box": (24_200, 15_000),
    "microbit": (25_500, 6_500),
    "cortex-m0plus": (22_100, 0),
    "cortex-m4": (21_400, 0),
    "atmega2560": (46_000, 7_000),
    "atmega1284p": (45_700, 7_000),
    "atmega2560-box": (46_000, 7_000),
}
"""Bytes of flash and of memory; a core without a chip has only code. The ATmega2560 has 8 KB, of
which a kilobyte is for the stack, the micro:bit 16. A second set of tiles and a faster line have
cost three kilobytes of code (on the AVR six and a half), and some hundred bytes of memory."""


MOST_LINES = 120
"""Of a chip's own file."""


@pytest.mark.mcu
@pytest.mark.parametrize("name", TARGETS)
def test_the_firmware_fits(name: str, tmp_path: Path) -> None:
    if not TARGETS[name].is_here:
        pytest.skip(f"no {TARGETS[name].compiler}")
    flash, memory = compile_program(name, tmp_path).sizes()
    assert (flash <= MOST[name][0], memory <= MOST[name][1]) == (True, True), (flash, memory)


@pytest.mark.parametrize("file", sorted(PORTS.glob("*/hal.c")), ids=lambda file: file.parent.name)
def test_what_a_chip_has_to_bring_stays_small(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= MOST_LINES
