"""Before a session: which game, with which house rules, and who sits where.

What a house writes is never a program's notation: lists of numbers have commas, elements are
ticked by name, and what is "as usual" is a word to be tapped.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

import rules
from kiosk.i18n import FALLBACK, Catalogue, catalogue, of_game
from kiosk.web.context import service, words
from kiosk.web.svg.table_top import badge
from kiosk.web.views.frame import GameView, SeatView, view_game, wind_letters
from rules import UnknownRulesetError
from rules.game import Game, Option

bp = Blueprint("lobby", __name__)
MAX_KNOWN: Final = 12
"""Known players offered beside the seats."""
SEATED: Final = "seated"
"""The field of the address that says how many sit down."""


@bp.get("/new")
def games() -> ResponseReturnValue:
    """Show the games that can be played."""
    return render_template("games.html", shelves=group_games(words()), to="lobby.options")


@bp.get("/new/<ruleset>")
def options(ruleset: str) -> ResponseReturnValue:
    """Show the house options of a game, at their defaults or as the address says."""
    game, t = game_or_404(ruleset), words(ruleset)
    chosen = options_in(game, request.args)
    shown = view_options(game, chosen, t)
    return render_template("options.html", game=view_game(ruleset, t), options=shown)


@bp.get("/new/<ruleset>/seats")
def seats(ruleset: str) -> ResponseReturnValue:
    """Ask who sits where, for the options and, where people choose, the number in the address."""
    game, t = game_or_404(ruleset), words(ruleset)
    chosen = options_in(game, request.args)
    counts = game.seat_choices({**game.defaults, **chosen})
    count = request.args.get(SEATED, type=int)
    if count not in counts:
        count = min(counts, key=lambda one: abs(one - 4))
    known = [player.name for player in service().players() if player.name][:MAX_KNOWN]
    return render_template(
        "seats.html",
        seen=service().view().seq,
        game=view_game(ruleset, t),
        seats=_empty_seats(ruleset, count, t),
        counts=[_view_count(one, count) for one in sorted(counts)],
        known=known,
        options_json=json.dumps(chosen, sort_keys=True),
    )


def _view_count(count: int, chosen: int) -> dict[str, Any]:
    asked = {**request.args.to_dict(flat=False), **(request.view_args or {}), SEATED: count}
    return {"count": count, "is_on": count == chosen, "address": url_for("lobby.seats", **asked)}


def game_or_404(ruleset: str) -> Game:
    """Return the game of an address; end the request with 404 where there is none."""
    try:
        return rules.ruleset(ruleset)
    except UnknownRulesetError:
        abort(404)


def options_in(game: Game, sent: MultiDict[str, str]) -> dict[str, Any]:
    """Return the options that a form has *sent* and that differ from the defaults, as values."""
    chosen = {option.name: _option_in(sent, game, option) for option in game.options}
    defaults = game.defaults
    return {name: value for name, value in chosen.items() if value != defaults[name]}


def _option_in(sent: MultiDict[str, str], game: Game, option: Option) -> Any:
    """Return what a form has *sent* of *option*; its default where it says nothing."""
    texts = sent.getlist(option.name)
    if element_ids(game, option):
        if type(option.default) is list:
            return parse_elements(option, texts) if texts else option.default
        stem = f"{option.name}."
        numbers = {
            name.removeprefix(stem): text for name, text in sent.items() if name.startswith(stem)
        }
        if numbers:
            return parse_factors(option, numbers)
    return parse_option(option, texts)


def _empty_seats(ruleset: str, count: int, t: Catalogue) -> list[SeatView]:
    """Return *count* seats without people, with names that can stay as they are."""
    letters = wind_letters(ruleset, 0, count, t)
    return [
        SeatView(
            seat,
            t("ui.someone", number=seat + 1),
            letter,
            badge(seat, letter),
            is_banker=seat == 0,
            total=0,
        )
        for seat, letter in enumerate(letters)
    ]


PLAYED_COOKIE: Final = "played"
MOST_GAMES: Final = 6
"""Games that are remembered, and that the lobby itself offers."""
FAMILIES: Final = ("japan", "taiwan", "hubei", "shanghai", "zhejiang", "jiangsu")
"""Families with a shelf of their own, in order; the others stand together."""
CARD_FAMILIES: Final = ("hanafuda", "cards")
WELL_KNOWN: Final = ("riichi", "taiwan", "wuhan", "singapore", "nanjing", "mushi")
"""What the lobby offers before anything was played."""


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games that stand together under one heading."""

    title: str
    games: tuple[GameView, ...]


def recent_games() -> tuple[str, ...]:
    """Return the games played on this screen, the latest first."""
    known = set(rules.rulesets())
    named = request.cookies.get(PLAYED_COOKIE, "").split(".")
    return tuple(dict.fromkeys(name for name in named if name in known))[:MOST_GAMES]


def first_games(t: Catalogue) -> list[GameView]:
    """Return the games of the lobby: those played lately, then well-known ones."""
    known = set(rules.rulesets())
    names = dict.fromkeys((*recent_games(), *WELL_KNOWN))
    return [view_game(name, t) for name in names if name in known][:MOST_GAMES]


def group_games(t: Catalogue) -> list[GameGroup]:
    """Return every game: those played lately first, and all of them by where they live."""
    found: dict[str, list[str]] = {"lately": list(recent_games())}
    found |= {family: [] for family in (*FAMILIES, "elsewhere", "cards")}
    for name in sorted(rules.rulesets(), key=lambda one: one not in WELL_KNOWN):
        family = rules.ruleset(name).family
        place = (
            "cards" if family in CARD_FAMILIES else family if family in FAMILIES else "elsewhere"
        )
        found[place].append(name)
    return [
        GameGroup(t(f"ui.family.{place}"), tuple(view_game(name, t) for name in names))
        for place, names in found.items()
        if names
    ]


FACTOR: Final = 2
"""The least number by which an element may multiply."""
NUMBERS: Final = re.compile(r"\s*\d{1,9}(?:[\s,、，]+\d{1,9})+\s*")
USUAL: Final = "null"
"""How the value of "as usual" is sent, where it is no word."""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option, or one element that it may name."""

    value: str
    label: str
    is_chosen: bool
    number: str = ""
    """What is typed beside an element, where each has a number."""


@dataclass(frozen=True, slots=True)
class OptionView:
    """One house option with the control that sets it."""

    name: str
    title: str
    help: str
    kind: str
    """`switch`, `choice`, `number`, `elements`, `factors` or `other`: words, or numbers typed."""
    value: str
    """What the field for typing shows."""
    choices: tuple[OptionChoice, ...]
    is_changed: bool
    for_players: bool
    """Whether only the players keep it."""


def view_options(game: Game, chosen: Mapping[str, Any], t: Catalogue) -> list[OptionView]:
    """Return every option of *game* in words, standing as *chosen*, else at its default."""
    return [view_option(game, one, chosen.get(one.name, one.default), t) for one in game.options]


def view_option(game: Game, option: Option, value: Any, t: Catalogue) -> OptionView:
    """Return *option* in words, standing at *value*."""
    key = f"option.{game.id}.{option.name}"
    kind, choices = _control(game, option, value, t)
    return OptionView(
        option.name,
        t(key),
        t(f"{key}.help") if t.knows(f"{key}.help") else "",
        kind,
        "" if any(one.is_chosen for one in choices) else option_text(value),
        choices,
        value != option.default,
        option.for_players,
    )


def _control(
    game: Game, option: Option, value: Any, t: Catalogue
) -> tuple[str, tuple[OptionChoice, ...]]:
    """Return which control sets *option*, and what can be tapped on it."""
    if option.values:
        return option.kind, tuple(_chosen(game, option, one, value, t) for one in option.values)
    elements = element_ids(game, option)
    if elements:
        kind = "factors" if type(option.default) is dict else "elements"
        return kind, tuple(_element(game, one, value, t) for one in elements)
    words = [one for one in _words_of(game, option) if type(one) is str or one is None]
    return option.kind, tuple(_chosen(game, option, one, value, t) for one in words)


def _chosen(game: Game, option: Option, one: Any, value: Any, t: Catalogue) -> OptionChoice:
    label = choice_words(f"option.{game.id}.{option.name}", one, t)
    return OptionChoice(text_of(one), label, one == value and type(one) is type(value))


def _element(game: Game, element: str, value: Any, t: Catalogue) -> OptionChoice:
    label = t(*of_game("element", game.id, element))
    number = str(value[element]) if type(value) is dict and element in value else ""
    return OptionChoice(element, label, element in value, number)


def element_ids(game: Game, option: Option) -> tuple[str, ...]:
    """Return the elements that *option* may name; empty where it names none."""
    if option.values or type(option.default) not in (list, dict):
        return ()
    is_list = type(option.default) is list
    names = (one.id for one in game.elements)
    return tuple(name for name in names if option.allows([name] if is_list else {name: FACTOR}))


def _words_of(game: Game, option: Option) -> Iterator[Any]:
    """Yield the values of *option* that are words, not numbers: those that have a text."""
    stem = f"option.{game.id}.{option.name}."
    for key in catalogue(FALLBACK).words:
        word = key.removeprefix(stem)
        value = None if word == USUAL else word
        if key.startswith(stem) and option.allows(value):
            yield value


def choice_words(key: str, value: Any, t: Catalogue) -> str:
    """Return what a value is called: on, off, a number, or the catalogue's word."""
    match value:
        case bool():
            return t("ui.on" if value else "ui.off")
        case int():
            return str(value)
        case _:
            return t(f"{key}.{text_of(value)}")


def text_of(value: Any) -> str:
    """Return *value* as a form sends it."""
    return value if isinstance(value, str) else json.dumps(value)


def option_text(value: Any) -> str:
    """Return *value* as people type it: numbers, several of them with commas."""
    match value:
        case list():
            return ", ".join(map(str, value))
        case bool() | None | dict():
            return ""
        case _:
            return str(value)


def parse_option(option: Option, texts: Sequence[str]) -> Any:
    """Return what the *texts* of a form's fields set *option* to; the default where nothing fits.

    What was typed stands behind what was tapped and goes before it; an empty field says nothing.
    """
    for text in reversed(texts):
        for value in _readings(text):
            if option.allows(value):
                return value
    return option.default


def _readings(text: str) -> Iterator[Any]:
    """Yield what *text* may mean: a JSON value, a word, or several numbers."""
    if not text:
        return
    with contextlib.suppress(ValueError, RecursionError):
        yield json.loads(text)
    yield text
    if NUMBERS.fullmatch(text):
        yield [int(part) for part in re.findall(r"\d+", text)]


def parse_elements(option: Option, texts: Sequence[str]) -> Any:
    """Return the elements that a form's boxes name, or what a program wrote as a list."""
    if len(texts) == 1:
        whole = parse_option(option, texts)
        if whole != option.default:
            return whole
    value = [text for text in texts if text]
    return value if option.allows(value) else option.default


def parse_factors(option: Option, numbers: dict[str, str]) -> Any:
    """Return the factor of each element for which a form has a number of at least `FACTOR`."""
    value = {one: int(text) for one, text in numbers.items() if text.isdecimal() and text.isascii()}
    value = {one: factor for one, factor in value.items() if factor >= FACTOR}
    return value if option.allows(value) else option.default


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Show what can be chosen for this screen, and the way to the operator's pages."""
    chosen = ("view", "lies", "size", "indices", "sound", "dim")
    return render_template("settings.html", chosen=chosen)
