"""A hand that nobody won: who was ready is asked before it is settled, and why a hand is void."""

from __future__ import annotations

import re

import pytest

from kiosk.errors import Refused
from kiosk.session.answers import SayReady, SayWinner
from kiosk.session.commands import Declare, WriteRow
from kiosk.session.draft import Part, Place
from tests.kiosk.web.parlour import Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor


def draw_hand(parlour: Parlour, *riichi_seats: int) -> Visitor:
    """Return someone at a drawn hand of riichi in which *riichi_seats* have declared riichi."""
    visitor = parlour.sit_down("riichi").tap("Skip the machine")
    for seat in riichi_seats:
        parlour.service.submit(Declare(seat, "riichi"), f"declares-{seat}")
    return visitor.go("/").tap("Exhaustive draw")


def net(parlour: Parlour) -> list[int]:
    """Return what the settlement on the screen brings each seat."""
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.settlement, (draft.stage, draft.incidents, draft.problems)
    return list(draft.settlement["net"])


def test_a_draw_is_not_settled_before_it_is_said_who_was_ready(parlour: Parlour) -> None:
    visitor = draw_hand(parlour)
    assert visitor.sees("Who was tenpai?")
    assert not any(target.text == "Score it" for target in visitor.page.targets)
    assert visitor.tap("Nobody").sees("Confirm & next hand")
    assert net(parlour) == [0, 0, 0, 0]


def test_a_tap_on_a_seat_settles_and_another_one_settles_again(parlour: Parlour) -> None:
    visitor = draw_hand(parlour).tap("Aiko")
    assert net(parlour) == [3000, -1000, -1000, -1000]
    visitor.tap("Chie")
    assert net(parlour) == [1500, -1500, 1500, -1500]
    visitor.tap("Aiko").tap("Confirm & next hand")
    assert parlour.totals == (24000, 24000, 28000, 24000)


def test_two_who_were_not_ready_give_to_one_who_was_each(parlour: Parlour) -> None:
    visitor = draw_hand(parlour).tap("Aiko", "Chie")
    rows = re.findall(r"<span>(\w+ → \w+)</span><span class=\"points\">(.+?)<", visitor.page.html)
    assert rows == [("Bo → Aiko", "1,500"), ("Dana → Chie", "1,500")]


def test_who_declared_riichi_was_ready(parlour: Parlour) -> None:
    visitor = draw_hand(parlour, 1)
    assert visitor.find("Bo").form is not None
    visitor.tap("Nobody else")
    assert net(parlour) == [-1000, 2000, -1000, -1000]


def test_if_everybody_was_ready_nobody_pays(parlour: Parlour) -> None:
    draw_hand(parlour).tap("Everybody")
    assert net(parlour) == [0, 0, 0, 0]


def test_a_program_cannot_settle_a_draw_in_silence_either(parlour: Parlour) -> None:
    visitor = draw_hand(parlour)
    form = next(one for one in visitor.page.forms if one.action == "/review/ready")
    form.action = "/review/settle"
    assert visitor.send(form, form.fields).sees("Say first who was tenpai.")


def test_a_game_in_which_nobody_pays_for_it_asks_nothing(parlour: Parlour) -> None:
    visitor = parlour.sit_down("taiwan").tap("Skip the machine", "Draw")
    assert visitor.sees("Confirm & next hand")
    with pytest.raises(Refused):
        parlour.service.submit(SayReady((0,)), "says-ready")


def test_a_void_hand_asks_why_and_the_answer_settles_it(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine", "Abortive draw")
    assert visitor.sees("Why is it an abortive draw?")
    visitor.tap("Bo", place=1)  # nine terminals first, then chombo
    assert net(parlour) == [4000, -8000, 2000, 2000]


def test_a_void_hand_without_reasons_is_settled_at_once(parlour: Parlour) -> None:
    assert parlour.sit_down().tap("Skip the machine", "Void hand").sees("Confirm & next hand")


def test_a_wrong_winner_gives_the_hand_to_the_right_one(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Aiko wins", "Bo", "Enter by hand")
    parlour.service.submit(WriteRow(Place(Part.HAND, 0), "67m"), "writes-row")
    visitor.go("/").tap("Aiko").tap("Chie")
    draft = parlour.service.view().draft
    assert draft is not None
    assert [win.seat for win in draft.wins] == [2]
    assert [tile.code for tile in draft.seats[2].hand or ()] == ["6m", "7m"]
    assert draft.seats[0].hand is None


def test_the_discarder_who_turns_out_to_have_won_changes_places(parlour: Parlour) -> None:
    parlour.at_review(sheet_example())
    parlour.service.submit(SayWinner(3, 1), "says-winner")
    draft = parlour.service.view().draft
    assert draft is not None
    assert [(win.seat, win.giver) for win in draft.wins] == [(1, 3)]
