"""A winner and his tiles: what is the same in every reading, and one reading with its features."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from rules.hands.divide import natural_divisions
from rules.hands.keys import LANE, Key
from rules.hands.shapes import (
    ENDLESS_AT,
    HIDDEN_AT,
    INNER_AT,
    KONGS_AT,
    PAIR_LANE,
    PAIRS,
    RUN_LANE,
    SINGLES,
    TRIPLET_LANE,
    Part,
    part,
)
from rules.tiles import (
    BACK,
    HONORS,
    KIND,
    KIND_TABLE,
    KINDS,
    RED_FIVES,
    Tile,
    is_terminal,
    next_in_suit,
)
from rules.value import value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rules.game import Options
    from rules.record.values import Record, Win

WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (31, 32, 33)
ORPHAN_KINDS: Final = tuple(kind for kind in range(KINDS) if kind >= HONORS or is_terminal(kind))
"""The thirteen terminals and honors (么九牌)."""

FIFTH_WIND: Final = 34
"""The kind after the dragons: an honor and a wind in games with flowers for it (花)."""

SETS: Final = 4
PAIRS_OF_A_HAND: Final = 7
NO_PAIR: Final = -1
TEXT: Final[Callable[[Part], str]] = attrgetter("text")

(
    CLOSED,
    RUN,
    FOUR_RUNS,
    EQUAL_RUNS,
    SIMILAR_RUNS,
    STRAIGHT,
    TRIPLET,
    FOUR_TRIPLETS,
    SIMILAR_TRIPLETS,
    HONOR_TRIPLET,
    HONOR_TRIPLETS,
    THREE_HIDDEN,
    KONG,
    SEVEN,
    ORPHANS,
    HONOR,
    SIMPLE,
    ENDS,
    OUTSIDE,
    TERMINALS,
    ONE_SUIT,
    PURE_SUIT,
    GREEN,
) = (1 << place for place in range(23))
"""Features of a reading; a yaku names those without which it cannot be.

No set claimed. A run; nothing but runs; two equal ones; the same in all suits; 123 456
789. A pung or kong; nothing else; the same rank in all suits; one of honors; several of
honors; three or four completed without another's tile; a kong. Seven pairs; thirteen
orphans. An honor; nothing but 2 to 8; nothing but terminals and honors; one of them in
every set and the pair; a terminal in each of them. At most one suit; that without
honors; nothing but green tiles.
"""


def bits_of(kinds: Iterable[int]) -> int:
    """Return the mask of *kinds*."""
    return sum(1 << kind for kind in kinds)


ORPHAN_BITS: Final = bits_of((*ORPHAN_KINDS, FIFTH_WIND))
HONOR_BITS: Final = bits_of((*range(HONORS, KINDS), FIFTH_WIND))
ALL_KINDS: Final = bits_of((*range(KINDS), FIFTH_WIND))
ALL_BUT_ONE_SUIT: Final = tuple(
    bits_of(kind for kind in range(HONORS) if kind // 9 != suit) for suit in range(3)
)
GREEN_BITS: Final = bits_of((19, 20, 21, 23, 25, 32))
ONES: Final = bits_of((0, 9, 18))
REDS: Final = bytes(range(RED_FIVES, BACK))
COUNT: Final = 0b1111
"""One count of a tally."""
EXPOSED_PUNGS: Final = tuple(
    part("pung", (kind,) * 3, exposed=True) for kind in range(FIFTH_WIND + 1)
)
ALL_PAIRS: Final = (*PAIRS, part("pair", (FIFTH_WIND,) * 2))


@value
class Values:
    """The honors whose sets are worth a yaku to one seat."""

    seat_winds: tuple[int, ...]
    round_winds: tuple[int, ...]
    dragons: tuple[int, ...]


@value
class Winner:
    """What is known of a winner before his tiles are divided."""

    seat: int
    is_banker: bool
    source: int | None
    """Who discarded or was robbed; nobody when the tile was drawn."""
    is_closed: bool
    """Whether no set was claimed; concealed kongs do not open a hand."""
    words: frozenset[str]
    """The marks, the announcements and the way of winning."""
    tile: int
    """The kind of the winning tile."""
    concealed: bytes
    """The kinds of the tiles in hand and of the winning one."""
    melds: tuple[Part, ...]
    kinds: bytes
    """The kinds of all tiles, kongs with all of theirs."""
    red_fives: int
    values: Values
    options: Options


@value
class Hand:
    """One reading: a division of the concealed tiles, and the part that the last one completed."""

    winner: Winner
    concealed: tuple[Part, ...]
    parts: tuple[Part, ...]
    """Those of *concealed*, then the melds."""
    completed: Part
    features: int
    mask: int
    """A bit for every kind in the hand."""
    triplet_bits: int = 0
    """A bit for every kind with a pung or kong."""
    pair: int = NO_PAIR
    """The kind of the pair beside four sets."""
    tally: int = 0
    """What its parts count for together."""

    @property
    def hidden_triplets(self) -> int:
        """Return how many pungs and kongs were completed without another's tile (暗刻)."""
        return self.tally >> HIDDEN_AT & COUNT

    @property
    def kongs(self) -> int:
        """Return how many kongs there are."""
        return self.tally >> KONGS_AT & COUNT

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of the concealed tiles and those laid down, in compact notation."""
        return tuple(map(TEXT, self.concealed)), tuple(map(TEXT, self.winner.melds))


def winner_of(record: Record, win: Win, values: Values) -> Winner:
    """Return the winner *win* of *record*, whose hand is shown and whose tile is named."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    tiles = bytes((*seat.hand, win.tile))
    concealed = kinds = tiles.translate(KIND_TABLE)
    melds: tuple[Part, ...] = ()
    is_closed = True
    if seat.melds:
        for meld in seat.melds:
            item = meld.part()
            melds += (item,)
            tiles += bytes(meld.tiles)
            is_closed = is_closed and not item.exposed
        kinds = tiles.translate(KIND_TABLE)
    return Winner(
        win.seat,
        win.seat == record.state.banker,
        None if win.by == "self_draw" else win.source,
        is_closed,
        _words(win.marks, seat.declared, win.by),
        KIND[win.tile],
        concealed,
        melds,
        kinds,
        len(tiles) - len(tiles.translate(None, REDS)),
        values,
        record.options,
    )


@lru_cache(maxsize=1 << 10)
def _words(marks: frozenset[str], declared: frozenset[str], by: str) -> frozenset[str]:
    """Return all words about a win together: they are few and recur."""
    return marks | declared | {by}


def hands(winner: Winner, divisions: Iterable[tuple[Part, ...]] | None = None) -> list[Hand]:
    """Return every reading of the winner's tiles: sets and a pair, seven pairs, orphans.

    A game whose tiles the keys cannot count gives the *divisions* into sets and a pair.
    """
    return of_sets(winner, divisions) + pairs_and_orphans(winner)


def of_sets(winner: Winner, divisions: Iterable[tuple[Part, ...]] | None = None) -> list[Hand]:
    """Return every reading as sets and a pair, of the *divisions* that a game gives."""
    if divisions is None:
        key: Key = sum(map(LANE.__getitem__, winner.concealed))
        divisions = natural_divisions(key, SETS - len(winner.melds))
    found: list[Hand] = []
    for parts in divisions:
        found += _divided(winner, parts)
    return found


def pairs_and_orphans(winner: Winner) -> list[Hand]:
    """Return the reading as seven pairs or thirteen orphans, if there is one."""
    if winner.melds:
        return []
    kinds = winner.concealed
    different = len(set(kinds))
    if different == PAIRS_OF_A_HAND:
        parts, feature = seven_pairs(kinds), SEVEN
    elif different == len(ORPHAN_KINDS):
        parts, feature = orphans(kinds), ORPHANS
    else:
        return []
    return [
        without_sets(winner, parts, completed, feature)
        for completed in parts
        if completed.kind == winner.tile
    ]


def seven_pairs(kinds: bytes) -> tuple[Part, ...]:
    """Return the pairs of seven different kinds, or nothing."""
    different = set(kinds)
    if len(different) != PAIRS_OF_A_HAND or any(kinds.count(kind) != 2 for kind in different):
        return ()
    return tuple([ALL_PAIRS[kind] for kind in sorted(different)])


def orphans(kinds: bytes) -> tuple[Part, ...]:
    """Return the thirteen orphans as lone tiles and a pair, or nothing."""
    if len(kinds) != 14 or set(kinds) != set(ORPHAN_KINDS):
        return ()
    return tuple([(PAIRS if kinds.count(kind) == 2 else SINGLES)[kind] for kind in ORPHAN_KINDS])


def _divided(winner: Winner, concealed: tuple[Part, ...]) -> list[Hand]:
    """Return the readings of one division, by the part that the winning tile completed."""
    parts = concealed + winner.melds if winner.melds else concealed
    bits = tally = 0
    for item in parts:
        bits |= item.bits
        tally += item.tally
    mask, triplets = bits & ALL_KINDS, bits >> TRIPLET_LANE & ALL_KINDS
    features = _colours(mask) | (CLOSED if winner.is_closed else 0)
    if not tally >> ENDLESS_AT & COUNT:
        features |= TERMINALS | OUTSIDE
    elif not tally >> INNER_AT & COUNT:
        features |= OUTSIDE
    if tally & COUNT:
        features |= _runs(bits >> RUN_LANE & ALL_KINDS, tally & COUNT)
    if triplets:
        features |= _triplets(triplets, tally)
    pair = (bits >> PAIR_LANE).bit_length() - 1
    found = []
    last, bit = None, 1 << winner.tile
    for item in concealed:  # equal sets stand side by side
        if item.mask & bit and item is not last:
            last = item
            hand = Hand(winner, concealed, parts, item, features, mask, triplets, pair, tally)
            found.append(_shown(hand) if item.is_triplet and winner.source is not None else hand)
    return found


def _shown(hand: Hand) -> Hand:
    """Return *hand* with the pung that another's tile completed as one that is not concealed."""
    place = hand.concealed.index(hand.completed)
    shown = EXPOSED_PUNGS[hand.completed.kind]
    tally = hand.tally - hand.completed.tally + shown.tally
    features = hand.features
    if tally >> HIDDEN_AT & COUNT < 3:
        features &= ~THREE_HIDDEN
    concealed = (*hand.concealed[:place], shown, *hand.concealed[place + 1 :])
    parts = concealed + hand.winner.melds
    return Hand(
        hand.winner,
        concealed,
        parts,
        shown,
        features,
        hand.mask,
        hand.triplet_bits,
        hand.pair,
        tally,
    )


def without_sets(winner: Winner, parts: tuple[Part, ...], completed: Part, feature: int) -> Hand:
    """Return the reading of a hand of pairs or lone tiles: *feature* says which."""
    mask = bits_of({item.kind for item in parts})
    features = _colours(mask) | feature | (CLOSED if winner.is_closed else 0)
    return Hand(winner, parts, parts, completed, features, mask)


def _colours(mask: int) -> int:
    """Return the features of the kinds in *mask*."""
    features = HONOR if mask & HONOR_BITS else 0
    orphans = mask & ORPHAN_BITS
    if not orphans:
        features |= SIMPLE
    elif orphans == mask:
        features |= ENDS
    for others in ALL_BUT_ONE_SUIT:
        if not mask & others:
            features |= ONE_SUIT if features & HONOR else ONE_SUIT | PURE_SUIT
            return features if mask & ~GREEN_BITS else features | GREEN
    return features


def _runs(bits: int, count: int) -> int:
    """Return the features of *count* runs with the lowest kinds *bits*."""
    features = FOUR_RUNS | RUN if count == SETS else RUN
    if bits.bit_count() < count:
        features |= EQUAL_RUNS
    if count >= 3:
        if bits & bits >> 9 & bits >> 18:
            features |= SIMILAR_RUNS
        if bits & bits >> 3 & bits >> 6 & ONES:
            features |= STRAIGHT
    return features


def _triplets(bits: int, tally: int) -> int:
    """Return the features of the pungs and kongs of the kinds *bits*."""
    features = TRIPLET if tally & COUNT else TRIPLET | FOUR_TRIPLETS
    if bits & HONOR_BITS:
        several = (bits & HONOR_BITS).bit_count() > 1
        features |= HONOR_TRIPLET | HONOR_TRIPLETS if several else HONOR_TRIPLET
    if tally >> HIDDEN_AT & COUNT >= 3:
        features |= THREE_HIDDEN
    if tally >> KONGS_AT & COUNT:
        features |= KONG
    suits = bits & ~HONOR_BITS
    if suits & suits >> 9 & suits >> 18:
        features |= SIMILAR_TRIPLETS
    return features


def count_dora(winner: Winner, indicators: Iterable[Tile], dora_of: Mapping[int, int]) -> int:
    """Return how often the winner's tiles are the dora of *indicators*, each by *dora_of*."""
    count = 0
    for tile in indicators:
        count += winner.kinds.count(dora_of[tile])
    return count


def _dora_kind(indicator: int) -> int:
    """Return the kind after *indicator*: 9 to 1, north to east, red to white."""
    kind = KIND[indicator]
    if kind < HONORS:
        return next_in_suit(kind)
    circle = WINDS if kind in WINDS else DRAGONS
    return circle[(circle.index(kind) + 1) % len(circle)]


DORA_OF: Final[Mapping[int, int]] = {
    tile: _dora_kind(tile) for tile in (*range(KINDS), *range(RED_FIVES, BACK))
}
"""The dora of each indicator."""
