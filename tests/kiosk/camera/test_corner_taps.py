"""Tapping a field's corners: roughly, then exactly, and back."""

from __future__ import annotations

import pytest

from kiosk.camera.corner_taps import CORNERS, ENLARGED, SIDES, Tapping, pixels

SIZE = (1920, 1080)


def test_the_first_tap_says_where_to_look_and_the_second_where_it_is() -> None:
    looking = Tapping().with_tap((300, 150), 480, SIZE)
    assert looking.near == (1202, 602)
    assert looking.points == ()
    left, top, wide, tall = looking.box(SIZE)
    assert (wide, tall) == (1920 // ENLARGED, 1080 // ENLARGED)
    tapping = looking.with_tap((240, 135), 480, SIZE)
    assert tapping.near is None
    assert tapping.points == ((left + 120, top + 67),)


@pytest.mark.parametrize("at", [(0, 0), (719, 404), (5000, 5000)])
def test_the_cut_and_the_point_stay_inside_the_picture(at: tuple[int, int]) -> None:
    looking = Tapping().with_tap(at, 720, SIZE)
    left, top, wide, tall = looking.box(SIZE)
    assert 0 <= left <= SIZE[0] - wide
    assert 0 <= top <= SIZE[1] - tall
    ((x, y),) = looking.with_tap(at, 720, SIZE).points
    assert 0 <= x < SIZE[0]
    assert 0 <= y < SIZE[1]


def test_a_square_field_has_corners_then_sides_and_an_oval_one_ends() -> None:
    assert Tapping().places == CORNERS
    assert Tapping(is_for_lens=True).places == CORNERS + SIDES
    assert Tapping(is_oval=True).places == SIDES


def test_only_a_square_field_tells_of_the_lens() -> None:
    four = ((1, 1), (9, 1), (9, 9), (1, 9))
    assert Tapping(points=four).can_go_on
    assert not Tapping(is_oval=True, points=four).can_go_on
    assert not Tapping(points=four[:3]).can_go_on


def test_back_leads_from_the_sides_to_the_corners() -> None:
    four = ((1, 1), (9, 1), (9, 9), (1, 9))
    first_side = Tapping(points=four, is_for_lens=True)
    assert first_side.place == "far"
    assert first_side.back() == Tapping(points=four)
    assert Tapping(points=four).back() == Tapping(points=four[:3])


def test_what_is_done_takes_no_more_taps() -> None:
    tapping = Tapping(points=((1, 1), (9, 1), (9, 9), (1, 9)))
    assert tapping.is_done
    assert tapping.place == ""
    assert tapping.with_tap((3, 3), 720, SIZE) == tapping


def test_more_points_than_places_are_none() -> None:
    with pytest.raises(ValueError, match="5 points for 4 places"):
        Tapping(points=((1, 1),) * 5)


def test_an_address_tells_all_of_it() -> None:
    going_on = Tapping(points=((310, 102), (1600, 98)), near=(12, 7))
    fields = going_on.form_fields()
    assert fields == {"points": "310x102_1600x98", "near": "12x7"}
    assert pixels(fields["points"]) == going_on.points
    assert pixels("") == ()


@pytest.mark.parametrize("text", ["7", "7x", "1x2,3x4", "-1x2", "123456x1", "1x1_" * 8 + "1x1"])
def test_an_address_that_names_no_pixels_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no pixels"):
        pixels(text)
