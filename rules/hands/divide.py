"""Divisions of tiles into sets and a pair, with wild tiles: `rules-engine.md` §4.

Each suit is divided on its own and remembered; a hand is a choice of one
division per suit whose sets and pair add up. A *piece* is one such division of
one suit: its parts and the kinds that its wild tiles stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeVar

from rules.hands.catalogue import STANDARD, Catalogue, Ways
from rules.hands.covers import SetsAndWilds, completes, min_sets_and_wilds
from rules.hands.keys import BASE, MASK, RANKS, SHIFT, SUITS, Key, suit_counts
from rules.hands.shapes import PAIRS, Part

CACHE: Final = 1 << 15
"""Suit divisions remembered; a parlour's evening has a few thousand different ones."""

TILES_OF_A_SET: Final = 3
TILES_OF_A_PAIR: Final = 2


class Piece(NamedTuple):
    """One way to divide the tiles of one suit."""

    parts: tuple[Part, ...]
    wilds: tuple[int, ...]
    """The kinds that wild tiles stand for here, ascending."""
    sets: int
    pair: bool


class Division(NamedTuple):
    """One way to divide a hand into sets and a pair."""

    parts: tuple[Part, ...]
    wilds: tuple[int, ...]


@lru_cache(maxsize=CACHE)
def suit_pieces(
    lane: int, suit: int, wilds: int, sets: int, catalogue: Catalogue = STANDARD
) -> tuple[Piece, ...]:
    """Return every way to divide the counts *lane* of *suit*.

    At most *wilds* wild tiles are used and at most *sets* sets made, with or
    without a pair.
    """
    if not lane:
        return tuple(_of_wilds(suit, wilds, sets, catalogue))
    naturals = suit_counts(lane << SHIFT * suit, suit)
    return _Divider(suit, wilds, sets, catalogue).pieces(naturals)


def _of_wilds(suit: int, wilds: int, sets: int, catalogue: Catalogue) -> Iterator[Piece]:
    """Yield what wild tiles alone can form in *suit*; nothing there stands in their way."""
    pairs = [item for item in PAIRS if item.suit == suit]
    for set_count in range(min(sets, wilds // TILES_OF_A_SET) + 1):
        has_pair = TILES_OF_A_SET * set_count + TILES_OF_A_PAIR <= wilds
        for parts in combinations_with_replacement(catalogue.sets[suit], set_count):
            kinds = [kind for item in parts for kind in item.kinds]
            yield Piece(parts, tuple(sorted(kinds)), set_count, False)
            for pair in pairs if has_pair else ():
                yield Piece((*parts, pair), tuple(sorted([*kinds, *pair.kinds])), set_count, True)


class _Opening(NamedTuple):
    """What may begin at one rank: sets whose lowest kind it is, and a pair of it."""

    parts: tuple[Part, ...]
    pair: Part | None
    asks: tuple[tuple[int, int], ...]
    """How many tiles it asks for, by how many ranks higher they are."""


class _Divider:
    """Depth-first over the ranks of one suit; what is asked beyond the naturals is wild."""

    def __init__(self, suit: int, wilds: int, sets: int, catalogue: Catalogue) -> None:
        self.suit = suit
        self.wilds = wilds
        self.sets = sets
        self.catalogue = catalogue
        self.ranks = RANKS[suit]
        self.divisions: list[Piece] = []

    def pieces(self, naturals: tuple[int, ...]) -> tuple[Piece, ...]:
        """Return the divisions of the counts *naturals*, lower kinds first."""
        self._from(0, naturals, ((), None), (), self.wilds)
        return tuple(self.divisions)

    def _from(
        self,
        rank: int,
        counts: Sequence[int],
        prefix: tuple[tuple[Part, ...], Part | None],
        stands_for: tuple[int, ...],
        wilds: int,
    ) -> None:
        """Find the divisions that go on from *rank* with *wilds* wild tiles left.

        *counts* counts the tiles from that rank on that no set of *prefix* has asked
        for yet; where it is negative wild tiles stand for them. For which kinds they do so
        below it says *stands_for*.
        """
        parts, pair = prefix
        left = self.sets - len(parts)
        if rank == self.ranks or not (left or pair is None):
            self._find(rank, counts, prefix, stands_for)
            return
        reach = (counts[0], counts[0] + wilds)
        for opening in _openings((self.suit, rank), left, reach, pair is None, self.catalogue):
            rest = list(counts)
            for place, count in opening.asks:
                rest[place] -= count
            need = -rest.pop(0)
            now = pair or opening.pair
            room = TILES_OF_A_SET * (left - len(opening.parts)) + (0 if now else TILES_OF_A_PAIR)
            if _is_hopeful(rest, wilds - need, room):
                kinds = stands_for + (self.suit * 9 + rank,) * need
                self._from(rank + 1, rest, (parts + opening.parts, now), kinds, wilds - need)

    def _find(
        self,
        rank: int,
        counts: Sequence[int],
        prefix: tuple[tuple[Part, ...], Part | None],
        stands_for: tuple[int, ...],
    ) -> None:
        parts, pair = prefix
        first = self.suit * 9 + rank
        for place, count in enumerate(counts):
            if count:
                stands_for += (first + place,) * -count
        whole = parts if pair is None else (*parts, pair)
        self.divisions.append(Piece(whole, stands_for, len(parts), pair is not None))


def _is_hopeful(counts: Sequence[int], wilds: int, room: int) -> bool:
    """Return whether *wilds* wild tiles and *room* tiles of further sets may still do."""
    for count in counts:
        if count > 0:
            room -= count
        else:
            wilds += count
    return wilds >= 0 and room >= 0


@lru_cache(maxsize=CACHE)
def _openings(
    place: tuple[int, int],
    most: int,
    reach: tuple[int, int],
    may_pair: bool,
    catalogue: Catalogue,
) -> tuple[_Opening, ...]:
    """Return what may begin at the suit and rank *place*, with up to *most* sets.

    It asks for at least and at most as many tiles of its rank as *reach* says.
    """
    suit, rank = place
    kind = suit * 9 + rank
    items = tuple(item for item in catalogue.sets[suit] if item.kind == kind)
    openings = []
    for pair in (None, PAIRS[kind]) if may_pair else (None,):
        for parts in _multisets(items, most, reach[1] - (TILES_OF_A_PAIR if pair else 0)):
            asks = _asks((*parts, pair) if pair else parts, kind)
            if reach[0] <= asks.get(0, 0) <= reach[1]:
                openings.append(_Opening(parts, pair, tuple(asks.items())))
    return tuple(openings)


def _asks(parts: tuple[Part, ...], low: int) -> dict[int, int]:
    """Return how many tiles *parts* ask for, by how many ranks they are above the kind *low*."""
    asks: dict[int, int] = {}
    for part in parts:
        for kind in part.kinds:
            asks[kind - low] = asks.get(kind - low, 0) + 1
    return asks


def _multisets(items: tuple[Part, ...], most: int, room: int) -> tuple[tuple[Part, ...], ...]:
    """Return every choice of up to *most* of *items*, repeats allowed.

    No choice asks for more than *room* tiles of their lowest kind.
    """
    choices: list[tuple[Part, ...]] = [()]
    if most > 0:
        for place, item in enumerate(items):
            asks = item.kinds.count(item.kind)
            if asks <= room:
                rest = _multisets(items[place:], most - 1, room - asks)
                choices.extend((item, *more) for more in rest)
    return tuple(choices)


def divisions(
    key: Key, sets: int, wilds: int = 0, catalogue: Catalogue = STANDARD
) -> Iterator[Division]:
    """Return every way in which *key* and *wilds* wild tiles form *sets* sets and a pair.

    The tiles must number 3·*sets* + 2. Wild tiles may stand for any kind, also a
    fifth of it; games that know limits filter what comes out.
    """
    if not wilds:
        return (Division(parts, ()) for parts in natural_divisions(key, sets, catalogue))
    if not completes(key, sets, catalogue):
        return iter(())
    shares = _shares(key, sets, wilds, catalogue)
    suits = [_fitting(key, suit, share, catalogue) for suit, share in enumerate(shares)]
    return iter(_join(suits, sets, True, wilds))


def natural_divisions(
    key: Key, sets: int, catalogue: Catalogue = STANDARD
) -> list[tuple[Part, ...]]:
    """Return the divisions of a hand without wild tiles: each suit has all its tiles used.

    Four suits with a pair each may take the place of two sets, and are no hand.
    """
    only: tuple[Part, ...] = ()
    several: list[tuple[Part, ...]] = []
    suit = 0
    small = catalogue.small
    while key:
        if lane := key & MASK:
            ways = small[suit].get(lane) or _using_up(lane, suit, catalogue)
            if not ways:
                return []
            if len(ways) > 1 or several:
                several = [parts + more for parts in several or [only] for more in ways]
            else:
                only += ways[0]
        key >>= SHIFT
        suit += 1
    if several:
        return [parts for parts in several if len(parts) == sets + 1]
    return [only] if len(only) == sets + 1 else []


def whole_suit(lane: int, suit: int, catalogue: Catalogue = STANDARD) -> Ways:
    """Return the ways to use up the tiles *lane* of *suit* in sets and at most one pair.

    In each the sets are in the order of the catalogue, the pair last.
    """
    return catalogue.small[suit].get(lane) or _using_up(lane, suit, catalogue)


def _comes_first(item: Part, others: tuple[Part, ...]) -> bool:
    """Return whether *item* stands before the sets of *others* in the catalogue's order."""
    return not others or others[0].is_pair or others[0].kinds >= item.kinds


@lru_cache(maxsize=CACHE)
def _using_up(lane: int, suit: int, catalogue: Catalogue) -> Ways:
    """Return the ways to use up *lane*, its lowest tile in the first of their sets, or the pair."""
    rank, tiles = 0, lane
    while not tiles % BASE:
        rank, tiles = rank + 1, tiles // BASE
    ways: list[tuple[Part, ...]] = []
    count = tiles % BASE
    for item, worth, second, third in _sets_from(suit, rank, catalogue):
        fits = lane // second % BASE and lane // third % BASE if third else count >= TILES_OF_A_SET
        if fits:
            rest = whole_suit(lane - worth, suit, catalogue)
            ways += [(item, *more) for more in rest if _comes_first(item, more)]
    if count == TILES_OF_A_PAIR:
        pair = PAIRS[suit * 9 + rank]
        rest = whole_suit(lane - TILES_OF_A_PAIR * BASE**rank, suit, catalogue)
        ways += [(*more, pair) for more in rest if not (more and more[-1].is_pair)]
    return tuple(ways)


@lru_cache(maxsize=CACHE)
def _sets_from(
    suit: int, rank: int, catalogue: Catalogue
) -> tuple[tuple[Part, int, int, int], ...]:
    """Return the sets that begin at *rank* and what they take of a lane.

    In all, then the powers of their second and third kinds, 0 for a pung.
    """
    rows = []
    for item in catalogue.sets[suit]:
        if item.kind == suit * 9 + rank:
            first, second, third = (BASE ** (kind % 9) for kind in item.kinds)
            others = (0, 0) if item.is_triplet else (second, third)
            rows.append((item, first + second + third, *others))
    return tuple(rows)


Suit = dict[tuple[int, bool, int], list[Piece]]
"""The pieces of a suit by sets, pair and wild tiles used."""


def _shares(key: Key, sets: int, wilds: int, catalogue: Catalogue) -> list[SetsAndWilds]:
    """Return the sets and wild tiles that each suit may take, the others taking the least."""
    needs = [
        min_sets_and_wilds(key >> SHIFT * suit & MASK, suit, catalogue) for suit in range(SUITS)
    ]
    spare_sets = sets - sum(need.sets for need in needs)
    spare_wilds = wilds - sum(need.wilds for need in needs)
    return [SetsAndWilds(need.sets + spare_sets, need.wilds + spare_wilds) for need in needs]


def _fitting(key: Key, suit: int, share: SetsAndWilds, catalogue: Catalogue) -> Suit:
    pieces: Suit = {}
    lane = key >> SHIFT * suit & MASK
    for piece in suit_pieces(lane, suit, share.wilds, share.sets, catalogue):
        pieces.setdefault((piece.sets, piece.pair, len(piece.wilds)), []).append(piece)
    return pieces


def _join(suits: list[Suit], sets: int, pair: bool, wilds: int) -> list[Division]:
    """Return the choices of one piece per suit that use up exactly what is left.

    That is *sets* sets, a *pair* unless it is formed already, and *wilds* wild tiles.
    """
    first, *others = suits
    if not others:
        return [Division(p.parts, p.wilds) for p in first.get((sets, pair, wilds), ())]
    choices = []
    for (set_count, has_pair, wild_count), pieces in first.items():
        if set_count <= sets and wild_count <= wilds and (pair or not has_pair):
            rest = _join(others, sets - set_count, pair and not has_pair, wilds - wild_count)
            choices += [
                Division(piece.parts + more.parts, piece.wilds + more.wilds)
                for more in rest
                for piece in pieces
            ]
    return choices


Feature = TypeVar("Feature", bound=Hashable)
States = dict[tuple[int, bool, int, tuple[Feature, ...]], Division]
"""Divisions of some suits by sets, pair and wild tiles used, and by what was seen of them."""


def profiles(
    key: Key,
    sets: int,
    wilds: int,
    feature: Callable[[Piece], Feature],
    catalogue: Catalogue = STANDARD,
) -> dict[tuple[Feature, ...], Division]:
    """Return one division for every combination of suit features, whatever the number of wilds.

    *feature* says what the game's elements read of a suit's piece; pieces that
    look alike to it are taken once, so the result stays small where a listing
    of all divisions would run into tens of thousands (`rules-engine.md` §3).
    The keys hold the four suits' features in order.
    """
    if not completes(key, sets, catalogue):
        return {}
    states: States[Feature] = {(0, False, 0, ()): Division((), ())}
    for suit, share in enumerate(_shares(key, sets, wilds, catalogue)):
        place = (key >> SHIFT * suit & MASK, suit)
        pieces = _distinct(place, share.wilds, share.sets, catalogue, feature)
        states = _extend(states, pieces, sets, wilds)
    return {
        features: division
        for (set_count, has_pair, wild_count, features), division in states.items()
        if set_count == sets and has_pair and wild_count == wilds
    }


def _extend(
    states: States[Feature],
    pieces: Mapping[tuple[int, bool, int, Feature], Piece],
    sets: int,
    wilds: int,
) -> States[Feature]:
    """Return *states* with each of the next suit's *pieces* that still fits."""
    after: States[Feature] = {}
    for (set_count, has_pair, wild_count, features), division in states.items():
        for (more, pair, extra, mark), piece in pieces.items():
            if set_count + more > sets or wild_count + extra > wilds or (has_pair and pair):
                continue
            state = (set_count + more, has_pair or pair, wild_count + extra, (*features, mark))
            if state not in after:
                after[state] = Division(division.parts + piece.parts, division.wilds + piece.wilds)
    return after


@lru_cache(maxsize=1 << 12)
def _distinct(
    place: tuple[int, int],
    wilds: int,
    sets: int,
    catalogue: Catalogue,
    feature: Callable[[Piece], Feature],
) -> dict[tuple[int, bool, int, Feature], Piece]:
    """Return the pieces of the lane and suit *place* that differ in use or *feature*."""
    pieces: dict[tuple[int, bool, int, Feature], Piece] = {}
    for piece in suit_pieces(*place, wilds, sets, catalogue):
        pieces.setdefault((piece.sets, piece.pair, len(piece.wilds), feature(piece)), piece)
    return pieces
