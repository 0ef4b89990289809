"""What keeps a session from being shown: events that came before commands were checked for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from kiosk.errors import Refused
from kiosk.session.commands import OpenSession
from kiosk.session.events import PlayerId
from kiosk.session.repairs import ReplacePlayer
from kiosk.session.settle import Engine
from kiosk.session.shapes import MAX_SEATS
from kiosk.session.state import EventFault, Session, State
from rules.errors import JantakuError

Arrivals = Iterable[tuple[int, Iterable[PlayerId]]]
"""Events, each with whom it seats."""
Names = Callable[[tuple[PlayerId, ...]], tuple[str, ...]]
"""Gives people's names, empty for who was forgotten or is nobody."""
PLAYER_ID: Final = re.compile(r"p[1-9][0-9]{0,8}")


def is_player(player: PlayerId) -> bool:
    """Return whether *player* is written as the ledger writes somebody's id."""
    return PLAYER_ID.fullmatch(player) is not None


def check_people(command: OpenSession | ReplacePlayer, names: Names) -> None:
    """Raise `Refused` where *command* seats somebody without one of *names*."""
    if isinstance(command, ReplacePlayer):
        people = [("player", command.player)]
    else:
        places = (("players", command.players), ("bench", command.bench))
        people = [(f"{of}[{at}]", one) for of, group in places for at, one in enumerate(group)]
    for where, player in people:
        if names((player,)) == ("",):
            raise Refused("no_such_player", f"{player!r} is nobody: enrol them", where=where)


def game_fault(session: Session | None, engine: Engine) -> EventFault | None:
    """Return why nothing of *session* can be shown: its game is unknown, or has no such table."""
    if session is None:
        return None
    try:
        engine.ruleset(session.ruleset)
    except JantakuError:
        return EventFault(session.opened, "game", session.ruleset)
    seats = len(session.everyone)
    if session.players and seats <= MAX_SEATS:
        return None
    return EventFault(session.opened, "game", f"{session.ruleset}, {seats}")


def faults_of(
    state: State, engine: Engine, arrivals: Callable[[int], Arrivals]
) -> tuple[EventFault, ...]:
    """Return the events of *state* that cannot be shown; *arrivals* gives those after an event."""
    session, faults = state.session, state.faults
    if session is None or session.is_closed:
        return faults
    fault = game_fault(session, engine)
    if fault is not None:
        return (fault, *faults)
    if all(map(is_player, session.everyone)):
        return faults
    return (*_people_faults(arrivals(session.opened - 1)), *faults)


def _people_faults(arrivals: Arrivals) -> Iterator[EventFault]:
    """Yield which of *arrivals* seat somebody whom nobody can be."""
    for seq, people in arrivals:
        if who := [one for one in people if not is_player(one)]:
            yield EventFault(seq, "players", ", ".join(map(repr, who)))
