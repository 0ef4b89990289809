"""The pad of tiles to choose from, and the few that are likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules.tiles import CODES, KIND, TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kiosk.session import Draft, DraftTile
    from rules.game import Game

MAX_ALTERNATIVES: Final = 6


@dataclass(frozen=True, slots=True)
class Key:
    """One tile of the pad and how many of it are not on the table yet."""

    code: str
    left: int


@dataclass(frozen=True, slots=True)
class Stock:
    """The game's tiles against those that lie on the table already."""

    copies: Mapping[str, int]
    used: Mapping[str, int]

    def left(self, code: str) -> int:
        """Return how many tiles *code* are not on the table yet."""
        return max(0, self.copies.get(code, 0) - self.used.get(code, 0))

    def pad(self) -> list[list[Key]]:
        """Return every tile of the game in rows by suit."""
        rows: dict[str, list[Key]] = {}
        for code in sorted(self.copies, key=lambda code: (KIND[TILES[code]], TILES[code])):
            rows.setdefault(code[1], []).append(Key(code, self.left(code)))
        return [rows[letter] for letter in sorted(rows, key="mpszfa".index)]

    def alternatives(self, tile: DraftTile) -> list[str]:
        """Return what *tile* may be instead, likeliest first: nothing that is used up."""
        likely = (code for code, _ in tile.alternatives)
        found = dict.fromkeys((*likely, *_neighbours(tile.code)))
        fitting = [code for code in found if code != tile.code and self.left(code)]
        return fitting[:MAX_ALTERNATIVES]


def stock(game: Game, options: Mapping[str, object], draft: Draft) -> Stock:
    """Return what is left of the tiles of *game* under *options*."""
    used: dict[str, int] = {}
    for tile in draft.tiles():
        used[tile.code] = used.get(tile.code, 0) + 1
    return Stock(game.tiles_for({**game.defaults, **options}), used)


def _neighbours(code: str) -> Iterable[str]:
    """Yield the tiles that look like *code*: the next ones of its suit and its red five."""
    number = TILES[code]
    kind = KIND[number]
    if kind >= len(CODES) or code == "0z":
        return
    for step in (0, -1, 1, -2, 2):
        near = kind + step
        if 0 <= near < len(CODES) and CODES[near][1] == code[1]:
            yield CODES[near]
    if CODES[kind][0] == "5" and code[1] in "mps":
        yield f"0{code[1]}"
