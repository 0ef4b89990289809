"""Which sets a game knows: runs and pungs everywhere, runs of honors where the sheet has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.readings.keys import RANKS
from rules.readings.parts import PUNGS, RUNS, Part, part


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The sets that may be formed, by suit; pairs of every kind are always allowed.

    Each is itself only, so that remembering by it need not look at its sets.
    """

    name: str
    """Names the table of honors in the resource as well."""
    sets: tuple[tuple[Part, ...], ...]
    """For each of the four suits its sets, ordered by lowest kind."""


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


STANDARD: Final = _catalogue("standard", ())
"""Runs in the suits, pungs everywhere."""

HONOR_RUNS: Final = _catalogue(
    "honor_runs", ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (4, 5, 6))
)
"""Besides, any three different winds and the three dragons: nanchang.md, "Play"."""
