"""A winner and his tiles: what is the same in every reading, and one reading with its features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.readings.divide import divisions
from rules.readings.keys import LANE, Key
from rules.readings.parts import PAIRS, SINGLES, Part, part
from rules.tiles import BACK, HONORS, KIND, KINDS, RED_FIVES, Tile, is_terminal, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from rules.record import Record, Win

WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (31, 32, 33)
ORPHAN_KINDS: Final = tuple(kind for kind in range(KINDS) if kind >= HONORS or is_terminal(kind))
"""The thirteen terminals and honors (么九牌)."""

SETS: Final = 4
PAIRS_OF_A_HAND: Final = 7
NO_PAIR: Final = -1

(
    CLOSED,
    RUN,
    FOUR_RUNS,
    EQUAL_RUNS,
    TRIPLET,
    FOUR_TRIPLETS,
    KONG,
    SEVEN,
    ORPHANS,
    HONOR,
    SIMPLE,
    ENDS,
    OUTSIDE,
    TERMINALS,
    ONE_SUIT,
    THREE_SUITS,
) = (1 << place for place in range(16))
"""Features of a reading; a yaku names those without which it cannot be.

No set claimed. A run; nothing but runs; two that are equal. A pung or kong; nothing
else; a kong. Seven pairs; thirteen orphans. An honor; nothing but 2 to 8; nothing but
terminals and honors; one of them in every set and the pair; a terminal in each of
them. At most one suit; all three.
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
    """Who discarded or was robbed; nobody when the tile was drawn."""
    is_closed: bool
    """Whether no set was claimed; concealed kongs do not open a hand."""
    words: frozenset[str]
    """The marks, the announcements and the way of winning."""
    tile: int
    """The kind of the winning tile."""
    concealed: list[int]
    """The kinds of the tiles in hand and of the winning one."""
    melds: tuple[Part, ...]
    kinds: list[int]
    """The kinds of all tiles, kongs with all of theirs."""
    red_fives: int
    values: Values
    options: Mapping[str, Any]


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
    runs: Sequence[int] = ()
    """The lowest kind of each run, ascending."""
    run_bits: int = 0
    triplet_bits: int = 0
    """A bit for every kind with a pung or kong."""
    hidden_triplets: int = 0
    """How many pungs and kongs were completed without another's tile (暗刻)."""
    kongs: int = 0

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of the concealed tiles and those laid down, in compact notation."""
        concealed = tuple([item.text for item in self.concealed])
        return concealed, tuple([item.text for item in self.winner.melds])


def winner_of(record: Record, win: Win, values: Values) -> Winner:
    """Return the winner *win* of *record*, whose hand is shown and whose tile is named."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    tiles = [*seat.hand, win.tile]
    concealed = kinds = [KIND[tile] for tile in tiles]
    melds: tuple[Part, ...] = ()
    is_closed = True
    if seat.melds:
        melds = tuple([meld.part() for meld in seat.melds])
        kinds = concealed.copy()
        for meld, item in zip(seat.melds, melds, strict=True):
            tiles += meld.tiles
            kinds += item.kinds
            is_closed = is_closed and not item.exposed
    return Winner(
        win.seat,
        win.seat == record.state.banker,
        None if win.by == "self_draw" else win.source,
        is_closed,
        win.marks | seat.declared | {win.by},
        KIND[win.tile],
        concealed,
        melds,
        kinds,
        sum([tile >= RED_FIVES for tile in tiles]),
        values,
        record.options,
    )


def hands(winner: Winner) -> list[Hand]:
    """Return every reading of the winner's tiles: sets and a pair, seven pairs, orphans."""
    kinds, tile = winner.concealed, winner.tile
    found = []
    key: Key = sum([LANE[kind] for kind in kinds])
    for division in divisions(key, SETS - len(winner.melds)):
        judged: list[Part] = []
        for completed in division.parts:
            if completed.mask >> tile & 1 and completed not in judged:
                judged.append(completed)
                found.append(_of_sets(winner, division.parts, completed))
    if not winner.melds:
        found += _without_sets(winner)
    return found


def _without_sets(winner: Winner) -> list[Hand]:
    """Return the reading as seven pairs or thirteen orphans, if there is one."""
    kinds = winner.concealed
    different = len(set(kinds))
    if different == PAIRS_OF_A_HAND:
        parts, feature = seven_pairs(kinds), SEVEN
    elif different == len(ORPHAN_KINDS):
        parts, feature = orphans(kinds), ORPHANS
    else:
        return []
    return [
        _special(winner, parts, completed, feature)
        for completed in parts
        if completed.kind == winner.tile
    ]


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
    if completed.is_triplet and winner.source is not None:
        place = concealed.index(completed)
        completed = EXPOSED_PUNGS[completed.kind]
        concealed = (*concealed[:place], completed, *concealed[place + 1 :])
    parts = concealed + winner.melds
    mask = run_bits = triplet_bits = hidden = kongs = 0
    pair = NO_PAIR
    runs = []
    outside = OUTSIDE | TERMINALS
    for item in parts:
        mask |= item.mask
        if item.is_run:
            runs.append(item.kind)
            run_bits |= 1 << item.kind
        elif item.is_pair:
            pair = item.kind
        else:
            triplet_bits |= item.mask
            hidden += not item.exposed
            kongs += item.is_kong
        if not item.has_terminal:
            outside &= OUTSIDE if item.is_honor else 0
    features = _colours(mask) | outside | (CLOSED if winner.is_closed else 0)
    if runs:
        runs.sort()
        features |= RUN | (FOUR_RUNS if len(runs) == SETS else 0)
        features |= EQUAL_RUNS if run_bits.bit_count() < len(runs) else 0
    if triplet_bits:
        features |= TRIPLET | (FOUR_TRIPLETS if not runs else 0) | (KONG if kongs else 0)
    return Hand(
        winner, concealed, parts, completed, features, mask,
        pair, runs, run_bits, triplet_bits, hidden, kongs,
    )  # fmt: skip


def _special(winner: Winner, parts: tuple[Part, ...], completed: Part, feature: int) -> Hand:
    """Return the reading of a hand without sets."""
    mask = bits_of({item.kind for item in parts})
    features = _colours(mask) | feature | (CLOSED if winner.is_closed else 0)
    return Hand(winner, parts, parts, completed, features, mask)


def _colours(mask: int) -> int:
    """Return the features of the kinds in *mask*."""
    features = HONOR if mask & HONOR_BITS else 0
    if not mask & ORPHAN_BITS:
        features |= SIMPLE
    elif not mask & ~ORPHAN_BITS:
        features |= ENDS
    characters, circles, bamboos = SUIT_BITS
    suits = bool(mask & characters) + bool(mask & circles) + bool(mask & bamboos)
    return features | (ONE_SUIT, ONE_SUIT, 0, THREE_SUITS)[suits]


def count_dora(winner: Winner, indicators: Iterable[Tile]) -> int:
    """Return how often the winner's tiles are the dora of *indicators*."""
    return sum([winner.kinds.count(DORA_OF[tile]) for tile in indicators])


def _dora_kind(indicator: int) -> int:
    """Return the kind after *indicator*: 9 to 1, north to east, red to white."""
    kind = KIND[indicator]
    if kind < HONORS:
        return next_in_suit(kind)
    circle = WINDS if kind in WINDS else DRAGONS
    return circle[(circle.index(kind) + 1) % len(circle)]


DORA_OF: Final = {tile: _dora_kind(tile) for tile in (*range(KINDS), *range(RED_FIVES, BACK))}
"""The dora of each indicator."""
