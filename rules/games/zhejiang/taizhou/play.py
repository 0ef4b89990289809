"""How Taizhou is played: taizhou.md, "Walls, dice, deal", "Special tiles", "Play", "Winning"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.zhejiang.fortune_play import FortunePlay
from rules.games.zhejiang.taizhou import GAME
from rules.play.absences import why_absent
from rules.play.actions import Chow, Kong, Pung, Win
from rules.play.misses import (
    MISSED_PUNGS,
    MISSED_WIN,
    MISSED_WINS,
    missed_pung_bar,
    missed_tiles,
)
from rules.play.position import Position
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.tiles import CODES, DRAGONS, Tile

DEAD: Final = 14
"""Tiles that nobody draws; each supplement adds two, of which it is one."""


class TaizhouPlay(FortunePlay):
    """Supplements in true reverse order; what is let go is barred until one's turn comes."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            10_000: "kong_draw",
            30_000: "dealt",
        },
        evident="discarder_far own_discard",
    )
    cleared_by_draw = cleared_by_own_claim = frozenset((*MISSED_PUNGS, *MISSED_WINS))
    cleared_when_skipped = cleared_by_draw
    missed_win = MISSED_WIN
    notes_missed_pungs = True

    def count_reserved(self, at: Position) -> int:
        """Return the dead wall, one tile longer for each supplement taken from its end."""
        return DEAD + len(at.wall.away) - len(at.wall.turned)

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the last tile of the wall: the bottom of a stack before its top."""
        place = len(at.wall.tiles) - 1
        while place in at.wall.away:
            place -= 1
        return at.wall.take(place)

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that such a pung was let go."""
        return missed_pung_bar(at, action)

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return the winning tiles let go since one's last turn, and that a dragon was fresh."""
        tiles = "".join(CODES[tile] for tile in missed_tiles(at.seats[win.seat].notes))
        facts: dict[str, Any] = {"missed": tiles} if tiles and win.by in TAKEN else {}
        if win.by == "discard" and win.tile in DRAGONS:
            facts["fresh"] = sum(place.river.count(win.tile) for place in at.seats) == 1
        return facts


PLAY: Final = TaizhouPlay()
