"""A hand shown step by step: of a log that somebody brings, or one to watch."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from kiosk.i18n import catalogue
from kiosk.web.views.replay import frames
from rules.games import PLAYS
from rules.games.riichi.logs.formats import write_as
from rules.play.course import Course
from rules.play.logs import again
from rules.tiles import CODES
from tests.kiosk.web.parlour import Parlour
from tests.rules.play.hands import last_of, mixed, new_course


def over(name: str, seed: int = 1) -> Course:
    chance = random.Random(seed)
    return last_of(new_course(name, chance), mixed(chance, 0.8), chance)


def shown(course: Course) -> list[dict[str, Any]]:
    return list(frames(list(again(course)), catalogue("en")))


def test_every_step_shows_what_was_done_and_the_last_one_all_tiles() -> None:
    course = over("taiwan")
    told = shown(course)
    assert len(told) == len(course.at.log) + 1
    lies: dict[int, Any] = {}
    for frame in told:
        lies |= frame["seats"]
        assert frame["says"]
    for seat, place in enumerate(course.at.seats):
        assert lies[seat]["hand"] == [CODES[tile] for tile in place.hand]
        assert len(lies[seat]["sets"]) == len(place.melds)


def test_a_step_says_what_else_was_allowed() -> None:
    told = shown(over("riichi"))
    discards = [frame for frame in told if ": discards" in frame["says"]]
    assert discards[0]["may"].startswith("Also allowed: discards ")


@pytest.mark.parametrize("form", ["jantaku", "mjai", "tenhou"])
def test_a_log_that_somebody_brings_is_shown(parlour: Parlour, form: str) -> None:
    text = "\n".join(write_as(form, over("riichi")))
    page = sent(parlour, text)
    assert page.status_code == 200
    assert "data-replay" in page.text


def test_a_log_that_is_cut_off_is_shown_as_far_as_it_goes(parlour: Parlour) -> None:
    lines = list(write_as("jantaku", over("wuhan")))[:9]
    page = sent(parlour, "\n".join(lines))
    assert "line 10: the log ends before the hand does" in page.text
    assert "data-replay" in page.text


def test_what_is_no_log_is_told_and_asked_for_again(parlour: Parlour) -> None:
    page = sent(parlour, "hello")
    assert page.status_code == 400
    assert "line 1: is not JSON" in page.text


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_a_hand_of_every_game_can_be_watched(parlour: Parlour, game: str) -> None:
    assert "data-replay" in parlour.visitor().go(f"/replay/{game}?seed=2").html


def test_a_game_that_is_not_played_from_the_wall_cannot_be_watched(parlour: Parlour) -> None:
    assert parlour.app.test_client().get("/replay/mushi").status_code == 404


def sent(parlour: Parlour, text: str) -> Any:
    """Return the page that comes back when a file with *text* is sent."""
    data = {"file": (io.BytesIO(text.encode()), "hand.jsonl")}
    same = {"Sec-Fetch-Site": "same-origin"}
    return parlour.app.test_client().post("/replay/", data=data, headers=same)
