"""Seats drawn by the table's dice or by dice thrown by hand, seen and taken back on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kiosk.session.repairs import DrawSeats
from tests.kiosk.web.parlour import NAMES

if TYPE_CHECKING:
    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor

THROWS = ((1, 2), (6, 5), (2, 2), (4, 4))


def names(parlour: Parlour) -> tuple[str, ...]:
    return parlour.service.view().names


def roll(parlour: Parlour, visitor: Visitor, *throws: tuple[int, ...]) -> None:
    """Let the machine throw these, each when *visitor* taps for it."""
    for pips in throws:
        visitor.tap("Roll the dice")
        parlour.machine.finish(dice=pips)
        visitor.go("/")


def test_the_table_s_dice_draw_the_seats(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    assert visitor.sees("Aiko throws.")
    roll(parlour, visitor, *THROWS[:1])
    assert visitor.sees("1 + 2 = 3")
    assert visitor.sees("Bo throws.")
    roll(parlour, visitor, *THROWS[1:])
    assert names(parlour) == ("Bo", "Dana", "Chie", "Aiko")
    assert visitor.sees("Sit down like this")
    assert visitor.sees("6 + 5 = 11")
    assert re.findall(r"<strong>(sits where .*?|stays there)</strong>", visitor.page.html) == [
        "sits where Aiko sat",
        "sits where Bo sat",
        "stays there",
        "sits where Dana sat",
    ]


def test_a_draw_is_taken_back_with_one_tap(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    roll(parlour, visitor, *THROWS)
    visitor.tap("Take the draw back")
    assert names(parlour) == NAMES
    assert not visitor.sees("Sit down like this")


def test_dice_thrown_by_hand_draw_too(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("First banker")
    visitor.tap("Note the throw", die0="3", die1="4")
    assert names(parlour) == ("Chie", "Dana", "Aiko", "Bo")


def test_whoever_does_not_want_to_move_stays(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    roll(parlour, visitor, *THROWS[:2])
    visitor.tap("Stay as you sit")
    assert names(parlour) == NAMES
    assert visitor.find("Build the walls").form is not None


def test_in_a_card_game_the_dice_say_who_leads_and_nobody_moves(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/tien-gow/seats").tap("Start", name=list(NAMES))
    visitor.tap("Who leads first")
    roll(parlour, visitor, *THROWS, (1, 2))
    draft = parlour.service.view().draft
    assert draft is not None
    assert (names(parlour), draft.leader) == (NAMES, 3)


def test_after_the_first_hand_nothing_is_drawn_any_more(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Play by hand", "Draw", "Confirm & next hand")
    assert not visitor.sees("Draw by dice")
    assert not parlour.service.can(DrawSeats("seats"))
