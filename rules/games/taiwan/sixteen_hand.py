"""A won hand of Taiwan's sixteen-tile games and its readings, with the elements they share.

taiwan.md and taiwan-common.md: "Scoring elements", "Waits", "Reading". Elements are
claims about the hand or about one reading of it, and give how often they hold; what
each is worth, and what excludes what, stands in the game's own table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.taiwan.sixteen import SETS
from rules.hands.covers import completes
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.waits import Waits, waits_with_ways, way
from rules.scoring import kinds as elements
from rules.tiles import HONORS, KIND

if TYPE_CHECKING:
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

COPIES: Final = 4
HONOR_SUIT: Final = 3

NARROW: Final = ("pair", "closed", "edge")
"""Ways of waiting for one kind only, the first to count first (taiwan.md, D9)."""


class Won(NamedTuple):
    """A hand with all that its elements ask about."""

    record: Record
    win: Win
    melds: tuple[Part, ...]
    kinds: tuple[int, ...]
    """All tiles, the winning one too: the concealed ones, those laid down, the last."""
    suits: frozenset[int]
    """The suits 0–2 and honors (3) that they are of."""
    is_concealed: bool
    """Whether nothing was claimed."""
    flowers: tuple[int, ...]
    declared: frozenset[str]
    round_wind: int
    seat_wind: int
    """The kinds of the two winds that the winner's pungs may be of."""
    waits: Waits
    """What completes sets and a pair; kinds of which the winner holds all four are left out."""

    @property
    def kind(self) -> int:
        """Return the kind of the winning tile."""
        assert self.win.tile is not None
        return KIND[self.win.tile]

    @property
    def concealed(self) -> tuple[int, ...]:
        """Return the kinds of the concealed tiles and the winning one."""
        return self.kinds[: 3 * (SETS - len(self.melds)) + 1] + self.kinds[-1:]


def won_hand(record: Record, win: Win, east: int) -> Won:
    """Return the hand of *win* as it is judged when the seat *east* is East."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    melds = tuple(meld.part() for meld in seat.melds)
    hand = tuple(KIND[tile] for tile in seat.hand)
    laid = tuple(kind for meld in melds for kind in meld.kinds)
    held = hand + laid
    kinds = (*held, KIND[win.tile])
    return Won(
        record,
        win,
        melds,
        kinds,
        elements.suits(kinds),
        not any(meld.exposed for meld in melds),
        seat.flowers,
        seat.declared,
        HONORS + record.state.round - 1,
        HONORS + (win.seat - east) % record.players,
        {
            kind: ways
            for kind, ways in waits_with_ways(pack(hand)).items()
            if held.count(kind) < COPIES
        },
    )


def is_all_claimed(won: Won) -> bool:
    """Return whether all five sets were claimed."""
    return sum(meld.exposed for meld in won.melds) == SETS


HandTable = Mapping[str, Callable[[Won], int]]
"""How to tell how often each element holds."""

OF_EVERY_HAND: Final[HandTable] = {
    "self_draw": lambda won: won.win.is_self_draw,
    "concealed_hand": lambda won: won.is_concealed,
    "fully_concealed_self_draw": lambda won: won.win.is_self_draw and won.is_concealed,
    "robbing_the_kong": lambda won: won.win.by == "robbed_kong",
    "melded_hand": lambda won: won.win.is_taken and is_all_claimed(won),
    "mixed_one_suit": lambda won: len(won.suits) == 2 and HONOR_SUIT in won.suits,
    "pure_one_suit": lambda won: len(won.suits) == 1 and HONOR_SUIT not in won.suits,
    "all_honors": lambda won: won.suits == {HONOR_SUIT},
}


class Judged(NamedTuple):
    """What the elements ask of one reading, looked up once."""

    reading: Reading
    wait: str
    """What the winning tile did in the part that it completed, or nothing."""
    pungs: tuple[int, ...]
    """The kinds of all pungs and kongs."""
    concealed_pungs: int
    pair: int
    """The kind of the pair."""


def judged(won: Won, reading: Reading) -> Judged:
    """Return *reading* as its elements see it."""
    pungs = [item for item in reading.parts if item.is_triplet]
    assert reading.pair is not None
    return Judged(
        reading,
        "" if reading.completed is None else way(reading.completed, won.kind),
        tuple(item.kind for item in pungs),
        sum(not item.exposed for item in pungs),
        reading.pair.kind,
    )


ReadingTable = Mapping[str, Callable[[Won, Judged], int]]

OF_PUNGS: Final[ReadingTable] = {
    "dragon_pung": lambda _, seen: len(elements.DRAGONS.intersection(seen.pungs)),
    "round_wind_pung": lambda won, seen: won.round_wind in seen.pungs,
    "seat_wind_pung": lambda won, seen: won.seat_wind in seen.pungs,
    "three_concealed_pungs": lambda _, seen: seen.concealed_pungs == 3,
    "four_concealed_pungs": lambda _, seen: seen.concealed_pungs == 4,
    "five_concealed_pungs": lambda _, seen: seen.concealed_pungs == 5,
    "all_pungs": lambda _, seen: len(seen.pungs) == SETS,
    "little_three_dragons": lambda _, seen: is_little(seen, elements.DRAGONS),
    "big_three_dragons": lambda _, seen: elements.DRAGONS.issubset(seen.pungs),
    "little_four_winds": lambda _, seen: is_little(seen, elements.WINDS),
    "big_four_winds": lambda _, seen: elements.WINDS.issubset(seen.pungs),
}


def is_little(seen: Judged, kinds: frozenset[int]) -> bool:
    """Return whether one of *kinds* is the pair and the others are pungs (小三元, 小四喜)."""
    return seen.pair in kinds and kinds.issubset((*seen.pungs, seen.pair))


def held_by_hand(won: Won, tables: Iterable[HandTable]) -> dict[str, int]:
    """Return the elements of *tables* that the hand has, with how often they hold."""
    return {name: times for each in tables for name, judge in each.items() if (times := judge(won))}


def held_by_reading(won: Won, seen: Judged, tables: Iterable[ReadingTable]) -> dict[str, int]:
    """Return the elements of *tables* that one reading has, with how often they hold."""
    return {
        name: times
        for each in tables
        for name, judge in each.items()
        if (times := judge(won, seen))
    }


def is_ordinary(won: Won) -> bool:
    """Return whether the hand is sets and a pair."""
    return completes(pack(won.concealed), SETS - len(won.melds))


def readings(won: Won) -> Iterator[Reading]:
    """Yield every division of the hand into sets and a pair with every place of the last tile."""
    for division in divisions(pack(won.concealed), SETS - len(won.melds)):
        whole = Reading(division.parts, won.melds)
        yield from whole.placements(won.kind, taken=won.win.is_taken)


def counted(
    found: Mapping[str, int], excludes: Mapping[str, tuple[str, ...]], order: Mapping[str, int]
) -> list[str]:
    """Return which of the elements *found* count: not those shut out by others, in *order*."""
    shut_out = {name for holder in found.keys() & excludes.keys() for name in excludes[holder]}
    return sorted(found.keys() - shut_out, key=order.__getitem__)
