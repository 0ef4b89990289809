"""Are the dice fair? Faces, pairs, what follows the last throw; asked after every hand."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kiosk.fairness.history import Throw, throws_of
from kiosk.fairness.statistics import (
    ALPHA,
    Finding,
    chi2_tail,
    dice_needed,
    last_look,
)
from kiosk.session.events import HandSettled, LedgerEvent, SeatsChanged, SessionClosed

Say = Callable[..., str]

FACES: Final = range(1, 7)
LOOKS: Final = (300, 1_500, 7_500, 37_500)
"""Throws at which one looks, fixed beforehand; fewer tell nothing."""

TESTS: Final = 4
LIMIT: Final = ALPHA / (len(LOOKS) * TESTS)
"""The share of each look and test in the chance of suspecting fair dice."""

CRITICAL: Final = {1: 16.0254, 5: 26.7961, 25: 61.6102}
"""What chi-squared reaches as often as `LIMIT` says, by degrees of freedom.

The kiosk asks after every hand and need not have SciPy, which only the figures are told by.
"""

COMMON: Final = 0.1
"""What fair dice show as often as this is not worth a figure."""

BIAS_SHOWN: Final = 0.20
"""The share of one face for which the words say how many dice would be needed."""


@dataclass(frozen=True, slots=True)
class DiceFinding:
    """One test of dice: a value of chi-squared, and its degrees of freedom."""

    name: str
    value: float
    freedom: int
    facts: Mapping[str, object]
    """What was seen, for the words under `audit.<name>` in the catalogue."""

    @property
    def likelihood(self) -> float:
        """How likely fair dice show at least this much."""
        return chi2_tail(self.value, self.freedom)

    @property
    def is_suspicious(self) -> bool:
        """Whether fair dice would hardly ever show this."""
        return self.value > CRITICAL[self.freedom]


@dataclass(frozen=True, slots=True)
class DiceAudit:
    """What the throws of one source show."""

    source: str
    there: int
    """Throws in the ledger."""
    looked_at: int
    """How many of them were looked at, from the first on."""
    faces: tuple[int, ...]
    """How often each face came, 1 to 6, among those looked at."""
    pairs: tuple[tuple[int, ...], ...]
    """How often the first die showed the row's face with the second one the column's."""
    findings: tuple[DiceFinding, ...]
    unproved: int
    """Throws without dice whose proof does not hold; of all, not only those looked at."""

    @property
    def is_fair(self) -> bool:
        """Whether nothing speaks against the dice."""
        return not self.unproved and not any(finding.is_suspicious for finding in self.findings)

    def words(self, t: Say) -> list[str]:
        """Return what was found, in plain words of the catalogue that *say* speaks for."""
        facts = {"source": t(f"audit.source.{self.source}"), "there": self.there}
        if not self.looked_at:
            few = [t("audit.dice.few", **facts, first=LOOKS[0])]
            return few + self._proof_words(t)
        lines = [t("audit.dice", **facts, looked=self.looked_at)]
        lines += [
            "  " + finding_words(finding, "audit.as_fair_dice", t) for finding in self.findings
        ]
        dice, min_dice = sum(self.faces), dice_needed(BIAS_SHOWN, LIMIT)
        power = "audit.would_show" if dice >= min_dice else "audit.could_hide"
        return [*lines, *self._proof_words(t), "  " + t(power, dice=min_dice)]

    def _proof_words(self, t: Say) -> list[str]:
        return ["  " + t("audit.unproved", count=self.unproved)] if self.unproved else []


def finding_words(finding: Finding | DiceFinding, as_fair: str, t: Say) -> str:
    """Return what a test found as one line; *as_fair* is the key of what is said of fair ones."""
    verdict = t("audit.suspicious" if finding.is_suspicious else as_fair)
    observation = t(f"audit.{finding.name}", **finding.facts)
    return t("audit.line", seen=observation, verdict=verdict, chance=chance(finding.likelihood, t))


def chance(likelihood: float, t: Say) -> str:
    """Return how often fair dice would look at least as odd, in words."""
    if likelihood < 1e-9:
        return t("audit.chance.never")
    if likelihood > COMMON:
        return t("audit.chance.nothing")
    return t("audit.chance.once", times=f"{1 / likelihood:,.0f}")


def audit_dice(throws: Sequence[Throw], source: str) -> DiceAudit:
    """Return what the *throws* of *source* show, oldest first."""
    ours = [throw for throw in throws if throw.source == source]
    looked_at = last_look(LOOKS, len(ours))
    sample = ours[:looked_at]
    rows = [throw.pips for throw in sample]
    faces = Counter(face for row in rows for face in row)
    pairs = Counter((row[0], row[1]) for row in rows if len(row) >= 2)
    findings = (_faces(faces), _pairs(pairs), _order(rows), *_length(sample)) if looked_at else ()
    return DiceAudit(
        source,
        len(ours),
        looked_at,
        tuple(faces[face] for face in FACES),
        tuple(tuple(pairs[first, second] for second in FACES) for first in FACES),
        findings,
        sum(not throw.is_proved for throw in ours),
    )


def _faces(faces: Counter[int]) -> DiceFinding:
    """Test whether all faces come equally often: chi-squared, 5 degrees of freedom."""
    expected = faces.total() / 6
    value = sum((faces[face] - expected) ** 2 / expected for face in FACES)
    low, high = min(FACES, key=faces.__getitem__), max(FACES, key=faces.__getitem__)
    facts = {"low": low, "lows": faces[low], "high": high, "highs": faces[high]}
    return DiceFinding("faces", value, 5, facts)


def _pairs(pairs: Counter[tuple[int, int]]) -> DiceFinding:
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
    facts = {"doubles": doubles, "total": total, "sixth": f"{total / 6:.0f}"}
    return DiceFinding("pairs", value, 25, facts)


def _order(rows: Sequence[tuple[int, ...]]) -> DiceFinding:
    """Test whether a throw follows from the one before: correlation of neighbouring totals."""
    steps = [
        (sum(before), sum(after))
        for before, after in itertools.pairwise(rows)
        if len(before) == len(after)
    ]
    correlation = _correlation(steps)
    return DiceFinding("order", correlation**2 * len(steps), 1, {"related": f"{correlation:+.3f}"})


def _length(throws: Sequence[Throw]) -> Iterator[DiceFinding]:
    """Test whether the pips follow from how long the dice were shaken, where that was measured.

    Dice that a hidden magnet turns need another time than those that roll freely.
    """
    timed_throws = [throw for throw in throws if throw.rolled_ms]
    if len(timed_throws) < LOOKS[0] or len({throw.rolled_ms for throw in timed_throws}) == 1:
        return
    correlation = _correlation([(throw.rolled_ms, sum(throw.pips)) for throw in timed_throws])
    facts = {"related": f"{correlation:+.3f}", "total": len(timed_throws)}
    yield DiceFinding("length", correlation**2 * len(timed_throws), 1, facts)


def _correlation(steps: Sequence[tuple[int, int]]) -> float:
    """Return how much the second of each pair follows the first, from -1 to 1."""
    if len(steps) < 2:
        return 0.0
    before, after = zip(*steps, strict=True)
    try:
        return statistics.correlation(before, after)
    except statistics.StatisticsError:
        return 1.0  # the same total every time


OF_MACHINES: Final = frozenset({"motor_sensor", "motor_camera", "rng"})
"""Sources that the house answers for; dice thrown by hand are the players' own."""


class DiceWatch:
    """Follows a ledger and looks at the dice when a number of throws fixed beforehand is full.

    What a look finds is told for the rest of the session, and again if the next look finds it.
    """

    def __init__(self) -> None:
        self.is_suspicious = False
        """Whether the last look of this session found dice that look unfair."""
        self._throws: dict[str, list[Throw]] = {}

    def note(self, event: LedgerEvent) -> None:
        """Take in the next *event* of the ledger."""
        if isinstance(event, SessionClosed):
            self.is_suspicious = False
        if isinstance(event, HandSettled | SeatsChanged | SessionClosed):
            for throw in throws_of(event):
                self._add(throw)

    def _add(self, throw: Throw) -> None:
        if throw.source not in OF_MACHINES:
            return
        throws = self._throws.setdefault(throw.source, [])
        throws.append(throw)
        if len(throws) in LOOKS:
            self.is_suspicious = not audit_dice(throws, throw.source).is_fair
