"""Jinshan mahjong (上海金山区麻雀): jinshan.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.games.shanghai.jinshan_losers import UNIT, loser
from rules.hands.profiles import equivalence
from rules.hands.shapes import PAIRS, SINGLES, Reading
from rules.hands.special import ORPHANS
from rules.reasons import as_error, as_problem
from rules.record.claims import (
    check_flowers,
    check_indicators,
    check_named_kong,
    check_robbed_kong,
    check_single_winner,
)
from rules.record.values import Record, Win
from rules.ruleset import Ruleset, full_set, number, switch
from rules.scoring import Row, Score, Table, WonHand, best, elements, readings, won_hand
from rules.scoring.set_points import (
    SETS_AND_PAIRS,
    differences,
    doubled_terms,
)
from rules.settle.settlement import Bill, Item, ScoredHand, Settlement, rotate
from rules.settle.terms import Term, Terms, add, become, compute, limit_terms, round_up, times
from rules.tiles import DRAGONS, TILES, Tile
from rules.walls import Break, Throws, break_at

STACKS: Final = 18
MINIMUM: Final = 20
"""Hu that a winner needs before doubling."""

LIMIT: Final = 50
"""What one seat hands another at most (辣子)."""

POINTS: Final = 10
"""How many points of a hand are paid with one."""

WILDS: Final = frozenset(TILES[code] for code in ("5f", "6f", "7f", "8f"))
"""Plum, orchid, chrysanthemum and bamboo (百搭)."""

DISCARDER: Final = times("discarder", 2)

TILES_OF_A_SET: Final = 3


# Elements


def flower_draw(hand: WonHand) -> bool:
    """槓開 on a flower's supplement; a kong's comes first (D14)."""
    marks = hand.marks
    return hand.win.is_self_draw and "flower_draw" in marks and "kong_draw" not in marks


def little_three_dragons(hand: WonHand) -> bool:
    """小三元."""
    return len(DRAGONS.intersection(hand.pungs)) == 2 and hand.pair in DRAGONS


COUNTED: Final = (
    Row("base", "底", "base", "10 hu", lambda _: 1),
    Row("flower", "花牌", "flower", "4 hu each", lambda hand: len({*hand.flowers})),
    *SETS_AND_PAIRS,
    Row("edge_wait", "ペンチャン", "edge wait", "2 hu", elements.edge_wait),
    Row("closed_wait", "カンチャン", "closed wait", "2 hu", elements.closed_wait),
    Row("pair_wait", "単騎", "single wait", "4 hu major, 2 hu minor", elements.pair_wait,
        worth=lambda hand: 4 if hand.kind in ORPHANS else 2),
    Row("self_draw", "自摸", "self-draw", "2 hu", elements.self_draw),
)  # fmt: skip
DOUBLING: Final = (
    Row("seat_flower", "坐花", "own flower", "1 tai", elements.seat_flower),
    Row("flower_set", "四花", "four flowers", "2 tai", elements.flower_set),
    Row("dragon_pung", "中發白の刻子", "dragon pung", "1 tai each", elements.dragon_pung),
    Row("seat_wind_pung", "坐風の刻子", "own wind pung", "1 tai", elements.seat_wind_pung),
    Row("kong_draw", "槓開", "kong bloom", "1 tai", elements.kong_draw),
    Row("flower_draw", "槓開", "flower bloom", "1 tai", flower_draw),
    Row("robbing_the_kong", "拉槓", "robbing the kong", "1 tai", elements.robbing_the_kong),
    Row("all_pungs", "対対胡", "all pungs", "1 tai", elements.all_pungs),
    Row("no_wild", "没百搭", "no wild tile", "1 tai", elements.no_wild),
    Row("little_three_dragons", "小三元", "little three dragons", "1 tai", little_three_dragons),
    Row("mixed_one_suit", "混一色", "mixed one suit", "1 tai", elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", "3 tai", elements.pure_one_suit),
)  # fmt: skip


def mixed_terminals(hand: WonHand) -> bool:
    """全老頭: pungs of terminals and honors."""
    return elements.all_pungs(hand) and ORPHANS.issuperset(hand.kinds)


def four_concealed_pungs(hand: WonHand) -> bool:
    """門門鑑: four concealed pungs, and a wait that the house allows.

    A pung completed by another's tile is not concealed, so a dual wait is self-drawn.
    """
    is_free = not hand.options["four_concealed_self_draw"]
    is_alone = hand.wait == "pair" and hand.win.is_self_draw
    return elements.four_concealed_pungs(hand) and (is_free or is_alone)


def three_wild_pung(hand: WonHand) -> bool:
    """三百搭成凱: the only pung is of wild tiles, beside a pair that counts (D4)."""
    triplets = [part for part in hand.parts if part.is_triplet]
    if len(triplets) != 1:
        return False
    (pung,), reading = triplets, hand.reading
    if pung.melded or reading.wilds.count(pung.kind) < TILES_OF_A_SET:
        return False
    has_natural = pung is reading.completed and hand.win.tile == pung.kind
    return not has_natural and hand.pair in DRAGONS | {hand.seat_wind}


def thirteen_orphans(hand: WonHand) -> bool:
    """十三么, the only hand without sets."""
    return not (hand.pungs or hand.runs)


def limit(name: str, native: str, english: str, holds: Callable[[WonHand], bool]) -> Row:
    """Return a limit hand, beside which nothing else is listed."""
    exclusions = tuple(one.id for one in (*COUNTED, *DOUBLING))
    return Row(name, native, english, "limit", holds, exclusions, lambda _: LIMIT)


LIMITS: Final = (
    limit("mixed_terminals", "全老頭 (= 混老頭)", "terminals and honours", mixed_terminals),
    limit("four_concealed_pungs", "門門鑑", "four concealed pungs", four_concealed_pungs),
    limit("big_four_winds", "大四喜", "big four winds", elements.big_four_winds),
    limit("big_three_dragons", "大三元", "big three dragons", elements.big_three_dragons),
    limit("thirteen_orphans", "十三么", "thirteen orphans", thirteen_orphans),
    limit("four_wilds", "四百搭", "four wilds", lambda hand: hand.wilds == len(WILDS)),
    limit("three_wild_pung", "三百搭成凱", "three wilds as a pung", three_wild_pung),
    limit("heavenly_hand", "天胡", "heavenly hand",
          lambda hand: elements.heavenly_hand(hand) and not hand.melds),
    limit("earthly_hand", "地胡", "earthly hand", elements.earthly_hand),
)  # fmt: skip
ELEMENTS: Final = (*COUNTED, *DOUBLING, *LIMITS)
TABLE: Final = Table(ELEMENTS)
TAI: Final = frozenset(one.id for one in DOUBLING)
OF_ORPHANS: Final = frozenset(
    (
        *("base", "flower", "self_draw", "seat_flower", "flower_set"),
        *("kong_draw", "flower_draw", "robbing_the_kong", "no_wild"),
    )
)
"""What counts in thirteen orphans, whose tiles make no sets."""


def count_items(score: Score) -> list[Item]:
    """Return the hu and the tai of a reading, whatever limit hand it is."""
    names = OF_ORPHANS if "thirteen_orphans" in score.elements else score.elements.keys()
    return [
        Item(one.id, one.worth_in(score.hand) * score.elements[one.id])
        for one in (*COUNTED, *DOUBLING)
        if one.id in names and one.id in score.elements
    ]


def count(score: Score) -> tuple[int, int]:
    """Return the hu of a reading and its points."""
    hu = tai = 0
    for item in count_items(score):
        hu, tai = (hu, tai + item.value) if item.id in TAI else (hu + item.value, tai)
    return hu, hu << tai


def limits(score: Score) -> int:
    """Return how many limit hands a reading is."""
    return sum(one.id in score.elements for one in LIMITS)


class Jinshan(Ruleset):
    """Counted points doubled by tai in every hand, four wild tiles, and losers who settle too."""

    id = "jinshan"
    native = "金山麻将"
    name = "Jinshan mahjong"
    minimum = ("hu", MINIMUM)
    family = "shanghai"
    tiles = full_set(flowers=True)
    options = (
        number("base_points", 3, at_least=0),
        switch("four_concealed_self_draw"),
        switch("no_swap_discard"),
    )
    elements = ELEMENTS
    marks = ("kong_draw", "flower_draw", "dealt", "first_discard")
    all_hands_shown = True

    def wild_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:  # noqa: ARG002 -- hook
        """Return plum, orchid, chrysanthemum and bamboo."""
        return frozenset(WILDS)

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the four seasons; the other flowers are wild."""
        return super().flower_tiles(options) - WILDS

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, and tiles that do not lie where they must."""
        yield from check_indicators(record)
        yield from check_flowers(record, WILDS)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, or that are none."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_single_winner(record, place)
            yield from _tile_problems(record, win, where)
            hand = won_hand(record, win, WILDS)
            if not (hand.is_complete or is_orphans(hand)):
                yield as_problem(Reason("sets_or_orphans_shape"), "not_a_win", where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most.

        Raise `RecordError` if none has the points that a win needs.
        """
        (win,) = record.wins
        score = judge(won_hand(record, win, WILDS))
        if score is None:
            few = Reason("hu_minimum", {"count": MINIMUM})
            raise as_error(few, "below_minimum", "wins[0]")
        others = [seat for seat in range(record.players) if seat != win.seat]
        losers = tuple([loser(record, seat, WILDS) for seat in others])
        bill = Bill()
        terms = point_terms(score)
        for seat, amount in receipts(score).items():
            bill.pay(seat, win.seat, amount, terms=receipt_terms(score, seat, terms))
        for low, high, difference in side_payments(win, losers):
            bill.charge(low, high, difference, "side")
        stays = win.seat == record.state.banker
        after = rotate(record.state, record.players, stays=stays)
        reading = score.hand.reading.rows()
        winner = ScoredHand(win.seat, compute(terms), UNIT, score.items, reading, terms=terms)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (winner,), losers)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the post moves on."""
        return self.unpaid(record, rotate(record.state, record.players, stays=False))

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return the banker and the seat that his throw counts to."""
        return throws.banker, throws.seat_at(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return the break in the counted seat's wall, both throws from its right end (D11)."""
        first = throws.total()
        return Break(*break_at(throws.seat_at(first), first + throws.total(1), STACKS))


def _tile_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    yield from check_named_kong(record, win, where)
    if win.is_taken and win.tile in WILDS:
        yield as_problem(Reason("wild_of_another", {"tile": win.tile}), where=f"{where}.tile")
    else:
        yield from check_robbed_kong(record, win, where)


# The winner's reading


def judge(hand: WonHand) -> Score | None:
    """Return the reading that is paid most, of equal ones that with most points.

    A further tie goes to the one with more limit hands, then to the first reading.
    Return nothing where no reading reaches the minimum.
    """
    score = best(TABLE, _readings(hand), _rank)
    return None if score is None or not is_enough(score) else score


def is_enough(score: Score) -> bool:
    """Return whether the count before doubling allows the win; orphans need none."""
    return "thirteen_orphans" in score.elements or count(score)[0] >= MINIMUM


def _rank(score: Score) -> tuple[bool, int, int, int]:
    return is_enough(score), sum(receipts(score).values()), count(score)[1], limits(score)


def _readings(hand: WonHand) -> Iterator[WonHand]:
    if is_orphans(hand):
        yield hand.read(_orphans(hand))
    kinds = None if hand.is_last_wild else (hand.tile,)
    yield from readings(hand, equivalence(kinds).feature_with_wild_pungs)


def is_orphans(hand: WonHand) -> bool:
    """Return whether the tiles are thirteen orphans, wild ones standing for any of them."""
    different = frozenset(hand.concealed)
    is_single = len(hand.concealed) <= len(different) + 1
    return not hand.melds and different <= ORPHANS and is_single


def _orphans(hand: WonHand) -> Reading:
    """Return the reading as thirteen orphans; what is left over makes the pair."""
    counts: Counter[int] = Counter(hand.concealed)
    twice = next((kind for kind, often in counts.items() if often > 1), min(ORPHANS))
    parts = [PAIRS[kind] if kind == twice else SINGLES[kind] for kind in sorted(ORPHANS)]
    stand_for = sorted((Counter([*ORPHANS, twice]) - counts).elements())
    return Reading(tuple(parts), (), tuple(stand_for))


# Who pays whom what: "Payment"


def tenth(points: int) -> int:
    """Return a tenth of *points*, rounded up."""
    return -(-points // POINTS)


def receipts(score: Score) -> Mapping[int, int]:
    """Return what each other seat owes the winner."""
    record, win, points = score.hand.record, score.hand.win, count(score)[1]
    debts = {}
    for seat in range(record.players):
        if seat != win.seat:
            share = 2 * points if seat == win.source or win.is_self_draw else points
            due = min(LIMIT, tenth(share) + record.options["base_points"])
            debts[seat] = LIMIT if limits(score) else due
    return debts


def point_terms(score: Score) -> Terms:
    """Return how the points of the winner's hand come about: a limit hand is what it is paid."""
    if limits(score):
        return tuple([become(item.id, LIMIT) for item in score.items])
    return doubled_terms(count_items(score), TAI)


def receipt_terms(score: Score, seat: int, points: Terms) -> Terms:
    """Return how what *seat* owes the winner of a hand of *points* comes about."""
    if limits(score):
        return points
    win, base = score.hand.win, add("base_points", score.hand.record.options["base_points"])
    if win.is_self_draw:
        return in_tens((*points, times("self_draw", 2)), base)
    return in_tens((*points, DISCARDER) if seat == win.source else points, base)


def in_tens(points: Terms, *more: Term) -> Terms:
    """Return what *points* of a hand are paid with, and what is paid *more*."""
    return limit_terms((*points, times("divide_by", 1, divisor=POINTS), round_up(1), *more), LIMIT)


def side_payments(win: Win, losers: Sequence[ScoredHand]) -> Iterator[tuple[int, int, Terms]]:
    """Yield what losers owe each other: payer, receiver and how the amount comes about."""
    for low, high, points in differences({one.seat: one.score for one in losers}):
        is_double = win.is_taken and win.source in (low, high)
        yield low, high, in_tens((*points, DISCARDER) if is_double else points)


GAME: Final = Jinshan()
