"""Every scoring element of fuzhou.md, hit and nearly missed, by both methods."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.fuzhou.hands import METHOD_2, PLAIN, fuzhou, worth
from tests.rules.records import Data, chow, kong, pung, seat, settle

FLOWERS = {"flower": 2}
DRAWN = {"self_draw": 2}


@pytest.mark.parametrize(
    ("how", "score", "earned"),
    [
        ({"source": 3}, 3, {}),
        ({}, 6, DRAWN),
        ({"source": 3, "by": "robbed_kong"}, 6, {"robbing_the_kong": 2}),
        ({"marks": ("kong_draw",)}, 6, DRAWN),
        ({"marks": ("flower_draw",)}, 6, DRAWN),
        ({"marks": ("last_tile",)}, 6, DRAWN),
        ({"source": 3, "marks": ("last_discard",)}, 3, {}),
        ({"source": 0, "marks": ("first_discard",)}, 33, {"earthly_hand": 30}),
        ({"source": 3, "marks": ("first_discard",)}, 3, {}),
        ({"marks": ("first_discard",)}, 6, DRAWN),
        ({"winner": 0, "marks": ("dealt",)}, 36, {**DRAWN, "heavenly_hand": 30}),
        ({"marks": ("dealt",)}, 6, DRAWN),
        ({"winner": 0, "source": 3, "marks": ("dealt",)}, 3, {}),
    ],
    ids=case_id,
)
def test_the_way_of_winning(how: Data, score: int, earned: Data) -> None:
    assert worth(fuzhou(*PLAIN, **how)) == (score, FLOWERS | earned)


@pytest.mark.parametrize(
    ("how", "score", "earned"),
    [
        ({"source": 3}, 3, {}),
        ({}, 6, DRAWN),
        ({"source": 3, "by": "robbed_kong"}, 6, {"robbing_the_kong": 2}),
        ({"source": 0, "marks": ("first_discard",)}, 3, {}),
        ({"winner": 0, "marks": ("dealt",)}, 6, DRAWN),
    ],
    ids=case_id,
)
def test_method_2_knows_no_early_hands(how: Data, score: int, earned: Data) -> None:
    assert worth(fuzhou(*PLAIN, options=METHOD_2, **how)) == (score, FLOWERS | earned)


@pytest.mark.parametrize(
    ("flowers", "score", "earned"),
    [
        ("", 31, {"no_flowers": 30}),
        ("3z", 17, {"flower": 1, "one_flower": 15}),
        ("13z", 3, FLOWERS),
        ("1111z", 7, {"flower": 4, "flower_set": 2}),
        ("11113333z", 13, {"flower": 8, "flower_set": 4}),
        ("111z", 4, {"flower": 3}),
    ],
)
def test_flowers_laid_out_or_lacking(flowers: str, score: int, earned: Data) -> None:
    before = {"flowers": flowers}
    assert worth(fuzhou(*PLAIN, before=before, source=3)) == (score, earned)


@pytest.mark.parametrize(
    ("flowers", "score", "earned"),
    [
        ("1234f", 7, {"flower": 4, "flower_set": 2}),
        ("5678f", 7, {"flower": 4, "flower_set": 2}),
        ("1235f", 5, {"flower": 4}),
        ("12345678f5555z", 19, {"flower": 12, "flower_set": 6}),
        ("6f", 17, {"flower": 1, "one_flower": 15}),
    ],
)
def test_flowers_of_the_large_set(flowers: str, score: int, earned: Data) -> None:
    data = fuzhou(*PLAIN, before={"flowers": flowers}, source=3, options={"tile_set": 144})
    assert worth(data) == (score, earned)


@pytest.mark.parametrize(
    ("flowers", "base"), [("", 1), ("3z", 2), ("1111z", 7)], ids=["none", "one", "set"]
)
def test_method_2_gives_nothing_for_lacking_flowers(flowers: str, base: int) -> None:
    data = fuzhou(*PLAIN, before={"flowers": flowers}, source=3, options=METHOD_2)
    assert worth(data)[0] == base


@pytest.mark.parametrize(
    ("melds", "hand", "score", "earned"),
    [
        ((kong("1111s", "discard"),), "123456789m67p88s", 4, {"open_kong": 1}),
        ((kong("1111s", "added"),), "123456789m67p88s", 4, {"open_kong": 1}),
        ((kong("1111s"),), "123456789m67p88s", 5, {"concealed_kong": 2}),
        ((kong("1111s"), kong("2222s")), "123456m67p88s", 7, {"concealed_kong": 4}),
        ((kong("1111s"), kong("2222s", "added")), "123456m67p88s", 6,
         {"open_kong": 1, "concealed_kong": 2}),
        ((pung("111s"),), "123456789m67p88s", 3, {}),
    ],
)  # fmt: skip
def test_kongs(melds: tuple[Data, ...], hand: str, score: int, earned: Data) -> None:
    assert worth(fuzhou(hand, "8p", *melds, source=3)) == (score, FLOWERS | earned)


@pytest.mark.parametrize("kind", ["concealed", "discard", "added"])
@pytest.mark.parametrize("flowers", ["", "3z"])
def test_a_kong_is_a_flower_too(kind: str, flowers: str) -> None:
    data = fuzhou(
        "123456789m67p88s", "8p", kong("1111s", kind), before={"flowers": flowers}, source=3
    )
    assert not {"no_flowers", "one_flower"} & worth(data)[1].keys()


@pytest.mark.parametrize(
    ("flowers", "score", "earned"),
    [
        ("", 19, {"gold_tile": 1, "self_draw": 2, "one_flower": 15}),
        ("1z", 6, {"flower": 1, "gold_tile": 1, "self_draw": 2}),
    ],
)
def test_a_gold_is_a_flower_too(flowers: str, score: int, earned: Data) -> None:
    before = {"flowers": flowers}
    assert worth(fuzhou("123456789m2346p9s88s", "8p", before=before)) == (score, earned)


def test_a_drawn_gold_counts_and_completes() -> None:
    assert worth(fuzhou("123456789m23467p88s", "9s")) == (8, FLOWERS | DRAWN | {"gold_tile": 1})


GOLD_READY = ("123456789m12345p77s", None)
"""Dealt, and one wild tile short of a hand."""
ROBBED: Data = {"by": "declared", "marks": ("robbing_the_gold",)}


@pytest.mark.parametrize(
    ("winner", "options", "flowers", "score", "earned"),
    [
        (1, {}, "13z", 36, FLOWERS | DRAWN | {"robbing_the_gold": 30}),
        (0, {}, "13z", 36, FLOWERS | DRAWN | {"robbing_the_gold": 30}),
        (1, {}, "", 32, DRAWN | {"robbing_the_gold": 30}),  # of equal ones the lowest in the table
        (1, {}, "1z", 34, DRAWN | {"flower": 1, "robbing_the_gold": 30}),
        (1, METHOD_2, "13z", 15, FLOWERS | {"robbing_the_gold": 5}),
    ],
)
def test_robbing_the_gold(
    winner: int, options: Data, flowers: str, score: int, earned: Data
) -> None:
    how = ROBBED | {"winner": winner, "options": options, "before": {"flowers": flowers}}
    assert worth(fuzhou(*GOLD_READY, **how)) == (score, earned)


def test_the_robbed_gold_is_only_imagined() -> None:
    """One real gold and the imagined one are no golden pair, and count as one gold."""
    assert worth(fuzhou("123456789m1234p9s77s", None, **ROBBED)) == (
        38,
        FLOWERS | DRAWN | {"gold_tile": 1, "robbing_the_gold": 30},
    )
    assert "golden_pair" not in worth(fuzhou("123456789m123p123s9s", None, **ROBBED))[1]


@pytest.mark.parametrize(
    ("options", "element", "score"), [({}, "golden_pair", 70), (METHOD_2, "robbing_the_gold", 25)]
)
def test_a_golden_pair_may_use_the_imagined_gold_elsewhere(
    options: Data, element: str, score: int
) -> None:
    data = fuzhou("123456789m12345p99s", None, options=options, **ROBBED)
    assert worth(data)[0] == score
    assert element in worth(data)[1]


def test_a_golden_dragon_may_use_the_imagined_gold_elsewhere() -> None:
    data = fuzhou("123456789m12p88s999s", None, **ROBBED)
    assert worth(data) == (132, FLOWERS | DRAWN | {"gold_tile": 3, "golden_dragon": 120})


UNFIT = "124578m277p1369s"
"""Tiles that make nothing."""


@pytest.mark.parametrize(
    ("how", "score"),
    [
        ({"tile": "7p"}, 52),
        ({"tile": "4s", "hand": "24578m2777p1369s"}, 52),
        ({"tile": None, "by": "declared", "hand": "24578m2777p1369s"}, 52),
    ],
    ids=case_id,
)
def test_three_golds_win_whatever_the_rest(how: Data, score: int) -> None:
    how = {"hand": UNFIT, **how}
    data = fuzhou(how.pop("hand"), how.pop("tile"), pung("999m"), gold="7p", **how)
    expected = FLOWERS | DRAWN | {"gold_tile": 3, "three_wilds": 40}
    assert worth(data) == (score, expected)
    assert settle(data)["wins"][0]["reading"] == []
    by_method_2 = worth(data | {"options": METHOD_2})
    assert by_method_2 == (18, FLOWERS | {"gold_tile": 3, "three_wilds": 3})


@pytest.mark.parametrize(
    ("by", "factor"), [("discard", "self_draw"), ("robbed_kong", "robbing_the_kong")]
)
def test_three_golds_count_as_self_drawn_on_anothers_tile(by: str, factor: str) -> None:
    """All golds are needed in sets: 12m, 45p and 78s lack one each."""
    hand = "12m456m45p123p78s999s8s"
    data = fuzhou(hand, "8s", source=3, by=by)
    assert worth(data) == (52, FLOWERS | {"gold_tile": 3, "three_wilds": 40, factor: 2})
    assert worth(data | {"options": METHOD_2}) == (
        18,
        FLOWERS | {"gold_tile": 3, "three_wilds": 3},
    )


def test_a_dealt_hand_with_three_golds_is_heavenly_only_if_it_is_complete() -> None:
    data = fuzhou(UNFIT + "999m", "7p", gold="7p", winner=0, marks=("dealt",))
    assert "heavenly_hand" not in worth(data)[1]


@pytest.mark.parametrize(
    ("hand", "tile", "how", "is_golden"),
    [
        ("123456m11789p23499s", "1p", {}, True),
        ("123456m11789p23499s", "1p", {"source": 3}, True),
        ("123456m111789p2349s", "9s", {}, True),  # the second gold is drawn
        ("123456m1246p337899s", "3p", {"gold": "3s"}, False),  # both golds are needed in sets
        ("9s", "9s", {"melds": (chow("123m"), pung("111p"), chow("234s"), chow("456m"),
                                chow("789m"))}, True),
        ("123456m111789p2349s", "2s", {}, False),  # one gold only
    ],
)  # fmt: skip
def test_golden_pair(hand: str, tile: str, how: Data, is_golden: bool) -> None:
    how = dict(how)
    data = fuzhou(hand, tile, *how.pop("melds", ()), **how)
    elements = worth(data)[1]
    assert elements.get("golden_pair") == (60 if is_golden else None)
    by_method_2 = worth(data | {"options": METHOD_2})[1]
    assert by_method_2.get("golden_pair") == (4 if is_golden else None)


@pytest.mark.parametrize(
    ("hand", "tile", "how", "element", "score"),
    [
        ("123456m456789p3s999s", "4s", {}, "golden_pair", 72),  # no natural pair
        ("123m456789p3455s888m", "2s", {"gold": "8m"}, "golden_dragon", 132),
        ("123m456789p3455s888m", "2s", {"gold": "8m", "source": 3}, "golden_dragon", 132),
        ("123m456789p3455s888m", "2s", {"gold": "8m", "options": METHOD_2}, "golden_dragon", 36),
        ("123m456789p3455s888m", "2s", {"gold": "8m", "options": {"golden_dragon": False}},
         "golden_pair", 72),
        ("123m456789p3455s888m", "2s",
         {"gold": "8m", "options": {"golden_dragon": False, "method": 2}}, "golden_pair", 24),
    ],
)  # fmt: skip
def test_golden_dragon(hand: str, tile: str, how: Data, element: str, score: int) -> None:
    got, elements = worth(fuzhou(hand, tile, **how))
    assert (got, element in elements) == (score, True)


def test_a_golden_dragon_can_be_read_as_a_golden_pair() -> None:
    hand: Data = {"gold": "8m"}
    dragon = fuzhou("123m456789p3455s888m", "2s", **hand)
    pair = fuzhou("123m456789p3455s888m", "2s", options={"golden_dragon": False}, **hand)
    assert settle(dragon)["wins"][0]["reading"] == [
        ["123m", "456p", "789p", "234s", "55s", "888m"],
        [],
    ]
    assert settle(pair)["wins"][0]["reading"] == [
        ["123m", "456p", "789p", "234s", "555s", "88m"],
        [],
    ]


def test_one_bonus_only_is_given() -> None:
    """A dealt golden pair with one flower in a house of method 1."""
    data = fuzhou("123456m11789p23499s", "1p", winner=0, marks=("dealt",))
    assert set(worth(data)[1]) == {"flower", "gold_tile", "self_draw", "golden_pair"}


def test_no_flowers_and_an_early_hand_pay_the_same_and_the_hand_is_named() -> None:
    none: Data = {"before": {"flowers": ""}}
    heavenly = worth(fuzhou(*PLAIN, winner=0, marks=("dealt",), **none))
    earthly = worth(fuzhou(*PLAIN, source=0, marks=("first_discard",), **none))
    assert heavenly == (32, {"self_draw": 2, "heavenly_hand": 30})
    assert earthly == (31, {"earthly_hand": 30})


def test_golds_stand_for_no_flower_tile() -> None:
    data = fuzhou("123456789m12345p99s", None, options=METHOD_2, **ROBBED)
    (concealed, _) = settle(data)["wins"][0]["reading"]
    assert not any(text.endswith("z") for text in concealed)


def test_losers_flowers_and_kongs_count_for_nothing() -> None:
    data: Any = fuzhou(*PLAIN, source=3)
    data["seats"][2] = seat(2, 4, None, kong("5555s"), flowers="2222z")
    assert worth(data) == (3, FLOWERS)


def test_a_gold_may_be_a_fifth_tile_of_its_kind() -> None:
    data = fuzhou("1111m456789p444789s", "5s", gold="5s")
    assert settle(data)["wins"][0]["reading"][0] == ["111m", "11m", "456p", "789p", "444s", "789s"]


def test_golds_stand_for_the_lowest_tiles_that_will_do() -> None:
    data = fuzhou("123456789m2346p9s88s", "8p")
    assert settle(data)["wins"][0]["reading"][0][3:] == ["234p", "678p", "88s"]
    data = fuzhou("456789m45p23467p88s9s", "8p")
    assert settle(data)["wins"][0]["reading"][0][2:5] == ["234p", "345p", "678p"]
