"""How Jinshan is played: jinshan.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.shanghai.jinshan import GAME
from rules.hands.special import ORPHANS
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Pung
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile


class JinshanPlay(PlayRules):
    """Four wild tiles that stay in the hand, four flowers that are laid out."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            50_000: "dealt",
            100_000: "first_discard",
        }
    )
    opening = ("flowers",)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be thirteen orphans, some of them by wild tiles."""
        naturals = [kind for kind in kinds if kind not in at.wild]
        return not at.seats[seat].melds and ORPHANS.issuperset(naturals)

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that a wild tile stays in the hand of who holds anything else (D19)."""
        holds_others = any(KIND[tile] not in at.wild for tile in at.seats[action.seat].hand)
        return Reason("wild_kept") if holds_others and KIND[action.tile] in at.wild else None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:
        """Return that the tile is wild, or like the one just claimed where the house bars that."""
        if KIND[tile] in at.wild:
            return Reason("wild_kept")
        is_barred = at.options["no_swap_discard"] and KIND[tile] == KIND[claim.tile]
        return Reason("like_claimed_stays") if is_barred else None


PLAY: Final = JinshanPlay()
