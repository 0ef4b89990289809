"""White tiles without print: white dragons of some sets, backs of others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bench.camera.tables import learned
from hw_sim.camera.camera import Conditions, SimCamera
from hw_sim.camera.scene import LaidMeld, Scene, SeatTiles
from rules.tiles import CODES
from vision.photo.pipeline import read_photo
from vision.recognise.blank_tiles import told_apart
from vision.recognise.classifier import Likely
from vision.recognise.decode import WHOLE_SET
from vision.table.pipeline import read_table

if TYPE_CHECKING:
    from vision.recognise.enrolled import EnrolledSet
    from vision.types import SeatReading, TableReading

WHITE = (222.0, 234.0, 238.0)
BACK = "0z"
HAND = ("1m", "2m", "3m", "5p", "6p", "7p", "2s", "3s", "4s", "6z", "6z", "9m", "9m")
KONG = LaidMeld("kong_concealed", ("3p",) * 4)
DRAGONS = LaidMeld("pung", ("5z",) * 3, "5z", 1)
HIDDEN = SeatTiles((BACK,) * 13)


def table(*seats: SeatTiles, tile_set: str, own: EnrolledSet | None = None) -> TableReading:
    """Return what is read of *seats*, whose tiles have white backs."""
    camera = under(*seats, tile_set=tile_set)
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET, own=own)


def under(*seats: SeatTiles, tile_set: str) -> SimCamera:
    """Return a camera over *seats*, whose tiles have white backs."""
    usual = Conditions()
    material = replace(usual.material, back=WHITE)
    camera = SimCamera(seed=3, tile_set=tile_set, conditions=replace(usual, material=material))
    camera.show(Scene((*seats, *(SeatTiles(),) * (4 - len(seats)))))
    return camera


def test_a_photograph_of_a_concealed_kong_with_white_backs_shows_them() -> None:
    camera = under(SeatTiles(HAND[:10], (KONG,)), tile_set="garden")
    corners = np.array([tile.box for tile in camera.truth()]).reshape(-1, 2)
    (left, top), (right, low) = corners.min(axis=0) - 60, corners.max(axis=0) + 60
    image = camera.grab().image[round(top) : round(low), round(left) : round(right)]
    assert sorted(tile.code for tile in read_photo(image).tiles) == sorted(
        (*HAND[:10], BACK, BACK, "3p", "3p")
    )


def hand(seat: SeatReading) -> str:
    """Return the codes of the hand before *seat*."""
    return "".join(tile.code for tile in seat.hand)


def sets(seat: SeatReading) -> list[tuple[str, str]]:
    """Return the kinds and codes of the sets before *seat*."""
    return [(meld.kind, "".join(tile.code for tile in meld.tiles)) for meld in seat.melds]


def test_white_backs_are_told_from_framed_white_dragons() -> None:
    seen = table(SeatTiles(HAND[:10], (DRAGONS,)), HIDDEN, tile_set="garden")
    assert sets(seen.seats[0]) == [("pung", "5z5z5z")]
    assert hand(seen.seats[1]) == BACK * 13
    assert "too_many" not in seen.problems


def test_a_whole_hand_of_bare_tiles_is_face_down() -> None:
    seen = table(SeatTiles(HAND), HIDDEN, tile_set="garden")
    assert hand(seen.seats[1]) == BACK * 13
    assert not seen.problems


def test_a_concealed_kong_shows_that_backs_are_white() -> None:
    seen = table(SeatTiles(HAND[:10], (KONG,)), tile_set="garden")
    assert sets(seen.seats[0]) == [("kong_concealed", "0z3p3p0z")]


def test_a_few_bare_tiles_are_white_dragons() -> None:
    seen = table(SeatTiles(HAND[:10], (DRAGONS,)), tile_set="plain")
    assert sets(seen.seats[0]) == [("pung", "5z5z5z")]


@pytest.fixture(scope="module")
def framed() -> EnrolledSet:
    """Return a set with framed white dragons as its owner enrolled it."""
    return learned("garden")


def test_the_owners_framed_white_dragon_makes_bare_tiles_backs(framed: EnrolledSet) -> None:
    few = SeatTiles((*HAND[:4], BACK, BACK, *HAND[4:8]))
    seen = table(few, tile_set="garden", own=framed)
    assert hand(seen.seats[0]).count(BACK) == 2
    assert "5z" not in hand(seen.seats[0])


BARE = np.full((64, 64, 3), (228, 236, 238), np.uint8)
AMBER = np.full((64, 64, 3), (40, 140, 220), np.uint8)
WIDE = 26.0


def named(codes: str) -> str:
    """Return what is told of a row of tiles with *codes*, `w` being bare and `a` an amber back."""
    shown = {"w": ("5z", BARE), "a": ("0z", AMBER)}
    tiles = [shown.get(code, (f"{code}p", AMBER)) for code in codes.replace(" ", "")]
    places = [place for place, code in enumerate(codes) if code != " "]
    likely = [
        Likely(dict.fromkeys(CODES, 0.0) | {"0z": 0.0, code: 1.0}, 0.0, 0.0) for code, _ in tiles
    ]
    half = np.array([(-1, -1.35), (1, -1.35), (1, 1.35), (-1, 1.35)]) * WIDE / 2
    quads = np.stack([half + np.array([place * WIDE, 0.0]) for place in places])
    told = told_apart(likely, np.stack([crop for _, crop in tiles]), quads)
    return "".join(one.ranked()[0][0] for one in told)


def test_backs_of_a_concealed_kong_lie_at_its_ends_or_within() -> None:
    assert named("123 w44w 5") == "1p2p3p0z4p4p0z5p"
    assert named("123 4ww4 5") == "1p2p3p4p0z0z4p5p"


def test_white_dragons_about_a_pair_in_a_row_are_no_kong() -> None:
    assert named("1w44w5") == "1p5z4p4p5z5p"


def test_white_dragons_about_two_that_differ_are_no_kong() -> None:
    assert named("w45w") == "5z4p5p5z"


def test_where_backs_are_colored_bare_tiles_are_white_dragons() -> None:
    assert named("w44w aa") == "5z4p4p5z0z0z"


def test_one_bare_tile_too_many_is_told_and_no_hand_face_down() -> None:
    assert named("wwwww") == "5z" * 5
