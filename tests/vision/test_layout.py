"""The table top in millimetres."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.layout import HAND, MELDS, ROWS, Layout, TileSize

millimetres = st.floats(-420, 420)


@given(st.integers(2, 8), st.data(), millimetres, millimetres)
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
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_belongs_to_its_owner(seat: int, row: object) -> None:
    assert isinstance(row, type(HAND))
    layout = Layout()
    start = row.start_mm + (-13 if row.leftwards else 13)
    place = layout.to_table(seat, (start, row.baseline_mm - 17.5))
    assert layout.row_at(place) == (seat, row)


def test_a_tile_on_the_rim_belongs_to_nobody() -> None:
    assert Layout().row_at((0.0, 440.0)) is None


def test_a_set_at_the_corner_is_its_owners_and_not_the_neighbors() -> None:
    layout = Layout()
    assert layout.row_at(layout.to_table(2, (395.0, 395.0))) == (2, MELDS)


@pytest.mark.parametrize("seats", [1, 9])
def test_a_table_has_two_to_eight_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        Layout(seats)


def test_a_table_has_a_sensible_size() -> None:
    with pytest.raises(ValueError, match="700 to 1000"):
        Layout(side_mm=1200)


def test_a_tile_is_higher_than_wide() -> None:
    with pytest.raises(ValueError, match="no tile"):
        TileSize(35, 26)
