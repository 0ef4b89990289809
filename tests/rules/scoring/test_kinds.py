"""Suits and flowers of bare kinds, and the faces that an indicator makes wild."""

from __future__ import annotations

import pytest

from rules.scoring.kinds import full_flower_groups, suits, wild_faces
from rules.tiles import TILES, parse, write


@pytest.mark.parametrize(
    ("indicators", "wild"),
    [
        ("1m", "1m"),
        ("7z", "7z"),
        ("1f", "234f"),
        ("4f", "123f"),
        ("5f", "678f"),
        ("8f", "567f"),
        ("1a", ""),
        ("", ""),
        ("1m2m", ""),
    ],
)
def test_an_indicator_makes_its_kind_wild_or_the_rest_of_its_flowers(
    indicators: str, wild: str
) -> None:
    assert write(wild_faces(parse(indicators))) == wild


def test_suits_are_characters_circles_bamboos_and_honors() -> None:
    ends = {code: suits([TILES[code]]) for code in ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "7z")}
    assert [*ends.values()] == [{0}, {0}, {1}, {1}, {2}, {2}, {3}, {3}]
    assert suits(parse("19m1z")) == {0, 3}


@pytest.mark.parametrize(
    ("flowers", "full"),
    [("123f", []), ("1234f", ["1234f"]), ("45678f", ["5678f"]), ("12345678f", ["1234f", "5678f"])],
)
def test_a_group_of_flowers_is_full_with_all_four(flowers: str, full: list[str]) -> None:
    assert [write(group) for group in full_flower_groups(parse(flowers))] == full
