"""Dice that a machine throws and does not read lie where the simulated camera sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hw_sim.camera.painting import DieOnFelt

if TYPE_CHECKING:
    from hw_sim.simulation import Simulation
    from hw_sim.table import SimTable

APART_MM: Final = 22.0


def thrown_dice(machine: SimTable) -> tuple[DieOnFelt, ...]:
    """Return the dice that lie in the middle; none where the machine has them under sensors."""
    return tuple(
        DieOnFelt(pips, (APART_MM * (place - 1), 4.0 * place), 25.0 * place)
        for place, pips in enumerate(machine.act(_unread))
    )


def _unread(simulation: Simulation) -> tuple[int, ...]:
    machine = simulation.device.machine
    return machine.dice.lies if machine.profile.dice_source == "none" else ()
