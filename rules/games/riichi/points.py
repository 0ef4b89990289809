"""From han and fu to points: riichi.md, "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MANGAN: Final = 2000
YAKUMAN: Final = 8000
KIRIAGE: Final = 1920
COUNTED: Final = 13
LIMITS: Final = ((11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"))
"""From how many han, the basic points and the name."""
SMALLEST: Final = 100
"""The smallest amount in which points are paid."""
STICK: Final = 1000
"""What a riichi lays down."""


def up(points: int, parts: int = 1) -> int:
    """Return one of *parts* equal parts of *points*, rounded up to whole hundreds."""
    return -(-points // (SMALLEST * parts)) * SMALLEST


def basic_points(han: int, fu: int, options: Mapping[str, Any]) -> tuple[int, str | None]:
    """Return the basic points of a hand that is no yakuman, and the limit that it reaches."""
    if han < 5:
        points = fu << (2 + han)
        if points >= MANGAN or (points == KIRIAGE and options["kiriage"]):
            return MANGAN, "mangan"
        return points, None
    if han >= COUNTED and options["counted_yakuman"]:
        return YAKUMAN, "counted_yakuman"
    for least, points, name in LIMITS:
        if han >= least:
            return points, name
    return MANGAN, "mangan"
