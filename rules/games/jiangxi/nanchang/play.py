"""How Nanchang is played: nanchang.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.jiangxi.nanchang import GAME, SAME_FIRST
from rules.hands.catalogue import HONOR_RUNS
from rules.play.absences import why_absent
from rules.play.actions import Chow, Kong, Pung, Win
from rules.play.misses import MISSED_PUNGS, missed_pung_bar
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.record.claims import equal_go_rounds
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.tiles import Tile
from rules.value import NOTHING

DEAD: Final = 17
"""Stacks that are left."""
MISSED: Final = "missed_win"


class NanchangPlay(PlayRules):
    """Runs of honors, jings that are claimed like any tile, and 17 stacks that are left."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            20_000: "same_first_discards",
        },
        illegal="missed_win",
    )
    catalogue = HONOR_RUNS
    cleared_by_draw = cleared_by_own_claim = frozenset((MISSED, *MISSED_PUNGS))
    missed_win = MISSED
    notes_missed_pungs = True

    def incidents(self, at: Position) -> Sequence[Mapping[str, Any]]:
        """Return that the banker pays where all first discards are equal."""
        is_paid = equal_go_rounds([place.river for place in at.seats])
        return [{"kind": SAME_FIRST, "seat": at.state.banker}] if is_paid else []

    def live(self, at: Position) -> int:
        """Return the tiles before the dead wall, whose stacks or tiles the house counts."""
        wall = at.wall
        if at.options["dead_wall"] == "tiles":
            return wall.left + len(wall.turned) - 2 * DEAD
        return wall.before_last(DEAD)

    def draws_indicators(self, at: Position) -> bool:
        """Return whether supplements take the tile turned up, too."""
        is_drawn: bool = at.options["indicator_drawn"]
        return is_drawn

    def unclaimable(self, at: Position) -> frozenset[int]:  # noqa: ARG002 -- hook
        """Return nothing: in sets laid down a jing is what it bears."""
        return frozenset()

    def lies_aside(self, at: Position, tile: Tile) -> bool:  # noqa: ARG002 -- hook
        """Return that a discarded jing is a tile like any other."""
        return False

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that such a pung was let go, where the house bars that."""
        return missed_pung_bar(at, action) if at.options["missed_pung_bars_pung"] else None

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return that a winning tile was let go since one's last turn."""
        is_missed = win.by in TAKEN and MISSED in at.seats[win.seat].notes
        return {MISSED: True} if is_missed else NOTHING

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be seven pairs or unrelated tiles, jings being anything."""
        naturals = Counter(kind for kind in kinds if kind not in at.wild)
        odd = sum(count % 2 for count in naturals.values())
        is_apart = max(naturals.values(), default=0) <= 1
        return not at.seats[seat].melds and (is_apart or odd <= len(kinds) - naturals.total())


PLAY: Final = NanchangPlay()
