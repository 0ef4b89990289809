"""Are the dice fair? Faces, pairs, and whether a throw follows from the one before."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kiosk.audit.statistics import ALPHA, Finding, chi2_tail, dice_needed, last_look, normal_tails

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiosk.audit.history import Throw

FACES: Final = range(1, 7)
LOOKS: Final = (300, 1_500, 7_500, 37_500)
"""Throws at which one looks, fixed beforehand; fewer tell nothing."""

TESTS: Final = 3
LIMIT: Final = ALPHA / (len(LOOKS) * TESTS)
"""The share of each look and test in the chance of suspecting fair dice."""

COMMON: Final = 0.1
"""What fair dice show as often as this is not worth a figure."""

BIAS_SHOWN: Final = 0.20
"""The share of one face for which the words say how many dice would be needed."""


@dataclass(frozen=True, slots=True)
class DiceAudit:
    """What the throws of one source show."""

    source: str
    there: int
    """Throws in the ledger."""
    looked_at: int
    """The first so many of them were looked at."""
    faces: tuple[int, ...]
    """How often each face came, 1 to 6, among those looked at."""
    pairs: tuple[tuple[int, ...], ...]
    """How often the first die showed the row's face with the second one the column's."""
    findings: tuple[Finding, ...]
    unproved: int
    """Throws without dice whose proof does not hold; of all, not only those looked at."""

    @property
    def is_fair(self) -> bool:
        """Whether nothing speaks against the dice."""
        return not self.unproved and not any(found.is_suspicious for found in self.findings)

    def words(self) -> list[str]:
        """Return what was found, in plain words."""
        head = f"{self.source}: {self.there} throws"
        lines = [f"{head}, of which the first {self.looked_at} were looked at"]
        if not self.looked_at:
            lines = [f"{head}: too few to say anything; the first look is at {LOOKS[0]}"]
        for found in self.findings:
            verdict = "SUSPICIOUS" if found.is_suspicious else "as fair dice do"
            lines.append(f"  {found.words}: {verdict} ({chance(found.likelihood)})")
        if self.unproved:
            lines.append(f"  {self.unproved} throws without dice have a proof that does not hold")
        if self.looked_at:
            dice, needed = sum(self.faces), dice_needed(BIAS_SHOWN, LIMIT)
            can = "would have been found" if dice >= needed else "could still be hidden"
            lines.append(f"  a face that comes 20 % of the time {can} (needs {needed} dice)")
        return lines


def chance(likelihood: float) -> str:
    """Return how often fair dice would look at least as odd, in words."""
    if likelihood < 1e-9:
        return "fair ones would never look so odd"
    if likelihood > COMMON:
        return "nothing odd"
    return f"fair ones look so odd once in {1 / likelihood:,.0f} times"


def audit_dice(throws: Sequence[Throw], source: str) -> DiceAudit:
    """Return what the *throws* of *source* show, oldest first."""
    ours = [throw for throw in throws if throw.source == source]
    looked_at = last_look(LOOKS, len(ours))
    rows = [throw.pips for throw in ours[:looked_at]]
    faces = Counter(face for row in rows for face in row)
    pairs = Counter((row[0], row[1]) for row in rows if len(row) >= 2)
    found = (_faces(faces), _pairs(pairs), _order(rows)) if looked_at else ()
    return DiceAudit(
        source,
        len(ours),
        looked_at,
        tuple(faces[face] for face in FACES),
        tuple(tuple(pairs[first, second] for second in FACES) for first in FACES),
        found,
        sum(not throw.is_proved for throw in ours),
    )


def _faces(faces: Counter[int]) -> Finding:
    """Test whether all faces come equally often: chi-squared, 5 degrees of freedom."""
    expected = faces.total() / 6
    value = sum((faces[face] - expected) ** 2 / expected for face in FACES)
    low, high = min(FACES, key=faces.__getitem__), max(FACES, key=faces.__getitem__)
    words = f"faces: rarest {low} ({faces[low]}), commonest {high} ({faces[high]})"
    return Finding("faces", chi2_tail(value, 5), LIMIT, words)


def _pairs(pairs: Counter[tuple[int, int]]) -> Finding:
    """Test whether one die tells something of the other: chi-squared, 25 degrees of freedom."""
    total = pairs.total()
    first = [sum(pairs[face, other] for other in FACES) for face in FACES]
    second = [sum(pairs[other, face] for other in FACES) for face in FACES]
    value = 0.0
    for one, other in itertools.product(range(6), repeat=2):
        expected = first[one] * second[other] / total if total else 0.0
        if expected:
            value += (pairs[one + 1, other + 1] - expected) ** 2 / expected
    doubles = sum(pairs[face, face] for face in FACES)
    words = f"pairs: {doubles} doubles in {total} throws, a sixth is {total / 6:.0f}"
    return Finding("pairs", chi2_tail(value, 25), LIMIT, words)


def _order(rows: Sequence[tuple[int, ...]]) -> Finding:
    """Test whether a throw follows from the one before: correlation of neighbouring totals."""
    steps = [
        (sum(before), sum(after))
        for before, after in itertools.pairwise(rows)
        if len(before) == len(after)
    ]
    related = _correlation(steps)
    z = related * math.sqrt(len(steps))
    words = f"order: neighbouring throws correlate by {related:+.3f}, 0 is none"
    return Finding("order", normal_tails(z), LIMIT, words)


def _correlation(steps: Sequence[tuple[int, int]]) -> float:
    """Return how much the second of each pair follows the first, from -1 to 1."""
    if not steps:
        return 0.0
    means = [sum(column) / len(steps) for column in zip(*steps, strict=True)]
    spreads = [
        math.sqrt(sum((value - mean) ** 2 for value in column))
        for column, mean in zip(zip(*steps, strict=True), means, strict=True)
    ]
    if not all(spreads):
        return 1.0  # the same total every time
    joint: float = sum((a - means[0]) * (b - means[1]) for a, b in steps)
    return float(joint / (spreads[0] * spreads[1]))
