"""The screen of a hand at play: which hand, what lies in the middle, announcements, differences."""

from __future__ import annotations

from kiosk.session import Part
from kiosk.session.commands import StartPlay, WriteRow
from kiosk.session.draft import Place
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


def at_play(parlour: Parlour, ruleset: str = "riichi") -> Visitor:
    """Return someone at a table of four in their first hand."""
    visitor = parlour.sit_down(ruleset)
    parlour.service.submit(StartPlay(), "start")
    return visitor.go("/")


def points(visitor: Visitor) -> list[str]:
    """Return everyone's points as they stand on the seats."""
    return [one.text for one in visitor.page.targets if "apart=" in one.href or one.href == "/"]


def test_riichi_is_said_on_the_seat_and_costs_its_stick_at_once(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Riichi: Bo Riichi")
    assert points(visitor) == ["25,000", "24,000", "25,000", "25,000"]
    assert visitor.sees("×1")


def test_who_has_declared_cannot_do_so_again_but_take_it_back(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Riichi: Bo Riichi")
    assert "Riichi: Bo Riichi" not in [one.text for one in visitor.page.targets]
    visitor.tap("Take back: Riichi, Bo")
    assert points(visitor) == ["25,000"] * 4


def test_double_riichi_is_among_the_rarer_announcements_and_costs_the_same(
    parlour: Parlour,
) -> None:
    visitor = at_play(parlour)
    assert visitor.sees("Double riichi (両立直)")
    visitor.tap("Chie")
    assert points(visitor) == ["25,000", "25,000", "24,000", "25,000"]
    assert visitor.sees("×1")


def test_sticks_of_earlier_hands_lie_in_the_middle(parlour: Parlour) -> None:
    visitor = (
        at_play(parlour)
        .tap("Riichi: Bo Riichi")
        .tap("Exhaustive draw", "Nobody else", "Confirm & next hand")
    )
    parlour.service.submit(StartPlay(), "again")
    assert visitor.go("/").sees("×1")
    assert visitor.sees("1 honba")


def test_ready_costs_nothing(parlour: Parlour) -> None:
    visitor = at_play(parlour, "taiwan").tap("Ready: Chie Ready")
    assert points(visitor) == ["0"] * 4
    assert 'class="stick"' not in visitor.page.html


def test_the_dora_indicator_is_written_down_and_lies_in_the_middle(parlour: Parlour) -> None:
    visitor = at_play(parlour)
    assert visitor.find("Dora Dora +").href == "/edit/row/indicators"
    parlour.service.submit(WriteRow(Place(Part.INDICATORS), "5p"), "dora")
    assert visitor.go("/").find("Dora 5 of circles")


def test_a_tap_on_points_tells_how_far_the_others_are_from_them(parlour: Parlour) -> None:
    visitor = at_play(parlour).tap("Riichi: Bo Riichi").tap("25,000", place=1)
    assert points(visitor) == ["±0 25,000", "−1,000 24,000", "25,000", "±0 25,000"]
    assert points(visitor.tap("25,000", place=0)) == ["25,000", "24,000", "25,000", "25,000"]


def test_the_middle_says_which_hand_it_is(parlour: Parlour) -> None:
    assert '<p class="round">East 1</p>' in at_play(parlour).page.html


def test_at_cards_seats_are_numbered_and_have_no_winds(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/mushi/seats").tap("Start", name=["Aiko", "Bo"])
    assert ">1</text>" in visitor.page.html
    assert ">E</text>" not in visitor.page.html
