"""Wuhan mahjong for three, as played in Jingzhou (荆州): wuhan-3p.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.hubei.wuhan import Wuhan
from rules.games.hubei.wuhan.scoring import Variant
from rules.ruleset import Element, full_set
from rules.tiles import TILES
from rules.walls import Indicator

NOT_PLAYED: Final = frozenset(("kong_tiles",))
"""Options of four players that three have not: additional kong tiles."""


class WuhanForThree(Wuhan):
    """Two suits, no East, no bottom stage; one loser at the minimum is enough."""

    id = "wuhan-3p"
    native = "武汉三人麻将"
    name = "Wuhan mahjong for three"
    minimum = ("one_loser", "minimum_points")
    seats = (3,)
    tiles = MappingProxyType(
        {code: 4 for code in full_set() if not code.endswith("m") and code != "1z"}
    )
    options = tuple(option for option in Wuhan.options if option.name not in NOT_PLAYED)
    elements = (
        *(one for one in Wuhan.elements if one.id not in ("last_tile", "self_draw")),
        Element("self_draw", "自摸", "own tile", "1 double"),
    )
    contains: ClassVar = {"kong_draw": ("self_draw",)}
    marks = ("kong_draw",)
    circle = tuple(TILES[code] for code in ("2z", "3z", "4z", "7z", "6z", "5z"))
    absent_suits = 1
    variant = Variant(
        has_half_doubles=False,
        has_bottom_stage=False,
        all_must_owe=False,
        honors_are_one_suit=True,
        golden_at_once=frozenset(("all_honors", "all_eyes")),
    )
    indicator = Indicator(21, "top", "head")


GAME: Final = WuhanForThree()
