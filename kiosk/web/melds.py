"""From the pad to a set: its kind and its first tile say the rest."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused
from rules.tiles import CODES, KIND, TILES, Tile, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

KINDS: Final = ("chow", "pung", "kong_discard", "kong_added", "kong_concealed")
"""The sets that can lie open, as the hand record names them."""

PUNG: Final = 3
KONG: Final = 4


def laid(
    kind: str, alike: Sequence[str], claimed: int | None, size: int | None = None
) -> tuple[str, str]:
    """Return the tiles of a set that begins with the first of *alike*, and which was claimed.

    *alike* are the faces that count as the same, in turn; *claimed* is the place of a chow's
    claimed tile, 0 to 2, *size* how many tiles a kong has where that may be more than four.
    Raise `Refused` for a run that does not fit into its suit.
    """
    first = alike[0]
    if first not in TILES:
        raise Refused("bad_tiles", f"{first!r} is no tile", where="first")
    if kind != "chow":
        count = PUNG if kind == "pung" else max(KONG, size or KONG)
        return "".join(islice(cycle(alike), count)), ""
    start = KIND[TILES[first]]
    run = [start + step for step in range(3)]
    if run[-1] >= len(CODES) or len({CODES[kind][1] for kind in run}) > 1:
        raise Refused("bad_meld", f"no run begins with {first}", where="first")
    return write(run), CODES[run[claimed or 0]]


def faces_alike(first: str, substitutes: Mapping[Tile, Tile]) -> list[str]:
    """Return the printed tiles that count as *first* does by *substitutes*, itself first.

    They are those of a kind of which no two look the same, such as the seasons.
    """
    kind = substitutes.get(TILES[first]) if first in TILES else None
    if kind is None:
        return [first]
    faces = [CODES[tile] for tile in sorted(substitutes) if substitutes[tile] == kind]
    place = faces.index(first)
    return faces[place:] + faces[:place]


def sizes(largest: int, copies: Iterable[int]) -> range:
    """Return how many tiles a kong may have beyond four, with *copies* of the kinds; or none."""
    most = min(largest, max(copies, default=0))
    return range(KONG, most + 1) if most > KONG else range(0)
