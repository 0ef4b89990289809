"""Drills: a hand of any game to be scored, told right or wrong with its reckoning."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from kiosk.i18n import number
from kiosk.web.views.drill import LEVELS, Drill, drill
from rules.games import tile_games
from tests.kiosk.web.parlour import Parlour


def of(name: str, level: str = "usual", seed: int = 7) -> Drill:
    """Return a drill of the game *name* as the sheet plays it."""
    game: Any = rules.ruleset(name)
    found = drill(game, game.defaults, level, seed)
    assert found is not None
    return found


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
def test_the_right_answer_is_what_the_hand_pays_among_others(name: str) -> None:
    found = of(name, random.Random(name).choice(LEVELS))
    paid = rules.settle(found.hand.record).net[found.hand.winner]
    assert paid == found.hand.gain
    assert found.answers.count(paid) == 1
    assert len(set(found.answers)) >= 4
    assert list(found.answers) == sorted(found.answers)


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
def test_nothing_counts_that_is_not_shown(name: str) -> None:
    record = of(name).hand.record
    winner = record["wins"][0]["seat"]
    others = [lies for seat, lies in enumerate(record["seats"]) if seat != winner]
    assert all(lies.keys() <= {"hand"} for lies in others)


def test_the_same_seed_brings_the_same_hand() -> None:
    assert of("taiwan", seed=3) == of("taiwan", seed=3)
    assert of("taiwan", seed=3) != of("taiwan", seed=4)


def test_large_hands_pay_more_than_usual_ones() -> None:
    usual, large = ([of("riichi", level, seed).hand.gain for seed in range(1, 30)]
                    for level in ("usual", "large"))  # fmt: skip
    assert sorted(usual)[15] < sorted(large)[15]


def test_a_right_answer_goes_on_counting(parlour: Parlour) -> None:
    gain = of("riichi").hand.gain
    visitor = parlour.visitor().go("/drill/riichi?level=usual&seed=7&streak=2")
    assert visitor.tap(number(gain)).sees(f"Right: {number(gain)}")
    assert visitor.sees("3 in a row")
    assert visitor.tap("Next hand").sees("3 in a row")
    assert visitor.sees("What does")


def test_a_wrong_answer_ends_the_row_and_shows_the_reckoning(parlour: Parlour) -> None:
    found = of("taiwan")
    wrong = next(one for one in found.answers if one != found.hand.gain)
    visitor = parlour.visitor().go("/drill/taiwan?level=usual&seed=7&streak=2")
    visitor.tap(number(wrong))
    assert visitor.sees(f"Not quite: it is {number(found.hand.gain)}")
    assert visitor.sees("tai")
    assert not visitor.sees("in a row")


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
@pytest.mark.parametrize("level", LEVELS)
def test_the_figures_of_a_hand_are_those_of_its_settlement_among_others(
    name: str, level: str
) -> None:
    found = of(name, level)
    won: Any = rules.settle(found.hand.record).wins[0].to_json()
    for (figure, right), offered in zip(found.hand.figures, found.of_figures, strict=True):
        told = won.get(figure) or (won["score"] if won["unit"] == figure else None)
        assert right == told
        assert offered.count(right) == 1
        assert list(offered) == sorted(set(offered))
        assert len(offered) >= 3
        assert min(offered) > 0


def test_han_and_fu_are_asked_before_what_is_paid(parlour: Parlour) -> None:
    found = of("riichi")
    assert found.hand.figures == (("han", 3), ("fu", 30))
    visitor = parlour.visitor().go("/drill/riichi?level=usual&seed=7&streak=2")
    assert visitor.sees("What does")
    assert visitor.tap("Step by step").sees("Han?")
    assert visitor.tap("3").sees("✓ Han? 3 Fu?")
    assert visitor.tap("30").sees("✓ Fu? 30 What does")
    assert visitor.tap(number(found.hand.gain)).sees("3 in a row")
    assert visitor.tap("Next hand").sees("Han?")


def test_a_wrong_step_is_put_right_at_once_and_ends_the_row(parlour: Parlour) -> None:
    gain = number(of("taiwan").hand.gain)
    ((unit, right),) = of("taiwan").hand.figures
    assert unit == "tai"
    visitor = parlour.visitor().go("/drill/taiwan?level=usual&seed=7&streak=2&steps=1")
    assert visitor.tap(str(right + 1)).sees(f"✗ Tai? {right} What does")
    assert visitor.tap(gain).sees(f"Right: {gain}")
    assert not visitor.sees("in a row")


def test_a_yakuman_is_asked_for_what_it_pays_alone() -> None:
    hands = [of("riichi", "large", seed).hand for seed in range(1, 60)]
    won = [(one, rules.settle(one.record).wins[0].to_json()) for one in hands]
    yakuman = [one for one, told in won if told.get("limit") == "yakuman"]
    assert yakuman
    assert all(not one.figures for one in yakuman)


def test_a_drill_leaves_nothing_in_the_ledger(parlour: Parlour) -> None:
    before = parlour.service.view().seq
    parlour.visitor().tap("Drills").go("/drill/wuhan?level=rare&seed=1&answer=4")
    assert parlour.service.view().seq == before


def test_a_drill_begins_with_any_hand(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/rules/yiwu").tap("Drills")
    assert visitor.sees("What does")
    assert visitor.tap("Large").sees("What does")


@pytest.mark.parametrize("name", ["chess", "mushi", "tien-gow"])
def test_only_hands_of_tiles_are_drilled(parlour: Parlour, name: str) -> None:
    assert parlour.visitor().browser.get(f"/drill/{name}").status_code == 404
    assert f"/drill/{name}" not in parlour.visitor().go("/drill").page.html
