"""How Taiwan's sixteen-tile game is played: taiwan.md, "Walls, dice, deal", "Play"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.taiwan.sixteen import SIZE
from rules.games.taiwan.sixteen_play import DEAD, MISSED, SixteenPlay
from rules.games.taiwan.taiwan import EARLY_READY, GAME
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win
from rules.play.position import Position
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile
from rules.value import NOTHING


class TaiwanPlay(SixteenPlay):
    """The customs of one rule book, many of them options."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            5_000: "heavenly_ready",
            30_000: "declared",
            100_000: "first_discard",
            300_000: "dealt",
        },
        illegal="missed_win",
    )
    opening = ("flowers", "declare")
    cleared_by_draw = frozenset((MISSED,))
    missed_win = MISSED

    def count_reserved(self, at: Position) -> int:
        """Return the tiles that stay undrawn by the option `dead_wall`."""
        dead = at.options["dead_wall"]
        if dead == "none":
            return 0
        return DEAD + (at.kongs if dead == "plus_kongs" else 0)

    # Ready

    def early_declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return heavenly ready, where it is played and the dealt hand is ready."""
        place = at.seats[seat]
        if not at.options["heavenly_ready"] or seat == at.state.banker:
            return ()
        return ("heavenly_ready",) if self.waits(place, place.hand) else ()

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return the announcement that a discard may carry, where it may leave the hand ready."""
        place = at.seats[seat]
        if place.declared or not self.is_near(place, place.hand, SIZE + 1):
            return ()
        has_claimed = any(meld.is_exposed for meld in place.melds)
        return ("ready",) if place.river or has_claimed else ("earthly_ready",)

    # What is barred

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that an announced hand, or the last tile taken in turn, leaves no choice."""
        if action.tile == at.drawn:
            return None
        if at.seats[action.seat].declared:
            return Reason("ready_unchanged")
        is_last = at.options["refuse_last_tile"] and self.live(at) <= 0 and at.drew == "wall"
        return Reason("last_tile_taken") if is_last else None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:
        """Return that the tile is like the claimed one, where the house bars that."""
        is_barred = at.options["no_discard_of_claimed_tile"] and KIND[tile] == KIND[claim.tile]
        return Reason("like_claimed_stays") if is_barred else None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that ready was announced, or that one has just discarded such a tile."""
        place = at.seats[action.seat]
        if place.declared:
            return Reason("ready_claims_win")
        is_barred = at.options["no_claim_of_own_discard"] and place.river
        if is_barred and action.tile is not None and KIND[place.river[-1]] == KIND[action.tile]:
            return Reason("own_discard_unclaimed")
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that a claim just made, or an announcement, stands against the kong."""
        if at.options["no_kong_after_claim"] and not at.drew:
            return Reason("kong_after_claim")
        place = at.seats[action.seat]
        if not place.declared:
            return None
        if action.kind == "kong_added" and not place.declared.isdisjoint(EARLY_READY):
            return Reason("early_ready_no_pung")
        return self.ready_kong_bar(at, action)

    # The last tile

    def decline_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that only the last tile may be left to the next, where the house plays so."""
        if at.options["refuse_last_tile"] and self.live(at) == 1:
            return None
        return super().decline_bar(at, seat)

    # Wins

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; a flower win is dealt while nothing was played yet."""
        if win.by == "robbed_flower":
            return frozenset(("dealt",)) if at.step < len(self.opening) else frozenset()
        if win.by == "declared":
            place = at.seats[win.seat]
            is_first = at.drew == "wall" and place.draws == 1 and not place.river
            return frozenset(("dealt",)) if at.drew == "deal" or is_first else frozenset()
        return super().marks(at, win)

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return that a winning tile was let go since the last draw."""
        is_missed = MISSED in at.seats[win.seat].notes and win.by in TAKEN
        return {MISSED: True} if is_missed and win.by != "robbed_flower" else NOTHING


PLAY: Final = TaiwanPlay()
