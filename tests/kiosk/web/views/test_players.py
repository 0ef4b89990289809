"""Someone's page: places, rates, elements, opponents; Dana wins the sheet's hand off Bo."""

from __future__ import annotations

from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


def after_sessions(parlour: Parlour) -> Visitor:
    """Return someone after a session of Wuhan that Dana won, and one of riichi that was drawn."""
    parlour.count_hand().tap("End session", "Hold to end")
    return drawn_session(parlour)


def drawn_session(parlour: Parlour) -> Visitor:
    """Return someone after a session of riichi in which nobody was ready."""
    visitor = parlour.sit_down("riichi").tap("Skip the machine", "Exhaustive draw", "Nobody")
    return visitor.tap("Confirm & next hand", "End session", "Hold to end")


def test_a_page_shows_rates_elements_and_opponents(parlour: Parlour) -> None:
    visitor = after_sessions(parlour).go("/history/").tap("Dana", place=0).tap("Wuhan", place=1)
    assert visitor.sees("Average rank 1.00")
    assert visitor.sees("Hands won 100.0%")
    assert visitor.sees("1. 1 · 100.0%")
    assert visitor.sees("Most frequent in wins")
    assert visitor.sees("Bo 1 +112 1 0")


def test_the_address_says_which_game(parlour: Parlour) -> None:
    visitor = (
        after_sessions(parlour).go("/history/").tap("Bo", place=0).tap("Riichi mahjong", place=-1)
    )
    assert visitor.sees("Hands with Riichi 0.0%")
    assert not visitor.sees("Most frequent in wins")
    assert visitor.tap("Aiko").sees("Hands with Riichi 0.0%")


def test_one_session_is_no_trend_and_two_are(parlour: Parlour) -> None:
    page = drawn_session(parlour).go("/history/").find("Dana").href
    assert 'class="chart"' not in parlour.visitor().go(page).page.html
    drawn_session(parlour)
    assert 'aria-label="Points over the last sessions"' in parlour.visitor().go(page).page.html


def test_whoever_is_not_known_has_no_page(parlour: Parlour) -> None:
    assert parlour.count_hand().go("/history/players/p99").status == 404
