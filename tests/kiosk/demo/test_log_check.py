"""What the camera saw of a table as play leaves it, beside the log."""

from __future__ import annotations

from dataclasses import replace

from hw_sim.camera import Discard, Scene, SeatTiles
from kiosk.demo.log_check import differences
from vision.types import SeatReading, TableReading, TileReading

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
CLAIMED = Discard("9m", is_claimed=True)
SCENE = Scene(
    (
        SeatTiles(river=(Discard("1m"), CLAIMED, Discard("5z", sideways=True)), wall=(2, 0, 1, 0)),
        SeatTiles(river=(Discard("2p"),), has_stick=True),
    )
)


def tile(code: str, *, sideways: bool = False) -> TileReading:
    return TileReading(code, 0.99, box=BOX, sideways=sideways)


READING = TableReading(
    (
        SeatReading(0, river=(tile("1m"), tile("5z", sideways=True))),
        SeatReading(1, river=(tile("2p"),)),
    ),
    walls=(3, 0),
    sticks=(0, 1),
)


def test_what_was_seen_as_it_lies_is_not_told() -> None:
    assert list(differences(READING, SCENE)) == []


def test_discards_in_another_order_are_told() -> None:
    swapped = replace(READING.seats[0], river=READING.seats[0].river[::-1])
    reading = replace(READING, seats=(swapped, READING.seats[1]))
    lines = list(differences(reading, SCENE))
    assert lines == ["discards of seat 0: read 5z- 1m, the log has 1m 5z-"]


def test_stacks_and_sticks_that_were_not_seen_are_told() -> None:
    lines = list(differences(replace(READING, walls=(1, 0), sticks=(0, 0)), SCENE))
    assert lines == [
        "stacks of wall 0: read 1, the log has 3",
        "sticks of seat 1: read 0, the log has 1",
    ]


def test_of_discards_in_disorder_only_which_they_are_is_compared() -> None:
    mixed = replace(SCENE, in_disorder=True)
    seats = tuple(replace(seat, river=()) for seat in READING.seats)
    discards = (tile("2p"), tile("5z"), tile("1m"))
    assert list(differences(replace(READING, seats=seats, thrown=discards), mixed)) == []
    lines = list(differences(replace(READING, seats=seats, thrown=discards[1:]), mixed))
    assert lines == ["discards: unseen 2p"]
