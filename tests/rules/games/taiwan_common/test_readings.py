"""Waits and readings of taiwan-common.md: 独聴, 平和, 嚦咕嚦咕, and which reading counts."""

from __future__ import annotations

import pytest

from tests.rules.games.taiwan.hands import tai
from tests.rules.games.taiwan_common.hands import common
from tests.rules.records import Data, chow, pung, settle

DRAWN = {"self_draw": 1}
CLAIMED = (chow("234m"), pung("888p"))


@pytest.mark.parametrize(
    ("hand", "tile", "north", "south"),
    [
        ("345p12678s33z", "3s", {"only_wait": 1}, {"only_wait": 1}),
        ("345p13678s33z", "2s", {"only_wait": 1}, {"only_wait": 1}),
        ("345p123678s3z", "3z", {"only_wait": 1}, {"only_wait": 1}),
        ("345p23678s33z", "1s", {}, {}),
        ("345p77s33z666s", "7s", {}, {}),
        ("345p2345s111s", "5s", {}, {"only_wait": 1}),  # 2s waits too
        ("345p12345s33z", "3s", {}, {"only_wait": 1}),  # 6s waits too
        ("345p45667s33z", "5s", {}, {"only_wait": 1}),  # closed 46 beside 567
        ("345p45667s33z", "8s", {}, {}),
    ],
)
def test_only_wait_in_north_and_south(hand: str, tile: str, north: Data, south: Data) -> None:
    assert tai(common(hand, tile, *CLAIMED, source=3)) == north
    assert tai(common(hand, tile, *CLAIMED, source=3, options={"only_wait": "south"})) == south


@pytest.mark.parametrize(("tile", "south"), [("6m", {}), ("7m", {"only_wait": 1}), ("9m", {})])
def test_three_waits_of_7888(tile: str, south: Data) -> None:
    hand = ("7888m123p234s", tile, pung("555p"), chow("678s"))
    assert tai(common(*hand, source=3)) == {}
    assert tai(common(*hand, source=3, options={"only_wait": "south"})) == south


def test_a_kind_whose_four_copies_the_winner_holds_does_not_wait() -> None:
    hand = ("2345s345p", "5s", chow("234m"), pung("888p"))
    assert tai(common(*hand, pung("888s"), source=3)) == {}
    assert tai(common(*hand, pung("222s"), source=3)) == {"only_wait": 1}


def test_an_only_wait_may_be_two_sided() -> None:
    """All four 1p are in the hand, so that 23p waits for 4p only."""
    data = common("23p99s345678m", "4p", pung("111p"), chow("123s"), source=3)
    assert tai(data) == {}
    data = common("23p99s345m", "4p", pung("111p"), chow("123p"), chow("123s"), source=3)
    assert tai(data) == {"only_wait": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "how", "earned"),
    [
        ("345678m23456p99s", "1p", {}, {"all_sequences": 2}),
        ("345678m23456p99s", "4p", {}, {"all_sequences": 2}),
        ("345678m23456p99s", "1p", {"by": "robbed_kong"},
         {"robbing_the_kong": 1, "all_sequences": 2}),
        ("345678m23456p99s", "1p", {"source": None}, DRAWN),
        ("345678m23456p99s", "1p", {"before": {"flowers": "1f"}}, {}),
        ("345678m23456p44z", "1p", {}, {}),
        ("345678m222p56p99s", "7p", {}, {}),
        ("345678m13567p99s", "2p", {}, {"only_wait": 1}),
        ("345678m12567p99s", "3p", {}, {"only_wait": 1}),
        ("345678m12345p99s", "6p", {}, {"all_sequences": 2}),  # 3p as an edge does not matter
        ("345678m12345p99s", "3p", {}, {"all_sequences": 2}),  # 45 is two-sided
        ("123456m22p45667s", "5s", {}, {"all_sequences": 2}),
        ("123456m22p45667s", "5s", {"options": {"only_wait": "south"}}, {"all_sequences": 2}),
    ],
)  # fmt: skip
def test_all_sequences(hand: str, tile: str, how: Data, earned: Data) -> None:
    assert tai(common(hand, tile, chow("123s"), **{"source": 3, **how})) == earned


def test_a_concealed_hand_has_no_all_sequences() -> None:
    data = common("345678m23456p99123s", "1p", source=3)
    assert tai(data) == {"concealed_hand": 1}


PAIRS = {"seven_pairs_and_pung": True}


@pytest.mark.parametrize(
    ("hand", "tile", "how", "earned"),
    [
        ("1133m4466p227799s55z", "4p", {"source": 3}, {}),
        ("1133m4466p227799s55z", "4p", {}, {"fully_concealed_self_draw": 2}),
        ("1133m4466p227799s55z", "5z", {"source": 3}, {"dragon_pung": 1}),
        ("1133m4466p227799s33z", "3z", {"source": 3, "options": PAIRS | {"any_wind": True}},
         {"wind_pung": 1}),
        ("11333m4466p2277s5z99s", "5z", {"source": 3}, {"only_wait": 1}),
        ("11333m4466p2277s5z99s", "5z", {}, {"fully_concealed_self_draw": 2, "only_wait": 1}),
        ("111333m4466p227799s", "1m", {"source": 3}, {}),  # four alike are two pairs
        ("111333m4466p227799s", "1m",
         {"source": 3, "options": PAIRS | {"only_wait": "south"}}, {"only_wait": 1}),
        ("1133m4466p227799s55z", "4p", {"source": 3, "before": {"flowers": "2f"}},
         {"seat_flower": 1}),
        ("11335577m22336699m", "9m", {"source": 3}, {"pure_one_suit": 8}),
        ("1133m4466p227799s55z", "4p", {"before": {"declared": ["migi"]}},
         {"fully_concealed_self_draw": 2, "migi": 8}),
    ],
)  # fmt: skip
def test_seven_pairs_and_a_pung(hand: str, tile: str, how: Data, earned: Data) -> None:
    data = common(hand, tile, **{"options": PAIRS, **how})
    assert tai(data) == earned | {"seven_pairs_and_pung": 4}


def test_pairs_are_told_in_the_reading() -> None:
    data = common("1133m4466p227799s55z", "4p", source=3, options=PAIRS)
    assert settle(data)["wins"][0]["reading"] == [
        ["11m", "33m", "444p", "66p", "22s", "77s", "99s", "55z"],
        [],
    ]


def test_the_dearer_of_runs_and_pairs_counts() -> None:
    """112233m 445566p 77s 999s are runs or pairs; runs alone would keep the concealed hand."""
    data = common("112233m445566p7799s", "9s", source=3, options=PAIRS | {"base": 0})
    assert tai(data) == {"seven_pairs_and_pung": 4}
    data = common("112233m445566p7799s", "9s", source=3)
    assert tai(data) == {"concealed_hand": 1}


def test_pairs_and_a_pung_wait_as_much_as_sets_do() -> None:
    """The eight pairs wait for every one of them, the sets for 7s and 9s only."""
    data = common("112233m445566p7799s", "9s", options=PAIRS)
    assert "only_wait" not in tai(data)


def test_the_reading_with_most_tai_counts() -> None:
    """222333444m are three pungs or three runs: here the pungs are worth more."""
    data = common("222333444m67p22z", "8p", chow("123s"), source=3)
    assert tai(data) == {"three_concealed_pungs": 2}
    assert settle(data)["wins"][0]["reading"] == [
        ["222m", "333m", "444m", "678p", "22z"],
        ["123s"],
    ]
