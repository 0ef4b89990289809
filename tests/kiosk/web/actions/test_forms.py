"""Taps that come twice, too late, from elsewhere, or make no sense."""

from __future__ import annotations

import pytest

from kiosk.session import Stage
from tests.kiosk.web.parlour import NAMES, Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor

OURS = {"Sec-Fetch-Site": "same-origin"}


def test_two_taps_on_confirm_count_one_hand(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Score it")
    form = visitor.find("Confirm & next hand").form
    assert form is not None
    visitor.send(form, form.fields)
    visitor.send(form, form.fields)
    assert visitor.sees("Already saved")
    assert parlour.totals == (-16, -16, -64, 96)


def test_the_second_screen_to_confirm_is_told_and_counts_nothing(parlour: Parlour) -> None:
    first = parlour.at_review(sheet_example()).tap("Score it")
    second = parlour.visitor()
    first.tap("Confirm & next hand")
    second.tap("Confirm & next hand")
    assert second.sees("Someone else just changed this.")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_button_of_an_older_screen_changes_nothing(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine")
    stale = parlour.visitor()
    visitor.tap("Dana wins")
    assert stale.tap("Aiko wins").sees("That is not possible now.")
    assert parlour.service.view().stage is Stage.OUTCOME


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {},
    ],
)
def test_a_post_from_elsewhere_is_refused(parlour: Parlour, headers: dict[str, str]) -> None:
    visitor = parlour.sit_down()
    fields = {"op": "elsewhere-1", "seen": str(parlour.service.view().seq)}
    answer = visitor.browser.post("/start", data=fields, headers=headers)
    assert answer.status_code == 403
    assert parlour.service.view().stage is Stage.TABLE


def test_an_older_browser_is_known_by_its_origin(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    fields = {"op": "older-browser-1", "seen": str(parlour.service.view().seq)}
    visitor.browser.post("/start", data=fields, headers={"Origin": "http://localhost"})
    assert parlour.service.view().stage is Stage.PLAYING


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/start", {}),
        ("/start", {"op": "x", "seen": "0"}),
        ("/start", {"op": "good-op-1", "seen": "many"}),
        ("/win", {"op": "good-op-2", "seen": "0"}),
        ("/who", {"op": "good-op-3", "seen": "0", "seat": "1", "how": ""}),
        ("/back", {"op": "good-op-4", "seen": "0", "stage": "heaven"}),
        ("/review/row", {"op": "good-op-5", "seen": "0", "place": "attic:1", "code": "1m"}),
        ("/review/fact", {"op": "good-op-6", "seen": "0", "seat": "1", "fact": "luck"}),
        ("/dice", {"op": "good-op-7", "seen": "0", "die0": "3"}),
    ],
)
def test_a_form_that_makes_no_sense_gets_a_page_that_says_so(
    parlour: Parlour, path: str, fields: dict[str, str]
) -> None:
    visitor = parlour.sit_down()
    answer = visitor.browser.post(path, data=fields, headers=OURS)
    assert answer.status_code == 400
    assert "This form could not be read." in answer.text


@pytest.mark.parametrize("code", ["9x", "0f", "5mm", "<b>"])
def test_a_tile_that_is_none_is_refused_with_words(parlour: Parlour, code: str) -> None:
    visitor = parlour.at_review(sheet_example())
    tile = visitor.tap("9 of bamboos").find("No tile here").form
    assert tile is not None
    wrong = [pair for pair in tile.fields if pair[0] != "code"]
    tile.action = "/review/tile"
    visitor.send(tile, [*wrong, ("code", code)])
    assert visitor.status == 200
    assert "banner wrong" in visitor.page.html


def test_a_body_without_end_is_refused(visitor: Visitor) -> None:
    answer = visitor.browser.post("/start", data={"op": "x" * 300_000}, headers=OURS)
    assert answer.status_code == 413


def test_a_name_is_text_and_nothing_else(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/wuhan/seats")
    visitor.tap("Start", name=["<b>Aiko</b>", *NAMES[1:]])
    assert "<b>Aiko" not in visitor.page.html
    assert visitor.sees("<b>Aiko</b>")
