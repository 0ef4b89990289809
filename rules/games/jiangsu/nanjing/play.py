"""How Nanjing is played: nanjing.md, "Walls, dice, deal", "Play", "Draw", and its fines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.games.jiangsu.nanjing import GAME
from rules.games.jiangsu.nanjing.elements import COPIES
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.hands.special import seven_pairs
from rules.play.absences import why_absent
from rules.play.actions import Discard, Kong, Pung, Win
from rules.play.play_rules import PlayRules
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.scoring import SETS
from rules.tiles import KIND, Tile

READY: Final = "dealt_ready"


class NanjingPlay(PlayRules):
    """Twenty flowers laid out, no chows, hands ready as dealt, and fines for equal discards."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            300_000: "dealt",
        }
    )
    opening = ("flowers",)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* are seven pairs."""
        return not at.seats[seat].melds and bool(seven_pairs(kinds))

    def after_discard(self, at: Position, action: Discard) -> Position:  # noqa: ARG002 -- hook
        """Return the position with a note of who is ready, at the banker's first discard."""
        if not at.untouched or sum(len(place.river) for place in at.seats) > 1:
            return at
        ready = [seat for seat, place in enumerate(at.seats) if is_ready(place.hand)]
        for seat in ready:
            at = at.note(seat, READY)
        return at

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks, and that the hand was ready as dealt while nobody has claimed."""
        marks = super().marks(at, win)
        was_ready = at.untouched and READY in at.seats[win.seat].notes
        return marks | {READY} if was_ready else marks

    def incidents(self, at: Position) -> Sequence[Mapping[str, Any]]:
        """Return the fines for four equal discards, by four in a row or by one alone."""
        fines: list[Mapping[str, Any]] = []
        discards: Counter[tuple[int, Tile]] = Counter()
        row: list[Discard] = []
        for action in at.log:
            if isinstance(action, (Pung, Kong)):
                row = []
            elif isinstance(action, Discard):
                row = [*row, action] if row and row[0].tile == action.tile else [action]
                discards[action.seat, action.tile] += 1
                if len(row) == COPIES:
                    fines.append({"kind": "four_same_discards", "seat": row[0].seat})
                if discards[action.seat, action.tile] == COPIES:
                    fines.append({"kind": "four_by_one", "seat": action.seat})
        return fines


def is_ready(hand: Sequence[Tile]) -> bool:
    """Return whether one more tile makes the thirteen of *hand* sets and a pair, or seven pairs."""
    kinds = [KIND[tile] for tile in hand]
    counts = Counter(kinds).values()
    return bool(waits(pack(kinds), SETS)) or sum(count % 2 for count in counts) == 1


PLAY: Final = NanjingPlay()
