"""What the camera sees and reads, as it is read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kiosk.errors import Refused
from kiosk.i18n import LANGUAGE_NAMES, catalogue
from rules.ruleset import full_set
from tests.kiosk.api.program import Program
from tests.kiosk.web.parlour import Parlour, read_tiles
from tests.kiosk.web.visitor import Visitor
from vision.types import MeldReading, SeatReading, TableReading


def table() -> TableReading:
    """Return a table with a hand of which one tile is doubtful and one not known."""
    sure, doubtful, unknown = read_tiles("1m2m3m")
    hand = (sure, replace(doubtful, confidence=0.7), replace(unknown, confidence=0.2))
    return TableReading(
        (
            SeatReading(0, hand, winning=read_tiles("4m")[0], river=read_tiles("9p9p1z")),
            SeatReading(
                1, melds=(MeldReading("pung", read_tiles("5s5s5s")),), flowers=read_tiles("1f")
            ),
            SeatReading(2),
            SeatReading(3),
        ),
        walls=(0, 17, 8, 0),
        sticks=(1, 0, 0, 2),
    )


def rows_of(page: str) -> dict[str, list[str]]:
    """Return the numbers of the table of seats by their row's title."""
    rows = re.findall(r"<th scope=\"row\">(.+?)</th>(.+?)</tr>", page)
    return {title: re.findall("<td>(.+?)</td>", cells) for title, cells in rows}


def test_every_tile_is_outlined_by_how_sure_it_is(parlour: Parlour) -> None:
    parlour.camera.reading = table()
    look = parlour.sit_down("riichi").go("/camera/look").page
    assert re.findall(r'polygon class="(\w+)"', look.html).count("sure") == 9
    assert look.html.count('polygon class="doubtful"') == 1
    assert look.html.count('polygon class="unknown"') == 1
    assert "Sure: 9 Check: 1 Not known: 1" in look.text


def test_every_look_has_a_number_of_its_own(parlour: Parlour) -> None:
    browser = parlour.visitor().browser
    numbers = [browser.get(f"/camera/look?after={n}").headers["X-Frame"] for n in range(3)]
    assert numbers == ["1", "2", "3"]


def test_discards_walls_and_sticks_are_counted_before_each_seat(parlour: Parlour) -> None:
    parlour.camera.reading = table()
    rows = rows_of(parlour.sit_down("riichi").go("/camera/look").page.html)
    assert rows["Hand"] == ["4", "–", "–", "–"]
    assert rows["Sets"] == ["–", "1", "–", "–"]
    assert rows["Beside"] == ["–", "1", "–", "–"]
    assert rows["Discards"] == ["3", "–", "–", "–"]
    assert rows["Wall, stacks"] == ["–", "17", "8", "–"]
    assert rows["Sticks"] == ["1", "–", "–", "2"]


def test_discards_thrown_together_are_counted_for_all(parlour: Parlour) -> None:
    parlour.camera.reading = replace(table(), thrown=read_tiles("1s2s3s4s"))
    assert parlour.sit_down().go("/camera/look").sees("Discards, thrown together: 4")


def test_what_hinders_is_told_beside_the_picture(parlour: Parlour) -> None:
    parlour.camera.reading = replace(table(), problems=("in_the_way", "blurred"))
    assert parlour.visitor().go("/camera/look").sees("Something covers the tiles")


def test_a_table_that_was_never_found_is_shown_all_the_same(parlour: Parlour) -> None:
    parlour.camera.unread = Refused("not_calibrated", "find the table", where="camera")
    visitor = parlour.visitor().go("/camera/look")
    assert "data:image/jpeg;base64," in visitor.page.html
    assert visitor.sees(catalogue("en")("error.not_calibrated"))
    assert "<polygon" not in visitor.page.html


def test_a_covered_camera_shows_nothing(parlour: Parlour) -> None:
    parlour.camera.picture = b""
    assert parlour.visitor().go("/camera/look").status == 409


def test_the_table_is_read_for_the_game_that_is_played(parlour: Parlour) -> None:
    parlour.visitor().go("/camera/look")
    parlour.sit_down("riichi").go("/camera/look?after=1")
    assert parlour.camera.asked == [(sum(full_set(flowers=True).values()), 4), (136, 4)]


def test_cards_are_not_read_as_tiles(parlour: Parlour) -> None:
    parlour.sit_down("shuangkou").go("/camera/look")
    assert parlour.camera.asked == [(0, 4)]


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_the_legend_speaks_every_language(parlour: Parlour, language: str) -> None:
    parlour.camera.reading = table()
    visitor = Visitor(parlour.app)
    visitor.browser.set_cookie("language", language)
    for doubt, count in (("sure", 9), ("doubtful", 1), ("unknown", 1)):
        assert visitor.go("/camera/look").sees(catalogue(language)(f"ui.look.{doubt}", count=count))


def test_a_program_is_told_what_is_read_as_the_page_is(parlour: Parlour) -> None:
    parlour.camera.reading = table()
    parlour.sit_down("riichi")
    look = Program(parlour.app).get("/camera/look").get_json()
    assert (look["number"], look["size"], look["refusal"]) == (1, [160, 90], None)
    first = look["seats"][0]
    assert [tile["confidence"] for tile in first["tiles"]][:3] == [0.99, 0.7, 0.2]
    assert [tile["code"] for tile in first["river"]] == ["9p", "9p", "1z"]
    assert [(seat["stacks"], seat["sticks"]) for seat in look["seats"]] == [
        (0, 1), (17, 0), (8, 0), (0, 2),
    ]  # fmt: skip


def test_a_program_is_told_why_nothing_is_read(parlour: Parlour) -> None:
    parlour.camera.unread = Refused("not_calibrated", "find the table", where="camera")
    look = Program(parlour.app).get("/camera/look").get_json()
    assert (look["refusal"], look["seats"]) == ("not_calibrated", [])
