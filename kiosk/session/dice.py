"""Dice at the table: the draw of seats and first banker, walls, winds, the break of the wall."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never, cast

from kiosk.errors import Refused, refused_for
from kiosk.session import commands as c
from kiosk.session.draft import Draft, DraftChanged, Stage
from kiosk.session.events import LedgerEvent, TableRequest
from kiosk.session.repair_events import move_to
from kiosk.session.repairs import Draw, DrawSeats, KeepSeats, RollFor
from kiosk.session.settle import Engine
from kiosk.session.state import Session
from rules.errors import RecordError
from rules.game import FirstBanker
from rules.guides import Exchange

BY_HAND: Final = "hand"
"""The source of a throw that people told."""


def add_throw(session: Session, draft: Draft, command: c.NoteDice, engine: Engine) -> Draft:
    """Return *draft* with one throw more, kept with its source.

    One that the machine was asked to make for a guide is the guide's. That of an exchange stands
    beside the throw that broke the wall, or it would be taken for that one.
    """
    guide = _guide_of_throw(draft, command)
    throw = {**throw_of(command), **({"guide": guide} if guide else {})}
    next_draft = replace(draft, throws=(*draft.throws, throw))
    if guide:
        next_draft = replace(next_draft, guide_dice={**draft.guide_dice, guide: list(command.pips)})
        if guide != Exchange.id or draft.wants_throw:
            return next_draft
    return with_dice(session, next_draft, (*draft.dice, command.pips), engine)


def _guide_of_throw(draft: Draft, command: c.NoteDice) -> str:
    """Return for which guide *command* tells of the throw that was asked for; empty for none."""
    if command.source == BY_HAND:
        return ""
    return next((guide for guide, pips in draft.guide_dice.items() if not pips), "")


def _ask_for_throw(draft: Draft, command: RollFor) -> tuple[DraftChanged, TableRequest]:
    """Return that the machine is to throw, and that the guide waits for it."""
    waiting = {guide: pips for guide, pips in draft.guide_dice.items() if pips}
    after = replace(draft, guide_dice={**waiting, command.guide: []})
    return DraftChanged(after), TableRequest("roll_dice", command.dice)


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


def change_deal(draft: Draft, command: c.NoteWalls | c.ForgetDice | c.SayEast) -> Draft:
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
    details = {name: value for name, value in more.items() if value}
    return {"pips": list(command.pips), "source": command.source, **details}


@dataclass(frozen=True, slots=True)
class DrawProgress:
    """How far a draw has come."""

    throwers: tuple[int, ...]
    """Who threw each throw so far."""
    next: int | None = None
    """Who throws next; `None` once the draw has come out."""
    order: tuple[int, ...] = ()
    """Who sat there till now, for seat 0, 1, …; empty while throws are missing."""


def follow_draw(
    draw: Draw, way: FirstBanker, seats: int, throws: Sequence[Sequence[int]]
) -> DrawProgress:
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
            return DrawProgress(tuple(throwers), order=tuple(out.value))
    return DrawProgress(tuple(throwers), thrower)


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
        first = _count_round(first, (yield first), seats)
    return [(first + place) % seats for place in range(seats)]


def _highest(group: Sequence[int]) -> Generator[int, int, int]:
    """Find who of *group* throws highest; the highest throw again where they are equal."""
    while len(group) > 1:
        sums: dict[int, int] = {}
        for seat in group:
            sums[seat] = yield seat
        group = [seat for seat in group if sums[seat] == max(sums.values())]
    return group[0]


def _count_round(thrower: int, total: int, seats: int) -> int:
    """Return the seat reached by counting *total* round from *thrower* as one."""
    return (thrower + total - 1) % seats


DICE_STAGES: Final[Mapping[type, frozenset[Stage]]] = {
    DrawSeats: frozenset({Stage.TABLE}),
    KeepSeats: frozenset({Stage.TABLE}),
    RollFor: frozenset({Stage.PLAYING}),
}


def may_choose_leader(session: Session, engine: Engine) -> bool:
    """Return whether the players say who leads: a first hand of cards, or left open since."""
    is_first = not session.counted_hands and engine.ruleset(session.ruleset).plays
    return is_first or session.standing.banker is None


def wants_dice(session: Session, draft: Draft, engine: Engine) -> bool:
    """Return whether dice are thrown next: for a draw, the wall, or who leads if nobody said it."""
    if draft.drawing:
        return True
    if engine.ruleset(session.ruleset).has_break:
        return draft.wants_throw
    return not draft.dice and draft.leader is None and may_choose_leader(session, engine)


def concerns_dice(draft: Draft, command: c.Command) -> bool:
    """Return whether *command* is about a draw or a throw of it, or asks for a guide's throw."""
    is_throw = isinstance(command, c.NoteDice) and bool(draft.drawing)
    return is_throw or isinstance(command, DrawSeats | KeepSeats | RollFor)


def verify_dice(
    session: Session, draft: Draft, command: DrawSeats | KeepSeats | RollFor, engine: Engine
) -> None:
    """Raise `Refused` unless seats can be drawn now, a draw be left, or a guide has such dice."""
    match command:
        case KeepSeats() if not draft.drawing:
            raise Refused("not_now", "no seats are being drawn", where="stage")
        case DrawSeats():
            is_first = not session.counted_hands and not draft.dice and draft.amends is None
            if not is_first or len(session.players) == 1:
                raise Refused("not_now", "seats are drawn before the first hand", where="stage")
        case RollFor(name, dice):
            guides = engine.ruleset(session.ruleset).guides
            if all(one.id != name or dice not in one.dice for one in guides):
                raise Refused("not_now", "this game has no such throw in play", where="guide")
        case _:
            return


def take_dice_step(
    session: Session, draft: Draft, command: c.Command, engine: Engine
) -> tuple[LedgerEvent | DraftChanged | TableRequest, ...]:
    """Return what becomes of a draw, begun, left or one throw further, or what the machine does."""
    match command:
        case DrawSeats(draw):
            return (DraftChanged(replace(draft, drawing=draw, drawn=())),)
        case RollFor():
            return _ask_for_throw(draft, command)
        case c.NoteDice():
            return _add_draw_throw(session, draft, command, engine)
        case _:
            return (DraftChanged(replace(draft, drawing="", drawn=())),)


def _add_draw_throw(
    session: Session, draft: Draft, command: c.NoteDice, engine: Engine
) -> tuple[LedgerEvent | DraftChanged, ...]:
    """Return what one throw more brings: the next thrower, or the seats that were drawn.

    Where the players say who leads, the first banker leads without changing seats.
    """
    draw = cast("Draw", draft.drawing)
    pips = (*draft.drawn, command.pips)
    game = engine.ruleset(session.ruleset)
    progress = follow_draw(draw, game.first_banker, len(session.players), pips)
    throw = {**throw_of(command), "draw": draw, "thrower": progress.throwers[-1]}
    more = replace(draft, throws=(*draft.throws, throw), drawn=pips)
    if not progress.order:
        return (DraftChanged(more),)
    after = replace(more, drawing="", drawn=())
    if draw == "banker" and game.plays:
        return (DraftChanged(replace(after, leader=progress.order[0])),)
    move = move_to(session, progress.order, engine, throws=more.throws)
    return move, DraftChanged(replace(after, throws=()))
