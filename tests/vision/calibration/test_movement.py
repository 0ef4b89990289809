"""What landmarks agree on, and what they do not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.calibration.knocks import knock
from vision.calibration.homography import through
from vision.calibration.movement import movement
from vision.calibration.sightings import Sightings

SIDES = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * 420
EDGE = np.vstack([CORNERS, SIDES * 420])


def along_sides(apart: float = 200.0) -> tuple[np.ndarray, np.ndarray]:
    """Return places along the four sides, and the sides' normals."""
    steps = np.arange(-300.0, 301.0, apart)
    places = [side * 420 + np.array([-side[1], side[0]]) * at for side in SIDES for at in steps]
    return np.array(places), np.repeat(SIDES, len(steps), axis=0)


def edges_seen(by: np.ndarray) -> Sightings:
    """Return what edges tell of a table that moved *by* this: only how far across themselves."""
    places, normals = along_sides()
    step = through(by, places) - places
    across = (step * normals).sum(axis=1, keepdims=True) * normals
    return Sightings(places, places + across, normals)


def points_seen(by: np.ndarray, places: np.ndarray = CORNERS) -> Sightings:
    return Sightings(places, through(by, places), np.zeros_like(places))


def both(one: Sightings, other: Sightings) -> Sightings:
    return Sightings(
        np.vstack([one.before, other.before]),
        np.vstack([one.after, other.after]),
        np.vstack([one.normals, other.normals]),
    )


@given(
    st.floats(-60, 60), st.floats(-60, 60), st.floats(-3, 3)
)  # fmt: skip
def test_corners_and_edges_tell_any_knock(x_mm: float, y_mm: float, degrees: float) -> None:
    by = knock(x_mm, y_mm, degrees)
    found = movement(points_seen(by), EDGE)
    assert found is not None
    assert through(found.on_table, CORNERS) == pytest.approx(through(by, CORNERS), abs=0.4)


def test_straight_edges_alone_tell_a_push() -> None:
    found = movement(edges_seen(knock(7.0, -3.0)), EDGE)
    assert found is not None
    assert found.moved_mm == pytest.approx(math.hypot(7, 3), abs=0.3)
    assert found.unsure_mm < 1.5


def test_drinks_taken_for_landmarks_are_outvoted() -> None:
    seen = both(points_seen(knock(5.0, 0.0)), edges_seen(knock(5.0, 0.0)))
    seen.after[[0, 6, 9, 14]] += np.array([[9.0, -8.0], [12.0, 7.0], [-11.0, 10.0], [6.0, 13.0]])
    found = movement(seen, EDGE)
    assert found is not None
    assert found.moved_mm == pytest.approx(5.0, abs=0.3)
    assert found.agreeing >= 15


def test_one_side_alone_tells_nothing() -> None:
    places = np.array([[420.0, y] for y in range(-200, 201, 50)])
    assert movement(points_seen(knock(5.0), places), EDGE) is None


def test_three_landmarks_tell_nothing() -> None:
    assert movement(points_seen(knock(5.0), CORNERS[:3]), EDGE) is None


def test_landmarks_that_all_say_something_else_agree_on_nothing() -> None:
    rng = np.random.default_rng(5)
    places, normals = along_sides(100.0)
    seen = Sightings(places, places + rng.uniform(-30, 30, places.shape), np.zeros_like(normals))
    assert movement(seen, EDGE) is None


def test_how_a_round_table_is_turned_stays_open_and_its_push_does_not() -> None:
    turns = np.linspace(0, 2 * math.pi, 16, endpoint=False)
    normals = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    across = (normals @ np.array([6.0, 0.0]))[:, None] * normals
    found = movement(Sightings(normals * 420, normals * 420 + across, normals), normals * 420)
    assert found is not None
    assert found.surely_mm > 2.0
    assert found.unsure_mm > 20.0


def test_shadows_along_two_sides_are_no_movement() -> None:
    """A raised rim's shadow moves two edges of the cloth inward and leaves the others."""
    seen = edges_seen(knock())
    seen.after[seen.normals[:, 0] > 0.5] -= np.array([5.0, 0.0])
    seen.after[seen.normals[:, 1] > 0.5] -= np.array([0.0, 5.0])
    found = movement(seen, EDGE)
    assert found is None or found.surely_mm < 1.0


def test_one_side_that_moved_alone_leaves_the_table_where_it_was() -> None:
    seen = both(edges_seen(knock()), points_seen(knock(6.0), np.array([[420.0, 90.0]])))
    seen.after[:-1][seen.normals[:-1, 0] > 0.5] += np.array([6.0, 0.0])
    found = movement(seen, EDGE)
    assert found is not None
    assert found.moved_mm < 1.0


def test_landmarks_that_stayed_deny_a_movement() -> None:
    moved = movement(points_seen(knock(12.0, 4.0)), EDGE)
    assert moved is not None
    stayed = points_seen(knock(), CORNERS * 0.99)
    assert moved.is_denied(stayed)
    assert not moved.is_denied(points_seen(knock(12.0, 4.0)))
