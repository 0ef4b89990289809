"""Yangzhou mahjong (揚州麻雀): yangzhou.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Any, Final

from rules.errors import Problem, Reason, RecordError
from rules.reasons import as_problem
from rules.record.claims import (
    check_indicators,
    check_nothing_aside,
    check_robbed_kong,
    check_single_tile,
)
from rules.record.values import Record, Win
from rules.ruleset import Element, Fact, Figure, Ruleset, choice, full_set, number, switch
from rules.scoring import SETS, Row, Table, WonHand, best, by_names, elements, readings, won_hand
from rules.settle.settlement import (
    Bill,
    NextHand,
    Payment,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
    rotate,
)
from rules.settle.terms import Terms, instead_of, limit_terms, times
from rules.tiles import is_terminal
from rules.walls import Break, Throws

COMPOUNDS_IN: Final = 18
"""The schedule that has compound elements."""

PRICES: Final[Mapping[int, Mapping[str, int]]] = {
    13: {"A": 10, "B": 15, "C": 30, "D": 60, "E": 240, "F": 480},
    18: {"A": 15, "B": 20, "C": 50, "D": 80, "E": 320, "F": 640},
    7: {"A": 7, "B": 10, "C": 20, "D": 40, "E": 160, "F": 320},
    3: {"A": 3, "B": 4, "C": 8, "D": 16, "E": 32, "F": 32},
}
"""The values of the groups of big elements by schedule; a schedule is called by its minimum."""

LOWEST_BIG_PLUS: Final = 3
"""What the option `lowest_big_plus_3` asks for beside the value of group A."""

STEP: Final = 3
"""From a run to the one that goes on from it: 123, 456."""

DISCARD: Final = "discard"
OWN_DISCARD: Final = "own_discard"
CHOWS_THAT_BIND: Final = 3
"""Number of chows of a suit from which the hand must be pure one suit."""

BROKE_THAT_END: Final = 2
"""Number of players without points that ends the game."""

PER_DISCARD: Final = 2
"""How many times the hand's value one pays for all."""


# What the runs make together


def in_a_row(hand: WonHand) -> list[int]:
    """Return the lower runs of all six in a row (連副)."""
    return [kind for kind in {*hand.runs} if kind % 9 <= STEP and kind + STEP in hand.runs]


def ends(hand: WonHand) -> list[int]:
    """Return the 123 of all suits that have 789 too (老少)."""
    return [kind for kind in {*hand.runs} if kind % 9 == 0 and kind + 2 * STEP in hand.runs]


def double_runs(hand: WonHand) -> frozenset[int]:
    """Return the runs that are there just twice."""
    return frozenset(kind for kind in hand.runs if hand.runs.count(kind) == 2)


def is_mirrored(kinds: Collection[int]) -> bool:
    """Return whether two of *kinds* are alike but for the suit."""
    return len({kind % 9 for kind in kinds}) < len(kinds)


def doubled_apart(hand: WonHand, distance: int) -> bool:
    """Return whether two doubled runs of a suit are *distance* ranks apart."""
    twice = double_runs(hand)
    return any(kind + distance in twice and kind // 9 == (kind + distance) // 9 for kind in twice)


def mixed_double_sequence(hand: WonHand) -> int:
    """Return how many pairs of runs are alike but for the suit (斉相)."""
    return sum(comb(suits, 2) for suits in Counter(kind % 9 for kind in {*hand.runs}).values())


def four_similar_sequences(hand: WonHand) -> bool:
    """Return whether four runs of the same ranks are of all suits (四副同)."""
    ranks = {kind % 9 for kind in hand.runs}
    return len(hand.runs) == SETS and len({*hand.runs}) == 3 and len(ranks) == 1


def all_sequences(hand: WonHand) -> bool:
    """Return whether all sets are runs (平胡), without honors where the house wants it so."""
    is_barred = hand.options["all_sequences_no_honors"] and elements.has_honors(hand)
    return elements.all_sequences(hand) and not is_barred


def terminal_pair(hand: WonHand) -> bool:
    """Return whether the pair is of terminals and there are no honors (幺頭)."""
    return hand.pair is not None and is_terminal(hand.pair) and not elements.has_honors(hand)


def concealed_pung(hand: WonHand) -> int:
    """Return how many concealed pungs there are that are no kongs (子格)."""
    return sum(part.shape == "pung" and not part.exposed for part in hand.parts)


# The table


def big(name: str, native: str, english: str, group: str, holds: Callable[[WonHand], int],
        *excludes: str) -> Row:  # fmt: skip
    """Return an element that the schedules price by its *group*."""
    first, *others = (f"{prices[group]} (schedule {key})" for key, prices in PRICES.items())
    value = ", ".join((first, *others))

    def worth(hand: WonHand) -> int:
        return PRICES[hand.options["schedule"]][group]

    return Row(name, native, english, value, holds, excludes, worth)


def compound(name: str, native: str, english: str, worth: int, *parts: str) -> Row:
    """Return an element that is made of *parts*, in schedule 18 only."""
    first, second = (BIG[part].holds for part in parts)

    def holds(hand: WonHand) -> bool:
        is_known = hand.options["schedule"] == COMPOUNDS_IN
        return is_known and bool(first(hand)) and bool(second(hand))

    value = f"{worth} (schedule {COMPOUNDS_IN} only)"
    shut_out = ("all_sequences",) if name == "combo_double_straight" else ()
    return Row(name, native, english, value, holds, shut_out, lambda _: worth)


SMALL: Final = (
    Row("seat_wind_pung", "門風", "seat wind", 1, elements.seat_wind_pung),
    Row("round_wind_pung", "圏風", "round wind", 1, elements.round_wind_pung),
    Row("dragon_pung", "紅中・發財・白皮", "dragon", 1, elements.dragon_pung),
    Row("pair_wait", "独吊", "pair wait", 1, elements.pair_wait),
    Row("closed_wait", "丫子", "closed wait", 1, elements.closed_wait),
    Row("edge_wait", "辺張", "edge wait", 1, elements.edge_wait),
    Row("self_draw", "自摸", "self-draw", 1, elements.self_draw),
    Row("concealed_hand", "門清", "concealed hand", 1, elements.concealed_hand),
    Row("two_suits", "欠一", "one suit missing", 1, elements.two_suits),
    Row("all_simples", "断幺", "all simples", 1, elements.all_simples),
    Row("two_terminal_sequences", "老少", "old and young", 1, lambda hand: len(ends(hand))),
    Row("mixed_double_sequence", "斉相", "mixed double sequence", 1, mixed_double_sequence),
    Row("short_straight", "連副", "six in a row", 1, lambda hand: len(in_a_row(hand))),
    Row("all_sequences", "平胡", "all sequences", 1, all_sequences),
    Row("terminal_pair", "幺頭", "terminal pair", 1, terminal_pair),
    Row("concealed_pung", "子格 (招)", "concealed pung", 1, concealed_pung),
    Row("open_kong", "明槓", "open kong", 1, elements.open_kong),
    Row("concealed_kong", "暗槓", "concealed kong", 2, elements.concealed_kong),
)

DOUBLED: Final = ("pure_double_sequence", "twice_pure_double_sequence", "all_sequences")
BIG: Final = {
    row.id: row
    for row in (
        big("pure_double_sequence", "一板", "double sequence", "A", elements.pure_double_sequence),
        big("mixed_one_suit", "混一色", "mixed one suit", "B", elements.mixed_one_suit),
        big("straight", "一条龍", "straight", "B", elements.straight,
            "two_terminal_sequences", "short_straight"),
        big("three_similar_sequences", "三副同", "three similar sequences", "B",
            elements.three_similar_sequences, "mixed_double_sequence"),
        big("all_pungs", "対対胡", "all pungs", "B", elements.all_pungs),
        big("mirrored_terminal_sequences", "双飄", "mirrored old and young", "B",
            lambda hand: is_mirrored(ends(hand)),
            "two_terminal_sequences", "mixed_double_sequence", "all_sequences"),
        big("mirrored_short_straights", "双連双喜", "mirrored six in a row", "B",
            lambda hand: is_mirrored(in_a_row(hand)),
            "short_straight", "mixed_double_sequence", "all_sequences"),
        big("twice_pure_double_sequence", "双板板", "two double sequences", "C",
            lambda hand: len(double_runs(hand)) == 2, "pure_double_sequence", "all_sequences"),
        big("four_similar_sequences", "四副同", "four similar sequences", "C",
            four_similar_sequences, "three_similar_sequences", "pure_double_sequence",
            "mixed_double_sequence", "all_sequences"),
        big("pure_one_suit", "清一色", "pure one suit", "D", elements.pure_one_suit),
        big("pure_triple_sequence", "鉄板", "triple sequence", "D",
            elements.pure_triple_sequence, "pure_double_sequence"),
        big("double_mixed_double_sequence", "双板双喜", "two suits of one double sequence", "D",
            lambda hand: is_mirrored(double_runs(hand)), "mixed_double_sequence", *DOUBLED),
        big("double_short_straight", "双板双連", "double six in a row", "D",
            lambda hand: doubled_apart(hand, STEP), "short_straight", *DOUBLED),
        big("double_terminal_sequences", "双板双飄, 双板双老", "double old and young", "D",
            lambda hand: doubled_apart(hand, 2 * STEP), "two_terminal_sequences", *DOUBLED),
        big("all_honors", "風清", "all honors", "E", elements.all_honors, "all_pungs"),
        big("pure_quadruple_sequence", "鋼板", "quadruple sequence", "F",
            elements.pure_quadruple_sequence, "pure_triple_sequence", *DOUBLED),
    )
}  # fmt: skip
"""A hand has four sets, so that none is left which could make what an element shuts out a
second time beside it."""

ELEMENTS: Final[tuple[Element, ...]] = (
    *SMALL,
    *BIG.values(),
    compound("combo_double_straight", "板龍", "straight with a double sequence", 15,
             "straight", "pure_double_sequence"),
    compound("combo_mixed_suit_straight", "混龍", "mixed one suit straight", 10,
             "mixed_one_suit", "straight"),
    compound("combo_mixed_suit_pungs", "混対対", "mixed one suit pungs", 10,
             "mixed_one_suit", "all_pungs"),
    compound("combo_pure_suit_straight", "清龍", "pure straight", 30,
             "pure_one_suit", "straight"),
    compound("combo_pure_suit_pungs", "清対対", "pure pungs", 30, "pure_one_suit", "all_pungs"),
)  # fmt: skip

TABLE: Final = Table(ELEMENTS)
PREFERENCE: Final = by_names("pair_wait", "closed_wait", "edge_wait")


class Yangzhou(Ruleset):
    """Elements of sequences, added up against a minimum; several may win on one tile."""

    id = "yangzhou"
    native = "扬州麻将"
    name = "Yangzhou mahjong"
    family = "jiangsu"
    tiles = full_set()
    options = (
        choice("schedule", *PRICES),
        choice("minimum", "schedule", "lowest_big", "lowest_big_plus_3"),
        switch("banker_stays_on_draw"),
        choice("rounds", 4, 8),
        switch("all_sequences_no_honors"),
        number("stake", 0, at_least=0),
    )
    elements = ELEMENTS
    value_figures = (Figure("fan", least=1),)
    needs_tiles = ("pure_one_suit",)
    marks = marks_without_effect = ("kong_draw", "last_tile", "last_discard")
    win_facts = (Fact("missed", "text", (DISCARD, OWN_DISCARD)),)

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the points that everyone starts with: the stake (円子)."""
        stake: int = options["stake"]
        return stake

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield tiles, winners and points that cannot be in a record of this game."""
        yield from check_indicators(record)
        yield from check_nothing_aside(record)
        yield from check_single_tile(record)
        if record.options["stake"] and min(record.state.scores) < 0:
            yield Problem("bad_record", "with a stake nobody falls below 0", "state.scores")

    def entered_problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return nothing: several may win on one tile."""
        return ()

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        entries = [_score_win(record, win) for win in record.wins]
        if problems := [*_refusals(record, entries)]:
            raise RecordError(problems)
        wins = [entry for entry in entries if entry is not None]
        payments = write_bill(record, wins)
        stays = any(win.seat == record.state.banker for win in record.wins)
        after = self._next(record, payments, stays=stays)
        return Settlement(self.id, record.players, payments, after, tuple(wins))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the post moves on unless the house keeps it."""
        stays = record.options["banker_stays_on_draw"]
        return self.unpaid(record, self._next(record, (), stays=stays))

    def _next(self, record: Record, payments: Sequence[Payment], *, stays: bool) -> NextHand:
        """Return the next hand; rounds run out, or two players have no points left (円子)."""
        after = rotate(record.state, record.players, stays=stays)
        left = list(record.state.scores)
        for row in payments:
            left[int(row.source)] -= row.amount
            left[int(row.target)] += row.amount
        is_broke = record.options["stake"] > 0 and left.count(0) >= BROKE_THAT_END
        return replace(after, over=is_broke or after.round > record.options["rounds"])

    def minimum_in(self, options: Mapping[str, Any]) -> tuple[str, int]:
        """Return the fan that the schedule asks for."""
        return "fan", least_fan(options)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says (D1)."""
        return Break(throws.seat_at(throws.total()), min(throws.dice[0]))


def least_fan(options: Mapping[str, Any]) -> int:
    """Return the least that a hand must be worth."""
    schedule: int = options["schedule"]
    if options["minimum"] == "schedule":
        return schedule
    least = PRICES[schedule]["A"]
    return least + (LOWEST_BIG_PLUS if options["minimum"] == "lowest_big_plus_3" else 0)


def _score_win(record: Record, win: Win) -> ScoredHand | None:
    if win.value is not None:
        return ScoredHand(win.seat, win.worth, "fan", itemize_value(win.worth))
    score = best(TABLE, readings(won_hand(record, win)), PREFERENCE)
    if score is None:
        return None
    return ScoredHand(win.seat, score.value, "fan", score.items, score.hand.reading.rows())


# What is refused


def _refusals(record: Record, entries: Sequence[ScoredHand | None]) -> Iterator[Problem]:
    places = [f"wins[{place}]" for place in range(len(entries))]
    for where, entry in zip(places, entries, strict=True):
        if entry is None:
            yield as_problem(Reason("sets_and_pair"), "not_a_win", where)
    for where, win in zip(places, record.wins, strict=True):
        yield from check_robbed_kong(record, win, where)
        if win.value is None:
            yield from _bars(won_hand(record, win), where)
    least = least_fan(record.options)
    for where, entry in zip(places, entries, strict=True):
        if entry is not None and entry.score < least:
            few = Reason("fan_minimum", {"count": entry.score, "least": least})
            yield as_problem(few, "below_minimum", where)


def _bars(hand: WonHand, where: str) -> Iterator[Problem]:
    """Yield the rules that forbid the win: "Play", "Side payments"."""
    win, state = hand.win, hand.record.state
    miss = win.facts.get("missed")
    if win.is_taken and (miss == DISCARD or (miss == OWN_DISCARD and len(hand.melds) < SETS)):
        yield as_problem(Reason("missed_win_until_turn"), where=f"{where}.facts.missed")
    if _must_be_pure(hand) and not elements.pure_one_suit(hand):
        yield as_problem(Reason("chows_bind_suit"), where=where)
    if hand.options["stake"] and win.source is not None and not state.scores[win.source]:
        broke = Reason("no_points_left", {"seat": win.source})
        yield as_problem(broke, where=f"{where}.from")


def _must_be_pure(hand: WonHand) -> bool:
    suits = [part.suit for part in hand.melds if part.is_run]
    return any(suits.count(suit) >= CHOWS_THAT_BIND for suit in suits)


# Who pays what: "Payment", "Liability", "Side payments"


def write_bill(record: Record, entries: Collection[ScoredHand]) -> tuple[Payment, ...]:
    """Return the payments, several winners one after the other as they sit after the discarder.

    With a stake nobody pays more than he has left when his turn to pay comes.
    """
    bill = Bill()
    hands = zip(record.wins, entries, strict=True)
    for win, entry in sorted(hands, key=lambda pair: _turn(record, pair[0])):
        for payer, debt in _debts(record, win, entry).items():
            if record.options["stake"]:
                debt = limit_terms(debt, bill.scores(record.state.scores)[payer], "purse")
            bill.charge(payer, win.seat, debt)
    return tuple(bill.rows)


def _turn(record: Record, win: Win) -> int:
    return 0 if win.source is None else record.distance(win.source, win.seat)


def _debts(record: Record, win: Win, entry: ScoredHand) -> dict[int, Terms]:
    who, value = liable(record, win, entry), adds(entry.items)
    if win.is_taken and win.source is not None:
        due = (*value, times("discarder", PER_DISCARD))
        if who in (None, win.source):
            return {win.source: due}
        return {who: (*due, instead_of(win.source))}
    others = [seat for seat in range(record.players) if seat != win.seat]
    if who is not None:
        return {who: (*value, times("sole_payer", len(others)))}
    return dict.fromkeys(others, value)


def liable(record: Record, win: Win, entry: ScoredHand) -> int | None:
    """Return whose tile made the third exposed set, a chow, of a pure one suit (包)."""
    is_pure = any(item.id == "pure_one_suit" for item in entry.items)
    third = [meld for meld in record.seats[win.seat].melds if meld.is_exposed][2:3]
    return next((meld.source for meld in third if is_pure and meld.kind == "chow"), None)


GAME: Final = Yangzhou()
