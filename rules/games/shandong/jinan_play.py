"""How Jinan is played: jinan.md, "Walls, dice, deal", "Play", "Draw"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.shandong.jinan import GAME, REASON, ROUNDS
from rules.hands.covers import completes, completes_sets, waits
from rules.hands.keys import LANE, count, pack
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Position
from rules.record.claims import equal_go_rounds
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.scoring import SETS
from rules.tiles import EYES, KIND, Tile

DEAD: Final = 12
"""Tiles of the six stacks that stay; one that has lost its upper tile counts as a stack."""
READY: Final = "open_ready"
UNCHANGED: Final = Reason("open_hand_unchanged")


class JinanPlay(PlayRules):
    """Flowers laid out, six stacks left over, and hands that may be laid open."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            20_000: "same_first_discards",
        }
    )
    opening = ("flowers",)
    laid_open = frozenset((READY,))
    bots_declare = False

    def count_reserved(self, at: Position) -> int:
        """Return the tiles of the last six stacks, the last of which may be half taken."""
        return DEAD - at.wall.tail % 2

    def incidents(self, at: Position) -> Sequence[Mapping[str, Any]]:
        """Return that the banker pays for go-rounds in which all discarded alike."""
        rounds = equal_go_rounds([place.river for place in at.seats], len(ROUNDS))
        incident = {"kind": REASON, "seat": at.state.banker, "rounds": rounds}
        return [incident] if rounds else []

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return open ready, where a discard may leave the hand waiting."""
        place = at.seats[seat]
        key = pack([KIND[tile] for tile in place.hand])
        may_wait = completes(key, SETS - len(place.melds) + 1)
        return (READY,) if may_wait and not place.declared else ()

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that no tile with a pair of 2, 5 or 8 completes the hand after the discard."""
        place = at.seats[action.seat]
        rest = list(place.hand)
        rest.remove(action.tile)
        waiting = waits_for_eyes(rest, SETS - len(place.melds))
        return None if waiting else Reason("open_hand_waits")

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that an open hand discards what it draws."""
        is_open = at.seats[action.seat].declared
        return UNCHANGED if is_open and action.tile != at.drawn else None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that an open hand claims nothing."""
        return UNCHANGED if at.seats[action.seat].declared else None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that an open hand lays no kong."""
        return UNCHANGED if at.seats[action.seat].declared else None

    def win_bar(self, at: Position, action: Win) -> Reason | None:
        """Return that an open hand wins by self-draw only."""
        is_barred = action.by in TAKEN and at.seats[action.seat].declared
        return Reason("open_hand_self_draw") if is_barred else None

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return the nearest, or all where the house lets several win."""
        return wins if at.options["multiple_winners"] else super().winners(at, wins)


def waits_for_eyes(hand: Sequence[Tile], sets: int) -> list[int]:
    """Return the kinds with which *hand* is *sets* sets and a pair of 2, 5 or 8."""
    key = pack([KIND[tile] for tile in hand])
    keys = {kind: key + LANE[kind] for kind in waits(key, sets)}
    return [
        kind
        for kind, whole in keys.items()
        if any(
            count(whole, eyes) > 1 and completes_sets(whole - 2 * LANE[eyes], sets) for eyes in EYES
        )
    ]


PLAY: Final = JinanPlay()
