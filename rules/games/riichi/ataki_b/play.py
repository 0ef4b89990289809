"""How Ataki's B rule is played: ataki-b.md, "Special tiles", "Play", "Winning"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.riichi.ataki_b import GAME, fouls
from rules.games.riichi.play import MISSED, MISSED_FOR_GOOD, RiichiPlay
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win
from rules.play.position import LoggedWin, Position
from rules.record.values import TAKEN
from rules.tiles import KIND, Tile


class AtakiPlay(RiichiPlay):
    """Riichi in which any tile may follow a claim, and no hand is void but by a foul."""

    game: ClassVar[Any] = GAME
    absences = why_absent(
        rare={
            5_000: "missed pung_since_turn",
            10_000: "kong_draw kong_chain robbed_kong",
            100_000: "first_draw before_first_draw",
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
        people=" ".join((*fouls.KINDS, "continues")),
    )
    robbable = ("kong_added",)
    has_last_discard_claims = True
    left_for_riichi = 0

    def indicators_for(self, at: Position, kong: Kong) -> tuple[int, bool]:
        """Return one indicator, at once."""
        return super().indicators_for(at, kong)[0], False

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:  # noqa: ARG002 -- hook
        """Return nothing: swap-calling of any kind is allowed."""
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return what riichi has, and that after riichi a winning tile makes no kong."""
        if at.seats[action.seat].declared and self.may_complete(at, action.seat, None):
            return Reason("riichi_kong_of_win")
        return super().kong_bar(at, action)

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return what was let go, whether a pung has lifted that, and the kongs of this turn."""
        notes = at.seats[win.seat].notes
        facts: dict[str, Any] = {}
        if win.by in TAKEN and MISSED_FOR_GOOD in notes:
            facts["furiten"] = True
        elif win.by in TAKEN and MISSED in notes:
            facts |= {"missed": True, "pung_since_turn": has_pung_since_turn(at, win.seat)}
        if win.by == "self_draw" and at.drew == "kong":
            facts["kong_chain"] = kongs_of_turn(at, win.seat)
        return facts

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:  # noqa: ARG002 -- hook
        """Return all: two or three winners on a tile all win."""
        return wins


def has_pung_since_turn(at: Position, seat: int) -> bool:
    """Return whether anybody has claimed a pung since the last turn of *seat*."""
    for action in reversed(at.log):
        if isinstance(action, Pung):
            return True
        if action.seat == seat and isinstance(action, Discard):
            return False
    return False


def kongs_of_turn(at: Position, seat: int) -> list[int]:
    """Return the places among its sets of the kongs that *seat* has laid since the last discard."""
    kinds: list[int] = []
    for action in reversed(at.log):
        if isinstance(action, Discard):
            break
        if isinstance(action, Kong):
            kinds.insert(0, KIND[action.tiles[0]])
    sets = [KIND[meld.tiles[0]] if meld.is_kong else None for meld in at.seats[seat].melds]
    return [sets.index(kind) for kind in kinds]


PLAY: Final = AtakiPlay()
