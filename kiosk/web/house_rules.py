"""The options of a game as people set them: switches, words, numbers and elements by their names.

What a house writes is never a program's notation: lists of numbers have commas, elements are
ticked by name, and what is "as usual" is a word to be tapped.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kiosk.i18n import FALLBACK, catalogue, of_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiosk.i18n import Catalogue
    from rules.game import Game, Option

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
class OptionShown:
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


def option_shown(game: Game, option: Option, value: Any, say: Catalogue) -> OptionShown:
    """Return *option* in words, standing at *value*."""
    key = f"option.{game.id}.{option.name}"
    kind, choices = _control(game, option, value, say)
    return OptionShown(
        option.name,
        say.say(key),
        say.say(f"{key}.help") if say.knows(f"{key}.help") else "",
        kind,
        "" if any(one.is_chosen for one in choices) else typed(value),
        choices,
        value != option.default,
        option.for_players,
    )


def _control(
    game: Game, option: Option, value: Any, say: Catalogue
) -> tuple[str, tuple[OptionChoice, ...]]:
    """Return which control sets *option*, and what can be tapped on it."""
    if option.values:
        return option.kind, tuple(_chosen(game, option, one, value, say) for one in option.values)
    elements = element_ids(game, option)
    if elements:
        kind = "factors" if type(option.default) is dict else "elements"
        return kind, tuple(_element(game, one, value, say) for one in elements)
    words = [one for one in _words_of(game, option) if type(one) is str or one is None]
    return option.kind, tuple(_chosen(game, option, one, value, say) for one in words)


def _chosen(game: Game, option: Option, one: Any, value: Any, say: Catalogue) -> OptionChoice:
    label = choice_words(f"option.{game.id}.{option.name}", one, say)
    return OptionChoice(text_of(one), label, one == value and type(one) is type(value))


def _element(game: Game, element: str, value: Any, say: Catalogue) -> OptionChoice:
    label = say.say(*of_game("element", game.id, element))
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


def choice_words(key: str, value: Any, say: Catalogue) -> str:
    """Return what a value is called: on, off, a number, or the catalogue's word."""
    match value:
        case bool():
            return say.say("ui.on" if value else "ui.off")
        case int():
            return str(value)
        case _:
            return say.say(f"{key}.{text_of(value)}")


def text_of(value: Any) -> str:
    """Return *value* as a form sends it."""
    return value if isinstance(value, str) else json.dumps(value)


def typed(value: Any) -> str:
    """Return *value* as people type it: numbers, several of them with commas."""
    match value:
        case list():
            return ", ".join(map(str, value))
        case bool() | None | dict():
            return ""
        case _:
            return str(value)


def said(option: Option, texts: Sequence[str]) -> Any:
    """Return what the *texts* of a form's fields set *option* to; the default where nothing fits.

    What was typed stands behind what was tapped and goes before it; an empty field says nothing.
    """
    for text in reversed(texts):
        for value in _meant(text):
            if option.allows(value):
                return value
    return option.default


def _meant(text: str) -> Iterator[Any]:
    """Yield what *text* may mean: a JSON value, a word, or several numbers."""
    if not text:
        return
    with contextlib.suppress(ValueError, RecursionError):
        yield json.loads(text)
    yield text
    if NUMBERS.fullmatch(text):
        yield [int(part) for part in re.findall(r"\d+", text)]


def ticked(option: Option, texts: Sequence[str]) -> Any:
    """Return the elements that a form's boxes name, or what a program wrote as a list."""
    if len(texts) == 1:
        whole = said(option, texts)
        if whole != option.default:
            return whole
    value = [text for text in texts if text]
    return value if option.allows(value) else option.default


def multiplied(option: Option, numbers: dict[str, str]) -> Any:
    """Return the factor of each element for which a form has a number of at least `FACTOR`."""
    value = {one: int(text) for one, text in numbers.items() if text.isdecimal() and text.isascii()}
    value = {one: factor for one, factor in value.items() if factor >= FACTOR}
    return value if option.allows(value) else option.default
