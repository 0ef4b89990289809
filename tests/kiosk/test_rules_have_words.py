"""Whatever a game has, takes or tells is said in words: the other languages have the same ids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

import rules
from kiosk.i18n import FALLBACK, LANGUAGES, catalogue, of_game
from kiosk.web.views.explanation import step_words
from rules.game import Game
from rules.reasons import RULES
from tests.ids import case_id
from tests.rules.cases import FOLDER, cases

Keys = tuple[str, ...]
OF_WINS: Final = {"not_a_win", "barred", "below_minimum"}


def of_sheet(game: Game) -> Iterator[Keys]:
    """Yield the keys for everything that the sheet of *game* lets people choose or record."""
    yield (f"ruleset.{game.id}",)
    yield (f"ruleset.{game.id}.help",)
    for option in game.options:
        yield (f"option.{game.id}.{option.name}",)
        yield (f"option.{game.id}.{option.name}.help",)
    ids_by_kind = {
        "element": (element.id for element in game.elements),
        "mark": game.marks,
        "declared": game.declared,
        "incident": game.incidents,
        "carry": game.carry,
    }
    for kind, names in ids_by_kind.items():
        yield from (of_game(kind, game.id, name) for name in names)
    for fact in (*game.win_facts, *game.seat_facts):
        yield of_game("fact", game.id, fact.id)
        yield from (of_game("fact", game.id, f"{fact.id}.{word}") for word in fact.words)
    for kind, facts in game.incident_facts.items():
        yield from (of_game("incident", game.id, f"{kind}.{fact.id}") for fact in facts)


@cache
def settle_cases() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return what the engine answers to every public case, with its game."""
    games = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    records = [(game, case.data.get("record")) for game in games for case in cases(game)]
    return tuple((game, rules.settle_json(record)) for game, record in records if record)


def of_settlement(game: str, settlement: dict[str, Any]) -> Iterator[Keys]:
    """Yield the keys for everything that the *settlement* of a hand of *game* tells."""
    for payment in (*settlement["payments"], *settlement.get("prizes", ())):
        yield of_game("reason", game, payment["for"])
    hands = (*settlement.get("wins", ()), *settlement.get("losers", ()))
    rows = (
        *settlement["terms"],
        *settlement.get("prize_terms", ()),
        *(hand.get("terms", ()) for hand in hands),
    )
    yield from (step_words(game, step["id"]) for row in rows for step in row)
    for hand in hands:
        yield (f"unit.{hand['unit']}",)
        yield from (of_game("element", game, item["id"]) for item in hand["items"])
        yield from (of_game("fu", game, item["id"]) for item in hand.get("fu_items", ()))
        if hand.get("limit"):
            yield (f"limit.{hand['limit']}",)


def without_words(candidates: Iterator[Keys], game: str = "") -> set[Keys]:
    """Return those of *candidates* that have no words for who plays *game*."""
    words = catalogue(FALLBACK, rules.ruleset(game).vocabulary if game else "")
    return {keys for keys in candidates if not words.knows(*keys)}


@pytest.mark.parametrize("name", rules.rulesets(), ids=case_id)
def test_everything_on_a_sheet_has_words(name: str) -> None:
    assert without_words(of_sheet(rules.ruleset(name)), name) == set()


def test_everything_that_a_settlement_tells_has_words() -> None:
    answers = [(game, answer) for game, answer in settle_cases() if "error" not in answer]
    assert answers
    missing = [without_words(of_settlement(game, answer), game) for game, answer in answers]
    assert set().union(*missing) == set()


def test_every_rule_of_play_has_its_words_in_every_language() -> None:
    """In English they are the rules' own, but for how seats are called."""
    english = catalogue(FALLBACK)
    assert {rule: english.words.get(f"play_rule.{rule}") for rule in RULES} == RULES
    for language in LANGUAGES:
        words = catalogue(language)
        assert [rule for rule in RULES if not words.knows(f"play_rule.{rule}")] == []


def test_every_win_that_is_refused_names_a_rule() -> None:
    """So that every language says why."""
    errors = [answer["error"] for _, answer in settle_cases() if "error" in answer]
    problems = [one for error in errors for one in error["problems"] if one["code"] in OF_WINS]
    assert {one["code"] for one in problems} == OF_WINS
    assert [one for one in problems if one.get("rule") not in RULES] == []


def test_every_refusal_of_the_rules_has_words() -> None:
    codes = {answer["error"]["code"] for _, answer in settle_cases() if "error" in answer}
    assert codes
    candidates = ((f"error.{code}{part}",) for code in codes for part in ("", ".steps"))
    assert without_words(candidates) == set()
