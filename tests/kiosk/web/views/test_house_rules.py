"""House rules that were found wrong while people played, and a session opened again."""

from __future__ import annotations

from tests.kiosk.web.parlour import Parlour


def test_the_page_shows_what_other_rules_make_of_each_hand(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/repair/rules?divide_by=10")
    assert visitor.sees("What it changes")
    assert parlour.totals == (-16, -16, -64, 96)
    visitor.tap("Hold to change the rules")
    assert parlour.totals == (-2, -2, -6, 10)
    assert not visitor.sees("What it changes")


def test_a_hand_that_other_rules_cannot_settle_is_named(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/repair/rules?minimum_points=32")
    assert visitor.sees("Hand 1 A later hand cannot be scored after this change.")
    assert "Hold to change the rules" not in {one.text for one in visitor.page.targets}


def test_rules_in_force_offer_no_change(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Wuhan mahjong", "Change house rules")
    assert visitor.sees("every hand of this session is scored again")
    assert "Hold to change the rules" not in {one.text for one in visitor.page.targets}


def test_rules_of_a_game_that_is_not_played_cannot_be_changed(parlour: Parlour) -> None:
    parlour.count_hand()
    assert not parlour.visitor().go("/rules/riichi").sees("Change house rules")
