"""The simulated table on a real port, driven by compiled firmware on an emulated chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, cast

from hw_sim.board.device import Device
from hw_sim.emulated.device import EmulatedDevice
from hw_sim.emulated.firmware import Program
from hw_sim.ports import Port
from hw_sim.simulation import Simulation
from hw_sim.table import SimTable


class EmulatedTable(SimTable):
    """As `SimTable`, with one set of tiles; what ails the simulator's own board it cannot have."""

    def __init__(
        self,
        tiles: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        program: Program | None = None,
        port: Port | None = None,
    ) -> None:
        """Make a table holding *tiles*; *program* for the board is compiled unless it is given.

        The machine runs *speed* times as fast as a real one, chip and link in real time. Raise
        `ToolMissingError` without compiler or emulator.
        """
        self.emulated = EmulatedDevice(tiles, seed, speed, program)
        """The device behind the cable."""
        try:
            super().__init__(tiles, seed, speed, port=port)
        except BaseException:
            self.emulated.close()
            raise

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        """End the thread, remove the port and switch the chip off."""
        super().close()
        self.emulated.close()

    def _simulate(self, simulation: Simulation) -> Simulation:
        simulation.device = cast("Device", self.emulated)  # takes and gives bytes as one does
        return simulation
