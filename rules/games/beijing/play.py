"""How Beijing is played: beijing.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.beijing import CLAIMS, FOUR, GAME
from rules.games.beijing.elements import lone
from rules.games.beijing.payment import FIRST_DISCARDS, are_first_equal
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Draw, Kong, Pung, Win
from rules.play.misses import MISSED_WIN, MISSED_WINS, missed_tiles
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Position
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, WINDS, Tile
from rules.value import NOTHING

DEAD: Final = 14
LATER: Final = 16
"""Tiles that stay once there are two kongs, where a house plays eight stacks then."""
MANY_KONGS: Final = 2


class BeijingPlay(PlayRules):
    """Discards in disorder, a wild kind that nobody claims, and wins let go."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            5_000: "missed turn_skipped",
            10_000: "rivals robbed_kong",
            20_000: "same_first_discards",
            30_000: "dealt",
            100_000: "first_discard",
        },
        evident="discarded_wild",
        people="false_win dead_hand",
    )
    robbable = ("kong_added", "kong_concealed")
    cleared_by_draw = frozenset(MISSED_WINS)
    cleared_by_own_claim = frozenset(MISSED_WINS)
    missed_win = MISSED_WIN

    def count_reserved(self, at: Position) -> int:
        """Return the last seven stacks, and what kongs add by the option `dead_wall`."""
        match at.options["dead_wall"]:
            case "eight_after_two_kongs":
                return LATER if at.kongs >= MANY_KONGS else DEAD
            case "one_tile_per_kong":
                return DEAD + at.kongs
            case _:
                return DEAD

    def lies_aside(self, at: Position, tile: Tile) -> bool:  # noqa: ARG002 -- hook
        """Return no: a discarded wild lies among the discards, though nobody claims it."""
        return False

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be seven pairs."""
        naturals = [kind for kind in kinds if kind not in at.wild]
        return not at.seats[seat].melds and lone(naturals) <= len(kinds) - len(naturals)

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that the wind which the banker discarded first follows, where houses fine that."""
        first, place = at.seats[at.state.banker].river[:1], at.seats[action.seat]
        if not at.options["same_first_discards_points"] or not at.untouched or place.river:
            return None
        kinds = WINDS.intersection(first) - at.wild
        if KIND[action.tile] in kinds or kinds.isdisjoint(place.hand):
            return None
        return Reason("wind_follows")

    def incidents(self, at: Position) -> Sequence[Mapping[str, Any]]:
        """Return that the banker pays where all have discarded alike at first, unclaimed."""
        melds = [meld for place in at.seats for meld in place.melds]
        if are_first_equal([place.river for place in at.seats], melds):
            return [{"kind": FIRST_DISCARDS, "seat": at.state.banker}]
        return []

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that one has chowed or ponged, where the house allows it once."""
        has_claimed = any(meld.kind in CLAIMS for meld in at.seats[action.seat].melds)
        is_second = at.options["one_claim"] and has_claimed and not isinstance(action, Kong)
        return Reason("one_claim") if is_second else None

    # Wins

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, and four wilds whatever else the hand holds."""
        yield from super().own_wins(at, seat)
        if sum(KIND[tile] in at.wild for tile in at.seats[seat].hand) == FOUR:
            yield Win(seat, "declared")

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return the winning tiles let go since one's own turn, and whether a turn was skipped."""
        tiles = missed_tiles(at.seats[win.seat].notes)
        if not tiles or win.by not in TAKEN:
            return NOTHING
        facts: dict[str, Any] = {"missed": "".join(CODES[tile] for tile in tiles)}
        return {**facts, "turn_skipped": True} if is_skipped(at, win.seat, tiles) else facts

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return the nearest, or all where the house lets several win."""
        return wins if at.options["several_winners"] else super().winners(at, wins)


def is_skipped(at: Position, seat: int, tiles: Sequence[Tile]) -> bool:
    """Return whether a claim has skipped the turn of *seat* since it let one of *tiles* go."""
    turns = [
        place for place, one in enumerate(at.log) if isinstance(one, Draw) and one.seat == seat
    ]
    since = [one for one in at.log[turns[-1] if turns else 0 :] if isinstance(one, Discard)]
    first = next((place for place, one in enumerate(since) if one.tile in tiles), 0)
    return any(
        0 < (seat - one.seat) % at.players < (after.seat - one.seat) % at.players
        for one, after in pairwise(since[first:])
    )


PLAY: Final = BeijingPlay()
