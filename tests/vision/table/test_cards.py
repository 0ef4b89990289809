"""Cards and dominoes read by seat on the whole table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, SimCamera, rough
from hw_sim.camera.art import SIZES
from hw_sim.camera.painting import Cloth
from rules.games.cards.hanafuda import PACK
from rules.games.cards.tien_gow.plays import COPIES
from tests.vision.table.test_pipeline import CLOTHS
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.recognise.enrolment import kit
from vision.table import read_table
from vision.table.cards import read_cards
from vision.types import REVIEW_THRESHOLD

DOMINOES = tuple(tile for tile, copies in COPIES.items() for _ in range(copies))


def read(
    deck: str, piles: list[list[str]], middle: list[str], conditions: Conditions, seed: int
) -> tuple[list[list[str]], list[str]]:
    """Return what is read where *piles* and *middle* lie, row by row."""
    layout = Layout(len(piles), tile=SIZES[deck])
    camera = SimCamera(layout, seed=seed, tile_set=deck, conditions=conditions)
    camera.lay(piles, middle)
    # A camera is calibrated on the faces of mahjong tiles, which lie higher than cards.
    calibration = SimCamera(conditions=conditions).calibration
    reading = read_cards(camera.grab().image, calibration, kit(deck), Layout(len(piles)))
    assert reading.problems == ()
    return (
        [[card.code for card in pile] for pile in reading.seats],
        sorted(card.code for card in reading.middle),
    )


@pytest.mark.parametrize(("deck", "pack"), [("hanafuda", PACK), ("dominoes", DOMINOES)])
def test_cards_that_lie_where_tiles_are_read_are_never_sure_tiles(
    deck: str, pack: tuple[str, ...]
) -> None:
    for seed in range(2):
        conditions = rough(np.random.default_rng(seed))
        camera = SimCamera(
            Layout(tile=SIZES[deck]), seed=seed, tile_set=deck, conditions=conditions
        )
        camera.lay(deal(pack, (7, 7, 7, 7), seed)[:4], [])
        calibration = SimCamera(conditions=conditions).calibration
        reading = read_table(camera.grab().image, calibration, WHOLE_SET)
        seats = [
            tile for seat in reading.seats for tile in (*seat.hand, *seat.river, *seat.flowers)
        ]
        tiles = [*seats, *reading.thrown, *reading.indicators]
        assert tiles
        assert [tile for tile in tiles if tile.confidence >= REVIEW_THRESHOLD] == []


def deal(pack: tuple[str, ...], counts: tuple[int, ...], seed: int) -> list[list[str]]:
    """Return *pack* shuffled and shared out, the rest last."""
    mixed = [str(card) for card in np.random.default_rng(seed).permutation(pack)]
    piles = []
    for count in counts:
        piles.append(mixed[:count])
        mixed = mixed[count:]
    return [*piles, mixed]


@pytest.mark.parametrize("counts", [(20, 22), (13, 12, 15), (10, 14, 9, 12)], ids=len)
def test_flower_cards_are_read_with_who_captured_them(counts: tuple[int, ...]) -> None:
    *piles, middle = deal(PACK, counts, seed=len(counts))
    assert read("hanafuda", piles, middle, Conditions(size=UHD), seed=2) == (piles, sorted(middle))


def test_flower_cards_are_read_in_a_warm_light_at_full_hd() -> None:
    *piles, middle = deal(PACK, (23, 21), seed=9)
    conditions = Conditions(kelvin=3300, tilt_mm=180, noise=3.0)
    assert read("hanafuda", piles, middle, conditions, seed=4) == (piles, sorted(middle))


@pytest.mark.parametrize("cloth", CLOTHS.values(), ids=CLOTHS)
@pytest.mark.parametrize(("deck", "pack"), [("hanafuda", PACK), ("dominoes", DOMINOES)])
def test_cards_are_read_on_any_cloth(deck: str, pack: tuple[str, ...], cloth: Cloth) -> None:
    *piles, _ = deal(pack, (8, 8, 8), seed=7)
    hands, _ = read(deck, piles, [], Conditions(size=UHD, cloth=cloth), seed=3)
    assert hands == piles


def test_dominoes_are_read_by_seat_both_copies_of_each() -> None:
    *piles, _ = deal(DOMINOES, (8, 8, 8, 8), seed=5)
    hands, middle = read("dominoes", piles, [], Conditions(size=UHD), seed=3)
    assert [Counter(pile) for pile in hands] == [Counter(pile) for pile in piles]
    assert middle == []


@pytest.mark.parametrize("seed", [1, 4])
def test_piles_are_counted_and_the_last_trick_is_read_with_who_laid_what(seed: int) -> None:
    rough_light = Conditions(kelvin=3200, tilt_mm=190, noise=4.0, exposure=0.8)
    conditions = rough_light if seed == 1 else Conditions()
    layout = Layout(tile=SIZES["dominoes"])
    camera = SimCamera(layout, seed=seed, tile_set="dominoes", conditions=conditions)
    trick, piles = [["1-3", "2-3"], ["0z", "0z"], ["4-4", "2-5"], ["0z", "0z"]], [0, 1, 3, 2]
    camera.lay_trick(trick, piles)
    calibration = SimCamera(conditions=conditions).calibration
    reading = read_cards(camera.grab().image, calibration, kit("dominoes"), Layout())
    rows = [[tile.code for tile, whose in zip(reading.middle, reading.before, strict=True)
             if whose == seat] for seat in range(4)]  # fmt: skip
    assert [sorted(row) for row in rows] == [sorted(row) for row in trick]
    assert [len(pile) for pile in reading.seats] == piles


def test_an_empty_table_of_cards_says_so() -> None:
    camera = SimCamera(seed=1, conditions=replace(Conditions(), size=(960, 540)))
    reading = read_cards(camera.grab().image, camera.calibration, kit("hanafuda"), Layout(2))
    assert (reading.cards, reading.problems) == ((), ("no_tiles",))
