"""What Taiwan's sixteen-tile games share: seat winds from the dice, flower wins, the session.

taiwan.md and taiwan-common.md: "Seats, banker, session", "Walls, dice, deal", "Winning".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.guides import FlowerOrder
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.reasons import as_problem
from rules.record.claims import check_nearest
from rules.record.values import WAYS, Record, Win
from rules.ruleset import Figure, Ruleset, full_set
from rules.settle.settlement import Item, NextHand, Settlement, adds, rotate
from rules.settle.terms import Terms, add
from rules.tiles import CODES, FLOWERS, KIND, KINDS, TILES
from rules.walls import Break, Throws, break_at

ROUNDS: Final = 4
SIZE: Final = 5
"""Sets of a hand of sixteen tiles."""
NARROW: Final = ("pair", "closed", "edge")
"""Ways of waiting for one kind only."""
FLOWER_WINS: Final = frozenset(("robbed_flower", "declared"))
"""Ways of winning that need eight flowers and no shape."""

ALL_FLOWERS: Final = frozenset(TILES[f"{place}f"] for place in range(1, 9))
WITH_FLOWERS: Final = full_set(flowers=True)
WITHOUT_FLOWERS: Final = full_set()
STACKS: Final = 18
STACKS_WITHOUT_FLOWERS: Final = 17


class SixteenTiles(Ruleset):
    """Sixteen tiles in the hand, flowers, and winds that follow the dice."""

    guides = (FlowerOrder(),)
    family = "taiwan"
    hides_order = True
    hand_size = 16
    tiles = WITH_FLOWERS
    ways = WAYS
    value_figures = (Figure("tai"),)
    dice = 3
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"first_banker": 0})

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the set: the south plays without flowers."""
        return WITH_FLOWERS if options["flowers"] else WITHOUT_FLOWERS

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show.

        A flower win looks at nobody's hand: the winner may show any, and the banker
        may not have discarded yet.
        """
        if any(win.by in FLOWER_WINS for win in record.wins):
            if any(win.seat == seat for win in record.wins):
                return ()
            if seat == record.state.banker:
                rest = self.hand_size - 3 * len(record.seats[seat].melds)
                return rest, rest + 1
        return super().hand_sizes(record, seat)

    def fixed_east(self, record: Record) -> int | None:
        """Return East's seat where it hangs on no throw."""
        return record.deal.east

    def east(self, record: Record) -> int:
        """Return the seat whose wind is East in a won hand."""
        seat = self.fixed_east(record)
        if seat is not None:
            return seat
        return (self.thrower(record) + sum(record.deal.dice[-1]) - 1) % record.players

    def thrower(self, record: Record) -> int:
        """Return the seat whose throw opened the wall."""
        return record.state.banker

    def break_wall(self, throws: Throws) -> Break:
        """Return the seat that the dice count to, as many stacks being left as they show."""
        total = throws.total(-1)
        stacks = STACKS if throws.options["flowers"] else STACKS_WITHOUT_FLOWERS
        return Break(*break_at(throws.seat_at(total), total, stacks, throws.players))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of these games, most basic first."""
        yield from self.state_problems(record)
        yield from self.declaration_problems(record)
        if record.outcome == "win":
            yield from self.wind_problems(record)
        for place, win in enumerate(record.wins):
            if win.by == "declared" and (win.tile is not None or win.source is not None):
                message = "eight flowers win by themselves: no tile, from nobody"
                yield Problem("bad_record", message, f"wins[{place}]")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            yield from self.win_problems(record, win, f"wins[{place}]")
        yield from self.further_winners(record)

    def entered_problems(self, record: Record) -> Iterable[Problem]:
        """Return winners after the first, or beside a nearer one, unless several may win."""
        if record.options["multiple_winners"]:
            return self.further_winners(record)
        return super().entered_problems(record)

    def state_problems(self, record: Record) -> Iterator[Problem]:
        """Yield a session that cannot be, and tiles laid out that are no flowers."""
        if record.state.carry["first_banker"] >= record.players:
            message = f"must be a seat from 0 to {record.players - 1}"
            yield Problem("bad_record", message, "state.carry.first_banker")
        if record.state.round > ROUNDS:
            message = f"a session has {ROUNDS} rounds"
            yield Problem("bad_record", message, "state.round")
        for number, seat in enumerate(record.seats):
            for tile in seat.flowers:
                if tile < FLOWERS:
                    message = f"{CODES[tile]} is no flower"
                    yield Problem("bad_tiles", message, f"seats[{number}].flowers")

    def declaration_problems(self, record: Record) -> Iterator[Problem]:  # noqa: ARG002 -- hook
        """Yield announcements that cannot stand."""
        yield from ()

    def wind_problems(self, record: Record) -> Iterator[Problem]:
        """Yield a won hand whose seat winds are unknown: "Decided here", D1."""
        dice = record.deal.dice
        if record.is_entered or self.fixed_east(record) is not None:
            return
        if not dice:
            message = "seat winds follow the dice: give the throw, or deal.east"
            yield Problem("bad_record", message, "deal.dice")
        elif len(dice[-1]) != self.dice:
            message = f"a throw of this game is {self.dice} dice"
            yield Problem("bad_record", message, f"deal.dice[{len(dice) - 1}]")

    def win_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield why *win* is none, or may not be."""
        yield from self.incomplete(record, win, where)
        if win.by == "robbed_kong" and _robs_a_concealed_kong(record, win):
            yield as_problem(Reason("kong_not_added"), where=f"{where}.tile")
        if not record.options["multiple_winners"]:
            yield from check_nearest(record, win, f"{where}.facts.rivals")

    def incomplete(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield a win whose tiles are none."""
        seat = record.seats[win.seat]
        if win.by in FLOWER_WINS:
            flowers = {*seat.flowers, *(() if win.tile is None else (win.tile,))}
            if flowers != ALL_FLOWERS:
                yield as_problem(Reason("eight_flowers_needed"), "not_a_win", where)
            return
        assert seat.hand is not None
        assert win.tile is not None
        kinds = [KIND[tile] for tile in (*seat.hand, win.tile)]
        if max(kinds) >= KINDS or not self.is_won(record, kinds, SIZE - len(seat.melds)):
            yield as_problem(Reason("five_sets_shape"), "not_a_win", where)

    def is_won(self, record: Record, kinds: Sequence[int], sets: int) -> bool:  # noqa: ARG002 -- hook
        """Return whether the concealed *kinds*, *sets* sets not being laid down, win."""
        return completes(pack(kinds), sets)

    def further_winners(self, record: Record) -> Iterator[Problem]:
        """Yield winners after the first, unless several may win on one tile."""
        for place, win in enumerate(record.wins[1:], start=1):
            if not record.options["multiple_winners"]:
                yield as_problem(Reason("one_winner"), where=f"wins[{place}]")
            elif not _wins_too(win, record.wins[:place]):
                yield as_problem(Reason("several_on_one_tile"), where=f"wins[{place}]")

    def next_hand(self, record: Record, *, stays: bool) -> NextHand:
        """Return the next hand: the session ends when a fifth round would begin."""
        state = record.state
        first = state.carry["first_banker"]
        table = rotate(state, record.players, stays=stays, first=first, carry=state.carry)
        is_over = table.round > ROUNDS
        return NextHand(table.banker, table.round, table.repeats, table.carry, is_over)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid, the banker stays."""
        return self.unpaid(record, self.next_hand(record, stays=True))


def payers(record: Record, win: Win) -> tuple[int, ...]:
    """Return who pays *win*: whose tile it was, or all three others."""
    if win.source is not None and win.is_taken:
        return (win.source,)
    return tuple(seat for seat in range(record.players) if seat != win.seat)


def banker_tai(record: Record) -> tuple[Item, ...]:
    """Return the tai that count where the banker wins or pays."""
    repeats = record.state.repeats
    banker = Item("banker", 1)
    return (banker, Item("repeats", 2 * repeats)) if repeats else (banker,)


def score_terms(items: tuple[Item, ...], listed_items: tuple[Item, ...]) -> Terms:
    """Return how the score of *items* comes about where *listed_items* has more than counts."""
    return () if items == listed_items else adds(items) or (add("win", 0),)


def _wins_too(win: Win, earlier: Sequence[Win]) -> bool:
    """Return whether *win* is on the tile that the *earlier* ones are on, by another seat."""
    first = earlier[0]
    same_tile = (win.by, win.tile, win.source) == (first.by, first.tile, first.source)
    others = all(win.seat != one.seat for one in earlier)
    return win.by in ("discard", "robbed_kong") and same_tile and others


def _robs_a_concealed_kong(record: Record, win: Win) -> bool:
    """Return whether the tile is said to come out of a concealed kong."""
    assert win.source is not None
    return any(
        meld.kind == "kong_concealed" and win.tile in meld.tiles
        for meld in record.seats[win.source].melds
    )
