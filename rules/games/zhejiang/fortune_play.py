"""What the games with fortune tiles (財神) have in common: they, and whites in their place."""

from __future__ import annotations

from rules.games.zhejiang.fortune import WHITE
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.tiles import Tile


class FortunePlay(PlayRules):
    """Three wild tiles like the indicator, and whites that are, or may be, its tile."""

    def lies_aside(self, at: Position, tile: Tile) -> bool:  # noqa: ARG002 -- hook
        """Return that a discarded fortune tile lies among the others."""
        return False

    def stand_ins(self, at: Position) -> frozenset[int]:
        """Return the fortune tiles and the whites."""
        return at.wild | {WHITE}
