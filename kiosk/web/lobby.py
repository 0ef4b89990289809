"""Before a session: which game, with which house rules, and who sits where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, render_template, request, url_for

import rules
from kiosk.session.commands import OpenSession
from kiosk.web import house_rules
from kiosk.web.forms import carry_out, service
from kiosk.web.frame import SeatShown, game_shown, wind_letters
from kiosk.web.game_picker import remember, shelves
from kiosk.web.svg.table_top import badge
from kiosk.web.words import words
from rules import UnknownRulesetError

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.i18n import Catalogue
    from rules.game import Game, Option

bp = Blueprint("lobby", __name__)

MAX_KNOWN: Final = 12
"""Known players offered beside the seats."""
MAX_NAME: Final = 24
SEATED: Final = "seated"
"""The field of the address that says how many sit down."""


@bp.get("/new")
def games() -> ResponseReturnValue:
    """Show the games that can be played."""
    return render_template("games.html", shelves=shelves(words()))


@bp.get("/new/<ruleset>")
def options(ruleset: str) -> ResponseReturnValue:
    """Show the house options of a game, at their defaults or as the address says."""
    game = _game(ruleset)
    chosen = _chosen(game)
    shown = [
        house_rules.option_shown(game, option, chosen.get(option.name, option.default), words())
        for option in game.options
    ]
    return render_template("options.html", game=game_shown(ruleset, words()), options=shown)


@bp.get("/new/<ruleset>/seats")
def seats(ruleset: str) -> ResponseReturnValue:
    """Ask who sits where, for the options and, where people choose, the number in the address."""
    game = _game(ruleset)
    chosen = _chosen(game)
    counts = game.seat_choices({**game.defaults, **chosen})
    count = request.args.get(SEATED, type=int)
    if count not in counts:
        count = min(counts, key=lambda one: abs(one - 4))
    known = [player.name for player in service().players() if player.name][:MAX_KNOWN]
    return render_template(
        "seats.html",
        seen=service().view().seq,
        game=game_shown(ruleset, words()),
        seats=_empty_seats(ruleset, count, words()),
        counts=[_count_shown(one, count) for one in sorted(counts)],
        known=known,
        options_json=json.dumps(chosen, sort_keys=True),
    )


def _count_shown(count: int, chosen: int) -> dict[str, Any]:
    """Return the choice of so many seats, with the same page's address for it."""
    asked = {**request.args.to_dict(flat=False), **(request.view_args or {}), SEATED: count}
    return {"count": count, "is_on": count == chosen, "address": url_for("lobby.seats", **asked)}


@bp.post("/new/<ruleset>/seats")
def open_session(ruleset: str) -> ResponseReturnValue:
    """Sit down: the rules are fixed from here on."""
    game = _game(ruleset)
    names = [" ".join(name.split())[:MAX_NAME] for name in request.form.getlist("name")]
    if not all(names):
        abort(400)
    try:
        chosen = json.loads(request.form.get("options", "{}"))
    except (ValueError, RecursionError):
        abort(400)
    if type(chosen) is not dict:
        abort(400)
    players = tuple(service().enrol(name) for name in names)
    return remember(carry_out(OpenSession(game.id, players, chosen)), game.id)


@bp.post("/again")
def again() -> ResponseReturnValue:
    """Sit down as in the last session: same game, same options, same seats."""
    last = service().view().session
    if last is None:
        abort(400)
    return carry_out(OpenSession(last.ruleset, last.players, last.options), url_for("play.screen"))


def _game(ruleset: str) -> Game:
    try:
        return rules.ruleset(ruleset)
    except UnknownRulesetError:
        abort(404)


def _chosen(game: Game) -> dict[str, Any]:
    """Return the options in the address that differ from the defaults, as values."""
    chosen = {option.name: _told(game, option) for option in game.options}
    defaults = game.defaults
    return {name: value for name, value in chosen.items() if value != defaults[name]}


def _told(game: Game, option: Option) -> Any:
    """Return what the address says of *option*; its default where it says nothing."""
    texts = request.args.getlist(option.name)
    if house_rules.element_ids(game, option):
        if type(option.default) is list:
            return house_rules.ticked(option, texts) if texts else option.default
        stem = f"{option.name}."
        numbers = {
            name.removeprefix(stem): text
            for name, text in request.args.items()
            if name.startswith(stem)
        }
        if numbers:
            return house_rules.multiplied(option, numbers)
    return house_rules.said(option, texts)


def _empty_seats(ruleset: str, count: int, say: Catalogue) -> list[SeatShown]:
    """Return *count* seats without people, with names that can stay as they are."""
    letters = wind_letters(ruleset, 0, count, say)
    return [
        SeatShown(
            seat,
            say.say("ui.someone", number=seat + 1),
            letter,
            badge(seat, letter),
            is_banker=seat == 0,
            total=0,
        )
        for seat, letter in enumerate(letters)
    ]
