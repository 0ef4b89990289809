"""A microcontroller under QEMU: its line to the host, its wires, its memory in a file."""

from __future__ import annotations

import secrets
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hw_sim.emulated.firmware import Program, ToolMissingError

QEMU: Final = "qemu-system-arm"
EEPROM: Final = 4096
"""Bytes of the AT24C32 on the board."""
PSRAM: Final = 1 << 24
"""Bytes of the memory on the MPS2 that stands for a flash."""
CHUNK: Final = 65_536


@dataclass(frozen=True, slots=True)
class Emulation:
    """How QEMU is to emulate a board."""

    machine: str
    wires: bool
    """Whether a second UART leads to the wires of a table."""
    store: tuple[str, ...]
    """Its options for the memory that survives, in `{file}`."""
    places: str = ""
    """The memory of the machine that holds its places for a program, in `{places}`."""
    starts: int = 0
    """Where in it the count of starts begins, behind the slots: the works write a number of chance
    there, so that no two boards have the same numbers; 0 where that is beyond the file."""


_MPS2: Final = Emulation(
    "mps2-an385",
    wires=True,
    store=(
        *("-drive", "if=none,id=cells,file={file},format=raw,cache=writeback"),
        "-device",
        f"at24c-eeprom,bus=i2c,address=0x50,rom-size={EEPROM},drive=cells",
    ),
    starts=1024,
)
EMULATIONS: Final = {
    "mps2": _MPS2,
    "mps2-box": _MPS2,
    "mps2-slots": replace(
        _MPS2,
        machine="mps2-an385,memory-backend=places",
        places=f"memory-backend-file,id=places,size={PSRAM},mem-path={{places}},share=on",
    ),
    "microbit": Emulation(
        "microbit", wires=False, store=("-device", "loader,file={file},addr=0x3EC00,force-raw=on")
    ),
}
"""By the names of `TARGETS`; the flash of the micro:bit forgets at power-off."""


class Chip:
    """One chip on its board, switched off at first."""

    def __init__(self, program: Program, folder: Path) -> None:
        """Take *program*, and keep what it remembers in *folder*.

        Raise `ToolMissingError` without QEMU.
        """
        if shutil.which(QEMU) is None:
            raise ToolMissingError(f"{QEMU} is missing: apt-get install {QEMU}")
        self.target = program.target
        """For which of `TARGETS` its program was compiled."""
        self._emulation = EMULATIONS[program.target]
        self._program = program.file
        self.cells = folder / "cells.bin"
        """The memory that survives, as a file."""
        self.places = folder / "places.bin"
        """Its places for a program, as a file."""
        self._first = program.places
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._wires: socket.socket | None = None

    def power_on(self) -> None:
        """Switch it on, with memory as it comes from the works where it has none yet."""
        if not self.cells.exists():
            blank = bytearray(b"\xff" * EEPROM)
            if starts := self._emulation.starts:
                blank[starts : starts + 4] = secrets.token_bytes(4)
            self.cells.write_bytes(blank)
        if self._first and not self.places.exists():
            self.places.write_bytes(self._first.ljust(PSRAM, b"\xff"))
        self._line, line = socket.socketpair()
        ends = [line]
        if self._emulation.wires:
            self._wires, wires = socket.socketpair()
            ends.append(wires)
        command = [*self._command(), *self._ports(ends)]
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the emulator found here
                command,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[end.fileno() for end in ends],
            )
        finally:
            for end in ends:
                end.close()
        for ours in (self._line, self._wires):
            if ours is not None:
                ours.setblocking(False)

    def power_off(self) -> bytes:
        """Take its power away, whatever it is doing; return what its outputs did up to then."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        last = self.outputs()
        for end in (self._line, self._wires):
            if end is not None:
                end.close()
        self._line = self._wires = None
        return last

    def handles(self) -> list[int]:
        """Return the descriptors that become readable when the chip says something."""
        return [end.fileno() for end in (self._line, self._wires) if end is not None]

    def hear(self) -> bytes:
        """Return what it has sent to its host."""
        return _receive(self._line)

    def say(self, data: bytes) -> None:
        """Send *data* as its host does; what it cannot take is lost, as on a UART."""
        _send(self._line, data)

    def outputs(self) -> bytes:
        """Return what its outputs have done."""
        return _receive(self._wires)

    def inputs(self, data: bytes) -> None:
        """Let its inputs change."""
        _send(self._wires, data)

    def _command(self) -> list[str]:
        store = [part.format(file=self.cells) for part in self._emulation.store]
        if self._emulation.places:
            store += ["-object", self._emulation.places.format(places=self.places)]
        head = [QEMU, "-M", self._emulation.machine, "-nodefaults", "-display", "none"]
        return [*head, "-monitor", "none", "-kernel", str(self._program), *store]

    def _ports(self, ends: Sequence[socket.socket]) -> list[str]:
        options = []
        for number, end in enumerate(ends):
            options += ["-chardev", f"socket,id=port{number},fd={end.fileno()}"]
            options += ["-serial", f"chardev:port{number}"]
        return options


def _receive(end: socket.socket | None) -> bytes:
    if end is None:
        return b""
    data = b""
    with suppress(OSError):  # no more has come, or the chip is gone
        while part := end.recv(CHUNK):
            data += part
    return data


def _send(end: socket.socket | None, data: bytes) -> None:
    if end is None or not data:
        return
    with suppress(OSError):
        end.sendall(data)
