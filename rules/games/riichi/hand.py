"""A winner and his tiles: what is the same in every reading, and one reading with its features."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.readings.divide import divisions
from rules.readings.keys import LANE, Key
from rules.readings.parts import PAIRS, SINGLES, Part, part
from rules.tiles import HONORS, KIND, KINDS, RED_FIVES, Tile, is_terminal, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from rules.record import Record, Win

WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (31, 32, 33)
ORPHAN_KINDS: Final = tuple(kind for kind in range(KINDS) if kind >= HONORS or is_terminal(kind))
"""The thirteen terminals and honors (么九牌)."""

SETS: Final = 4
PAIRS_OF_A_HAND: Final = 7
NO_PAIR: Final = -1

RUN, TRIPLET, KONG, CLOSED, HONOR, SIMPLE, ENDS, FLUSH, SEVEN, ORPHANS = (
    1 << place for place in range(10)
)
"""Features of a reading; a yaku names those without which it cannot be.

A run; a pung or kong; a kong; no set claimed; an honor; nothing but 2 to 8; nothing but
terminals and honors; no more than one suit; seven pairs; thirteen orphans.
"""


def bits_of(kinds: Iterable[int]) -> int:
    """Return the mask of *kinds*."""
    return sum(1 << kind for kind in kinds)


ORPHAN_BITS: Final = bits_of(ORPHAN_KINDS)
HONOR_BITS: Final = bits_of(range(HONORS, KINDS))
SUIT_BITS: Final = tuple(bits_of(range(suit * 9, suit * 9 + 9)) for suit in range(3))
EXPOSED_PUNGS: Final = tuple(part("pung", (kind,) * 3, exposed=True) for kind in range(KINDS))


class Values(NamedTuple):
    """The honors whose sets are worth a yaku to one seat."""

    seat_winds: tuple[int, ...]
    round_winds: tuple[int, ...]
    dragons: tuple[int, ...]


class Winner(NamedTuple):
    """What is known of a winner before his tiles are divided."""

    seat: int
    is_banker: bool
    source: int | None
    is_self_draw: bool
    is_closed: bool
    """Whether no set was claimed; concealed kongs do not open a hand."""
    words: frozenset[str]
    """The marks, the announcements and the way of winning."""
    tile: int
    """The kind of the winning tile."""
    concealed: tuple[Tile, ...]
    """The tiles in hand and the winning one."""
    melds: tuple[Part, ...]
    meld_tiles: tuple[Tile, ...]
    values: Values
    options: Mapping[str, Any]

    @property
    def features(self) -> int:
        """Return the features that every reading has."""
        return CLOSED if self.is_closed else 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all tiles, kongs with all of theirs."""
        return self.concealed + self.meld_tiles


class Hand(NamedTuple):
    """One reading: a division of the concealed tiles, and the part that the last one completed."""

    winner: Winner
    concealed: tuple[Part, ...]
    parts: tuple[Part, ...]
    """Those of *concealed*, then the melds."""
    completed: Part
    features: int
    mask: int
    """A bit for every kind in the hand."""
    pair: int = NO_PAIR
    """The kind of the pair beside four sets."""
    runs: tuple[int, ...] = ()
    """The lowest kind of each run, ascending."""
    run_bits: int = 0
    triplet_bits: int = 0
    """A bit for every kind with a pung or kong."""
    hidden_triplets: int = 0
    """How many pungs and kongs were completed without another's tile (暗刻)."""
    kongs: int = 0

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of the concealed tiles and those laid down, in compact notation."""
        return tuple(map(str, self.concealed)), tuple(map(str, self.winner.melds))


def winner_of(record: Record, win: Win, values: Values) -> Winner:
    """Return the winner *win* of *record*, whose hand is shown and whose tile is named."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    return Winner(
        win.seat,
        win.seat == record.state.banker,
        win.source if win.is_taken else None,
        win.is_self_draw,
        not any(meld.is_exposed for meld in seat.melds),
        win.marks | seat.declared | {win.by},
        KIND[win.tile],
        (*seat.hand, win.tile),
        tuple([meld.part() for meld in seat.melds]),
        tuple(chain.from_iterable([meld.tiles for meld in seat.melds])),
        values,
        record.options,
    )


def hands(winner: Winner) -> Iterator[Hand]:
    """Yield every reading of the winner's tiles: sets and a pair, seven pairs, orphans."""
    kinds = [KIND[tile] for tile in winner.concealed]
    key: Key = sum([LANE[kind] for kind in kinds])
    for division in divisions(key, SETS - len(winner.melds)):
        for completed in dict.fromkeys(division.parts):
            if winner.tile in completed.kinds:
                yield _of_sets(winner, division.parts, completed)
    if not winner.melds:
        for parts, feature in ((seven_pairs(kinds), SEVEN), (orphans(kinds), ORPHANS)):
            if parts:
                completed = next(item for item in parts if item.kind == winner.tile)
                yield _special(winner, parts, completed, feature)


def seven_pairs(kinds: list[int]) -> tuple[Part, ...]:
    """Return the pairs of seven different kinds, or nothing."""
    different = set(kinds)
    if len(different) != PAIRS_OF_A_HAND or any(kinds.count(kind) != 2 for kind in different):
        return ()
    return tuple([PAIRS[kind] for kind in sorted(different)])


def orphans(kinds: list[int]) -> tuple[Part, ...]:
    """Return the thirteen orphans as lone tiles and a pair, or nothing."""
    if len(kinds) != 14 or set(kinds) != set(ORPHAN_KINDS):
        return ()
    return tuple([(PAIRS if kinds.count(kind) == 2 else SINGLES)[kind] for kind in ORPHAN_KINDS])


def _of_sets(winner: Winner, concealed: tuple[Part, ...], completed: Part) -> Hand:
    """Return the reading in which the winning tile completed the part *completed*."""
    if completed.is_triplet and not winner.is_self_draw:
        place = concealed.index(completed)
        completed = EXPOSED_PUNGS[completed.kind]
        concealed = (*concealed[:place], completed, *concealed[place + 1 :])
    parts = concealed + winner.melds
    mask = run_bits = triplet_bits = hidden = kongs = 0
    pair = NO_PAIR
    runs = []
    for item in parts:
        mask |= item.mask
        if item.is_run:
            runs.append(item.kind)
            run_bits |= 1 << item.kind
        elif item.is_triplet:
            triplet_bits |= item.mask
            hidden += not item.exposed
            kongs += item.is_kong
        else:
            pair = item.kind
    runs.sort()
    features = _colours(mask) | winner.features
    if runs:
        features |= RUN
    if triplet_bits:
        features |= TRIPLET | (KONG if kongs else 0)
    return Hand(
        winner, concealed, parts, completed, features, mask,
        pair, tuple(runs), run_bits, triplet_bits, hidden, kongs,
    )  # fmt: skip


def _special(winner: Winner, parts: tuple[Part, ...], completed: Part, feature: int) -> Hand:
    """Return the reading of a hand without sets."""
    mask = bits_of({item.kind for item in parts})
    features = _colours(mask) | winner.features | feature
    return Hand(winner, parts, parts, completed, features, mask)


def _colours(mask: int) -> int:
    """Return the features of the kinds in *mask*."""
    features = HONOR if mask & HONOR_BITS else 0
    if not mask & ORPHAN_BITS:
        features |= SIMPLE
    elif not mask & ~ORPHAN_BITS:
        features |= ENDS
    characters, circles, bamboos = SUIT_BITS
    if bool(mask & characters) + bool(mask & circles) + bool(mask & bamboos) <= 1:
        features |= FLUSH
    return features


def dora_kind(indicator: Tile) -> int:
    """Return the kind after *indicator*: 9 to 1, north to east, red to white."""
    kind = KIND[indicator]
    if kind < HONORS:
        return next_in_suit(kind)
    circle = WINDS if kind in WINDS else DRAGONS
    return circle[(circle.index(kind) + 1) % len(circle)]


def count_dora(winner: Winner, indicators: Iterable[Tile]) -> int:
    """Return how often the winner's tiles are the dora of *indicators*."""
    kinds = [KIND[tile] for tile in winner.tiles]
    return sum([kinds.count(dora_kind(tile)) for tile in indicators])


def count_red(winner: Winner) -> int:
    """Return how many red fives the winner has."""
    return sum([tile >= RED_FIVES for tile in winner.tiles])
