"""A scored hand as people read it: its sets, its elements, how they make the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from kiosk.i18n import Catalogue, of_game
from kiosk.session.shapes import Json
from kiosk.web.views.frame import SeatChange
from rules.tiles import CODES, KIND, TILES, parse


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile in the reading of a hand."""

    code: str
    is_wild: bool = False
    """Whether a wild tile stands here for *code*."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """One scoring element that counted."""

    title: str
    native: str
    value: str


@dataclass(frozen=True, slots=True)
class ScoreView:
    """One winner, or a loser whose hand is scored too."""

    seat: SeatChange
    how: str
    score: str
    sets: tuple[tuple[ReadTile, ...], ...]
    items: tuple[ItemView, ...]
    """What makes the score."""
    of_the_payment: tuple[ItemView, ...]
    """What counted too, but only raises what is paid: the banker's tai, Wuhan's doubles."""
    units: str
    """What is doubled how often, and the limit; empty where nothing is."""
    calculation: str
    """How the score comes about; empty where it is told by one number."""
    fu: tuple[ItemView, ...]
    """Where the fu come from, in a game that counts them."""
    tile: str
    """The winning tile's code; empty where nobody said it."""
    indicators: tuple[str, ...]
    """Codes of the tiles that were turned up, those below them after them."""
    sign: Markup
    """The name of the limit that is paid, as calligraphy; empty where none is."""

    @property
    def formula(self) -> str:
        """Return units and calculation in one line."""
        return " · ".join(filter(None, (self.units, self.calculation)))

    @property
    def rows(self) -> tuple[ItemView, ...]:
        """Return `items` as a table's rows."""
        return tuple(_fold(self.items))

    @property
    def rows_of_the_payment(self) -> tuple[ItemView, ...]:
        """Return `of_the_payment` as a table's rows."""
        return tuple(_fold(self.of_the_payment))


def _fold(items: Iterable[ItemView]) -> Iterator[ItemView]:
    """Yield *items*, those alike that follow each other as one: 3 × 1 tai, ×2 ×2."""
    for item, alike in groupby(items):
        count = sum(1 for _ in alike)
        is_factor = item.value.startswith("×")
        value = " ".join([item.value] * count) if is_factor else f"{count} × {item.value}"
        yield item if count == 1 else replace(item, value=value)


def lying_tiles(record: Json, seat: int) -> list[list[str]]:
    """Return the concealed tiles of *seat*, then each of its sets."""
    lies = record["seats"][seat]
    rows = (lies.get("hand"), *(meld["tiles"] for meld in lies.get("melds", ())))
    return [[CODES[tile] for tile in parse(row or "")] for row in rows]


def tiles_apart(record: Json, seat: int) -> list[str]:
    """Return the tiles of *seat* that belong to no set: flowers, and what lies aside."""
    lies = record["seats"][seat]
    rows = (lies.get(name) for name in ("flowers", "aside"))
    return [CODES[tile] for row in rows for tile in parse(row or "")]


def remark_words(record: Json, win: Json, t: Catalogue) -> list[str]:
    """Return what was said of a *win* and by who won: riichi, the last tile."""
    lies = record["seats"][win["seat"]]
    entries = [("mark", word) for word in win.get("marks", ())]
    entries += [("declared", word) for word in lies.get("declared", ())]
    return [t(*of_game(kind, record["ruleset"], word)) for kind, word in entries]


def read_sets(record: Json, win: Json, win_record: Json | None) -> tuple[tuple[ReadTile, ...], ...]:
    """Return the winner's tiles by sets; a wild tile shows what it stands for."""
    count_by_kind = _count_kinds(record, win["seat"], win_record)
    sets = []
    for group in win.get("reading", ()):
        for text in [group] if isinstance(group, str) else group:
            sets.append(tuple(_read_tile(CODES[tile], count_by_kind) for tile in parse(text)))
    return tuple(sets)


def _count_kinds(record: Json, seat: int, win_record: Json | None) -> dict[int, int]:
    if "seats" not in record:
        return {}
    lies = record["seats"][seat]
    texts = [lies.get("hand") or "", *(meld["tiles"] for meld in lies.get("melds", ()))]
    if win_record is not None and win_record.get("tile"):
        texts.append(win_record["tile"])
    count_by_kind: dict[int, int] = {}
    for text in texts:
        for tile in parse(text):
            count_by_kind[KIND[tile]] = count_by_kind.get(KIND[tile], 0) + 1
    return count_by_kind


def _read_tile(code: str, count_by_kind: dict[int, int]) -> ReadTile:
    """Return *code* as it stands in a set; take one of its kind from *count_by_kind*, if any."""
    kind = KIND[TILES[code]]
    if count_by_kind.get(kind, 0) > 0:
        count_by_kind[kind] -= 1
        return ReadTile(code)
    return ReadTile(code, is_wild=True)
