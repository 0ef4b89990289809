"""Sitting down to a game, and choosing how this screen looks and in which language."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.i18n import LANGUAGE_NAMES
from kiosk.session.commands import OpenSession
from kiosk.session.opening import seats_for
from kiosk.web.actions.forms import carry_out, clean_name, enrol, form_options
from kiosk.web.context import CHOICES, COOKIE, YEAR_S, path_of, service, words
from kiosk.web.views.invitation import seat_lists
from kiosk.web.views.lobby import PLAYED_COOKIE, empty_seats, recent_games
from kiosk.web.views.options import game_or_404
from kiosk.web.views.presets import house_presets

bp = Blueprint("lobby", __name__)


@bp.post("/new/<ruleset>/seats")
def open_session(ruleset: str) -> ResponseReturnValue:
    """Sit down: the rules are fixed from here on."""
    game = game_or_404(ruleset)
    names = _read_names(game.id)
    if not all(names):
        abort(400)
    options = form_options()
    people = tuple(map(enrol, names))
    seats = seats_for(game, options, len(people))
    preset = house_presets().mark_of(game.id, options)
    command = OpenSession(game.id, people[:seats], options, preset, people[seats:])
    return remember(carry_out(command), game.id)


def _read_names(ruleset: str) -> list[str]:
    """Return the form's names by seat.

    Where one was left as it was drawn, whoever has taken that seat by phone meanwhile sits there.
    """
    names = [clean_name(name) for name in request.form.getlist("name")]
    page_names = request.form.getlist("drawn")
    seat_list = seat_lists().of(ruleset, service().view().seq)
    if seat_list is None or len(page_names) != len(names):
        return names
    guests = tuple(seat.name for seat in empty_seats(ruleset, len(names), words(ruleset)))
    now = seat_list.fill_seats(guests)
    return [now[seat] if name == page_names[seat] else name for seat, name in enumerate(names)]


@bp.post("/again")
def again() -> ResponseReturnValue:
    """Sit down as in the last session: same game, same options, same seats."""
    last = service().view().session
    if last is None:
        abort(400)
    preset = house_presets().mark_of(last.ruleset, last.options)
    command = OpenSession(last.ruleset, last.players, last.options, preset, last.bench)
    return carry_out(command, url_for("screen.show"))


def remember(answer: ResponseReturnValue, game: str) -> Response:
    """Return *answer* to a screen that remembers from now on that *game* was begun on it."""
    response = make_response(answer)
    games = ".".join(dict.fromkeys((game, *recent_games())))
    response.set_cookie(PLAYED_COOKIE, games, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response


@bp.post("/look")
def choose_display() -> ResponseReturnValue:
    """Remember on this screen what was chosen and go back to where it was asked."""
    answer = redirect(path_of(request.form.get("back", "/")), 303)
    for name, values in CHOICES.items():
        value = request.form.get(name, "")
        if value in values:
            answer.set_cookie(name, value, max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Remember the language on this screen and go back to where it was asked."""
    language = request.form.get("language", "")
    answer = redirect(path_of(request.form.get("back", "/")), 303)
    if language in LANGUAGE_NAMES:
        answer.set_cookie(COOKIE, language, max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer


@bp.post("/restored")
def read_restored() -> ResponseReturnValue:
    """Take note that somebody has read it."""
    safekeeping = service().safekeeping
    if safekeeping is not None:
        safekeeping.tell(None)
    return redirect(url_for("screen.show"), 303)
