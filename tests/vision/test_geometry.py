"""The table top in millimetres."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import ASIDE, FLOWERS, HAND, MELDS, Layout, TileSize, by_rows

millimetres = st.floats(-420, 420)


@given(st.integers(1, 9), st.data(), millimetres, millimetres)
def test_a_place_comes_back_from_the_owners_view(
    seats: int, data: st.DataObject, x: float, y: float
) -> None:
    layout = Layout(seats)
    seat = data.draw(st.integers(0, seats - 1))
    u, v = layout.to_table(seat, layout.to_seat(seat, (x, y)))
    assert (u, v) == pytest.approx((x, y), abs=1e-6)


def test_the_right_hand_neighbor_sits_at_the_right() -> None:
    x, y = Layout().to_table(1, (0.0, 300.0))
    assert (x, y) == pytest.approx((300.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("row", [MELDS, HAND, FLOWERS, ASIDE], ids=lambda row: row.name)
def test_every_row_belongs_to_its_owner(seat: int, row: object) -> None:
    assert isinstance(row, type(HAND))
    layout = Layout()
    start = row.start_mm + (-13 if row.leftwards else 13)
    place = layout.to_table(seat, (start, row.baseline_mm - 17.5))
    assert layout.row_at(place, 0.0) == (seat, row.name)


def test_a_tile_on_the_rim_belongs_to_nobody() -> None:
    assert Layout().row_at((0.0, 440.0), 0.0) is None


def test_a_set_at_the_corner_is_its_owners_and_not_the_neighbors() -> None:
    layout = Layout()
    assert layout.row_at(layout.to_table(2, (395.0, 395.0)), 0.0) == (2, "melds")


@pytest.mark.parametrize("seats", [0, 10])
def test_a_table_has_one_to_nine_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 9"):
        Layout(seats)


def test_a_table_has_a_sensible_size() -> None:
    with pytest.raises(ValueError, match="700 to 1000"):
        Layout(side_mm=1200)


def test_a_tile_is_higher_than_wide() -> None:
    with pytest.raises(ValueError, match="no tile"):
        TileSize(35, 26)


@pytest.mark.parametrize("seats", range(5, 9))
def test_where_more_than_four_sit_every_row_still_belongs_to_its_owner(seats: int) -> None:
    layout = Layout(seats)
    for seat in range(seats):
        for row in (layout.melds, HAND, FLOWERS, ASIDE):
            edge = row.start_mm + (-13 if row.leftwards else 13)
            for u in (edge, 0.0, -edge / 2):
                place = layout.to_table(seat, (u, row.baseline_mm - 17.5))
                assert layout.row_at(place, 0.0) == (seat, row.name)


@pytest.mark.parametrize("seats", range(5, 9))
def test_where_more_than_four_sit_no_hand_meets_the_neighbors(seats: int) -> None:
    layout = Layout(seats)
    right_end = layout.to_table(0, (HAND.start_mm + 14 * 27 + 67, HAND.upper_mm))
    left_end = layout.to_table(1, (HAND.start_mm, HAND.upper_mm))
    assert abs(right_end[0] - left_end[0]) + abs(right_end[1] - left_end[1]) > 26


@pytest.mark.parametrize("seats", range(5, 9))
def test_every_tile_of_a_large_table_lies_on_its_field(seats: int) -> None:
    layout = Layout(seats)
    for seat in range(seats):
        for u in (-layout.melds.start_mm, layout.melds.start_mm):
            x, y = layout.to_table(seat, (u, MELDS.baseline_mm))
            assert max(abs(x), abs(y)) <= layout.span_mm / 2 - 20


def test_at_a_square_table_nothing_lies_further_out() -> None:
    assert all(Layout(seats).out_mm == 0.0 for seats in (2, 3, 4))
    assert Layout().span_mm == Layout().side_mm
    assert Layout().melds is MELDS


def test_where_two_walls_meet_a_stack_is_of_the_one_along_which_it_lies() -> None:
    layout = Layout()
    place = layout.to_table(1, (-278.0, 228.0))
    rows = [layout.row_at(place, -layout.turn(seat), is_back=True) for seat in (0, 1)]
    assert rows == [(0, "wall"), (1, "wall")]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_discard_thrown_before_an_empty_side_is_seen_as_somebodys(seats: int) -> None:
    discard = Layout(seats).row_at((-205.0, 0.0), 0.0)
    assert discard is not None
    assert discard[1] == "river"
    assert Layout(seats).row_at((-230.0, 0.0), 0.0) is None


def test_rows_laid_on_a_slope_are_read_one_after_the_other() -> None:
    sloping = [(x * 26.0, y * 36.0 + x * 4.0) for y in range(2) for x in range(6)]
    assert by_rows(sloping[::-1], 17.5) == list(range(11, -1, -1))
