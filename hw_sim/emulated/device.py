"""A table whose board is compiled firmware on an emulated chip; stands where `Device` does."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from firmware_bridge.wire.codes import Key, ResetCause
from hw_sim.board.firmware import Pace, Uart
from hw_sim.emulated.chip import Chip
from hw_sim.emulated.firmware import PATIENT, Program, compile_program
from hw_sim.emulated.panel import PanelWiring
from hw_sim.emulated.wiring import Wiring
from hw_sim.machine.machine import Machine
from hw_sim.machine.places import Places
from hw_sim.profile import load

BOARD: Final = "mps2"
BOX: Final = "mps2-box"
"""A button box, on the panel of a table as it is sold."""


class EmulatedDevice:
    """A table with one set of tiles, moved by the wires of an emulated chip until `close`."""

    def __init__(
        self,
        faces: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        program: Program | None = None,
    ) -> None:
        """Switch a table on; *program* is compiled for the MPS2 unless it is given.

        That of a button box meets the panel of a table as it is sold.

        A board without wires, as the micro:bit, leaves the machine at rest. Raise
        `ToolMissingError` without the compiler or the emulator.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="jantaku-chip-")
        folder = Path(self._folder.name)
        try:
            self.chip = Chip(program or compile_program(BOARD, folder, PATIENT), folder)
            self.chip.power_on()
        except BaseException:
            self._folder.cleanup()
            raise
        is_box = self.chip.target == BOX
        model = load("as_sold") if is_box else replace(load("four_port"), sets=1, bauds=())
        self.places = Places(faces)
        self.machine = Machine(self.places, model, random.Random(seed))  # noqa: S311  # simulated
        self.pace = Pace(speed)
        self.uart = Uart()
        """Its line has one speed only."""
        self.wiring = (PanelWiring if is_box else Wiring)(self.machine, self.pace)
        self.board = self
        """Who is pressed."""

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host, and what the chip's outputs did meanwhile."""
        self.chip.say(data)
        self.chip.inputs(self.wiring.turn(self.chip.outputs(), now))

    def frames(self, now: float) -> list[bytes]:  # noqa: ARG002  # as a device is asked
        """Return the bytes to write now."""
        data = self.chip.hear()
        return [data] if data else []

    def deadline(self) -> float | None:
        """Return when to call `receive` again though nothing arrives."""
        due = self.machine.deadline()
        ends = (None if due is None else self.pace.link(due), self.wiring.deadline())
        return min((end for end in ends if end is not None), default=None)

    def handles(self) -> list[int]:
        """Return the descriptors that become readable when the chip says something."""
        return self.chip.handles()

    def press(self, key: int) -> None:
        """Press console key *key*."""
        self.wiring.press(Key(key))

    def drop_in_coin(self, slot: int = 0, pulses: int = 1) -> None:
        """Let a coin fall into the one slot that its wires have; a panel has none."""
        if slot or not isinstance(self.wiring, Wiring):
            raise ValueError(f"this table has no coin slot {slot}")
        self.wiring.drop_in_coin(pulses)

    def stop_now(self, now: float) -> None:
        """Take a break on the line: its UART senses none, so the frame ahead of it has to do."""

    def reset(self, cause: ResetCause = ResetCause.POWER) -> None:
        """Let the power go and come, or the loop hang until the watchdog resets the board."""
        if cause is ResetCause.WATCHDOG:
            self.wiring.is_hung = True
            return
        self.wiring.board_stopped(self.chip.power_off())
        self.chip.power_on()

    def lose_memory(self) -> None:
        """Change the board for a new one that remembers nothing."""
        self.wiring.board_stopped(self.chip.power_off())
        self.chip.cells.unlink()
        self.chip.power_on()

    def close(self) -> None:
        """Switch it off for good."""
        self.chip.power_off()
        self._folder.cleanup()
