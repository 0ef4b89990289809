"""Wall plans: how many tiles in which walls, and what an automatic table can do with them.

`protocol.md` §3.3. A plan is what the kiosk asks the table to build next.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SIDES: Final = 4
MAX_STACKS: Final = 19
"""Stacks that fit on a side of the default table."""

MIN_TILES: Final = 34
"""The smallest set that the default table picks up, one copy of every kind."""

CARDS: Final = "cards"
DOMINOES: Final = "dominoes"
"""Classes of sets that no mahjong table takes; tiles are classed by size, as in `No. 45`."""

_EXTRA: Final = {0: (), 1: (0,), 2: (0, 2), 3: (0, 1, 2)}
"""Sides that get one stack more, by how many stacks are left over on four sides."""

_EXTRA_DEALT: Final = {**_EXTRA, 2: (1, 3)}
"""The same where the table deals: 10/11/10/11 are left of 136."""


@dataclass(frozen=True, slots=True)
class WallPlan:
    """A tile count with the stacks of sides 0–3 and how many tiles each player is dealt."""

    count: int
    players: int
    layout: tuple[int, ...]
    deal: int = 0

    def __post_init__(self) -> None:
        if len(self.layout) != SIDES or min(self.layout) < 0:
            raise ValueError(f"layout {self.layout}: four numbers of stacks")
        if not 1 <= self.players <= 9:
            raise ValueError(f"{self.players} players: 1 to 9")
        if not 0 <= self.deal * self.players <= self.count:
            raise ValueError(f"{self.deal} tiles for each of {self.players}: {self.count} in all")
        holds = 2 * sum(self.layout) + self.deal * self.players
        # Where an odd number is left after dealing, the last stack is half.
        if holds != self.count and not (self.deal and holds == self.count + 1):
            raise ValueError(f"layout {self.layout} holds {holds}, not {self.count}")


class SupportLevel(StrEnum):
    """How much of the work an automatic table can take over."""

    AUTO = "auto"
    ASSISTED = "assisted"
    """It builds the walls; the players do the rest by hand."""
    NONE = "none"
    """Only its dice, the kiosk and the camera are of use."""


class Reason(StrEnum):
    """Why; the words of each language stand under `support.<reason>`."""

    AUTO = "auto"
    DEAL_BY_HAND = "deal_by_hand"
    ODD_COUNT = "odd_count"
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"
    TOO_MANY_PLAYERS = "too_many_players"
    NO_TILES = "no_tiles"
    WRONG_SIZE = "wrong_size"
    NO_GEAR = "no_gear"


@dataclass(frozen=True, slots=True)
class Support:
    """Whether a game's tiles can be built, with the reason, for the program and in words."""

    level: SupportLevel
    why: Reason
    reason: str
    wall_plan: WallPlan | None = None


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a table can take and do; without a table that said otherwise, the usual one."""

    max_stacks: int = MAX_STACKS
    min_tiles: int = MIN_TILES
    deals: bool = False
    tile_class: str = ""
    """The size of tile that its channels are made for; empty: not known."""
    gears: frozenset[int] = frozenset()
    """Tile counts that its switch can be turned to; empty: any."""


USUAL: Final = Capacity()


def layout_for(count: int, players: int = 4, deal: int = 0) -> tuple[int, ...]:
    """Return the stacks of sides 0–3 for *count* tiles; three players leave side 3 empty.

    With *deal* tiles to each player only the rest stands in the walls. Raise
    `ValueError` where the tiles do not make whole stacks.
    """
    if count <= 0 or count % 2:
        raise ValueError(f"{count} tiles do not make whole stacks of two")
    stacks = (count - deal * players + 1) // 2
    if stacks < 0:
        raise ValueError(f"{count} tiles are too few to deal {deal} to each of {players}")
    if players == 3:
        each, left = divmod(stacks, 3)
        return (*(each + (side < left) for side in range(3)), 0)
    each, left = divmod(stacks, SIDES)
    extra = (_EXTRA_DEALT if deal else _EXTRA)[left]
    return tuple(each + (side in extra) for side in range(SIDES))


def supports(
    count: int,
    players: int = 4,
    deal: int = 0,
    table: Capacity = USUAL,
    tile_class: str = "",
) -> Support:
    """Return what *table* can do for a game of *count* tiles and *players* seats.

    *deal* tiles are to be dealt to each player by the machine (0: the players take them
    from the walls). *tile_class* is what the set is: a size of tile, `CARDS` or `DOMINOES`;
    a game that needs no machine tiles has a *count* of 0.
    """
    refusal = _refusal(count, table, tile_class)
    if refusal is not None:
        return refusal
    if players > SIDES and count <= 2 * SIDES * table.max_stacks:
        return _by_hand(
            Reason.TOO_MANY_PLAYERS, f"walls for {players} players do not stand on {SIDES} sides"
        )
    machine_deal = deal if table.deals else 0
    layout = layout_for(count, players, machine_deal)
    if max(layout) > table.max_stacks:
        return _by_hand(
            Reason.TOO_MANY,
            f"{count} tiles need {max(layout)} stacks on a side, this table holds "
            f"{table.max_stacks}",
        )
    plan = WallPlan(count, players, layout, machine_deal)
    if deal and not machine_deal:
        words = "the table builds the walls, the players deal by hand"
        return Support(SupportLevel.ASSISTED, Reason.DEAL_BY_HAND, words, plan)
    return Support(SupportLevel.AUTO, Reason.AUTO, "the table builds the walls", plan)


def _refusal(count: int, table: Capacity, tile_class: str) -> Support | None:
    if count == 0 or tile_class in (CARDS, DOMINOES):
        return _by_hand(Reason.NO_TILES, "this game is not played with mahjong tiles")
    if tile_class and table.tile_class and tile_class != table.tile_class:
        return _by_hand(
            Reason.WRONG_SIZE, f"tiles of size {tile_class}, this table takes {table.tile_class}"
        )
    if count <= 0 or count % 2:
        return _by_hand(Reason.ODD_COUNT, f"{count} tiles do not make whole stacks of two")
    if count < table.min_tiles:
        return _by_hand(
            Reason.TOO_FEW, f"{count} tiles, this table picks up {table.min_tiles} or more"
        )
    if table.gears and count not in table.gears:
        there = ", ".join(map(str, sorted(table.gears)))
        return _by_hand(Reason.NO_GEAR, f"{count} tiles, this table's switch has {there}")
    return None


def _by_hand(why: Reason, words: str) -> Support:
    """Return that the players must build, and that the rest still works."""
    return Support(SupportLevel.NONE, why, f"{words}: build by hand; dice, kiosk and camera work")
