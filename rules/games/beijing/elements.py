"""Beijing's elements and options, and the ways to read a hand: beijing.md.

"Scoring elements", "Options".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Any, Final

from rules.hands.covers import completes_sets
from rules.hands.divide import Piece
from rules.hands.keys import pack
from rules.hands.shapes import Part, Reading
from rules.hands.special import seven_pairs
from rules.record.values import Record, Win
from rules.ruleset import Element, Option, choice, number, switch
from rules.scoring import Row, Score, Table, WonHand, best, divide_hand, elements
from rules.settle.settlement import Item
from rules.tiles import HONORS, TILES, Tile, next_in_suit

DOUBLE: Final = 2
HONORS_IN_ORDER: Final = ("1z", "2z", "3z", "4z", "1z"), ("7z", "6z", "5z", "7z")
AFTER: Final = {
    TILES[one]: TILES[other] for order in HONORS_IN_ORDER for one, other in pairwise(order)
}
"""What follows each wind and dragon."""

STRAIGHT: Final = (0, 3, 6)
"""Where in a suit the runs of a straight begin."""
SUIT: Final = 9
FIVE: Final = TILES["5m"]
FOUR_ALIKE: Final = 4


def wild_after(indicator: Tile) -> Tile:
    """Return the wild kind when *indicator* was turned up: the one after it."""
    return Tile(next_in_suit(indicator)) if indicator < HONORS else AFTER[indicator]


# What a reading shows


def is_of_pairs(hand: WonHand) -> bool:
    """Return whether the hand is read as seven pairs."""
    return not (hand.pungs or hand.runs)


def waits_with_a_lone_wild(hand: WonHand) -> bool:
    """Return whether sets, or six pairs, and a lone wild stood before the last tile (D6)."""
    wilds = hand.wilds - hand.is_last_wild
    if not wilds:
        return False
    pairs = not hand.melds and lone(hand.hand) < wilds
    return pairs or completes_sets(pack(hand.hand), hand.size - len(hand.melds))


def lone(kinds: Sequence[int]) -> int:
    """Return how many of *kinds* have no partner."""
    return sum(count % 2 for count in Counter(kinds).values())


def straights(parts: Sequence[Part]) -> list[int]:
    """Return the suits with runs 123, 456 and 789 (龍)."""
    starts = {item.kind for item in parts if item.is_run}
    return [
        first // SUIT
        for first in range(0, HONORS, SUIT)
        if all(first + place in starts for place in STRAIGHT)
    ]


def no_wild(hand: WonHand) -> bool:
    """没混: no wild tile, or what the house counts so."""
    if all(kind == hand.face for kind in hand.reading.wilds):
        return True
    is_pair_allowed = hand.options["wild_pair_no_wild"] and hand.win.is_self_draw
    if is_pair_allowed and waits_with_a_lone_wild(hand):
        return True
    return hand.options["own_wild_straight"] and _is_own_straight(hand)


def _is_own_straight(hand: WonHand) -> bool:
    """Return whether one wild alone is in a straight of its own suit, standing for itself (D8)."""
    reading, face = hand.reading, hand.face
    if face is None or face // SUIT not in straights(reading.parts):
        return False
    suit = face // SUIT
    thirds = tuple([item for item in reading.parts if item.is_run and item.kind % 3 == 0])
    of_suit = tuple([item for item in reading.concealed if item.suit == suit])
    melded_kinds = {kind for item in thirds if item.melded for kind in item.kinds}
    stand_for = tuple([kind for kind in reading.wilds if kind // SUIT == suit])
    return find_gaps(of_suit, stand_for) - melded_kinds == {face}


def luxury(hand: WonHand) -> int:
    """豪華: how many kinds are there four times in real tiles of seven pairs."""
    real = Counter(hand.concealed)
    if hand.face is not None:
        real[hand.face] = hand.reading.wilds.count(hand.face)
    return sum(count == FOUR_ALIKE for count in real.values()) if is_of_pairs(hand) else 0


def catch_five(hand: WonHand) -> bool:
    """捉五魁: the winning tile, a real 5m, is amid 456m or pairs another one.

    A wild 5m is a real one while it stands for itself.
    """
    if hand.tile != FIVE:
        return False
    if not is_of_pairs(hand):
        return any(item.is_run and item.kind == FIVE - 1 for item in hand.reading.concealed)
    real = hand.reading.wilds if hand.face == FIVE else hand.concealed
    return real.count(FIVE) > 1


def own_tile(hand: WonHand) -> bool:
    """Return whether the house doubles what one draws or robs."""
    return hand.options["self_draw_double"] or not hand.options["discarder_pays_all"]


def pure_one_suit(hand: WonHand) -> bool:
    """清一色, with a wild tile of another suit where the house allows it."""
    is_own = not hand.wilds or (hand.face is not None and hand.face // SUIT in hand.suits)
    is_allowed = hand.options["foreign_wild_in_one_suit"] or is_own
    return elements.pure_one_suit(hand) and is_allowed


def row(name: str, native: str, english: str, holds: Callable[[WonHand], int],
        value: str = "×2") -> Row:  # fmt: skip
    """Return an element that multiplies by two, or by what the house says."""

    def worth(hand: WonHand) -> int:
        factor: int = hand.options["factors"].get(name, DOUBLE)
        return factor

    return Row(name, native, english, value, holds, worth=worth)


def extra(name: str, native: str, english: str, holds: Callable[[WonHand], bool]) -> Row:
    """Return an element that counts only where the house says so."""

    def is_played(hand: WonHand) -> bool:
        return name in hand.options["extra_elements"] and holds(hand)

    return row(name, native, english, is_played)


OF_THE_WIN: Final = (
    row("concealed_hand", "門清", "concealed hand", elements.concealed_hand),
    row("self_draw", "提溜", "self-draw",
        lambda hand: own_tile(hand) and elements.self_draw(hand)),
    row("robbing_the_kong", "搶槓", "robbing the kong",
        lambda hand: own_tile(hand) and elements.robbing_the_kong(hand)),
    row("kong_draw", "槓開, 槓疵", "kong draw", elements.kong_draw,
        "×2, also on the kong points"),
    extra("single_wait_on_four_melds", "大釣 (裸単騎)", "naked single",
          elements.single_wait_on_four_melds),
    extra("last_tile", "海底撈月", "last tile", elements.last_tile),
)  # fmt: skip
OF_THE_READING: Final = (
    row("no_wild", "没混, 無混", "without wild", no_wild),
    row("straight", "龍, 一条龍", "straight", elements.straight),
    row("seven_pairs", "七対子", "seven pairs", is_of_pairs),
    row("luxury_seven_pairs", "豪華 (豪七)", "luxury", luxury, "×2 for each four"),
    row("catch_five", "捉五魁, 捉五", "catching the five", catch_five),
    extra("pure_one_suit", "清一色", "pure one suit", pure_one_suit),
    extra("all_pungs", "対対和", "all pungs", elements.all_pungs),
)


def product(items: Sequence[Item]) -> int:
    """Return what *items* multiply to."""
    return prod([item.value for item in items])


TABLE: Final = Table((*OF_THE_WIN, *OF_THE_READING), total=product, apart=True)
EXTRA: Final = ("pure_one_suit", "all_pungs", "single_wait_on_four_melds", "last_tile")
SHEET_ORDER: Final = (
    *("concealed_hand", "no_wild", "self_draw", "robbing_the_kong", "straight", "seven_pairs"),
    *("luxury_seven_pairs", "catch_five", "kong_draw"),
)
ELEMENTS: Final = (
    *(TABLE.rows[name] for name in SHEET_ORDER),
    Element("heavenly_hand", "天和", "heavenly hand", "flat 20"),
    Element("earthly_hand", "地和", "earthly hand", "flat 20"),
    Element("four_wilds", "混槓", "four wilds", "flat 20"),
    *(TABLE.rows[name] for name in EXTRA),
)
IDS: Final = frozenset(element.id for element in ELEMENTS)


def _are_kong_points(value: Any) -> bool:
    return type(value) is list and len(value) == 2 and all(map(is_points, value))


def is_points(value: object) -> bool:
    """Return whether *value* is a whole number from 0."""
    return type(value) is int and value >= 0


def _are_extra(value: Any) -> bool:
    return type(value) is list and all(type(one) is str and one in EXTRA for one in value)


def _are_factors(value: Any) -> bool:
    return type(value) is dict and all(
        name in IDS and type(factor) is int and factor >= DOUBLE for name, factor in value.items()
    )


OPTIONS: Final = (
    choice("missed_win", "until_turn", "until_draw_or_claim"),
    choice("dead_wall", "fixed", "eight_after_two_kongs", "one_tile_per_kong"),
    switch("several_winners"),
    switch("robbed_pays_all"),
    switch("own_wild_straight"),
    switch("wild_pair_no_wild"),
    number("rare_hand_points", 20, at_least=0),
    Option("kong_points", [1, 2], (), _are_kong_points, "two whole numbers from 0"),
    switch("banker_kong_double", default=True),
    choice("false_win", "fixed", "reverse"),
    number("false_win_points", 20, at_least=0),
    number("same_first_discards_points", 0, at_least=0),
    choice("upstairs_after_draw", "none", "next_hand", "whole_round"),
    switch("upstairs_third_repeat"),
    Option("extra_elements", [], (), _are_extra, f"a list of {', '.join(sorted(EXTRA))}"),
    Option("factors", {}, (), _are_factors, "whole numbers from 2 by elements' ids"),
    switch("foreign_wild_in_one_suit", default=True),
    switch("two_suits_required"),
    switch("one_claim"),
    switch("discarder_pays_all"),
    switch("self_draw_double", default=True),
    switch("three_claims"),
)


# The ways to read a hand


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Tells the pieces of a suit apart by what the elements of this game read of them."""

    wild: int

    def feature(self, piece: Piece) -> Hashable:
        """Return what matters of *piece*; those that are alike in it are worth the same."""
        runs = frozenset([part.kind for part in piece.parts if part.is_run])
        thirds = frozenset([kind for kind in runs if kind % 3 == 0])
        is_own = all(kind == self.wild for kind in piece.wilds)
        return not piece.parts, bool(runs), thirds, is_own, find_gaps(piece.parts, piece.wilds)


@lru_cache(maxsize=64)
def _sight(wild: int) -> Sight:
    return Sight(wild)


def find_gaps(parts: tuple[Part, ...], wilds: tuple[int, ...]) -> frozenset[int]:
    """Return the kinds of whole straights among *parts* of which there is no natural tile."""
    starts = {part.kind for part in parts if part.is_run}
    kinds = [kind for part in parts for kind in part.kinds] if wilds else []
    return frozenset(
        kind
        for kind in wilds
        if kind - kind % 3 in starts and kinds.count(kind) == wilds.count(kind)
    )


def judge(hand: WonHand, *, in_a_straight: bool = False) -> Score | None:
    """Return the reading with the highest product, the first of equals, or nothing.

    Who robs a concealed kong needs its tile *in_a_straight*.
    """

    def fits(read: WonHand) -> bool:
        if hand.options["two_suits_required"] and read.suits >= elements.SUITS:
            return False
        return not in_a_straight or hand.tile // SUIT in straights(read.parts)

    return best(TABLE, filter(fits, _readings(hand)))


def _readings(hand: WonHand) -> Iterator[WonHand]:
    """Yield the readings that differ in what counts: sets first, then seven pairs."""
    yield from divide_hand(hand, None if hand.face is None else _sight(hand.face).feature)
    if not hand.melds:
        yield from _pairs(hand)


def _pairs(hand: WonHand) -> Iterator[WonHand]:
    """Yield seven pairs; wilds that are left over pair up as themselves or in any one suit."""
    counts = Counter(hand.concealed)
    singles = [kind for kind, count in counts.items() if count % 2]
    spare = hand.wilds - len(singles)
    if spare < 0:
        return
    own = 0 if hand.face is None else hand.face
    for fill in (own, *range(0, HONORS, SUIT)) if spare else (own,):
        stand_for = (*singles, *(fill,) * spare)
        pairs = seven_pairs((*hand.concealed, *stand_for))
        yield hand.read(Reading(pairs, (), tuple(sorted(stand_for))))


def rare_hand(record: Record, win: Win) -> str | None:
    """Return which rare hand *win* is, if any is played."""
    banker = record.state.banker
    if not record.options["rare_hand_points"]:
        return None
    if win.by == "declared":
        return "four_wilds"
    if win.is_self_draw and "dealt" in win.marks and win.seat == banker:
        return "heavenly_hand"
    if win.by == "discard" and "first_discard" in win.marks and win.source == banker:
        return "earthly_hand"
    return None
