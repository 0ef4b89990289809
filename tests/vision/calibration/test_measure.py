"""Taps on a still that are a table's, whatever the lens, and taps that are no table's."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration.measure import NoSuchTableError, WrongWayRoundError, from_taps, outline
from vision.errors import NotCalibratedError
from vision.geometry import Layout

SIZE = (1920, 1080)
HALF = Layout().side_mm / 2
CORNERS = np.array([[-HALF, -HALF], [HALF, -HALF], [HALF, HALF], [-HALF, HALF]])
SIDES = (CORNERS + np.roll(CORNERS, -1, axis=0)) / 2
PLACES = np.array([[0.0, 0.0], [300.0, 300.0], [-350.0, 200.0], [100.0, -380.0]])


def project(
    places: NDArray[np.float64], share: float, tilt_mm: float, over_mm: float = 0.0
) -> list[tuple[float, float]]:
    """Return the pixels of *places*, *over_mm* above the cloth.

    The lens's focal length is *share* of the picture's width, and the camera hangs *tilt_mm*
    towards seat 0, so high that it sees the whole table.
    """
    focal = share * SIZE[0]
    camera = np.array([0.0, tilt_mm, -focal * 985 / SIZE[1]])
    ahead = -camera / np.linalg.norm(camera)
    right = np.array([1.0, 0.0, 0.0])
    turn = np.array([right, np.cross(ahead, right), ahead])
    solid = np.hstack([places, np.full((len(places), 1), -over_mm)])
    rays = (solid - camera) @ turn.T
    pixels = rays[:, :2] / rays[:, 2:] * focal + np.array(SIZE) / 2
    return [(float(x), float(y)) for x, y in pixels]


def worst_off(points: NDArray[np.float64], tilt_mm: float, layout: Layout, tries: int) -> float:
    """Return how many mm off `PLACES` come at most, where *points* are tapped 1.5 pixels off."""
    exact = np.array(project(points, 0.86, tilt_mm))
    faces = np.array(project(PLACES, 0.86, tilt_mm, layout.tile.depth_mm))
    worst = 0.0
    for seed in range(tries):
        taps = exact + np.random.default_rng(seed).normal(0.0, 1.5, exact.shape)
        calibration = from_taps([(x, y) for x, y in taps.tolist()], layout, SIZE)
        worst = max(worst, float(np.hypot(*(calibration.to_table(faces) - PLACES).T).max()))
    return worst


@pytest.mark.parametrize("share", [0.5, 0.7, 0.86, 1.6])
@pytest.mark.parametrize("tilt_mm", [0.0, 110.0, 400.0])
@pytest.mark.parametrize("points", [CORNERS, np.vstack([CORNERS, SIDES])], ids=["four", "eight"])
def test_taps_do_for_a_wide_lens_and_a_long_one(
    points: NDArray[np.float64], share: float, tilt_mm: float
) -> None:
    calibration = from_taps(project(points, share, tilt_mm), Layout(), SIZE)
    thick = Layout().tile.depth_mm
    back = calibration.to_table(np.array(project(PLACES, share, tilt_mm, thick)))
    assert np.hypot(*(back - PLACES).T).max() < 5.0


def test_taps_the_other_way_round_are_told_from_taps_that_are_no_table_s() -> None:
    four = project(CORNERS, 0.86, 110.0)
    with pytest.raises(WrongWayRoundError, match="clockwise"):
        from_taps(four[::-1], Layout(), SIZE)
    crossed = [four[0], four[2], four[1], four[3]]
    with pytest.raises(NoSuchTableError, match="no table's"):
        from_taps(crossed, Layout(), SIZE)


@pytest.mark.parametrize(
    ("taps", "reason"),
    [
        ([(5.0, 5.0)] * 4, "no table's"),
        ([(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)], "too close together"),
        ([(300.0, 100.0), (900.0, 100.0), (1700.0, 1000.0), (200.0, 1000.0)], "mm off such a"),
    ],
    ids=["one place", "a small square", "a crooked one"],
)
def test_taps_that_are_no_table_s_are_refused(taps: list[tuple[float, float]], reason: str) -> None:
    with pytest.raises(NotCalibratedError, match=reason):
        from_taps(taps, Layout(), SIZE)


@pytest.mark.parametrize("tilt_mm", [0.0, 80.0])
def test_taps_a_little_off_under_a_camera_straight_above_give_the_table(tilt_mm: float) -> None:
    assert worst_off(np.vstack([CORNERS, SIDES]), tilt_mm, Layout(), tries=100) < 15


def test_taps_a_little_off_on_a_round_table_tell_no_bend_of_the_lens() -> None:
    layout = Layout(oval_mm=(HALF * 2, HALF * 2))
    assert worst_off(np.vstack(outline(layout)[::-1]) * HALF, 80.0, layout, tries=20) < 5
