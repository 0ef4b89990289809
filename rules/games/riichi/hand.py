"""A winner and his tiles: what is the same in every reading, and one reading of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Final

from rules.game import Options
from rules.hands.divide import natural_divisions
from rules.hands.keys import LANE, Key
from rules.hands.shapes import PAIRS, SINGLES, Part, part
from rules.record.values import Record, Win
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

FOUR_WINDS: Final = (27, 28, 29, 30)
THREE_DRAGONS: Final = (31, 32, 33)
"""In the order in which dora go on."""
ORPHAN_KINDS: Final = tuple(kind for kind in range(KINDS) if kind >= HONORS or is_terminal(kind))
"""The thirteen terminals and honors (么九牌)."""

FIFTH_WIND: Final = 34
"""The kind after the dragons: an honor and a wind in games with flowers for it (花)."""

SETS: Final = 4
PAIRS_OF_A_HAND: Final = 7
NO_PAIR: Final = -1
NO_TILE: Final = -1
"""The kind of a winning tile that nobody showed."""
TEXT: Final[Callable[[Part], str]] = attrgetter("text")
REDS: Final = bytes(range(RED_FIVES, BACK))
EXPOSED_PUNGS: Final = tuple(
    part("pung", (kind,) * 3, exposed=True) for kind in range(FIFTH_WIND + 1)
)
ALL_PAIRS: Final = (*PAIRS, part("pair", (FIFTH_WIND,) * 2))


def mask_of(kinds: Iterable[int]) -> int:
    """Return a bit for each of *kinds*."""
    return sum({1 << kind for kind in kinds})


SUIT_MASKS: Final = tuple(mask_of(range(first, first + 9)) for first in (0, 9, 18))
SUITS_OF: Final = tuple(
    frozenset(suit for suit in range(4) if number >> suit & 1) for number in range(16)
)
"""The suits by the sum of 1 for characters, 2 for circles, 4 for bamboos, 8 for honors."""


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
    norths: int = 0
    """How many North were set aside (抜きドラ): riichi-3p.md."""


@value
class Hand:
    """One reading: a division of the concealed tiles, and the part that the last one completed.

    It has what `rules.scoring.elements` ask about.
    """

    winner: Winner
    concealed: tuple[Part, ...]
    parts: tuple[Part, ...]
    """Those of *concealed*, then the melds."""
    completed: Part
    mask: int
    """A bit for every kind in the hand: a set of kinds, quicker than a set by 2 µs."""
    runs: tuple[int, ...] = ()
    """The lowest kind of each run."""
    pungs: tuple[int, ...] = ()
    """The kind of each pung and kong."""
    pair: int = NO_PAIR
    """The kind of the pair beside four sets."""
    kongs: int = 0
    is_outside: bool = False
    """Whether a terminal or an honor is in each set and the pair."""

    @property
    def kinds(self) -> bytes:
        """Return the kinds of all tiles."""
        return self.winner.kinds

    @property
    def suits(self) -> frozenset[int]:
        """Return which of the suits 0–2 and the honors (3) the tiles are of."""
        mask = self.mask
        return SUITS_OF[
            (mask & SUIT_MASKS[0] > 0)
            + 2 * (mask & SUIT_MASKS[1] > 0)
            + 4 * (mask & SUIT_MASKS[2] > 0)
            + 8 * (mask >> HONORS > 0)
        ]

    @property
    def size(self) -> int:
        """Return how many sets such a hand has."""
        return SETS

    @property
    def is_closed(self) -> bool:
        """Return whether no set was claimed."""
        return self.winner.is_closed

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of the concealed tiles and those laid down, in compact notation."""
        return tuple(map(TEXT, self.concealed)), tuple(map(TEXT, self.winner.melds))


def winner_of(record: Record, win: Win, values: Values) -> Winner:
    """Return the winner *win* of *record*, whose hand is shown and whose tile is named."""
    seat = record.seats[win.seat]
    hand, last = record.hand_and_tile(win)
    tiles = bytes((*hand, last))
    concealed = kinds = tiles.translate(KIND_TABLE)
    melds: tuple[Part, ...] = ()
    is_closed = True
    if seat.melds:
        melds = tuple([meld.part() for meld in seat.melds])
        is_closed = not any(item.exposed for item in melds)
        tiles += b"".join([bytes(meld.tiles) for meld in seat.melds])
        kinds = tiles.translate(KIND_TABLE)
    return Winner(
        win.seat,
        win.seat == record.state.banker,
        None if win.by == "self_draw" else win.source,
        is_closed,
        _words(win.marks, seat.declared, win.by),
        KIND[last],
        concealed,
        melds,
        kinds,
        len(tiles) - len(tiles.translate(None, REDS)),
        values,
        record.options,
        len(seat.flowers),
    )


def winner_without_tiles(record: Record, win: Win, values: Values) -> Winner:
    """Return the winner *win* of *record*, of whose hand people say what it is worth."""
    seat = record.seats[win.seat]
    melds = tuple([meld.part() for meld in seat.melds])
    return Winner(
        win.seat,
        win.seat == record.state.banker,
        None if win.by == "self_draw" else win.source,
        not any(item.exposed for item in melds),
        _words(win.marks, seat.declared, win.by),
        NO_TILE,
        b"",
        melds,
        b"",
        0,
        values,
        record.options,
        len(seat.flowers),
    )


@lru_cache(maxsize=1 << 10)
def _words(marks: frozenset[str], declarations: frozenset[str], by: str) -> frozenset[str]:
    return marks | declarations | {by}


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
    readings: list[Hand] = []
    for parts in divisions:
        readings += _divide(winner, parts)
    return readings


def pairs_and_orphans(winner: Winner) -> list[Hand]:
    """Return the reading as seven pairs or thirteen orphans, if there is one."""
    if winner.melds:
        return []
    different = len(set(winner.concealed))
    if different == PAIRS_OF_A_HAND:
        parts = seven_pairs(winner.concealed)
    elif different == len(ORPHAN_KINDS):
        parts = orphans(winner.concealed)
    else:
        return []
    return [
        Hand(winner, parts, parts, last_part, mask_of(winner.kinds))
        for last_part in parts
        if last_part.kind == winner.tile
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


def _divide(winner: Winner, concealed: tuple[Part, ...]) -> list[Hand]:
    """Return the readings of one division, by the part that the winning tile completed."""
    parts = concealed + winner.melds
    runs: list[int] = []
    pungs: list[int] = []
    pair, kongs, mask, is_outside = NO_PAIR, 0, 0, True
    for item in parts:
        mask |= item.mask
        is_outside = is_outside and (item.has_terminal or item.is_honor)
        if item.is_run:
            runs.append(item.kind)
        elif item.is_triplet:
            pungs.append(item.kind)
            kongs += item.is_kong
        else:
            pair = item.kind
    facts = (mask, tuple(runs), tuple(pungs), pair, kongs, is_outside)
    readings = []
    last = None
    for item in concealed:  # equal sets stand side by side
        if winner.tile in item.kinds and item is not last:
            last = item
            if item.is_triplet and winner.source is not None:
                readings.append(_expose_pung(winner, concealed, item, facts))
            else:
                readings.append(Hand(winner, concealed, parts, item, *facts))
    return readings


Facts = tuple[int, tuple[int, ...], tuple[int, ...], int, int, bool]
"""Kinds, runs, pungs, pair and kongs of a reading, and whether it is outside."""


def _expose_pung(
    winner: Winner, concealed: tuple[Part, ...], last_part: Part, facts: Facts
) -> Hand:
    """Return the reading in which another's tile completed a pung, which is not concealed then."""
    place = concealed.index(last_part)
    pung = EXPOSED_PUNGS[last_part.kind]
    concealed = (*concealed[:place], pung, *concealed[place + 1 :])
    return Hand(winner, concealed, concealed + winner.melds, pung, *facts)


def count_dora(winner: Winner, indicators: Iterable[Tile], dora_of: Mapping[int, int]) -> int:
    """Return how often the winner's tiles are the dora of *indicators*, each by *dora_of*."""
    count = 0
    for tile in indicators:
        kind = dora_of[tile]
        count += winner.kinds.count(kind)
        if winner.norths and kind == FOUR_WINDS[-1]:
            count += winner.norths
    return count


def _dora_kind(indicator: int) -> int:
    """Return the kind after *indicator*: 9 to 1, north to east, red to white."""
    kind = KIND[indicator]
    if kind < HONORS:
        return next_in_suit(kind)
    circle = FOUR_WINDS if kind in FOUR_WINDS else THREE_DRAGONS
    return circle[(circle.index(kind) + 1) % len(circle)]


DORA_OF: Final[Mapping[int, int]] = {
    tile: _dora_kind(tile) for tile in (*range(KINDS), *range(RED_FIVES, BACK))
}
"""The dora of each indicator."""


def waits_without_sets(kinds: list[int], melds: int) -> frozenset[int]:
    """Return the kinds that make seven pairs or thirteen orphans of *kinds*, all of the hand."""
    return frozenset() if melds else frozenset(_waits_for_pairs(kinds) + _waits_for_orphans(kinds))


def _waits_for_pairs(kinds: list[int]) -> list[int]:
    """Return the kind that makes the seventh pair: seven different kinds, one of them alone."""
    different = set(kinds)
    if len(different) != PAIRS_OF_A_HAND or any(kinds.count(kind) > 2 for kind in different):
        return []
    return [kind for kind in different if kinds.count(kind) == 1]


def _waits_for_orphans(kinds: list[int]) -> list[int]:
    different, all_of_them = set(kinds), set(ORPHAN_KINDS)
    if not different <= all_of_them or len(different) < len(all_of_them) - 1:
        return []
    return list(all_of_them - different or all_of_them)
