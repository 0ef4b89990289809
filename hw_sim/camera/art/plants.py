"""The plants of the twelve months, each drawn once about its own origin."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from hw_sim.camera.art.drawing import (
    Copy,
    Drawing,
    Mark,
    Oval,
    disc,
    points_of,
    shape,
    stroke,
)

RED: Final = "#c5282f"
DARK: Final = "#23201f"
GREEN: Final = "#27503a"
LEAF: Final = "#4c8a4a"
PURPLE: Final = "#5b3a92"
YELLOW: Final = "#f2c230"
PINK: Final = "#f5a9b8"
WHITE: Final = "#fcf8ec"
BROWN: Final = "#7c4a26"
ORANGE: Final = "#e2762b"
BLUE: Final = "#3c4ea8"
_CRIMSON: Final = "#8c1420"
_LILAC: Final = "#9a7cc9"
_ROSE: Final = "#e2637f"


def around(count: int, start: float = -90.0) -> tuple[float, ...]:
    """Return *count* directions about a point, in degrees clockwise from the right."""
    return tuple(start + 360 * turn / count for turn in range(count))


def away(degrees: float, far: float) -> tuple[float, float]:
    """Return the point so *far* from the origin in a direction."""
    return far * math.cos(math.radians(degrees)), far * math.sin(math.radians(degrees))


def _pine() -> Drawing:
    fan = tuple(away(turn, 15 if turn % 30 else 13.5) for turn in range(180, 361, 15))
    needles = (
        Mark((away(turn, 4), away(turn, 12.5)), "#a9c48a", 0.9) for turn in range(195, 346, 25)
    )
    return [Mark(fan, GREEN, is_curved=False), *needles, Oval((0, -1), (4.6, 3.2), "#b5542c")]


def _plum() -> Drawing:
    petals = [Oval(away(turn, 4.9), (4.5, 4.5), RED) for turn in around(5)]
    edges = [Oval(away(turn, 4.9), (4.2, 4.2), _CRIMSON, width=0.6) for turn in around(5)]
    stamens = [Mark(((0, 0), away(turn, 5)), YELLOW, 0.8) for turn in around(10)]
    return [*petals, *edges, disc(RED, 0, 0, 3.6), *stamens, disc(YELLOW, 0, 0, 1.6)]


_PETAL: Final = points_of(
    "0 0 -4.6 -4 -5 -9 -2 -11.6 -2 -11.6 0 -9 0 -9 2 -11.6 2 -11.6 5 -9 4.6 -4"
)


def _cherry() -> Drawing:
    petals = [Copy("petal", (0, 0), turn) for turn in around(5, 0)]
    stamens = [Mark((away(turn, 1), away(turn, 5)), RED, 0.7) for turn in around(5, -54)]
    return [*petals, *stamens, disc(RED, 0, 0, 1.8)]


def _wisteria() -> Drawing:
    bells = [
        Oval((side * (6.2 - 0.85 * row), 5 * row), (3.9 - 0.35 * row, 3.1 - 0.2 * row), color, 0)
        for row in range(7)
        for side, color in ((-1, PURPLE), (1, "#7650ad"))
    ]
    hearts = [disc("#d9c8f0", 0, 5 * row + 0.5, 1.7 - 0.15 * row) for row in range(7)]
    return [stroke(GREEN, 1.4, "0 -8 0 8 0 30"), *bells, *hearts]


def _iris() -> Drawing:
    return [
        shape(BLUE, "0 1 -6 -4 -5 -14 0 -18 5 -14 6 -4"),
        shape("#6f78cf", "0 0 -9 -6 -15 0 -13 9 -7 9"),
        shape("#6f78cf", "0 0 9 -6 15 0 13 9 7 9"),
        shape(BLUE, "0 -3 -6 2 -6 12 0 17 6 12 6 2"),
        stroke(YELLOW, 1.6, "0 0 0 4 0 9"),
        stroke(WHITE, 0.7, "-4 2 -8 2 -11 5"),
        stroke(WHITE, 0.7, "4 2 8 2 11 5"),
    ]


def _peony() -> Drawing:
    rings = ((9, 9.2, 6.2, _CRIMSON), (9, 8.8, 5.6, RED), (6, 5, 4.8, _ROSE), (5, 2.4, 3.6, RED))
    petals = [
        disc(color, *away(turn, far), radius)
        for count, far, radius, color in rings
        for turn in around(count, 10 * far)
    ]
    return [*petals, disc(YELLOW, 0, 0, 2.4)]


def _clover() -> Drawing:
    leaves = [
        Oval((x + side * 3.4, y), (3.5, 2.1), GREEN, side * 28)
        for x, y in ((1, -4), (2, -10), (3.5, -16), (6, -22), (9, -27))
        for side in (-1, 1)
    ]
    buds = [disc(RED, x, y, 1.9) for x, y in ((-3, -25), (3, -31), (9, -33), (15, -31), (-1, -19))]
    return [stroke(DARK, 1.1, "0 4 1 -14 12 -32"), *leaves, *buds]


def _grass() -> Drawing:
    plume = [
        stroke(color, 1.2, f"{x} {y} {x + 3} {y - 4} {x + 9} {y - 3}")
        for x, y, color in ((2, -22, "#b89a55"), (3, -26, "#d8bd78"), (4, -30, "#b89a55"))
    ]
    blade = stroke(LEAF, 1.1, "0 0 -3 -12 -11 -15")
    return [stroke(LEAF, 1.1, "0 2 1 -16 5 -32"), blade, *plume]


def _chrysanthemum() -> Drawing:
    outer = [Oval(away(turn, 8.2), (5, 2), "#c7772b", turn) for turn in around(16)]
    petals = [Oval(away(turn, 7.8), (4.7, 1.6), YELLOW, turn) for turn in around(16)]
    return [*outer, *petals, disc("#c7772b", 0, 0, 3.8), disc(YELLOW, 0, 0, 2.8)]


def _maple() -> Drawing:
    lobes = ((-150, 8), (-123, 13), (-90, 16), (-57, 13), (-30, 8))
    tips = [(180.0, 5.0), *lobes, (0.0, 5.0), (60.0, 3.5), (120.0, 3.5)]
    outline = [
        point
        for turn, far in tips
        for point in (
            away(turn - 14, min(far, 6.4)),
            away(turn - 6, far * 0.72),
            away(turn, far),
            away(turn + 6, far * 0.72),
        )
    ]
    veins = [Mark(((0, 2), away(turn, far * 0.75)), "#7d1e14", 0.6) for turn, far in lobes]
    return [
        Mark(tuple(outline), RED, is_curved=False),
        *veins,
        stroke("#7d1e14", 1.1, "0 0 0 5 1 11"),
    ]


def _willow() -> Drawing:
    leaves = [
        Oval((side * 2.2, y), (3.4, 1.1), color, side * 62)
        for y, side, color in (
            (5, 1, LEAF), (10, -1, GREEN), (15, 1, LEAF), (20, -1, GREEN), (25, 1, LEAF),
            (30, -1, GREEN), (35, 1, LEAF), (40, -1, GREEN),
        )
    ]  # fmt: skip
    return [stroke(GREEN, 1.0, "0 0 1 20 0 43"), *leaves]


def _paulownia() -> Drawing:
    bells = [
        Oval((side * 2.6, -5 * row), (2.5, 2.2), PURPLE if row % 2 else _LILAC)
        for row in range(5)
        for side in (-1, 1)
    ]
    return [stroke(GREEN, 1.2, "0 6 0 -10 0 -25"), *bells, disc(PURPLE, 0, -26, 2.2)]


PLANTS: Final[Mapping[str, Drawing]] = {
    "pine": _pine(),
    "plum": _plum(),
    "petal": [Mark(_PETAL, _ROSE), Copy("inner", (0, -0.6), 0, (0.86, 0.86))],
    "inner": [Mark(_PETAL, PINK)],
    "cherry": _cherry(),
    "wisteria": _wisteria(),
    "iris": _iris(),
    "blade": [shape(LEAF, "-3 0 -3 0 -4 -24 1 -52 1 -52 3 -24 3 0 3 0"),
              stroke(GREEN, 0.8, "0 -2 -1 -24 1 -46")],
    "peony": _peony(),
    "leaf": [shape(LEAF, "0 0 0 0 -6 -5 -6 -12 0 -19 0 -19 6 -12 6 -5"),
             stroke(GREEN, 0.8, "0 0 0 -9 0 -16")],
    "clover": _clover(),
    "grass": _grass(),
    "chrysanthemum": _chrysanthemum(),
    "maple": _maple(),
    "willow": _willow(),
    "paulownia": _paulownia(),
    "broad": [
        shape(GREEN, "0 0 0 0 -9 2 -16 -4 -14 -13 -14 -13 -7 -12 -5 -20 0 -24 0 -24 5 -20 7 -12"
              " 14 -13 14 -13 16 -4 9 2"),
        stroke("#86a98a", 0.8, "0 -1 0 -10 0 -20"),
        stroke("#86a98a", 0.8, "0 -4 -6 -5 -11 -9"),
        stroke("#86a98a", 0.8, "0 -4 6 -5 11 -9"),
    ],
}  # fmt: skip
"""Every plant by name, with the parts that it is made of."""


def stamp(name: str, text: str) -> list[Copy]:
    """Return *name* at every place in *text*: x, y, degrees, percent of its size."""
    numbers = [float(one) for one in text.split()]
    return [
        Copy(name, (x, y), turn, (size / 100, size / 100))
        for x, y, turn, size in zip(*(numbers[part::4] for part in range(4)), strict=True)
    ]
