"""What Taiwan's sixteen-tile games have in common in play: flowers that win, ready hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.taiwan.sixteen import SIZE
from rules.hands.covers import completes, waits
from rules.hands.keys import pack
from rules.play.actions import Discard, Kong, Win
from rules.play.flowers import wins_by_seven_flowers, wins_with_all_flowers
from rules.play.kongs import around_kong
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Place, Position
from rules.tiles import COPIES, FLOWERS, KIND, Tile

DEAD: Final = 16
MISSED: Final = "missed_win"


class SixteenPlay(PlayRules):
    """Sixteen tiles, flowers laid out, ready announced with a discard."""

    blocks = (4, 4, 4, 4)
    opening: ClassVar[tuple[str, ...]] = ("flowers",)

    # Ready

    def waits(self, place: Place, hand: Sequence[Tile]) -> frozenset[int]:
        """Return what the concealed *hand* waits for, kinds left out that the seat has all of."""
        kinds = [KIND[tile] for tile in hand]
        if any(kind >= FLOWERS for kind in kinds):
            return frozenset()
        meld_kinds = [KIND[tile] for meld in place.melds for tile in meld.tiles]
        wait_kinds = waits(pack(kinds), SIZE - len(place.melds))
        return frozenset([kind for kind in wait_kinds if meld_kinds.count(kind) < COPIES])

    def is_near(self, place: Place, hand: Sequence[Tile], sets: int) -> bool:
        """Return whether *hand* and the melds of *place* lack a tile for *sets* sets and a pair."""
        return completes(pack([KIND[tile] for tile in hand]), sets - len(place.melds))

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that the hand is not ready after the discard."""
        place = at.seats[action.seat]
        rest = list(place.hand)
        rest.remove(action.tile)
        if self.is_near(place, rest, SIZE) and self.waits(place, rest):
            return None
        return Reason("ready_waits")

    def ready_kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that a kong of the tile drawn would change what an announced hand waits for."""
        if at.drawn in action.tiles:
            before, after = around_kong(at, action)
            if action.kind == "kong_added" or _keeps_wait(before, after):
                return None
        return Reason("ready_kong_keeps_wait")

    # Wins

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, and the win with all eight flowers."""
        yield from super().own_wins(at, seat)
        yield from wins_with_all_flowers(at, seat)

    def flower_wins(self, at: Position, seat: int, tile: Tile) -> Iterable[Win]:
        """Yield seven robs one."""
        return wins_by_seven_flowers(at, seat, tile)

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return the nearest, or all where the house lets several win."""
        return wins if at.options["multiple_winners"] else super().winners(at, wins)


def _keeps_wait(before: Place, after: Place) -> bool:
    """Return whether the wait is the same *after* a concealed kong as *before* it."""
    first, then = (
        waits(pack([KIND[tile] for tile in place.hand]), SIZE - len(place.melds))
        for place in (before, after)
    )
    return first == then
