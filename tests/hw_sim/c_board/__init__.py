"""The reference board in C (`firmware_bridge/board`), compiled and driven in anybody's time.

It stands where a `Device` of the simulator does: bytes in, bytes out, a deadline. Its memory
cells are kept here, so that the power may go in the middle of a write.
"""

from __future__ import annotations

import json
import random
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from firmware_bridge.board import c_header
from firmware_bridge.board.c_dictionary import EXAMPLE
from firmware_bridge.wire.codes import JobKind, ResetCause
from firmware_bridge.wire.frame import BAUD
from hw_sim.board.firmware import Uart
from hw_sim.board.ops import Eeprom, PowerCut

HERE: Final = Path(__file__).parent
PIPE: Final = HERE / "pipe.c"
"""What every program behind a pipe is compiled with."""
STRICT: Final = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic")
CHECKED: Final = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""How it is compiled to be tried: a wrong read, write or shift ends the program."""
FAST: Final = ("-O2",)
SLOT: Final = 256
"""Bytes of one of the board's slots of memory cells: `TLB_SLOT`."""
SLOTS: Final = 2
"""How many of them it has, unless it is compiled with more: `TLB_SLOTS`."""
UPKEEP_SLOTS: Final = 2
"""Slots of parameters and counters, behind those: `TLB_UPKEEP_SLOTS`."""
TICK_S: Final = 1e-3
"""The board counts time in milliseconds."""
JOBS: Final = (
    "open_hole", "close_hole", "drop", "build", "raise", "lower", "next_hand", "roll", "home",
    "census", "deal", "jam_clear", "self_test", "jog",
)  # fmt: skip
COMMANDS: Final = (
    "flip_dora", "score_display", "lights", "sound", "get_log", "get_stats", "update",
    "seed_commit", "seed_reveal", "get_inputs", "get_parameters", "set_parameter", "get_usage",
    "mark_serviced",
)  # fmt: skip


def compiler() -> str | None:
    """Return the C compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def compiled(folder: Path, how: tuple[str, ...] = CHECKED) -> Path:
    """Return the program, compiled into *folder*; raise `CalledProcessError` where it is wrong."""
    board = c_header.HEADER.parent
    sources = [*board.glob("*.c"), *board.glob("wired/*.c"), *HERE.glob("*.c")]
    return linked(sources, folder / "turns", how)


def linked(sources: Iterable[Path], program: Path, how: tuple[str, ...] = CHECKED) -> Path:
    """Return *program* compiled from *sources*; raise `CalledProcessError` where one is wrong."""
    cc = compiler()
    assert cc is not None, "asked only where there is a compiler"
    command = [cc, *STRICT, *how, *map(str, sorted(sources)), "-o", str(program)]
    subprocess.run(command, check=True)  # our own sources, the compiler found here
    return program


def dictionary(sets: int, bauds: Sequence[int]) -> bytes:
    """Return what the machine on the desk says of itself: zlib-compressed JSON."""
    listed = json.loads(EXAMPLE.read_text("utf-8"))
    lists = {name: listed[name] for name in ("inputs", "parameters", "usage")}
    description = lists | {
        "model": "desk", "serial": "C-1", "firmware": "1.0.0", "sides": 4, "max_stacks": 40,
        "dice": 3, "dice_source": "motor_sensor", "deals": True, "min_tiles": 34,
        "tile_class": "40", "jobs": JOBS, "commands": COMMANDS, "bauds": list(bauds), "sets": sets,
    }  # fmt: skip
    return zlib.compress(json.dumps(description, sort_keys=True).encode(), 9)


class CompiledBoard:
    """A running board, until the block ends in which it is used."""

    def __init__(
        self,
        program: Path,
        seed: int = 0,
        slots: int = SLOTS,
        sets: int = 1,
        bauds: Sequence[int] = (),
    ) -> None:
        """Switch it on; *seed* makes its boot numbers, its table holds *sets* sets of tiles.

        Its dictionary names the speeds *bauds* of the line beside the usual one.
        """
        self.eeprom = Eeprom(bytearray(b"\xff" * ((slots + UPKEEP_SLOTS) * SLOT)))
        self.keeps = True
        """Whether its memory takes what is written."""
        self.heard_in_write = b""
        """What the port brings while the next slot is being written."""
        self.cuts = 0
        """How often its interrupt has cut the motors off."""
        self.writes: list[tuple[int, int]] = []
        """Slot and bytes of each write."""
        self.uart = Uart()
        """How fast its line runs."""
        self.shown: list[tuple[int, int, bytes]] = []
        """What its outputs were set to: the message, seat or zone, and the value in four bytes."""
        self.program = b""
        """What it was given to run instead."""
        self.on_trial = False
        """Whether no host has reached that program yet."""
        self.began: Callable[[JobKind], None] = lambda _: None
        """Hears of each motion that begins."""
        self._rng = random.Random(seed)  # boot numbers, repeatable
        self._program = program
        self._sets, self._bauds = sets, bauds
        self._next_baud = BAUD
        self._now = self._due = 0.0
        self._out = b""
        self._process: subprocess.Popen[bytes] | None = None
        self.reset(ResetCause.POWER)

    def __enter__(self) -> Self:
        """Return the board."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Switch it off."""
        self.close()

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host and make the movements that are due."""
        self._now = now
        self._turn(b"T" + struct.pack("<IH", self._ms(), len(data)) + data)

    def frames(self, now: float) -> list[bytes]:  # noqa: ARG002  # as a device is asked
        """Return the bytes to write now; behind them the line may run at another speed."""
        out, self._out = self._out, b""
        self.uart.baud = self._next_baud
        return [out] if out else []

    def deadline(self) -> float | None:
        """Return when to call `receive` again though nothing arrives."""
        return self._due

    def reset(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """Stop everything at once and start again; what was in the memory cells stays."""
        self.close()
        self._out, self.uart, self._next_baud = b"", Uart(), BAUD
        self._process = subprocess.Popen(  # the program that was just compiled
            [str(self._program), str(self._sets)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        boot, packed = self._rng.randrange(1, 1 << 32), dictionary(self._sets, self._bauds)
        head = struct.pack("<IBIH", boot, cause, self._ms(), len(packed))
        self._turn(b"B" + head + packed + bytes(self.eeprom.cells))

    def close(self) -> None:
        """Switch it off; raise `AssertionError` where the program had gone wrong by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        is_well = process.poll() is None
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        assert is_well, "the board's program ended by itself"

    def fail(self, code: int, side: int = 0xFF) -> None:
        """Let the running job stop with fault *code*."""
        self._turn(b"F" + struct.pack("<HB", code, side))

    def press(self, key: int, held_ms: int = 100) -> None:
        """Press console key *key*."""
        self._say(b"K" + struct.pack("<HH", key, held_ms))

    def drop_in_coin(self, slot: int = 0, pulses: int = 1) -> None:
        """Let a coin fall into a slot."""
        self._turn(b"C" + struct.pack("<HH", slot, pulses))

    def hold(self) -> None:
        """Hold the movement that runs: it comes to no end."""
        self._say(b"Z")

    def release(self) -> None:
        """Let go of the emergency stop."""
        self._say(b"R")

    def allow(self) -> None:
        """Allow motions by the operator, at the console."""
        self._say(b"A")

    def start_by_key(self, kind: JobKind) -> None:
        """Let a key of the table call for a job."""
        self._turn(b"D" + bytes([kind]))

    def dropped(self) -> tuple[int, int]:
        """Return how many runs of bytes were no frame, and how many frames of other sessions."""
        return self._counts()[:2]

    @property
    def wear(self) -> int:
        """How often each slot of its memory was written."""
        return self._counts()[2]

    def _counts(self) -> tuple[int, int, int]:
        self._say(b"S")
        assert self._read(1) == b"S"
        bad, foreign, wear = struct.unpack("<III", self._read(12))
        return bad, foreign, wear

    def _ms(self) -> int:
        return round(self._now / TICK_S) & 0xFFFFFFFF

    def _turn(self, command: bytes) -> None:
        """Say a command and take what comes of it; a torn write is a power cut."""
        self._say(command)
        try:
            while (letter := self._read(1)) != b"O":
                self._happened(letter)
        except PowerCut:
            self.reset(ResetCause.BROWN_OUT)
            return
        (size,) = struct.unpack("<H", self._read(2))
        self._out += self._read(size)
        (wait,) = struct.unpack("<I", self._read(4))
        self._due = self._now + (wait + 1) * TICK_S

    def _happened(self, letter: bytes) -> None:
        match letter:
            case b"J":
                self._keep()
            case b"X":
                self.cuts += 1
            case b"V":
                message, place, value = struct.unpack("<BB4s", self._read(6))
                self.shown.append((message, place, value))
            case b"L" | b"l":
                self._change_speed(at_once=letter == b"L")
            case b"G":
                self.on_trial = False
            case b"U":
                (size,) = struct.unpack("<I", self._read(4))
                self.program, self.on_trial = self._read(size), True
            case _:
                assert letter == b"M", f"the board's program says {letter!r}"
                self._begins(self._read(1)[0])

    def _begins(self, kind: int) -> None:
        """Hear of a motion; the board homes by itself without a job."""
        if kind:
            self.began(JobKind(kind))

    def _change_speed(self, *, at_once: bool) -> None:
        (self._next_baud,) = struct.unpack("<I", self._read(4))
        if at_once:
            self.uart.baud = self._next_baud

    def _keep(self) -> None:
        """Write a slot, as long as that takes; the board's loop stands still meanwhile."""
        slot, size = struct.unpack("<BH", self._read(3))
        data = self._read(size)
        self.writes.append((slot, size))
        line_bytes, self.heard_in_write = self.heard_in_write, b""
        if line_bytes:
            self._say(b"I" + struct.pack("<H", len(line_bytes)) + line_bytes)
            while (letter := self._read(1)) != b"E":
                self._happened(letter)
        if self.keeps:
            self.eeprom.write(slot * SLOT, data)
        self._say(b"W" + bytes([self.keeps]))

    def _say(self, command: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(command)
        self._process.stdin.flush()

    def _read(self, size: int) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        assert len(data) == size, "the board's program ended by itself"
        return data
