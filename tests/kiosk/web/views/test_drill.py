"""Drills: a hand of any game to be scored; the answer is right or wrong, with the calculation."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from kiosk.i18n import catalogue, number
from kiosk.web.views.drill import LEVELS, Drill, make_drill
from kiosk.web.views.shown_plays import view_play
from rules.games import tile_games
from tests.kiosk.web.parlour import Parlour


def of(name: str, level: str = "usual", seed: int = 7) -> Drill:
    """Return a drill of the game *name* as the sheet plays it."""
    game: Any = rules.ruleset(name)
    drill = make_drill(game, game.defaults, level, seed)
    assert drill is not None
    return drill


@pytest.mark.parametrize("name", rules.rulesets())
def test_the_right_answer_is_what_the_hand_pays_among_others(name: str) -> None:
    drill = of(name, random.Random(name).choice(LEVELS))
    amount = rules.settle(drill.hand.record).net[drill.hand.winner]
    assert amount == drill.hand.gain
    assert drill.answers.count(amount) == 1
    assert len(set(drill.answers)) >= 4
    assert list(drill.answers) == sorted(drill.answers)


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


def test_a_wrong_answer_ends_the_row_and_shows_the_calculation(parlour: Parlour) -> None:
    drill = of("taiwan")
    wrong = next(one for one in drill.answers if one != drill.hand.gain)
    visitor = parlour.visitor().go("/drill/taiwan?level=usual&seed=7&streak=2")
    visitor.tap(number(wrong))
    assert visitor.sees(f"Not quite: it is {number(drill.hand.gain)}")
    assert visitor.sees("tai")
    assert not visitor.sees("in a row")


@pytest.mark.parametrize("name", rules.rulesets())
@pytest.mark.parametrize("level", LEVELS)
def test_the_figures_of_a_hand_are_those_of_its_settlement_among_others(
    name: str, level: str
) -> None:
    drill = of(name, level)
    wins = rules.settle(drill.hand.record).wins
    win: Any = next(one for one in wins if one.seat == drill.hand.winner).to_json()
    for (figure, right), answers in zip(drill.hand.figures, drill.of_figures, strict=True):
        value = win.get(figure) or (win["score"] if win["unit"] == figure else None)
        assert right == value
        assert answers.count(right) == 1
        assert list(answers) == sorted(set(answers))
        assert len(answers) >= 3
        assert min(answers) > 0


def test_han_and_fu_are_asked_before_what_is_paid(parlour: Parlour) -> None:
    drill = of("riichi")
    assert drill.hand.figures == (("han", 3), ("fu", 30))
    visitor = parlour.visitor().go("/drill/riichi?level=usual&seed=7&streak=2")
    assert visitor.sees("What does")
    assert visitor.tap("Step by step").sees("Han?")
    assert visitor.tap("3").sees("✓ Han? 3 Fu?")
    assert visitor.tap("30").sees("✓ Fu? 30 What does")
    assert visitor.tap(number(drill.hand.gain)).sees("3 in a row")
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
    wins = [(one, rules.settle(one.record).wins[0].to_json()) for one in hands]
    yakuman = [one for one, win in wins if win.get("limit") == "yakuman"]
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


def test_a_game_that_nobody_knows_is_not_drilled(parlour: Parlour) -> None:
    assert parlour.visitor().browser.get("/drill/chess").status_code == 404


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("mushi", "card.12-bright"),
        ("sakura", "card.12-bright"),
        ("shuangkou", "ui.drill.finish"),
        ("tien-gow", "ui.last_trick.last"),
    ],
)
def test_hands_of_cards_and_dominoes_are_drilled_by_what_people_tell_of_them(
    parlour: Parlour, name: str, key: str
) -> None:
    gain = of(name).hand.gain
    visitor = parlour.visitor().go(f"/drill/{name}?level=usual&seed=7&streak=2")
    assert visitor.sees(catalogue("en")(key))
    assert visitor.tap(number(gain)).sees("3 in a row")
    assert visitor.sees(f"Player {of(name).hand.winner + 1}")


def test_every_captured_card_lies_before_its_player() -> None:
    play = of("sakura").hand.record["play"]
    rows = view_play(of("sakura").hand.record, ("A", "B"), catalogue("en"))["rows"]
    piles = [sorted(one.code for one in row.pieces) for row in rows]
    assert piles[:2] == [sorted(pile) for pile in play["captured"]]
    assert sum(map(len, piles)) == 48


@pytest.mark.parametrize("name", ["mushi", "sakura", "tien-gow"])
def test_the_banker_is_named_where_it_matters_to_a_hand_of_cards(name: str) -> None:
    record, words = of(name).hand.record, catalogue("en")
    names = [f"Player {seat + 1}" for seat in range(len(record["state"]["scores"]))]
    rows = view_play(record, names, words)["rows"]
    banker_row = next(row for row in rows if row.title.endswith(words("ui.banker")))
    assert names[record["state"]["banker"]] in f"{banker_row.title} {banker_row.words}"


def test_the_calculation_tells_both_sides_of_a_hand_of_cards(parlour: Parlour) -> None:
    drill = of("sakura")
    settlement = rules.settle(drill.hand.record)
    visitor = parlour.visitor().go("/drill/sakura?level=usual&seed=7&streak=2")
    visitor.tap(number(drill.hand.gain))
    for one in (*settlement.wins, *settlement.losers):
        assert visitor.sees(f"Player {one.seat + 1} {one.score} points")
