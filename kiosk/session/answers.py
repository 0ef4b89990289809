"""What a person can answer where a screen asks one question: who was ready, whose hand it is."""

from __future__ import annotations

from dataclasses import dataclass


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


Answers = SayReady | SayWinner
