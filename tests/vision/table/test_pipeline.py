"""Reading simulated frames back: faces that training never saw."""

from __future__ import annotations

import warnings

import cv2
import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, LayingStyle, SimCamera
from hw_sim.camera.painting import Cloth
from hw_sim.camera.record_part import record_part
from hw_sim.camera.scene import LaidMeld, Scene, SeatTiles, codes
from hw_sim.camera.solids import Material
from vision.geometry import Layout, TileSize
from vision.recognise import WHOLE_SET
from vision.table.pipeline import TableWatcher, read_table
from vision.types import REVIEW_THRESHOLD, TableReading, TileReading

NOBODY = SeatTiles()


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    return SimCamera(seed=5)


def read_scene(camera: SimCamera, scene: Scene, manners: LayingStyle | None = None) -> TableReading:
    """Return what is read of *scene* under *camera*."""
    camera.show(scene, manners)
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET)


def full_table(seed: int) -> Scene:
    """Return a whole table dealt by chance: hands, sets of each kind, flowers, indicators."""
    rng = np.random.default_rng(seed)
    wall = [code for code, count in WHOLE_SET.items() if code[1] in "mpsz" for _ in range(count)]
    wall = [code for code in wall if code[1] != "z" or code[0] < "5"]
    hands = list(rng.permutation(wall))
    giver = 1 + seed % 3
    melds = (
        LaidMeld("pung", ("6z",) * 3, "6z", giver),
        LaidMeld("kong_added", ("7z",) * 4, "7z", 1 + (seed + 1) % 3),
        LaidMeld("kong_concealed", ("5z",) * 4),
    )
    seats = tuple(
        SeatTiles(tuple(str(code) for code in hands[13 * seat : 13 * seat + 13 - 9 * (seat == 1)]))
        for seat in range(4)
    )
    second = SeatTiles(seats[1].hand, melds, ("1f", "6f"), ("1z",), "2s")
    return Scene((seats[0], second, *seats[2:]), ("3p",), ("9m", "4s"))


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_table_is_read_exactly(camera: SimCamera, seed: int) -> None:
    scene = full_table(seed)
    reading = read_scene(camera, scene)
    assert record_part(reading) == scene.record_part()


def test_tiles_are_found_where_they_lie(camera: SimCamera) -> None:
    reading = read_scene(camera, full_table(0))
    middles = np.array([np.mean(tile.box, axis=0) for seat in reading.seats for tile in seat.hand])
    true_middles = np.array([np.mean(tile.box, axis=0) for tile in camera.truth()])
    to_table = camera.calibration.to_table
    middles_mm, true_mm = to_table(middles), to_table(true_middles)
    off = middles_mm[:, None] - true_mm
    nearest = np.hypot(*off.T).T.argmin(axis=1)
    assert np.abs(off[np.arange(len(middles)), nearest].mean(axis=0)).max() < 0.25


def test_a_table_is_read_exactly_in_4k_under_a_slanting_camera() -> None:
    conditions = Conditions(size=UHD, tilt_mm=320, roll=-0.03, kelvin=3200)
    scene = full_table(9)
    reading = read_scene(SimCamera(seed=9, conditions=conditions), scene)
    assert record_part(reading) == scene.record_part()


def test_the_tiles_of_several_wins_are_seen_to_lie_apart(camera: SimCamera) -> None:
    hand = codes("1112223334445p")
    winner = SeatTiles(hand, winning="5p", won_again=("5p", "9s", "5p"))
    seat = read_scene(camera, Scene((winner, NOBODY, NOBODY, NOBODY))).seats[0]
    assert seat.winning is None
    assert seat.apart == 4
    assert tuple(tile.code for tile in seat.hand) == (*hand, "5p", "5p", "9s", "5p")


def test_sixteen_tiles_and_five_kongs_fit_and_are_read(camera: SimCamera) -> None:
    kongs = [LaidMeld("kong_discard", (code,) * 4, code, 2) for code in ("1z", "2z", "3z", "4z")]
    scene = Scene(
        (
            SeatTiles(codes("11122233344455p6p")),
            SeatTiles(("9s",), (*kongs, LaidMeld("kong_concealed", ("7z",) * 4)), (), (), "9s"),
            NOBODY,
            SeatTiles(hand=("0z",) * 16),
        )
    )
    assert record_part(read_scene(camera, scene)) == scene.record_part()


@pytest.mark.parametrize("size", [(20.5, 28.0), (32.0, 44.0)])
def test_small_and_large_tiles_are_measured_and_read(size: tuple[float, float]) -> None:
    camera = SimCamera(Layout(tile=TileSize(*size)), seed=1)
    table = TableWatcher(camera.calibration, Layout())
    for scene in (full_table(1), Scene((SeatTiles(codes("19m5z")), NOBODY, NOBODY, NOBODY))):
        camera.show(scene)
        assert record_part(table.read(camera.grab().image, WHOLE_SET)) == scene.record_part()
    assert (table.tile.width_mm, table.tile.height_mm) == pytest.approx(size, rel=0.03)


@pytest.mark.parametrize("giver", [1, 2, 3])
@pytest.mark.parametrize("kind", ["pung", "kong_discard", "kong_added"])
def test_a_set_says_from_whom_it_was_claimed(camera: SimCamera, kind: str, giver: int) -> None:
    tiles = ("7m",) * (3 if kind == "pung" else 4)
    seats = [NOBODY] * 4
    seats[giver] = SeatTiles(melds=(LaidMeld(kind, tiles, "7m", giver),))
    (meld,) = read_scene(camera, Scene(tuple(seats))).seats[giver].melds
    assert (meld.kind, meld.from_offset) == (kind, giver)


def test_a_chow_keeps_which_tile_was_claimed(camera: SimCamera) -> None:
    seats = (
        SeatTiles(melds=(LaidMeld("chow", ("3s", "4s", "5s"), "4s", 3),)),
        NOBODY,
        NOBODY,
        NOBODY,
    )
    reading = read_scene(camera, Scene(seats))
    assert record_part(reading)["seats"][0]["melds"] == [
        {"kind": "chow", "tiles": "345s", "claimed": "4s", "from": 3}
    ]


def test_a_concealed_kong_may_lie_with_all_four_backs_up(camera: SimCamera) -> None:
    seats = (SeatTiles(melds=(LaidMeld("kong_concealed", ("4p",) * 4),)), NOBODY, NOBODY, NOBODY)
    reading = read_scene(camera, Scene(seats), LayingStyle(all_backs=True))
    (meld,) = reading.seats[0].melds
    assert (meld.kind, [tile.code for tile in meld.tiles]) == ("kong_concealed", ["0z"] * 4)


def test_red_fives_are_told_from_plain_ones(camera: SimCamera) -> None:
    seats = (SeatTiles(codes("055m055p055s")), NOBODY, NOBODY, NOBODY)
    reading = read_scene(camera, Scene(seats))
    assert [tile.code for tile in reading.seats[0].hand] == list(codes("055m055p055s"))


def test_boxes_lie_on_the_tiles(camera: SimCamera) -> None:
    camera.show(Scene((SeatTiles(codes("123m666p1z7z")), NOBODY, NOBODY, NOBODY)))
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    for tile, true in zip(reading.seats[0].hand, camera.truth(), strict=True):
        assert np.hypot(*(np.mean(tile.box, axis=0) - np.mean(true.box, axis=0))) < 4


def hand_with_a_thumb_on_it(
    camera: SimCamera, place: int, wide: int = 15
) -> tuple[TileReading, ...]:
    """Return the hand read where a thumb covers most of the tile at *place*."""
    camera.show(Scene((SeatTiles(codes("456789s456p")), NOBODY, NOBODY, NOBODY)))
    image = camera.grab().image.copy()
    x, y = np.mean(camera.truth()[place].box, axis=0)
    cv2.circle(image, (int(x) + 3, int(y)), wide, (120, 150, 200), -1)
    return read_table(image, camera.calibration, WHOLE_SET).seats[0].hand


@pytest.mark.parametrize("place", [2, 5])
def test_a_covered_tile_is_doubtful_and_its_neighbors_are_not(
    camera: SimCamera, place: int
) -> None:
    hand = hand_with_a_thumb_on_it(camera, place)
    doubtful = [tile for tile in hand if tile.confidence < REVIEW_THRESHOLD]
    assert len(hand) - len(doubtful) >= 7
    assert len(hand) == 8 or hand[place].confidence < REVIEW_THRESHOLD


@pytest.mark.parametrize("place", [0, 1, 4, 8])
def test_a_covered_tile_among_faces_is_no_sure_back(camera: SimCamera, place: int) -> None:
    hand = hand_with_a_thumb_on_it(camera, place, wide=18)
    assert all(tile.confidence < REVIEW_THRESHOLD for tile in hand if tile.code == "0z")


@pytest.mark.parametrize("seed", range(1, 5))
def test_hands_are_read_by_a_lamp_too_warm_for_the_camera(seed: int) -> None:
    hands = tuple(seat.hand for seat in full_table(seed).seats)
    camera = SimCamera(seed=seed, conditions=Conditions(kelvin=2700))
    camera.show(Scene(tuple(SeatTiles(hand) for hand in hands)))
    image = np.clip(camera.grab().image * np.array([0.7, 0.95, 1.1]), 0, 255).astype(np.uint8)
    reading = read_table(image, camera.calibration, WHOLE_SET)
    assert tuple(tuple(tile.code for tile in seat.hand) for seat in reading.seats) == hands


CLOTHS = {
    "white": Cloth(felt=(232.0, 232.0, 230.0)),
    "beige": Cloth(felt=(160.0, 175.0, 185.0)),
    "sand": Cloth(felt=(120.0, 140.0, 150.0)),
    "pale green": Cloth(felt=(120.0, 160.0, 120.0)),
    "red border": Cloth(border=(40.0, 30.0, 130.0)),
    "navy border": Cloth(border=(90.0, 50.0, 20.0)),
    "black border": Cloth(border=(30.0, 33.0, 30.0)),
    "cream border": Cloth(border=(160.0, 190.0, 200.0)),
}


@pytest.mark.parametrize("cloth", CLOTHS.values(), ids=CLOTHS)
def test_a_whole_table_is_read_exactly_on_cloth_pale_or_of_two_colors(cloth: Cloth) -> None:
    scene = full_table(1)
    reading = read_scene(SimCamera(seed=1, conditions=Conditions(cloth=cloth)), scene)
    assert record_part(reading) == scene.record_part()
    assert reading.problems == ()


@pytest.mark.parametrize(
    "felt",
    [(30.0, 30.0, 32.0), (100.0, 100.0, 100.0), (40.0, 110.0, 60.0), (160.0, 175.0, 185.0)],
    ids=["black", "grey", "green", "beige"],
)
@pytest.mark.parametrize("face", ["3p", "7z"])
def test_a_tile_that_lies_alone_is_read_on_any_cloth(
    felt: tuple[float, float, float], face: str
) -> None:
    camera = SimCamera(seed=2, conditions=Conditions(cloth=Cloth(felt=felt)))
    reading = read_scene(camera, Scene((SeatTiles((face,)), NOBODY, NOBODY, NOBODY)))
    assert [tile.code for tile in reading.seats[0].hand] == [face]


RED, GREEN, BLUE = (40.0, 40.0, 170.0), (60.0, 140.0, 40.0), (160.0, 90.0, 30.0)


@pytest.mark.parametrize("back", [RED, GREEN, BLUE], ids=["red", "green", "blue"])
@pytest.mark.parametrize("kelvin", [2700.0, 6500.0])
def test_backs_alone_are_not_taken_for_white_in_odd_light(
    back: tuple[float, float, float], kelvin: float
) -> None:
    camera = SimCamera(seed=3, conditions=Conditions(kelvin=kelvin, material=Material(back=back)))
    reading = read_scene(camera, Scene((SeatTiles(("0z",) * 13),) * 4))
    assert [[tile.code for tile in seat.hand] for seat in reading.seats] == [["0z"] * 13] * 4


@pytest.mark.parametrize("faces", [(), ("5m", "6m")], ids=["all of it", "but for two"])
def test_a_hand_face_down_is_surely_one(camera: SimCamera, faces: tuple[str, ...]) -> None:
    hand = (*faces, *("0z",) * (13 - len(faces)))
    reading = read_scene(camera, Scene((SeatTiles(hand), NOBODY, NOBODY, NOBODY)))
    assert tuple(tile.code for tile in reading.seats[0].hand) == hand
    assert all(tile.confidence >= REVIEW_THRESHOLD for tile in reading.seats[0].hand)


def test_an_empty_table_has_no_tiles(camera: SimCamera) -> None:
    camera.clear()
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert reading.problems == ("no_tiles",)
    assert all(not seat.hand for seat in reading.seats)


def test_a_dark_table_is_called_dark() -> None:
    camera = SimCamera(seed=1, conditions=Conditions(exposure=0.08))
    reading = read_scene(camera, Scene((SeatTiles(codes("123m")), NOBODY, NOBODY, NOBODY)))
    assert reading.problems[0] == "too_dark"


def test_a_camera_under_its_cap_shows_nothing(camera: SimCamera) -> None:
    black = np.zeros_like(camera.grab().image)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reading = read_table(black, camera.calibration, WHOLE_SET)
    assert reading.problems[:2] == ("too_dark", "no_tiles")


def test_two_players_sit_opposite() -> None:
    camera = SimCamera(Layout(2), seed=4)
    camera.show(Scene((SeatTiles(codes("123m")), SeatTiles(codes("456p")))))
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET, Layout(2))
    assert [len(seat.hand) for seat in reading.seats] == [3, 3]
    assert {tile.code for tile in reading.seats[1].hand} == {"4p", "5p", "6p"}


def test_a_sideways_tile_found_inexactly_does_not_move_its_set() -> None:
    melds = (LaidMeld("chow", ("5p", "6p", "7p"), "6p", 3),)
    seats = (NOBODY, NOBODY, NOBODY, SeatTiles(codes("2589m4p349s17z"), melds))
    for seed in range(3):
        camera = SimCamera(seed=seed)
        assert record_part(read_scene(camera, Scene(seats))) == Scene(seats).record_part()
