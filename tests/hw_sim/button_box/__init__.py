"""The button box in C, compiled, on the plug of a simulated table as it is sold today."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Final

from firmware_bridge.board import c_header
from firmware_bridge.wire.codes import ResetCause
from hw_sim.board.firmware import Uart
from hw_sim.sold_table import PanelInput, SoldTable
from tests.hw_sim.c_board import PIPE, linked

HERE: Final = Path(__file__).parent
LIFT, DICE, SUPPLY = (1 << relay for relay in range(3))
TURN_S: Final = 0.02
"""Longest time between two looks of the box at its pins."""
KEY_S: Final = 0.2


def compiled(folder: Path) -> Path:
    """Return the program, compiled into *folder*; raise `CalledProcessError` where it is wrong."""
    board, program = c_header.HEADER.parent, folder / "box"
    patterns = ("*.c", "wired/wired_*.c", "button_box/*.c")
    own = [PIPE, *HERE.glob("*.c")]
    return linked([*own, *(file for one in patterns for file in board.glob(one))], program)


def dictionary() -> bytes:
    """Return what the box says of itself and its table."""
    description = {
        "model": "button box", "serial": "BB-1", "firmware": "1.0.0", "sides": 4, "max_stacks": 19,
        "dice": 3, "dice_source": "none", "deals": False, "jobs": ["next_hand", "roll"],
        "commands": ["end_drop"], "gears": [136, 144], "sets": 1,
    }  # fmt: skip
    return zlib.compress(json.dumps(description, sort_keys=True).encode(), 9)


class BoxDevice:
    """The box and its table where a `Device` of the simulator stands, until `close`."""

    def __init__(self, program: Path) -> None:
        """Switch both on."""
        self.table = SoldTable(random.Random(3))
        self.uart = Uart()
        self.relays = 0
        self._keys = PanelInput(0)
        """What people hold pressed."""
        self._release_at = 0.0
        self._now = 0.0
        self._out = b""
        self._process = subprocess.Popen(
            [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        packed = dictionary()
        self._say(b"B" + struct.pack("<IBIH", 77, ResetCause.POWER, 0, len(packed)) + packed)

    def press(self, key: PanelInput, now: float) -> None:
        """Let a person press a key of the table, which the box sees."""
        self._keys, self._release_at = key, now + KEY_S
        if key is PanelInput.KEY_LIFT:
            self.table.press_lift(now)
        else:
            self.table.press_dice(now)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host, and let table and box see each other."""
        self._now = now
        if now >= self._release_at:
            self._keys = PanelInput(0)
        self.table.step(now)
        inputs = self.table.inputs() | self._keys
        state = struct.pack(
            "<IBHBH", round(1000 * now), inputs, self.table.pulses, self.table.gear, len(data)
        )
        before = self.relays
        self._say(b"T" + state + data)
        rising = self.relays & ~before
        self.table.switch(on=bool(self.relays & SUPPLY))
        if rising & LIFT:
            self.table.press_lift(now)
        if rising & DICE:
            self.table.press_dice(now)

    def frames(self, now: float) -> list[bytes]:  # noqa: ARG002  # as a device is asked
        """Return the bytes to write now."""
        out, self._out = self._out, b""
        return [out] if out else []

    def deadline(self) -> float | None:
        """Return when to call `receive` again though nothing arrives."""
        return self._now + TURN_S

    def close(self) -> None:
        """Switch it off; raise `AssertionError` where the program had gone wrong by itself."""
        is_well = self._process.poll() is None
        self._process.kill()
        self._process.communicate()
        assert is_well, "the box's program ended by itself"

    def _say(self, command: bytes) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command)
        self._process.stdin.flush()
        head = self._process.stdout.read(4)
        assert head[:1] == b"O", "the box's program ended by itself"
        self.relays, size = struct.unpack("<BH", head[1:])
        self._out += self._process.stdout.read(size)
