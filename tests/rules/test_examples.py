"""Every element of every game has a hand on the rules' pages that the game settles with it."""

from __future__ import annotations

import pytest

import rules
from rules.examples import examples
from tests.rules.records import settle


@pytest.mark.parametrize("name", rules.rulesets())
def test_every_element_has_an_example(name: str) -> None:
    assert list(examples(name)) == [one.id for one in rules.ruleset(name).elements]


@pytest.mark.parametrize("name", rules.rulesets())
def test_every_example_shows_its_element(name: str) -> None:
    wrong = []
    for element, record in examples(name).items():
        answer = settle(dict(record))
        scored = (*answer["wins"], *(answer.get("losers", ()) if "play" in record else ()))
        element_ids = {item["id"] for one in scored for item in one["items"]}
        if record["ruleset"] != name or element not in element_ids:
            wrong.append(element)
    assert wrong == []


@pytest.mark.parametrize("name", ["mushi", "sakura"])
def test_cards_that_make_an_element_are_captured_in_its_example(name: str) -> None:
    wrong = []
    for element, cards in rules.ruleset(name).made_of.items():
        play = examples(name)[element]["play"]
        left = play.get("table", ())
        if not any(set(cards) <= {*pile, *left} for pile in play["captured"]):
            wrong.append(element)
    assert wrong == []
