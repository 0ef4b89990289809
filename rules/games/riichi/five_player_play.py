"""How five play riichi: five-player-1.md, "Walls, dice, deal", "Play", "Draw"; five-player-2.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rules.games.riichi.five_player import FIRST, FIVE_WINDS, FOURTEEN, KIND_OF, SECOND
from rules.games.riichi.hand import FIFTH_WIND
from rules.games.riichi.many_seats_play import ManySeatsPlay
from rules.games.riichi.play import all_riichi
from rules.hands.covers import completes, completes_sets
from rules.hands.keys import pack
from rules.play.absences import why_absent
from rules.play.position import Ending, Position

THROWING: Final = 4
"""How many first discards are compared."""
WINDS: Final = frozenset(FIVE_WINDS)


class FivePlayerFirstPlay(ManySeatsPlay):
    """Riichi for five, the four seasons being a fifth wind."""

    game: ClassVar[Any] = FIRST
    absences = why_absent(
        rare={
            5_000: "five_riichi",
            10_000: "kong_draw",
            100_000: "first_draw four_wins",
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
    )
    all_but_one = "four_wins"

    def completes(self, kinds: Sequence[int], sets: int) -> bool:
        """Return whether *kinds* fit into *sets* sets and a pair, flowers into equal ones."""
        others = [kind for kind in kinds if kind != FIFTH_WIND]
        flowers, key = len(kinds) - len(others), pack(others)
        left = sets - _pungs_for(flowers)
        left_by_pair = sets - _pungs_for(max(0, flowers - 2))
        if left >= 0 and completes(key, left):
            return True
        return flowers > 0 and left_by_pair >= 0 and completes_sets(key, left_by_pair)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be seven pairs, thirteen or fourteen orphans."""
        is_fourteen = len(set(kinds)) == len(FOURTEEN) and WINDS.issubset(kinds)
        return super().may_be_special(at, seat, kinds) or is_fourteen

    def may_be_ready(self, kinds: list[int], melds: int) -> bool:
        """Return whether *kinds* may wait, be it for the last of the fourteen orphans."""
        lacking = len(set(FOURTEEN).difference(kinds))
        return super().may_be_ready(kinds, melds) or (not melds and lacking == 1)

    def end_after_discard(self, at: Position) -> Ending | None:
        """Return an abortive draw: four equal winds first, or riichi of everybody."""
        if throws_same_wind(at):
            return Ending("abort", ({"kind": "four_same_wind"},))
        return Ending("abort", ({"kind": "five_riichi"},)) if all_riichi(at) else None


def _pungs_for(flowers: int) -> int:
    """Return the number of pungs of flowers, the last one perhaps not whole."""
    return -(-flowers // 3)


def throws_same_wind(at: Position) -> bool:
    """Return whether the first four players began with the same wind, nothing claimed."""
    rivers = [place.river for place in at.seats if place.river]
    if not at.untouched or len(rivers) != THROWING or any(len(river) > 1 for river in rivers):
        return False
    kinds = {KIND_OF[river[0]] for river in rivers}
    return len(kinds) == 1 and kinds <= WINDS


class FivePlayerSecondPlay(FivePlayerFirstPlay):
    """The same with a banker."""

    game: ClassVar[Any] = SECOND
    absences = why_absent(
        rare={
            10_000: "kong_draw",
            100_000: "first_draw four_wins",
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
        people="continues",
    )


PLAY: Final = {play.game.id: play for play in (FivePlayerFirstPlay(), FivePlayerSecondPlay())}
