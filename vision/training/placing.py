"""Where groups of tiles or cards lie on an invented table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import Solid

SPACE: Final = (26.0, 35.0, 20.0)
"""Width, height and thickness of a tile that lies, in millimetres."""


def lay(rng: np.random.Generator, groups: list[list[Solid]], reach: float) -> list[list[Solid]]:
    """Return *groups* laid out up to *reach* from the middle; those without room are empty."""
    circles: list[tuple[float, float, float]] = []
    placements: list[list[Solid]] = []
    square = 0.0 if rng.random() < 0.5 else float(rng.uniform(-np.pi, np.pi))
    for group in groups:
        radius = max(np.hypot(*solid.center_mm) for solid in group) + SPACE[0]
        spot = rng.uniform(-reach, reach, 2)
        if any(np.hypot(spot[0] - x, spot[1] - y) < radius + r for x, y, r in circles):
            placements.append([])
            continue
        circles.append((float(spot[0]), float(spot[1]), float(radius)))
        turn = square + float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05))
        if rng.random() < 0.25:
            turn = float(rng.uniform(-np.pi, np.pi))
        placements.append([move(solid, spot, turn) for solid in group])
    return placements


def move(solid: Solid, spot: NDArray[np.float64], turn: float) -> Solid:
    """Return *solid* turned about the origin by *turn* and then moved by *spot*."""
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = solid.center_mm
    place = (float(x * cos - y * sin + spot[0]), float(x * sin + y * cos + spot[1]))
    return replace(solid, center_mm=place, turn=solid.turn + turn)


def center(solids: list[Solid]) -> list[Solid]:
    """Return *solids* moved so that their middle is the origin."""
    middle = np.mean([solid.center_mm for solid in solids], axis=0)
    return [move(solid, -middle, 0.0) for solid in solids]
