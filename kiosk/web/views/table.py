"""The table between and during hands: walls, dice, drawn seats, machine, the last hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

import rules
from kiosk.i18n import Catalogue
from kiosk.session import Draft, Session, Stage, wants_dice
from kiosk.session.dice import DrawProgress, follow_draw
from kiosk.session.repairs import Draw, DrawSeats
from kiosk.session.state import Move
from kiosk.table.port import TableStatus
from kiosk.view import HandView
from kiosk.web.context import names_of, open_view, service, words
from kiosk.web.svg.steps import step_picture
from kiosk.web.svg.table_top import Walls, wall_break, walls_picture
from kiosk.web.views.frame import (
    PageData,
    SeatChange,
    changes,
    gains_of,
    hand_summary,
    lamps_of,
    name_of,
    view_game,
    view_seats,
)
from kiosk.web.views.machine import fault_key, view_fault, view_other_set_fault
from kiosk.web.views.paid_time import view_paid_time
from kiosk.web.views.standing import hand_words, view_standing
from rules.guides import SeatTiles

bp = Blueprint("table", __name__)
SEE_TO: Final[Mapping[str, str]] = {"cable": "both_ends", "light": "wipe", "by_hand": "by_hand"}
"""What is seen to where the camera sees nothing, each with its drawing."""
TIERS: Final = 2


@dataclass(frozen=True, slots=True)
class JobView:
    """What the machine is doing."""

    title: str
    phase: str
    percent: int
    left: str
    """How long it will still take, in words; empty where nobody knows."""


@dataclass(frozen=True, slots=True)
class OtherSetView:
    """The set of tiles that is not in play, at a machine that holds two."""

    state: str
    """`out`, `loose`, `building`, `built` or `stopped`: which picture to show."""
    words: str
    left: str
    """How long its build will still take, in words; empty where nobody knows."""
    percent: int
    is_missing: bool
    """Whether people may put it in now."""


@dataclass(frozen=True, slots=True)
class MachineView:
    """Which buttons the machine allows."""

    is_there: bool
    is_stopped: bool
    is_open: bool
    """Whether the tile drop waits to be closed."""
    can_end_drop: bool
    """Whether somebody has to say that all tiles are in."""
    has_unread_throw: bool
    """Whether people have to read dice that the machine has thrown."""
    job: JobView | None
    next_job: str
    is_unpaid: bool
    """Whether walls have to be paid for first."""
    can_play_by_hand: bool
    by_hand: str
    """Why the players build the walls themselves, in words; empty where the machine builds."""
    other_set: OtherSetView | None


@dataclass(frozen=True, slots=True)
class LastHand:
    """The last hand that counts, beside the next deal."""

    seq: int | None
    """What undoes it; `None` where somebody who played it sits out now."""
    title: str
    summary: str
    seats: tuple[SeatChange, ...]


THROWN: Final = ("roll_dice", "done")


def walls_of(session: Session) -> Walls:
    """Return how the walls of this game stand."""
    game = rules.ruleset(session.ruleset)
    tiles = sum(game.tiles_for({**game.defaults, **session.options}).values())
    seats = len(session.players)
    return Walls(seats, tiles // (TIERS * seats))


def picture_of(session: Session, draft: Draft, t: Catalogue) -> Markup:
    """Return the walls from above, with the break once the dice have said where it is."""
    walls = walls_of(session)
    throw = draft.dice[-1] if draft.dice else ()
    broken = wall_break(draft.wall_break, walls)
    return walls_picture(walls, broken, throw, t("ui.walls"))


def break_words(view: HandView, draft: Draft, t: Catalogue) -> str:
    """Return in words where the wall is broken, or who takes; nothing while that is not known."""
    broken: Mapping[str, Any] = draft.wall_break
    if "order" in broken:
        return t(
            "ui.taking", names=", ".join(name_of(view.names, one, t) for one in broken["order"])
        )
    if "after" not in broken:
        return ""
    owner = name_of(view.names, broken["wall"], t)
    return t("ui.break", name=owner, after=broken["after"])


def throw_words(view: HandView, draft: Draft, t: Catalogue, key: str = "ui.dice") -> str:
    """Return who has to throw the dice now, in the words of *key*; nothing if nobody has to."""
    if not wants_dice(view.session, draft, rules):
        return ""
    if draft.drawing:
        progress = draw_progress(view.session, draft)
        return t(f"{key}.throws", name=name_of(view.names, progress.next, t))
    if not draft.dice:
        banker = name_of(view.names, view.session.standing.banker, t)
        return t(f"{key}.throws", name=banker)
    thrower = draft.wall_break["throwers"][len(draft.dice)]
    if isinstance(thrower, int):
        return t(f"{key}.throws", name=name_of(view.names, thrower, t))
    return t(f"{key}.again")


def draw_progress(session: Session, draft: Draft) -> DrawProgress:
    """Return how far the draw at work has come."""
    way = rules.ruleset(session.ruleset).first_banker
    return follow_draw(cast("Draw", draft.drawing), way, len(session.players), draft.drawn)


def draw_of(session: Session) -> Move | None:
    """Return the draw by which people sit as they do, until a hand counts; `None` without one."""
    last = session.moves[-1] if session.moves and not session.counted_hands else None
    return last if last is not None and last.throws else None


def throw_text(pips: Sequence[int]) -> str:
    """Return a throw as people say it: the dice and their sum."""
    return " + ".join(map(str, pips)) + (f" = {sum(pips)}" if len(pips) > 1 else "")


def view_machine(status: TableStatus, t: Catalogue, *, looks: bool = False) -> MachineView:
    """Return what the machine does and which of its buttons to show.

    *looks*: the camera is looking now, at dice that the machine does not read.
    """
    is_there = status.link == "online"
    is_free = is_there and not status.is_busy and not status.is_stopped
    return MachineView(
        is_there,
        status.is_stopped,
        is_there and status.is_open and not status.is_busy,
        is_there and status.can_end_drop and not status.is_stopped,
        is_free and not status.reads_dice and (status.job, status.outcome) == THROWN and not looks,
        _job(status, t) if status.is_busy else None,
        (status.next_job or "") if is_free else "",
        is_unpaid=is_there and status.is_unpaid,
        can_play_by_hand=is_there
        and (status.is_busy or status.is_unpaid or status.next_job is not None),
        by_hand=_by_hand(status, t) if is_there else "",
        other_set=_other_set(status, t) if is_there and status.by_hand is None else None,
    )


def _other_set(status: TableStatus, t: Catalogue) -> OtherSetView | None:
    other = status.other_set
    if other is None:
        return None
    state = other.state if other.fault is None else "stopped"
    words = t(f"ui.other_set.{state}")
    if other.fault is not None:
        words = f"{words} {t(fault_key(other.fault.code, t))}"
    left = "" if other.left_s is None else t("ui.job_left", seconds=other.left_s)
    is_missing = state == "out" and not status.is_busy and not status.is_stopped
    return OtherSetView(state, words, left, other.percent, is_missing)


def _by_hand(status: TableStatus, t: Catalogue) -> str:
    why = status.by_hand
    return "" if why is None else t(f"support.{why.why}", count=why.tiles)


def _job(status: TableStatus, t: Catalogue) -> JobView:
    phase = t(f"ui.phase.{status.stage}") if status.stage else ""
    left = "" if status.left_s is None else t("ui.job_left", seconds=status.left_s)
    return JobView(t(f"ui.job.{status.job}"), phase, status.percent or 0, left)


def last_hand(view: HandView, t: Catalogue) -> LastHand | None:
    """Return the last hand that counts, if there is one."""
    hand = view.session.last_hand
    if hand is None:
        return None
    names = names_of(hand.players)
    may_undo = view.session.hand_to_undo is not None
    return LastHand(
        hand.seq if may_undo else None,
        hand_words(view.session.ruleset, hand, t),
        hand_summary(hand.record, names, t),
        changes(view.session.ruleset, hand.before, gains_of(hand), names, t),
    )


@bp.get("/leave")
def leave() -> ResponseReturnValue:
    """Ask whether the session is to end before its time."""
    return render_template("leave.html", **frame(open_view()))


@bp.get("/camera-lamp")
def camera_lamp() -> ResponseReturnValue:
    """Show what to do where the camera's lamp is not green, and whether that has helped."""
    since, view = service().live.newest.id, service().view()
    return render_template(
        "camera_lamp.html",
        since=since,
        lamps=lamps_of(view),
        is_reading=view.stage is Stage.READING,
        see_to=[(what, step_picture(drawing)) for what, drawing in SEE_TO.items()],
    )


def view_seating(view: HandView) -> PageData | None:
    """Return what is shown of a draw: at work, done, or offered; nothing after the first hand."""
    if view.draft.drawing:
        return _at_work(view, view.draft)
    if not service().can(DrawSeats("seats")):
        return None
    plays = rules.ruleset(view.session.ruleset).plays
    offers = ("seats", "leader" if plays else "banker")
    titles = [words()(f"ui.seating.{one}") for one in offers]
    return {
        "offers": list(zip(("seats", "banker"), titles, strict=True)),
        "done": _view_draw(view),
        "by_tiles": _by_tiles(view),
    }


def _by_tiles(view: HandView) -> str:
    """Return where seats are drawn by tiles, where the game does; else nothing."""
    guides = rules.ruleset(view.session.ruleset).guides
    draws = any(isinstance(one, SeatTiles) for one in guides)
    return url_for("guide.show", name=SeatTiles.id) if draws else ""


def _at_work(view: HandView, draft: Draft) -> PageData:
    seats, progress = view_seats(view, words()), draw_progress(view.session, draft)
    way = (
        "seats.how"
        if draft.drawing == "seats"
        else f"banker.{rules.ruleset(view.session.ruleset).first_banker}"
    )
    pairs = zip(progress.throwers, draft.drawn, strict=True)
    return {
        "how": words()(f"ui.seating.{way}"),
        "thrown": [(seats[seat], throw_text(pips)) for seat, pips in pairs],
    }


def _view_draw(view: HandView) -> list[tuple[Any, str, str]]:
    """Return who sits where by the draw that was made: what was thrown, and whose place it is."""
    move = draw_of(view.session)
    if move is None:
        return []
    threw: dict[int, list[str]] = {}
    for throw in move.throws:
        if "thrower" in throw:
            threw.setdefault(throw["thrower"], []).append(throw_text(throw["pips"]))
    seats = view_seats(view, words())
    return [
        (
            seat,
            ", ".join(threw.get(move.order[seat.number], ())),
            _seat_after_draw(view, move.order, seat.number),
        )
        for seat in seats
    ]


def _seat_after_draw(view: HandView, order: Sequence[int], seat: int) -> str:
    """Return where who sits at *seat* now has to go: to whose place, or nowhere."""
    if order[seat] == seat:
        return words()("ui.seating.stays")
    before = name_of(view.names, order.index(seat), words())
    return words()("ui.seating.takes", name=before)


def frame(view: HandView) -> PageData:
    """Return what the frame of every screen inside a session needs."""
    session = view.session
    t = words()
    return {
        "seen": view.seq,
        "game": view_game(session.ruleset, t),
        "standing": view_standing(
            session.ruleset, session.standing, len(session.counted_hands) + 1, t
        ),
        "seats": view_seats(view, t),
        "lamps": lamps_of(view),
        "machine": view_machine(view.table, t, looks=view.reading),
        "fault": view_fault(view, t),
        "beside": view_other_set_fault(view, t),
        "last": last_hand(view, t),
        "paid": view_paid_time(view, t),
    }
