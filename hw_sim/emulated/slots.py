"""A chip with two places for a program: what it starts with, and what the works put into it."""

from __future__ import annotations

import struct
import subprocess
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hw_sim.emulated.firmware import PORTS, TARGETS, Program, compile_program

SLOTS: Final = "mps2-slots"
PLACE: Final = 0x80000
"""Bytes of a place."""
RECORD: Final = struct.Struct("<7I")
"""Number, running place, starts of a trial, both sizes, both checksums; its own follows."""
CHOOSER: Final = ("chooser.c", "slots.c")


def image(folder: Path, defines: Sequence[str] = (), version: str = "") -> bytes:
    """Return the program for either place, as an update brings it.

    Raise `ToolMissingError` without its compiler.
    """
    program = compile_program(SLOTS, folder, defines, version).file
    raw = folder / "image.bin"
    tool = TARGETS[SLOTS].compiler.removesuffix("gcc") + "objcopy"
    command = [tool, "-O", "binary", str(program), str(raw)]
    subprocess.run(command, check=True)  # noqa: S603
    return raw.read_bytes()


def chip_with(first: bytes, folder: Path) -> Program:
    """Return what a chip starts with whose first place holds *first*, compiled into *folder*."""
    chooser = folder / "chooser.elf"
    sources = [PORTS / "mps2" / name for name in CHOOSER] + [PORTS / "cortex_m" / "start.c"]
    script = ["-nostdlib", "-L", str(PORTS / "cortex_m"), "-T", str(PORTS / "mps2/chooser.ld")]
    command = [*TARGETS[SLOTS].command, *map(str, sources), *script, "-lgcc"]
    subprocess.run([*command, "-o", str(chooser)], check=True)  # noqa: S603
    record = RECORD.pack(2, 0, 0, len(first), 0, zlib.crc32(first), 0)
    record += struct.pack("<I", zlib.crc32(record))
    return Program(SLOTS, chooser, first.ljust(2 * PLACE, b"\xff") + record)
