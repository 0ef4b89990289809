"""How n-player riichi is played: what five-player-1.md, five-player-2.md and zero-rule.md share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.games.riichi.many_seats import PLAYERS_FOR_ABORT
from rules.games.riichi.play import RiichiPlay
from rules.play.actions import Win
from rules.play.position import Ending, LoggedWin, Position
from rules.tiles import Tile


class ManySeatsPlay(RiichiPlay):
    """Riichi with a dead wall of one stack, in which kongs take the next tile."""

    bounds_kongs = False
    all_but_one: ClassVar[str]
    """The incident of a hand that all but the discarder would win."""

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the next tile in the ordinary order."""
        return at.wall.draw()

    def has_stick(self, at: Position, seat: int) -> bool:
        """Return whether *seat* may lay a stick: few points bar that only where one can be bust."""
        return not at.options.get("bust_ends") or super().has_stick(at, seat)

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; a kong's supplement is the last tile, too, if nothing is left."""
        marks = super().marks(at, win)
        return marks | {"last_tile"} if "kong_draw" in marks and self.live(at) <= 0 else marks

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return the nearest with his rivals, or by option all; nobody where too many declare."""
        if at.players >= PLAYERS_FOR_ABORT and len(wins) == at.players - 1:
            return Ending("abort", ({"kind": self.all_but_one},))
        return super().winners(at, wins)
