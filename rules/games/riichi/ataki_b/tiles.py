"""What the tiles may be read as: pairs with four equal tiles, a fifth tile that only counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rules.games.riichi import hand
from rules.games.riichi.draws import waiting_kinds
from rules.games.riichi.hand import SETS, SEVEN, without_sets
from rules.hands.covers import completes, completes_sets
from rules.hands.divide import natural_divisions
from rules.hands.keys import pack
from rules.hands.shapes import PAIRS, PUNGS
from rules.tiles import HONORS, KIND, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.games.riichi.hand import Hand, Winner
    from rules.hands.shapes import Part
    from rules.tiles import Tile

TILES_OF_PAIRS: Final = 14
COPIES: Final = 4


def hands(winner: Winner) -> list[Hand]:
    """Return every reading of a winner's tiles; four equal ones may be two pairs."""
    counts = Counter(winner.concealed)
    if counts[winner.tile] > COPIES:
        return hand.hands(winner, _with_a_fifth(winner))
    found = hand.hands(winner)
    if len(winner.concealed) == TILES_OF_PAIRS and _is_pairs(counts) and COPIES in counts.values():
        parts = tuple(PAIRS[kind] for kind in sorted(counts) for _ in range(counts[kind] // 2))
        found.append(without_sets(winner, parts, PAIRS[winner.tile], SEVEN))
    return found


def _is_pairs(counts: Counter[int]) -> bool:
    """Return whether nothing but pairs is left of the tiles."""
    return all(count % 2 == 0 for count in counts.values())


def waits(tiles: Sequence[Tile], melds: int) -> frozenset[int]:
    """Return the kinds that complete the concealed *tiles* beside *melds* sets laid down.

    Also those of which there is no tile left, because all four are among them.
    """
    counts = Counter(KIND[tile] for tile in tiles)
    found = set(waiting_kinds(tiles, melds))
    odd = [kind for kind, count in counts.items() if count % 2]
    if not melds and len(tiles) == TILES_OF_PAIRS - 1 and len(odd) == 1:
        found.update(odd)
    found.update(
        kind
        for kind, count in counts.items()
        if count == COPIES and _takes_a_fifth(counts, kind, SETS - melds)
    )
    return frozenset(found)


def _takes_a_fifth(counts: Counter[int], kind: int, sets: int) -> bool:
    """Return whether a fifth tile of *kind* would complete the tiles.

    Five equal tiles hold a pung or a pair, as runs have room for four of them.
    """
    with_pung, with_pair = counts - Counter({kind: 2}), counts - Counter({kind: 1})
    return completes(pack(with_pung.elements()), sets - 1) or completes_sets(
        pack(with_pair.elements()), sets
    )


def _with_a_fifth(winner: Winner) -> Iterator[tuple[Part, ...]]:
    """Yield the divisions of tiles of which five are equal.

    Nobody can win so; what a hand that waits for it would be worth is asked for a fine.
    """
    kind, sets = winner.tile, SETS - len(winner.melds)
    counts = Counter(winner.concealed)
    pung, pair = PUNGS[kind], PAIRS[kind]
    rest = counts - Counter({kind: 3})
    for parts in natural_divisions(pack(rest.elements()), sets - 1):
        yield (pung, *parts)
    # Sets without a pair are a division with one that nothing else can take, but for that.
    lone = next(one for one in range(HONORS, KINDS) if one != kind and not counts[one])
    rest = counts - Counter({kind: 2}) + Counter({lone: 2})
    for parts in natural_divisions(pack(rest.elements()), sets):
        if pung not in parts:
            yield (*(one for one in parts if one is not PAIRS[lone]), pair)
