"""Beijing's elements and house options: beijing.md, "Scoring elements", "Options"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.hands.covers import completes_sets
from rules.hands.divide import divisions, profiles
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS
from rules.ruleset import Element, Option, choice, number, switch
from rules.scoring import kinds as elements
from rules.scoring.won_hand import SETS
from rules.settle.settlement import Item, Scored
from rules.tiles import HONORS, TILES, Tile, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from rules.game import Options
    from rules.hands.divide import Piece
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win


ELEMENTS: Final = (
    Element("concealed_hand", "門清", "concealed hand", "×2"),
    Element("no_wild", "没混, 無混", "without wild", "×2"),
    Element("self_draw", "提溜", "self-draw", "×2"),
    Element("robbing_the_kong", "搶槓", "robbing the kong", "×2"),
    Element("straight", "龍, 一条龍", "straight", "×2"),
    Element("seven_pairs", "七対子", "seven pairs", "×2"),
    Element("luxury_seven_pairs", "豪華 (豪七)", "luxury", "×2 for each four"),
    Element("catch_five", "捉五魁, 捉五", "catching the five", "×2"),
    Element("kong_draw", "槓開, 槓疵", "kong draw", "×2, also on the kong points"),
    Element("heavenly_hand", "天和", "heavenly hand", "flat 20"),
    Element("earthly_hand", "地和", "earthly hand", "flat 20"),
    Element("four_wilds", "混槓", "four wilds", "flat 20"),
    Element("pure_one_suit", "清一色", "pure one suit", "×2"),
    Element("all_pungs", "対対和", "all pungs", "×2"),
    Element("single_wait_on_four_melds", "大釣 (裸単騎)", "naked single", "×2"),
    Element("last_tile", "海底撈月", "last tile", "×2"),
)
IDS: Final = frozenset(element.id for element in ELEMENTS)
EXTRA: Final = frozenset(("pure_one_suit", "all_pungs", "single_wait_on_four_melds", "last_tile"))
"""Elements that count only where the house says so."""

DOUBLE: Final = 2


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
    choice("dead_wall", "fixed", "eight_after_two_kongs", "one_tile_per_kong", for_players=True),
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


HONORS_IN_ORDER: Final = ("1z", "2z", "3z", "4z", "1z"), ("7z", "6z", "5z", "7z")
AFTER: Final = {
    TILES[one]: TILES[other] for order in HONORS_IN_ORDER for one, other in pairwise(order)
}
"""What follows each wind and dragon."""

STRAIGHT: Final = (0, 3, 6)
"""Where in a suit the runs of a straight begin."""
SUIT: Final = 9
PAIRS_OF_A_HAND: Final = 7


def wild_after(indicator: Tile) -> Tile:
    """Return the wild kind when *indicator* was turned up: the one after it."""
    return Tile(next_in_suit(indicator)) if indicator < HONORS else AFTER[indicator]


class Holding(NamedTuple):
    """A winner's tiles as they are judged."""

    wild: int
    held: tuple[int, ...]
    """The natural concealed tiles without the winning one."""
    held_wilds: int
    tile: int
    """The winning tile."""
    melds: tuple[Part, ...]

    @property
    def sets(self) -> int:
        """Return how many sets the concealed tiles have to make."""
        return SETS - len(self.melds)

    @property
    def naturals(self) -> tuple[int, ...]:
        """Return the natural concealed tiles with the winning one."""
        return self.held if self.tile == self.wild else (*self.held, self.tile)

    @property
    def wilds(self) -> int:
        """Return how many wild tiles there are with the winning one."""
        return self.held_wilds + (self.tile == self.wild)

    @property
    def is_concealed(self) -> bool:
        """Return whether nothing was claimed."""
        return not any(item.exposed for item in self.melds)

    @property
    def waits_with_a_lone_wild(self) -> bool:
        """Return whether sets, or six pairs, and a lone wild stood before the last tile (D6)."""
        if not self.held_wilds:
            return False
        pairs = not self.melds and lone(self.held) < self.held_wilds
        return pairs or completes_sets(pack(self.held), self.sets)


def holding(record: Record, win: Win) -> Holding:
    """Return the tiles of *win*, whose hand and tile are known."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    wild = wild_after(record.deal.indicators[0])
    held = tuple([tile for tile in seat.hand if tile != wild])
    melds = tuple([meld.part() for meld in seat.melds])
    return Holding(wild, held, len(seat.hand) - len(held), win.tile, melds)


def lone(kinds: tuple[int, ...]) -> int:
    """Return how many of *kinds* have no partner."""
    return sum(count % 2 for count in Counter(kinds).values())


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Tells the pieces of a suit apart by what the elements of this game read of them."""

    wild: int

    def feature(self, piece: Piece) -> Hashable:
        """Return what matters of *piece*; those that are alike in it are worth the same."""
        runs = frozenset([part.kind for part in piece.parts if part.is_run])
        thirds = frozenset([kind for kind in runs if kind % 3 == 0])
        is_own = all(kind == self.wild for kind in piece.wilds)
        return not piece.parts, bool(runs), thirds, is_own, unfilled(piece.parts, piece.wilds)


@lru_cache(maxsize=64)
def _sight(wild: int) -> Sight:
    return Sight(wild)


def unfilled(parts: tuple[Part, ...], wilds: tuple[int, ...]) -> frozenset[int]:
    """Return the kinds of whole straights among *parts* of which there is no natural tile."""
    starts = {part.kind for part in parts if part.is_run}
    kinds = [kind for part in parts for kind in part.kinds] if wilds else []
    return frozenset(
        kind
        for kind in wilds
        if kind - kind % 3 in starts and kinds.count(kind) == wilds.count(kind)
    )


def readings(holds: Holding) -> Iterator[Reading]:
    """Yield the readings that differ in what counts: sets first, then seven pairs."""
    key = pack(holds.naturals)
    if holds.wilds:
        seen = profiles(key, holds.sets, holds.wilds, _sight(holds.wild).feature)
        for division in seen.values():
            yield Reading(division.parts, holds.melds, division.wilds)
    else:
        for division in divisions(key, holds.sets):
            yield Reading(division.parts, holds.melds)
    if not holds.melds:
        yield from _pairs(holds)


def _pairs(holds: Holding) -> Iterator[Reading]:
    """Yield seven pairs; wilds that are left over pair up as themselves or in any one suit."""
    counts = Counter(holds.naturals)
    singles = [kind for kind, count in counts.items() if count % 2]
    spare = holds.wilds - len(singles)
    if spare < 0:
        return
    for fill in (holds.wild, *range(0, HONORS, SUIT)) if spare else (holds.wild,):
        stand_for = (*singles, *(fill,) * spare)
        kinds = sorted((*holds.naturals, *stand_for))
        yield Reading(tuple([PAIRS[kind] for kind in kinds[::2]]), (), tuple(sorted(stand_for)))


FIVE: Final = TILES["5m"]
FOUR_ALIKE: Final = 4
SUITS: Final = 3


class Claim(NamedTuple):
    """A win that somebody declares."""

    record: Record
    win: Win
    holds: Holding
    robs_concealed: bool = False
    """Whether the robbed kong was concealed: the tile must then complete a straight."""


class Score(NamedTuple):
    """A hand in one reading."""

    points: int
    items: tuple[Item, ...]
    reading: Reading


def best(claim: Claim) -> Score | None:
    """Return the reading with the highest product, the first of equals, or nothing."""
    found = [_scored(claim, reading) for reading in readings(claim.holds) if _fits(claim, reading)]
    return max(found, key=lambda score: score.points, default=None)


def _fits(claim: Claim, reading: Reading) -> bool:
    present = elements.suits(reading.kinds) - {SUITS}
    if claim.record.options["two_suits_required"] and len(present) == SUITS:
        return False
    return not claim.robs_concealed or claim.holds.tile // SUIT in straights(reading.parts)


def _scored(claim: Claim, reading: Reading) -> Score:
    options = claim.record.options
    names = [*_of_the_win(claim), *_of_the_reading(claim, reading)]
    items = tuple(
        [
            Item(name, options["factors"].get(name, DOUBLE))
            for name in names
            if name not in EXTRA or name in options["extra_elements"]
        ]
    )
    return Score(prod([item.value for item in items]), items, reading)


def _of_the_win(claim: Claim) -> Iterator[str]:
    options, win = claim.record.options, claim.win
    if claim.holds.is_concealed:
        yield "concealed_hand"
    if options["self_draw_double"] or not options["discarder_pays_all"]:
        if win.is_self_draw:
            yield "self_draw"
        elif win.by == "robbed_kong":
            yield "robbing_the_kong"
    if is_kong_draw(win):
        yield "kong_draw"
    if len(claim.holds.melds) == SETS:
        yield "single_wait_on_four_melds"
    if win.is_self_draw and "last_tile" in win.marks:
        yield "last_tile"


def is_kong_draw(win: Win) -> bool:
    """Return whether the winning tile was a kong's supplement."""
    return win.is_self_draw and "kong_draw" in win.marks


def _of_the_reading(claim: Claim, reading: Reading) -> Iterator[str]:
    holds, is_pairs = claim.holds, not reading.sets
    if _is_without_wild(claim, reading):
        yield "no_wild"
    if straights(reading.parts):
        yield "straight"
    if is_pairs:
        yield "seven_pairs"
        yield from ["luxury_seven_pairs"] * _fours(holds, reading)
    if _catches_five(holds, reading, is_pairs=is_pairs):
        yield "catch_five"
    if elements.pure_one_suit(reading.kinds) and (
        claim.record.options["foreign_wild_in_one_suit"]
        or not holds.wilds
        or holds.wild // SUIT == reading.kinds[0] // SUIT
    ):
        yield "pure_one_suit"
    if not is_pairs and elements.all_pungs(reading.parts):
        yield "all_pungs"


def straights(parts: tuple[Part, ...]) -> list[int]:
    """Return the suits with runs 123, 456 and 789 (龍)."""
    starts = {item.kind for item in parts if item.is_run}
    return [
        first // SUIT
        for first in range(0, HONORS, SUIT)
        if all(first + place in starts for place in STRAIGHT)
    ]


def _is_without_wild(claim: Claim, reading: Reading) -> bool:
    """Return whether the hand counts as one without wild tiles (没混)."""
    holds, options = claim.holds, claim.record.options
    if all(kind == holds.wild for kind in reading.wilds):
        return True
    if options["wild_pair_no_wild"] and claim.win.is_self_draw and holds.waits_with_a_lone_wild:
        return True
    return options["own_wild_straight"] and _is_own_straight(holds, reading)


def _is_own_straight(holds: Holding, reading: Reading) -> bool:
    """Return whether one wild alone is in a straight of its own suit, standing for itself (D8)."""
    suit = holds.wild // SUIT
    if suit not in straights(reading.parts):
        return False
    thirds = tuple([item for item in reading.parts if item.is_run and item.kind % 3 == 0])
    of_suit = tuple([item for item in reading.concealed if item.suit == suit])
    melded = {kind for item in thirds if item.melded for kind in item.kinds}
    stand_for = tuple([kind for kind in reading.wilds if kind // SUIT == suit])
    return unfilled(of_suit, stand_for) - melded == {holds.wild}


def _fours(holds: Holding, reading: Reading) -> int:
    """Return how many kinds are there four times in real tiles (豪華)."""
    real = Counter(holds.naturals)
    real[holds.wild] = reading.wilds.count(holds.wild)
    return sum(count == FOUR_ALIKE for count in real.values())


def _catches_five(holds: Holding, reading: Reading, *, is_pairs: bool) -> bool:
    """Return whether the winning tile, a real 5m, is amid 456m or pairs another one (捉五魁).

    A wild 5m is a real one while it stands for itself.
    """
    if holds.tile != FIVE:
        return False
    if not is_pairs:
        return any(item.is_run and item.kind == FIVE - 1 for item in reading.concealed)
    real = reading.wilds if holds.wild == FIVE else holds.naturals
    return real.count(FIVE) > 1


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


def entry(win: Win, score: Score | None, rare: str | None, options: Options) -> Scored:
    """Return the entry of one winner, a *rare* hand at its flat points (D5)."""
    rows = () if score is None else score.reading.rows()
    if rare is not None:
        points: int = options["rare_hand_points"]
        return Scored(win.seat, points, "points", (Item(rare, points),), rows)
    assert score is not None
    return Scored(win.seat, score.points, "points", score.items, rows)
