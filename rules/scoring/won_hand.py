"""A hand that was won, read in one way: what scoring elements ask about.

The same for thirteen and for sixteen tiles, with wild tiles and without.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from rules.game import Options
from rules.hands.covers import completes
from rules.hands.divide import Division, Piece, divisions, profiles
from rules.hands.keys import pack
from rules.hands.shapes import Part, Reading
from rules.hands.waits import Waits, waits_with_ways, way
from rules.record.values import Record, Win
from rules.tiles import COPIES, HONORS, KIND, KINDS, WINDS, Tile

SETS: Final = 4
"""Sets of a hand of thirteen tiles; `WonHand.size` says it of any hand."""
HONOR_SUIT: Final = 3
UNREAD: Final = Reading(())
"""The reading of a hand that nobody has divided yet."""
NO_FACES: Final[frozenset[int]] = frozenset()


@dataclass(eq=False)
class WonHand:
    """A win with all that its elements ask about, its tiles read in one way.

    `won_hand` makes it unread: what no reading changes can be asked at once. `read` gives
    the same hand in a reading; only then there are sets, a pair and a wait.
    """

    record: Record
    win: Win
    hand: tuple[int, ...]
    """The kinds of the natural concealed tiles without the winning one."""
    tile: int
    """The kind of the winning tile, whatever it stands for."""
    melds: tuple[Part, ...]
    flowers: tuple[Tile, ...]
    seat_wind: int
    round_wind: int
    """The kinds of the two winds."""
    wilds: int
    """How many of the concealed tiles are wild, the winning one among them."""
    is_last_wild: bool
    face: int | None
    """The kind that a wild tile bears; nothing where flowers are wild, or nothing is."""
    size: int
    """How many sets such a hand has."""
    reading: Reading = UNREAD
    kind: int | None = None
    """What the winning tile is or stands for in the reading; nothing where it has no place."""

    @property
    def options(self) -> Options:
        """Return the house's options."""
        return self.record.options

    @property
    def marks(self) -> frozenset[str]:
        """Return what the record says about the moment of the win."""
        return self.win.marks

    @property
    def declarations(self) -> frozenset[str]:
        """Return what the winner had announced."""
        return self.record.seats[self.win.seat].declared

    @property
    def is_banker(self) -> bool:
        """Return whether the banker won."""
        return self.win.seat == self.record.state.banker

    @cached_property
    def is_concealed(self) -> bool:
        """Return whether nothing was claimed."""
        return not any(item.exposed for item in self.melds)

    @cached_property
    def concealed(self) -> tuple[int, ...]:
        """Return the natural concealed tiles, the winning one last unless it is wild."""
        return self.hand if self.is_last_wild else (*self.hand, self.tile)

    @property
    def is_complete(self) -> bool:
        """Return whether the tiles make sets and a pair."""
        return completes(pack(self.concealed), self.size - len(self.melds))

    @property
    def waits(self) -> Waits:
        """Return what completes the natural tiles, and how; none that the winner holds whole."""
        return _waits(self.hand, tuple([kind for item in self.melds for kind in item.kinds]))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Return all sets and the pair."""
        return self.reading.parts if self.reading is not UNREAD else self.melds

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Return the kinds of all tiles, wild ones as what they stand for in the reading."""
        if self.reading is not UNREAD:
            return self.reading.kinds
        return self.concealed + tuple([kind for item in self.melds for kind in item.kinds])

    @cached_property
    def suits(self) -> frozenset[int]:
        """Return which of the suits 0–2 and the honors (3) the tiles are of."""
        if self.reading is not UNREAD:
            return frozenset([item.suit for item in self.reading.parts])
        return frozenset([kind // 9 for kind in self.kinds])

    @cached_property
    def pungs(self) -> tuple[int, ...]:
        """Return the kinds of all pungs and kongs; one may come twice with wild tiles."""
        return tuple([item.kind for item in self.parts if item.is_triplet])

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """Return the lowest kinds of all runs, ascending."""
        return tuple(sorted([item.kind for item in self.parts if item.is_run]))

    @cached_property
    def pair(self) -> int | None:
        """Return the kind of the pair of an ordinary hand; of several the first one's."""
        return next((item.kind for item in self.reading.concealed if item.is_pair), None)

    @cached_property
    def wait(self) -> str:
        """Return what the winning tile did in its part: a `Way` of `rules.hands.waits`, or ""."""
        last_part = self.reading.completed
        return "" if last_part is None or self.kind is None else way(last_part, self.kind)

    def read(self, reading: Reading, kind: int | None = None) -> WonHand:
        """Return the hand in *reading*, the winning tile standing for *kind* in it."""
        return WonHand(
            self.record,
            self.win,
            self.hand,
            self.tile,
            self.melds,
            self.flowers,
            self.seat_wind,
            self.round_wind,
            self.wilds,
            self.is_last_wild,
            self.face,
            self.size,
            reading,
            kind,
        )


@lru_cache(maxsize=1 << 10)
def _waits(hand: tuple[int, ...], meld_kinds: tuple[int, ...]) -> Waits:
    kinds = hand + meld_kinds
    waits = waits_with_ways(pack(hand))
    return {kind: ways for kind, ways in waits.items() if kinds.count(kind) < COPIES}


def won_hand(
    record: Record,
    win: Win,
    wild: Set[int] = NO_FACES,
    *,
    size: int = SETS,
    east: int | None = None,
) -> WonHand:
    """Return the hand of *win*, unread, where the faces *wild* are wild.

    Its hand and tile must be known. East is the banker unless *east* says whose wind it is.
    """
    seat = record.seats[win.seat]
    tiles, last = record.hand_and_tile(win)
    hand = tuple([KIND[tile] for tile in tiles if tile not in wild])
    is_last_wild = last in wild
    return WonHand(
        record,
        win,
        hand,
        KIND[last],
        tuple([meld.part() for meld in seat.melds]),
        seat.flowers,
        seat_wind(record, win.seat, east),
        round_wind(record),
        len(tiles) - len(hand) + is_last_wild,
        is_last_wild,
        next((face for face in wild if face < KINDS), None),
        size,
    )


def seat_wind(record: Record, seat: int, east: int | None = None) -> int:
    """Return the kind of *seat*'s wind: East is the banker unless it is *east*."""
    return HONORS + (seat - (record.state.banker if east is None else east)) % record.players


def round_wind(record: Record) -> int:
    """Return the kind of the round's wind."""
    return HONORS + (record.state.round - 1) % len(WINDS)


def divide_hand(
    hand: WonHand, feature: Callable[[Piece], Hashable] | None = None
) -> Iterator[WonHand]:
    """Yield *hand* in every division into sets and a pair, the winning tile without a place.

    With wild tiles and a *feature* (`rules.hands.profiles`) only one of those divisions
    comes that are alike in it.
    """
    key, sets = pack(hand.concealed), hand.size - len(hand.melds)
    candidates: Iterable[Division]
    if feature is None or not hand.wilds:
        candidates = divisions(key, sets, hand.wilds)
    else:
        candidates = profiles(key, sets, hand.wilds, feature).values()
    for division in candidates:
        yield hand.read(Reading(division.parts, hand.melds, division.wilds))


def readings(
    hand: WonHand, feature: Callable[[Piece], Hashable] | None = None
) -> Iterator[WonHand]:
    """Yield *hand* divided with every place of the winning tile, for all it may stand for."""
    for whole in divide_hand(hand, feature):
        yield from place_winning_tile(whole)


def place_winning_tile(whole: WonHand) -> Iterator[WonHand]:
    """Yield a divided hand with every place of the winning tile, for all it may stand for."""
    for kind in sorted({*whole.reading.wilds}) if whole.is_last_wild else (whole.tile,):
        for reading in whole.reading.placements(kind, is_taken=whole.win.is_taken):
            yield whole.read(reading, kind)
