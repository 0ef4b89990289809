"""Who plays together: single players, or two against two across the table (`teams`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.cards.sakura.table import TEAMS

if TYPE_CHECKING:
    from rules.games.cards.sakura.sharing import Play
    from rules.play.game import Played

Side = tuple[int, ...]
"""The seats whose cards and points are counted together."""


def sides(played: Played[Play]) -> tuple[Side, ...]:
    """Return all sides."""
    if played.options["teams"]:
        return TEAMS
    return tuple([(seat,) for seat in range(played.players)])


def side_of(seat: int, played: Played[Play]) -> Side:
    """Return the side on which *seat* plays."""
    return next(side for side in sides(played) if seat in side)


def from_dealer(side: Side, played: Played[Play]) -> Side:
    """Return the seats of *side* in the order of play, from the dealer on."""
    return tuple(sorted(side, key=lambda seat: (seat - played.state.banker) % played.players))
