"""Yiwu's and Wenzhou's hands judged plainly: fortune tiles are replaced by every tile in turn.

Slow, and sharing nothing with the engine but the record: what it says is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.tiles import HONORS, KINDS, TILES, parse
from tests.rules.records import Data

WHITE = TILES["5z"]
Kinds = tuple[int, ...]


def is_sets(kinds: Kinds, *, pair: bool) -> bool:
    """Return whether *kinds*, ascending, are sets and, if wanted, a pair: the lowest first."""
    if not kinds:
        return not pair
    first = kinds[0]
    groups = [((first,) * 3, pair)]
    if pair:
        groups.append(((first,) * 2, False))
    if first < HONORS and first % 9 < 7:
        groups.append(((first, first + 1, first + 2), pair))
    left = Counter(kinds)
    return any(
        all(left[kind] >= count for kind, count in Counter(group).items())
        and is_sets(tuple(sorted((left - Counter(group)).elements())), pair=still)
        for group, still in groups
    )


def are_pairs(kinds: Kinds, loose: int = 0) -> bool:
    """Return whether *kinds* are pairs but for *loose* tiles."""
    return sum(count % 2 for count in Counter(kinds).values()) == loose


def are_unrelated(kinds: Kinds) -> bool:
    """Return whether no two of *kinds* are alike, nor of a suit and one or two ranks apart."""
    return not any(
        one == other or (other < HONORS and one // 9 == other // 9 and abs(one - other) < 3)
        for place, one in enumerate(kinds)
        for other in kinds[:place]
    )


@dataclass(frozen=True)
class Held:
    """What a winner holds beside the sets laid down, whites as what they are."""

    naturals: Kinds
    wilds: int
    wild: int
    melds: int
    has_white: bool

    def readings(self, *, without: int = 0) -> Iterator[tuple[Kinds, bool]]:
        """Yield the tiles with wilds, but for some, as any tiles; and whether all are at face."""
        faces = [kind for kind in range(KINDS) if kind != WHITE or self.wild == WHITE]
        for stand_for in combinations_with_replacement(faces, self.wilds - without):
            kinds = tuple(sorted((*self.naturals, *stand_for)))
            yield kinds, all(kind == self.wild for kind in stand_for)


def read_hand(data: Data, *, with_last: bool) -> Held:
    """Return what the winner of *data* holds, with or without the last tile."""
    (win,) = data["wins"]
    seat = data["seats"][win["seat"]]
    wild = TILES[data["deal"]["indicators"][0]]
    tiles = [*parse(seat["hand"]), *(parse(win["tile"]) if with_last else ())]
    meld_tiles = [tile for meld in seat["melds"] for tile in parse(meld["tiles"])]
    is_white = {tile: wild for tile in [WHITE] if wild != WHITE}
    naturals = tuple(is_white.get(tile, tile) for tile in tiles if tile != wild)
    has_white = wild != WHITE and WHITE in (*tiles, *meld_tiles)
    return Held(naturals, len(tiles) - len(naturals), wild, len(seat["melds"]), has_white)


def waits_alone(before: Held, *, with_pairs: bool) -> bool:
    """Return whether a wild is left when all others are sets, or pairs where these count."""
    return before.wilds > 0 and any(
        is_sets(kinds, pair=False) or (with_pairs and not before.melds and are_pairs(kinds))
        for kinds, _ in before.readings(without=1)
    )


def yiwu(data: Data) -> str:
    """Return the element of a hand without marks and floats, or the code of its refusal."""
    before, full = read_hand(data, with_last=False), read_hand(data, with_last=True)
    by = data["wins"][0]["by"]
    if not any(
        is_sets(kinds, pair=True) or (not full.melds and (are_pairs(kinds) or are_unrelated(kinds)))
        for kinds, _ in full.readings()
    ):
        return "not_a_win"
    alone = waits_alone(before, with_pairs=True)
    if (by == "discard" and full.wilds > 1) or (by != "self_draw" and alone):
        return "barred"
    if by == "discard":
        return "barred" if before.wilds < full.wilds else "common_win"
    return "wild_pair_wait" if alone else "self_draw"


def wenzhou(data: Data) -> str | tuple[int, set[str]]:
    """Return class and elements of a hand without marks, or the code of its refusal."""
    before, full = read_hand(data, with_last=False), read_hand(data, with_last=True)
    by, options = data["wins"][0]["by"], data.get("options", {})
    always = {"self_draw"} if by == "self_draw" else set()
    hard_white = options.get("hard_white", True) or not full.has_white
    candidates: list[tuple[int, set[str]]] = []
    for kinds, at_face in full.readings():
        if is_sets(kinds, pair=True):
            name = "wild_as_itself" if full.wilds else "no_wild"
            hard = always | ({name} if at_face and hard_white else set())
            double = {"single_wait_on_four_melds"} if full.melds == 5 else set()
            candidates.append((4, double) if double else (2, hard) if hard else (1, {"soft_win"}))
        if not full.melds and are_pairs(kinds, loose=1):
            soft = always | {"soft_eight_pairs"}
            candidates.append((4, {"hard_eight_pairs"}) if at_face else (2, soft))
    if not candidates:
        return "not_a_win"
    if by != "self_draw" and waits_alone(before, with_pairs=False):
        return "barred"
    return max(candidates, key=lambda one: (one[0], len(one[1])))
