"""Asking about a hand by touch: tiles tapped in, hands at a seat, consent while playing."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from kiosk.access.rights import Right
from kiosk.web.views.tapped_hand import TappedHand
from rules.games import tile_games
from rules.ruleset import Ruleset
from tests.kiosk.web.parlour import NAMES, Parlour, sheet_example
from tests.rules.cases import cases

READY = "/ask/riichi?hand=23456m234p345s66s&indicators=1z"


def test_a_hand_tapped_in_shows_its_waits_and_what_they_pay(parlour: Parlour) -> None:
    text = parlour.visitor().go(READY).page.text
    assert "4 left" in text
    assert "+3,900" in text


def test_each_tap_adds_a_tile(parlour: Parlour) -> None:
    page = parlour.visitor().go("/ask/riichi?hand=123m&indicators=1z&add=4m&place=hand").page
    assert "9 more" in page.text


def test_a_tapped_chow_lies_open(parlour: Parlour) -> None:
    page = parlour.visitor().go("/ask/taiwan?hand=123m&add=4p&place=chow").page
    assert "10 more" in page.text
    assert "meld" in page.html


def test_what_is_no_tile_is_left_out(parlour: Parlour) -> None:
    page = parlour.visitor().go("/ask/yichang?hand=12x9&add=1z&wind=ninety").page
    assert "13 more" in page.text


def test_a_hand_worth_too_little_says_so_in_the_rules_own_words(parlour: Parlour) -> None:
    address = "/ask/riichi?hand=234p345s99m79s&meld=pung.2m&indicators=1z"
    text = parlour.visitor().go(address).page.text
    assert "not worth enough" in text
    assert "yaku" in text


@pytest.mark.parametrize("name", ["chess", "mushi"])
def test_only_hands_of_tiles_can_be_asked_about(parlour: Parlour, name: str) -> None:
    assert parlour.visitor().browser.get(f"/ask/{name}").status_code == 404


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
def test_a_hand_of_every_game_can_be_tapped_in(parlour: Parlour, name: str) -> None:
    game: Any = next(one for one in tile_games() if one.id == name)
    hand = "111222333p444s8p" if game.hand_size == 13 else "111222333p444s555s8p"
    indicators = "&indicators=2s" if game.indicators else ""
    page = parlour.visitor().go(f"/ask/{name}?hand={hand}{indicators}").page
    assert "8p" in page.html
    assert "banner wrong" not in page.html


@pytest.mark.parametrize("game", [one for one in tile_games() if one.all_hands_shown])
def test_where_every_hand_counts_the_others_are_not_ready(game: Ruleset) -> None:
    hand = ("1p",) * 3 + ("2p",) * 3 + ("3p",) * 3 + ("4s",) * 3 + ("5s",) * 3 + ("8p",)
    rows = {"hand": hand[-game.hand_size :], "indicators": ("2s",) * game.indicators}
    question = TappedHand(game, game.defaults, rows)
    record = question.record()
    assert [rules.waits(record, seat) for seat in range(1, question.players)] == [(), (), ()]


def test_a_hand_at_review_can_be_asked_about(parlour: Parlour) -> None:
    someone = parlour.at_review(sheet_example())
    assert f"Hand of {NAMES[3]}" in someone.go("/ask/seat/3").page.text


def test_while_a_hand_is_played_everybody_is_asked_first(parlour: Parlour) -> None:
    someone = parlour.sit_down()
    someone.tap("Skip the machine")
    visitor = someone.go("/ask/wuhan")
    for name in NAMES:
        visitor = visitor.tap(f"{name} agrees")
    assert "13 more" in visitor.tap("Ask about a hand").page.text


@pytest.mark.parametrize("call", ["waits", "settle", "what-else"])
def test_nobody_without_a_token_is_told_of_hands_while_one_is_played(
    parlour: Parlour, call: str
) -> None:
    parlour.sit_down().tap("Skip the machine")
    record = {"ruleset": "riichi", "seats": [{}, {}, {}, {}], "outcome": "draw"}
    body = {"record": record} if call == "waits" else record
    answer = parlour.visitor().browser.post(f"/api/v1/{call}", json=body)
    assert answer.get_json()["error"]["code"] == "asking_not_allowed"


@pytest.mark.parametrize("call", ["settle", "what-else"])
def test_a_program_with_its_token_is_told_of_hands_while_one_is_played(
    parlour: Parlour, call: str
) -> None:
    parlour.sit_down().tap("Skip the machine")
    _, token = parlour.operator_context.secrets.make_token("board", Right.READ, 0)
    record = next(case for case in cases("wuhan") if case.id == "wuhan-001").data["record"]
    answer = parlour.visitor().browser.post(
        f"/api/v1/{call}", json=record, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200


def test_the_ledger_shows_that_everybody_agreed_and_leads_to_each_hand(parlour: Parlour) -> None:
    someone = parlour.count_hand()
    someone.tap("Skip the machine").go("/ask/wuhan")
    for name in NAMES:
        someone.tap(f"{name} agrees")
    page = someone.go("/ledger/").page
    assert "All agreed: ask the table" in page.text
    assert "self-draw +80" in someone.tap("What else?").page.text


def test_a_settled_hand_says_what_else_would_have_counted(parlour: Parlour) -> None:
    someone = parlour.at_review(sheet_example()).tap("Score it")
    text = someone.tap("What else?").page.text
    assert "What else would have counted self-draw +80" in text
    assert "Waits of this hand" in text
    assert "#t8m" in someone.page.html


def test_a_hand_of_the_ledger_can_be_asked_about_while_the_next_is_played(parlour: Parlour) -> None:
    someone = parlour.count_hand()
    seq = parlour.service.view().session.last_hand.seq  # type: ignore[union-attr]
    someone.tap("Skip the machine")
    assert "self-draw +80" in someone.go(f"/ledger/{seq}").tap("What else?").page.text


def test_the_settlement_is_not_asked_about_before_it_is_there(parlour: Parlour) -> None:
    someone = parlour.at_review(sheet_example()).go("/ask/settlement")
    assert "What else would have counted" not in someone.page.text


def test_a_hand_that_showed_no_tiles_has_nothing_to_ask(parlour: Parlour) -> None:
    someone = parlour.sit_down()
    someone.tap("Skip the machine", "Draw", "Confirm & next hand")
    seq = parlour.service.view().session.last_hand.seq  # type: ignore[union-attr]
    assert someone.browser.get(f"/ask/hand/{seq}").status_code == 404
    assert "What else?" not in someone.go(f"/ledger/{seq}").page.text


def test_waits_say_what_the_banker_would_get(parlour: Parlour) -> None:
    as_dealer = parlour.visitor().go(f"{READY}&wind=0").page.text
    as_another = parlour.visitor().go(f"{READY}&wind=1").page.text
    assert "+2,900 (+2,000 as non-dealer)" in as_dealer
    assert "+2,000 (+2,900 as dealer)" in as_another


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "at least one yaku is needed"),
        ("ja", "役が一つ以上必要です"),
        ("zh-Hans", "至少需要一个役"),
        ("zh-Hant", "至少需要一個役"),
    ],
)
def test_a_hand_below_the_minimum_says_what_is_needed(
    parlour: Parlour, language: str, words: str
) -> None:
    visitor = parlour.visitor()
    visitor.browser.post("/language", data={"language": language, "back": "/"})
    visitor.browser.set_cookie("language", language)
    address = "/ask/riichi?hand=234p345s99m79s&meld=pung.2m&indicators=1z"
    assert words in visitor.go(address).page.text
