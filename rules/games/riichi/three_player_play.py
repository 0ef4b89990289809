"""How three play riichi: riichi-3p.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.riichi.play import RiichiPlay
from rules.games.riichi.riichi import DEAD
from rules.games.riichi.three_player import GAME, NORTH
from rules.play.absences import why_absent
from rules.play.position import NO_KINDS, Place, Position
from rules.tiles import Tile
from rules.value import evolve

ONLY_NORTH: Final = frozenset((NORTH,))
AT_THE_TAIL: Final = 4
"""Supplements behind the indicators; the next ones fill the dead wall from the live one."""


class RiichiForThreePlay(RiichiPlay):
    """Riichi for three, in which North may be set aside for a supplement."""

    game: ClassVar[Any] = GAME
    absences = why_absent(
        rare={
            10_000: "kong_draw robbed_kong nagashi",
            50_000: "four_kongs",
            100_000: "before_first_draw",
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
        people="chombo",
    )
    left_for_riichi = 3
    aside_won_by = "discard"
    aside_interrupts = True

    def flowers_in(self, at: Position, seat: int) -> tuple[Tile, ...]:  # noqa: ARG002 -- hook
        """Return nothing: nobody has to set a North aside."""
        return ()

    def kinds_aside(self, at: Position) -> frozenset[int]:
        """Return North where the house sets it aside."""
        return ONLY_NORTH if at.options["north"] == "set_aside" else NO_KINDS

    def aside_bar(self, at: Position, seat: int, tile: Tile) -> Reason | None:
        """Return that only who has drawn sets a North aside, after riichi the one just drawn."""
        if not at.drew:
            return Reason("discard_after_claim")
        if at.seats[seat].declared and tile != at.drawn:
            return Reason("riichi_north")
        return None

    def set_aside(self, place: Place, tile: Tile) -> Place:
        """Return the *place* of a seat with the North among its flowers, where it is dora."""
        return evolve(place, flowers=(*place.flowers, tile))

    def unclaimable(self, at: Position) -> frozenset[int]:
        """Return North while it is set aside: others may win on it and do nothing else."""
        return ONLY_NORTH if at.has_laid_aside else super().unclaimable(at)

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the supplement: behind the indicators, then what would fill the dead wall."""
        if at.wall.tail < AT_THE_TAIL:
            return at.wall.draw_from_tail()
        place = len(at.wall.tiles) - DEAD - 1
        while place in at.wall.away:
            place -= 1
        return at.wall.take(place)


PLAY: Final = RiichiForThreePlay()
