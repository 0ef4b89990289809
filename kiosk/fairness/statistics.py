"""What a test found, in SciPy's distributions; its import takes a second, so it waits for use."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ALPHA: Final = 0.001
"""How often a fair table may be suspected, all looks and tests together."""
POWER: Final = 0.9
"""How surely a bias of the size told is found."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One test: how likely a fair table shows at least this much, and the limit for that."""

    name: str
    likelihood: float
    limit: float
    facts: Mapping[str, object]
    """What was seen, for the words under `audit.<name>` in the catalogue."""

    @property
    def is_suspicious(self) -> bool:
        """Whether a fair table would hardly ever show this."""
        return self.likelihood < self.limit


def last_look(looks: Sequence[int], there: int) -> int:
    """Return the largest of *looks* that *there* things fill, 0 where they fill none."""
    return max((look for look in looks if look <= there), default=0)


def chi2_tail(value: float, freedom: int) -> float:
    """Return how likely chi-squared with *freedom* degrees comes out at *value* or more."""
    from scipy import stats

    return float(stats.chi2.sf(value, freedom))


def dice_needed(share: float, alpha: float = ALPHA) -> int:
    """Return from how many dice on a face that comes in *share* of all is found, nine times in ten.

    The other five faces come equally often; *share* is not a sixth.
    """
    from scipy import optimize, stats

    limit = stats.chi2.isf(alpha, 5)
    far = optimize.brentq(lambda nc: stats.ncx2.sf(limit, 5, nc) - POWER, 1.0, 1_000.0)
    fair, rest = 1 / 6, (1 - share) / 5
    effect = ((share - fair) ** 2 + 5 * (rest - fair) ** 2) / fair
    return math.ceil(float(far) / effect)
