"""Riichi for one to nine, as many copies of each tile as players (第0ルール): zero-rule.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.games.riichi import alone, yaku
from rules.games.riichi.alone import has_heads
from rules.games.riichi.five_player import HONBA as HONBA_OF_FIVE
from rules.games.riichi.five_player import POOL as POOL_OF_FIVE
from rules.games.riichi.five_player import banker_shares, stays_by_winning
from rules.games.riichi.hand import (
    FOUR_WINDS,
    SETS,
    THREE_DRAGONS,
    Hand,
    Values,
    Winner,
    hands,
    waits_without_sets,
)
from rules.games.riichi.many_seats import ManySeats
from rules.games.riichi.payment import Course, entry, has_declared, pay_ready
from rules.games.riichi.points import OF_DISCARDER, OF_DISCARDER_TO_BANKER, Share, among, share
from rules.games.riichi.yaku import Shape, Yaku
from rules.hands import unbounded
from rules.reasons import as_error, as_problem
from rules.record.values import Meld, Record
from rules.ruleset import Fact, Figure, Option, choice, full_set, switch
from rules.scoring import elements
from rules.settle.settlement import Bill, Item, ScoredHand, Settlement
from rules.settle.terms import round_up, times
from rules.tiles import CODES, COPIES, KIND, KINDS, Tile
from rules.walls import Break, Indicator, Throws

# Winds, dragons and tiles by the number of players: "Seats, banker, session"

NORTH: Final = FOUR_WINDS[3]
MOST: Final = 9
"""As many players as the sheet goes, and copies of a kind."""

SEATS: Final = (5, *(count for count in range(1, MOST + 1) if count != 5))
"""How many may take part; the first number is the default."""

DOUBLED: Final = 8
"""Number of players from which each of the four winds has two seats."""

WITH_COUNTERS: Final = (2, 3, 4)
"""Numbers of players with a banker who stays and counters on the table."""

HONORS: Final = (*FOUR_WINDS, *THREE_DRAGONS)


@cache
def winds_of_seats(players: int) -> tuple[int, ...]:
    """Return each seat's wind, the banker's first."""
    if players < DOUBLED:
        return HONORS[:players]
    return (*(wind for wind in FOUR_WINDS for _ in range(2)), *THREE_DRAGONS)[:players]


@cache
def winds_of_rounds(players: int) -> tuple[int, ...]:
    """Return the winds of the rounds, which come again after the last."""
    return FOUR_WINDS if players >= DOUBLED else winds_of_seats(players)


@cache
def dragons_of(players: int) -> tuple[int, ...]:
    """Return the honors that are of value to everybody; with three players north is one."""
    always = tuple(kind for kind in THREE_DRAGONS if kind not in winds_of_seats(players))
    return (NORTH, *always) if players == 3 else always


@cache
def values_of(players: int, own: int, of_round: int) -> Values:
    """Return the honors of value *own* seats after the banker, in the round numbered from 0."""
    winds = winds_of_rounds(players)
    return Values(
        (winds_of_seats(players)[own],), (winds[of_round % len(winds)],), dragons_of(players)
    )


@cache
def tiles_of(players: int) -> Mapping[str, int]:
    """Return the 34 kinds, as many copies of each as there are players."""
    return full_set(copies=players)


def is_second_rule(options: Mapping[str, Any]) -> bool:
    """Return whether five players score as by rule 2 of five-player riichi."""
    return bool(options["players"] == 5 and options["five_scoring"] == "rule_2")


def has_counters(record: Record) -> bool:
    """Return whether the banker may stay, and counters are laid then (本場)."""
    return record.players in WITH_COUNTERS or is_second_rule(record.options)


# What may be claimed, and from how far: "Play"

REACH: Final = (0, 0, 1, 1, 1, 2, 2, 2, 2, 3)
"""From how many seats before its own a seat claims a chow, by the number of players."""

LIMITED_FROM: Final = 6
"""Number of players from which calls may be limited."""


def are_limited(options: Mapping[str, Any]) -> bool:
    """Return whether calls are restricted under *options*."""
    return bool(options["calls"] == "limited" and options["players"] >= LIMITED_FROM)


def reach_of_chows(options: Mapping[str, Any]) -> int:
    """Return from how many seats before its own a seat may claim a chow."""
    return 1 if are_limited(options) else REACH[options["players"]]


def reach_of(meld: Meld) -> int:
    """Return from how far a set of equal tiles is claimed where calls are restricted.

    Each tile beyond three reaches a seat further. A kong added to was a pung, or the
    kong one tile shorter.
    """
    tiles = len(meld.tiles)
    if meld.kind == "kong_added":
        return max(2, tiles - 2)
    return tiles - 1


def from_too_far(record: Record) -> Iterator[Problem]:
    """Yield sets of equal tiles claimed from further than restricted calling lets."""
    if not are_limited(record.options):
        return
    for number, seat in enumerate(record.seats):
        for place, meld in enumerate(seat.melds):
            if meld.source is None or meld.kind == "chow":
                continue
            far = (number - meld.source) % record.players
            if far > reach_of(meld):
                limit = Reason("limited_calls", {"most": reach_of(meld)})
                yield as_problem(limit, "bad_meld", f"seats[{number}].melds[{place}]")


# Who pays whom how much: "Payment", "Draw"

POOLS: Final = (0, 0, 2000, 3000, 3000, 2400)
"""Points that pass at a draw, by the number of players."""
FROM_EACH: Final = 600
"""Of more players, from each of the others if one is ready (D3)."""

HONBA: Final = {2: 200, 3: 200, 4: 300}
"""Points of a counter, by the number of players."""

WITH_BANKER: Final = 4
"""Largest number of players with whom a banker's win is worth half as much again."""


def shares_of_all(record: Record, winner: Winner) -> list[tuple[int, Share]]:
    """Return who pays which share of a hand."""
    players = record.players
    if is_second_rule(record.options):
        return banker_shares(record, winner, five_parts=False)
    is_banker = winner.is_banker and players < WITH_BANKER
    if winner.source is not None:
        return [(winner.source, OF_DISCARDER_TO_BANKER if is_banker else OF_DISCARDER)]
    whole = times("banker", 6) if is_banker else times("whole", 4)
    each = share(whole, *among("payers", players - 1))
    return [(seat, each) for seat in range(players) if seat != winner.seat]


def pool(record: Record) -> int:
    """Return the points that pass from those not ready to those ready."""
    points: int | None = record.options["draw_pool"]
    if points is not None:
        return points
    if is_second_rule(record.options):
        return POOL_OF_FIVE
    players = record.players
    return POOLS[players] if players < len(POOLS) else FROM_EACH * (players - 1)


# Scoring elements: with six copies of a kind two pungs may be equal


def _are_dragons(hand: Hand) -> bool:
    """Return whether white, green and red are dragons, none of them a wind."""
    return set(THREE_DRAGONS) <= set(hand.winner.values.dragons)


CHANGED: Final[Mapping[str, Callable[[Hand], int]]] = {
    "dragon_pung": lambda hand: yaku.pungs_of(hand, {*hand.winner.values.dragons} - {NORTH}),
    "little_three_dragons": lambda hand: _are_dragons(hand) and elements.little_three_dragons(hand),
    "big_three_dragons": lambda hand: _are_dragons(hand) and elements.big_three_dragons(hand),
}
"""What these rows ask for here."""

NORTH_PUNG: Final = yaku.han(
    ("north_pung", "北", "set of north"),
    (1, 1),
    yaku.has_honor_pungs,
    lambda hand: yaku.pungs_of(hand, {NORTH}.intersection(hand.winner.values.dragons)),
)
"""With three players north is everybody's."""


def _row(row: Yaku) -> Yaku:
    holds = CHANGED.get(row.id)
    return row if holds is None or not isinstance(row, Shape) else replace(row, holds=holds)


ROWS: Final = (*(_row(row) for row in yaku.ROWS if row.id != "human_hand"), NORTH_PUNG)

ELEMENTS: Final = (
    *(row.element for row in ROWS),
    *(element for element in yaku.DORA if element.id != "red_five"),
)


# The game

NORTH_PAIR: Final = Item("north_pair", 2)
AGAIN: Final = 9
"""How often the round winds come again while rounds are named after them."""
WITH_KONGS: Final = 4
"""For how many kongs one more indicator is turned up by option."""


def _is_pool(value: Any) -> bool:
    return value is None or (type(value) is int and value >= 0)


class ZeroRule(ManySeats):
    """One to nine players."""

    id = "zero-rule"
    dead_wall = None
    native = "N人麻雀の第0ルール"
    name = "N-player riichi, rule 0"
    seats = SEATS
    tiles = tiles_of(5)
    largest_set = MOST
    options = (
        choice("players", *range(1, MOST + 1), default=5),
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
    fu_figure = Figure("fu", (20, 25, *range(30, 241, 10)))
    seat_facts = (*ManySeats.seat_facts, Fact("turns", "int"))
    incidents = ("winds_in_a_row", "all_riichi", "all_but_one_win")

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:
        """Return han and fu and what else riichi has; nothing for one alone, whom nobody pays."""
        return super().figures(options) if options["players"] > 1 else ()

    def players(self, options: Mapping[str, Any]) -> int:
        """Return how many take part under *options*."""
        count: int = options["players"]
        return count

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the 34 kinds, a copy of each for every player."""
        return tiles_of(options["players"])

    def seat_winds(self, players: int) -> tuple[str, ...]:
        """Return the code of each seat's wind, the banker's first."""
        return tuple(CODES[kind] for kind in winds_of_seats(players))

    def round_winds(self, players: int) -> tuple[str, ...]:
        """Return the codes of the winds of the rounds, which come again after the last."""
        return tuple(CODES[kind] for kind in winds_of_rounds(players)) * AGAIN

    def chow_reach(self, options: Mapping[str, Any]) -> int:
        """Return from how many seats before its own a seat may claim a chow."""
        return reach_of_chows(options)

    def turned_for_kongs(self, options: Mapping[str, Any]) -> int:
        """Return for how many kongs one more dora indicator is turned up."""
        return WITH_KONGS if options["kong_dora"] else 0

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record` and `bad_meld`."""
        problems = [*super().form_problems(record), *from_too_far(record)]
        players = record.options["players"]
        if record.players != players:
            message = f"with the option players at {players} there must be as many seats"
            problems.append(Problem("bad_record", message, "seats"))
        if record.state.carry["honba"] and not has_counters(record):
            message = f"{record.players} players lay no counters"
            problems.append(Problem("bad_record", message, "state.carry.honba"))
        if players == 1 and record.outcome == "draw" and has_declared(record, 0):
            message = "the only player's riichi ends the hand: outcome abort, all_riichi"
            problems.append(Problem("bad_record", message, "outcome"))
        return problems

    def counters_for(self, seats: int) -> Mapping[str, int]:
        """Return the sticks, and honba where the banker may stay whatever was agreed."""
        left_out = () if seats in WITH_COUNTERS else ("honba",)
        return {name: start for name, start in self.carry.items() if name not in left_out}

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
        return values_of(record.players, own, record.state.round - 1)

    def copies(self, record: Record) -> int:
        """Return how many tiles there are of each kind."""
        return record.players

    def hands(self, winner: Winner) -> list[Hand]:
        """Return every reading of a winner's tiles."""
        players = winner.options["players"]
        if players == 1:
            return alone.readings(winner)
        if players <= COPIES:
            return hands(winner)
        return hands(winner, unbounded.divisions(winner.concealed, SETS - len(winner.melds)))

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        kinds = [KIND[tile] for tile in hand]
        wait_kinds = frozenset(unbounded.waits(kinds, SETS - melds, range(KINDS)))
        return wait_kinds | waits_without_sets(kinds, melds)

    def fu_items(self, hand: Hand) -> tuple[Item, ...]:
        """Return what brings the fu; north, where it is everybody's, has its own name."""
        items = super().fu_items(hand)
        if hand.pair != NORTH:
            return items
        return tuple(NORTH_PAIR if item.id == "dragon_pair" else item for item in items)

    def shares(self, record: Record, winner: Winner) -> list[tuple[int, Share]]:
        """Return who pays which share of a hand; one alone pays nothing."""
        if record.players == 1:
            return []
        if record.players == WITH_BANKER:
            return super().shares(record, winner)
        return shares_of_all(record, winner)

    def honba_value(self, record: Record) -> int:
        """Return the points of one counter."""
        second = is_second_rule(record.options)
        return HONBA_OF_FIVE if second else HONBA.get(record.players, 0)

    def pay_ready(self, record: Record, ready: list[bool], bill: Bill) -> None:
        """Write what each who is not ready pays each who is: equal shares, rounded up to tens."""
        pay_ready(pool(record), ready, bill, (round_up(10),))

    def course(self, record: Record, course: Course) -> Course:
        """Return how the table goes on: the post moves where nobody counts as banker."""
        if is_second_rule(record.options):
            return stays_by_winning(record, course)
        if has_counters(record):
            return course
        return Course(False, None, course.deposits)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:  # noqa: ARG002 -- hook
        """Return whether the game ends: its length is not given."""
        return False

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*; one alone is told how fast he was."""
        if record.players > 1:
            return super().settle(record)
        wins: list[ScoredHand] = []
        if record.outcome == "win":
            wins = self.solo_wins(record)
        course = Course(False, None, record.state.carry["deposits"])
        settlement = self.settlement(record, Bill(), course, wins)
        return replace(settlement, more={"solo": alone.report(self, record)})

    def solo_wins(self, record: Record) -> list[ScoredHand]:
        """Return the entry of one who won alone; raise `RecordError` where he cannot."""
        for place, win in enumerate(record.wins):
            if not has_heads(record.options) or not win.is_self_draw:
                raise as_error(Reason("solo_self_draw"), "barred", f"wins[{place}]")
        return [entry(score, []) for score in self.score_winners(record)]

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: as many stacks of the wall counted to are left standing."""
        total = throws.total()
        stack = 4 if throws.options["dead_wall"] == 14 else 1
        return Break(throws.seat_at(total), total, Indicator(stack, "top", "tail"))


def _unknown_incidents(players: int) -> tuple[str, ...]:
    if players == 2:
        return ("all_riichi", "all_but_one_win")
    return ("all_but_one_win",) if players == 1 else ()


GAME: Final = ZeroRule()
