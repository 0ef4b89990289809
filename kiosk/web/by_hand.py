"""Payments typed by hand, where the rules cannot settle a hand or people agree otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from flask import Blueprint, abort, redirect, render_template, request, url_for

import rules
from kiosk.errors import Refused
from kiosk.i18n import number, of_game, signed
from kiosk.session import Stage
from kiosk.session.by_hand import MAX_NOTE, has_prizes
from kiosk.session.events import POT
from kiosk.session.repairs import TypePayments, Why
from kiosk.web.forms import (
    at_the_hand,
    form_number_or_none,
    refusal_words,
    service,
    submit,
)
from kiosk.web.play import frame
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session.events import Json

bp = Blueprint("by_hand", __name__, url_prefix="/by-hand")

OVERS: Final = (
    {"id": "rules", "value": None, "text": ""},
    {"id": "on", "value": False, "text": "0"},
    {"id": "over", "value": True, "text": "1"},
)
"""What may follow the hand, as the form sends it."""
FIGURE: Final = re.compile(r"[-+−]?[0-9]{1,9}")
WHYS: Final[tuple[str, ...]] = get_args(Why)
UNPROCESSABLE: Final = 422


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show the form, filled in with what the hand comes to so far."""
    view = at_the_hand()
    if view.stage not in (Stage.REVIEW, Stage.SETTLEMENT):
        return redirect(url_for("play.screen"), 303)
    return _form(view, _known(view))


@bp.post("/")
def say() -> ResponseReturnValue:
    """Show the settlement that was typed; what does not add up stays on the form."""
    view = at_the_hand()
    if view.session is None:
        abort(400)
    typed = _typed(view)
    try:
        submit(TypePayments(**typed))
    except Refused as refused:
        if refused.code == "stale" or service().view().stage not in (
            Stage.REVIEW,
            Stage.SETTLEMENT,
        ):
            return redirect(url_for("play.screen"), 303)
        return _form(at_the_hand(), typed, refusal_words(refused.code)), UNPROCESSABLE
    return redirect(url_for("play.screen"), 303)


def _form(view: View, typed: Json, told: str = "") -> str:
    """Return the page with what is *typed* so far and what is wrong with it."""
    assert view.session is not None
    standing = view.session.standing
    game = rules.ruleset(view.session.ruleset)
    counters = {
        name: {**standing.carry, **typed["carry"]}.get(name, start)
        for name, start in game.carry.items()
        if type(start) is int
    }
    figures = typed["net"]
    return render_template(
        "by_hand.html",
        **frame(view),
        figures=[signed(points) if points else "" for points in figures],
        pot=signed(typed["pot"]) if typed["pot"] else "",
        has_pot=bool(standing.pot or counters or typed["pot"]),
        left=signed(-sum(figures) - typed["pot"]),
        is_even=not sum(figures) + typed["pot"],
        prizes=_prizes_shown(view, typed["prizes"]),
        overs=[{**one, "is_on": one["value"] == typed["over"]} for one in OVERS],
        whys=[{"id": one, "is_on": one == typed["why"]} for one in WHYS],
        note=typed["note"],
        longest=MAX_NOTE,
        banker=standing.banker if typed["banker"] is None else typed["banker"],
        counters=[
            {
                "name": name,
                "value": value,
                "title": words().say(*of_game("carry", game.id, name), count=number(value)),
            }
            for name, value in counters.items()
        ],
        told=told,
    )


def _known(view: View) -> dict[str, Any]:
    """Return what was typed before, or what the rules say, or nothing yet."""
    assert view.session is not None
    draft = view.draft
    assert draft is not None
    if draft.typed:
        return {"over": None, "prizes": [], **draft.typed}
    failed = any(problem.code == "engine_failed" for problem in draft.problems)
    settlement = draft.settlement
    seats = len(view.session.players)
    rows = settlement.get("payments", ())
    following = settlement.get("next", {})
    return {
        "net": list(settlement.get("net", [0] * seats)),
        "pot": _to_pot(rows),
        "banker": following.get("banker"),
        "carry": {**following.get("carry", {})},
        "why": "unsettled" if failed else "agreed",
        "note": "",
        "over": None,
        "prizes": list(settlement.get("prize_net", ())),
    }


def _to_pot(rows: Sequence[Json]) -> int:
    """Return what these payments lay in the pot; less than 0 where they take from it."""
    laid = sum(row["amount"] for row in rows if row["to"] == POT)
    taken: int = sum(row["amount"] for row in rows if row["from"] == POT)
    return int(laid - taken)


def _typed(view: View) -> dict[str, Any]:
    """Return the form's figures; one that is left empty takes what the others leave."""
    assert view.session is not None
    pot = _figure(request.form.get("pot", "")) or 0
    overs = [one["value"] for one in OVERS if one["text"] == request.form.get("over", "")]
    why = request.form.get("why", "")
    if why not in WHYS or not overs:
        abort(400)
    return {
        "net": _figures("points", pot),
        "pot": pot,
        "banker": form_number_or_none("banker"),
        "carry": _counters(),
        "why": cast("Why", why),
        "note": " ".join(request.form.get("note", "").split()),
        "over": overs[0],
        "prizes": _figures("prize"),
    }


def _figures(field: str, beside: int = 0) -> tuple[int, ...]:
    """Return everyone's figure; one that is left empty takes what the others leave."""
    figures = [_figure(text) for text in request.form.getlist(field)]
    if figures.count(None) == 1:
        figures[figures.index(None)] = -beside - sum(points or 0 for points in figures)
    return tuple(points or 0 for points in figures)


def _prizes_shown(view: View, prizes: Sequence[int]) -> list[str]:
    """Return each seat's prizes as the form shows them; nothing in a game without any."""
    assert view.session is not None
    if not has_prizes(rules.ruleset(view.session.ruleset), view.session.options):
        return []
    return [signed(points) if points else "" for points in prizes or [0] * len(view.names)]


def _counters() -> dict[str, int]:
    """Return the counters that the form says, all that it shows."""
    names = [key for key in request.form if key.startswith("carry.")]
    said = {name.removeprefix("carry."): form_number_or_none(name) for name in names}
    return {name: value for name, value in said.items() if value is not None}


def _figure(text: str) -> int | None:
    """Return the points that *text* says, `None` where it says none; end with 400 for no number."""
    plain = "".join(text.split()).replace(",", "").replace("±", "")
    if not plain:
        return None
    if not FIGURE.fullmatch(plain):
        abort(400)
    return int(plain.replace("−", "-"))
