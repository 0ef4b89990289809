"""Riichi for one to nine players, as many copies of each tile as players (第0ルール)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem, refuse
from rules.games.riichi import payments
from rules.games.riichi.draws import waits_without_sets
from rules.games.riichi.five_player.second import stays_by_winning
from rules.games.riichi.hand import SETS, hands
from rules.games.riichi.many_seats import ManySeats
from rules.games.riichi.rotation import Course
from rules.games.riichi.zero_rule import calls, payment, position, solo
from rules.games.riichi.zero_rule.table import ELEMENTS, ROWS
from rules.hands import counted
from rules.ruleset import Fact, Option, choice, switch
from rules.settle.settlement import Bill, Item
from rules.tiles import CODES, KIND, KINDS
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rules.games.riichi.hand import Hand, Values, Winner
    from rules.record.values import Record
    from rules.settle.settlement import Portion, Scored, Settlement
    from rules.tiles import Tile
    from rules.walls import Throws

NORTH_PAIR: Final = Item("north_pair", 2)
AGAIN: Final = 9
"""How often the round winds come again while rounds are named after them."""
FOUR: Final = 4
"""Up to so many copies of a kind the keys can count."""
WITH_KONGS: Final = 4
"""For how many kongs one more indicator is turned up by option."""


def _is_pool(value: Any) -> bool:
    """Return whether the option `draw_pool` may be *value*."""
    return value is None or (type(value) is int and value >= 0)


class ZeroRule(ManySeats):
    """One to nine players."""

    id = "zero-rule"
    native = "N人麻雀の第0ルール"
    name = "N-player riichi, rule 0"
    seats = position.SEATS
    tiles = position.tiles(5)
    largest_set = position.MOST
    options = (
        choice("players", *range(1, position.MOST + 1), default=5),
        *ManySeats.options,
        choice("calls", "free", "limited"),
        choice("dead_wall", 2, 14),
        switch("kong_dora"),
        Option("draw_pool", None, (), _is_pool, "a whole number of at least 0, or null"),
        choice("solo_head", "none", "partial_run"),
        choice("five_scoring", "rule_1", "rule_2"),
    )
    elements = ELEMENTS
    rows = ROWS
    seat_facts = (*ManySeats.seat_facts, Fact("turns", "int"))
    incidents = ("winds_in_a_row", "all_riichi", "all_but_one_win")

    def players(self, options: Mapping[str, Any]) -> int:
        """Return how many take part under *options*."""
        count: int = options["players"]
        return count

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the 34 kinds, a copy of each for every player."""
        return position.tiles(options["players"])

    def seat_winds(self, players: int) -> tuple[str, ...]:
        """Return the code of each seat's wind, the banker's first."""
        return tuple(CODES[kind] for kind in position.seat_winds(players))

    def round_winds(self, players: int) -> tuple[str, ...]:
        """Return the codes of the winds of the rounds, which come again after the last."""
        return tuple(CODES[kind] for kind in position.round_winds(players)) * AGAIN

    def chow_reach(self, options: Mapping[str, Any]) -> int:
        """Return from how many seats before its own a seat may claim a chow."""
        return calls.chow_reach(options)

    def turned_for_kongs(self, options: Mapping[str, Any]) -> int:
        """Return for how many kongs one more dora indicator is turned up."""
        return WITH_KONGS if options["kong_dora"] else 0

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record` and `bad_meld`."""
        found = [*super().form_problems(record), *calls.from_too_far(record)]
        players = record.options["players"]
        if record.players != players:
            message = f"with the option players at {players} there must be as many seats"
            found.append(Problem("bad_record", message, "seats"))
        if record.state.carry["honba"] and not position.has_counters(record):
            message = f"{record.players} players lay no counters"
            found.append(Problem("bad_record", message, "state.carry.honba"))
        return found

    def incident_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with the incidents of a record."""
        yield from super().incident_problems(record)
        for place, incident in enumerate(record.incidents):
            if incident.kind in _unknown_incidents(record.players):
                message = f"{incident.kind}: not with {record.players} players"
                yield Problem("bad_record", message, f"incidents[{place}].kind")

    def values(self, record: Record, seat: int) -> Values:
        """Return own wind, wind of the round and what is of value to everybody."""
        own = (seat - record.state.banker) % record.players
        return position.values(record.players, own, record.state.round - 1)

    def copies(self, record: Record) -> int:
        """Return how many tiles there are of each kind."""
        return record.players

    def hands(self, winner: Winner) -> list[Hand]:
        """Return every reading of a winner's tiles."""
        players = winner.options["players"]
        if players == 1:
            return solo.readings(winner)
        if players <= FOUR:
            return hands(winner)
        return hands(winner, counted.divisions(winner.concealed, SETS - len(winner.melds)))

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        kinds = [KIND[tile] for tile in hand]
        found = frozenset(counted.waits(kinds, SETS - melds, range(KINDS)))
        return found | waits_without_sets(kinds, melds)

    def fu_items(self, hand: Hand, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return what brings the fu of a hand that counts *items*."""
        found = super().fu_items(hand, items)
        if hand.pair != position.NORTH:
            return found
        return tuple(NORTH_PAIR if item.id == "dragon_pair" else item for item in found)

    def portions(self, record: Record, winner: Winner, basic: int) -> list[Portion]:
        """Return who pays how much for *basic* points; one alone pays nothing."""
        return [] if record.players == 1 else payment.portions(record, winner, basic)

    def honba_value(self, record: Record) -> int:
        """Return the points of one counter."""
        return payment.honba_value(record)

    def pay_ready(self, record: Record, ready: list[bool], bill: Bill) -> None:
        """Write what those not ready pay those ready at a draw."""
        payment.pay_ready(record, ready, bill)

    def course(self, record: Record, course: Course) -> Course:
        """Return how the table goes on: the post moves where nobody counts as banker."""
        if position.is_second_rule(record.options):
            return stays_by_winning(record, course)
        if position.has_counters(record):
            return course
        return Course(False, None, course.deposits)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:  # noqa: ARG002 -- hook
        """Return whether the game ends: its length is not given."""
        return False

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*; one alone is told how fast he was."""
        if record.players > 1:
            return super().settle(record)
        wins: list[Scored] = []
        if record.outcome == "win":
            wins = self.solo_wins(record)
        course = Course(False, None, record.state.carry["deposits"])
        settlement = self.settled(record, Bill(), course, wins)
        return replace(settlement, more={"solo": solo.told(self, record)})

    def solo_wins(self, record: Record) -> list[Scored]:
        """Return the entry of one who won alone; raise `RecordError` where he cannot."""
        for place, win in enumerate(record.wins):
            if not solo.has_heads(record.options) or not win.is_self_draw:
                message = "one alone is ready at best; by option he wins, by self-draw only"
                raise refuse("barred", message, f"wins[{place}]")
        return [payments.entry(score, 0) for score in self.scored(record)]

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: as many stacks of the wall counted to are left standing."""
        total = throws.total()
        stack = 4 if throws.options["dead_wall"] == 14 else 1
        return Break(throws.counted(total), total, Indicator(stack, "top", "tail"))


def _unknown_incidents(players: int) -> tuple[str, ...]:
    """Return the incidents that so few players do not know."""
    if players == 2:
        return ("all_riichi", "all_but_one_win")
    return ("all_but_one_win",) if players == 1 else ()


GAME: Final = ZeroRule()
