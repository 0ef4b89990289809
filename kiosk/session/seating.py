"""Seats and the first banker drawn by dice: who throws next, and how a draw comes out.

Each rule is a generator: it yields who throws, is sent the sum, and returns who comes to sit where.
How a game finds its first banker is `Game.first_banker`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from kiosk.session.repairs import Draw
    from rules.game import FirstBanker


@dataclass(frozen=True, slots=True)
class Drawn:
    """How far a draw has come."""

    throwers: tuple[int, ...]
    """Who threw each throw so far."""
    next: int | None = None
    """Who throws next; `None` once the draw has come out."""
    order: tuple[int, ...] = ()
    """Who sat there till now, for seat 0, 1, …; empty while throws are missing."""


def drawn(draw: Draw, way: FirstBanker, seats: int, throws: Sequence[Sequence[int]]) -> Drawn:
    """Return how far *draw* has come among *seats* people, 2 or more, after *throws*.

    *way* is how the game finds its first banker.
    """
    rule = _seats(range(seats)) if draw == "seats" else _banker(way, seats)
    throwers: list[int] = []
    thrower = next(rule)
    for throw in throws:
        throwers.append(thrower)
        try:
            thrower = rule.send(sum(throw))
        except StopIteration as out:
            return Drawn(tuple(throwers), order=tuple(out.value))
    return Drawn(tuple(throwers), thrower)


def _seats(group: Sequence[int]) -> Generator[int, int, list[int]]:
    """Seat *group* by height of throw: East, South, …; equal throws are thrown again."""
    sums: dict[int, int] = {}
    for seat in group:
        sums[seat] = yield seat
    order: list[int] = []
    for height in sorted(set(sums.values()), reverse=True):
        equal = [seat for seat in group if sums[seat] == height]
        order += equal if len(equal) == 1 else (yield from _seats(equal))
    return order


def _banker(way: FirstBanker, seats: int) -> Generator[int, int, list[int]]:
    """Turn the table so that the first banker sits on seat 0; everyone keeps the neighbours."""
    first = 0 if way == "count" else (yield from _highest(range(seats)))
    if way != "highest":
        first = _counted(first, (yield first), seats)
    return [(first + place) % seats for place in range(seats)]


def _highest(group: Sequence[int]) -> Generator[int, int, int]:
    """Find who of *group* throws highest; the highest throw again where they are equal."""
    while len(group) > 1:
        sums: dict[int, int] = {}
        for seat in group:
            sums[seat] = yield seat
        group = [seat for seat in group if sums[seat] == max(sums.values())]
    return group[0]


def _counted(thrower: int, total: int, seats: int) -> int:
    """Return the seat reached by counting *total* round from *thrower* as one."""
    return (thrower + total - 1) % seats
