"""The yaku: riichi.md, "Scoring elements".

A yaku of the deal or the draw is known by a word of the record, all others are
claims about one reading. Rows stand in the order of the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules.ruleset import Element
from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from rules.games.riichi.hand import Hand


Rank = Literal["han", "mangan", "yakuman"]
"""What a row brings: han; a mangan on its own; a yakuman, beside which no han count."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """A row of the sheet's tables."""

    id: str
    native: str
    name: str
    closed: int
    """Value of a concealed hand, in han or, of a yakuman, in yakuman."""
    open: int
    """Value of an open hand; 0 where it does not count."""
    excludes: tuple[str, ...] = ()
    """What is not counted beside it."""
    rank: Rank = "han"
    is_double: bool = False
    """Whether it is two yakuman under the option `double_yakuman`."""
    setting: tuple[str, object] | None = None
    """The option and the value with which it is played; nothing where it always is."""

    @property
    def is_plain(self) -> bool:
        """Return whether it brings han and leaves all others as they are."""
        return self.rank == "han" and not self.excludes

    def item(self, options: Mapping[str, Any], *, is_closed: bool) -> Item | None:
        """Return what it adds to a hand, nothing where it does not count."""
        if self.setting and options[self.setting[0]] != self.setting[1]:
            return None
        value = self.closed if is_closed else self.open
        if self.is_double and options["double_yakuman"]:
            value = 2
        return Item(self.id, value) if value else None

    @property
    def element(self) -> Element:
        """Return the row for the catalogue."""
        value: int | str = self.closed
        if self.rank == "yakuman":
            value = "1 (2) yakuman" if self.is_double else "1 yakuman"
        elif self.closed != self.open:
            value = f"{self.closed} / {self.open or '–'}"
        return Element(self.id, self.native, self.name, value)


@dataclass(frozen=True, slots=True)
class Chance(Yaku):
    """A yaku that a word of the record brings: a mark, an announcement or the way of winning."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Shape(Yaku):
    """A yaku of the tiles."""

    needs: int = 0
    """Features without which no reading has it; they are looked at first."""
    holds: Callable[[Hand], int] | None = None
    """How many times a reading with those features has it; nothing where they say it all."""
