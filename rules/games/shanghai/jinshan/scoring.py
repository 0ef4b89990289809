"""The winner's best reading, and who pays whom what: jinshan.md, "Winning", "Payment"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.shanghai.jinshan.elements import (
    ELEMENTS,
    LIMIT,
    MINIMUM,
    PAIR_WAITS,
    WILDS,
    entry,
    of_flowers,
    of_the_hand,
    of_the_reading,
    worth,
)
from rules.hands.covers import completes
from rules.hands.divide import divisions, profiles
from rules.hands.keys import Key, pack
from rules.hands.profiles import lookout
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, SINGLES
from rules.hands.waits import way
from rules.scoring import kinds as elements
from rules.scoring.set_points import differences, named
from rules.scoring.won_hand import HONOR_SUIT, SETS, seat_wind
from rules.settle.settlement import Item
from rules.tiles import KINDS, is_honor, is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rules.hands.divide import Division
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win
    from rules.settle.settlement import Scored
    from rules.tiles import Tile


POINTS: Final = 10
"""How many points of a hand are paid with one."""


def tenth(points: int) -> int:
    """Return a tenth of *points*, rounded up."""
    return -(-points // POINTS)


def receipts(record: Record, win: Win, points: int, *, is_limit: bool) -> Mapping[int, int]:
    """Return what each other seat owes the winner of a hand of *points*, or of a limit hand."""
    base = record.options["base_points"]
    owed = {}
    for seat in range(record.players):
        if seat != win.seat:
            share = 2 * points if seat == win.source or win.is_self_draw else points
            owed[seat] = LIMIT if is_limit else min(LIMIT, tenth(share) + base)
    return owed


def side_payments(win: Win, losers: Sequence[Scored]) -> Iterator[tuple[int, int, int]]:
    """Yield what losers owe each other: payer, receiver and amount."""
    for low, high, points in differences({one.seat: one.score for one in losers}):
        share = 2 * points if win.is_taken and win.source in (low, high) else points
        yield low, high, min(LIMIT, tenth(share))


ORPHANS = frozenset(kind for kind in range(KINDS) if is_honor(kind) or is_terminal(kind))
"""What thirteen orphans have one of each."""

WAITS = {"closed": "closed_wait", "edge": "edge_wait"}
"""The element of each narrow way to complete a run."""


SUPPLEMENTS = ("kong_draw", "flower_draw")
"""Marks of a win on a tile from the tail; the first of them counts (D14)."""


class Claim(NamedTuple):
    """A won hand with what its elements ask about."""

    record: Record
    win: Win
    tile: Tile
    """The winning tile."""
    naturals: tuple[Tile, ...]
    """The concealed tiles that are not wild, the winning one among them."""
    wilds: int
    """How many of the concealed tiles are wild."""
    melds: tuple[Part, ...]
    wind: int
    """The kind of the winner's wind."""

    @property
    def key(self) -> Key:
        """Return the naturals as one number."""
        return pack(self.naturals)

    @property
    def sets(self) -> int:
        """Return how many sets the concealed tiles have to make."""
        return SETS - len(self.melds)

    @property
    def has_sets(self) -> bool:
        """Return whether the tiles make four sets and a pair."""
        return completes(self.key, self.sets)

    @property
    def is_orphans(self) -> bool:
        """Return whether the tiles are thirteen orphans, wild ones standing for any of them."""
        different = set(self.naturals)
        return not self.melds and different <= ORPHANS and len(self.naturals) <= len(different) + 1


class Score(NamedTuple):
    """A win in one reading."""

    hu: int
    """The count before doubling (胡頭)."""
    tai: int
    """How often it is doubled (台数)."""
    limits: tuple[str, ...]
    """The limit hands that it is."""
    names: tuple[str, ...]
    """The elements of the reading; one that occurs twice comes twice."""
    reading: Reading

    @property
    def points(self) -> int:
        """Return the points, whatever limit hand it is."""
        return self.hu << self.tai

    @property
    def reaches_minimum(self) -> bool:
        """Return whether the count before doubling allows the win; orphans need none."""
        return self.hu >= MINIMUM or "thirteen_orphans" in self.limits


def claim(record: Record, win: Win) -> Claim:
    """Return *win* with what is needed to judge it."""
    seat = record.seats[win.seat]
    assert win.tile is not None
    assert seat.hand is not None
    tiles = (*seat.hand, win.tile)
    naturals = tuple([tile for tile in tiles if tile not in WILDS])
    melds = tuple([meld.part() for meld in seat.melds])
    wilds = len(tiles) - len(naturals)
    return Claim(record, win, win.tile, naturals, wilds, melds, seat_wind(record, win.seat))


def best(won: Claim) -> Score | None:
    """Return the score that is paid most, of equal ones that with most points.

    A further tie goes to the one with more limit hands, then to the first reading.
    Return nothing where no reading reaches the minimum.
    """
    scores = [score for score in _scores(won) if score.reaches_minimum]
    return max(scores, key=lambda score: _rank(won, score), default=None)


def _rank(won: Claim, score: Score) -> tuple[int, int, int]:
    receipt = receipts(won.record, won.win, score.points, is_limit=bool(score.limits))
    return sum(receipt.values()), score.points, len(score.limits)


def items(won: Claim, score: Score) -> tuple[Item, ...]:
    """Return what the winner is credited with in the reading of *score*."""
    if score.limits:
        return tuple([Item(item.id, LIMIT) for item in ELEMENTS if item.id in score.limits])
    return entry(_common(won) + Counter(score.names))


def _scores(won: Claim) -> Iterator[Score]:
    common = list(_common(won).elements())
    hu, tai = worth(common)
    limits = tuple(of_the_hand(won.record, won.win, won.wilds))
    if won.is_orphans:
        yield Score(hu, tai, (*limits, "thirteen_orphans"), (), _orphans(won))
    for reading, kind in _readings(won):
        names = tuple(_of_reading(won, reading, kind))
        more, doubles = worth(names)
        special = tuple(of_the_reading(reading, won.win, won.wind, won.record.options))
        yield Score(hu + more, tai + doubles, special + limits, names, reading)


def _readings(won: Claim) -> Iterator[tuple[Reading, int]]:
    kinds = None if won.tile in WILDS else (int(won.tile),)
    for division in _divisions(won, kinds):
        whole = Reading(division.parts, won.melds, division.wilds)
        for kind in sorted(set(division.wilds)) if kinds is None else kinds:
            for reading in whole.placements(kind, taken=won.win.is_taken):
                yield reading, kind


def _divisions(won: Claim, kinds: tuple[int, ...] | None) -> Iterable[Division]:
    if not won.wilds:
        return divisions(won.key, won.sets)
    feature = lookout(kinds).feature_with_wild_pungs
    return profiles(won.key, won.sets, won.wilds, feature).values()


def _orphans(won: Claim) -> Reading:
    """Return the reading as thirteen orphans; what is left over makes the pair."""
    counted: Counter[int] = Counter(won.naturals)
    twice = next((kind for kind, count in counted.items() if count > 1), min(ORPHANS))
    parts = [PAIRS[kind] if kind == twice else SINGLES[kind] for kind in sorted(ORPHANS)]
    stand_for = sorted((Counter([*ORPHANS, twice]) - counted).elements())
    return Reading(tuple(parts), (), tuple(stand_for))


def _common(won: Claim) -> Counter[str]:
    win = won.win
    supplement = next((mark for mark in SUPPLEMENTS if mark in win.marks), None)
    claims = {
        "base": True,
        "self_draw": win.is_self_draw,
        "kong_draw": win.is_self_draw and supplement == "kong_draw",
        "flower_draw": win.is_self_draw and supplement == "flower_draw",
        "robbing_the_kong": win.by == "robbed_kong",
        "no_wild": not won.wilds,
    }
    found = Counter([name for name, holds in claims.items() if holds])
    return found + of_flowers(won.record.seats[win.seat].flowers, won.wind)


def _of_reading(won: Claim, reading: Reading, kind: int) -> Iterator[str]:
    named_parts = list(named(reading.parts, won.wind))
    yield from named_parts
    assert reading.completed is not None
    wait = way(reading.completed, kind)
    if wait == "pair":
        is_major = is_honor(kind) or is_terminal(kind)
        yield PAIR_WAITS[is_major]
    elif wait in WAITS:
        yield WAITS[wait]
    triplets = [part.kind for part in reading.parts if part.is_triplet]
    if len(triplets) == SETS:
        yield "all_pungs"
    suits = {part.suit for part in reading.parts}
    if len(suits) == 1 and HONOR_SUIT not in suits:
        yield "pure_one_suit"
    if len(suits) == 2 and HONOR_SUIT in suits:
        yield "mixed_one_suit"
    if len(elements.DRAGONS.intersection(triplets)) == 2 and "dragon_pair" in named_parts:
        yield "little_three_dragons"
