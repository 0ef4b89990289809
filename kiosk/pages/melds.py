"""From the pad to a set: its kind and its first tile say the rest."""

from __future__ import annotations

from typing import Final

from kiosk.errors import Refused
from rules.tiles import CODES, KIND, TILES, write

KINDS: Final = ("chow", "pung", "kong_discard", "kong_added", "kong_concealed")
"""The sets that can lie open, as the hand record names them."""

COPIES: Final = {"pung": 3, "kong_discard": 4, "kong_added": 4, "kong_concealed": 4}


def laid(kind: str, first: str, claimed: int | None) -> tuple[str, str]:
    """Return the tiles of a set that begins with *first*, and which of them was claimed.

    *claimed* is the place of a chow's claimed tile, 0 to 2. Raise `Refused` for a run that does
    not fit into its suit.
    """
    if first not in TILES:
        raise Refused("bad_tiles", f"{first!r} is no tile", where="first")
    if kind != "chow":
        return first * COPIES.get(kind, 3), ""
    start = KIND[TILES[first]]
    run = [start + step for step in range(3)]
    if run[-1] >= len(CODES) or len({CODES[kind][1] for kind in run}) > 1:
        raise Refused("bad_meld", f"no run begins with {first}", where="first")
    return write(run), CODES[run[claimed or 0]]
