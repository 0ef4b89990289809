"""Which hand it is, in the words of each game and language."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rules
from kiosk.i18n import catalogue
from kiosk.session import Standing
from kiosk.web.views.standing import view_standing
from tests.rules.cases import cases

START = Standing(0, 1, 0, (0, 0, 0, 0), 0, 0, {})
THIRD = replace(START, banker=2, round=1, repeats=1)
RIICHI = replace(START, banker=1, round=2, repeats=1, carry={"honba": 1, "deposits": 2})


def words(ruleset: str, language: str, standing: Standing) -> str:
    """Return which hand *standing* comes before, the fifth of its session."""
    return view_standing(ruleset, standing, 5, catalogue(language)).words


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "South 2 · 1 honba"),
        ("ja", "南2局 · 1本場"),
        ("zh-Hans", "南2局 · 1本场"),
        ("zh-Hant", "南2局 · 1本場"),
    ],
)
def test_riichi_players_hear_round_dealer_and_honba(language: str, text: str) -> None:
    assert words("riichi", language, RIICHI) == text


def test_the_first_hand_of_riichi_has_no_honba_and_says_so() -> None:
    first = replace(START, carry={"honba": 0, "deposits": 0})
    assert words("riichi", "en", first) == "East 1 · 0 honba"


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "East round, hand 3 · Repeat 1"), ("zh-Hans", "东风圈 第3局 · 连庄1")],
)
def test_chinese_games_have_their_rounds_and_how_long_the_banker_stays(
    language: str, text: str
) -> None:
    assert words("wuhan", language, THIRD) == text


def test_a_round_beyond_the_last_wind_is_counted() -> None:
    assert words("wuhan", "en", replace(THIRD, round=5, repeats=0)) == "Round 5, hand 3"


@pytest.mark.parametrize("ruleset", ["mushi", "shuangkou", "tien-gow", "changsha"])
def test_where_no_rounds_are_counted_it_is_the_hand(ruleset: str) -> None:
    assert words(ruleset, "en", START) == "Hand 5"


@pytest.mark.parametrize("ruleset", rules.rulesets())
def test_rounds_go_on_only_in_games_that_count_them(ruleset: str) -> None:
    records = [case.data["record"] for case in cases(ruleset) if "record" in case.data]
    settlements = [(record, rules.settle_json(record)) for record in records]
    advances = [
        answer
        for record, answer in settlements
        if answer.get("next", {}).get("round", 1) > record.get("state", {}).get("round", 1)
    ]
    assert rules.ruleset(ruleset).counts_rounds or not advances


@pytest.mark.parametrize(("seats", "text"), [(4, "East 1 · 0 honba"), (9, "East 1")])
def test_where_no_honba_can_be_laid_none_is_counted(seats: int, text: str) -> None:
    first = replace(START, totals=(25_000,) * seats, carry={"honba": 0, "deposits": 0})
    assert words("zero-rule", "en", first) == text
