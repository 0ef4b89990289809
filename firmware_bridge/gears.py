"""Gears: how many tiles in which walls, and what an automatic table can do with them.

`table-link.md` §3.3. A gear is what the kiosk asks the table to build next.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SIDES: Final = 4
MAX_STACKS: Final = 19
"""Stacks that fit on a side of the default table."""

_EXTRA: Final = {0: (), 1: (0,), 2: (0, 2), 3: (0, 1, 2)}
"""Sides that get one stack more, by how many stacks are left over on four sides."""


@dataclass(frozen=True, slots=True)
class Gear:
    """A tile count with the stacks of sides 0–3 and how many tiles are dealt by the machine."""

    count: int
    players: int
    layout: tuple[int, ...]
    deal: int = 0

    def __post_init__(self) -> None:
        if len(self.layout) != SIDES or min(self.layout) < 0:
            raise ValueError(f"layout {self.layout}: four numbers of stacks")
        if 2 * sum(self.layout) != self.count:
            raise ValueError(f"layout {self.layout} holds {2 * sum(self.layout)}, not {self.count}")
        if not 1 <= self.players <= 9:
            raise ValueError(f"{self.players} players: 1 to 9")


class Help(StrEnum):
    """How much of the work an automatic table can take over."""

    AUTO = "auto"
    ASSISTED = "assisted"
    """It builds the walls; the players do the rest by hand."""
    NONE = "none"
    """Only its dice, the kiosk and the camera are of use."""


@dataclass(frozen=True, slots=True)
class Support:
    """Whether a game's tiles can be built, with the reason in plain words."""

    help: Help
    reason: str
    gear: Gear | None = None


def layout_for(count: int, players: int = 4) -> tuple[int, ...]:
    """Return the stacks of sides 0–3 for *count* tiles; three players leave side 3 empty.

    Raise `ValueError` where the tiles do not make whole stacks.
    """
    if count <= 0 or count % 2:
        raise ValueError(f"{count} tiles do not make whole stacks of two")
    stacks = count // 2
    if players == 3:
        each, left = divmod(stacks, 3)
        return (*(each + (side < left) for side in range(3)), 0)
    each, left = divmod(stacks, SIDES)
    return tuple(each + (side in _EXTRA[left]) for side in range(SIDES))


def supports(
    count: int,
    players: int = 4,
    deal: int = 0,
    *,
    max_stacks: int = MAX_STACKS,
    deals: bool = False,
) -> Support:
    """Return what a table with *max_stacks* a side can do for a game.

    *count* tiles, *players* seats, *deal* tiles to be dealt to each player by the
    machine (0: the players take them from the walls); *deals* tells whether it can.
    """
    if count <= 0 or count % 2:
        return Support(Help.NONE, f"{count} tiles do not make whole stacks of two")
    layout = layout_for(count, players)
    if max(layout) > max_stacks:
        return Support(
            Help.NONE,
            f"{count} tiles need {max(layout)} stacks on a side, this table holds {max_stacks}: "
            "build by hand; dice, kiosk and camera work",
        )
    if deal and not deals:
        reason = "the table builds the walls, the players deal by hand"
        return Support(Help.ASSISTED, reason, Gear(count, players, layout))
    return Support(Help.AUTO, "the table builds the walls", Gear(count, players, layout, deal))
