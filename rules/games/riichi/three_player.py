"""Riichi for three with 108 tiles, two of the characters only (三人麻雀): riichi-3p.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.games.riichi import payment, yaku
from rules.games.riichi.hand import DORA_OF, FOUR_WINDS, THREE_DRAGONS, Values, Winner
from rules.games.riichi.points import OF_BANKER, SINGLE, Share, up
from rules.games.riichi.riichi import GAME as FOR_FOUR
from rules.games.riichi.riichi import Riichi
from rules.record.values import Deal, Record
from rules.ruleset import Element, Option, choice, full_set, number, switch
from rules.settle.settlement import Bill, Item
from rules.settle.terms import Terms, add
from rules.tiles import KIND, TILES, Tile
from rules.walls import Break, Indicator, Throws

PLAYERS: Final = 3
NORTH: Final = FOUR_WINDS[-1]
NO_TILES: Final[frozenset[Tile]] = frozenset()
NORTHS: Final = frozenset((TILES["4z"],))

# Equipment

TILES_OF_THREE: Final = MappingProxyType(
    {code: 4 for code in full_set() if code[1] != "m" or code[0] in "19"}
)
WITH_RED_FIVES: Final = MappingProxyType({**TILES_OF_THREE, "5p": 3, "5s": 3, "0p": 1, "0s": 1})
DORA: Final = MappingProxyType({**DORA_OF, TILES["1m"]: KIND[TILES["9m"]]})
"""The dora of each indicator: after the one of characters comes the nine."""

VALUES: Final = tuple(
    tuple(Values((own,), (of_round,), THREE_DRAGONS) for of_round in FOUR_WINDS)
    for own in FOUR_WINDS[:PLAYERS]
)
"""The honors of value by own wind and wind of the round."""
VALUES_WITH_NORTH: Final = tuple(
    tuple(Values((own, NORTH), (of_round,), THREE_DRAGONS) for of_round in FOUR_WINDS)
    for own in FOUR_WINDS[:PLAYERS]
)
"""The same where North is everybody's own wind, too (共通役牌)."""

# Scoring elements

ROWS: Final = tuple(row for row in yaku.ROWS if row.id != "three_similar_sequences")
"""Those of riichi.md: the characters have no runs, so there are none in three suits."""
NORTH_ASIDE: Final = Element("north_dora", "抜きドラ", "set-aside North", "1 each")
ELEMENTS: Final = (
    *(one for one in yaku.ELEMENTS if one.id != "three_similar_sequences"),
    NORTH_ASIDE,
)

# Payment

UMA: Final[Mapping[str, tuple[int, ...]]] = {
    "none": (0, 0, 0),
    "10": (10, 0, -10),
    "15": (15, 0, -15),
    "20": (20, 0, -20),
    "30": (30, 0, -30),
}
"""What the ranks bring in thousands, from first to last (ウマ)."""


@dataclass(frozen=True, slots=True, eq=False)
class WithHalfOfNorth(Share):
    """What a seat pays for another's self-draw, and half of what North would have paid."""

    own: Share = SINGLE
    norths: Share = SINGLE

    def half(self, basic: int) -> int:
        """Return half of North's share of *basic* points, rounded by itself (D3)."""
        return up(self.norths.of(basic), 2)

    def of(self, basic: int) -> int:
        """Return the share of *basic* points."""
        return self.own.of(basic) + self.half(basic)

    def payment(self, basic: int, terms: Terms) -> tuple[int, Terms]:
        """Return the share of *basic* points, which come about by *terms*, and its own terms."""
        amount, steps = self.own.payment(basic, terms)
        half = self.half(basic)
        return amount + half, (*steps, add("half_of_north", half))


@cache
def with_half_of_north(own: Share, norths: Share) -> WithHalfOfNorth:
    """Return the share *own* and half of the share *norths*, made once."""
    return WithHalfOfNorth(own.multiple, own.divisor, own=own, norths=norths)


CHANGED: Final[Mapping[str, Option]] = {
    "red_fives": choice("red_fives", 0, 2, default=2),
    "multiple_wins": choice("multiple_wins", "all", "nearest"),
    "honba_value": number("honba_value", 200, 0, multiple_of=200),
    "rounds": choice("rounds", 1, 2, default=2),
    "start_points": number("start_points", 35000, 0, multiple_of=100),
    "return_points": number("return_points", 35000, 0, multiple_of=100),
    "uma": choice("uma", *UMA),
    "yakitori": number("yakitori", 0, 0, multiple_of=2000),
}


class RiichiForThree(Riichi):
    """Riichi without runs of characters, without chows and without a North seat."""

    id = "riichi-3p"
    native = "三人麻雀"
    name = "Three-player riichi"
    seats = (PLAYERS,)
    chows = False
    tiles = WITH_RED_FIVES
    options: ClassVar[tuple[Option, ...]] = (
        choice("north", "set_aside", "value"),
        switch("self_draw_loss", True),
        choice("ready_payment", 2000, 3000),
        *(CHANGED.get(option.name, option) for option in FOR_FOUR.options),
    )
    elements = ELEMENTS
    rows = ROWS
    incidents = ("nine_terminals", "four_kongs", "chombo")
    start_score = 35000
    dora_of = DORA
    uma = UMA

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the tiles with the red fives of the option."""
        return WITH_RED_FIVES if options["red_fives"] else TILES_OF_THREE

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return North, where it may be set aside; it may be kept, too."""
        return NORTHS if options["north"] == "set_aside" else NO_TILES

    def values(self, record: Record, seat: int) -> Values:
        """Return own wind, wind of the round and dragons; North by option everybody's own."""
        own = (seat - record.state.banker) % PLAYERS
        by_seat = VALUES if record.options["north"] == "set_aside" else VALUES_WITH_NORTH
        return by_seat[own][(record.state.round - 1) % len(FOUR_WINDS)]

    def dora_items(self, winner: Winner, deal: Deal) -> list[Item]:
        """Return the dora of every sort, each North that was set aside being one."""
        items = super().dora_items(winner, deal)
        return [*items, Item(NORTH_ASIDE.id, winner.norths)] if winner.norths else items

    def shares(self, record: Record, winner: Winner) -> list[tuple[int, Share]]:
        """Return who pays which share: North's is lost, or by option shared by the others."""
        shares = super().shares(record, winner)
        if winner.source is not None or record.options["self_draw_loss"]:
            return shares
        norths = OF_BANKER if winner.is_banker else SINGLE
        return [(seat, with_half_of_north(own, norths)) for seat, own in shares]

    def pay_ready(self, record: Record, ready: list[bool], bill: Bill) -> None:
        """Write what those not ready pay those ready at a draw."""
        payment.pay_ready(record.options["ready_payment"], ready, bill)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: the wall counted to, as many stacks from its right end."""
        total = throws.total()
        return Break(throws.seat_at(total), total, Indicator(3, "top", "tail"))


GAME: Final = RiichiForThree()
