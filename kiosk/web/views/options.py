"""The house options of a game as a form shows them and sends them back.

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

from flask import abort
from werkzeug.datastructures import MultiDict

import rules
from kiosk.i18n import FALLBACK, Catalogue, catalogue, of_game
from rules import UnknownRulesetError
from rules.game import Game, Option

FACTOR: Final = 2
"""The least number by which an element may multiply."""
NUMBERS: Final = re.compile(r"\s*\d{1,9}(?:[\s,、，]+\d{1,9})+\s*")
USUAL: Final = "null"
"""How the value of "as usual" is sent, where it is no word."""


def game_or_404(ruleset: str) -> Game:
    """Return the game of an address; end the request with 404 where there is none."""
    try:
        return rules.ruleset(ruleset)
    except UnknownRulesetError:
        abort(404)


def options_in(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the options that *form* sends and that differ from the defaults, as values."""
    values = {option.name: _option_in(form, game, option) for option in game.options}
    defaults = game.defaults
    return {name: value for name, value in values.items() if value != defaults[name]}


def _option_in(form: MultiDict[str, str], game: Game, option: Option) -> Any:
    """Return what *form* sends for *option*; its default where it says nothing."""
    texts = form.getlist(option.name)
    if element_ids(game, option):
        if type(option.default) is list:
            return parse_elements(option, texts) if texts else option.default
        stem = f"{option.name}."
        numbers = {
            name.removeprefix(stem): text for name, text in form.items() if name.startswith(stem)
        }
        if numbers:
            return parse_factors(option, numbers)
    return parse_option(option, texts)


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


def view_options(game: Game, values: Mapping[str, Any], t: Catalogue) -> list[OptionView]:
    """Return every option of *game* in words, with its value in *values*, else at its default."""
    return [view_option(game, one, values.get(one.name, one.default), t) for one in game.options]


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
    )


def changed_options(game: Game, values: Mapping[str, Any], t: Catalogue) -> list[str]:
    """Return in words what of *values* is not as usual in *game*: "Uma: 10–30"."""
    options = (one for one in game.options if values.get(one.name, one.default) != one.default)
    views = (view_option(game, one, values[one.name], t) for one in options)
    return [
        f"{one.title}: {' · '.join(c.label for c in one.choices if c.is_chosen) or one.value}"
        for one in views
    ]


def _control(
    game: Game, option: Option, value: Any, t: Catalogue
) -> tuple[str, tuple[OptionChoice, ...]]:
    """Return which control sets *option*, and what can be tapped on it."""
    if option.values:
        return option.kind, tuple(
            _view_choice(game, option, one, value, t) for one in option.values
        )
    elements = element_ids(game, option)
    if elements:
        kind = "factors" if type(option.default) is dict else "elements"
        return kind, tuple(_element(game, one, value, t) for one in elements)
    words = [one for one in _words_of(game, option) if type(one) is str or one is None]
    return option.kind, tuple(_view_choice(game, option, one, value, t) for one in words)


def _view_choice(game: Game, option: Option, one: Any, value: Any, t: Catalogue) -> OptionChoice:
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
