"""The page of a game's rules: what differs from riichi, options in force, elements by hands."""

from __future__ import annotations

import pytest

import rules
from kiosk.i18n import catalogue, of_game
from kiosk.web.views.element_examples import ShownPlay, view_elements
from tests.kiosk.web.parlour import Parlour


@pytest.mark.parametrize("name", ["riichi", "wuhan", "taiwan", "mushi"])
def test_every_element_stands_on_the_page(parlour: Parlour, name: str) -> None:
    page = parlour.visitor().go(f"/rules/{name}").page
    t = catalogue("en", rules.ruleset(name).vocabulary)
    titles = [t(*of_game("element", name, one.id)) for one in rules.ruleset(name).elements]
    assert [title for title in titles if title not in page.text] == []


def test_what_differs_from_riichi_is_told_beside_it(parlour: Parlour) -> None:
    text = parlour.visitor().go("/rules/taiwan").page.text
    assert "Tiles in hand 16 (riichi: 13)" in text
    assert "Compared with riichi" in text


def test_riichi_is_not_compared_with_itself(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/rules/riichi")
    assert visitor.sees("At a glance")
    assert not visitor.sees("Compared with riichi")


def test_a_game_of_cards_is_not_compared_by_its_tiles(parlour: Parlour) -> None:
    assert "riichi: 136" not in parlour.visitor().go("/rules/shuangkou").page.text


def test_an_element_is_shown_by_the_tiles_of_a_hand(parlour: Parlour) -> None:
    page = parlour.visitor().go("/rules/shanghai-1980s").page
    assert page.html.count('class="tiles reading"') == 6


@pytest.mark.parametrize("name", rules.rulesets())
def test_every_element_shows_what_lies_there_and_what_it_brought(name: str) -> None:
    examples = [view.shown for view in view_elements(name, "ja")]
    bare = [
        one
        for one in examples
        if not (one.rows if isinstance(one, ShownPlay) else one.sets or one.apart)
    ]
    assert bare == []
    assert [one.title for one in view_elements(name, "ja") if not one.worth or not one.how] == []


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("riichi", "Renhou · human hand (人和): Mangan"),
        ("taiwan", "South · declared · Won with the dealt hand"),
        ("sakura", "Player 2 130 points (+1)"),
        ("shuangkou", "Player 1 · 5 × 9"),
        ("tien-gow", "Last trick (結) · Led · Player 3"),
    ],
)
def test_an_example_says_how_it_ended_and_which_house_rule_it_needs(
    parlour: Parlour, game: str, words: str
) -> None:
    assert words in parlour.visitor().go(f"/rules/{game}").page.text


def test_the_cards_that_make_an_element_are_drawn(parlour: Parlour) -> None:
    page = parlour.visitor().go("/rules/mushi").page
    assert [page.html.count(f"#{card}") for card in ("12-junk2", "06-ribbon")] == [3, 0]


def test_wild_tiles_say_so_in_an_example(parlour: Parlour) -> None:
    assert 'class="stands wild"' in parlour.visitor().go("/rules/wuhan").page.html


def test_the_options_in_force_at_this_table_are_shown(parlour: Parlour) -> None:
    someone = parlour.sit_down("riichi", "kiriage=true")
    page = someone.tap("Riichi mahjong").page
    assert '<tr class="changed">' in page.html


def test_the_list_of_games_leads_to_their_rules(parlour: Parlour) -> None:
    assert 'href="/rules/yiwu"' in parlour.visitor().go("/").tap("Rules").page.html


def test_a_game_that_is_none_has_no_rules(parlour: Parlour) -> None:
    assert parlour.visitor().browser.get("/rules/chess").status_code == 404


def test_a_game_is_told_in_the_words_of_its_players(parlour: Parlour) -> None:
    visitor = parlour.sit_down("wuhan")
    assert visitor.go("/rules/riichi").sees("Tanyao · all simples")
    assert visitor.go("/new/riichi/seats").sees("first dealer")
    assert visitor.go("/new/wuhan/seats").sees("first banker")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("wuhan", "Needed to win every loser owes at least 8 points"),
        ("yangzhou", "fan (riichi: at least 1 yaku (dora don't count))"),
        ("taiwan", "Needed to win any complete hand"),
        ("riichi", "A dealer's win pays more"),
        ("beijing", "A banker's win"),
    ],
)
def test_what_a_win_needs_and_what_it_brings_the_banker(
    parlour: Parlour, game: str, words: str
) -> None:
    assert words in parlour.visitor().go(f"/rules/{game}").page.text
