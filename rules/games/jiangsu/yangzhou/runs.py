"""What the runs of one reading make together: yangzhou.md, "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.scoring.kinds import suits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

FOUR: Final = 4
STEP: Final = 3
"""From a run to the one that goes on from it: 123, 456."""
SUITS: Final = 3


class Runs(NamedTuple):
    """The runs of a reading, each by its lowest kind."""

    times: Mapping[int, int]
    """How often each of them is there."""
    doubled: frozenset[int]
    """Those that are there just twice."""

    @property
    def alike(self) -> Mapping[int, int]:
        """Return in how many suits the run of each rank is there."""
        return Counter(kind % 9 for kind in self.times)

    @property
    def in_a_row(self) -> list[int]:
        """Return the lower runs of all six in a row (連副)."""
        return [kind for kind in self.times if kind % 9 <= STEP and kind + STEP in self.times]

    @property
    def terminal(self) -> list[int]:
        """Return the 123 of all suits that have 789 too (老少)."""
        return [kind for kind in self.times if kind % 9 == 0 and kind + 2 * STEP in self.times]


def _mirrored(kinds: Collection[int]) -> bool:
    """Return whether two of *kinds* are alike but for the suit."""
    return len({kind % 9 for kind in kinds}) < len(kinds)


def _doubled_apart(runs: Runs, distance: int) -> bool:
    """Return whether two doubled runs of a suit are *distance* ranks apart."""
    return any(
        kind + distance in runs.doubled and kind // 9 == (kind + distance) // 9
        for kind in runs.doubled
    )


TABLE: Final[Mapping[str, Callable[[Runs], int]]] = {
    "two_terminal_sequences": lambda runs: len(runs.terminal),
    "mixed_double_sequence": lambda runs: sum(comb(count, 2) for count in runs.alike.values()),
    "short_straight": lambda runs: len(runs.in_a_row),
    "all_sequences": lambda runs: sum(runs.times.values()) == FOUR,
    "pure_double_sequence": lambda runs: any(count > 1 for count in runs.times.values()),
    "straight": lambda runs: any(kind + STEP in runs.times for kind in runs.terminal),
    "three_similar_sequences": lambda runs: SUITS in runs.alike.values(),
    "mirrored_terminal_sequences": lambda runs: _mirrored(runs.terminal),
    "mirrored_short_straights": lambda runs: _mirrored(runs.in_a_row),
    "twice_pure_double_sequence": lambda runs: len(runs.doubled) == 2,
    "four_similar_sequences": lambda runs: (
        sum(runs.times.values()) == FOUR
        and len(suits(runs.times)) == SUITS
        and len(runs.alike) == 1
    ),
    "pure_triple_sequence": lambda runs: any(count > 2 for count in runs.times.values()),
    "double_mixed_double_sequence": lambda runs: _mirrored(runs.doubled),
    "double_short_straight": lambda runs: _doubled_apart(runs, STEP),
    "double_terminal_sequences": lambda runs: _doubled_apart(runs, 2 * STEP),
    "pure_quadruple_sequence": lambda runs: FOUR in runs.times.values(),
}
"""How often each element of runs holds, exclusions not made."""


@lru_cache(maxsize=1 << 15)
def of_runs(kinds: tuple[int, ...]) -> Mapping[str, int]:
    """Return the elements that the runs beginning at *kinds*, ascending, make."""
    times = Counter(kinds)
    runs = Runs(times, frozenset(kind for kind, count in times.items() if count == 2))
    return {name: often for name, judge in TABLE.items() if (often := int(judge(runs)))}
