"""How Wuhan is played: wuhan.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.hubei.wuhan import GAME
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.tiles import EYES, HONORS, KIND, Tile

UNUSED: Final = 10
"""Tiles at the tail that nobody draws."""
NO_KONGS: Final = Reason("bottom_no_kongs")


class WuhanPlay(PlayRules):
    """Wuhan for four."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(evident="discarder_ready")
    bottom: ClassVar[int] = 14
    """Number of tiles left at which the bottom stage begins; below 0 there is none."""

    def count_reserved(self, at: Position) -> int:  # noqa: ARG002 -- hook
        """Return the last ten tiles, whichever they are in the end."""
        return UNUSED

    def is_bottom(self, at: Position) -> bool:
        """Return whether the tile just drawn is one of the bottom stage."""
        return at.wall.left < self.bottom

    def kinds_aside(self, at: Position) -> frozenset[int]:
        """Return the single-tile kongs: kong tiles and wild ones."""
        return at.apart | at.wild

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether all tiles may be honors, or 2, 5 and 8."""
        meld_kinds = [KIND[tile] for meld in at.seats[seat].melds for tile in meld.tiles]
        naturals = [kind for kind in (*kinds, *meld_kinds) if kind not in at.wild]
        return all(kind >= HONORS for kind in naturals) or EYES.issuperset(naturals)

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; every own tile of the bottom stage is a last one."""
        marks = super().marks(at, win) - {"last_tile"}
        is_last = win.by == "self_draw" and self.is_bottom(at)
        return marks | {"last_tile"} if is_last else marks

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that the bottom stage has no discards."""
        if self.is_bottom(at):
            return Reason("bottom_stage")
        return None

    def pass_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that a turn goes by in the bottom stage only."""
        return None if self.is_bottom(at) else super().pass_bar(at, seat)

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that no kong is made any more."""
        is_late = isinstance(action, Kong) and at.wall.left <= self.bottom
        return NO_KONGS if is_late else None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that no kong is made any more."""
        return NO_KONGS if at.wall.left <= self.bottom else None

    def aside_bar(self, at: Position, seat: int, tile: Tile) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that no single tile is konged any more."""
        return NO_KONGS if at.wall.left <= self.bottom else None


PLAY: Final = WuhanPlay()
