"""What a game brings everybody in the end: riichi.md, "Seats, banker, session"."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Options
from rules.record.values import Record, Win


def return_points(options: Options) -> int:
    """Return what results count from: never less than the start, or the first would pay (D12)."""
    points: int = max(options["start_points"], options["return_points"])
    return points


def by_rank(scores: Sequence[int]) -> list[int]:
    """Return the seats from first to last; of equal scores the lower seat comes first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def final_points(
    scores: Sequence[int], start: int, target: int, placement: Sequence[int]
) -> list[int]:
    """Return everybody's points against the return points *target* (返し).

    The leader gets what all have paid between *start* and *target* (オカ), and each rank its
    thousands of *placement* (ウマ).
    """
    final = [score - target for score in scores]
    ranking = by_rank(scores)
    final[ranking[0]] += (target - start) * len(scores)
    for seat, thousands in zip(ranking, placement, strict=True):
        final[seat] += 1000 * thousands
    return final


def pay_busts(record: Record, scores: Sequence[int], prize: int, final: list[int]) -> None:
    """Move *prize* in *final* from everybody below 0 to the winner of the hand (飛び賞).

    Of several winners the nearest after the discarder gets it, as the sticks; without a winner
    nobody does.
    """
    if not record.wins:
        return

    def place(win: Win) -> int:
        return 0 if win.source is None else record.distance(win.source, win.seat)

    taker = min(record.wins, key=place).seat
    for seat, score in enumerate(scores):
        if score < 0:
            final[seat] -= prize
            final[taker] += prize
