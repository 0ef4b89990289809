"""Shanghai's present game, Qing-hun-peng (上海の「清混碰」麻雀): qinghunpeng.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.shanghai.qinghunpeng.scoring import (
    ELEMENTS,
    MINIMUM,
    hand_of,
    is_ready,
    is_too_small,
    laazi,
    score,
)
from rules.guides import FlowerOrder
from rules.reasons import as_problem
from rules.record.claims import (
    check_flowers,
    check_indicators,
    check_named_kong,
    check_robbed_kong,
    check_single_tile,
    has_fed,
)
from rules.record.values import WAYS, Record, Win
from rules.ruleset import Fact, Figure, Ruleset, choice, full_set, number, switch
from rules.settle.settlement import (
    Bill,
    Item,
    NextHand,
    Payment,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
)
from rules.settle.terms import Terms, add, compute, limit_terms, times
from rules.tiles import CODES, FLOWERS, RED_FIVES
from rules.walls import Break, Throws

FLOWER_WINS: Final = {"robbed_flower": "seven_robs_one", "declared": "all_flowers"}
"""Ways of winning by flowers alone, with the option that they need."""

NOT_PLAYED: Final = {
    "seven_robs_one": Reason("seven_robs_one_not_played"),
    "all_flowers": Reason("eight_flowers_not_played"),
}

EIGHT: Final = 8
DICE: Final = 2


def _treasure_problems(record: Record) -> Iterator[Problem]:
    """Yield a throw that opens the treasure and is missing or has other dice (D12)."""
    if not record.options["kaibao"]:
        return
    if any(len(throw) != DICE for throw in record.deal.dice[:1]):
        yield Problem("bad_record", f"a throw of this game is {DICE} dice", "deal.dice[0]")
    if record.options["drawn_hands"] and not record.deal.dice and record.outcome != "abort":
        message = "the throw that breaks the wall may open the treasure: give it"
        yield Problem("bad_record", message, "deal.dice")


def _flower_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    option = FLOWER_WINS[win.by]
    flowers = {*record.seats[win.seat].flowers, *(() if win.tile is None else (win.tile,))}
    if len([tile for tile in flowers if tile >= FLOWERS]) < EIGHT:
        yield as_problem(Reason("eight_flowers_needed"), "not_a_win", where)
    if not record.options[option]:
        yield as_problem(NOT_PLAYED[option], where=where)


def _hand_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    hand = hand_of(record, win)
    if hand is None:
        yield as_problem(Reason("qinghunpeng_shape"), "not_a_win", where)
    elif is_too_small(record, win, hand):
        yield as_problem(Reason("qinghunpeng_discard"), "below_minimum", where)
    if win.by == "discard" and win.tile in win.facts.get("missed", ()):
        yield as_problem(Reason("missed_tile_until_draw"), where=f"{where}.facts.missed")


Shares = dict[int, int]
"""How many times the score each seat pays."""

SELF_DRAW: Final = 3
"""What a self-draw brings in all: a robbed player pays so much, a partner as well."""


def find_shares(record: Record, win: Win) -> Shares:
    """Return how many times the score every other seat pays *win*."""
    others = [(win.seat + step) % record.players for step in range(1, record.players)]
    if win.by == "declared":
        return dict.fromkeys(others, 1)
    if win.source is not None and win.by == "robbed_flower":
        return {win.source: 1}
    bonds = {seat: count for seat in others if (count := _bonds(record, win.seat, seat))}
    if win.source is None:
        return _self_draw(record, others, bonds)
    if win.by == "robbed_kong":
        shares = {seat: SELF_DRAW * count for seat, count in bonds.items()}
        return {**shares, win.source: SELF_DRAW}
    return _discard(record, win, win.source, bonds)


def _bonds(record: Record, one: int, other: int) -> int:
    return has_fed(record, one, other) + has_fed(record, other, one)


def _self_draw(record: Record, others: list[int], bonds: Mapping[int, int]) -> Shares:
    each = record.options["self_draw_liability"]
    free = 1 if each == SELF_DRAW or not bonds else 0
    return {seat: each * bonds[seat] if seat in bonds else free for seat in others}


def _discard(record: Record, win: Win, source: int, bonds: Mapping[int, int]) -> Shares:
    own = bonds.get(source, 0)
    twice = record.options["own_discard_liability"] == 2
    shares = {source: 2 * own if own and twice else 1}
    strange = {seat: count for seat, count in bonds.items() if seat != source}
    if not strange:
        return shares
    if record.options["unready_discarder"] == "shared" or _was_ready(record, win, source):
        return {**shares, **strange}
    return {source: shares[source] + sum(strange.values())}


def _was_ready(record: Record, win: Win, discarder: int) -> bool:
    answer: bool | None = win.facts.get("discarder_ready")
    return is_ready(record, discarder) if answer is None else answer


TREASURE: Final = frozenset((1, 4))
"""Pips that open the treasure (開宝)."""


class Qinghunpeng(Ruleset):
    """All pungs or one suit: flowers up to a laazi, and mutual liability after three claims."""

    guides = (FlowerOrder(),)
    id = "qinghunpeng"
    native = "清混碰"
    name = "Shanghai mahjong, Qing-hun-peng"
    minimum = ("flowers", MINIMUM)
    family = "shanghai"
    counts_rounds = False
    tiles = full_set(flowers=True)
    options = (
        number("base", 20, at_least=0),
        number("flower_value", 10, at_least=1),
        choice("laazi_flowers", 8, 4),
        switch("concealed_double"),
        number("seven_robs_one", 0, at_least=0),
        number("all_flowers", 0, at_least=0),
        choice("self_draw_liability", 3, 5),
        choice("own_discard_liability", 1, 2),
        choice("unready_discarder", "alone", "shared"),
        switch("drawn_hands"),
        switch("kaibao"),
        switch("limited_liability"),
        number("purse", 1000, at_least=1),
    )
    elements = ELEMENTS
    contains: ClassVar = {
        "mixed_one_suit_pungs": ("mixed_one_suit", "all_pungs"),
        "pure_one_suit_pungs": ("pure_one_suit", "all_pungs"),
        "all_honors_pungs": ("all_honors", "all_pungs"),
    }
    value_figures = (Figure("points", least=1),)
    ways = WAYS
    robbed_flower_may_lie = True
    marks = ("kong_draw", "flower_draw", "last_tile")
    laid_counts_after = ("win",)
    win_facts = (Fact("missed", "tiles"), Fact("discarder_ready"))
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"drawn_hands": 0})

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the points that everyone starts with: a purse where losses are limited."""
        purse: int = options["purse"]
        return purse if options["limited_liability"] else self.start_score

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show; a flower that wins may come before a discard."""
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        by_flowers = any(win.by in FLOWER_WINS for win in record.wins)
        return (rest, rest + 1) if by_flowers else super().hand_sizes(record, seat)

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, dice, flowers and winners that cannot be."""
        yield from check_indicators(record)
        yield from _treasure_problems(record)
        wins = [
            replace(win, tile=None) if win.by == "robbed_flower" else win for win in record.wins
        ]
        yield from check_flowers(replace(record, wins=tuple(wins)))
        for place, seat in enumerate(record.seats):
            for tile in seat.discards or ():
                if FLOWERS <= tile < RED_FIVES:
                    message = f"{CODES[tile]} is laid out, not discarded"
                    yield Problem("bad_tiles", message, f"seats[{place}].discards")
        for place, win in enumerate(record.wins):
            if win.by == "declared" and (win.tile is not None or win.source is not None):
                message = "eight flowers win by themselves: tile must be null, from absent"
                yield Problem("bad_record", message, f"wins[{place}]")
        yield from check_single_tile(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, too small, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_robbed_kong(record, win, where)
            yield from check_named_kong(record, win, where)
            if win.by in FLOWER_WINS:
                yield from _flower_problems(record, win, where)
            else:
                yield from _hand_problems(record, win, where)

    def entered_problems(self, record: Record) -> Iterator[Problem]:  # noqa: ARG002 -- hook
        """Yield nothing: several may win on one tile."""
        yield from ()

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are settled one by one."""
        count = _counter(record)
        again = (times("drawn_hands", 2),) if count else ()
        entries = {win.seat: _score_win(record, win, again) for win in record.wins}
        payments = _bill(record, entries)
        after = _next(record, _next_banker(record), max(count - 1, 0))
        wins = tuple(entries.values())
        return Settlement(self.id, record.players, payments, after, wins)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the banker stays, the counter grows."""
        after = _next(record, record.state.banker, _counter(record) + 1)
        return self.unpaid(record, after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been, its dice neither."""
        state = record.state
        carry = _carry(record, state.carry["drawn_hands"])
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, after as many stacks as the dice show."""
        return Break(throws.seat_at(throws.total()), throws.total())


def _counter(record: Record) -> int:
    """Return the drawn hands that count in this hand, those of its dice included (荒番)."""
    if not record.options["drawn_hands"]:
        return 0
    count: int = record.state.carry["drawn_hands"]
    if record.options["kaibao"] and record.deal.dice:
        count += _treasure(record.deal.dice[0])
    return count


def _treasure(throw: Sequence[int]) -> int:
    """Return by how much the *throw* that breaks the wall raises the counter (開宝)."""
    is_double = len(set(throw)) == 1
    has_pips = not TREASURE.isdisjoint(throw)
    return 2 if is_double and has_pips else int(is_double or has_pips)


def _score_win(record: Record, win: Win, again: Terms) -> ScoredHand:
    """Return the entry of one winner; what flowers win by themselves is agreed beforehand."""
    if win.value is not None:
        items = itemize_value(win.worth)
        terms = (*adds(items), *again)
        return ScoredHand(win.seat, compute(terms), "points", items, terms=terms)
    if win.by in FLOWER_WINS:
        name = FLOWER_WINS[win.by]
        factor, limit = record.options[name], laazi(record.options)
        terms = (add(name, limit, factor), *again)
        items = (Item(name, factor * limit),)
        return ScoredHand(win.seat, compute(terms), "points", items, terms=terms)
    hand = hand_of(record, win)
    assert hand is not None
    return score(record, win, hand, again)


def _bill(record: Record, entries: Mapping[int, ScoredHand]) -> tuple[Payment, ...]:
    """Return the payments, nobody paying more than he has where losses are limited (D6)."""
    bill = Bill()
    has_purse = record.options["limited_liability"]
    for win in sorted(record.wins, key=lambda win: _turn(record, win)):
        left = bill.scores(record.state.scores)
        for payer, share in find_shares(record, win).items():
            terms = entries[win.seat].terms
            if share != 1:
                is_alone = win.by == "robbed_kong" or not _bonds(record, win.seat, payer)
                name = "sole_payer" if payer == win.source and is_alone else "partner"
                terms = (*terms, times(name, share))
            if has_purse:
                terms = limit_terms(terms, max(left[payer], 0), "purse")
            bill.charge(payer, win.seat, terms)
    return tuple(bill.rows)


def _turn(record: Record, win: Win) -> int:
    return 0 if win.source is None else record.distance(win.source, win.seat)


def _next_banker(record: Record) -> int:
    nearest = min(record.wins, key=lambda win: _turn(record, win)).seat
    return nearest if len(record.wins) == 1 else (nearest + 1) % record.players


def _next(record: Record, banker: int, count: int) -> NextHand:
    """Return the next hand; the post does not go round, so rounds are not counted."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats, _carry(record, count))


def _carry(record: Record, count: int) -> Mapping[str, Any]:
    return {"drawn_hands": count} if record.options["drawn_hands"] else {}


GAME: Final = Qinghunpeng()
