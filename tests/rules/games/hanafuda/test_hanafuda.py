"""The flower cards themselves."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.games.cards.hanafuda import (
    PACK,
    RAIN_JUNK,
    RAINS,
    are_one_flower,
    cards_of,
    flower,
    picture,
    whole_flowers,
)
from rules.games.cards.mushi import MUSHI_PACK
from tests.rules.games.hanafuda.hands import cards


def test_a_pack_has_48_cards_of_twelve_flowers() -> None:
    assert len(set(PACK)) == 48
    assert set(Counter(map(flower, PACK)).values()) == {4}


def test_a_pack_has_the_usual_pictures() -> None:
    assert Counter(map(picture, PACK)) == {"bright": 5, "animal": 9, "ribbon": 10, "junk": 24}


def test_the_pack_of_mushi_is_without_peony_and_bush_clover() -> None:
    assert {flower(card) for card in set(PACK) - MUSHI_PACK} == {"06", "07"}
    assert Counter(map(picture, MUSHI_PACK)) == {
        "bright": 5,
        "animal": 7,
        "ribbon": 8,
        "junk": 20,
    }


def test_the_rain_cards_are_three_and_the_one_that_takes_others() -> None:
    assert cards_of("11") == {*RAINS, RAIN_JUNK}


def test_whole_flowers_are_found_in_order() -> None:
    assert whole_flowers(cards("12 05 -05-junk1 03 01-bright")) == ("03", "12")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("04", True),
        ("12", True),
        ("04 -04-junk1", False),
        ("04 05-junk1", False),
        ("04 -04-junk1 04-junk2", False),
        ("04 -04-junk1 05-junk1", False),
        ("", False),
    ],
)
def test_four_of_a_flower(text: str, is_one: bool) -> None:
    assert are_one_flower(cards(text)) == is_one
