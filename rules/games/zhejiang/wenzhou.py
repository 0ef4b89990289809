"""Wenzhou mahjong by the city's rules (温州の麻雀): wenzhou.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason, RecordError
from rules.games.zhejiang.fortune import (
    WHITE,
    FortuneTiles,
    claim_problems,
    waits_with_a_lone_wild,
)
from rules.hands.divide import Division, Piece, divisions, profiles
from rules.hands.keys import pack
from rules.hands.shapes import PAIRS, SINGLES, Part, Reading
from rules.reasons import as_problem
from rules.record.values import Record, Win
from rules.ruleset import RIVALS, Figure, Option, number, switch
from rules.scoring import Row, Score, Table, WonHand, best, elements
from rules.settle.settlement import (
    Bill,
    Item,
    NextHand,
    ScoredHand,
    Settlement,
    itemize_value,
    rotate,
)
from rules.settle.terms import add, times

SOFT: Final = 1
HARD: Final = 2
DOUBLE: Final = 4
"""The classes of a win (軟牌, 硬牌, 双翻), each with its multiplier."""

LADDERS: Final = {"2468": (2, 4, 6, 8), "3579": (3, 5, 7, 9)}
STEPS: Final = 4
"""The hands of one banker that are paid differently."""

LAST_STEP: Final = STEPS - 1
WILDS_FOR_ANYTHING: Final = 3


# Elements


def is_of_sets(hand: WonHand) -> bool:
    """Return whether the hand is read as five sets and a pair."""
    return hand.pair is not None and len(hand.pungs) + len(hand.runs) == hand.size


def is_of_pairs(hand: WonHand) -> bool:
    """Return whether the hand is read as eight pairs and a loose tile."""
    return hand.pair is not None and not (hand.pungs or hand.runs)


def is_of_a_shape(holds: Callable[[WonHand], bool]) -> Callable[[WonHand], bool]:
    """Return whether an element holds in sets or pairs; not in any tiles beside three wilds."""
    return lambda hand: hand.pair is not None and holds(hand)


def is_hard(hand: WonHand) -> bool:
    """Return whether no wild tile stands for another, nor a white forbids it (D6)."""
    is_plain = is_of_sets(hand) and {*hand.reading.wilds} <= {hand.face}
    return is_plain and (hand.options["hard_white"] or not has_white(hand))


def has_white(hand: WonHand) -> bool:
    """Return whether a white is in the hand or its sets in the indicator's place."""
    seat = hand.record.seats[hand.win.seat]
    is_in_meld = any(WHITE in meld.tiles for meld in seat.melds)
    is_there = is_in_meld or WHITE in (seat.hand or ()) or hand.win.tile == WHITE
    return hand.face != WHITE and is_there


def is_hard_pairs(hand: WonHand) -> bool:
    """Return whether the tiles make eight pairs with every wild for its own kind."""
    return len(lone(faces(hand))) == 1


def faces(hand: WonHand) -> tuple[int, ...]:
    """Return the concealed tiles, wild ones as what they bear."""
    return hand.concealed if hand.face is None else (*hand.concealed, *(hand.face,) * hand.wilds)


def lone(kinds: Sequence[int]) -> tuple[int, ...]:
    """Return the kinds that come an odd number of times, ascending."""
    return tuple(sorted(kind for kind, count in Counter(kinds).items() if count % 2))


ELEMENTS: Final = (
    Row("soft_win", "軟牌", "soft win", SOFT, lambda _: 1),
    Row("self_draw", "自摸", "self-draw", HARD, elements.self_draw),
    Row("no_wild", "財神なし", "no wild", HARD, lambda hand: not hand.wilds and is_hard(hand)),
    Row("wild_as_itself", "財神を額面どおり", "wild at face", HARD,
        lambda hand: hand.wilds > 0 and is_hard(hand)),
    Row("robbing_the_kong", "搶槓", "robbing the kong", HARD, elements.robbing_the_kong),
    Row("soft_eight_pairs", "軟八対", "soft eight pairs", HARD,
        lambda hand: is_of_pairs(hand) and not is_hard_pairs(hand)),
    Row("three_wilds_any", "財神3枚残りめちゃくちゃ", "three wilds and anything", HARD,
        lambda hand: hand.pair is None),
    Row("hard_eight_pairs", "硬八対", "hard eight pairs", DOUBLE,
        lambda hand: is_of_pairs(hand) and is_hard_pairs(hand)),
    Row("three_wilds", "三財神", "three wilds", DOUBLE,
        is_of_a_shape(lambda hand: hand.wilds == WILDS_FOR_ANYTHING)),
    Row("heavenly_hand", "天胡", "heavenly hand", DOUBLE, is_of_a_shape(elements.heavenly_hand)),
    Row("earthly_hand", "地胡", "earthly hand", DOUBLE, is_of_a_shape(elements.earthly_hand)),
    Row("single_wait_on_four_melds", "単吊", "naked single", DOUBLE,
        is_of_a_shape(elements.single_wait_on_four_melds)),
    Row("all_pungs", "対対胡", "all pungs", DOUBLE,
        lambda hand: bool(hand.options["all_pungs_double"]) and elements.all_pungs(hand)),
)  # fmt: skip


def highest(items: Sequence[Item]) -> int:
    """Return the class of a hand: that of its highest element."""
    return max(item.value for item in items)


TABLE: Final = Table(ELEMENTS, total=highest)


def of_its_class(score: Score) -> tuple[Item, ...]:
    """Return the elements that count: those of the highest class."""
    return tuple([item for item in score.items if item.value == score.value])


def judge(hand: WonHand) -> Score | None:
    """Return the reading of the highest class; nothing if there is none.

    Of equals the one with more elements of its class counts, then sets before pairs.
    """
    score = best(TABLE, _shapes(hand), lambda one: (one.value, len(of_its_class(one))))
    if score is None and hand.wilds >= WILDS_FOR_ANYTHING:
        stand_for = faces(hand)[len(hand.concealed) :]
        singles = tuple(SINGLES[kind] for kind in sorted(faces(hand)))
        return TABLE.score(hand.read(Reading(singles, hand.melds, stand_for)))
    return score


def _shapes(hand: WonHand) -> Iterator[WonHand]:
    for division in _divisions(hand):
        yield hand.read(Reading(division.parts, hand.melds, division.wilds))
    if not hand.melds:
        yield from _eight_pairs(hand)


def _divisions(hand: WonHand) -> list[Division]:
    key, sets = pack(hand.concealed), hand.size - len(hand.melds)
    if not hand.wilds:
        return list(divisions(key, sets))
    division_by_marks = profiles(key, sets, hand.wilds, _signature(hand.face))
    return [division for marks, division in division_by_marks.items() if None not in marks]


@cache
def _signature(wild: int | None) -> Callable[[Piece], tuple[bool, bool] | None]:
    """Return what is asked of a suit's piece: are there runs, and wilds that stand for others.

    Nothing is a white where whites are the indicator's tile.
    """

    def signature(piece: Piece) -> tuple[bool, bool] | None:
        if WHITE in piece.wilds and wild != WHITE:
            return None
        has_run = any(item.is_run for item in piece.parts)
        return has_run, any(kind != wild for kind in piece.wilds)

    return signature


def _eight_pairs(hand: WonHand) -> Iterator[WonHand]:
    """Yield eight pairs and a loose tile, hard if every wild can stand for its own kind."""
    kinds = faces(hand)
    own = kinds[len(hand.concealed) :]
    if is_hard_pairs(hand):
        yield hand.read(Reading(_pairs_of(kinds, lone(kinds)[0]), (), own))
        return
    odd = lone(hand.concealed)
    if len(odd) > hand.wilds + 1:
        return
    if len(odd) > hand.wilds:
        loose, stand_for = odd[0], odd[1:]
    else:
        loose, stand_for = own[0], (*odd, *own[len(odd) :])
    pairs = _pairs_of((*hand.concealed, *stand_for), loose)
    yield hand.read(Reading(pairs, (), tuple(sorted(stand_for))))


def _pairs_of(kinds: Sequence[int], loose: int) -> tuple[Part, ...]:
    tiles = sorted(kinds)
    tiles.remove(loose)
    return (*(PAIRS[kind] for kind in tiles[::2]), SINGLES[loose])


def _is_ladder(value: Any) -> bool:
    if type(value) is not list:
        return type(value) is str and value in LADDERS
    return len(value) == STEPS and all(type(one) is int and one >= 0 for one in value)


def ladder(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return what passes between banker and non-banker, step by step."""
    choice = options["ladder"]
    return LADDERS[choice] if type(choice) is str else tuple(choice)


class Wenzhou(FortuneTiles):
    """Soft, hard and double wins, paid by the banker's step on a ladder."""

    id = "wenzhou"
    hides_order = True
    dead_wall = None
    native = "温州麻将"
    name = "Wenzhou mahjong"
    first_banker = "count"
    hand_size = 16
    options = (
        Option("ladder", "2468", (), _is_ladder, '"2468", "3579" or a list of four whole numbers'),
        switch("hard_white", default=True),
        switch("all_pungs_double"),
        number("wild_bonus", 1, at_least=0),
        switch("missed_pung_bar"),
    )
    elements = ELEMENTS
    contains: ClassVar = {
        "hard_eight_pairs": ("soft_eight_pairs",),
        "three_wilds": ("three_wilds_any",),
    }
    value_figures = (Figure("times", (SOFT, HARD, DOUBLE)),)
    laid_counts_after = ("win", "draw")
    marks = ("dealt", "first_discard", "kong_draw")
    marks_without_effect = ("kong_draw",)
    win_facts = (RIVALS,)
    shows_claims = False
    all_hands_shown = True
    carry = MappingProxyType({"step": None})

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:
        """Return the class of a win; nothing where the wild tiles of all hands are paid for."""
        return () if options["wild_bonus"] else self.value_figures

    def figures_after(
        self, answers: Mapping[str, Any], by: str, options: Mapping[str, Any]
    ) -> tuple[Figure, ...]:
        """Return the classes of a win made *by* this way: only a discard is a soft one."""
        classes = (SOFT, HARD, DOUBLE) if by == "discard" else (HARD, DOUBLE)
        return () if answers else tuple(Figure(one.id, classes) for one in self.figures(options))

    def entered_problems(self, record: Record) -> Iterator[Problem]:
        """Yield winners after the first; whether a rival goes first hangs on his hand (D1)."""
        return claim_problems(record)

    def counter_problem(self, name: str, value: object) -> str | None:  # noqa: ARG002 -- one only
        """Return why *value* is no step of the ladder; null is one that is not known."""
        is_valid = value is None or (type(value) is int and 0 <= value <= LAST_STEP)
        return None if is_valid else f"must be a whole number from 0 to {LAST_STEP}"

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what else cannot be: rivals whose hands are not shown (D1)."""
        yield from super().form_problems(record)
        for win in record.wins:
            for rival in win.facts.get("rivals", ()):
                if record.seats[rival].hand is None:
                    message = "a rival's hand must be shown: a double win goes before nearer ones"
                    yield Problem("bad_record", message, f"seats[{rival}].hand")

    def counts_all_hands(self, record: Record) -> bool:
        """Return whether wild tiles in any hand are paid for, in draws too (D5)."""
        return record.outcome != "abort" and record.options["wild_bonus"] > 0

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        winner, bill = record.wins[0], Bill()
        items, rows = self._count_items(record, winner)
        value = items[0].value
        high = add("ladder", ladder(record.options)[step(record)])
        for payer in range(record.players):
            base = high if record.state.banker in (payer, winner.seat) else add("base", 1)
            bill.charge(payer, winner.seat, (base, times(items[0].id, value)))
        _pay_for_wilds(bill, record)
        terms = (add(items[0].id, value),)
        entry = ScoredHand(winner.seat, value, "times", items, rows, terms=terms)
        after = _after_a_win(record, winner)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (entry,))

    def _count_items(self, record: Record, winner: Win) -> tuple[tuple[Item, ...], Any]:
        """Return the elements of the winner's class, and how his tiles are read."""
        if winner.value is not None:
            return itemize_value(winner.worth), ()
        hands = [self.hand_of(record, win) for win in record.wins]
        scores = [judge(hand) for hand in hands]
        if problems := [*self._refusals(record, hands, scores)]:
            raise RecordError(problems)
        (score,) = [one for one in scores if one is not None]
        return of_its_class(score), score.hand.reading.rows()

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: wilds are paid, a kong moves the post (D15)."""
        bill = Bill()
        _pay_for_wilds(bill, record)
        stays = not any(meld.is_kong for seat in record.seats for meld in seat.melds)
        after = _next(record, step(record) if stays else None)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        carry = {"step": step(record)}
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))

    def _refusals(
        self, record: Record, hands: Sequence[WonHand], scores: Sequence[Score | None]
    ) -> Iterator[Problem]:
        for place, score in enumerate(scores):
            if score is None:
                yield as_problem(Reason("wenzhou_shape"), "not_a_win", f"wins[{place}]")
        yield from claim_problems(record)
        for place, (hand, score) in enumerate(zip(hands, scores, strict=True)):
            if is_closed(hand):
                yield as_problem(Reason("wild_pair_self_draw"), "barred", f"wins[{place}]")
            if score is not None:
                yield from self._rival_problems(record, score, f"wins[{place}].facts.rivals")

    def _rival_problems(self, record: Record, score: Score, where: str) -> Iterator[Problem]:
        """Yield rivals who come first: double before others, then the nearest (D1)."""
        win = score.hand.win
        if win.source is None or not win.is_taken:
            return
        mine = score.value == DOUBLE
        for rival in win.facts.get("rivals", ()):
            other = self.hand_of(record, replace(win, seat=rival))
            theirs = None if is_closed(other) else judge(other)
            if theirs is None or (mine and theirs.value < DOUBLE):
                continue
            nearer = record.distance(win.source, rival) < record.distance(win.source, win.seat)
            if theirs.value == DOUBLE and not mine:
                yield as_problem(Reason("double_win_first", {"seat": rival}), where=where)
            elif nearer:
                yield as_problem(Reason("nearest_claimant_wins"), where=where)


def is_closed(hand: WonHand) -> bool:
    """Return whether a lone wild waits for its pair, which only a self-draw completes (D2)."""
    return hand.win.is_taken and waits_with_a_lone_wild(hand)


def step(record: Record) -> int:
    """Return the place of the hand on the banker's ladder, from 0 (D3)."""
    carry_step: int | None = record.state.carry["step"]
    return min(record.state.repeats, LAST_STEP) if carry_step is None else carry_step


def _after_a_win(record: Record, winner: Win) -> NextHand:
    """Return the next hand: the banker goes on one step higher, but not from the last one."""
    now = step(record)
    goes_on = winner.seat == record.state.banker and now < LAST_STEP
    return _next(record, now + 1 if goes_on else None)


def _next(record: Record, step_of_the_banker: int | None) -> NextHand:
    """Return the next hand, the same banker's on that step, or a new banker's first."""
    after = rotate(record.state, record.players, stays=step_of_the_banker is not None)
    return replace(after, carry={"step": step_of_the_banker or 0})


def _pay_for_wilds(bill: Bill, record: Record) -> None:
    """Write what the holders of wild tiles get from everyone (財神銭, D5)."""
    price = record.options["wild_bonus"]
    if not price:
        return
    (indicator,) = record.deal.indicators
    for seat, layout in enumerate(record.seats):
        count = (layout.hand or ()).count(indicator)
        count += sum(
            win.seat == seat and win.is_self_draw and win.tile == indicator for win in record.wins
        )
        for payer in range(record.players):
            bill.charge(payer, seat, (add("wild", price, count),), "wild")


GAME: Final = Wenzhou()
