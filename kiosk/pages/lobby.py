"""Before a session: which game, with which house rules, and who sits where."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, render_template, request, url_for

import rules
from kiosk.pages.desk import carry_out, service
from kiosk.pages.frame import SeatShown, game_shown, wind_letters
from kiosk.pages.shelf import remember, shelves
from kiosk.pages.words import words
from kiosk.pictures import badge
from kiosk.session.commands import OpenSession
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


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OptionShown:
    """One house option with the control that sets it."""

    name: str
    title: str
    help: str
    kind: str
    value: str
    choices: tuple[OptionChoice, ...]
    is_changed: bool


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
        _option_shown(game, option, chosen.get(option.name, option.default), words())
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
    asked = {**request.args.to_dict(), **(request.view_args or {}), SEATED: count}
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
    chosen = {}
    for option in game.options:
        text = request.args.get(option.name)
        if text is None:
            continue
        value = _value(text)
        if value != option.default and option.allows(value):
            chosen[option.name] = value
    return chosen


def _value(text: str) -> Any:
    """Return the JSON value that *text* writes, or *text* itself where it is a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _option_shown(game: Game, option: Option, value: Any, say: Catalogue) -> OptionShown:
    """Return *option* in words, standing at *value*."""
    key = f"option.{game.id}.{option.name}"
    choices = tuple(
        OptionChoice(_text(one), _choice_words(key, one, say), one == value)
        for one in option.values
    )
    return OptionShown(
        option.name,
        say.say(key),
        say.say(f"{key}.help") if say.knows(f"{key}.help") else "",
        option.kind,
        _text(value),
        choices,
        value != option.default,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _choice_words(key: str, value: Any, say: Catalogue) -> str:
    """Return what a value is called: on, off, a number, or the catalogue's word."""
    match value:
        case bool():
            return say.say("ui.on" if value else "ui.off")
        case int():
            return str(value)
        case _:
            return say.say(f"{key}.{_text(value)}")


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
