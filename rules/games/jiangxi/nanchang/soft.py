"""Sets and a pair with wild jings, in the ways that count differently.

Elements and bars ask whether the sets can be all pungs, and whether the pair can or
must be a jing with the winning tile. Each question is answered by itself, from the
cover tables or from counts, so it does not matter how many jings there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.catalogue import HONOR_RUNS
from rules.hands.keys import LANE, counts
from rules.hands.laying import held, lay, sets_with, without
from rules.hands.shapes import PAIRS, PUNGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.hands.keys import Key
    from rules.hands.shapes import Part

    Layer = Callable[["Soft", Key, int, int], tuple[Part, ...] | None]

PUNG: Final = 3


class Soft(NamedTuple):
    """The tiles of a hand whose jings are all wild."""

    key: Key
    """The natural tiles, the winning one among them unless it is a drawn jing."""
    sets: int
    """How many sets the concealed tiles have to form beside the pair."""
    last: int | None
    """The kind of the winning tile; `None` for a drawn jing."""
    spare: int
    """What wild tiles stand for where it does not matter."""


def laid_anyhow(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return *sets* sets and *pairs* pairs that the tiles of *key* can be, if any."""
    return lay(key, sets, pairs, soft.spare, HONOR_RUNS)


def laid_in_pungs(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return the same with pungs only; four alike are a pung and one tile over."""
    there = counts(key)
    groups = [kind for kind, count in enumerate(there) for _ in range(0, count, PUNG)]
    loose = [kind for kind in groups if there[kind] % PUNG]
    eyes: list[int] = []
    if len(groups) > sets and pairs and loose:
        eyes = loose[-1:]
        groups.remove(eyes[0])
    if len(groups) > sets:
        return None
    groups += [soft.spare] * (sets - len(groups))
    eyes += [soft.spare] * (pairs - len(eyes))
    return (*(PUNGS[kind] for kind in groups), *(PAIRS[kind] for kind in eyes))


def laid_freely(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return any sets and pair that *layer* finds."""
    return layer(soft, soft.key, soft.sets, 1)


def paired_with_jing(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair, the pair being the winning tile and a jing from the hand."""
    rest, pair = soft.key, soft.spare
    if soft.last is not None:
        rest, pair = rest - LANE[soft.last], soft.last
    found = layer(soft, rest, soft.sets, 0)
    return None if found is None else (*found, PAIRS[pair])


def paired_otherwise(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair in which another seat's tile is no jing's partner.

    Where there is a second tile of its kind, that one is its partner, or one of them is in a set.
    """
    assert soft.last is not None
    if held(soft.key, soft.last) > 1:
        return laid_freely(soft, layer)
    for part in sets_with(soft.last, HONOR_RUNS):
        found = layer(soft, without(soft.key, part), soft.sets - 1, 1)
        if found is not None and (layer is laid_anyhow or part.is_triplet):
            return (part, *found)
    return None
