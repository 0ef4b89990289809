"""A settlement in words: what each element brings, wild tiles, pots, the end of a session."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kiosk.i18n import LANGUAGE_NAMES, catalogue
from kiosk.session import Standing
from kiosk.web.views.scene import ranks
from kiosk.web.views.settlement import SettlementView, SettlementWords
from tests.kiosk.web.parlour import NAMES, Parlour, sheet_example
from tests.rules.games.riichi.compare import FU

BEFORE = Standing(0, 1, 0, (0, 0, 0, 0), pot=0, bank=0, carry={})


def show_settlement(
    ruleset: str = "wuhan", language: str = "en", hand: str = "", **settlement: Any
) -> SettlementView:
    """Return in words a settlement in which Dana won on 2s by herself."""
    record = {
        "ruleset": ruleset,
        "outcome": "win",
        "seats": [{}, {}, {}, {"hand": hand, "melds": []}],
        "wins": [{"seat": 3, "tile": "2s", "by": "self_draw"}],
    }
    whole = {
        "net": [0, 0, 0, 0],
        "payments": [],
        "next": {"banker": 3, "round": 1, "repeats": 0},
        **settlement,
    }
    return SettlementWords(record, whole, BEFORE, NAMES, catalogue(language)).view()


def make_wins(
    items: list[dict[str, Any]], unit: str = "points", **more: Any
) -> list[dict[str, Any]]:
    """Return Dana's win with *items*."""
    return [{"seat": 3, "score": 10, "unit": unit, "items": items, **more}]


@pytest.mark.parametrize(
    ("ruleset", "item", "unit", "worth"),
    [
        ("wuhan", {"id": "pure_one_suit", "value": 10}, "points", "10 points"),
        ("wuhan", {"id": "wild_kong", "value": 4}, "points", "×16"),
        ("wuhan", {"id": "self_draw", "value": 0, "factor": "×1.5"}, "points", "×1.5"),
        ("taiwan", {"id": "all_pungs", "value": 4}, "tai", "4 tai"),
        ("riichi", {"id": "all_simples", "value": 1}, "points", "1 han"),
        ("riichi", {"id": "all_honors", "value": 2}, "yakuman", "yakuman × 2"),
    ],
)
def test_each_element_says_what_it_brings(
    ruleset: str, item: dict[str, Any], unit: str, worth: str
) -> None:
    assert show_settlement(ruleset, wins=make_wins([item], unit)).wins[0].items[0].value == worth


def test_a_wild_tile_shows_what_it_stands_for() -> None:
    view = show_settlement(hand="45m22s", wins=make_wins([], reading=[["456m"], ["222s"]]))
    stands = {(one.code, one.is_wild) for group in view.wins[0].sets for one in group}
    assert {code for code, is_wild in stands if is_wild} == {"6m"}


def test_points_on_the_table_have_a_name_of_their_own() -> None:
    rows = [{"from": 3, "to": "pot", "amount": 1000, "for": "deposit"}]
    payment = show_settlement("riichi", payments=rows, wins=make_wins([])).payments[0]
    assert (payment.payer, payment.payee) == ("Dana", "pot")


def test_payments_between_two_seats_share_an_arrow() -> None:
    rows = [
        {"from": 0, "to": 3, "amount": 2000, "for": "win"},
        {"from": 0, "to": 3, "amount": 300, "for": "honba"},
    ]
    view = show_settlement("riichi", payments=rows, wins=make_wins([]))
    assert str(view.picture).count("marker-end") == 1
    assert ">2,300</text>" in view.picture


def test_han_fu_and_limit_stand_in_one_line() -> None:
    wins = make_wins([], han=6, fu=30, limit="haneman")
    assert show_settlement("riichi", wins=wins).wins[0].formula == "6 han · 30 fu · haneman"


def test_hands_that_nobody_saw_are_named() -> None:
    assert show_settlement().unseen == ""
    text = show_settlement(unseen_hands=[0, 2]).unseen
    assert [name for name in NAMES if name in text] == [NAMES[0], NAMES[2]]


def test_the_end_of_the_session_is_told() -> None:
    following = {"banker": 0, "round": 5, "repeats": 0, "over": True}
    assert (
        show_settlement(wins=make_wins([]), next=following).next
        == "The session ends with this hand."
    )


def test_each_fu_has_its_reason() -> None:
    reasons = [{"id": "base", "value": 20}, {"id": "open_major_pung", "value": 4}]
    (entry,) = show_settlement("riichi", wins=make_wins([], han=2, fu=24, fu_items=reasons)).wins
    assert [(one.title, one.value) for one in entry.fu] == [
        ("Every hand", "20 fu"),
        ("Open pon, 1, 9 or honors", "4 fu"),
    ]


def test_a_yakuman_is_not_counted_in_han() -> None:
    (entry,) = show_settlement(
        "riichi", wins=make_wins([{"id": "all_green", "value": 1}], limit="yakuman")
    ).wins
    assert entry.items[0].value == "yakuman × 1"


PRIZES = {
    "prizes": [{"from": 0, "to": 3, "amount": 5000, "for": "ippatsu"}],
    "prize_net": [-5000, 0, 0, 5000],
}


def test_prizes_stand_beside_the_points() -> None:
    view = show_settlement("ataki-b", wins=make_wins([]), **PRIZES)
    (prize,) = view.prizes
    assert (prize.payer, prize.payee, prize.amount) == ("Aiko", "Dana", 5000)
    assert prize.reason == "ippatsu prize (立直一発)"
    assert view.prize_net == (-5000, 0, 0, 5000)
    assert [seat.gain for seat in view.totals] == [0, 0, 0, 0]


def test_the_last_hand_shows_what_the_game_brings() -> None:
    last = {"banker": 0, "round": 3, "repeats": 0, "over": True, "final": [-30, -10, -5, 45]}
    assert show_settlement("ataki-b", wins=make_wins([]), next=last).results == (-30, -10, -5, 45)


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_reason_for_fu_has_words(language: str) -> None:
    reasons = {f"fu.{reason}" for reason in (*FU, "rounding")}
    assert reasons - catalogue(language).words.keys() == set()


def test_every_seat_is_told_why_it_pays(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Score it")
    assert "Why? Bo" in visitor.page.html
    assert visitor.sees("Bo pays Dana 16 – win. 1 × 2 × 2 × 2 × 2 = 16")
    assert visitor.sees("Dana won on Bo's tile.")
    assert visitor.sees("Aiko is the banker.")


def test_who_neither_pays_nor_gets_is_told_so() -> None:
    view = show_settlement(
        payments=[{"from": 0, "to": 3, "amount": 30, "for": "win"}], wins=make_wins([])
    )
    assert view.why[1] == ("Nothing to pay and nothing to get in this hand.",)
    assert view.why[0][0] == "Aiko pays Dana 30 – win."
    assert "Dana drew the winning tile." in view.why[0]


def test_equal_totals_share_a_rank() -> None:
    assert ranks([100, 300, 100, 50]) == (2, 1, 2, 4)


def test_equal_totals_share_a_rank_when_the_session_is_over(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi", "rounds=1")
    while not visitor.sees("The session is over"):
        visitor.tap("Skip the machine", "Exhaustive draw", "Nobody", "Confirm")
    assert visitor.page.html.count('<span class="rank">1</span>') == 4


def test_the_last_hand_is_confirmed_as_the_last(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi", "rounds=1")
    for _ in range(3):
        visitor.tap("Skip the machine", "Exhaustive draw", "Nobody", "Confirm & next hand")
    visitor.tap("Skip the machine", "Exhaustive draw", "Nobody", "Confirm & finish")
    assert visitor.sees("The session is over")


def test_the_end_of_a_session_shows_what_uma_brings(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi", "rounds=1&uma=10_20")
    while not visitor.sees("The session is over"):
        visitor.tap("Skip the machine", "Exhaustive draw", "Nobody", "Confirm")
    ranks, _, parts = visitor.page.html.partition("How the result adds up")
    assert re.findall(r'class="points (?:gain|loss)">(.*?)<', ranks) == [
        "+20,000",
        "+10,000",
        "\u221210,000",
        "\u221220,000",
    ]
    assert re.findall(r'<th scope="row">(.*?)</th>', parts) == ["Uma", "Result"]
