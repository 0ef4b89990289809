"""The yaku: riichi.md, "Scoring elements".

A yaku of the deal or the draw is known by a word of the record, all others are
claims about one reading. Rows stand in the order of the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules.ruleset import Element

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

    def value(self, options: Mapping[str, Any], *, is_closed: bool) -> int:
        """Return what it is worth, 0 where it does not count."""
        if self.setting and options[self.setting[0]] != self.setting[1]:
            return 0
        if self.is_double and options["double_yakuman"]:
            return 2
        return self.closed if is_closed else self.open

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

    holds: Callable[[Hand], int] = bool
    """How many times the reading has it."""
    needs: int = 0
    """Features without which no reading has it; they are looked at first."""
