"""Every example of the rules' pages is a hand that the game settles, with its element in it."""

from __future__ import annotations

import pytest

import rules
from rules.examples import examples
from rules.games import tile_games
from tests.rules.records import settled


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
def test_every_example_shows_its_element(name: str) -> None:
    known = {element.id for element in rules.ruleset(name).elements}
    wrong = []
    for element, record in examples(name).items():
        (win,) = settled(dict(record))["wins"]
        if element not in known or element not in {item["id"] for item in win["items"]}:
            wrong.append(element)
    assert wrong == []


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
def test_most_elements_of_a_game_have_an_example(name: str) -> None:
    known = rules.ruleset(name).elements
    assert len(examples(name)) >= 0.8 * len(known)


def test_a_game_of_cards_has_none() -> None:
    assert examples("mushi") == {}
