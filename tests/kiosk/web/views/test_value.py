"""A hand told by its value: han and fu, tai, points, in place of its tiles."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from kiosk.i18n import catalogue, languages
from kiosk.session import Stage
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


def win_hand(parlour: Parlour, ruleset: str = "riichi", options: str = "") -> Visitor:
    """Return someone who is asked for Chie's hand, won on Aiko's discard."""
    visitor = parlour.sit_down(ruleset, options).tap("Skip the machine")
    return visitor.tap("Chie wins").tap("Aiko", place=0)


def test_three_han_forty_fu_take_six_taps_from_the_win_to_the_ledger(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine")
    visitor.tap("Chie wins").tap("Aiko", place=0).tap("Han & fu").tap("3").tap("40")
    assert visitor.sees("As entered 3 han 40 fu")
    visitor.tap("Confirm & next hand")
    assert parlour.totals == (19800, 25000, 30200, 25000)
    assert visitor.go("/ledger/").sees("3 han 40 fu, entered")


@pytest.mark.parametrize("language", languages())
def test_no_figure_reads_like_somebody_who_wins(language: str) -> None:
    t = catalogue(language)
    ending = t("ui.win_by", name="").strip()
    games = map(rules.ruleset, rules.rulesets())
    figures = {figure.id for game in games for figure in game.figures(game.defaults)}
    assert [one for one in sorted(figures) if t(f"ui.figure.{one}").endswith(ending)] == []


def test_a_limit_by_name_is_one_tap(parlour: Parlour) -> None:
    visitor = win_hand(parlour).tap("Han & fu").tap("haneman")
    assert visitor.sees("As entered haneman")
    visitor.tap("Confirm & next hand")
    assert parlour.totals[2] == 25000 + 12000


def test_only_the_fu_that_a_hand_can_have_are_offered(parlour: Parlour) -> None:
    visitor = win_hand(parlour).tap("Han & fu").tap("1")
    keys = [target.text for target in visitor.page.targets if "fu=" in str(target.sends)]
    assert keys == ["30", "40", "50", "60", "70", "80", "90", "100", "110"]


def test_what_was_entered_is_put_right_after_the_hand_counted(parlour: Parlour) -> None:
    win_hand(parlour).tap("Han & fu").tap("3").tap("40").tap("Confirm & next hand")
    visitor = parlour.visitor().go("/ledger/").tap("Chie wins", "Fix this hand")
    visitor.tap("3 han 40 fu, entered").tap("2").tap("40").tap("Hold to fix")
    assert parlour.totals == (22400, 25000, 27600, 25000)


def test_a_value_that_was_undone_comes_back_to_the_review(parlour: Parlour) -> None:
    visitor = win_hand(parlour).tap("Han & fu").tap("3").tap("40").tap("Confirm & next hand")
    visitor.tap("Undo last hand").tap("Hold to undo and fix tiles")
    assert visitor.sees("3 han 40 fu, entered")
    visitor.tap("Enter tiles")
    assert not visitor.sees("3 han 40 fu, entered")


def test_two_winners_are_asked_for_one_after_the_other(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine", "Chie wins")
    visitor.tap("Aiko", place=0, also="3").tap("Han & fu").tap("1").tap("30")
    assert visitor.sees("What is Dana's hand worth?")
    visitor.tap("2").tap("30").tap("Confirm & next hand")
    assert parlour.totals == (22000, 25000, 26000, 27000)


def test_another_unit_is_typed(parlour: Parlour) -> None:
    visitor = win_hand(parlour, "taiwan").tap("Tai").tap("Score it", typed="5")
    assert visitor.sees("As entered 5 tai")
    visitor.tap("Confirm & next hand")
    assert parlour.totals == (-170, 0, 170, 0)


def test_what_is_paid_beside_the_value_is_asked_for_first(parlour: Parlour) -> None:
    visitor = win_hand(parlour, "singapore").tap("Tai").tap("3")
    assert parlour.service.view().stage is Stage.REVIEW
    visitor.tap("Score it")
    assert visitor.sees("As entered 3 tai")


@pytest.mark.parametrize("ruleset", ["wuhan", "nanchang", "taizhou"])
def test_where_tiles_say_who_pays_no_value_is_offered(parlour: Parlour, ruleset: str) -> None:
    visitor = win_hand(parlour, ruleset)
    seat = parlour.service.view().draft.wins[0].seat  # type: ignore[union-attr]
    assert f"/edit/value/{seat}" not in visitor.html
    assert visitor.go(f"/edit/value/{seat}").status == 404


def test_without_a_camera_the_value_is_asked_for_at_once(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path / "ledger.sqlite", has_camera=False)
    visitor = win_hand(parlour)
    visitor.tap("3").tap("40").tap("Confirm & next hand")
    assert parlour.totals == (19800, 25000, 30200, 25000)
    parlour.service.close()
