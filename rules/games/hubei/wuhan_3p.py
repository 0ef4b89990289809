"""Wuhan mahjong for three, as played in Jingzhou (荆州): wuhan-3p.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.games.hubei.wuhan import Wuhan
from rules.ruleset import Element, full_set
from rules.tiles import TILES
from rules.walls import Indicator

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.games.hubei.wuhan.shapes import Shape
    from rules.record.values import Win

AT_ONCE: Final = frozenset(("all_honors", "all_eyes"))
"""Major conditions that make a golden limit by themselves."""

NOT_PLAYED: Final = frozenset(("kong_tiles",))
"""Options of four players that three have not: additional kong tiles."""


class WuhanForThree(Wuhan):
    """Two suits, no East, no bottom stage; one loser at the minimum is enough."""

    id = "wuhan-3p"
    native = "武汉三人麻将"
    name = "Wuhan mahjong for three"
    seats = (3,)
    tiles = MappingProxyType(
        {code: 4 for code in full_set() if not code.endswith("m") and code != "1z"}
    )
    options = tuple(option for option in Wuhan.options if option.name not in NOT_PLAYED)
    elements = (
        *(one for one in Wuhan.elements if one.id not in ("last_tile", "self_draw")),
        Element("self_draw", "自摸", "own tile", "1 double"),
    )
    marks = ("kong_draw",)
    circle = tuple(TILES[code] for code in ("2z", "3z", "4z", "7z", "6z", "5z"))
    absent_suits = 1
    has_half_doubles = False
    has_bottom_stage = False
    indicator = Indicator(21, "top", "head")
    minimum_from = "at least one loser"

    def majors(self, win: Win, shape: Shape, open_sets: int) -> tuple[str, ...]:
        """Return the major conditions; all honors in four sets and a pair are one suit too."""
        found = super().majors(win, shape, open_sets)
        return ("pure_one_suit", *found) if shape.honors and shape.regular else found

    def reaches(self, owed: Collection[int], least: int) -> bool:
        """Return whether one of the losers owes enough."""
        return max(owed) >= least

    def hits_at_once(self, majors: Collection[str]) -> bool:
        """Return whether the hand is all honors or all eyes."""
        return not AT_ONCE.isdisjoint(majors)


GAME: Final = WuhanForThree()
