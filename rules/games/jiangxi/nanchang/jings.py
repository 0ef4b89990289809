"""Main and sub jing and what they bring: nanchang.md, "Special tiles", "Side payments"."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.tiles import HONORS, KINDS, TILES, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Sequence

MAIN_POINTS: Final = 2
SUB_POINTS: Final = 1
BREAKTHROUGH: Final = 5
"""With so many points they begin to multiply (冲関)."""

_WINDS: Final = ("1z", "2z", "3z", "4z", "1z")
_DRAGONS: Final = ("7z", "6z", "5z", "7z")
_AFTER: Final[dict[int, int]] = {
    TILES[code]: TILES[following]
    for circle in (_WINDS, _DRAGONS)
    for code, following in pairwise(circle)
}
"""The honors in their circles: red, green, white; East, South, West, North."""


class Jings(NamedTuple):
    """The kinds that are wild in one hand."""

    main: int
    sub: int

    def points(self, tiles: Sequence[int]) -> int:
        """Return the jing points of *tiles* before they are multiplied."""
        return MAIN_POINTS * tiles.count(self.main) + SUB_POINTS * tiles.count(self.sub)


@cache
def jings(indicator: int) -> Jings:
    """Return the wild kinds of a hand in which *indicator*, a suit tile or honor, is turned up."""
    assert indicator < KINDS
    if indicator < HONORS:
        return Jings(indicator, next_in_suit(indicator))
    return Jings(indicator, _AFTER[indicator])


def jing_points(raw: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat collects from each other one, *raw* being what all of them hold.

    Breakthrough looks at the raw points; a sole ruler's result is doubled (D7, D12).
    """
    sole = len([held for held in raw if held]) == 1
    return tuple([_broken_through(held) * (2 if sole else 1) for held in raw])


def _broken_through(raw: int) -> int:
    """Return jing points after the breakthrough: 5 ×2, 6 ×3, 7 ×4 and so on."""
    return raw * (raw - 3) if raw >= BREAKTHROUGH else raw
