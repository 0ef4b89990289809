"""The house options of a record: those given are set, the others at their defaults."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules.errors import Problem
from rules.record import Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.ruleset import Ruleset

Chosen = tuple[Options, "Sequence[Problem]"]


def choose(ruleset: Ruleset, given: Mapping[str, Any]) -> Chosen:
    """Return all options of the game with those *given* set, and what is wrong with them."""
    try:
        return _remembered(ruleset, tuple(given.items()), tuple(map(type, given.values())))
    except TypeError:  # a list or an object among the values: nothing to remember it by
        return _chosen(ruleset, given.items())


@lru_cache(maxsize=256)
def _remembered(
    ruleset: Ruleset, given: tuple[tuple[str, Any], ...], _types: tuple[type, ...]
) -> Chosen:
    """Return what `_chosen` does and remember it; the types tell `true` from 1."""
    return _chosen(ruleset, given)


def _chosen(ruleset: Ruleset, given: Iterable[tuple[str, Any]]) -> Chosen:
    """Return all options of the game with those *given* set, and what is wrong with them."""
    chosen = Options(ruleset.defaults)
    problems = []
    for name, value in given:
        option = ruleset.by_option.get(name)
        if option is None:
            message = f"{ruleset.id} has no option {name}"
            problems.append(Problem("unknown_option", message, f"options.{name}"))
        elif option.allows(value):
            chosen[name] = value
        else:
            allowed = option.expects or ", ".join(map(repr, option.values))
            problems.append(Problem("unknown_option", f"must be {allowed}", f"options.{name}"))
    return chosen, problems
