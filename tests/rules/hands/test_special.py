from __future__ import annotations

import pytest

from rules.hands.special import seven_pairs, unrelated_tiles
from rules.tiles import parse


def texts(parts: tuple[object, ...]) -> str:
    """Return parts as a player writes them."""
    return " ".join(map(str, parts))


def test_seven_pairs_are_shown_in_order() -> None:
    assert texts(seven_pairs(parse("77z1144m22p6633s55z"))) == "11m 44m 22p 33s 66s 55z 77z"


def test_four_alike_are_two_pairs() -> None:
    assert texts(seven_pairs(parse("1111m2233p4455s66z"))) == "11m 11m 22p 33p 44s 55s 66z"


@pytest.mark.parametrize("tiles", ["1112m2233p4455s66z", "1122m3344p5566s", "11122233344455m"])
def test_six_pairs_or_a_pung_are_not_seven(tiles: str) -> None:
    assert seven_pairs(parse(tiles)) == ()


@pytest.mark.parametrize(
    "tiles", ["147m258p369s12345z", "147m28p5s1234567z9s", "19m19p159s1234567z"]
)
def test_tiles_three_apart_have_nothing_in_common(tiles: str) -> None:
    assert [item.kind for item in unrelated_tiles(parse(tiles))] == sorted(parse(tiles))


@pytest.mark.parametrize(
    "tiles",
    [
        "146m258p369s12345z",  # 4 and 6
        "147m258p368s12345z",
        "147m258p369s12344z",  # two Norths
        "144m258p369s12345z",
        "147m258p369s1234z",  # thirteen
    ],
)
def test_near_tiles_and_pairs_have(tiles: str) -> None:
    assert unrelated_tiles(parse(tiles)) == ()
