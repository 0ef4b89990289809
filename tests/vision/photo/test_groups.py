"""What lies together in a photograph."""

from __future__ import annotations

import pytest

from vision.photo.rows import group, split
from vision.recognise.detector import Spot
from vision.types import SeenTile

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def kind_of(*codes: str) -> str:
    """Return what tiles of these *codes* are together."""
    tiles = [SeenTile(code, 0.9, BOX) for code in codes]
    return group(0, range(len(tiles)), tiles).kind


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (("3s", "4s", "5s"), "chow"),
        (("4m", "0m", "6m"), "chow"),
        (("7z", "7z", "7z"), "pung"),
        (("5p", "5p", "0p", "5p"), "kong"),
        (("0z", "2m", "2m", "0z"), "kong_concealed"),
        (("1f", "6f"), "flowers"),
        (("1z", "2z", "3z"), "tiles"),
        (("9m", "1p", "2p"), "tiles"),
        (("1m", "1m"), "tiles"),
        (("1m", "2m", "3m", "4m", "5m"), "hand"),
        (("03-bright", "03-ribbon"), "tiles"),
    ],
)
def test_tiles_together_are_named(codes: tuple[str, ...], kind: str) -> None:
    assert kind_of(*codes) == kind


def row(*lefts: float) -> list[Spot]:
    """Return tiles of 30 by 40 pixels whose left edges are at *lefts*."""
    return [Spot(left + 15, 20, 30, 40, 0.0, 0.9) for left in lefts]


def test_touching_tiles_are_one_group() -> None:
    assert split([0, 1, 2], row(0, 31, 62)) == [[0, 1, 2]]


def test_a_tile_set_apart_is_a_group_of_its_own() -> None:
    assert split([0, 1, 2], row(0, 31, 90)) == [[0, 1], [2]]


def test_a_sideways_tile_belongs_to_its_set() -> None:
    across = Spot(82, 25, 30, 40, 3.14159 / 2, 0.9)
    assert split([0, 1, 2], [*row(0, 31), across]) == [[0, 1, 2]]


def test_no_tiles_make_no_groups() -> None:
    assert split([], []) == []
