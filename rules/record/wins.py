"""Which wins of a hand record belong together, where several seats win or play goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def is_shared(wins: Sequence[Mapping[str, Any]], place: int) -> bool:
    """Return whether the win at *place* was on the very tile of the one before it."""
    start = 0
    for later in range(1, place + 1):
        win, first = wins[later], wins[start]
        same = all(win.get(name) == first.get(name) for name in ("by", "from", "tile"))
        again = any(one["seat"] == win["seat"] for one in wins[start:later])
        separate = again or win.get("facts", {}).get("separate", False)
        if win.get("by") == "self_draw" or not same or separate:
            start = later
    return start < place
