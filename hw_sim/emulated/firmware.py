"""The board's C for real microcontrollers: which sources and compilers make which program."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import firmware_bridge.board
from firmware_bridge.board.c_dictionary import EXAMPLE, c_dictionary

BOARD: Final = Path(firmware_bridge.board.__file__).parent
PORTS: Final = BOARD / "ports"
STRICT: Final = (
    *("-Os", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic"),
    *("-ffunction-sections", "-fdata-sections"),
)
SMALL: Final = (
    *("-DTLB_WINDOW=4", "-DTLB_RECEIVE_WINDOW=3", "-DTLB_QUEUE=8", "-DTLB_EVENTS=16"),
    *("-DTLB_RESULTS=16", "-DTLB_HELD=254", "-DTLB_HOSTS=4", "-DTLB_LOG=8", "-DTLB_ZONES=2"),
    "-DTLB_SLOT=128",
)
"""Sizes for a chip with 8 to 16 KB of memory."""
ARM_TOOLS: Final = ("qemu-system-arm", "gcc-arm-none-eabi")
"""Debian's packages for ARM; the first brings the emulator of the same name."""
AVR_TOOLS: Final = ("gcc-avr", "avr-libc")
PATIENT: Final = ("-DWATCHDOG_MS=300000",)
"""The emulator runs in real time: on a busy computer a short watchdog would reset needlessly."""
NOTED: Final = ("-include", str(PORTS / "expander.h"), "-DPORT_NOTE=expander_tell")
"""Tells by the wires, too, when memory is written and when frames end: to measure by."""


class ToolMissingError(Exception):
    """A compiler or an emulator is not installed; says which package brings it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A microcontroller that the board is compiled for."""

    compiler: str
    core: tuple[str, ...]
    """What the compiler has to know of it."""
    sources: tuple[str, ...]
    """Of its port, beside `main.c`; none where only the board itself is compiled."""
    packages: tuple[str, ...] = ARM_TOOLS
    memory: str = ""
    """Its linker script, where the compiler brings none."""
    dictionary: Path = EXAMPLE
    """What it says of itself."""
    more: tuple[str, ...] = ()
    """What it takes beside the commands of its dictionary."""

    @property
    def command(self) -> list[str]:
        """Return how sources are compiled for it."""
        core = [str(PORTS / part) if part == "cortex_m/include" else part for part in self.core]
        return [self.compiler, *STRICT, *core]

    @property
    def is_here(self) -> bool:
        """Whether its compiler is installed."""
        return shutil.which(self.compiler) is not None


def _cortex(core: str, port: str, wires: str, *more: str) -> Target:
    start = "cortex_m/start.c"
    flags = (f"-mcpu=cortex-{core}", "-mthumb", "-ffreestanding", "-I", "cortex_m/include")
    sources = (start, f"{port}/hal.c", wires, *more) if port else ()
    return Target("arm-none-eabi-gcc", flags, sources, memory=f"{port}/memory.ld" if port else "")


def _avr(chip: str, *wires: str, path: Path = EXAMPLE) -> Target:
    flags = (f"-mmcu={chip}", "-DF_CPU=16000000UL", *SMALL)
    return Target("avr-gcc", flags, ("avr/hal.c", *wires), AVR_TOOLS, dictionary=path)


@dataclass(frozen=True, slots=True)
class Program:
    """Compiled firmware."""

    target: str
    """One of `TARGETS`."""
    file: Path
    places: bytes = b""
    """What its two places for a program hold as it comes from the works, if it has them."""

    def sizes(self) -> tuple[int, int]:
        """Return how many bytes of flash and of memory it takes, without its stack."""
        tool = TARGETS[self.target].compiler.removesuffix("gcc") + "size"
        command = [tool, str(self.file)]
        run = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        text, data, bss = map(int, run.stdout.splitlines()[1].split()[:3])
        return text + data, data + bss


_WIRES: Final = ("on_expander.c", "expander.c", "at24c.c")
_BOX: Final = ("on_panel.c", "panel_on_expander.c", "expander.c", "at24c.c")
_MICROBIT: Final = _cortex("m0", "nrf51", "on_desk.c")
_SLOTS: Final = _cortex("m3", "mps2", *_WIRES, "mps2/flash.c", "mps2/slots.c")
TARGETS: Final = {
    "mps2": _cortex("m3", "mps2", *_WIRES),
    "mps2-slots": replace(
        _SLOTS,
        core=(*_SLOTS.core, "-DPORT_FLASH=port_flash"),
        memory="mps2/slot.ld",
        more=("update",),
    ),
    "mps2-box": replace(_cortex("m3", "mps2", *_BOX), dictionary=PORTS / "box.json"),
    "microbit": Target(
        _MICROBIT.compiler, (*_MICROBIT.core, *SMALL), _MICROBIT.sources, memory=_MICROBIT.memory
    ),
    "cortex-m0plus": _cortex("m0plus", "", ""),
    "cortex-m4": _cortex("m4", "", ""),
    "atmega2560": _avr("atmega2560", "on_desk.c"),
    "atmega1284p": _avr("atmega1284p", "on_desk.c"),
    "atmega2560-box": _avr("atmega2560", "on_panel.c", "avr/panel.c", path=PORTS / "box.json"),
}
"""By the names that `jantaku demo --board` and the tests give them; one with slots is started by a
chooser (`hw_sim/emulated/slots.py`)."""


def compile_program(
    name: str, folder: Path, defines: Sequence[str] = (), version: str = ""
) -> Program:
    """Return the program for target *name*, compiled into *folder*; it says that it is *version*.

    Where the target is a core and no chip, that is the board alone, linked into one object. Raise
    `ToolMissingError` without its compiler, `CalledProcessError` where the sources are wrong.
    """
    target = TARGETS[name]
    if not target.is_here:
        raise ToolMissingError(
            f"{target.compiler} is missing: apt-get install {' '.join(target.packages)}"
        )
    dictionary = json.loads(target.dictionary.read_text("utf-8"))
    dictionary["commands"] += target.more
    dictionary["firmware"] = version or dictionary["firmware"]
    (folder / "dictionary.h").write_text(c_dictionary(dictionary), "utf-8")
    program = folder / f"{name}.elf"
    pattern = "wired/*.c" if "on_desk.c" in target.sources else "wired/wired_*.c"
    sources = [*sorted(BOARD.glob("*.c")), *sorted(BOARD.glob(pattern))]
    if "on_panel.c" in target.sources:
        sources += sorted(BOARD.glob("button_box/*.c"))
    sources += [PORTS / part for part in ("main.c", *target.sources) if target.sources]
    command = [*target.command, *defines, "-I", str(folder), *map(str, sources)]
    subprocess.run([*command, *_linker_flags(target), "-o", str(program)], check=True)  # noqa: S603
    return Program(name, program)


def _linker_flags(target: Target) -> list[str]:
    if not target.sources:
        return ["-nostdlib", "-r"]
    if not target.memory:
        return ["-Wl,--gc-sections"]
    scripts = ["-L", str(PORTS / "cortex_m"), "-T", str(PORTS / target.memory)]
    return ["-nostdlib", "-Wl,--gc-sections", *scripts, "-lgcc"]
