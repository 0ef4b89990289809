"""What dice are thrown for at the table: the seats, who leads, the wall."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session.dealing import throw_of
from kiosk.session.draft import Draft, DraftChanged, Stage
from kiosk.session.events import SeatsChanged
from kiosk.session.repair_events import moving
from kiosk.session.repairs import DrawSeats, KeepSeats
from kiosk.session.seating import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.engine import Engine
    from kiosk.session.events import Recorded
    from kiosk.session.repairs import Draw
    from kiosk.session.state import Session

DRAW_STAGES: Final[Mapping[type, frozenset[Stage]]] = {
    DrawSeats: frozenset({Stage.TABLE}),
    KeepSeats: frozenset({Stage.TABLE}),
}


def may_choose_leader(session: Session, engine: Engine) -> bool:
    """Return whether the players say who leads: a first hand of cards, or left open since."""
    is_first = not session.counted and engine.ruleset(session.ruleset).plays
    return is_first or session.standing.banker is None


def wants_dice(session: Session, draft: Draft, engine: Engine) -> bool:
    """Return whether dice are thrown next: for a draw, the wall, or who leads if nobody said it."""
    if draft.drawing:
        return True
    if engine.ruleset(session.ruleset).has_break:
        return draft.wants_throw
    return not draft.dice and draft.leader is None and may_choose_leader(session, engine)


def draws(draft: Draft, command: c.Command) -> bool:
    """Return whether *command* begins a draw, leaves it, or is a throw of it."""
    is_throw = isinstance(command, c.NoteDice) and bool(draft.drawing)
    return is_throw or isinstance(command, DrawSeats | KeepSeats)


def verify_draw(session: Session, draft: Draft, command: DrawSeats | KeepSeats) -> None:
    """Raise `Refused` unless seats can be drawn now, or a draw can be left."""
    if isinstance(command, KeepSeats) and not draft.drawing:
        raise Refused("not_now", "no seats are being drawn", where="stage")
    is_first = not session.counted and not draft.dice and draft.amends is None
    if isinstance(command, DrawSeats) and not (is_first and len(session.players) > 1):
        raise Refused("not_now", "seats are drawn before the first hand", where="stage")


def drawing(
    session: Session, draft: Draft, command: c.Command, engine: Engine
) -> tuple[Recorded | DraftChanged, ...]:
    """Return what becomes of a draw: begun, left, or one throw further."""
    match command:
        case DrawSeats(draw):
            return (DraftChanged(replace(draft, drawing=draw, drawn=())),)
        case c.NoteDice():
            return _thrown(session, draft, command, engine)
        case _:
            return (DraftChanged(replace(draft, drawing="", drawn=())),)


def _thrown(
    session: Session, draft: Draft, command: c.NoteDice, engine: Engine
) -> tuple[Recorded | DraftChanged, ...]:
    """Return what one throw more brings: the next thrower, or the seats that were drawn.

    Where the players say who leads, the first banker leads without changing seats.
    """
    draw = cast("Draw", draft.drawing)
    pips = (*draft.drawn, command.pips)
    game = engine.ruleset(session.ruleset)
    found = drawn(draw, game.first_banker, len(session.players), pips)
    told = {**throw_of(command), "draw": draw, "thrower": found.throwers[-1]}
    more = replace(draft, throws=(*draft.throws, told), drawn=pips)
    if not found.order:
        return (DraftChanged(more),)
    done = replace(more, drawing="", drawn=())
    if draw == "banker" and game.plays:
        return (DraftChanged(replace(done, leader=found.order[0])),)
    moved = SeatsChanged(found.order, tuple(moving(session, found.order)), throws=more.throws)
    return moved, DraftChanged(replace(done, throws=()))
