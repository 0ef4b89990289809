"""How tiles make a winning hand, and what each way of reading them holds: nanchang.md, "Winning".

A reading is *hard* when every jing stands for itself (virtue), else *soft*: then all jings
of the hand are wild, and one may stand for its own face among others. A hard reading is
worth at least as much as a soft one of the same tiles, so soft ones never have virtue.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.jiangxi.nanchang.soft import (
    Soft,
    laid_anyhow,
    laid_freely,
    laid_in_pungs,
    paired_otherwise,
    paired_with_jing,
)
from rules.hands.catalogue import HONOR_RUNS
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, SINGLES
from rules.hands.special import APART, room
from rules.tiles import HONORS, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.games.jiangxi.nanchang.jings import Jings
    from rules.hands.shapes import Part

SETS: Final = 4
FINISHES: Final = {
    "self_draw": ((laid_freely, False), (paired_with_jing, True)),
    "discard": ((paired_otherwise, False), (laid_freely, True)),
    "robbed_kong": ((laid_freely, False),),
}
"""Ways to lay a hand out that tell by what its pair is, and whether that is the jing's."""
ALL_HONORS: Final = frozenset(range(HONORS, KINDS))


class Won(NamedTuple):
    """A hand with the tile that is to complete it."""

    held: tuple[int, ...]
    """The concealed tiles without the winning one."""
    tile: int
    by: str
    melds: tuple[Part, ...]
    jings: Jings

    @property
    def is_drawn(self) -> bool:
        """Return whether the winning tile is the winner's own."""
        return self.by == "self_draw"

    @property
    def naturals(self) -> list[int]:
        """Return the tiles that are not wild; another seat's is not, whatever its face (D4)."""
        found = [kind for kind in self.held if kind not in self.jings]
        return found if self.last is None else [*found, self.tile]

    @property
    def last(self) -> int | None:
        """Return the kind of the winning tile, nothing for a drawn jing."""
        return None if self.is_drawn and self.tile in self.jings else self.tile


class Shape(NamedTuple):
    """One reading, with the elements that depend on how the tiles are read."""

    reading: Reading
    elements: frozenset[str]
    needs_own: bool = False
    """Whether the winning tile pairs with a wild jing, which no discard may do (D5)."""


def shapes(won: Won) -> list[Shape]:
    """Return the ways to read the hand that may be judged differently."""
    naturals = won.naturals
    wilds = len(won.held) + 1 - len(naturals)
    found = [*_hard_sets(won)]
    if wilds:
        found += _soft_sets(won, naturals)
    if not won.melds:
        found += _hard_loose(won)
        if wilds:
            found += _soft_pairs(won, naturals, wilds)
            found += _soft_unrelated(won, naturals, wilds)
    return found


def _names(**claims: bool) -> frozenset[str]:
    """Return the names of the claims that hold."""
    return frozenset([name for name, holds in claims.items() if holds])


def _hard_sets(won: Won) -> Iterator[Shape]:
    """Yield the divisions in which every jing stands for itself."""
    key = pack((*won.held, won.tile))
    for division in divisions(key, SETS - len(won.melds), 0, HONOR_RUNS):
        reading = Reading(division.parts, won.melds)
        pair = next(part.kind for part in division.parts if part.is_pair)
        names = _names(
            all_pungs=_all_pungs(reading.parts),
            no_wild=True,
            wild_pair_wait=won.last is None and pair == won.tile,
        )
        yield Shape(reading, names)


def _soft_sets(won: Won, naturals: list[int]) -> Iterator[Shape]:
    """Yield sets and a pair with wild jings, one of each way in which they count."""
    soft = Soft(pack(naturals), SETS - len(won.melds), won.last, won.jings.main)
    for layer in (laid_in_pungs, laid_anyhow):
        if layer is laid_in_pungs and not _all_pungs(won.melds):
            continue
        for finish, with_jing in FINISHES[won.by]:
            parts = finish(soft, layer)
            if parts is None:
                continue
            names = _names(
                all_pungs=layer is laid_in_pungs, wild_pair_wait=with_jing and won.is_drawn
            )
            yield Shape(_soft_reading(parts, won, naturals), names, needs_own=with_jing)


def _soft_reading(parts: tuple[Part, ...], won: Won, naturals: list[int]) -> Reading:
    """Return the reading in which wild jings stand for what *parts* have beyond *naturals*."""
    asked = Counter([kind for part in parts for kind in part.kinds])
    return Reading(parts, won.melds, tuple(sorted((asked - Counter(naturals)).elements())))


def _all_pungs(parts: Iterable[Part]) -> bool:
    """Return whether every set of *parts* is a pung or kong."""
    return all(part.is_triplet or part.is_pair for part in parts)


def _hard_loose(won: Won) -> Iterator[Shape]:
    """Yield seven pairs and fourteen unrelated tiles in which every jing stands for itself."""
    counts = Counter((*won.held, won.tile))
    if all(count % 2 == 0 for count in counts.values()):
        names = _names(seven_pairs=True, no_wild=True, wild_pair_wait=won.last is None)
        yield Shape(Reading(_pairs(counts)), names)
    if _are_unrelated(counts):
        stars = counts.keys() >= ALL_HONORS
        names = _names(thirteen_unrelated=True, seven_stars=stars, no_wild=True)
        yield Shape(Reading(_singles(counts)), names)


def _soft_pairs(won: Won, naturals: list[int], wilds: int) -> Iterator[Shape]:
    """Yield seven pairs with wild jings: one for each odd tile, the others by twos."""
    counts = Counter(naturals)
    odd = [kind for kind, count in counts.items() if count % 2]
    spare = wilds - len(odd)
    if spare < 0:
        return
    is_odd = won.last in odd
    with_jing = is_odd or spare >= 2
    stands_for = (*odd, *(won.jings.main if won.last is None else won.last,) * spare)
    reading = Reading(_pairs(counts + Counter(stands_for)), (), tuple(sorted(stands_for)))
    names = _names(seven_pairs=True, wild_pair_wait=won.is_drawn and with_jing)
    is_alone = is_odd and counts[won.tile] == 1
    yield Shape(reading, names, needs_own=is_alone and won.by == "discard")


def _soft_unrelated(won: Won, naturals: list[int], wilds: int) -> Iterator[Shape]:
    """Yield fourteen unrelated tiles with wild jings, the seven stars where they can be had."""
    counts = Counter(naturals)
    if not _are_unrelated(counts):
        return
    suited = room(counts)
    missing = sorted(ALL_HONORS - counts.keys())
    by_themselves = {*won.held, won.tile}.issuperset(missing)
    stars = by_themselves and wilds <= len(missing) + len(suited)
    places = [*missing, *suited] if stars else [*suited, *missing]
    if len(places) < wilds:
        return
    stands_for = places[:wilds]
    singles = _singles(counts + Counter(stands_for))
    yield Shape(
        Reading(singles, (), tuple(sorted(stands_for))),
        _names(thirteen_unrelated=True, seven_stars=stars),
    )


def _are_unrelated(counts: Counter[int]) -> bool:
    """Return whether no two tiles are alike, or of one suit and near each other."""
    kinds = sorted(counts)
    return max(counts.values()) == 1 and all(
        high >= HONORS or low // 9 != high // 9 or high - low >= APART
        for low, high in pairwise(kinds)
    )


def _pairs(counts: Counter[int]) -> tuple[Part, ...]:
    """Return the pairs of tiles that are all there an even number of times."""
    return tuple(PAIRS[kind] for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _singles(kinds: Iterable[int]) -> tuple[Part, ...]:
    """Return the tiles of a hand without sets."""
    return tuple(SINGLES[kind] for kind in sorted(kinds))
