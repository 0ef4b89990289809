"""From han and fu to points, and who pays which share of them: riichi.md, "Payment"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from typing import Any, Final

from rules.settle.terms import Term, Terms, add, become, round_up, times

MANGAN: Final = 2000
YAKUMAN: Final = 8000
KIRIAGE: Final = 1920
COUNTED: Final = 13
FREE_OF_FU: Final = 5
"""Han from which a hand is worth a limit, whatever its fu."""
LIMITS: Final = ((11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"))
"""From how many han, the basic points and the name."""
SMALLEST: Final = 100
"""The smallest amount in which points are paid."""


def up(points: int, parts: int = 1) -> int:
    """Return one of *parts* equal parts of *points*, rounded up to whole hundreds."""
    return -(-points // (SMALLEST * parts)) * SMALLEST


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """What one seat pays of a hand: a multiple of its basic points, in whole hundreds."""

    multiple: int
    divisor: int = 1
    terms: Terms = ()

    def of(self, basic: int) -> int:
        """Return the share of *basic* points."""
        return up(basic * self.multiple, self.divisor)

    def payment(self, basic: int, terms: Terms) -> tuple[int, Terms]:
        """Return the share of *basic* points, which come about by *terms*, and its own terms."""
        amount = self.of(basic)
        is_exact = amount * self.divisor == basic * self.multiple
        return amount, terms + self.terms + (() if is_exact else ROUNDED)


SINGLE: Final = Share(1)


@cache
def share(*factors: Term) -> Share:
    """Return the share that *factors* make of the basic points."""
    return Share(*prod([one.factor for one in factors]).as_integer_ratio(), factors)


def among(name: str, parts: int) -> Terms:
    """Return the step to one of *parts* equal parts; none where there is one only."""
    return (times(name, 1, divisor=parts),) if parts > 1 else ()


OF_BANKER: Final = share(times("banker", 2))
OF_DISCARDER: Final = share(times("discarder", 4))
OF_DISCARDER_TO_BANKER: Final = share(times("banker", 6))
ROUNDED: Final = (round_up(SMALLEST),)

Portion = tuple[int, int, Terms]
"""A seat, what it pays, and how that comes about."""


def basic_points(han: int, fu: int, options: Mapping[str, Any]) -> tuple[int, str | None]:
    """Return the basic points of a hand that is no yakuman, and the limit that it reaches."""
    if han < FREE_OF_FU:
        points = fu << (ALWAYS + han)
        if points >= MANGAN or (points == KIRIAGE and options["kiriage"]):
            return MANGAN, "mangan"
        return points, None
    if han >= COUNTED and options["counted_yakuman"]:
        return YAKUMAN, "counted_yakuman"
    for least, points, name in LIMITS:
        if han >= least:
            return points, name
    return MANGAN, "mangan"


ALWAYS: Final = 2
"""How often the fu are doubled in every hand (場ゾロ)."""


@lru_cache(maxsize=1 << 12)
def paid_by_han(
    han: int, fu: int, basic: int, limit: str | None, share: Share
) -> tuple[int, Terms]:
    """Return what a *share* of a hand that is no yakuman is, and how that comes about.

    Of a hand that was told by its *limit* alone there are no han.
    """
    terms: Terms = () if limit is None else (become(limit, basic),)
    if han >= FREE_OF_FU:
        terms = (add("han", han), *terms)
    elif han:
        terms = (add("fu", fu), times("han", 2, han), times("every_hand", 2, ALWAYS), *terms)
    return share.payment(basic, terms)
