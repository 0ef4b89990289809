"""Fortune tiles and whites: taizhou.md, "Special tiles"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.hands.keys import LANE, Key, pack
from rules.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WHITE = TILES["5z"]


class Counted(NamedTuple):
    """Concealed tiles, those that may stand for others apart."""

    naturals: tuple[int, ...]
    fortunes: int
    """Tiles like the indicator, each of which stands for any tile."""
    whites: int
    """White dragons, each of which stands for the indicator's tile or stays white."""


class As(NamedTuple):
    """Tiles with every white taken for one or the other."""

    key: Key
    fortunes: int
    whites: int
    """How many whites stay white."""
    changed: int
    """How many whites stand for the indicator's tile."""


def counted(tiles: Iterable[int], indicator: int) -> Counted:
    """Return *tiles* by what they may stand for when *indicator* was turned up."""
    naturals, fortunes, whites = [], 0, 0
    for tile in tiles:
        if tile == indicator:
            fortunes += 1
        elif tile == WHITE:
            whites += 1
        else:
            naturals.append(tile)
    return Counted(tuple(naturals), fortunes, whites)


def ways(tiles: Iterable[int], indicator: int) -> Iterator[As]:
    """Yield *tiles* with all numbers of whites standing for the *indicator*'s tile."""
    found = counted(tiles, indicator)
    key = pack(found.naturals)
    for changed in range(found.whites + 1):
        whites = found.whites - changed
        whole = key + whites * LANE[WHITE] + changed * LANE[indicator]
        yield As(whole, found.fortunes, whites, changed)
