"""A game that goes on after a win, on pages without scripts: Yichang."""

from __future__ import annotations

from kiosk.session import Stage
from tests.kiosk.web.parlour import Parlour, read_tiles
from tests.kiosk.web.visitor import Visitor
from vision.types import SeatReading, TableReading

HANDS = TableReading(
    (
        SeatReading(0, read_tiles("111222333s4466p")),
        SeatReading(1, read_tiles("147m258p369s5678s")),
        SeatReading(2, read_tiles("123456789m1p778s")),
        SeatReading(3, read_tiles("123456m123p5578p6p9p9p"), apart=3),
    )
)
"""Dana waits for 6p and 9p and won three times; Bo and Chie still hold three suits."""


def at_play(parlour: Parlour) -> Visitor:
    """Return someone at a Yichang table at which tiles are dealt."""
    return parlour.sit_down("yichang").tap("Skip the machine", "Skip")


def test_wins_are_noted_while_play_goes_on(parlour: Parlour) -> None:
    visitor = at_play(parlour)
    visitor.tap("Dana wins", "Bo").tap("Dana wins", "Self-draw")
    assert parlour.service.view().stage is Stage.PLAYING
    assert visitor.sees("Wins so far")
    assert [one.text for one in visitor.page.targets if "Take back win" in one.text] == [
        "Take back win 1, Dana ✕",
        "Take back win 2, Dana ✕",
    ]


def test_a_tile_is_said_in_play_and_stays_said(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Dana wins", "Bo")
    visitor.tap("Win 1, Dana: winning tile").key("6 of circles")
    view = parlour.service.view()
    assert view.stage is Stage.PLAYING
    assert view.draft is not None
    tile = view.draft.wins[0].tile
    assert tile is not None
    assert tile.code == "6p"


def test_a_win_noted_by_mistake_is_taken_back(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Dana wins", "Bo").tap("Chie wins", "Self-draw")
    visitor.tap("Take back win 1, Dana")
    draft = parlour.service.view().draft
    assert draft is not None
    assert [win.seat for win in draft.wins] == [2]


def test_how_a_noted_win_was_made_is_corrected_in_play(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Dana wins", "Bo")
    visitor.tap("on Bo's discard", "Chie")
    draft = parlour.service.view().draft
    assert draft is not None
    assert [win.giver for win in draft.wins] == [2]


def test_three_wins_of_one_seat_go_into_the_ledger(parlour: Parlour) -> None:
    visitor = at_play(parlour)
    visitor.tap("Dana wins", "Bo").tap("Dana wins", "Self-draw").tap("Dana wins", "Chie")
    visitor.tap("The wall is used up")
    assert visitor.sees("Winning tiles a little apart")
    parlour.read(visitor, HANDS)
    visitor.tap("Score it")
    assert visitor.sees("on Bo's discard")
    assert visitor.sees("on Chie's discard")
    visitor.tap("Confirm & next hand")
    # wins of 1, 2 from each, 1; Bo and Chie pay Aiko, who waits for all pungs, 6 and Dana 2 each
    assert parlour.totals == (-2 + 12, -1 - 2 - 8, -2 - 1 - 8, 1 + 6 + 1 + 4)


def test_who_won_is_asked_again_in_play_not_on_the_page_before(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Dana wins", "Bo").tap("The wall is used up", "Back")
    assert parlour.service.view().stage is Stage.PLAYING
    assert visitor.sees("Wins so far")


def test_without_a_win_the_used_up_wall_is_a_drawn_hand(parlour: Parlour) -> None:
    at_play(parlour).tap("The wall is used up")
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.outcome == "draw"
