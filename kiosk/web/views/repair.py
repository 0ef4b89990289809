"""What can be put right, what that does to later hands, and the form for typed payments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.errors import Refused
from kiosk.i18n import number, of_game, signed
from kiosk.session import PlayedHand, Session, Stage, amendment
from kiosk.session.events import POT, HandAmended, OptionsChanged
from kiosk.session.fold import amend_hand, change_options
from kiosk.session.repair_events import MAX_PENALTY, options_change
from kiosk.session.repairs import Why
from kiosk.session.settle import MAX_NOTE, prize_unit
from kiosk.session.shapes import Json
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, names_of, open_view, refusal_words, service, words
from kiosk.web.views.beside_points import prizes_title_of
from kiosk.web.views.frame import (
    hand_summary,
    name_of,
    view_bench,
    view_everyone,
    view_game,
    view_seats,
)
from kiosk.web.views.lobby import MAX_NAME
from kiosk.web.views.options import options_in, view_options
from kiosk.web.views.standing import hand_words
from kiosk.web.views.table import frame

bp = Blueprint("repair", __name__)


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
class HandChange:
    """One hand before and after an older one was put right."""

    title: str
    summary: str
    gains: tuple[Before, ...]


@bp.get("/repair/")
def show() -> ResponseReturnValue:
    """Show what can be put right beside the hands."""
    view, t = open_view(), words()
    return render_template(
        "repair.html",
        seen=view.seq,
        game=view_game(view.session.ruleset, t),
        seats=view_seats(view, t),
        bench=view_bench(view, t),
        penalties=view_penalties(view.session),
        most=MAX_PENALTY,
        longest=MAX_NOTE,
        name_length=MAX_NAME,
        may_move=view.stage in (Stage.TABLE, Stage.OVER),
    )


def view_penalties(session: Session) -> list[dict[str, Any]]:
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


def view_amendment() -> dict[str, Any]:
    """Return what putting an older hand right does to it and to every later one."""
    view = service().view()
    if not isinstance(view, HandView) or view.draft.amends is None:
        return {}
    session, draft = view.session, view.draft
    target = session.hand(view.draft.amends)
    if target is None:
        return {}
    context: dict[str, Any] = {"amends": hand_words(session.ruleset, target, words())}
    if view.stage is not Stage.SETTLEMENT:
        return context
    event, _ = amendment(session, draft, rules)
    if event is None:
        return context
    return context | _effect(view, event, amend_hand(session, event, view.seq + 1))


def _effect(view: HandView, event: HandAmended | OptionsChanged, after: Session) -> dict[str, Any]:
    """Return each hand and all totals as they are, and as *event* makes them."""
    session, seqs = view.session, {one["seq"] for one in event.hands}
    pairs = zip(session.hands, after.hands, strict=True)
    return {
        "anew": [_compare(session.ruleset, was, now) for was, now in pairs if was.seq in seqs],
        "standing_after": _totals(view, session.standing.everyones, after.standing.everyones),
    }


@bp.get("/repair/rules")
def house_rules() -> ResponseReturnValue:
    """Show the house rules in force, and what those in the address would make of each hand."""
    view, t = open_view(), words()
    game = rules.ruleset(view.session.ruleset)
    options = options_in(game, request.args) if request.args else dict(view.session.options)
    return render_template(
        "house_rules.html",
        seen=view.seq,
        game=view_game(game.id, t),
        options=view_options(game, options, t),
        options_json=json.dumps(options, sort_keys=True),
        **_view_change(view, options),
    )


def _view_change(view: HandView, options: Json) -> dict[str, Any]:
    """Return what other house rules make of the hands, or which hand they leave unsettled."""
    try:
        event = options_change(view.session, options, rules)
    except Refused as refusal:
        if refusal.code == "same_options":
            return {}
        hand = re.fullmatch(r"hands\[(\d+)\]", refusal.where)
        where = words()("ui.hand_number", number=hand[1]) if hand else ""
        return {"problem": f"{where} {refusal_words(refusal.code)}".strip()}
    after = change_options(view.session, event, view.seq + 1)
    return {"may_change": True, **_effect(view, event, after)}


def _compare(ruleset: str, was: PlayedHand, now: PlayedHand) -> HandChange:
    summary = hand_summary(now.record, names_of(now.players), words())
    gains = _pairs(was.settlement["net"], now.settlement["net"])
    return HandChange(hand_words(ruleset, now, words()), summary, gains)


def _totals(view: HandView, was: Iterable[int], now: Iterable[int]) -> list[dict[str, Any]]:
    pairs = zip(view_everyone(view, words()), _pairs(was, now), strict=True)
    return [{"seat": seat, "total": pair} for seat, pair in pairs]


def _pairs(was: Iterable[int], now: Iterable[int]) -> tuple[Before, ...]:
    return tuple(Before(*pair) for pair in zip(was, now, strict=True))


OVERS: Final = (
    {"id": "rules", "value": None, "text": ""},
    {"id": "on", "value": False, "text": "0"},
    {"id": "over", "value": True, "text": "1"},
)
"""What may follow the hand, as the form sends it."""
WHYS: Final[tuple[str, ...]] = get_args(Why)


@bp.get("/by-hand/")
def show_payments() -> ResponseReturnValue:
    """Show the form, filled in with what the hand comes to so far."""
    view = at_the_hand()
    if not isinstance(view, HandView) or view.stage not in (Stage.REVIEW, Stage.SETTLEMENT):
        return redirect(url_for("screen.show"), 303)
    return payments_form(view, _payments_before(view))


def payments_form(view: HandView, payments: Json, problem: str = "") -> str:
    """Return the page with the *payments* so far and what is wrong with them."""
    standing = view.session.standing
    game = rules.ruleset(view.session.ruleset)
    counters = {
        name: {**standing.carry, **payments["carry"]}.get(name, start)
        for name, start in game.carry.items()
        if type(start) is int
    }
    figures = payments["net"]
    return render_template(
        "by_hand.html",
        **frame(view),
        figures=[signed(points) if points else "" for points in figures],
        pot=signed(payments["pot"]) if payments["pot"] else "",
        has_pot=bool(standing.pot or counters or payments["pot"]),
        left=signed(-sum(figures) - payments["pot"]),
        is_even=not sum(figures) + payments["pot"],
        prizes=_view_prizes(view, payments["prizes"]),
        prizes_title=prizes_title_of(view.session, words()),
        overs=[{**one, "is_on": one["value"] == payments["over"]} for one in OVERS],
        whys=[{"id": one, "is_on": one == payments["why"]} for one in WHYS],
        note=payments["note"],
        longest=MAX_NOTE,
        banker=standing.banker if payments["banker"] is None else payments["banker"],
        counters=[
            {
                "name": name,
                "value": value,
                "title": words()(*of_game("carry", game.id, name), count=number(value)),
            }
            for name, value in counters.items()
        ],
        problem=problem,
    )


def _payments_before(view: HandView) -> dict[str, Any]:
    """Return what was typed before, or what the rules say, or nothing yet."""
    draft = view.draft
    if draft.typed:
        return {"over": None, "prizes": [], **draft.typed}
    has_failed = any(problem.code == "engine_failed" for problem in draft.problems)
    settlement = draft.settlement
    seats = len(view.session.players)
    rows = settlement.get("payments", ())
    following = settlement.get("next", {})
    return {
        "net": list(settlement.get("net", [0] * seats)),
        "pot": _to_pot(rows),
        "banker": following.get("banker"),
        "carry": {**following.get("carry", {})},
        "why": "unsettled" if has_failed else "agreed",
        "note": "",
        "over": None,
        "prizes": list(settlement.get("prize_net", ())),
    }


def _to_pot(rows: Sequence[Json]) -> int:
    """Return what these payments lay in the pot; less than 0 where they take from it."""
    deposits = sum(row["amount"] for row in rows if row["to"] == POT)
    withdrawals: int = sum(row["amount"] for row in rows if row["from"] == POT)
    return int(deposits - withdrawals)


def _view_prizes(view: HandView, prizes: Sequence[int]) -> list[str]:
    """Return each seat's prizes as the form shows them; nothing in a game without any."""
    if not prize_unit(rules.ruleset(view.session.ruleset), view.session.options):
        return []
    none = [0] * len(view.session.players)
    return [signed(points) if points else "" for points in prizes or none]
