"""Older hands, penalties and seats put right by tapping: Wuhan, −16, −16, −64, +96."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules
from kiosk.ledger.verify import verify
from kiosk.session import Stage
from tests.kiosk.web.parlour import NAMES, Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor


def two_hands(parlour: Parlour) -> Visitor:
    """Return someone before whom Dana has won a hand and nobody the next."""
    visitor = parlour.count_hand()
    return visitor.tap("Skip the machine", "Draw", "Confirm & next hand")


def test_an_older_hand_is_fixed_after_its_effect_was_shown(
    parlour: Parlour, tmp_path: Path
) -> None:
    visitor = two_hands(parlour)
    events = parlour.service.view().seq
    visitor.tap("Ledger", "Dana wins", "Fix this hand")
    assert visitor.sees("You are fixing East round, hand 1.")
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Score it")
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


def test_how_an_older_hand_ended_can_be_said_again(parlour: Parlour) -> None:
    visitor = two_hands(parlour).tap("Ledger", "Dana wins", "Fix this hand")
    visitor.go("/").tap("Back").tap("Cancel, keep playing")
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
    assert visitor.sees("This is not a payment.")


def test_people_change_seats_with_their_points(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to change seats", order=["3", "1", "2", "0"])
    view = parlour.service.view()
    assert view.names == ("Dana", "Bo", "Chie", "Aiko")
    assert parlour.totals == (96, -16, -64, -16)
    visitor.go("/ledger/")
    assert visitor.page.text.index("Dana") < visitor.page.text.index("Bo")


def test_names_that_were_mixed_up_leave_the_points_where_they_are(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to change seats", order=["3", "1", "2", "0"], **{"as": "mix_up"})
    assert parlour.totals == (-16, -16, -64, 96)
    assert visitor.go("/ledger/").sees("Aiko wins, on Bo's discard")


def test_a_penalty_before_a_mix_up_is_told_by_the_right_names(parlour: Parlour) -> None:
    visitor = parlour.sit_down().go("/repair/")
    visitor.tap("Pay", seat="3", to="2", amount="5", note="")
    assert "Dana → pays Chie 5" in visitor.page.text
    visitor.tap("Hold to change seats", order=["3", "1", "2", "0"], **{"as": "mix_up"})
    assert "Aiko → pays Chie 5" in visitor.go("/repair/").page.text


def test_someone_takes_a_seat_over(parlour: Parlour) -> None:
    visitor = two_hands(parlour).go("/repair/")
    visitor.tap("Hold to replace", seat="2", name="Emi")
    assert parlour.service.view().names == ("Aiko", "Bo", "Emi", "Dana")
    assert parlour.totals == (-16, -16, -64, 96)


def test_seats_wait_until_the_hand_is_over(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine").go("/repair/")
    assert visitor.sees("Seats change between hands.")
    assert not visitor.sees("Hold to change seats")


BUST = ["-26000", "0", "0", "26000"]
"""More than the first seat has."""


class BrokenRules:
    """The rules with a slip in them: no hand can be settled."""

    ruleset = staticmethod(rules.ruleset)
    break_wall = staticmethod(rules.break_wall)

    def settle_json(self, data: object, /) -> dict[str, Any]:
        """Break down as a bug would."""
        raise ZeroDivisionError(data)


def typing(parlour: Parlour, *points: str, **more: str) -> Visitor:
    """Return someone who has typed these points in place of what the rules say."""
    visitor = parlour.at_review(sheet_example()).tap("Score it", "Override")
    return visitor.tap("Preview", points=list(points), **more)


@pytest.fixture
def broken_parlour(tmp_path: Path) -> Iterator[Parlour]:
    """Yield a kiosk whose rules break down."""
    place = Parlour(tmp_path / "broken.sqlite", engine=BrokenRules())
    yield place
    place.service.close()


def test_a_hand_that_cannot_be_settled_is_typed_and_counted(
    broken_parlour: Parlour, tmp_path: Path
) -> None:
    visitor = broken_parlour.at_review(sheet_example()).tap("Score it")
    assert visitor.sees("Enter the points directly, or call staff.")
    visitor.tap("Enter points directly")
    visitor.tap("Preview", points=["-10", "−20", "-30", ""], note="slip")
    assert visitor.sees("These payments were typed by hand.")
    assert visitor.sees("The rules could not score it")
    visitor.tap("Confirm & next hand")
    assert broken_parlour.totals == (-10, -20, -30, 60)
    assert verify(tmp_path / "broken.sqlite").is_whole
    visitor.tap("Ledger")
    assert visitor.sees("Dana wins, on Bo's discard · typed by hand")
    visitor.tap("Dana wins")
    assert visitor.sees("slip")


def test_the_field_left_empty_takes_the_rest(parlour: Parlour) -> None:
    typing(parlour, "1,000", "", "-300", "0").tap("Confirm & next hand")
    assert parlour.totals == (1000, -700, -300, 0)


def test_points_that_do_not_add_up_stay_on_the_form(parlour: Parlour) -> None:
    visitor = typing(parlour, "10", "-5", "-4", "0", note="almost")
    assert visitor.status == 422
    assert visitor.sees("The points do not add up to 0.")
    assert visitor.sees("Off by −1")
    assert 'value="almost"' in visitor.page.html
    assert parlour.service.view().stage is Stage.SETTLEMENT
    assert parlour.totals == (0, 0, 0, 0)


def test_what_the_rules_say_can_be_agreed_otherwise(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Score it", "Override")
    assert 'value="−64"' in visitor.page.html
    visitor.tap("Preview", points=["-10", "-10", "-10", "30"], banker="2")
    visitor.tap("Confirm & next hand")
    assert parlour.totals == (-10, -10, -10, 30)
    session = parlour.service.view().session
    assert session is not None
    assert session.standing.banker == 2


def test_a_typed_hand_is_undone(parlour: Parlour) -> None:
    visitor = typing(parlour, "3", "-1", "-1", "-1").tap("Confirm & next hand")
    visitor.tap("Undo last hand", "Hold to undo")
    assert parlour.totals == (0, 0, 0, 0)


def test_sticks_may_stay_on_the_table(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    visitor.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    visitor.tap("Dana wins").tap("Bo", place=0).tap(
        "Enter by hand", "Score it", "Enter points directly"
    )
    figures = {"points": ["-1000", "0", "0", "0"], "pot": "1000", "carry.deposits": "1"}
    visitor.tap("Preview", **figures).tap("Confirm & next hand")  # type: ignore[arg-type]
    session = parlour.service.view().session
    assert session is not None
    assert (session.standing.pot, session.standing.carry["deposits"]) == (1000, 1)
    assert visitor.sees("Riichi sticks: 1")


@pytest.mark.parametrize("points", [["ten", "0", "0", "0"], ["1e3", "0", "0", "0"]])
def test_what_is_no_number_is_no_request(parlour: Parlour, points: list[str]) -> None:
    assert typing(parlour, *points).status == 400


def test_nothing_is_typed_while_a_hand_is_played(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine").go("/by-hand/")
    assert visitor.path == "/"


def test_an_older_hand_is_agreed_otherwise_later(parlour: Parlour, tmp_path: Path) -> None:
    visitor = parlour.count_hand()
    visitor.tap("Skip the machine", "Draw", "Confirm & next hand")
    visitor.tap("Ledger", "Dana wins", "Fix this hand", "Score it", "Override")
    visitor.tap("Preview", points=["-20", "-20", "-20", "60"])
    assert visitor.sees("What it changes")
    assert parlour.totals == (-16, -16, -64, 96)
    visitor.tap("Hold to fix")
    assert parlour.totals == (-20, -20, -20, 60)
    assert verify(tmp_path / "ledger.sqlite").is_whole


def at_the_form(parlour: Parlour, ruleset: str, options: str = "") -> Visitor:
    """Return someone who types the payments of a hand that Dana has won."""
    visitor = parlour.sit_down(ruleset, options)
    visitor.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    visitor.tap("Dana wins").tap("Bo", place=0).tap("Enter by hand", "Score it")
    return visitor.tap("Enter points directly")


def test_a_hand_said_to_be_the_last_ends_the_session_and_can_be_undone(parlour: Parlour) -> None:
    visitor = at_the_form(parlour, "riichi")
    visitor.tap("Preview", points=["-1000", "0", "0", "1000"], over="1")
    assert visitor.sees("The session ends with this hand.")
    visitor.tap("Confirm")
    assert parlour.service.view().stage is Stage.OVER
    visitor.tap("Undo last hand", "Hold to undo")
    assert parlour.service.view().stage is Stage.TABLE


@pytest.mark.parametrize(
    ("over", "then"), [("", Stage.OVER), ("0", Stage.TABLE)], ids=["nothing said", "play goes on"]
)
def test_who_falls_below_zero_ends_the_session_unless_people_play_on(
    parlour: Parlour, over: str, then: Stage
) -> None:
    visitor = at_the_form(parlour, "riichi")
    visitor.tap("Preview", points=BUST, banker="1", over=over)
    visitor.tap("Confirm")
    assert parlour.service.view().stage is then


def test_rules_that_break_down_end_no_session(broken_parlour: Parlour) -> None:
    visitor = at_the_form(broken_parlour, "riichi")
    visitor.tap("Preview", points=BUST, banker="1").tap("Confirm")
    assert broken_parlour.service.view().stage is Stage.TABLE


def test_after_the_last_round_the_session_ends_by_the_rules(parlour: Parlour) -> None:
    parlour.sit_down("wuhan")
    for _ in range(4 * len(NAMES)):
        visitor = parlour.visitor().tap("Skip the machine", "Draw", "Override")
        session = parlour.service.view().session
        assert session is not None
        following = ((session.standing.banker or 0) + 1) % len(NAMES)
        assert parlour.service.view().stage is not Stage.OVER
        visitor.tap("Preview", points=["0"] * 4, banker=str(following))
        visitor.tap("Confirm")
    assert parlour.service.view().stage is Stage.OVER


def test_prizes_are_typed_beside_the_points(parlour: Parlour, tmp_path: Path) -> None:
    visitor = at_the_form(parlour, "ataki-b")
    points = ["-1000", "0", "0", "1000"]
    visitor.tap("Preview", points=points, prize=["-5000", "0", "0", "6000"])
    assert (visitor.status, visitor.sees("do not add up to 0")) == (422, True)
    visitor.tap("Preview", points=points, prize=["-5000", "0", "0", ""])
    visitor.tap("Confirm")
    assert [total - 25_000 for total in parlour.totals] == [-1000, 0, 0, 1000]
    assert visitor.go("/ledger/").sees("+5,000")
    assert verify(tmp_path / "ledger.sqlite").is_whole


def test_a_game_without_prizes_asks_for_none(parlour: Parlour) -> None:
    assert 'name="prize"' not in at_the_form(parlour, "riichi").page.html
