"""How Yiwu is played: yiwu.md, "Walls, dice, deal", "Special tiles", "Play", "Draw"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.games.zhejiang.fortune_play import FortunePlay
from rules.games.zhejiang.yiwu import GAME, MOST_FLOATS, odd_tiles
from rules.play.absences import why_absent
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile
from rules.value import NOTHING

LEFT: Final = (17, 7, 3)
"""Stacks that are left, by how many fortune tiles a seat has floated."""


class YiwuPlay(FortunePlay):
    """Whites in the indicator's place, and a wall that is played on after a float."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        people="bought stake",
    )

    def live(self, at: Position) -> int:
        """Return the tiles before the stacks that are left, fewer after a float."""
        float_count = max(sum(KIND[tile] in at.wild for tile in place.river) for place in at.seats)
        return at.wall.before_last(LEFT[min(float_count, MOST_FLOATS)])

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be pairs, or all differ as unrelated tiles do."""
        if at.seats[seat].melds:
            return False
        naturals = [at.stands_for.get(Tile(kind), kind) for kind in kinds if kind not in at.wild]
        is_loose = len(set(naturals)) == len(naturals)
        return is_loose or odd_tiles(naturals) <= len(kinds) - len(naturals)

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return how many fortune tiles *seat* has floated: people show no discards."""
        float_count = sum(KIND[tile] in at.wild for tile in at.seats[seat].river)
        return {"floats": min(float_count, MOST_FLOATS)} if float_count else NOTHING


PLAY: Final = YiwuPlay()
