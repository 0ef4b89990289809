"""What people answer where a screen asks one question: who was ready, whose hand, its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SayReady:
    """Say who was ready when nobody won, all others not, and settle (review, settlement)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SayWinner:
    """The win of *seat* is *winner*'s (review); its tiles go along where *winner* shows none."""

    seat: int
    winner: int
    win: int | None = None


@dataclass(frozen=True, slots=True)
class SayValue:
    """Say what *seat*'s hand is worth in place of its tiles (reading, review), or that they tell.

    With a *value* such as `{"han": 3, "fu": 40}` what was shown of the hand stays, but is not told;
    without one it counts again.
    """

    seat: int
    value: Mapping[str, Any] | None = None
    win: int | None = None


Answers = SayReady | SayWinner | SayValue
