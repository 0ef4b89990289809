"""Where the indicator lies in walls that were broken by the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def indicator_stack(wall_break: Mapping[str, Any], lengths: list[int]) -> tuple[int, int]:
    """Return side and stack (from 0 at its right-hand end) of the indicator.

    The wall is used clockwise from the break: from there towards the left-hand end of
    the broken wall, then on the left-hand neighbour's from its right.
    """
    place = wall_break["indicator"]
    if "wall" in place:
        return place["wall"], place["stack"] - 1
    side, stack = wall_break["wall"], wall_break["after"]
    stack += place["stack"] - 1 if place["from"] == "head" else -place["stack"]
    while stack >= lengths[side]:
        stack -= lengths[side]
        side = (side - 1) % len(lengths)
    while stack < 0:
        side = (side + 1) % len(lengths)
        stack += lengths[side]
    return side, stack
