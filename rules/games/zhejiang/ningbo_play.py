"""How Ningbo is played: ningbo.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.zhejiang.ningbo import GAME
from rules.play.actions import Chow, Kong, Pung
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile

SETS: Final = 4


class WildFlowerPlay(PlayRules):
    """An indicator makes three tiles wild, flowers too; a wild one is claimed for nothing."""

    opening = ("flowers",)

    def lies_aside(self, at: Position, tile: Tile) -> bool:  # noqa: ARG002 -- hook
        """Return that every discard lies in its river, a wild one too."""
        return False


class NingboPlay(WildFlowerPlay):
    """Thirteen tiles, four tai, all but the indicator used up."""

    game: ClassVar[Ruleset] = GAME

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that no kong comes between a claim and its discard."""
        return None if at.drew else Reason("kong_after_claim")

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:
        """Return that the tile is like the claimed one, but for who has laid four sets."""
        melds = len(at.seats[claim.seat].melds) + (at.window is not None)
        if KIND[tile] != KIND[claim.tile] or melds == SETS:
            return None
        return Reason("claimed_kind_stays")


PLAY: Final = NingboPlay()
