"""Putting right what was counted: older hands, penalties, seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, render_template, request, url_for

import rules
from kiosk.session import Stage, amendment
from kiosk.session.events import transfers
from kiosk.session.fold_repairs import amended
from kiosk.session.repair_events import MAX_NOTE, MAX_PENALTY
from kiosk.session.repairs import (
    AmendHand,
    ChangeSeats,
    KeepHand,
    PayPenalty,
    ReplacePlayer,
    WithdrawPenalty,
)
from kiosk.web.forms import carry_out, form_number, names_of, service
from kiosk.web.frame import game_shown, name_of, seats_shown
from kiosk.web.settled import hand_summary
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import PlayedHand, Session

bp = Blueprint("repair", __name__, url_prefix="/repair")

MAX_NAME = 24


@dataclass(frozen=True, slots=True)
class Before:
    """What a hand brought a seat, and what it brings now."""

    was: int
    now: int

    @property
    def differs(self) -> bool:
        """Return whether that is not the same."""
        return self.was != self.now


@dataclass(frozen=True, slots=True)
class HandAnew:
    """One hand before and after an older one was put right."""

    number: int
    summary: str
    gains: tuple[Before, ...]


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show what can be put right beside the hands."""
    view = service().view()
    if view.session is None or view.stage is Stage.LOBBY:
        abort(404)
    say = words()
    return render_template(
        "repair.html",
        seen=view.seq,
        game=game_shown(view.session.ruleset, say),
        seats=seats_shown(view, say),
        penalties=penalties_shown(view.session),
        most=MAX_PENALTY,
        longest=MAX_NOTE,
        name_length=MAX_NAME,
        may_move=view.stage in (Stage.TABLE, Stage.OVER),
    )


@bp.post("/hand/<int:seq>")
def hand(seq: int) -> ResponseReturnValue:
    """Take an older hand to the review screen."""
    return carry_out(AmendHand(seq))


@bp.post("/keep")
def keep() -> ResponseReturnValue:
    """Leave the hand that is being put right as it was."""
    return carry_out(KeepHand())


@bp.post("/penalty")
def penalty() -> ResponseReturnValue:
    """Let one seat pay another, or all others."""
    seat, to = form_number("seat"), request.form.get("to", "")
    session = service().view().session
    seats = range(len(session.players)) if session is not None else ()
    payees = tuple(other for other in seats if other != seat) if to == "all" else (_seat(to),)
    note = " ".join(request.form.get("note", "").split())
    return carry_out(PayPenalty(seat, payees, form_number("amount"), note), url_for("repair.show"))


@bp.post("/penalty/<int:seq>/withdraw")
def withdraw(seq: int) -> ResponseReturnValue:
    """Take a penalty back."""
    return carry_out(WithdrawPenalty(seq), url_for("repair.show"))


@bp.post("/seats")
def seats() -> ResponseReturnValue:
    """Seat people anew, with their points or because the names were mixed up."""
    order = tuple(_seat(text) for text in request.form.getlist("order"))
    is_mix_up = request.form.get("as") == "mix_up"
    return carry_out(ChangeSeats(order, is_mix_up=is_mix_up), url_for("repair.show"))


@bp.post("/player")
def player() -> ResponseReturnValue:
    """Let someone else take a seat over."""
    name = " ".join(request.form.get("name", "").split())[:MAX_NAME]
    if not name:
        abort(400)
    command = ReplacePlayer(form_number("seat"), service().enrol(name))
    return carry_out(command, url_for("repair.show"))


def _seat(text: str) -> int:
    """Return the seat that a field names; end the request with 400 where it names none."""
    if not text.isdecimal():
        abort(400)
    return int(text)


def penalties_shown(session: Session) -> list[dict[str, Any]]:
    """Return the penalties of *session* in words, latest first."""
    return [
        {
            "seq": one.seq,
            "payments": [
                {
                    "payer": name_of(names, row["from"], words()),
                    "payee": name_of(names, row["to"], words()),
                    "amount": row["amount"],
                }
                for row in one.payments
            ],
            "note": one.note,
            "counts": not one.withdrawn,
        }
        for one in reversed(session.penalties)
        for names in (names_of(one.players),)
    ]


def amending_shown() -> dict[str, Any]:
    """Return what putting an older hand right does to it and to every later one."""
    view = service().view()
    session, draft = view.session, view.draft
    if session is None or draft is None or draft.amends is None:
        return {}
    target = session.hand(draft.amends)
    assert target is not None
    shown: dict[str, Any] = {"amends": target.number}
    if view.stage is not Stage.SETTLEMENT:
        return shown
    event, _ = amendment(session, draft, rules)
    if event is None:
        return shown
    after = amended(session, event, view.seq + 1)
    anew = {one["seq"] for one in event.hands}
    pairs = zip(session.hands, after.hands, strict=True)
    return {
        **shown,
        "anew": [_anew(was, now) for was, now in pairs if was.seq in anew],
        "standing_after": _totals(view, session.standing.totals, after.standing.totals),
    }


def _anew(was: PlayedHand, now: PlayedHand) -> HandAnew:
    """Return one hand with what each seat has of it before and after."""
    summary = hand_summary(now.record, names_of(now.players), words())
    return HandAnew(was.number, summary, _pairs(_gains(was), _gains(now)))


def _gains(hand: PlayedHand) -> list[int]:
    """Return what each seat gains by *hand*."""
    net: list[int] = hand.settlement["net"]
    assert transfers(hand.settlement) or not any(net)
    return net


def _totals(view: View, was: Iterable[int], now: Iterable[int]) -> list[dict[str, Any]]:
    """Return each seat with its total before and after."""
    pairs = zip(seats_shown(view, words()), _pairs(was, now), strict=True)
    return [{"seat": seat, "total": pair} for seat, pair in pairs]


def _pairs(was: Iterable[int], now: Iterable[int]) -> tuple[Before, ...]:
    """Return these figures before and after."""
    return tuple(Before(*pair) for pair in zip(was, now, strict=True))
