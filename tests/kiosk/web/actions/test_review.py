"""Correcting what the camera read, and what is refused before it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk.i18n import LANGUAGES
from kiosk.session import Draft, Stage
from tests.kiosk.web.parlour import Parlour, read_tiles, sheet_example
from tests.kiosk.web.visitor import Target
from vision.types import SeatReading, TableReading


def draft(parlour: Parlour) -> Draft:
    """Return the hand at work."""
    hand = parlour.service.view().draft
    assert hand is not None
    return hand


def without_hand(reading: TableReading, hand: str) -> TableReading:
    """Return *reading* with another concealed hand for Dana."""
    dana = replace(reading.seats[3], hand=read_tiles(hand))
    return replace(reading, seats=(*reading.seats[:3], dana))


def test_a_tile_in_doubt_is_marked_and_says_so(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(doubt="7s"))
    assert visitor.sees("Tiles to check: 1")
    assert "doubtful" in visitor.page.html


def test_two_taps_put_a_misread_tile_right(parlour: Parlour) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p55689s"))
    visitor.tap("6 of bamboos", "7 of bamboos")
    assert [tile.code for tile in draft(parlour).seats[3].hand or ()][7] == "7s"
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (-16, -16, -64, 96)


def test_saying_yes_takes_the_doubt_away(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(doubt="7s")).tap(
        "7 of bamboos ? not sure", "Yes, right"
    )
    assert not visitor.sees("not sure")


def test_the_camera_s_own_second_thought_comes_first(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(doubt="7s")).tap("7 of bamboos ? not sure")
    offers = [target.text for target in visitor.page.targets if target.text.count(" of ") == 2]
    assert offers[0].startswith("9 of circles")


def test_a_kind_that_is_used_up_cannot_be_chosen(parlour: Parlour) -> None:
    reading = without_hand(sheet_example(), "67m456p77779s")
    visitor = parlour.at_review(reading).tap("9 of bamboos")
    sevens = [target for target in visitor.page.targets if target.text.startswith("7 of bamboos")]
    assert sevens
    assert all(target.is_disabled for target in sevens)


def test_no_tile_here_takes_the_tile_away(parlour: Parlour) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p557789s"))
    assert visitor.sees("15 of 14 tiles")
    visitor.tap("7 of bamboos", "No tile here")
    assert visitor.sees("14 of 14 tiles")


def test_a_missing_tile_is_added_from_the_pad(parlour: Parlour) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p5589s"))
    visitor.tap("Dana: add to Hand", "7 of bamboos", "Done")
    assert visitor.sees("14 of 14 tiles")


def test_another_tile_of_the_hand_can_be_the_winning_one(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    visitor.tap("9 of bamboos", "This is the winning tile")
    assert draft(parlour).wins[0].tile is not None
    assert draft(parlour).wins[0].tile.code == "9s"


def test_a_tile_can_be_put_into_another_row(parlour: Parlour) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p55789s7z"))
    visitor.tap("red dragon", "Belongs to: Set aside")
    assert [tile.code for tile in draft(parlour).seats[3].aside] == ["7z"]


def test_a_set_can_be_corrected(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Chow from Chie")
    visitor.tap("3 of characters", kind="chow", giver="2", claimed="0")
    assert [tile.code for tile in draft(parlour).seats[3].melds[0].tiles] == ["3m", "4m", "5m"]


def test_a_run_past_nine_is_refused_with_words(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Chow from Chie")
    visitor.tap("9 of characters", kind="chow", giver="2", claimed="0")
    assert "banner wrong" in visitor.page.html
    assert [tile.code for tile in draft(parlour).seats[3].melds[0].tiles] == ["2m", "3m", "4m"]


def test_a_set_that_is_none_can_be_removed(parlour: Parlour) -> None:
    parlour.at_review(sheet_example()).tap("Chow from Chie", "Remove the set")
    assert draft(parlour).seats[3].melds == ()


def test_only_the_marks_and_facts_of_the_game_are_asked_for(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    forms = [dict(form.fields) for form in visitor.page.forms]
    assert {form["mark"] for form in forms if "mark" in form} == set()  # both are of a self-draw
    assert {form["fact"] for form in forms if "fact" in form} == {"discarder_ready", "rivals"}


def test_a_fact_once_said_can_be_unsaid(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Yes")
    assert draft(parlour).wins[0].facts == {"discarder_ready": True}
    visitor.tap("Yes")
    assert draft(parlour).wins[0].facts == {}


def test_rivals_are_named_by_tapping_their_names(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    offers = [target.text for target in visitor.page.targets if of_rivals(target)]
    assert offers == ["Aiko"]  # Chie sits nearer to Bo: she would have won
    visitor.tap("Aiko")
    assert draft(parlour).wins[0].facts == {"rivals": [0]}
    visitor.tap("Aiko")
    assert draft(parlour).wins[0].facts == {}


def of_rivals(target: Target) -> bool:
    """Return whether a tap on *target* names a rival."""
    return target.form is not None and ("fact", "rivals") in target.form.fields


def test_a_number_is_said_with_one_tap_and_another_one_typed(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(), "taiwan-common")
    visitor.tap("3", place=0)
    assert draft(parlour).seats[3].facts == {"migi_turn": 3}
    visitor.tap("3", place=0)
    assert draft(parlour).seats[3].facts == {}


def test_tiles_let_go_are_tapped_one_by_one(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(), "qinghunpeng")
    for code, value in (("1s", "1s"), ("1z", "1s1z"), ("1s", "1z")):
        form = next(f for f in visitor.page.forms if ("fact", "missed") in f.fields)
        values = [one.sends[1] for one in visitor.page.targets if one.form is form and one.sends]
        assert value in values, f"no tap on {code} makes it {value}"
        visitor.send(form, [*form.fields, ("value", value)])
        assert draft(parlour).wins[0].facts == {"missed": value}


def test_how_it_was_won_can_be_corrected(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("on Bo's discard", "Self-draw")
    assert visitor.sees("self-draw")
    assert draft(parlour).wins[0].by == "self_draw"


def test_a_hand_that_is_no_win_says_so_and_stays(parlour: Parlour) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p55189s")).tap("Score it")
    assert 'role="alert"' in visitor.page.html
    assert parlour.service.view().stage is Stage.REVIEW
    assert {problem.code for problem in draft(parlour).problems} == {"not_a_win"}


NO_HAND_OF_WUHAN = {
    "en": "neither four sets and a pair nor all honors nor all eyes",
    "ja": "四面子一雀頭でも、字牌だけでも、2・5・8だけでもありません",
    "zh-Hans": "既不是四组面子加将牌，也不全是字牌或二、五、八",
    "zh-Hant": "既不是四組面子加將牌，也不全是字牌或二、五、八",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_win_is_refused_stands_there_in_the_language_of_the_screen(
    parlour: Parlour, language: str
) -> None:
    visitor = parlour.at_review(without_hand(sheet_example(), "67m456p55189s")).tap("Score it")
    visitor.browser.set_cookie("language", language)
    assert visitor.go("/").sees(NO_HAND_OF_WUHAN[language])


def test_a_wrong_row_is_named_and_marked_on_the_screen(parlour: Parlour) -> None:
    reading = without_hand(sheet_example(), "67m456p5589s")
    visitor = parlour.at_review(reading).tap("Score it")
    assert visitor.sees("Wrong number of tiles. Dana: Hand")
    assert visitor.page.html.count("wrong-row") == 1
    assert visitor.sees("13 of 14 tiles")


def test_a_row_that_was_forgotten_is_asked_for(parlour: Parlour) -> None:
    visitor = parlour.at_review(replace(sheet_example(), indicators=())).tap("Score it")
    assert visitor.sees("Enter or correct the tiles marked in red.")


def test_without_a_camera_the_tiles_are_entered_by_hand(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Dana wins", "Bo")
    parlour.camera.reading = None
    with parlour.service.live.subscribe() as screen:
        visitor.tap("Read")
        while parlour.service.view().reading:
            assert screen.wait(10) is not None
    assert visitor.go("/").sees("The camera gives no picture.")
    assert visitor.tap("Enter by hand").sees("Check the hand")


def test_an_empty_table_says_what_to_do(parlour: Parlour) -> None:
    blank = replace(sheet_example(), seats=(SeatReading(0),), problems=("no_tiles",))
    visitor = parlour.at_review(blank)
    assert visitor.sees("No tiles seen: lay them face up, or enter by hand.")


def test_what_a_fact_may_be_is_chosen_from_its_words(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(), "yangzhou").tap("Their own winning discard")
    assert draft(parlour).wins[0].facts == {"missed": "own_discard"}
    visitor.tap("Another's winning tile")
    assert draft(parlour).wins[0].facts == {"missed": "discard"}
    visitor.tap("Another's winning tile")
    assert draft(parlour).wins[0].facts == {}


def test_tiles_turned_up_after_a_win_have_their_row(parlour: Parlour) -> None:
    assert parlour.at_review(sheet_example(), "changsha").sees("Bird")
