"""Which sets a game knows: runs and pungs everywhere, runs of honors where the sheet has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rules.hands.keys import BASE, LANE, RANKS, SHIFT
from rules.hands.shapes import PAIRS, PUNGS, RUNS, Part, part

Ways = tuple[tuple[Part, ...], ...]
"""The ways to use up some tiles; in each the pair is last."""

SMALL: Final = 3
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
    """For each suit the counts that `SMALL` sets and a pair at most use up, as lanes, and how."""

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


@cache
def _small(sets: tuple[Part, ...]) -> Mapping[int, Ways]:
    """Return the counts that up to `SMALL` of *sets*, and a pair or none, use up."""
    pairs = [_requirement(item) for item in PAIRS if item.suit == sets[0].suit]
    ways_by_lane: dict[int, list[tuple[Part, ...]]] = {}
    for parts, lane in _choices([_requirement(item) for item in sets]):
        ways_by_lane.setdefault(lane, []).append(parts)
        for pair, worth, room in pairs:
            if _has_room(lane, room):
                ways_by_lane.setdefault(lane + worth, []).append((*parts, pair))
    return {lane: tuple(ways) for lane, ways in ways_by_lane.items()}


def _choices(requirements: list[Requirement]) -> Iterator[tuple[tuple[Part, ...], int]]:
    """Yield every choice of up to `SMALL` sets and what it uses up, the smaller ones first."""
    choices: list[tuple[tuple[Part, ...], int, int]] = [((), 0, 0)]
    for _ in range(SMALL):
        yield from [(parts, lane) for parts, lane, _ in choices]
        choices = [
            ((*parts, item), lane + worth, place)
            for parts, lane, first in choices
            for place, (item, worth, room) in enumerate(requirements[first:], first)
            if _has_room(lane, room)
        ]
    yield from [(parts, lane) for parts, lane, _ in choices]


Requirement = tuple[Part, int, tuple[tuple[int, int], ...]]
"""A part, its lane, and for each of its kinds the power and how many may be there before."""


def _requirement(item: Part) -> Requirement:
    room = []
    for kind in sorted(set(item.kinds)):
        room.append((BASE ** (kind % 9), BASE - 1 - item.kinds.count(kind)))
    return item, sum(LANE[kind] for kind in item.kinds) >> SHIFT * item.suit, tuple(room)


def _has_room(lane: int, room: Iterable[tuple[int, int]]) -> bool:
    """Return whether the counts *lane* leave *room* for one more part, four tiles to a kind."""
    for power, most in room:  # noqa: SIM110 -- takes a third of the time that a generator does
        if lane // power % BASE > most:
            return False
    return True


STANDARD: Final = _catalogue("standard", ())
"""Runs in the suits, pungs everywhere."""

HONOR_RUNS: Final = _catalogue(
    "honor_runs", ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (4, 5, 6))
)
"""Besides, any three different winds and the three dragons: nanchang.md, "Play"."""
