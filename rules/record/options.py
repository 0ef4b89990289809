"""The house options of a record: those given are set, the others at their defaults."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules.errors import Problem
from rules.record.values import Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.game import Game

Chosen = tuple[Options, "Sequence[Problem]"]


def choose(game: Game, given: Mapping[str, Any]) -> Chosen:
    """Return all options of the game with those *given* set, and what is wrong with them."""
    try:
        return _remembered(game, tuple(given.items()), tuple(map(type, given.values())))
    except TypeError:  # a list or an object among the values: nothing to remember it by
        return _chosen(game, given.items())


@lru_cache(maxsize=256)
def _remembered(game: Game, given: tuple[tuple[str, Any], ...], _types: tuple[type, ...]) -> Chosen:
    """Return what `_chosen` does and remember it; the types tell `true` from 1."""
    return _chosen(game, given)


def _chosen(game: Game, given: Iterable[tuple[str, Any]]) -> Chosen:
    """Return all options of the game with those *given* set, and what is wrong with them."""
    chosen = Options(game.defaults)
    problems = []
    for name, value in given:
        option = game.by_option.get(name)
        if option is None:
            message = f"{game.id} has no option {name}"
            problems.append(Problem("unknown_option", message, f"options.{name}"))
        elif option.allows(value):
            chosen[name] = value
        else:
            allowed = option.expects or ", ".join(map(repr, option.values))
            problems.append(Problem("unknown_option", f"must be {allowed}", f"options.{name}"))
    return chosen, problems
