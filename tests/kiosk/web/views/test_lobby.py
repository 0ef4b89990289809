"""Choosing a game, its house rules and the seats."""

from __future__ import annotations

import json

import pytest

import rules
from kiosk.session import Stage
from kiosk.session.commands import CloseSession
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor


def test_every_game_is_offered(visitor: Visitor) -> None:
    visitor.tap("Play")
    for game in rules.rulesets():
        assert visitor.sees(rules.ruleset(game).native)


def test_what_was_played_on_this_screen_is_offered_first(parlour: Parlour) -> None:
    visitor = parlour.visitor()
    assert visitor.page.text.index("Riichi") < visitor.page.text.index("Singapore")
    assert not visitor.go("/new").sees("Recently played")
    visitor.go("/new/yiwu/seats").tap("Start", name=list(NAMES))
    parlour.service.submit(CloseSession(), "end-of-yiwu")
    text = visitor.go("/").page.text
    assert text.index("Yiwu") < text.index("Riichi")
    assert visitor.go("/new").page.text.index("Recently played") < visitor.page.text.index("Yiwu")
    assert parlour.visitor().go("/new").page.text.count("Yiwu") == 1


def test_a_screen_that_remembers_nonsense_offers_the_well_known_games(visitor: Visitor) -> None:
    visitor.browser.set_cookie("played", "riichi2.<b>..")
    assert visitor.go("/new").status == 200
    assert not visitor.sees("Recently played")


@pytest.mark.parametrize("game", rules.rulesets())
def test_every_option_of_a_game_has_its_control(visitor: Visitor, game: str) -> None:
    visitor.go(f"/new/{game}")
    names = {option.name for option in rules.ruleset(game).options}
    assert names == {name.partition(".")[0] for name, _ in visitor.page.forms[-1].fields}


def test_an_option_that_differs_is_kept_with_the_session(parlour: Parlour) -> None:
    parlour.visitor().go("/new/wuhan").tap("Seats", minimum_points="16", limits="[1, 2, 3, 4]").tap(
        "Start", name=list(NAMES)
    )
    session = parlour.service.view().session
    assert session is not None
    assert session.options == {"minimum_points": 16, "limits": [1, 2, 3, 4]}


def test_an_option_that_cannot_be_stays_at_its_default(parlour: Parlour) -> None:
    parlour.visitor().go("/new/wuhan").tap("Seats", limits="many").tap("Start", name=list(NAMES))
    session = parlour.service.view().session
    assert session is not None
    assert session.options == {}


@pytest.mark.parametrize(
    ("game", "fields", "house_rules"),
    [
        ("wuhan", {"limits": ["auto", "400, 500, 600, 800"]}, {"limits": [400, 500, 600, 800]}),
        ("wuhan", {"limits": ["auto", ""]}, {}),
        ("wenzhou", {"ladder": ["3579", ""]}, {"ladder": "3579"}),
        ("yichang", {"fan_values": "1、2、4、8"}, {"fan_values": [1, 2, 4, 8]}),
        ("zero-rule", {"draw_pool": ["null", "3000"]}, {"draw_pool": 3000}),
        ("beijing", {"extra_elements": ["", "all_pungs"]}, {"extra_elements": ["all_pungs"]}),
        ("beijing", {"factors.straight": "4"}, {"factors": {"straight": 4}}),
        ("beijing", {"factors.straight": "1"}, {}),
    ],
)
def test_house_rules_are_set_in_words_and_plain_numbers(
    parlour: Parlour, game: str, fields: dict[str, str | list[str]], house_rules: dict[str, object]
) -> None:
    someone = parlour.visitor().go(f"/new/{game}").tap("Seats", **fields)  # type: ignore[arg-type]
    options = next(value for name, value in someone.page.forms[-1].fields if name == "options")
    assert json.loads(options) == house_rules


def test_what_was_set_stands_so_on_the_page(visitor: Visitor) -> None:
    visitor.go("/new/beijing?factors.straight=4&extra_elements=&extra_elements=last_tile")
    fields = visitor.page.forms[-1].fields
    assert ("factors.straight", "4") in fields
    assert [value for name, value in fields if name == "extra_elements"] == ["", "last_tile"]


def test_a_game_that_is_unknown_has_no_page(visitor: Visitor) -> None:
    visitor.go("/new/tiddlywinks")
    assert visitor.status == 404
    assert visitor.sees("Go back to the table.")


def test_nobody_sits_twice(parlour: Parlour, visitor: Visitor) -> None:
    visitor.go("/new/wuhan/seats").tap("Start", name=["Aiko", "Aiko", "Chie", "Dana"])
    assert visitor.sees("That name is used twice.")
    assert parlour.service.view().stage is Stage.LOBBY


def test_known_players_are_offered(parlour: Parlour) -> None:
    for name in NAMES:
        parlour.service.enrol(name)
    visitor = parlour.visitor().go("/new/wuhan/seats")
    assert all(visitor.sees(name) for name in NAMES)


def test_the_same_four_can_sit_down_again_in_one_tap(parlour: Parlour) -> None:
    visitor = parlour.sit_down(options="minimum_points=16").tap("End session", "Hold to end")
    visitor.tap("Same players again")
    session = parlour.service.view().session
    assert session is not None
    assert not session.is_closed
    assert session.options == {"minimum_points": 16}


def test_a_stake_is_what_everyone_starts_with(parlour: Parlour) -> None:
    parlour.sit_down("yangzhou", "stake=150")
    session = parlour.service.view().session
    assert session is not None
    assert session.standing.totals == (150, 150, 150, 150)


def test_two_taps_change_the_language(visitor: Visitor) -> None:
    visitor.tap("日本語")
    assert visitor.sees("いつでも始められます。")
    visitor.tap("English")
    assert visitor.sees("Ready when you are.")


def test_the_language_form_leads_nowhere_else(visitor: Visitor) -> None:
    answer = visitor.browser.post(
        "/language",
        data={"language": "ja", "back": "https://example.org/trap"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.location == "/"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_people_choose_how_many_play_where_the_game_lets_them(parlour: Parlour, count: int) -> None:
    visitor = parlour.visitor().go("/new/sakura").tap("Seats").tap(str(count))
    visitor.tap("Start", name=list(NAMES[:count]))
    session = parlour.service.view().session
    assert session is not None
    assert len(session.players) == count


def test_two_against_two_are_four(visitor: Visitor) -> None:
    visitor.go("/new/sakura/seats?teams=true&seated=3")
    assert [name for name, _ in visitor.page.forms[-1].fields].count("name") == 4


def test_the_options_stay_when_the_number_of_seats_changes(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/sakura").tap("Seats", margin_classes="50_100").tap("3")
    visitor.tap("Start", name=list(NAMES[:3]))
    session = parlour.service.view().session
    assert session is not None
    assert session.options == {"margin_classes": "50_100"}


def test_who_gives_no_name_is_a_guest_whom_nobody_finds_again(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/wuhan/seats")
    names = ["Aiko", "Guest B", "Guest C", "Dana"]
    visitor.tap("Start", name=names)
    first = players_of(parlour)
    assert visitor.go("/ledger/").sees("Guest C")
    visitor.go("/").tap("End session", "Hold to end")
    assert [one.name for one in parlour.service.players()] == ["Dana", "Aiko"]
    visitor.go("/new/wuhan/seats").tap("Start", name=names)
    second = players_of(parlour)
    assert (first[0], first[3]) == (second[0], second[3])
    assert len({*first, *second}) == 6


def test_same_players_again_keeps_the_guests(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/wuhan/seats").tap("Start")
    before = players_of(parlour)
    visitor.tap("End session", "Hold to end", "Same players again")
    assert players_of(parlour) == before
    assert visitor.go("/ledger/").sees("Guest A")


def test_a_guest_has_no_page_of_figures(parlour: Parlour) -> None:
    parlour.visitor().go("/new/wuhan/seats").tap("Start")
    assert parlour.visitor().go(f"/history/players/{players_of(parlour)[0]}").status == 404


def players_of(parlour: Parlour) -> tuple[str, ...]:
    """Return the ids of who sits at the table."""
    session = parlour.service.view().session
    assert session is not None
    return session.players
