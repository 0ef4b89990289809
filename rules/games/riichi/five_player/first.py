"""Rule 1: banker and others score alike, the post moves after every hand: five-player-1.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.games.riichi.five_player import hand as hands
from rules.games.riichi.five_player.table import ELEMENTS, ROWS
from rules.games.riichi.hand import DRAGONS, Values
from rules.games.riichi.many_seats import ManySeats
from rules.games.riichi.points import up
from rules.games.riichi.rotation import Course
from rules.ruleset import choice, full_set, switch
from rules.tiles import CODES, KINDS
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.games.riichi.hand import Hand, Winner
    from rules.games.riichi.scoring import Score
    from rules.record.values import Record
    from rules.settle.settlement import Portion, Settlement
    from rules.tiles import Tile
    from rules.walls import Throws

TILES: Final = MappingProxyType({**full_set(), "1f": 1, "2f": 1, "3f": 1, "4f": 1})

WINDS: Final = tuple(CODES[kind] for kind in hands.FIVE_WINDS)

VALUES: Final = tuple(
    tuple(Values((own,), (of_round,), DRAGONS) for of_round in hands.FIVE_WINDS)
    for own in hands.FIVE_WINDS
)
"""The honors of value by own wind and wind of the round."""


class FivePlayerFirst(ManySeats):
    """Five players, nobody counting as banker."""

    id = "five-player-1"
    native = "五人麻雀第1ルール"
    name = "Five-player riichi, rule 1"
    seats = (5,)
    tiles = TILES
    set_kinds = KINDS + 1
    options = (
        *ManySeats.options,
        switch("big_yakuman"),
        choice("rounds", 5, 3, 2),
    )
    elements = ELEMENTS
    rows = ROWS
    incidents = ("four_same_wind", "four_wins", "five_riichi")
    carry = MappingProxyType({"deposits": 0})
    ready_pool = 2400
    dora_of = hands.DORA

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:  # noqa: ARG002 -- hook
        """Return nothing: flowers stay in the hand."""
        return frozenset()

    def substitutes(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> Mapping[Tile, Tile]:
        """Return what the seasons are: one kind."""
        return hands.SEASONS

    def seat_winds(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- hook
        """Return the code of each seat's wind, the banker's first."""
        return WINDS

    def round_winds(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- hook
        """Return the codes of the winds of the rounds."""
        return WINDS

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*, its seasons taken for flowers."""
        return hands.with_seasons(super().settle(hands.as_flowers(record)), record)

    def values(self, record: Record, seat: int) -> Values:
        """Return own wind, wind of the round and dragons; the flower is the fifth wind."""
        own = (seat - record.state.banker) % len(VALUES)
        return VALUES[own][(record.state.round - 1) % len(VALUES)]

    def hands(self, winner: Winner) -> list[Hand]:
        """Return every reading of a winner's tiles."""
        return hands.readings(winner)

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        return hands.waits(hand, melds)

    def concealed_kong_problem(self, score: Score) -> str | None:
        """Return why the hand may not rob a concealed kong, or nothing."""
        if any(item.id == "fourteen_orphans" for item in score.items):
            return None
        return "a concealed kong can be robbed by fourteen orphans only"

    def portions(self, record: Record, winner: Winner, basic: int) -> list[Portion]:
        """Return who pays how much: the discarder all, or everybody the same share."""
        if winner.source is not None:
            return [(winner.source, up(4 * basic))]
        return [(seat, up(basic)) for seat in range(record.players) if seat != winner.seat]

    def course(self, record: Record, course: Course) -> Course:  # noqa: ARG002 -- hook
        """Return how the table goes on: the post moves, and no counters are laid."""
        return Course(False, None, course.deposits)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:  # noqa: ARG002 -- hook
        """Return whether the last round is over."""
        is_last_seat = record.state.banker == record.players - 1
        return is_last_seat and record.state.round >= record.options["rounds"]

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: the wall counted to, as many stacks from its right end."""
        total = throws.total()
        return Break(throws.counted(total), total, Indicator(1, "top", "tail"))


GAME: Final = FivePlayerFirst()
