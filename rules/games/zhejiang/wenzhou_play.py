"""How Wenzhou is played: wenzhou.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.zhejiang.fortune_play import FortunePlay
from rules.games.zhejiang.wenzhou import DOUBLE, GAME, WILDS_FOR_ANYTHING
from rules.play.actions import Chow, Discard, Kong, Pung
from rules.play.facts import with_rivals
from rules.play.misses import MISSED_PUNGS, missed_pung_bar
from rules.play.position import LoggedWin, Position
from rules.play.record import WON, settle_hand
from rules.ruleset import Ruleset
from rules.tiles import HONORS, KIND, Tile

LEFT: Final = 16
"""Tiles that are left."""


class WenzhouPlay(FortunePlay):
    """Sixteen tiles; lone honors go first, a double win before nearer ones."""

    game: ClassVar[Ruleset] = GAME
    blocks = (4, 4, 4, 4)
    cleared_by_draw = cleared_by_own_claim = frozenset(MISSED_PUNGS)
    notes_missed_pungs = True

    def live(self, at: Position) -> int:
        """Return the tiles before the last sixteen, and before the one turned up."""
        return min(at.wall.left + 1 - LEFT, at.wall.turned[0] - at.wall.head)

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that a wild tile is kept, or that lone honors go first."""
        hand = at.seats[action.seat].hand
        rest = [tile for tile in hand if KIND[tile] not in at.wild]
        if KIND[action.tile] in at.wild:
            return Reason("wild_last") if rest else None
        counts = Counter(at.stands_for.get(tile, tile) for tile in rest)
        lone = {tile for tile, count in counts.items() if tile >= HONORS and count == 1}
        tile = at.stands_for.get(action.tile, action.tile)
        if lone and tile < HONORS:
            return Reason("lone_honors_first")
        discards = {at.stands_for.get(one, one) for place in at.seats for one in place.river}
        first = lone & discards
        if first and tile not in first:
            return Reason("thrown_honors_first")
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that such a pung was let go, where the house bars that."""
        return missed_pung_bar(at, action) if at.options["missed_pung_bar"] else None

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* hold three wild tiles, or may be eight pairs and a loose tile."""
        naturals = Counter(at.stands_for.get(Tile(kind), kind) for kind in kinds)
        wilds = sum(kinds.count(kind) for kind in at.wild)
        odd = sum(count % 2 for kind, count in naturals.items())
        return wilds == WILDS_FOR_ANYTHING or (
            not at.seats[seat].melds and odd <= wilds + 1 + wilds
        )

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:
        """Return the nearest whose win is double, else the nearest, with the others as rivals."""
        doubles = (
            one for one in wins if settle_hand(self, at, (one,), WON).wins[0].score == DOUBLE
        )
        first = next(doubles, wins[0])
        return (with_rivals(first, wins),)


PLAY: Final = WenzhouPlay()
