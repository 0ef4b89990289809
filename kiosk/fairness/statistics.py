"""The few distributions that the audit needs, and what a test found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ALPHA: Final = 0.001
"""How often a fair table may be suspected, all looks and tests together."""

POWER: Final = 0.9
"""How surely a bias of the size told is found."""

_TINY: Final = 1e-300
_CLOSE: Final = 1e-14
_ROUNDS: Final = 10_000


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


def chi2_tail(value: float, freedom: float) -> float:
    """Return how likely chi-squared with *freedom* degrees comes out at *value* or more."""
    return 1.0 if value <= 0 else _upper_gamma(freedom / 2, value / 2)


def normal_tails(z: float) -> float:
    """Return how likely a standard normal lies *z* or farther from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi2_limit(likelihood: float, freedom: float) -> float:
    """Return the value that chi-squared reaches with this *likelihood*."""
    return _bisect(lambda value: chi2_tail(value, freedom) - likelihood, freedom * 200 + 2_000)


def dice_needed(share: float, alpha: float = ALPHA) -> int:
    """Return from how many dice on a face that comes in *share* of all is found, nine times in ten.

    The other five faces come equally often. Patnaik's approximation to the non-central
    chi-squared; *share* is not a sixth.
    """
    fair, rest = 1 / 6, (1 - share) / 5
    effect = ((share - fair) ** 2 + 5 * (rest - fair) ** 2) / fair
    return math.ceil(_noncentrality(5, alpha) / effect)


def _noncentrality(freedom: float, alpha: float) -> float:
    """Return how far off chi-squared must be to pass its limit with `POWER`."""
    limit = chi2_limit(alpha, freedom)

    def missing(far: float) -> float:
        scale = (freedom + 2 * far) / (freedom + far)
        return POWER - chi2_tail(limit / scale, (freedom + far) ** 2 / (freedom + 2 * far))

    return _bisect(missing, 1_000.0)


def _bisect(falling: Callable[[float], float], highest: float) -> float:
    """Return where the *falling* function is 0 between 0 and *highest*."""
    low, high = 0.0, highest
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def _upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function; *a* and *x* above 0."""
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """Return the lower function over its front factor, for small *x*."""
    term = total = 1 / a
    for step in range(1, _ROUNDS):
        term *= x / (a + step)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Return the upper function over its front factor, for large *x* (Lentz's way)."""
    b, c = x + 1 - a, 1 / _TINY
    d = 1 / b
    total = d
    for step in range(1, _ROUNDS):
        factor = -step * (step - a)
        b += 2
        d = 1 / _apart(factor * d + b)
        c = _apart(b + factor / c)
        total *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return total


def _apart(value: float) -> float:
    """Return *value*, kept away from 0."""
    return value if abs(value) > _TINY else _TINY
