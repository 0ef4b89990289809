"""The ranking board: everybody by points or mean place, over a span or a season of the house."""

from __future__ import annotations

import pytest

from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


@pytest.fixture
def after_a_session(parlour: Parlour) -> Visitor:
    """Return someone at the board after a session: −16, −16, −64, +96."""
    parlour.operator_context.pin_lock.choose("2468")
    parlour.count_hand().tap("End session", "Hold to end")
    return parlour.visitor().go("/history/").tap("Ranking")


def test_everybody_stands_by_points_and_equals_share_a_rank(after_a_session: Visitor) -> None:
    assert after_a_session.sees("1. Dana +96 1.00 1 1 0 0 0")
    assert after_a_session.sees("2. Aiko −16 2.00 1 0 1 0 0 2. Bo −16 2.00 1 0 1 0 0")
    assert after_a_session.sees("4. Chie −64 4.00 1 0 0 0 1")


def test_who_has_played_too_little_stands_below_without_a_rank(after_a_session: Visitor) -> None:
    visitor = after_a_session.tap("By average rank").tap("5")
    assert visitor.sees("Finished sessions: fewer than 5 – Dana +96")


def test_a_ranking_is_printed_on_white(after_a_session: Visitor) -> None:
    visitor = after_a_session.tap("Print")
    assert visitor.sees("Ranking · Wuhan mahjong · All time")
    assert "css/printed.css" in visitor.page.html


def test_a_season_of_the_house_is_a_span(after_a_session: Visitor) -> None:
    visitor = after_a_session.tap("Seasons").tap("Unlock", pin="2468")
    visitor.tap("Save", name="Long ago", first="1970-01-01", last="1970-01-31")
    visitor.tap("Save", name="Spring", first="2026-03-01", last="2026-05-31")
    board = visitor.tap("Back")
    assert board.tap("Long ago").sees("1. Dana +96")
    assert board.tap("Spring").sees("Nobody finished a session in this time.")
    visitor.go("/seasons").tap("Hold to delete", place=0).tap("Back")
    assert not visitor.sees("Spring")


def test_a_season_that_ends_before_it_begins_is_refused(after_a_session: Visitor) -> None:
    visitor = after_a_session.tap("Seasons").tap("Unlock", pin="2468")
    visitor.tap("Save", name="Spring", first="2026-03-01", last="2026-02-01")
    assert visitor.sees("This is not a valid season.")


def test_before_anything_was_played_there_is_no_ranking(parlour: Parlour) -> None:
    assert parlour.visitor().go("/history/ranking").sees("Nothing counted yet.")
