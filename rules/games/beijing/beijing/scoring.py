"""What a Beijing hand is worth: beijing.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.beijing.beijing.holding import STRAIGHT, SUIT, readings, unfilled
from rules.games.beijing.beijing.table import DOUBLE, EXTRA
from rules.scoring import kinds as elements
from rules.scoring.won_hand import SETS
from rules.settle.settlement import Item, Scored
from rules.tiles import HONORS, TILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.game import Options
    from rules.games.beijing.beijing.holding import Holding
    from rules.hands.reading import Reading
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

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
    """Return whether the house takes the reading."""
    present = elements.suits(reading.kinds) - {SUITS}
    if claim.record.options["two_suits_required"] and len(present) == SUITS:
        return False
    return not claim.robs_concealed or claim.holds.tile // SUIT in straights(reading.parts)


def _scored(claim: Claim, reading: Reading) -> Score:
    """Return what *reading* is worth."""
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
    """Yield the elements that no reading changes."""
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
    """Yield the elements of one reading."""
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
