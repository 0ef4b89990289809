"""Learning an owner's set from one picture of each face."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hw_sim.camera import Conditions, SimCamera, art
from hw_sim.camera.art import SIZES
from kiosk.camera.enrolment import TileSetStore
from kiosk.camera.tile_sets import FACES, OnTable
from kiosk.commands.camera import enrol_, read
from rules.tiles import CODES
from vision.geometry import Layout
from vision.photo.pipeline import read_photo
from vision.recognise.classifier import classify, clear
from vision.recognise.crops import cut
from vision.recognise.enrolment import EnrolledSet, EnrolmentError, enrol, kit
from vision.recognise.networks import scores
from vision.types import Image

FLOWERS = [f"{number}f" for number in range(1, 9)]


def spread_out(
    codes: list[str], columns: int, *, tile_set: str = "garden", seed: int = 1
) -> tuple[Image, SimCamera]:
    """Return a photograph of *codes* laid out in rows, and the camera that took it."""
    size = SIZES.get(tile_set)
    layout = Layout() if size is None else Layout(tile=size)
    camera = SimCamera(layout, seed=seed, tile_set=tile_set, conditions=Conditions(noise=3.0))
    camera.spread(codes, columns)
    corners = np.array([tile.box for tile in camera.truth()]).reshape(-1, 2)
    (left, top), (right, low) = corners.min(axis=0) - 50, corners.max(axis=0) + 50
    image = camera.grab().image[max(0, int(top)) : int(low), max(0, int(left)) : int(right)]
    return np.ascontiguousarray(image), camera


def run(command: Any, *arguments: object) -> tuple[int, str, str]:
    """Return exit status, output and errors of *command*."""
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def owners(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data directory of an owner who has enrolled the set `garden`."""
    folder = tmp_path_factory.mktemp("data")
    image, _ = spread_out(list(FACES["flowers"]), 14)
    cv2.imwrite(str(folder / "all.png"), image)
    status, output, errors = run(
        enrol_, "table", folder / "all.png", "--kind", "flowers", "--data", folder
    )
    assert status == 0, errors
    assert "42 faces learned" in output
    return folder


def test_flowers_out_of_focus_are_those_of_the_owner() -> None:
    _, camera = spread_out(list(CODES[:-1]), 14)
    tiles = camera.truth()
    quads = np.array([tile.box for tile in tiles])
    own = enrol("table", camera.grab().image, quads, [tile.code for tile in tiles])
    _, elsewhere = spread_out(FLOWERS, 8, seed=5)
    blurred = cv2.GaussianBlur(elsewhere.grab().image, (0, 0), 1.0)
    crops = cut(blurred, np.array([tile.box for tile in elsewhere.truth()]))
    assert [face.code for face in classify(crops, own)] == FLOWERS


def read_flowers(*arguments: object, folder: Path) -> list[str]:
    """Return what is read of the eight flowers of the set `garden`."""
    image, _ = spread_out(FLOWERS, 8, seed=5)
    cv2.imwrite(str(folder / "flowers.png"), image)
    _, output, _ = run(read, folder / "flowers.png", *arguments)
    return [tile["code"] for tile in json.loads(output)["tiles"]]


def learn_aslant(codes: list[str]) -> EnrolledSet:
    """Return the set `plain` as learned from a blurred picture taken from far down beside it."""
    image, camera = spread_out(codes, 12, tile_set="plain")
    boxes = np.array([tile.box for tile in camera.truth()]).reshape(-1, 1, 2)
    start = np.maximum(boxes.min(axis=0) - 50, 0).astype(int)
    high, wide = image.shape[:2]
    low = 0.45 * high
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    aslant = np.array([(0.3 * wide, 0), (0.7 * wide, 0), (wide, low), (0, low)], np.float32)
    turn = cv2.getPerspectiveTransform(whole, aslant)
    picture = cv2.GaussianBlur(cv2.warpPerspective(image, turn, (wide, int(low))), (0, 0), 1.0)
    quads = cv2.perspectiveTransform(boxes - start, turn).reshape(-1, 4, 2)
    return enrol("table", np.asarray(picture, np.uint8), np.asarray(quads, np.float64), codes)


def test_a_set_learned_aslant_harms_nothing_seen_clearly() -> None:
    own = learn_aslant(list(CODES[:34]))
    hand, _ = spread_out(list(CODES[:12]), 12, tile_set="plain", seed=5)
    tiles = read_photo(hand, own=own).tiles
    assert [tile.code for tile in tiles] == list(CODES[:12])
    assert min(tile.confidence for tile in tiles) > 0.9


def test_a_clear_face_that_its_set_contradicts_is_looked_at_upside_down_too() -> None:
    image, camera = spread_out(["5p", "1m"], 2, tile_set="plain")
    boxes = np.array([tile.box for tile in camera.truth()])
    start = np.maximum(boxes.reshape(-1, 2).min(axis=0) - 50, 0).astype(int)
    crops = cut(image, boxes - start)
    assert clear(scores(crops)).all()
    contrary = enrol("table", image, boxes - start, ["7z", "1m"])
    plain, by_set = classify(crops), classify(crops, contrary)
    assert by_set[0].upside_down != plain[0].upside_down
    assert by_set[1].upside_down == plain[1].upside_down


def test_a_set_may_be_enrolled_with_its_back() -> None:
    image, camera = spread_out(["5p", "1m"], 2, tile_set="plain")
    boxes = np.array([tile.box for tile in camera.truth()])
    boxes -= np.maximum(boxes.reshape(-1, 2).min(axis=0) - 50, 0).astype(int)
    own_set = enrol("table", image, boxes, ["0z", "1m"])
    assert classify(cut(image, boxes), own_set)[1].code == "1m"


def test_a_set_that_was_enrolled_is_read_right(owners: Path) -> None:
    assert read_flowers("--set", "table", "--data", owners, folder=owners) == FLOWERS


def test_the_kiosk_reads_by_the_set_of_the_table(owners: Path) -> None:
    own = OnTable(owners)()
    assert own is not None
    assert set(own.codes) == set(FACES["flowers"])


def test_without_an_enrolled_set_the_kiosk_reads_by_itself(tmp_path: Path) -> None:
    assert OnTable(tmp_path)() is None


def test_a_picture_that_lacks_a_tile_is_refused_with_the_counts(owners: Path) -> None:
    status, _, errors = run(enrol_, "x", owners / "all.png", "--kind", "riichi", "--data", owners)
    assert status == 2
    assert "42 tiles found (all.png 42), 37 expected" in errors


def test_an_unknown_set_says_how_to_learn_it(tmp_path: Path) -> None:
    status, _, errors = run(read, tmp_path / "a.jpg", "--set", "grandma", "--data", tmp_path)
    assert status == 2
    assert "run jantaku enrol grandma" in errors


def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    status, _, errors = run(read, tmp_path / "a.jpg", "--set", "../x", "--data", tmp_path)
    assert (status, "letters" in errors) == (2, True)


def test_a_damaged_set_asks_to_be_enrolled_again() -> None:
    with pytest.raises(EnrolmentError, match="enrol it again"):
        EnrolledSet.load(b"PK nothing")


def test_a_set_is_stored_and_loaded(tmp_path: Path) -> None:
    image, camera = spread_out(["1m", "5z", "1f"], 3)
    quads = np.array([tile.box for tile in camera.truth()])
    own_set = enrol("three", camera.grab().image, quads, ["1m", "5z", "1f"])
    own_set.save(tmp_path / "three.npz")
    loaded = EnrolledSet.load((tmp_path / "three.npz").read_bytes())
    assert (loaded.name, loaded.codes, loaded.copies) == ("three", own_set.codes, own_set.copies)
    assert np.abs(loaded.features - own_set.features).max() < 1e-2
    assert image.size


def test_a_set_learned_by_older_weights_asks_to_be_enrolled_again(tmp_path: Path) -> None:
    kit("dominoes").save(tmp_path / "d.npz")
    with np.load(tmp_path / "d.npz") as stored:
        parts = dict(stored)
    about = json.loads(str(parts["about"])) | {"weights": "another"}
    np.savez(tmp_path / "old.npz", **(parts | {"about": np.array(json.dumps(about))}))
    with pytest.raises(EnrolmentError, match="older recogniser"):
        EnrolledSet.load((tmp_path / "old.npz").read_bytes())


@pytest.mark.parametrize("name", ["dominoes", "hanafuda"])
def test_a_kit_reads_its_cards_out_of_the_box(name: str) -> None:
    codes = [str(c) for c in np.random.default_rng(2).permutation(list(art.faces(name)))]
    image, _ = spread_out(codes, 12, tile_set=name, seed=8)
    reading = read_photo(image, own=kit(name))
    assert [tile.code for tile in reading.tiles] == codes


def test_the_faces_of_kits_have_the_codes_of_the_rules() -> None:
    for name in art.DRAWN:
        assert set(art.faces(name)) == set(FACES[name]) == set(kit(name).copies)


def test_every_kind_of_mahjong_set_names_codes_of_the_record() -> None:
    for kind in ("mahjong", "riichi", "flowers", "singapore"):
        assert set(FACES[kind]) <= set(CODES)


def test_a_set_learned_anew_is_read_by_from_the_next_look_on(tmp_path: Path) -> None:
    own = OnTable(tmp_path)
    assert own() is None
    tile_set_store = TileSetStore(tmp_path)
    tile_set_store.keep(kit("dominoes"), np.zeros((105, 78, 3), np.uint8))
    (tmp_path / "sets" / "dominoes.npz").rename(tmp_path / "sets" / "table.npz")
    first = own()
    assert first is not None
    assert first is own()
    assert set(first.codes) == set(FACES["dominoes"])
