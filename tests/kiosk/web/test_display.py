"""How a screen looks and sounds is chosen on it and kept on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.web.context import Display
from tests.kiosk.web.parlour import sheet_example

if TYPE_CHECKING:
    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor


def test_a_list_in_large_type_is_kept_for_this_screen_alone(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("List").tap("Large")
    assert 'class="view-list size-large side-0"' in visitor.page.html
    assert 'class="view-table size-normal side-0"' in parlour.visitor().page.html


def test_the_table_turns_to_who_taps_a_seat(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Turn to W")
    assert 'place-0 seat-2"' in visitor.page.html
    assert 'place-2 seat-0"' in visitor.page.html


def test_differences_to_the_own_points_are_shown(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Settle", "Confirm & next hand")
    visitor.tap("Turn to W")
    assert 'side-3"' in visitor.page.html  # Bo has the post now, and Dana has 96
    assert visitor.sees("−112")
    assert visitor.sees("−160")


def test_nonsense_is_no_choice(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    visitor.browser.set_cookie("view", "<script>")
    assert "view-table" in visitor.go("/").page.html


def test_seats_are_drawn_from_the_side_that_was_chosen() -> None:
    look = Display("table", 1, 0, "stands", "normal", "off", "never")
    assert [look.place(seat, 4) for seat in range(4)] == [3, 0, 1, 2]


def cue(visitor: Visitor) -> str:
    """Return the sound that the page is due."""
    _, found, rest = visitor.page.html.partition('data-cue="')
    return rest.partition(":")[0] if found else ""


def test_each_step_of_a_hand_has_its_sound(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    heard = [cue(visitor)]
    heard.append(cue(visitor.tap("Play by hand")))
    visitor.tap("Dana wins").tap("Bo", place=0)
    heard.append(cue(parlour.read(visitor, sheet_example(doubt="7s"))))
    visitor.tap("not sure", "Yes, right")
    heard += [cue(visitor), cue(visitor.tap("Settle")), cue(visitor.tap("Confirm & next hand"))]
    assert heard == ["", "ready", "look", "read", "", "paid"]


@pytest.mark.parametrize(
    ("seats", "edges"),
    [
        (2, [0, 2]),
        (3, [0, 1, 2]),
        (4, [0, 1, 2, 3]),
        (5, [0, 1, 2, 2, 3]),
        (8, [0, 1, 1, 2, 2, 3, 3, 0]),
    ],
)
def test_on_a_flat_screen_each_seat_has_an_edge(seats: int, edges: list[int]) -> None:
    look = Display("table", 0, 0, "flat", "normal", "off", "never")
    assert [look.edge_of(seat, seats) for seat in range(seats)] == edges


def test_the_whole_page_turns_to_who_taps_a_seat_of_a_flat_screen(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    assert "page-turned" not in visitor.tap("Turn to S").page.html
    visitor.go("/settings").tap("lies flat in the middle").go("/").tap("Turn to W")
    assert "side-2 page-turned-2" in visitor.page.html
    assert "page-turned" not in parlour.visitor().page.html
    assert "page-turned" not in visitor.tap("Turn to E").page.html


def test_the_page_is_turned_to_an_edge_on_any_screen(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new").tap("the right edge")
    assert visitor.path == "/new"
    assert "page-turned-1" in visitor.page.html
