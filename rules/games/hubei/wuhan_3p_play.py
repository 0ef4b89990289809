"""How three play Wuhan: wuhan-3p.md, "Walls, dice, deal", "Special tiles"."""

from __future__ import annotations

from typing import ClassVar, Final

from rules.games.hubei.wuhan.play import WuhanPlay
from rules.games.hubei.wuhan_3p import GAME
from rules.play.absences import why_absent
from rules.play.position import Position
from rules.ruleset import Ruleset


class WuhanForThreePlay(WuhanPlay):
    """Wuhan without a bottom stage: the last usable tile is one like any other."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(evident="discarder_ready")
    bottom = -1

    def supplements(self, at: Position) -> int:
        """Return every tile: who kongs the last usable one takes one of the ten (D7)."""
        return at.wall.left


PLAY: Final = WuhanForThreePlay()
