"""Fuzhou mahjong, sixteen tiles with golds (福州麻将): fuzhou.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.guides import FlowerOrder
from rules.hands.covers import completes, completes_sets
from rules.hands.divide import divisions
from rules.hands.keys import LANE, Key, count, pack
from rules.hands.shapes import PAIRS, PUNGS, Reading
from rules.reasons import as_problem
from rules.record.claims import is_nearest
from rules.record.values import Meld, Record, Win
from rules.ruleset import RIVALS, Fact, Ruleset, choice, full_set, number, switch
from rules.scoring import Row, Score, Table, WonHand, elements, won_hand
from rules.settle.settlement import Bill, ScoredHand, Settlement, rotate
from rules.settle.terms import Terms, add, compute, times
from rules.tiles import CODES, COPIES, HONORS, KINDS, TILES, Tile
from rules.walls import Break, Indicator, Throws

SETS: Final = 5
GOLDS: Final = 3
"""All golds: the fourth tile is the indicator."""
PAIR: Final = 2
NO_HONOR: Final = PAIRS[HONORS]
"""A pair that is never in a hand of this game, for honors are flowers: the golds' place."""
FLOWER_SET: Final = 4
WITH_BONUS_TILES: Final = full_set(flowers=True)
SMALL_SET: Final = MappingProxyType({code: 4 for code in CODES[:KINDS] if code not in ("5z", "6z")})
"""Four winds and the red dragon beside the suits: 128 tiles (D1)."""
INDICATOR: Final = Indicator(9, "top", "tail")


# The hand and its golds


def hand_of(record: Record, win: Win) -> WonHand:
    """Return the hand of *win*; who wins without a tile is given a gold that is not there (D6)."""
    (gold,) = record.deal.indicators
    gold_win = replace(win, tile=gold) if win.tile is None else win
    return won_hand(record, gold_win, {gold}, size=SETS)


def robbing_the_gold(hand: WonHand) -> bool:
    """搶金: the gold that is not there was robbed."""
    return "robbing_the_gold" in hand.marks


def golds(hand: WonHand) -> int:
    """金牌: how many golds are there."""
    return hand.wilds - (hand.win.by == "declared")


def three_golds(hand: WonHand) -> bool:
    """三金倒: all golds are there."""
    return golds(hand) == GOLDS


def is_whole(hand: WonHand) -> bool:
    """Return whether the tiles, with the gold that is robbed, make five sets and a pair."""
    return (hand.win.by != "declared" or robbing_the_gold(hand)) and hand.is_complete


def is_won(hand: WonHand) -> bool:
    """Return whether the tiles win: a whole hand, or all three golds.

    Who robs a gold needs one that completes the hand, whatever golds he holds.
    """
    return is_whole(hand) or (three_golds(hand) and not robbing_the_gold(hand))


def golden_pair(hand: WonHand) -> bool:
    """金雀: two golds may be the pair."""
    can_be = golds(hand) >= PAIR and is_whole(hand)
    return can_be and completes_sets(pack(hand.concealed), SETS - len(hand.melds))


def golden_dragon(hand: WonHand) -> bool:
    """金龍: the golds may be a set beside others and a pair without them."""
    sets = SETS - len(hand.melds)
    can_be = three_golds(hand) and is_whole(hand) and sets > 0
    return hand.options["golden_dragon"] and can_be and completes(pack(hand.concealed), sets - 1)


def reading(hand: WonHand, names: Collection[str]) -> Reading:
    """Return the first reading, its golds as they lie in a special win among *names*."""
    (gold,) = hand.record.deal.indicators
    key, sets, wilds = pack(hand.concealed), SETS - len(hand.melds), hand.wilds
    if "golden_dragon" in names:
        whole = next(divisions(key, sets - 1, wilds - GOLDS))
        return Reading((*whole.parts, PUNGS[gold]), hand.melds)
    if "golden_pair" in names:
        key, wilds = assign(key, sets, wilds - PAIR, completes_sets)
        ways = divisions(key + PAIR * LANE[NO_HONOR.kind], sets, wilds)
        parts = next(one.parts for one in ways if NO_HONOR in one.parts)
        others = [item for item in parts if item is not NO_HONOR]
        return Reading((*others, PAIRS[gold]), hand.melds)
    key, wilds = assign(key, sets, wilds, completes)
    return Reading(next(divisions(key, sets, wilds)).parts, hand.melds)


def assign(key: Key, sets: int, wilds: int, fits: Callable[[Key, int], bool]) -> tuple[Key, int]:
    """Return *key* with its *wilds* golds as the lowest suit tiles that fit, and how many do not.

    A gold that can only be a fifth tile of its kind is left over.
    """
    left = 0
    for _ in range(wilds):
        may_be = (kind for kind in range(HONORS) if count(key, kind) < COPIES)
        kind = next((kind for kind in may_be if fits(key + LANE[kind], sets)), None)
        left += kind is None
        key += 0 if kind is None else LANE[kind]
    return key, left


# The table


def flower_sets(hand: WonHand) -> int:
    """Return how many sets lie out: four equal honors, four seasons, four plants."""
    equal = list(Counter(hand.flowers).values()).count(FLOWER_SET)
    return equal + elements.flower_set(hand)


def few_flowers(number: int) -> Callable[[WonHand], bool]:
    """Return the element of *number* flowers, counting golds, without a kong."""

    def holds(hand: WonHand) -> bool:
        has_kong = any(meld.is_kong for meld in hand.melds)
        return not has_kong and len(hand.flowers) + golds(hand) == number

    return holds


def self_draw(hand: WonHand) -> bool:
    """自摸: nothing was taken, or the winner of a discard has all golds (D11)."""
    return not hand.win.is_taken or (hand.win.by == "discard" and three_golds(hand))


def heavenly_hand(hand: WonHand) -> bool:
    """天胡: the banker's dealt tiles are a whole hand."""
    return elements.heavenly_hand(hand) and is_whole(hand)


POINTS: Final = (
    Row("flower", "花牌", "flower tiles laid out", "1 each", lambda hand: len(hand.flowers)),
    Row("gold_tile", "金牌", "golds in hand", "1 each", golds),
    Row("open_kong", "明槓", "open kongs", "1 each", elements.open_kong),
    Row("concealed_kong", "暗槓", "concealed kongs", "2 each", elements.concealed_kong),
    Row("flower_set", "同じ花牌4枚", "four equal flowers", "2 each", flower_sets),
)
"""The winner's flowers (花)."""
REPEATS: Final = Row("repeats", "連荘", "extra hands of the banker", "1 each, added to the base",
    lambda hand: hand.record.state.repeats)  # fmt: skip
SPECIAL: Final = (
    Row("self_draw", "自摸", "self-draw", "×2", self_draw),
    Row("robbing_the_kong", "搶槓", "robbing the kong", "×2", elements.robbing_the_kong),
    Row("one_flower", "花1枚", "one flower only", "+15 (method 1)", few_flowers(1)),
    Row("no_flowers", "無花", "no flower", "+30 (method 1)", few_flowers(0)),
    Row("robbing_the_gold", "搶金", "robbing the gold", "+30 (method 1), ×5 (method 2)",
        robbing_the_gold),
    Row("earthly_hand", "地胡", "earthly hand", "+30 (method 1)", elements.earthly_hand),
    Row("heavenly_hand", "天胡", "heavenly hand", "+30 (method 1)", heavenly_hand),
    Row("three_wilds", "三金倒", "three golds", "+40 (method 1), ×3 (method 2)", three_golds),
    Row("golden_pair", "金雀", "golden pair", "+60 (method 1), ×4 (method 2)", golden_pair),
    Row("golden_dragon", "金龍", "golden dragon", "+120 (method 1), ×6 (method 2)",
        golden_dragon),
)  # fmt: skip

TWOFOLD: Final = {"self_draw": 2, "robbing_the_kong": 2}
FACTORS: Final[Mapping[int, Mapping[str, int]]] = {
    1: TWOFOLD,
    2: {**TWOFOLD, "three_wilds": 3, "golden_pair": 4, "robbing_the_gold": 5, "golden_dragon": 6},
}
"""What multiplies, by method, the dearest last: in method 2 it alone counts."""
BONUSES: Final[Mapping[int, Mapping[str, int]]] = {
    1: {"one_flower": 15, "no_flowers": 30, "robbing_the_gold": 30, "earthly_hand": 30,
        "heavenly_hand": 30, "three_wilds": 40, "golden_pair": 60, "golden_dragon": 120},
    2: {},
}  # fmt: skip
"""What is added, by method, the dearest last: it alone counts, of equals the lower row (D7)."""


def table(method: int) -> Table:
    """Return the table of a *method*: what comes later there shuts out what came before."""
    rows = {row.id: row for row in SPECIAL}
    dearest = [*(BONUSES[method] or FACTORS[method])]
    cheaper = {name: tuple(dearest[:place]) for place, name in enumerate(dearest)}
    special = [
        replace(rows[name], value=worth, excludes=cheaper.get(name, ()))
        for name, worth in (*FACTORS[method].items(), *BONUSES[method].items())
    ]
    return Table((*POINTS, REPEATS, *special))


TABLES: Final = {method: table(method) for method in FACTORS}


def due(score: Score, repeats: int = 0) -> Terms:
    """Return how what a payer owes comes about, *repeats* of the banker counting for him."""
    options, method = score.hand.options, score.hand.options["method"]
    worths = {item.id: item.value for item in score.items}
    points = [row.id for row in POINTS if row.id in worths]
    return (
        add("base", options["base"]),
        *([add("repeats", 1, repeats)] if repeats else []),
        *[add(name, worths[name]) for name in points],
        *[times(name, worths[name]) for name in FACTORS[method] if name in worths],
        *[add(name, worths[name]) for name in BONUSES[method] if name in worths],
    )


# What is refused


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield an indicator that is none, flowers in the wrong place, and wins told wrongly."""
    yield from _indicator_problems(record)
    for place, seat in enumerate(record.seats):
        for tile in seat.hand or ():
            if tile >= HONORS:
                message = f"{CODES[tile]} is a flower tile, which is laid out and replaced"
                yield Problem("bad_tiles", message, f"seats[{place}].hand")
        for tile in seat.flowers:
            if tile < HONORS:
                message = f"{CODES[tile]} is no flower tile"
                yield Problem("bad_tiles", message, f"seats[{place}].flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"seats[{place}].aside")
    for place, win in enumerate(record.wins):
        yield from _win_form(record, win, f"wins[{place}]")


def _indicator_problems(record: Record) -> Iterator[Problem]:
    """Yield that not just one suit tile stayed turned up; a void hand may lack it (D3)."""
    indicators = record.deal.indicators
    if len(indicators) > 1 or (not indicators and record.outcome != "abort"):
        message = f"one tile stays turned up for the gold, here are {len(indicators)}"
        yield Problem("bad_tiles", message, "deal.indicators")
    for tile in indicators:
        if tile >= HONORS:
            message = f"{CODES[tile]} is a flower tile, laid out by the banker and turned up again"
            yield Problem("bad_tiles", message, "deal.indicators")
    if record.deal.hidden_indicators:
        message = "this game has no hidden indicators"
        yield Problem("bad_tiles", message, "deal.hidden_indicators")


def _win_form(record: Record, win: Win, where: str) -> Iterator[Problem]:
    if win.tile is not None and win.tile >= HONORS:
        message = f"{CODES[win.tile]} is a flower tile and completes nothing"
        yield Problem("bad_tiles", message, f"{where}.tile")
    if win.by == "declared":
        if win.tile is not None or win.source is not None:
            message = "a declared win takes no tile, from nobody"
            yield Problem("bad_record", message, where)
        if record.seats[win.seat].hand is None:
            message = "the winner's hand must be shown"
            yield Problem("bad_record", message, f"seats[{win.seat}].hand")
    elif "robbing_the_gold" in win.marks:
        message = "the gold is robbed by declaring, without a tile"
        yield Problem("bad_record", message, f"{where}.marks")


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, or that a rule forbids."""
    for place in range(1, len(record.wins)):
        yield as_problem(Reason("one_winner"), where=f"wins[{place}]")
    win = record.wins[0]
    hand = hand_of(record, win)
    if not is_won(hand):
        shape = Reason("gold_incomplete" if robbing_the_gold(hand) else "fuzhou_shape")
        yield as_problem(shape, "not_a_win", "wins[0]")
    if win.is_taken and win.source is not None:
        yield from _taken_problems(record, win, win.source)
    if robbing_the_gold(hand):
        yield from _robbing_problems(record, win)


def _taken_problems(record: Record, win: Win, source: int) -> Iterator[Problem]:
    """Yield what forbids winning on a tile of *source* (D10)."""
    if win.tile in record.deal.indicators:
        yield as_problem(Reason("gold_discarded", {"tile": win.tile}), where="wins[0].tile")
    if has_discarded_gold(record, win.seat):
        where = f"seats[{win.seat}].facts.discarded_gold"
        yield as_problem(Reason("gold_discarder_self_draw"), where=where)
    if win.by == "robbed_kong" and any(
        meld.kind == "kong_concealed" and win.tile in meld.tiles
        for meld in record.seats[source].melds
    ):
        yield as_problem(Reason("kong_not_added"), where="wins[0].tile")
    if any(comes_before(record, win, rival) for rival in win.facts.get("rivals", ())):
        yield as_problem(Reason("golden_pair_first"), where="wins[0].facts.rivals")


def has_discarded_gold(record: Record, seat: int) -> bool:
    """Return whether *seat* has discarded a gold, as told or as its discards show."""
    layout = record.seats[seat]
    answer = layout.facts.get("discarded_gold")
    if answer is not None:
        return bool(answer)
    return any(tile in record.deal.indicators for tile in layout.discards or ())


def comes_before(record: Record, win: Win, rival: int) -> bool:
    """Return whether *rival*, who declared on the same tile, goes before the winner (D18)."""
    if has_discarded_gold(record, rival):
        return False
    is_golden = False
    if record.seats[rival].hand is not None:
        hand = hand_of(record, replace(win, seat=rival))
        if not is_won(hand):
            return False
        is_golden = golden_pair(hand)
    if is_golden != golden_pair(hand_of(record, win)):
        return is_golden
    return not is_nearest(record, replace(win, facts={"rivals": [rival]}))


def _robbing_problems(record: Record, win: Win) -> Iterator[Problem]:
    """Yield what forbids robbing the gold: claimed sets, and rivals who go before."""
    banker = record.state.banker
    if any(meld.is_exposed for meld in record.seats[win.seat].melds):
        yield as_problem(Reason("gold_robbed_unclaimed"), where=f"seats[{win.seat}].melds")
    rivals = win.facts.get("rivals", ())
    if win.seat == banker:
        is_late = bool(rivals)
    else:
        mine = record.distance(banker, win.seat)
        is_late = any(0 < record.distance(banker, rival) < mine for rival in rivals)
    if is_late:
        yield as_problem(Reason("gold_robbing_order"), where="wins[0].facts.rivals")


class Fuzhou(Ruleset):
    """Points for flowers and golds, paid by all three whoever discarded."""

    guides = (FlowerOrder(waits=True),)
    id = "fuzhou"
    native = "福州麻将"
    name = "Fuzhou mahjong"
    family = "fujian"
    dead_wall = None
    first_banker = "count"
    hand_size = 16
    tiles = SMALL_SET
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    options = (
        choice("tile_set", 128, 144),
        number("base", 1, at_least=1),
        choice("method", 1, 2),
        switch("golden_dragon", default=True),
    )
    elements = (*POINTS, REPEATS, *SPECIAL)
    marks = ("dealt", "first_discard", "robbing_the_gold", "kong_draw", "flower_draw", "last_tile")
    marks_without_effect = ("kong_draw", "flower_draw")
    win_facts = (RIVALS,)
    seat_facts = (Fact("discarded_gold"),)
    indicators = 1

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the set: 128 tiles, or 144 with all honors and the eight bonus tiles."""
        return SMALL_SET if options["tile_set"] == 128 else WITH_BONUS_TILES

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the honors and the bonus tiles of the set."""
        return frozenset(TILES[code] for code in self.tiles_for(options) if TILES[code] >= HONORS)

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kind of the golds: the indicator's twins."""
        return frozenset(tile for tile in indicators[:1] if tile < HONORS)

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show.

        With four tiles left everyone draws and nobody discards; when a win is
        declared the banker may not have discarded yet.
        """
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        if any(win.seat == seat for win in record.wins):
            return (rest,)
        is_declared = any(win.by == "declared" for win in record.wins)
        at_the_end = any("last_tile" in win.marks for win in record.wins)
        may_hold_more = (
            record.outcome != "win" or at_the_end or (is_declared and seat == record.state.banker)
        )
        return (rest, rest + 1) if may_hold_more else (rest,)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a gold or a flower tile is in the set."""
        for tile in meld.tiles:
            if tile >= HONORS:
                return f"{CODES[tile]} is a flower tile and is never in a set"
            if tile in record.deal.indicators:
                return f"{CODES[tile]} is a gold and is never in a set laid down"
        return None

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicator, flowers and the account of the win."""
        return form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield why a win is none, or may not be."""
        return problems(record) if record.wins else iter(())

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: all three others pay, on a discard too."""
        win, banker = record.wins[0], record.state.banker
        hand = hand_of(record, win)
        score = TABLES[record.options["method"]].score(hand)
        bill = Bill()
        for payer in range(record.players):
            repeats = record.state.repeats if banker in (win.seat, payer) else 0
            bill.charge(payer, win.seat, due(score, repeats))
        rows = reading(hand, score.names).rows() if is_whole(hand) else ()
        terms = due(score)
        entry = ScoredHand(win.seat, compute(terms), "points", score.items, rows, terms=terms)
        next_hand = rotate(record.state, record.players, stays=win.seat == banker)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid, the banker's post moves on."""
        return self.unpaid(record, rotate(record.state, record.players, stays=False))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: one total fixes the wall and the stacks before it."""
        total = throws.total()
        return Break(throws.seat_at(total), total, INDICATOR)


GAME: Final = Fuzhou()
