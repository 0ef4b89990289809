"""What a winner's hand is worth, told in the game's own figures in place of its tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import Catalogue
from kiosk.session import DraftWin, Stage
from kiosk.session.winning import find_win
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, words
from kiosk.web.views.explanation import step_words
from kiosk.web.views.frame import PageData, lamps_of, value_words
from kiosk.web.views.table import frame
from rules.figure import Figure

bp = Blueprint("value", __name__)
NAMED: Final = frozenset(("limit",))
"""Figures whose values are words."""


@dataclass(frozen=True, slots=True)
class Key:
    """One value of a figure."""

    label: str
    told: str
    """What is told after a tap on it, as a form sends it: `han=3&fu=40`."""
    is_all: bool
    """Whether that says the whole value; else another figure is asked for beside it."""


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure that the value may be told in."""

    id: str
    title: str
    keys: tuple[Key, ...]
    """Empty where it is any number, which is typed."""
    is_named: bool
    """Whether its values are words."""


@bp.get("/edit/value/<int:seat>")
def show(seat: int) -> ResponseReturnValue:
    """Ask what a winner's hand is worth."""
    view = at_the_hand()
    if not isinstance(view, HandView) or view.stage not in (Stage.READING, Stage.REVIEW):
        return redirect(url_for("screen.show"), 303)
    win = find_win(view.draft, seat, request.args.get("win", type=int))
    if win is None or not figures_of(view, win):
        abort(404)
    query = request.query_string.decode() if request.args.keys() - {"win"} else ""
    return render_template("value.html", **ask_value(view, win, parse_value(query)))


def parse_value(text: str) -> dict[str, Any]:
    """Return what a form or address tells of a value: `han=3&fu=40`; no number stays a word."""
    return {
        name: int(value) if value.isdecimal() else value
        for name, value in parse_qsl(text)
        if name != "win"
    }


def figures_of(
    view: HandView, win: DraftWin, value: Mapping[str, Any] | None = None
) -> tuple[Figure, ...]:
    """Return in which figures the hand of *win* may be told further than *value*."""
    game = rules.ruleset(view.session.ruleset)
    options = {**game.defaults, **view.session.options}
    return game.figures_after(value or {}, win.by, options)


def find_unvalued_win(view: HandView) -> DraftWin | None:
    """Return the first winner of whose hand nothing is told, if it may be told by its value."""
    wins = view.draft.noted_wins if view.draft.outcome == "win" else ()
    match = next((win for win in wins if win.value is None), None)
    return match if match is not None and figures_of(view, match) else None


def entry_words(view: HandView, win: DraftWin, t: Catalogue) -> str:
    """Return what it is called to tell a hand by its value: "Han & fu", "Tai"; else nothing."""
    names = [figure.id for figure in figures_of(view, win)]
    return t(f"ui.value.by.{names[0]}", f"ui.figure.{names[0]}") if names else ""


def value_link(view: HandView, t: Catalogue) -> tuple[str, str] | None:
    """Return address and words of the page that asks for the next winner's value, if one does."""
    win = find_unvalued_win(view)
    if win is None:
        return None
    return url_for("value.show", seat=win.seat, win=win.number), entry_words(view, win, t)


def ask_value(view: HandView, win: DraftWin, value: Mapping[str, Any]) -> PageData:
    """Return the page that asks for the value of the hand of *win*, of which *value* is said."""
    t, game = words(), rules.ruleset(view.session.ruleset)
    figures = figures_of(view, win, value)
    if not figures:
        abort(404)
    context = frame(view)
    return {
        **context,
        "winner": context["seats"][win.seat],
        "win_number": win.number,
        "so_far": value_words(value, t) if value else "",
        "figures": [_figure(view, win, figure, value, t) for figure in figures],
        "needs_tiles": [t(*step_words(game.id, name)) for name in game.needs_tiles],
        "is_paid_beside": game.pays_beside_value,
        "is_asked_first": lamps_of(view).camera is None and view.stage is Stage.READING,
    }


def _figure(
    view: HandView, win: DraftWin, figure: Figure, value: Mapping[str, Any], t: Catalogue
) -> FigureView:
    keys = []
    for one in figure.values:
        then = {**value, figure.id: one}
        is_all = not figures_of(view, win, then)
        keys.append(Key(_label(figure, one, t), urlencode(then), is_all))
    return FigureView(figure.id, t(f"ui.figure.{figure.id}"), tuple(keys), figure.id in NAMED)


def _label(figure: Figure, one: int | str, t: Catalogue) -> str:
    if figure.id in NAMED:
        return t(f"limit.{one}")
    return t(f"ui.figure.{figure.id}.key", "ui.figure.key", count=one)


def page_of_reading(view: HandView) -> PageData | None:
    """Return the page that asks for a value where no camera can read; nothing where one can."""
    win = find_unvalued_win(view)
    if win is None or lamps_of(view).camera is not None:
        return None
    return ask_value(view, win, {})
