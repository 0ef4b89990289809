"""Walls, dice and winds of a hand, and where the dice break the wall."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from kiosk.errors import refused_for
from kiosk.session import commands as c
from rules.errors import RecordError

if TYPE_CHECKING:
    from kiosk.session.draft import Draft
    from kiosk.session.engine import Engine
    from kiosk.session.state import Session


def thrown(session: Session, draft: Draft, command: c.NoteDice, engine: Engine) -> Draft:
    """Return *draft* with one throw more, kept with its source."""
    noted = replace(draft, throws=(*draft.throws, throw_of(command)))
    return with_dice(session, noted, (*draft.dice, command.pips), engine)


def with_dice(
    session: Session, draft: Draft, dice: tuple[tuple[int, ...], ...], engine: Engine
) -> Draft:
    """Return *draft* with these throws and the wall break that they give.

    Raise `Refused` for dice that this game does not throw. Where no wall is broken, the
    dice say who leads or sits where, and people count themselves.
    """
    if not engine.ruleset(session.ruleset).has_break:
        return replace(draft, dice=dice, problems=())
    try:
        broken = engine.break_wall(
            session.ruleset,
            banker=session.standing.banker or 0,
            dice=[list(throw) for throw in dice],
            options=dict(session.options),
        )
    except RecordError as error:
        raise refused_for(error.problems) from error
    return replace(draft, dice=dice, wall_break=broken, problems=())


def dealt(draft: Draft, command: c.NoteWalls | c.ForgetDice | c.SayEast) -> Draft:
    """Return *draft* with what happened to walls, dice and winds."""
    match command:
        case c.NoteWalls():
            return replace(draft, walls_up=True)
        case c.ForgetDice():
            return replace(draft, dice=(), wall_break={}, problems=())
        case c.SayEast(seat):
            return replace(draft, east=seat, problems=())
        case _:
            assert_never(command)


def throw_of(command: c.NoteDice) -> dict[str, object]:
    """Return a throw as the ledger keeps it."""
    more = {"proof": dict(command.proof), "rolled_ms": command.rolled_ms}
    said = {name: value for name, value in more.items() if value}
    return {"pips": list(command.pips), "source": command.source, **said}
