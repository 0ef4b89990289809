"""How Taiwan's common rules are played: taiwan-common.md, "Walls, dice, deal", "Play"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.taiwan.sixteen import ALL_FLOWERS, SIZE
from rules.games.taiwan.sixteen_play import MISSED, SixteenPlay
from rules.games.taiwan.taiwan_common import GAME
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win, swap_kinds
from rules.play.position import Ending, Position, Window
from rules.ruleset import Ruleset
from rules.tiles import KIND, TILES
from rules.value import NOTHING, evolve

MIGI: Final = "migi"
WEST: Final = TILES["3z"]


class TaiwanCommonPlay(SixteenPlay):
    """What the regions share: no win and no claim of what lies in the same go-round."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            10_000: "seven_robs_one",
            30_000: "declared",
            50_000: "four_wests",
            100_000: "first_draw before_first_draw",
            300_000: "dealt",
        },
        illegal="missed_win",
        people="hidden_flower false_concealed_kong false_win foul dead_hand",
    )
    has_last_discard_claims = False

    # Ready

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return MIGI in the first go-rounds, with no set laid down; later ready alone."""
        place = at.seats[seat]
        if place.declared or not self.is_near(place, place.hand, SIZE + 1):
            return ()
        if not place.melds and len(place.river) < at.options["migi_turns"]:
            return (MIGI,)
        return ("ready",) if at.options["ready_bonus"] else ()

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return in which go-round MIGI was declared."""
        if MIGI not in at.seats[seat].declared:
            return NOTHING
        mine = [one for one in at.log if isinstance(one, Discard) and one.seat == seat]
        return {"migi_turn": 1 + next(turn for turn, one in enumerate(mine) if one.declares)}

    # What is barred

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that an announced hand is not changed."""
        if at.seats[action.seat].declared and action.tile != at.drawn:
            return Reason("ready_unchanged")
        return None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: int) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that the claimed tile was only to be exchanged."""
        if KIND[tile] in swap_kinds(claim):
            return Reason("swap_calling")
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that an announcement, the neighbour or the go-round stands against the claim."""
        if at.seats[action.seat].declared:
            return Reason("ready_claims_win")
        if isinstance(action, Kong) and (action.seat - (action.source or 0)) % at.players == 1:
            return Reason("no_kong_from_left")
        if isinstance(action, Pung) and KIND[action.tile] in kinds_of_go_round(at, action.seat):
            return Reason("go_round_no_pung")
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that after MIGI there are no kongs, after ready none that changes the wait."""
        declarations = at.seats[action.seat].declared
        if MIGI in declarations:
            return Reason("migi_no_kong")
        return self.ready_kong_bar(at, action) if declarations else None

    def decline_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that only the last tile may be declined."""
        return None if self.live(at) == 1 else super().decline_bar(at, seat)

    # Missed wins

    def miss_notes(
        self,
        at: Position,  # noqa: ARG002 -- hook
        window: Window,  # noqa: ARG002 -- hook
        seat: int,  # noqa: ARG002 -- hook
        *,
        was_offered: bool,  # noqa: ARG002 -- hook
    ) -> tuple[str, ...]:
        """Return that a tile that would have won was let go."""
        return (MISSED,)

    def after_discard(self, at: Position, action: Discard) -> Position:
        """Return the position in which a discard not waited for has released its owner."""
        place = at.seats[action.seat]
        if self.may_complete(at, action.seat, action.tile):
            return at.note(action.seat, MISSED)
        if MISSED not in place.notes or MIGI in place.declared:
            return at
        return evolve(at, seats=at.put(action.seat, evolve(place, notes=place.notes - {MISSED})))

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return that the winner is bound yet; a kong added since releases him."""
        place = at.seats[win.seat]
        if MISSED not in place.notes or win.by in ("declared", "robbed_flower"):
            return NOTHING
        is_free = MIGI not in place.declared and has_added_a_kong(at, win.seat)
        return NOTHING if is_free else {MISSED: True}

    # Wins

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks, and a supplement that wins beside seven flowers that rob one."""
        marks = super().marks(at, win)
        mine = at.seats[win.seat].flowers
        if win.by != "self_draw" or at.drew != "flower" or len(mine) != len(ALL_FLOWERS) - 1:
            return marks
        lies = any(at.seats[seat].flowers for seat in at.others(win.seat))
        return marks | {"seven_robs_one"} if lies and at.options["seven_robs_one"] else marks

    def end_after_discard(self, at: Position) -> Ending | None:
        """Return the end by four Wests in the first go-round, where the house plays so."""
        rivers = [place.river for place in at.seats]
        if not at.options["four_wests_abort"] or any(river != (WEST,) for river in rivers):
            return None
        return Ending("abort", ({"kind": "four_wests"},))


def kinds_of_go_round(at: Position, seat: int) -> set[int]:
    """Return the kinds discarded since *seat* last discarded, its own among them."""
    kinds: set[int] = set()
    discards = [one for one in at.log if isinstance(one, Discard)][:-1]
    for action in reversed(discards):
        kinds.add(KIND[action.tile])
        if action.seat == seat:
            break
    return kinds


def has_added_a_kong(at: Position, seat: int) -> bool:
    """Return whether *seat* has added a kong since the last discard."""
    for action in reversed(at.log):
        if isinstance(action, Discard):
            return False
        if isinstance(action, Kong) and action.seat == seat and action.kind == "kong_added":
            return True
    return False


PLAY: Final = TaiwanCommonPlay()
