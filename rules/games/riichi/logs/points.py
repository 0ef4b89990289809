"""What a hand of riichi brings each seat, in the way in which logs of riichi tell it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.play.course import Course
from rules.settle.settlement import POT, Payment


def points(course: Course) -> list[tuple[int, ...]]:
    """Return what each win brings everybody, nearest first, or what the draw does.

    A riichi stick was paid when it was laid down and is not counted.
    """
    at = course.at
    rows = course.settlement().payments
    if not at.wins:
        return [_sum(at.players, [row for row in rows if row.target != POT])]
    return [
        _sum(at.players, [row for row in rows if row.target == entry.win.seat]) for entry in at.wins
    ]


def _sum(players: int, rows: Iterable[Payment]) -> tuple[int, ...]:
    amounts = [0] * players
    for source, target, amount, *_ in rows:
        if source != POT:
            amounts[source] -= amount
        if target != POT:
            amounts[target] += amount
    return tuple(amounts)
