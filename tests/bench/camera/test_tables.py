"""What is counted of tables that were read: tiles, hands, what was invented."""

from __future__ import annotations

import pytest

from bench.camera.tables import Tables
from hw_sim.camera import Scene, SeatTiles, SimCamera
from vision.types import SeatReading, TableReading, TileReading

HAND = ("1m", "2m", "3m", "9p", "9p")
SCENE = Scene((SeatTiles(HAND), SeatTiles(), SeatTiles(), SeatTiles()))
FAR = ((5.0, 5.0), (25.0, 5.0), (25.0, 35.0), (5.0, 35.0))


@pytest.fixture
def camera() -> SimCamera:
    """Return a camera over the table that `SCENE` lies on."""
    camera = SimCamera(seed=1)
    camera.show(SCENE)
    return camera


def count_tiles(camera: SimCamera, *invented: float, misread: float | None = None) -> Tables:
    """Return the counts of a table read rightly, but for what was *invented* and one *misread*.

    These say how sure they are.
    """
    hand = [TileReading(true.code, 0.99, true.box) for true in camera.truth()]
    if misread is not None:
        hand[0] = TileReading("7z", misread, hand[0].box)
    flowers = tuple(TileReading("0z", confidence, FAR) for confidence in invented)
    seats = (SeatReading(0, tuple(hand), flowers=flowers), *map(SeatReading, (1, 2, 3)))
    counts = Tables()
    counts.add(TableReading(seats), SCENE, camera)
    return counts


def test_a_table_read_rightly_needs_no_tap(camera: SimCamera) -> None:
    figures = count_tiles(camera).figures()
    assert (figures["tiles"]["right"], figures["tiles"]["of"]) == (5, 5)
    assert (figures["exact_seats"]["right"], figures["taps_a_hand"]) == (4, 0.0)
    assert figures["seen_where_none_lies"] == 0


def test_a_tile_read_where_none_lies_is_told_costs_a_tap_and_spoils_its_seat(
    camera: SimCamera,
) -> None:
    counts = count_tiles(camera, 0.95, 0.5)
    assert (counts.invented, counts.sure_and_wrong, counts.taps) == (2, 1, 2)
    assert (counts.right, counts.exact) == (5, 3)


def test_a_misread_tile_is_no_invented_one(camera: SimCamera) -> None:
    counts = count_tiles(camera, misread=0.97)
    assert (counts.invented, counts.sure_and_wrong, counts.right) == (0, 1, 4)
    assert counts.figures()["misread"] == [f"{camera.truth()[0].code}>7z"]
