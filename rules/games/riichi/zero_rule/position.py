"""Winds, dragons and tiles by the number of players: zero-rule.md, "Seats, banker, session"."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rules.games.riichi.hand import DRAGONS, WINDS, Values
from rules.ruleset import full_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.record.values import Record

NORTH: Final = WINDS[3]
MOST: Final = 9
"""As many players as the sheet goes, and copies of a kind."""

SEATS: Final = (5, *(count for count in range(1, MOST + 1) if count != 5))
"""How many may take part; the first so many where nobody says otherwise."""

DOUBLED: Final = 8
"""From so many players on each of the four winds has two seats."""

WITH_COUNTERS: Final = (2, 3, 4)
"""Numbers of players with a banker who stays and counters on the table."""

HONORS: Final = (*WINDS, *DRAGONS)


@cache
def seat_winds(players: int) -> tuple[int, ...]:
    """Return each seat's wind, the banker's first."""
    if players < DOUBLED:
        return HONORS[:players]
    return (*(wind for wind in WINDS for _ in range(2)), *DRAGONS)[:players]


@cache
def round_winds(players: int) -> tuple[int, ...]:
    """Return the winds of the rounds, which come again after the last."""
    return WINDS if players >= DOUBLED else seat_winds(players)


@cache
def dragons(players: int) -> tuple[int, ...]:
    """Return the honors that are of value to everybody; with three players north is one."""
    always = tuple(kind for kind in DRAGONS if kind not in seat_winds(players))
    return (NORTH, *always) if players == 3 else always


@cache
def values(players: int, own: int, of_round: int) -> Values:
    """Return the honors of value *own* seats after the banker, in the round numbered from 0."""
    winds = round_winds(players)
    return Values((seat_winds(players)[own],), (winds[of_round % len(winds)],), dragons(players))


@cache
def tiles(players: int) -> Mapping[str, int]:
    """Return the 34 kinds, as many copies of each as there are players."""
    return full_set(copies=players)


def is_second_rule(options: Mapping[str, Any]) -> bool:
    """Return whether five players score as by rule 2 of five-player riichi."""
    return bool(options["players"] == 5 and options["five_scoring"] == "rule_2")


def has_counters(record: Record) -> bool:
    """Return whether the banker may stay, and counters are laid then (本場)."""
    return record.players in WITH_COUNTERS or is_second_rule(record.options)
