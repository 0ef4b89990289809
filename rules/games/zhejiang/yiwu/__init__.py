"""Yiwu mahjong (浙江義烏の麻雀): yiwu.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason, RecordError
from rules.games.zhejiang.fortune import (
    WHITE,
    FortuneTiles,
    claim_problems,
    waits_with_a_lone_wild,
)
from rules.games.zhejiang.yiwu import stakes
from rules.hands.divide import Division, divisions
from rules.hands.keys import pack
from rules.hands.shapes import PAIRS, Part, Reading
from rules.hands.special import seven_pairs, unrelated_kinds, unrelated_tiles
from rules.reasons import as_problem
from rules.record.claims import is_nearest
from rules.record.values import Record
from rules.ruleset import RIVALS, Fact, Figure, choice, switch
from rules.scoring import Row, Table, WonHand, elements
from rules.settle.settlement import Bill, NextHand, ScoredHand, Settlement, itemize_value, rotate
from rules.settle.terms import times
from rules.tiles import HONORS, KINDS

DISCARDER: Final = 2
"""Times the base that the discarder pays for a plain win."""

FORTUNE_TILES: Final = 3
MOST_FLOATS: Final = 2
OF_A_DRAW: Final = (2, 4, 8, 16)
OF_A_TAKEN: Final = {"discard": (1,), "robbed_kong": (2,)}
"""What a win can be worth, by how it was made."""
FAILED_FLOAT: Final = 4
"""Times the base that a double float without a win costs."""


# Elements


def is_pair_wait(hand: WonHand) -> bool:
    """Return whether a fortune tile waited for its pair (財神頭); any tile completes the hand then.

    Sets, or six pairs, are made and the fortune tile is left over (D9, D12).
    """
    wilds = hand.wilds - hand.is_last_wild
    return waits_with_a_lone_wild(hand) or (
        wilds > 0 and not hand.melds and odd_tiles(hand.hand) < wilds
    )


def odd_tiles(kinds: Sequence[int]) -> int:
    """Return how many of *kinds* have no other of their kind to make a pair."""
    return sum(count % 2 for count in Counter(kinds).values())


def floats(record: Record) -> tuple[int, ...]:
    """Return how many fortune tiles each seat floated: told, or seen among its discards (D7)."""
    indicators = record.deal.indicators
    counts = []
    for seat in record.seats:
        count = sum(tile in indicators for tile in seat.discards or ())
        counts.append(seat.facts.get("floats", min(count, MOST_FLOATS)))
    return tuple(counts)


def pair_wait(float_count: int) -> Callable[[WonHand], bool]:
    """Return the element of pairing a fortune tile by self-draw after floating *float_count*."""

    def holds(hand: WonHand) -> bool:
        mine = floats(hand.record)[hand.win.seat]
        return hand.win.is_self_draw and mine == float_count and is_pair_wait(hand)

    return holds


ELEMENTS: Final = (
    Row("common_win", "平胡", "plain win", 1, lambda hand: hand.win.by == "discard"),
    Row("self_draw", "自摸", "self-draw", 2, elements.self_draw),
    Row("robbing_the_kong", "搶槓胡", "robbing the kong", 2, elements.robbing_the_kong),
    Row("wild_pair_wait", "財神頭", "fortune pair wait", 4, pair_wait(0)),
    Row("kong_draw", "開槓胡", "kong draw", 4, elements.kong_draw),
    Row("single_float", "単飄", "single float", 8, pair_wait(1)),
    Row("double_float", "双飄", "double float", 16, pair_wait(2)),
)
TABLE: Final = Table(ELEMENTS)


class Yiwu(FortuneTiles):
    """One multiplier for how a hand was won, and stakes between hands."""

    id = "yiwu"
    dead_wall = None
    native = "义乌麻将"
    name = "Yiwu mahjong"
    options = (choice("plain_win", "anyone", "banker_only"), switch("stake_doubling"))
    elements = ELEMENTS
    contains: ClassVar = {
        "wild_pair_wait": ("self_draw",),
        "kong_draw": ("self_draw",),
        "single_float": ("wild_pair_wait",),
        "double_float": ("single_float",),
    }
    value_figures = (Figure("times", (1, 2, 4, 8, 16)),)
    marks = ("kong_draw",)
    win_facts = (RIVALS,)
    seat_facts = (Fact("bought"), Fact("stake", "int"), Fact("floats", "int"))
    carry = MappingProxyType({"stake_size": None, "stakes": (0, 0, 0, 0), "bought": None})

    def figures_after(
        self, answers: Mapping[str, Any], by: str, options: Mapping[str, Any]
    ) -> tuple[Figure, ...]:
        """Return the factors of elements that a win made *by* this way can have."""
        factors = OF_A_TAKEN.get(by, OF_A_DRAW)
        return () if answers else tuple(Figure(one.id, factors) for one in self.figures(options))

    def counter_problem(self, name: str, value: object) -> str | None:
        """Return why *value* is none for the counter *name* of `carry`, or nothing."""
        return stakes.counter_problem(name, value)

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what else cannot be: stakes, and more fortune tiles than there are."""
        yield from super().form_problems(record)
        yield from stakes.problems(record)
        yield from _float_problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        float_counts, winner = floats(record), self._winner(record)
        now, bill = stakes.stakes(record), Bill()
        for payer in range(record.players):
            pays_double = winner.score == 1 and payer == record.wins[0].source
            (item,) = winner.items
            more = times("discarder", DISCARDER) if pays_double else times(item.id, item.value)
            bill.charge(payer, winner.seat, (*now.unit(payer, winner.seat), more))
        _pay_for_failed_floats(bill, now, float_counts, winner.seat)
        after = _after_a_win(record, now, winner)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (winner,))

    def _winner(self, record: Record) -> ScoredHand:
        """Return the winner's entry; raise `RecordError` for a win that is none."""
        win = record.wins[0]
        if win.value is not None:
            return ScoredHand(win.seat, win.worth, "times", itemize_value(win.worth))
        hands = [self.hand_of(record, one) for one in record.wins]
        entries = [_score_hand(hand) for hand in hands]
        if problems := [*_refusals(record, hands, entries)]:
            raise RecordError(problems)
        (winner,) = [entry for entry in entries if entry is not None]
        return winner

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: only a failed double float is paid."""
        now, bill = stakes.stakes(record), Bill()
        _pay_for_failed_floats(bill, now, floats(record), None)
        carry = stakes.after_a_draw(now, doubles=record.options["stake_doubling"])
        after = rotate(record.state, record.players, stays=True, carry=carry)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        carry = stakes.as_before(record)
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))


def _score_hand(hand: WonHand) -> ScoredHand | None:
    """Return the winner's entry; nothing if the tiles win in no way.

    One element counts, the highest (D5), of equals the sheet's first.
    """
    read = _reading(hand)
    if read is None:
        return None
    item = max(TABLE.score(hand.read(read)).items, key=lambda one: one.value)
    return ScoredHand(hand.win.seat, item.value, "times", (item,), read.rows())


def _reading(hand: WonHand) -> Reading | None:
    """Return how the hand is read, or nothing if it is none: sets, then pairs, then unrelated.

    The shape is worth nothing, so of all divisions the first counts; a fortune tile
    that waited for its pair is shown in it.
    """
    if hand.is_complete:
        division = _division(hand)
        return Reading(division.parts, hand.melds, division.wilds)
    if hand.melds:
        return None
    odd = odd_tiles(hand.concealed)
    if odd <= hand.wilds:
        return _pairs(hand)
    singles = _find_unrelated_tiles(hand)
    return Reading(singles) if singles else None


def _division(hand: WonHand) -> Division:
    candidates = divisions(pack(hand.concealed), hand.size - len(hand.melds), hand.wilds)
    first = next(candidates)
    if not hand.wilds:
        return first
    pairs_a_wild = waits_with_a_lone_wild(hand) and not hand.is_last_wild
    for division in chain((first,), candidates):
        if WHITE in division.wilds and hand.face != WHITE:
            continue
        pair = PAIRS[hand.tile] in division.parts and hand.tile in division.wilds
        if pair or not pairs_a_wild:
            return division
    return first


def _pairs(hand: WonHand) -> Reading:
    """Return seven pairs, wild tiles beside lone ones, any left over by themselves."""
    counts = Counter(hand.concealed)
    stand_for = [kind for kind, count in sorted(counts.items()) if count % 2]
    if hand.face is not None:
        stand_for += [hand.face] * (hand.wilds - len(stand_for))
    return Reading(seven_pairs((*hand.concealed, *stand_for)), (), tuple(sorted(stand_for)))


def _find_unrelated_tiles(hand: WonHand) -> tuple[Part, ...]:
    """Return fourteen unrelated tiles that the hand can be, if it can.

    Wild tiles take the lowest kinds that leave room for the others. Nothing is a white
    unless whites are wild (D15).
    """
    kinds = frozenset(hand.concealed)
    honors = [kind for kind in range(HONORS, KINDS) if kind not in kinds]
    free = [
        *unrelated_kinds(kinds),
        *[kind for kind in honors if kind != WHITE or hand.face == WHITE],
    ]
    return unrelated_tiles((*hand.concealed, *free[: hand.wilds]))


# What is refused


def _float_problems(record: Record) -> Iterator[Problem]:
    counts, wild = floats(record), record.deal.indicators
    for seat, number in enumerate(counts):
        if number > MOST_FLOATS:
            message = f"a seat floats at most {MOST_FLOATS} fortune tiles in a hand (双飄)"
            yield Problem("bad_record", message, f"seats[{seat}].facts.floats")
    wilds = sum(tile in wild for seat in record.seats for tile in seat.hand or ())
    wilds += sum(win.is_self_draw and win.tile in wild for win in record.wins)
    if sum(counts) and sum(counts) + wilds > FORTUNE_TILES:
        seat = next(seat for seat, number in enumerate(counts) if number)
        message = f"{sum(counts)} floated and {wilds} held: there are {FORTUNE_TILES} fortune tiles"
        yield Problem("bad_tiles", message, f"seats[{seat}].facts.floats")


def _refusals(
    record: Record, hands: Sequence[WonHand], entries: Sequence[ScoredHand | None]
) -> Iterator[Problem]:
    for place, entry in enumerate(entries):
        if entry is None:
            yield as_problem(Reason("yiwu_shape"), "not_a_win", f"wins[{place}]")
    yield from claim_problems(record)
    for place, hand in enumerate(hands):
        for reason in _bars(hand, floats(record)):
            yield as_problem(reason, "barred", f"wins[{place}]")


def _bars(hand: WonHand, float_counts: Sequence[int]) -> Iterator[Reason]:
    win, waits_for_pair = hand.win, is_pair_wait(hand)
    if win.by == "discard":
        yield from _bars_of_a_discard(hand, float_counts)
    if win.is_taken and waits_for_pair:
        yield Reason("fortune_pair_self_draw")
    is_special = elements.kong_draw(hand) or (win.is_self_draw and waits_for_pair)
    if not is_special and hand.wilds == FORTUNE_TILES:
        yield Reason("three_fortunes")
    if not is_special and MOST_FLOATS in float_counts:
        yield Reason("after_double_float")
    if not is_nearest(hand.record, win):
        yield Reason("nearest_claimant_wins")


def _bars_of_a_discard(hand: WonHand, float_counts: Sequence[int]) -> Iterator[Reason]:
    win, record = hand.win, hand.record
    if hand.is_last_wild:
        yield Reason("fortune_discarded", {"tile": hand.tile})
    if hand.wilds > 1:
        yield Reason("two_fortunes_no_discard")
    if any(float_counts):
        yield Reason("floated_no_discard")
    seats: Sequence[int | None] = (win.seat, win.source)
    if record.options["plain_win"] == "banker_only" and record.state.banker not in seats:
        yield Reason("discard_with_banker_only")


# Payment and what follows


def _pay_for_failed_floats(
    bill: Bill, now: stakes.Stakes, float_counts: tuple[int, ...], winner: int | None
) -> None:
    """Write what a double float that did not win costs, the winner included (D6)."""
    for seat, number in enumerate(float_counts):
        if number == MOST_FLOATS and seat != winner:
            for other in range(len(float_counts)):
                terms = (*now.unit(seat, other), times("wild_pair_wait", FAILED_FLOAT))
                bill.charge(seat, other, terms, "penalty")


def _after_a_win(record: Record, now: stakes.Stakes, winner: ScoredHand) -> NextHand:
    """Return the next hand: the banker's win fixes the size of new stakes."""
    stays = winner.seat == record.state.banker
    if stays:
        doubles = record.options["stake_doubling"]
        carry = stakes.after_the_bankers_win(now, winner.score, doubles=doubles)
    else:
        carry = stakes.after_the_banker(now)
    return rotate(record.state, record.players, stays=stays, carry=carry)


GAME: Final = Yiwu()
