"""Tiles and the compact notation of the hand record: `hand-record.md`, "Tiles".

A tile is a small int inside the program and a two-character code outside. The
numbers are chosen so that `tile // 9` is the suit and `tile % 9` the rank below
34; everything that is a *kind* for making sets is below 34.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final, NewType

Tile = NewType("Tile", int)
"""A printed face: 0–33 suits and honors, 34–41 flowers, 42–45 animals, 46–48 red fives, 49 back."""

KINDS: Final = 34
"""How many kinds can form ordinary sets: 1–9 m, p, s and 1–7 z."""

HONORS: Final = 27
"""The first honor: `1z`, East."""

FLOWERS: Final = 34
ANIMALS: Final = 42
RED_FIVES: Final = 46
BACK: Final = Tile(49)

SUITS: Final = "mps"

COPIES: Final = 4
"""How many there are of each kind in an ordinary set."""

WINDS: Final = frozenset((27, 28, 29, 30))
DRAGONS: Final = frozenset((31, 32, 33))
EYES: Final = frozenset(kind for kind in range(HONORS) if kind % 9 in (1, 4, 7))
"""The 2, 5 and 8 of each suit (将)."""

FLOWER_GROUPS: Final = (frozenset(range(34, 38)), frozenset(range(38, 42)))
"""The seasons and the plants."""

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{number}f" for number in range(1, 9)),
    *(f"{number}a" for number in range(1, 5)),
    *(f"0{suit}" for suit in SUITS),
    "0z",
)
"""The two-character code of every tile, by number."""

TILES: Final[dict[str, Tile]] = {code: Tile(number) for number, code in enumerate(CODES)}
"""The number of every tile, by code."""

KIND: Final[tuple[int, ...]] = (*range(RED_FIVES), 4, 13, 22, BACK)
"""What a tile counts as in sets, by its number: a red five is a five."""

KIND_TABLE: Final = bytes(KIND).ljust(256)
"""The same as a table for `bytes.translate`, for tiles held as bytes."""

_GROUPS: Final[dict[str, dict[str, Tile]]] = {
    letter: {code[0]: tile for code, tile in TILES.items() if code[1] == letter}
    for letter in "mpszfa"
}
"""The tiles by their digits, for each letter."""

_ORDER: Final = {letter: place for place, letter in enumerate("mpszfa")}


def is_suit(kind: int) -> bool:
    """Return whether *kind* is a character, circle or bamboo."""
    return kind < HONORS


def is_honor(kind: int) -> bool:
    """Return whether *kind* is a wind or a dragon."""
    return HONORS <= kind < KINDS


def is_terminal(kind: int) -> bool:
    """Return whether *kind* is a 1 or a 9 of a suit."""
    return kind < HONORS and kind % 9 in (0, 8)


def next_in_suit(kind: int) -> int:
    """Return the kind one higher, 9 wrapping to 1; *kind* must be of a suit."""
    return kind - 8 if kind % 9 == 8 else kind + 1


_GROUP: Final = re.compile("[0-9]+[mpszfa]")
"""Tiles that share a letter."""


@lru_cache(maxsize=1 << 14)
def parse(text: str) -> tuple[Tile, ...]:
    """Return the tiles that the compact notation *text* names, in its order.

    Raise `ValueError` naming the first character that does not fit.
    """
    groups = _GROUP.findall(text)
    if len("".join(groups)) != len(text):
        raise ValueError(_fault(text))
    try:
        return tuple(chain.from_iterable(map(_group, groups)))
    except KeyError:
        raise ValueError(_fault(text)) from None


@lru_cache(maxsize=1 << 14)
def _group(text: str) -> tuple[Tile, ...]:
    """Return the tiles of digits with one letter after them; `KeyError` where one is no tile."""
    tiles = _GROUPS[text[-1]]
    return tuple([tiles[digit] for digit in text[:-1]])


def _fault(text: str) -> str:
    """Return what is wrong with the first character of *text* that does not fit."""
    start = 0
    for place, letter in enumerate(text):
        if letter.isdecimal():
            continue
        if place == start:
            return f"{letter!r} at place {place} has no digit before it"
        for digit in text[start:place]:
            if digit + letter not in TILES:
                return f"{digit + letter!r} is no tile"
        start = place + 1
    return f"{text[start:]!r} at the end has no letter"


def write(tiles: Iterable[int]) -> str:
    """Return *tiles* in compact notation, sorted: suits m p s, honors, flowers, animals."""
    groups: dict[str, list[str]] = {}
    for tile in sorted(tiles, key=_place):
        code = CODES[tile]
        groups.setdefault(code[1], []).append(code[0])
    return "".join("".join(digits) + letter for letter, digits in groups.items())


def _place(tile: int) -> tuple[int, int, int]:
    """Return where *tile* stands in sorted notation: a red five just before the fives."""
    kind = KIND[tile]
    return (_ORDER[CODES[tile][1]], kind, -tile)


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return *tiles* without one *tile* that is among them."""
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]
