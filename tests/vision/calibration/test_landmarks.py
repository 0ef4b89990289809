"""What is kept of a table, so that it is known again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from hw_sim.camera.camera import Conditions
from hw_sim.camera.painting import Cloth
from tests.vision.calibration.knocks import bare, tapped
from vision.calibration.choosing import with_landmarks
from vision.calibration.homography import Calibration
from vision.calibration.landmarks import Landmark, Landmarks
from vision.errors import NotCalibratedError
from vision.geometry import Layout

if TYPE_CHECKING:
    from vision.calibration.landmarks import Landmark as Mark


@pytest.fixture(scope="module")
def known() -> Calibration:
    camera = bare()
    return tapped(camera, camera.grab().image)


def marks(known: Calibration) -> tuple[Mark, ...]:
    assert known.landmarks is not None
    return known.landmarks.marks


def test_landmarks_lie_on_all_sides_of_a_plain_rim(known: Calibration) -> None:
    places = np.array([mark.place for mark in marks(known)])
    for side in (places[:, 0], -places[:, 0], places[:, 1], -places[:, 1]):
        assert (side > 380).sum() >= 3


def test_landmarks_lie_about_the_field_s_edge_not_among_the_tiles(known: Calibration) -> None:
    out = np.abs([mark.place for mark in marks(known)]).max(axis=1) - 420
    assert (out > -10).all()
    assert (out < 50).all()


def test_a_corner_is_known_in_every_direction_and_an_edge_across_itself(
    known: Calibration,
) -> None:
    for mark in marks(known):
        is_at_corner = min(abs(mark.place[0]), abs(mark.place[1])) > 395
        assert (mark.across is None) == is_at_corner, mark.place


def test_a_cloth_as_dark_as_its_rim_is_told_from_it_by_its_color() -> None:
    blue = Conditions(cloth=Cloth(felt=(118.0, 60.0, 30.0), rim=(38.0, 60.0, 64.0)))
    camera = bare(conditions=blue)
    found = marks(tapped(camera, camera.grab().image))
    assert len(found) >= 12
    assert {mark.channel for mark in found} <= {0, 2}


def test_a_round_table_has_landmarks_all_around() -> None:
    camera = bare(Layout(4, oval_mm=(1000.0, 1000.0)))
    found = marks(tapped(camera, camera.grab().image))
    x, y = np.array([mark.place for mark in found]).T
    assert len(np.unique(np.round(np.arctan2(y, x) * 4 / np.pi) % 8)) == 8


def test_a_picture_without_a_table_gives_none(known: Calibration) -> None:
    plain = np.full((1080, 1920, 3), 90, np.uint8)
    assert marks(with_landmarks(plain, known)) == ()


def test_landmarks_are_stored_and_loaded_unchanged(known: Calibration) -> None:
    text = json.dumps(known.to_json())
    assert len(text) < 60_000
    loaded = Calibration.from_json(json.loads(text))
    for one, other in zip(marks(loaded), marks(known), strict=True):
        assert one.place == pytest.approx(other.place, abs=0.01)
        assert one.channel == other.channel
        assert one.across == pytest.approx(other.across, abs=1e-4)
        assert (one.patch == other.patch).all()


def test_a_calibration_stored_before_has_no_landmarks(known: Calibration) -> None:
    stored = known.to_json()
    del stored["landmarks"]
    assert Calibration.from_json(stored).landmarks is None


def without(mark: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in mark.items() if key != name}


def changed(**said: Any) -> Any:
    return lambda mark: mark | said


@pytest.mark.parametrize(
    "damage",
    [
        lambda mark: without(mark, "patch"),
        lambda mark: without(mark, "channel"),
        changed(patch="no base64!"),
        changed(patch=""),
        changed(patch="AAAA"),
        changed(at=[1.0]),
        changed(at=[float("nan"), 2.0]),
        changed(channel=3),
        changed(across="up"),
    ],
    ids=["no patch", "no channel", "text", "empty", "no picture", "one figure", "nowhere",
         "a fourth color", "no angle"],
)  # fmt: skip
def test_damaged_landmarks_ask_for_a_new_calibration(known: Calibration, damage: Any) -> None:
    stored = json.loads(json.dumps(known.to_json()))
    first, *others = stored["landmarks"]["marks"]
    stored["landmarks"]["marks"] = [damage(first), *others]
    with pytest.raises(NotCalibratedError, match="calibrate the camera again"):
        Calibration.from_json(stored)


@pytest.mark.parametrize("kept", [[], {"shrunk": 0, "marks": []}, {"shrunk": 1}])
def test_landmarks_that_are_none_ask_for_a_new_calibration(known: Calibration, kept: Any) -> None:
    with pytest.raises(NotCalibratedError, match="calibrate the camera again"):
        Calibration.from_json(known.to_json() | {"landmarks": kept})


def test_a_patch_of_another_size_is_no_landmark() -> None:
    with pytest.raises(ValueError, match="pixels wide"):
        Landmark((0.0, 0.0), np.zeros((60, 60), np.uint8), 1)
    with pytest.raises(ValueError, match="square"):
        Landmark((0.0, 0.0), np.zeros((20, 24), np.uint8), 1)


def test_nobody_keeps_landmarks_without_end() -> None:
    mark = Landmark((0.0, 0.0), np.zeros((20, 20), np.uint8), 1)
    with pytest.raises(ValueError, match="65 landmarks"):
        Landmarks(1, (mark,) * 65)


def test_a_large_picture_is_shrunk_before_it_is_kept() -> None:
    camera = bare(conditions=Conditions(size=(3840, 2160)))
    found = tapped(camera, camera.grab().image).landmarks
    assert found is not None
    assert found.shrunk == 2
    assert max(len(mark.patch) for mark in found.marks) <= 32
