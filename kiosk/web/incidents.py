"""Fines, false wins and the like: what was noted, and the form that notes one more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import abort

import rules
from kiosk.i18n import of_game
from kiosk.web.forms import form_number_or_none
from kiosk.web.frame import seats_shown
from kiosk.web.reviewing import Choice, said
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.service import View
    from kiosk.session import Draft
    from rules.game import Fact, Game


@dataclass(frozen=True, slots=True)
class NumberShown:
    """A box for one whole number."""

    name: str
    label: str
    """Whose it is, where there is one for each seat."""


@dataclass(frozen=True, slots=True)
class FieldShown:
    """Something more that an incident says."""

    title: str
    numbers: tuple[NumberShown, ...]


def incidents_shown(view: View, draft: Draft) -> dict[str, Any]:
    """Return the incidents noted in *draft*, and those that this game knows with their fields."""
    assert view.session is not None
    game = rules.ruleset(view.session.ruleset)
    names = [seat.name for seat in seats_shown(view, words())]
    kinds = [Choice(kind, _title(game, kind), is_on=False) for kind in game.incidents]
    return {
        "incidents": [_noted(game, one, names) for one in draft.incidents],
        "incident_kinds": kinds,
        "incident_fields": [
            FieldShown(
                f"{_title(game, kind)}: {_title(game, f'{kind}.{fact.id}')}",
                _numbers(kind, fact, names),
            )
            for kind, facts in game.incident_facts.items()
            for fact in facts
        ],
    }


def details_in_form(view: View, kind: str) -> dict[str, Any]:
    """Return what the form says of an incident of this *kind*; what was left empty is left out."""
    assert view.session is not None
    game = rules.ruleset(view.session.ruleset)
    if kind not in game.incidents:
        abort(400)
    seats = len(view.session.players)
    facts = {fact.id: _value(kind, fact, seats) for fact in game.incident_facts.get(kind, ())}
    return {name: value for name, value in facts.items() if value is not None}


def _value(kind: str, fact: Fact, seats: int) -> Any:
    """Return the value of one field; of a list left half empty the rest is 0."""
    if fact.kind == "int":
        return form_number_or_none(f"{kind}.{fact.id}")
    given = [form_number_or_none(f"{kind}.{fact.id}.{seat}") for seat in range(seats)]
    if all(value is None for value in given):
        return None
    return [value or 0 for value in given]


def _numbers(kind: str, fact: Fact, names: list[str]) -> tuple[NumberShown, ...]:
    """Return the boxes of one field."""
    name = f"{kind}.{fact.id}"
    if fact.kind == "int":
        return (NumberShown(name, ""),)
    return tuple(NumberShown(f"{name}.{seat}", whose) for seat, whose in enumerate(names))


def _noted(game: Game, incident: Mapping[str, Any], names: list[str]) -> str:
    """Return an incident in words: what, whose, and what more was said."""
    kind = incident["kind"]
    whose = names[incident["seat"]] if "seat" in incident else ""
    more = [
        f"{_title(game, f'{kind}.{name}')} {said(value)}"
        for name, value in incident.items()
        if name not in ("kind", "seat")
    ]
    return " · ".join(part for part in (f"{_title(game, kind)} {whose}".strip(), *more) if part)


def _title(game: Game, name: str) -> str:
    return words().say(*of_game("incident", game.id, name))
