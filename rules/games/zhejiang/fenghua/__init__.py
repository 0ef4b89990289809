"""Fenghua mahjong (浙江奉化麻雀): fenghua.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.zhejiang.fenghua.elements import (
    ALL_FLOWERS,
    ELEMENTS,
    OF_NO_HAND,
    TABLE,
    UNCOUNTED,
    shapes,
)
from rules.guides import FlowerOrder
from rules.hands.covers import completes_sets
from rules.hands.keys import pack
from rules.hands.shapes import Reading
from rules.reasons import as_error, as_problem
from rules.record.claims import (
    check_flowers,
    check_indicators,
    check_single_claim,
    has_fed,
    wild_set_problem,
)
from rules.record.values import Meld, Record, Win
from rules.ruleset import Figure, Ruleset, choice, full_set, number, switch
from rules.scoring import Score, WonHand, best, by_order, elements, won_hand
from rules.scoring.kinds import wild_faces
from rules.settle.settlement import Bill, Item, ScoredHand, Settlement, adds, itemize_value, rotate
from rules.settle.terms import Terms, compute, round_up, times
from rules.tiles import TILES, Tile
from rules.walls import Break, Indicator, Throws

STEP: Final = 10
"""The tai of a hand are rounded up to a multiple of it."""

DOUBLE: Final = 2
"""How often the discarder, or everyone after a self-draw, pays the hand."""
SINGLE: Final = 1

LIABILITY: Final = "liability"
ALL_SETS: Final = 4
LIABLE_FOR_THREE: Final = frozenset(("pure_one_suit", "mixed_one_suit", "all_pungs"))
"""The hands for which three claimed sets make liable."""


class Fenghua(Ruleset):
    """Tai rounded up to tens, many special hands, three wild tiles that may be flowers."""

    guides = (FlowerOrder(),)
    id = "fenghua"
    native = "奉化麻将"
    name = "Fenghua mahjong"
    minimum = ("discard_tai", "minimum")
    family = "zhejiang"
    first_banker = "count"
    tiles = full_set(flowers=True)
    options = (
        choice("minimum", 4, 3),
        switch("dice_swap"),
        choice("honor_hands", "points", "gift"),
        choice("eight_flowers", "points", "gift"),
        number("robbing_the_kong_tai", 0, at_least=0),
        number("last_tile_tai", 0, at_least=0),
    )
    elements = ELEMENTS
    contains: ClassVar = {
        "double_wind_pung": ("round_wind_pung", "seat_wind_pung"),
        "seven_stars_completed": ("thirteen_unrelated",),
        "seven_stars_concealed": ("thirteen_unrelated",),
        "unrelated_void_suit": ("seven_stars_concealed",),
        "open_kong_bloom": ("open_kong",),
        "concealed_kong_bloom": ("concealed_kong",),
        "added_kong_bloom": ("added_kong",),
        "two_wilds": ("one_wild",),
        "three_wilds": ("two_wilds",),
        "three_flower_wilds": ("three_wilds",),
    }
    value_figures = (Figure("tai"),)
    needs_tiles = ("pure_one_suit", "mixed_one_suit", "all_pungs")
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = ("kong_draw", "flower_draw", "last_tile", "last_discard")
    indicators = 1

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the three tiles like the indicator, or the other flowers of its group."""
        return wild_faces(indicators)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set."""
        return wild_set_problem(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with the indicator, the flowers and a win by eight of them."""
        yield from check_indicators(record)
        yield from check_flowers(record, self.wild_in(record))
        for place, win in enumerate(record.wins):
            if win.by != "declared":
                continue
            if win.tile is not None or win.source is not None:
                message = "eight flowers win without a last tile: tile must be null, from absent"
                yield Problem("bad_record", message, f"wins[{place}].tile")
            if record.seats[win.seat].hand is None and win.value is None:
                message = "the winner's hand must be shown"
                yield Problem("bad_record", message, f"seats[{win.seat}].hand")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, and eight flowers that are fewer."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_single_claim(record, place)
            flowers = len(record.seats[win.seat].flowers)
            if win.by == "declared" and flowers < ALL_FLOWERS:
                yield as_problem(Reason("eight_flowers_needed"), "not_a_win", where)
            if win.by == "discard" and is_lone_wild_wait(self._hand(record, win)):
                yield as_problem(Reason("wild_pair_self_draw"), "barred", where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for one that may not win."""
        (win,) = record.wins
        items, reading = self._count_items(record, win)
        terms = (*adds(items), round_up(STEP))
        rows = write_bill(record, win, terms, {item.id for item in items}).rows
        after = rotate(record.state, record.players, stays=win.seat == record.state.banker)
        entry = ScoredHand(win.seat, compute(terms), "tai", items, reading, terms=terms)
        return Settlement(self.id, record.players, tuple(rows), after, (entry,))

    def _count_items(self, record: Record, win: Win) -> tuple[tuple[Item, ...], Any]:
        """Return what counts for *win*, and how its tiles are read."""
        if win.value is not None:
            return itemize_value(win.worth), ()
        score = judge(self._hand(record, win))
        return score.items, score.hand.reading.rows()

    def _hand(self, record: Record, win: Win) -> WonHand:
        """Return the hand of *win*; eight flowers at once need no last tile, so any does."""
        wild = self.wild_in(record)
        if win.tile is None:
            win = replace(win, tile=next(tile for tile in TILES.values() if tile not in wild))
        return won_hand(record, win, wild)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break behind as many stacks as one die says; the other finds the indicator."""
        breaks, finds = max(throws.dice[0]), min(throws.dice[0])
        if throws.options["dice_swap"]:
            breaks, finds = finds, breaks
        return Break(throws.seat_at(throws.total()), breaks, Indicator(finds, "top", "tail"))


def is_lone_wild_wait(hand: WonHand) -> bool:
    """Return whether one wild tile is over beside four sets, or six pairs (百搭単騎, D8).

    It goes by the tiles without the winning one; any tile would then win.
    """
    wilds = hand.wilds - hand.is_last_wild
    if not wilds:
        return False
    if completes_sets(pack(hand.hand), hand.size - len(hand.melds)):
        return True
    odd = sum(count % 2 for count in Counter(hand.hand).values())
    return not hand.melds and odd < wilds


def judge(hand: WonHand) -> Score:
    """Return the reading with most tai that may win.

    Of equals the one whose elements come first in the sheet's table, then the one found
    first. Raise `RecordError` for tiles that are no hand, or a discard for too few tai.
    """
    if hand.win.by == "declared":
        return OF_NO_HAND.score(hand.read(Reading((), hand.melds)))
    score = best(TABLE, shapes(hand), lambda one: (is_enough(one), *in_order(one)))
    if score is None:
        raise as_error(Reason("fenghua_shape"), "not_a_win", "wins[0]")
    if not is_enough(score):
        most = max(counted_tai(TABLE.score(one)) for one in shapes(hand))
        few = Reason("fenghua_minimum", {"count": most, "least": hand.options["minimum"]})
        raise as_error(few, "below_minimum", "wins[0]")
    return score


in_order: Final = by_order(TABLE)


def is_enough(score: Score) -> bool:
    """Return whether the hand may win on a discard; honors that are celebrated always may (D21)."""
    hand = score.hand
    is_celebrated = hand.options["honor_hands"] == "gift" and elements.all_honors(hand)
    is_small = hand.win.by == "discard" and counted_tai(score) < hand.options["minimum"]
    return is_celebrated or not is_small


def counted_tai(score: Score) -> int:
    """Return the tai that count towards the minimum."""
    return sum(item.value for item in score.items if item.id not in UNCOUNTED)


def write_bill(record: Record, win: Win, value: Terms, names: Set[str]) -> Bill:
    """Return what is paid for a hand that is worth *value* and holds the elements *names*."""
    double = times("discarder" if win.by == "discard" else "self_draw", DOUBLE)
    shares = {
        seat: DOUBLE if win.by != "discard" or seat == win.source else SINGLE
        for seat in range(record.players)
        if seat != win.seat
    }
    made_out = Bill()
    alone = liable(record, win, names)
    if alone is not None:
        everything = times("sole_payer", sum(shares.values()))
        made_out.charge(alone, win.seat, (*value, everything), LIABILITY)
        return made_out
    for seat, share in shares.items():
        made_out.charge(seat, win.seat, (*value, double) if share == DOUBLE else value)
    return made_out


def liable(record: Record, win: Win, names: Set[str]) -> int | None:
    """Return who pays for all: robbed, last discarder, or who fed the winner (D15)."""
    if win.by == "robbed_kong" or (win.by == "discard" and "last_discard" in win.marks):
        return win.source
    enough = ALL_SETS - 1 if LIABLE_FOR_THREE & names else ALL_SETS
    feeders = (
        seat for seat in range(record.players) if has_fed(record, seat, win.seat, sets=enough)
    )
    return next(feeders, None)


GAME: Final = Fenghua()
