"""Older hands, penalties and seats put right by tapping: Wuhan, −16, −16, −64, +96."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.ledger.verify import verify
from kiosk.session import Stage
from tests.kiosk.web.parlour import sheet_example

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor


def two_hands(parlour: Parlour) -> Visitor:
    """Return someone before whom Dana has won a hand and nobody the next."""
    visitor = parlour.at_review(sheet_example()).tap("Settle", "Confirm & next hand")
    return visitor.tap("Play by hand", "Draw", "Confirm & next hand")


def test_an_older_hand_is_fixed_after_its_effect_was_shown(
    parlour: Parlour, tmp_path: Path
) -> None:
    visitor = two_hands(parlour)
    events = parlour.service.view().seq
    visitor.tap("Ledger", "Dana wins", "Fix this hand")
    assert visitor.sees("You are fixing hand 1.")
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Settle")
    assert visitor.sees("What it changes")
    assert parlour.totals == (-16, -16, -64, 96)
    visitor.tap("Hold to fix")
    assert parlour.service.view().seq == events + 1
    assert parlour.totals != (-16, -16, -64, 96)
    assert sum(parlour.totals) == 0
    visitor.tap("Ledger", "Dana wins")
    assert visitor.sees("Older versions")
    assert verify(tmp_path / "ledger.sqlite").is_whole


def test_a_hand_can_be_kept_as_it_was(parlour: Parlour) -> None:
    visitor = two_hands(parlour).tap("Ledger", "Dana wins", "Fix this hand", "Keep it as it was")
    assert parlour.service.view().stage is Stage.TABLE
    assert parlour.totals == (-16, -16, -64, 96)
    assert not visitor.sees("You are fixing")


def test_how_an_older_hand_ended_can_be_said_anew(parlour: Parlour) -> None:
    visitor = two_hands(parlour).tap("Ledger", "Dana wins", "Fix this hand")
    visitor.go("/").tap("Back").tap("Not a win – play on")
    visitor.tap("Draw", "Hold to fix")
    assert parlour.totals == (0, 0, 0, 0)


def test_a_penalty_is_paid_and_withdrawn(parlour: Parlour) -> None:
    visitor = parlour.sit_down().go("/repair/")
    visitor.tap("Pay", seat="1", to="all", amount="5", note="wrong wall")
    assert parlour.totals == (5, -15, 5, 5)
    assert visitor.sees("wrong wall")
    visitor.tap("Hold to withdraw")
    assert parlour.totals == (0, 0, 0, 0)
    assert visitor.sees("withdrawn")


def test_a_penalty_of_nothing_is_refused(parlour: Parlour) -> None:
    visitor = parlour.sit_down().go("/repair/").tap("Pay", seat="1", to="1", amount="5", note="")
    assert visitor.sees("This is no payment.")


def test_people_change_seats_with_their_points(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to seat them so", order=["3", "1", "2", "0"])
    view = parlour.service.view()
    assert view.names == ("Dana", "Bo", "Chie", "Aiko")
    assert parlour.totals == (96, -16, -64, -16)
    visitor.go("/ledger/")
    assert visitor.page.text.index("Dana") < visitor.page.text.index("Bo")


def test_names_that_were_mixed_up_leave_the_points_where_they_are(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to seat them so", order=["3", "1", "2", "0"], **{"as": "mix_up"})
    assert parlour.totals == (-16, -16, -64, 96)
    assert visitor.go("/ledger/").sees("Aiko wins, on Bo's discard")


def test_someone_takes_a_seat_over(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to take over", seat="2", name="Emi")
    assert parlour.service.view().names == ("Aiko", "Bo", "Emi", "Dana")
    assert parlour.totals == (-16, -16, -64, 96)


def test_seats_wait_until_the_hand_is_over(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Play by hand").go("/repair/")
    assert visitor.sees("Seats change between hands.")
    assert not visitor.sees("Hold to seat them so")
