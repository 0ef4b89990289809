"""How Shanghai's four generations are played: "Walls, dice, deal" and "Play" of their sheets.

Chows from the left, one winner a tile, flowers from the tail, no missed-win rule: what the
core does by itself. Their tiles, and shapes that are no sets, are the games' own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.games.shanghai import eighties, laoshi, liuxing, xinshi
from rules.hands.special import seven_pairs, unrelated_tiles
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.ruleset import Ruleset


class OldShanghaiPlay(PlayRules):
    """Flowers laid out before the banker's first discard."""

    opening = ("flowers",)


class LaoshiPlay(OldShanghaiPlay):
    """The first generation: shanghai-laoshi.md."""

    game: ClassVar[Ruleset] = laoshi.GAME


class LiuxingPlay(OldShanghaiPlay):
    """The popular form: shanghai-liuxing.md."""

    game: ClassVar[Ruleset] = liuxing.GAME


class XinshiPlay(OldShanghaiPlay):
    """The new style, which also wins with pairs and unrelated tiles: shanghai-xinshi.md."""

    game: ClassVar[Ruleset] = xinshi.GAME

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* are seven pairs or fourteen unrelated tiles."""
        if at.seats[seat].melds:
            return False
        return bool(seven_pairs(kinds) or unrelated_tiles(kinds))


class EightiesPlay(OldShanghaiPlay):
    """The rules of the late 1980s: shanghai-1980s.md."""

    game: ClassVar[Ruleset] = eighties.GAME


PLAY: Final[Mapping[str, PlayRules]] = {
    play.game.id: play for play in (LaoshiPlay(), LiuxingPlay(), XinshiPlay(), EightiesPlay())
}
