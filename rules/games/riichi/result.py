"""What a game brings everybody in the end: riichi.md, "Seats, banker, session"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.game import Options
from rules.record.values import Record, Win

Parts = Mapping[str, Sequence[int]]
"""What makes a result, part by part: everybody's share of each."""


def return_points(options: Options) -> int:
    """Return what results count from: never less than the start, or the first would pay (D12)."""
    points: int = max(options["start_points"], options["return_points"])
    return points


def by_rank(scores: Sequence[int]) -> list[int]:
    """Return the seats from first to last; of equal scores the lower seat comes first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def in_total(parts: Parts) -> dict[str, object]:
    """Return everybody's result, and the parts of it in which anybody has a share."""
    final = [sum(shares) for shares in zip(*parts.values(), strict=True)]
    return {
        "final": final,
        "final_parts": {name: list(shares) for name, shares in parts.items() if any(shares)},
    }


def final_parts(scores: Sequence[int], start: int, target: int, placement: Sequence[int]) -> Parts:
    """Return everybody's points against the return points *target* (返し), oka and uma.

    The leader gets what all have paid between *start* and *target* (オカ), and each rank its
    thousands of *placement* (ウマ).
    """
    oka, uma = [0] * len(scores), [0] * len(scores)
    ranking = by_rank(scores)
    oka[ranking[0]] = (target - start) * len(scores)
    for seat, thousands in zip(ranking, placement, strict=True):
        uma[seat] = 1000 * thousands
    return {"points": [score - target for score in scores], "oka": oka, "uma": uma}


def bust_prizes(record: Record, scores: Sequence[int], prize: int) -> list[int]:
    """Return what everybody below 0 gives the winner of the hand (飛び賞): *prize*.

    Of several winners the nearest after the discarder gets it, as the sticks; without a winner
    nobody does.
    """
    prizes = [0] * len(scores)
    if not record.wins:
        return prizes

    def place(win: Win) -> int:
        return 0 if win.source is None else record.distance(win.source, win.seat)

    taker = min(record.wins, key=place).seat
    for seat, score in enumerate(scores):
        if score < 0:
            prizes[seat] -= prize
            prizes[taker] += prize
    return prizes
