"""Which sets a game knows: runs and pungs everywhere, runs of honors where the sheet has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from rules.readings.keys import BASE, LANE, RANKS, SHIFT
from rules.readings.parts import PAIRS, PUNGS, RUNS, Part, part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Ways = tuple[tuple[Part, ...], ...]
"""The ways to use up some tiles; in each the pair is last."""

SMALL: Final = 2
"""How many sets the divisions have that are worked out once for all."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The sets that may be formed, by suit; pairs of every kind are always allowed.

    Each is itself only, so that remembering by it need not look at its sets.
    """

    name: str
    """Names the table of honors in the resource as well."""
    sets: tuple[tuple[Part, ...], ...]
    """For each of the four suits its sets, ordered by lowest kind."""
    small: tuple[Mapping[int, Ways], ...] = field(init=False, repr=False)
    """For each suit the counts that two sets and a pair at most use up, as lanes, and how."""

    def __post_init__(self) -> None:
        """Work out the small divisions, once for the life of the program."""
        object.__setattr__(self, "small", tuple(map(_small, self.sets)))


def _catalogue(name: str, honor_runs: tuple[tuple[int, ...], ...]) -> Catalogue:
    """Return the catalogue with the given honor runs (places 0–6 in `1z`–`7z`)."""
    suits = []
    for suit, ranks in enumerate(RANKS):
        sets: list[Part] = [PUNGS[suit * 9 + rank] for rank in range(ranks)]
        if suit < 3:
            sets += [RUNS[suit * 9 + rank] for rank in range(ranks - 2)]
        else:
            sets += [part("honors", tuple(27 + place for place in run)) for run in honor_runs]
        suits.append(tuple(sorted(sets, key=lambda item: item.kinds)))
    return Catalogue(name, tuple(suits))


def _small(sets: tuple[Part, ...]) -> Mapping[int, Ways]:
    """Return the counts that up to `SMALL` of *sets*, and a pair or none, use up."""
    worth = {item: sum(LANE[kind] for kind in item.kinds) for item in (*sets, *PAIRS)}
    shift = SHIFT * sets[0].suit
    found: dict[int, Ways] = {}
    for parts in filter(_has_room, _choices(sets)):
        lane = sum([worth[item] for item in parts]) >> shift
        found[lane] = (*found.get(lane, ()), parts)
    return found


def _choices(sets: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Yield every choice of up to `SMALL` of *sets*, each alone and with every pair."""
    pairs = [item for item in PAIRS if item.suit == sets[0].suit]
    for made in range(SMALL + 1):
        for chosen in combinations_with_replacement(sets, made):
            yield chosen
            yield from ((*chosen, pair) for pair in pairs)


def _has_room(parts: tuple[Part, ...]) -> bool:
    """Return whether two sets and a pair ask for no more than four tiles of a kind.

    Without a pung among them they cannot.
    """
    for item in parts:
        if item.is_triplet:
            kinds = [kind for other in parts for kind in other.kinds]
            if kinds.count(item.kind) >= BASE:
                return False
    return True


STANDARD: Final = _catalogue("standard", ())
"""Runs in the suits, pungs everywhere."""

HONOR_RUNS: Final = _catalogue(
    "honor_runs", ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (4, 5, 6))
)
"""Besides, any three different winds and the three dragons: nanchang.md, "Play"."""
