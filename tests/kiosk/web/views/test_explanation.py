"""How an amount comes about: the steps that the engine gives, in a line and one by one."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rules
from kiosk.i18n import LANGUAGE_NAMES, catalogue
from kiosk.session import Standing
from kiosk.web.views.explanation import AmountView, formula
from kiosk.web.views.settlement import SettlementWords, standing_before
from rules.settle.terms import (
    Term,
    add,
    become,
    instead_of,
    round_down,
    round_half_up,
    round_up,
    times,
    times_more,
)
from tests.kiosk.web.parlour import NAMES
from tools.generated_records import case_records

BEFORE = Standing(0, 1, 0, (0, 0, 0, 0), pot=0, bank=0, carry={})


@pytest.mark.parametrize(
    ("terms", "line"),
    [
        ([add("base", 50), add("tai", 20, 3)], "50 + 3 × 20 = 110"),
        ([add("hu", 10), add("hu", 8), times("fan", 2, 3)], "(10 + 8) × 2³ = 144"),
        ([add("base", 2), times("self_draw", 3, divisor=2)], "2 × 1.5 = 3"),
        (
            [add("base", 1), add("flower", 3), times("a", 2), times_more("b", 5), times("c", 2)],
            "(1 + 3) × (2 + 5) × 2 = 56",
        ),
        ([add("base", 1), times("a", 2, 2), times_more("b", 3, 2)], "1 × (2² + 2 × 3) = 10"),
        ([add("base", 480), become("limit", 300)], "480 → 300"),
        ([add("base", 10), times("open_kong", 2), become("limit", 15)], "10 × 2 = 20 → 15"),
        ([become("mangan", 2000), times("payers", 4)], "2,000 × 4 = 8,000"),
        ([add("fu", 640), times("payers", 6), round_up(100)], "640 × 6 = 3,840 → 3,900"),
        ([add("fu", 300), times("payers", 2), round_up(100)], "300 × 2 = 600"),
        (
            [add("due", 25), times("divide_by", 1, divisor=10), round_half_up(1)],
            "25 ÷ 10 = 2.5 → 3",
        ),
        ([add("hu", 37), round_down(10)], "37 → 30"),
        ([add("hu", 20, seat=1), add("hu", -12, seat=2)], "20 − 12 = 8"),
        ([add("piles", 3), add("balance", -4)], "3 − 4 = −1"),
        ([add("win", 8), instead_of(2)], ""),
        ([add("honba", 300)], ""),
        ([], ""),
    ],
)
def test_an_amount_is_written_as_one_line(terms: list[Term], line: str) -> None:
    assert formula(terms) == line


def explain(*terms: Term, language: str = "en") -> AmountView:
    """Return how a payment of *terms* to Dana is explained at a table of Wuhan."""
    settlement: dict[str, Any] = {
        "net": [-8, 0, 0, 8],
        "payments": [{"from": 0, "to": 3, "amount": 8, "for": "win"}],
        "terms": [[term.to_json() for term in terms]],
        "next": {"banker": 3, "round": 1, "repeats": 0},
    }
    record = {"ruleset": "wuhan", "outcome": "win", "seats": [{}] * 4, "wins": []}
    words = SettlementWords(record, settlement, BEFORE, NAMES, catalogue(language))
    return words.view().payments[0].explained


def test_every_step_says_what_it_is_what_it_does_and_what_comes_out() -> None:
    steps = explain(add("common_win", 1), times("wild_kong", 2, 2), instead_of(1)).steps
    assert [(step.title, step.change, step.amount) for step in steps] == [
        ("Minor win", "1", "1"),
        ("Single wild tile", "× 2²", "4"),
        (f"Pays for · {NAMES[1]}", "", "4"),
    ]


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_limit_is_named(language: str) -> None:
    step = explain(add("common_win", 480), become("golden_limit", 400), language=language).steps[1]
    assert step.title == catalogue(language)("term.golden_limit")


def test_a_payment_without_steps_is_shown_without_a_reason() -> None:
    record = {"ruleset": "wuhan", "outcome": "win", "seats": [{}] * 4, "wins": []}
    settlement = {
        "net": [-8, 0, 0, 8],
        "payments": [{"from": 0, "to": 3, "amount": 8, "for": "win"}],
        "next": {"banker": 3, "round": 1, "repeats": 0},
    }
    view = SettlementWords(record, settlement, BEFORE, NAMES, catalogue("en")).view()
    assert view.payments[0].explained == AmountView("", ())


def number_in(text: str) -> str:
    """Return the last number in *text*: `320` of `10 × 2⁵ = 320`."""
    return re.findall(r"[−\d,.]+", text)[-1]


@pytest.mark.parametrize("game", rules.rulesets())
def test_every_headline_is_what_the_lines_below_it_come_to(game: str) -> None:
    t = catalogue("en", rules.ruleset(game).vocabulary)
    for record in case_records(game, sound=True):
        settlement = rules.settle_json(record)
        before = standing_before(record, len(settlement["net"]))
        view = SettlementWords(record, settlement, before, (), t).view()
        for score in (*view.wins, *view.losers):
            lines = (
                [score.calculation] if score.calculation else [item.value for item in score.items]
            )
            assert {*map(number_in, lines)} <= {number_in(score.score)}, score


def test_what_only_raises_the_payments_makes_no_score_of_nothing() -> None:
    record = case_records("taiwan", sound=True)[0]
    (win,) = record["wins"]
    of_the_banker = {**record, "wins": [{**win, "from": 0}]}
    settlement = rules.settle_json(of_the_banker)
    (score,) = SettlementWords(of_the_banker, settlement, BEFORE, (), catalogue("en")).wins()
    assert (score.score, score.items) == ("0 tai", ())
    assert [item.title for item in score.of_the_payment] == ["Banker (荘家)"]
