"""What keeps a hand from being settled, and the fines noted in it, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import rules
from kiosk.i18n import Catalogue, of_game
from kiosk.play_words import Words
from kiosk.session import Draft
from kiosk.session.facts import format_fact
from kiosk.view import HandView
from kiosk.web.context import words
from kiosk.web.views.frame import name_of, view_seats
from kiosk.web.views.review import Choice
from rules.errors import Problem
from rules.game import Fact, Game

ROW: Final = re.compile(
    r"(?:seats\[(\d+)\]|deal)\.(hand|melds|flowers|aside|(?:hidden_)?indicators)"
)
"""The part of a problem's path that names a row of the review screen."""
PILE: Final = re.compile(r"play\.captured\[(\d+)\]")
"""Captured cards of one seat."""
PLAYED: Final = re.compile(r"play\.([a-z_]+)|state\.(banker)")
"""What is told of a hand of cards or dominoes, and who led it."""
WIN: Final = re.compile(r"wins\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class ProblemView:
    """One kind of fault with every place where it was found."""

    text: str
    why: str
    """The rules against it by their names; where none has one, what to do."""
    places: tuple[str, ...]
    detail: str
    """What to do where *why* names rules, else the engine's own words on an English screen."""
    ids: tuple[str, ...]
    """Code and places as the interface tells them: the same in every language."""


def row_at(where: str) -> tuple[int | None, str] | None:
    """Return seat and part of the row that *where* lies in; seat `None` for the table's own."""
    match = ROW.match(where)
    if match is None:
        return None
    return (int(match[1]) if match[1] else None), match[2]


def rows_with_problems(problems: Iterable[Problem]) -> frozenset[tuple[int | None, str]]:
    """Return every row in which something is wrong."""
    rows = (row_at(problem.where) for problem in problems)
    return frozenset(row for row in rows if row is not None)


def problems_of(view: HandView) -> tuple[ProblemView, ...]:
    """Return what keeps the hand at work from being settled."""
    draft, game = view.draft, view.session.ruleset
    winners = [win.seat for win in draft.wins]
    return view_problems(draft.problems, winners, game, view.names, words())


def view_problems(
    problems: Sequence[Problem],
    winners: Sequence[int],
    game: str,
    names: Sequence[str],
    t: Catalogue,
) -> tuple[ProblemView, ...]:
    """Return *problems* by kind, in their order; *winners* are the seats of the record's wins."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.code, []).append(problem)
    in_words = Words(t, names)

    def view(code: str, group: Sequence[Problem]) -> ProblemView:
        steps = t(*_steps(code, group))
        reasons = in_words.reasons([one for one in group if one.reason is not None], game)
        return ProblemView(
            t(f"error.{code}"),
            reasons or steps,
            tuple(dict.fromkeys(_place_words(one.where, winners, names, t) for one in group)),
            steps if reasons else in_words.reasons(group, game),
            (code, *dict.fromkeys(one.where for one in group if one.where)),
        )

    return tuple(view(code, group) for code, group in kinds.items())


def _steps(code: str, problems: Iterable[Problem]) -> Iterator[str]:
    """Yield the keys of what to do about *problems*, first those for marked rows of tiles."""
    if all(row_at(one.where) for one in problems):
        yield f"error.{code}.row.steps"
    yield f"error.{code}.steps"


def _place_words(where: str, winners: Sequence[int], names: Sequence[str], t: Catalogue) -> str:
    """Return the place of a problem in words; empty where it is the hand as a whole."""
    row = row_at(where)
    if row is not None:
        part = t(f"ui.part.{row[1]}")
        if row[0] is None:
            return part
        return t("ui.row.title", part=part, name=name_of(names, row[0], t))
    pile = PILE.match(where)
    if pile is not None:
        return name_of(names, int(pile[1]), t)
    play = PLAYED.match(where)
    if play is not None and t.knows(key := f"ui.told.{play[1] or play[2]}"):
        return t(key)
    win = WIN.match(where)
    if win is not None and int(win[1]) < len(winners):
        return name_of(names, winners[int(win[1])], t)
    return ""


@dataclass(frozen=True, slots=True)
class NumberView:
    """A box for one whole number."""

    name: str
    label: str
    """Whose it is, where there is one for each seat."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """Something more that an incident says."""

    title: str
    numbers: tuple[NumberView, ...]


def view_incidents(view: HandView, draft: Draft) -> dict[str, Any]:
    """Return the incidents noted in *draft*, and those that this game knows with their fields."""
    game = rules.ruleset(view.session.ruleset)
    names = [seat.name for seat in view_seats(view, words())]
    kinds = [Choice(kind, _incident_title(game, kind), is_on=False) for kind in game.incidents]
    return {
        "incidents": [_incident_text(game, one, names) for one in draft.incidents],
        "incident_kinds": kinds,
        "incident_fields": [
            FieldView(
                f"{_incident_title(game, kind)}: {_incident_title(game, f'{kind}.{fact.id}')}",
                _numbers(kind, fact, names),
            )
            for kind, facts in game.incident_facts.items()
            for fact in facts
        ],
    }


def _numbers(kind: str, fact: Fact, names: list[str]) -> tuple[NumberView, ...]:
    name = f"{kind}.{fact.id}"
    if fact.kind == "int":
        return (NumberView(name, ""),)
    return tuple(NumberView(f"{name}.{seat}", whose) for seat, whose in enumerate(names))


def _incident_text(game: Game, incident: Mapping[str, Any], names: list[str]) -> str:
    kind = incident["kind"]
    whose = names[incident["seat"]] if "seat" in incident else ""
    more = [
        f"{_incident_title(game, f'{kind}.{name}')} {format_fact(value)}"
        for name, value in incident.items()
        if name not in ("kind", "seat")
    ]
    return " · ".join(
        part for part in (f"{_incident_title(game, kind)} {whose}".strip(), *more) if part
    )


def _incident_title(game: Game, name: str) -> str:
    return words()(*of_game("incident", game.id, name))
