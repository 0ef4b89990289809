"""The simulated camera: what it knows is what a reader finds, on a neat and on a rough table."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from hw_sim.camera import HASTY, Conditions, LayingStyle, SimCamera, art, rough
from hw_sim.camera.laying import lay_out
from hw_sim.camera.record_part import record_part
from hw_sim.camera.scene import BACK, LaidMeld, Scene, SeatTiles, codes
from rules.tiles import CODES
from vision.errors import NoFrameError
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.table import read_table
from vision.types import REVIEW_THRESHOLD

SMALL = Conditions(size=(960, 540))


def record(**changes: Any) -> dict[str, Any]:
    seats = [{"hand": "123m456p789s1122z"}, {"hand": None}, {"hand": None}, {"hand": None}]
    return {"seats": seats, "outcome": "draw", "wins": [], **changes}


def test_a_hand_that_was_not_shown_lies_face_down() -> None:
    scene = Scene.from_record(record(), hand_size=16)
    assert scene.seats[1].hand == (BACK,) * 16
    assert scene.record_part()["seats"][1]["hand"] is None


def test_the_winning_tile_of_two_winners_lies_before_the_first() -> None:
    wins = [
        {"seat": 2, "tile": "5p", "by": "discard", "from": 1},
        {"seat": 3, "tile": "5p", "by": "discard", "from": 1},
    ]
    scene = Scene.from_record(record(wins=wins))
    assert [seat.winning for seat in scene.seats] == [None, None, "5p", None]


def test_two_self_draws_of_one_kind_are_two_tiles() -> None:
    wins = [{"seat": seat, "tile": "5p", "by": "self_draw"} for seat in (2, 3)]
    scene = Scene.from_record(record(wins=wins))
    assert [seat.winning for seat in scene.seats] == [None, None, "5p", "5p"]


def test_the_tiles_of_several_wins_of_a_seat_lie_side_by_side() -> None:
    win = {"seat": 2, "by": "discard", "from": 1}
    wins = [
        {**win, "tile": "5p"},
        {**win, "seat": 3, "tile": "5p"},
        {**win, "tile": "5p"},
        {**win, "seat": 3, "tile": "5p", "facts": {"separate": True}},
        {"seat": 2, "tile": "8p", "by": "self_draw"},
    ]
    scene = Scene.from_record(record(wins=wins))
    assert (scene.seats[2].winning, scene.seats[2].won_again) == ("5p", ("5p", "8p"))
    assert (scene.seats[3].winning, scene.seats[3].won_again) == ("5p", ())


def test_a_robbed_kong_lies_as_the_pung_it_stays() -> None:
    seats = record()["seats"]
    seats[1] = {"hand": None, "melds": [{"kind": "kong_added", "tiles": "5555p", "from": 0}]}
    wins = [{"seat": 2, "tile": "5p", "by": "robbed_kong", "from": 1}]
    scene = Scene.from_record(record(seats=seats, wins=wins))
    assert scene.seats[1].melds[0] == LaidMeld("pung", ("5p",) * 3, "5p", 3)
    assert scene.seats[2].winning == "5p"


@pytest.mark.parametrize(("giver", "place"), [(3, 0), (2, 1), (1, 2)])
def test_the_claimed_tile_lies_sideways_where_its_giver_sits(giver: int, place: int) -> None:
    meld = LaidMeld("pung", ("7s",) * 3, "7s", giver)
    scene = Scene((SeatTiles(melds=(meld,)), SeatTiles(), SeatTiles(), SeatTiles()))
    exact = LayingStyle(off_mm=0, off_radians=0, upside_down=0)
    tiles = lay_out(scene, Layout(), np.random.default_rng(1), exact)
    from_left = sorted(tiles, key=lambda tile: tile.center_mm[0])
    assert [abs(np.sin(tile.turn)) > 0.9 for tile in from_left] == [i == place for i in range(3)]


def test_at_a_table_of_three_the_left_hand_neighbour_is_the_second_after() -> None:
    meld = LaidMeld("chow", ("7s", "8s", "9s"), "8s", 2)
    camera = SimCamera(seed=1, conditions=SMALL)
    camera.show(
        Scene((SeatTiles(melds=(meld,)), SeatTiles(), SeatTiles())),
        LayingStyle(off_mm=0, off_radians=0, upside_down=0),
    )
    left = min(camera.truth(), key=lambda tile: tile.box[0][0])
    assert left.code == "8s"


def test_no_two_tiles_of_a_full_table_overlap() -> None:
    kong = LaidMeld("kong_added", ("7s",) * 4, "7s", 2)
    seat = SeatTiles(("1m", "1m"), (kong,) * 5, ("1f",) * 8, ("7z",) * 8, "2m")
    tiles = lay_out(
        Scene((seat,) * 4, ("5m",) * 5, ("6m",) * 5), Layout(), np.random.default_rng(2)
    )
    centers = np.array([tile.center_mm for tile in tiles])
    apart = np.hypot(*(centers[:, None] - centers[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > 25.5


def test_a_full_table_lies_within_the_felt() -> None:
    kong = LaidMeld("kong_discard", ("7s",) * 4, "7s", 3)
    seat = SeatTiles(("1m", "1m"), (kong,) * 5, ("1f",) * 8, ("7z",) * 8, "2m")
    tiles = lay_out(Scene((seat,) * 4), Layout(), np.random.default_rng(3))
    assert np.abs([tile.center_mm for tile in tiles]).max() < 420 - 13


def test_the_same_seed_gives_the_same_picture() -> None:
    pictures = []
    for _ in range(2):
        camera = SimCamera(seed=11, conditions=SMALL, clock=lambda: 5.0)
        camera.show(Scene.from_record(record()))
        pictures.append(camera.grab())
    assert (pictures[0].image == pictures[1].image).all()
    assert pictures[0].at_s == 5.0


def test_the_truth_names_every_tile_on_the_table() -> None:
    camera = SimCamera(seed=1, conditions=SMALL)
    camera.show(Scene.from_record(record(), hand_size=13))
    codes = [tile.code for tile in camera.truth()]
    assert len(codes) == 13 + 3 * 13
    assert codes.count(BACK) == 39


def test_a_tile_is_bright_where_the_truth_says_it_is() -> None:
    camera = SimCamera(seed=4, conditions=SMALL)
    camera.show(Scene((SeatTiles(hand=("5z",)), SeatTiles(), SeatTiles(), SeatTiles())))
    (tile,) = camera.truth()
    x, y = np.mean(tile.box, axis=0).astype(int)
    image = camera.grab().image
    assert image[y, x].min() > 150
    assert image[y - 60, x].min() < 120


def test_a_covered_camera_says_what_to_do() -> None:
    camera = SimCamera(conditions=SMALL)
    camera.cover(True)
    with pytest.raises(NoFrameError, match="take its cap off"):
        camera.grab()


@pytest.mark.parametrize("name", art.SETS)
def test_every_face_is_drawn_and_no_two_are_alike(name: str) -> None:
    faces = art.faces(name)
    assert set(faces) == set(CODES[:-1])
    blank = [code for code, ink in faces.items() if ink[:, :, 3].max() == 0]
    assert blank in ([], ["5z"])
    ink_bytes = {code: ink.tobytes() for code, ink in faces.items()}
    assert len(set(ink_bytes.values())) == len(ink_bytes)


def test_an_unknown_tile_set_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match="plain, garden"):
        art.faces("marble")


def test_each_of_two_sets_shows_backs_of_its_own_colour() -> None:
    colors = []
    for which in (0, 1):
        camera = SimCamera(conditions=Conditions(noise=0.0))
        camera.play_with(which)
        camera.spread([BACK], columns=1)
        (a, _, c, _) = camera.truth()[0].box
        x, y = round((a[0] + c[0]) / 2), round((a[1] + c[1]) / 2)
        colors.append(camera.grab().image[y, x].astype(int))
    amber, violet = colors
    assert amber[2] > amber[0] + 60
    assert violet[0] > violet[1] + 40


NOBODY = SeatTiles()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_read_wrong_on_a_rough_table_is_doubtful(seed: int) -> None:
    camera = SimCamera(seed=seed, conditions=rough(np.random.default_rng(seed)))
    hand = codes("123m456p789s1122z")
    camera.show(Scene((SeatTiles(hand, winning="5m"), NOBODY, NOBODY, NOBODY)), HASTY)
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    seat = reading.seats[0]
    assert seat.winning is not None
    assert len(seat.hand) == len(hand)
    wrong = [tile for tile, code in zip(seat.hand, hand, strict=True) if tile.code != code]
    assert all(tile.confidence < REVIEW_THRESHOLD for tile in wrong)


def test_a_cheap_lens_bends_the_rim() -> None:
    straight = SimCamera(seed=1, conditions=Conditions(noise=0.0))
    bent = SimCamera(seed=1, conditions=Conditions(noise=0.0, bend=-0.15))
    assert (straight.grab().image != bent.grab().image).any()
    corner = np.array([[-400.0, -400.0]])
    shift = bent.floor_pixels(corner) - straight.floor_pixels(corner)
    assert float(np.hypot(*shift[0])) > 5


def test_a_leaning_tile_is_seen_larger() -> None:
    camera = SimCamera(seed=1)
    camera.show(Scene((SeatTiles(("1m",)), NOBODY, NOBODY, NOBODY)), HASTY)
    box = np.array(camera.truth()[0].box)
    assert np.hypot(*(box[1] - box[0])) > 20


def test_cards_lie_in_rows_where_they_are_spread() -> None:
    camera = SimCamera(seed=1)
    camera.spread(["1m", "2m", "3m", "4m"], 2)
    middles = [np.mean(tile.box, axis=0) for tile in camera.truth()]
    assert middles[0][1] < middles[2][1]
    assert middles[0][0] < middles[1][0]


@pytest.mark.parametrize("seed", [3, 4, 7, 9])
def test_sets_laid_hastily_are_read_with_who_gave_them(seed: int) -> None:
    camera = SimCamera(seed=seed, conditions=rough(np.random.default_rng(seed)))
    melds = (
        LaidMeld("kong_added", ("7m",) * 4, "7m", 3),
        LaidMeld("pung", ("2z",) * 3, "2z", 2),
        LaidMeld("kong_concealed", ("4z",) * 4),
        LaidMeld("chow", ("6s", "7s", "8s"), "7s", 3),
        LaidMeld("pung", ("8m",) * 3, "8m", 2),
    )
    seats = [NOBODY] * 4
    seats[seed % 4] = SeatTiles(("1p",), melds)
    scene = Scene(tuple(seats))
    camera.show(scene, HASTY)
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert record_part(reading) == scene.record_part()


def test_tiles_laid_while_somebody_looks_on_are_in_the_next_picture() -> None:
    camera = SimCamera(conditions=SMALL)
    empty, means = camera.grab().image.mean(), []
    for _ in range(5):
        camera.clear()
        bystander = threading.Thread(target=camera.grab)
        bystander.start()
        camera.spread(WHOLE_SET, columns=9)
        bystander.join()
        means.append(camera.grab().image.mean())
    assert min(means) > empty + 1
