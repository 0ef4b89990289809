"""The camera above the simulated table, the scene that it sees, and our own tile faces.

What reads its pictures is `vision`; who laid the scene down is `players`.
"""

from __future__ import annotations

from hw_sim.camera.camera import FULL_HD, UHD, Conditions, SimCamera, rough
from hw_sim.camera.placing import HASTY, LayingStyle
from hw_sim.camera.scene import BACK, Discard, LaidMeld, Scene, SeatTiles

__all__ = [
    "BACK",
    "FULL_HD",
    "HASTY",
    "UHD",
    "Conditions",
    "Discard",
    "LaidMeld",
    "LayingStyle",
    "Scene",
    "SeatTiles",
    "SimCamera",
    "rough",
]
