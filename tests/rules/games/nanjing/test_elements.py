"""What Nanjing hands count, each element hit and nearly missed: nanjing.md, "Scoring elements"."""

from __future__ import annotations

import pytest

from tests.rules.games.nanjing.hands import FOUR, PLAIN, earned, nanjing
from tests.rules.records import Data, kong, pung, refusal, seat, settle

P = pung("333p")
ONE: Data = {"flowers": "1f"}
NORTH: Data = {"options": {"schedule": "north"}}
LUXURY: Data = {"options": {"seven_pairs_extra": "luxury"}}
CLOSED = "123m45667p22789s"
"""Waits for 8p, or 5p, with nothing claimed."""
FOURS = [pung("555p"), pung("777m"), pung("222s"), pung("999s")]


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "element", "value"),
    [
        (*PLAIN, [P], {"before": FOUR}, "flower", 8),
        (*PLAIN, [pung("333z")], {"before": FOUR}, "wind_pung", 2),
        ("99m12345678s", "9s", [P], {"before": FOUR}, "wind_pung", None),
        ("99m12378s333z", "9s", [P], {"before": FOUR}, "wind_pung", 2),
        (*PLAIN, [kong("3333z", "discard")], {"before": FOUR}, "wind_open_kong", 4),
        (*PLAIN, [kong("3333z", "added")], {"before": FOUR}, "wind_open_kong", 4),
        (*PLAIN, [kong("3333z", "added")], {"before": FOUR}, "wind_pung", None),
        (*PLAIN, [kong("3333z")], {"before": FOUR}, "wind_concealed_kong", 6),
        ("12399m45678s", "3s", [P], {"before": FOUR}, "closed_wait", None),
        ("12399m45679s", "8s", [P], {"before": FOUR}, "closed_wait", 2),
        ("12399m45689s", "7s", [P], {"before": FOUR}, "edge_wait", 2),
        ("99m12345678s", "9s", [P], {"before": FOUR}, "edge_wait", None),
        ("12m99m345678s", "3m", [P], {"before": FOUR}, "edge_wait", 2),
        ("1239m456789s", "9m", [P], {"before": FOUR}, "pair_wait", 2),
        (*PLAIN, [P], {"before": FOUR}, "missing_suit", None),
        (*PLAIN, [pung("111s")], {"before": FOUR}, "missing_suit", 2),
        (CLOSED, "8p", [], {"before": ONE}, "concealed_hand", 20),
        (CLOSED, "8p", [], {"before": ONE, **NORTH}, "concealed_hand", 10),
        (*PLAIN, [kong("3333p")], {"before": ONE}, "concealed_hand", 20),
        (*PLAIN, [kong("3333p", "discard")], {"before": ONE}, "concealed_hand", 20),
        (*PLAIN, [kong("3333p", "added")], {"before": FOUR}, "concealed_hand", None),
        (*PLAIN, [P], {"before": FOUR}, "concealed_hand", None),
        ("123567888m3z", "3z", [pung("444m")], {}, "mixed_one_suit", 20),
        ("123567888m3z", "3z", [pung("444m")], NORTH, "mixed_one_suit", 30),
        ("123567888m3z", "3z", [pung("444p")], {"before": FOUR}, "mixed_one_suit", None),
        ("123567888m9m", "9m", [pung("444m")], {}, "pure_one_suit", 40),
        ("123567888m9m", "9m", [pung("444m")], NORTH, "pure_one_suit", 40),
        ("123567888m9m", "9m", [pung("444m")], {}, "mixed_one_suit", None),
        ("111333z2z", "2z", [pung("444z"), P], {"before": FOUR}, "mixed_one_suit", 20),
        ("111222333z4z", "4z", [P], {}, "missing_suit", 2),
        ("22288p55m", "5m", [P, pung("111s")], {}, "all_pungs", 40),
        ("22288p55m", "5m", [P, pung("111s")], NORTH, "all_pungs", 30),
        ("23488p55m", "5m", [P, pung("111s")], {"before": FOUR}, "all_pungs", None),
        ("4p", "4p", FOURS, {}, "single_wait_on_four_melds", 60),
        ("4p", "4p", FOURS, NORTH, "single_wait_on_four_melds", 40),
        ("4p", "4p", FOURS, {}, "all_pungs", None),
        ("4p", "4p", FOURS, {}, "pair_wait", 2),
        ("4p", "4p", [*FOURS[:3], kong("9999s")], {}, "single_wait_on_four_melds", 60),
        ("4p999s", "4p", FOURS[:3], {}, "single_wait_on_four_melds", None),
        ("1133m4466p5577s2z", "2z", [], {"before": ONE}, "seven_pairs", 40),
        ("1133m4466p5577s2z", "2z", [], {"before": ONE, **NORTH}, "seven_pairs", 50),
        ("1133m4466p5577s2z", "2z", [], {"before": ONE}, "concealed_hand", None),
        ("1133m4466p5577s2z", "2z", [], {"before": ONE}, "pair_wait", 2),
        ("1133m4466p5577s2z", "2z", [], {}, "no_flowers", 40),
        ("11333m4466p7799s", "3m", [], {}, "double_seven_pairs", 80),
        ("11333m4466p7799s", "3m", [], NORTH, "double_seven_pairs", 100),
        ("113333m4466p779s", "9s", [], {}, "double_seven_pairs", None),
        ("113333m4466p779s", "9s", [], {}, "seven_pairs", 40),
        ("11333m4466p7799s", "3m", [], {}, "seven_pairs", None),
        ("113333m4466p779s", "9s", [], LUXURY, "luxury_seven_pairs", 80),
        ("11333m4466p7799s", "3m", [], LUXURY, "luxury_seven_pairs", 80),
        ("11333m4466p7799s", "3m", [], LUXURY, "double_seven_pairs", None),
        ("113333m4444p779s", "9s", [], LUXURY, "double_luxury_seven_pairs", 120),
        ("13333m44447777p", "1m", [], LUXURY, "triple_luxury_seven_pairs", 160),
        ("1133m4466p5577s2z", "2z", [], LUXURY, "seven_pairs", 40),
        (CLOSED, "8p", [], {}, "no_flowers", 40),
        (CLOSED, "8p", [], {"before": ONE}, "no_flowers", None),
        (CLOSED, "8p", [], NORTH, "no_flowers", 40),
        (CLOSED, "8p", [], {}, "concealed_hand", 20),
        ("123567888m3z", "3z", [pung("444m")], {}, "no_flowers", None),
        (*PLAIN, [P], {"marks": ("flower_draw",)}, "flower_draw", 20),
        (*PLAIN, [P], {"marks": ("flower_draw",), **NORTH}, "flower_draw", 10),
        (*PLAIN, [P], {"marks": ("kong_draw",)}, "kong_draw", 40),
        (*PLAIN, [P], {"marks": ("kong_draw",), **NORTH}, "kong_draw", 20),
        (*PLAIN, [P], {"marks": ("kong_draw", "flower_draw")}, "flower_draw", None),
        (*PLAIN, [P], {"marks": ("kong_draw", "flower_draw")}, "kong_draw", 40),
        (*PLAIN, [P], {"before": FOUR, "source": 2, "marks": ("kong_draw",)}, "kong_draw", None),
        (CLOSED, "8p", [], {"source": 2, "marks": ("dealt_ready",)}, "earthly_hand", 280),
        (CLOSED, "8p", [], {"marks": ("dealt_ready",)}, "earthly_hand", 280),
        (CLOSED, "8p", [], {"marks": ("dealt_ready",), **NORTH}, "earthly_hand", 30),
        (CLOSED, "8p", [], {"marks": ("dealt_ready",), "winner": 0}, "earthly_hand", 280),
        (CLOSED, "8p", [], {"winner": 0, "marks": ("dealt",)}, "heavenly_hand", 320),
        (CLOSED, "8p", [], {"winner": 0, "marks": ("dealt",), **NORTH}, "heavenly_hand", 50),
        (CLOSED, "8p", [], {"marks": ("dealt",)}, "heavenly_hand", None),
        (*PLAIN, [kong("3333p")], {"winner": 0, "marks": ("dealt",)}, "heavenly_hand", None),
    ],
)
def test_an_element_counts(
    hand: str, tile: str, melds: list[Data], how: Data, element: str, value: int | None
) -> None:
    assert earned(nanjing(hand, tile, *melds, **how)).get(element) == value


def test_a_heavenly_hand_has_no_wait_and_no_flower_supplement() -> None:
    how: Data = {"winner": 0, "marks": ("dealt", "flower_draw"), "before": ONE}
    assert earned(nanjing("123m45679p22789s", "8p", **how)) == {
        "flower": 2,
        "concealed_hand": 20,
        "heavenly_hand": 320,
    }
    assert "pair_wait" not in earned(nanjing("1133m4466p5577s2z", "2z", **how))


def test_melds_on_the_table_take_the_earthly_hand_away() -> None:
    data = nanjing(CLOSED, "8p", marks=("dealt_ready",), around={3: ([kong("1111z")], "")})
    assert "earthly_hand" not in earned(data)


@pytest.mark.parametrize(
    ("around", "tile", "counts"),
    [
        ({3: ([pung("555m")], "")}, "5m", True),
        ({3: ([pung("666m")], "")}, "5m", False),
        ({}, "5m", False),
    ],
)
def test_the_last_of_a_punged_kind_fills_a_run(around: Data, tile: str, counts: bool) -> None:
    for how in ({"source": 2}, {}):
        data = nanjing("46m34511p789s", tile, P, before=FOUR, around=around, **how)
        elements = earned(data)
        assert elements["closed_wait"] == 2
        assert elements.get("closed_wait_on_pung") == (40 if counts else None)


def test_the_punged_tile_may_lie_before_the_winner_or_be_robbed() -> None:
    own = nanjing("46m34511p789s", "5m", pung("555m"), options={"schedule": "north"})
    assert earned(own)["closed_wait_on_pung"] == 30
    for meld in (pung("555m"), kong("5555m", "added")):
        how: Data = {"by": "robbed_kong", "source": 3, "around": {3: ([meld], "")}}
        assert earned(nanjing("46m34511p789s", "5m", P, **how))["closed_wait_on_pung"] == 40


def test_a_kong_is_no_pung_to_wait_for() -> None:
    data = nanjing("46m34511p789s", "5m", kong("9999p"), around={3: ([kong("8888m")], "")})
    assert "closed_wait_on_pung" not in earned(data)


@pytest.mark.parametrize(
    ("points", "pairs", "double"), [(80, 80, 160), (0, None, None), ("auto", 40, 80)]
)
def test_the_house_sets_the_points_of_seven_pairs(
    points: int | str, pairs: int | None, double: int | None
) -> None:
    how: Data = {"options": {"seven_pairs_points": points}, "before": ONE}
    elements = earned(nanjing("1133m4466p5577s2z", "2z", **how))
    assert elements["seven_pairs"] == (pairs or 0)
    elements = earned(nanjing("11333m4466p7799s", "3m", **how))
    assert elements["double_seven_pairs"] == (double or 0)


def test_the_reading_with_most_points_counts() -> None:
    elements = earned(nanjing("2233445566778m", "8m", before=ONE))
    assert elements["seven_pairs"] == 40
    assert "concealed_hand" not in elements
    low: Data = {"options": {"seven_pairs_points": 10}, "before": ONE}
    assert earned(nanjing("2233445566778m", "8m", **low))["concealed_hand"] == 20


def test_the_wait_that_comes_first_is_told_of_equal_ones() -> None:
    data = nanjing("123m3445p789s", "4p", pung("111z"), before=FOUR)
    assert earned(data) == {"flower": 8, "wind_pung": 2, "closed_wait": 2}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "flowers", "allowed"),
    [
        (*PLAIN, [P], "135f", False),
        (*PLAIN, [P], "135f5z", True),
        (*PLAIN, [P], "5677z", True),
        (*PLAIN, [kong("3333p")], "1f", True),
        (*PLAIN, [kong("3333p", "discard")], "1f", True),
        (*PLAIN, [kong("3333p", "added")], "1f", False),
        ("123567888m3z", "3z", [pung("444m")], "", True),
    ],
)
def test_a_win_needs_a_reason(
    hand: str, tile: str, melds: list[Data], flowers: str, allowed: bool
) -> None:
    data = nanjing(hand, tile, *melds, source=2, before={"flowers": flowers})
    if allowed:
        assert settle(data)["wins"]
    else:
        assert refusal(data) == ("below_minimum", "wins[0]")


def test_robbing_a_kong_is_no_reason_by_itself() -> None:
    data = nanjing(*PLAIN, P, by="robbed_kong", source=3, around={3: ([pung("999s")], "")})
    assert refusal(data) == ("below_minimum", "wins[0]")
    data["seats"][1] = seat(1, 4, PLAIN[0], P, **FOUR)
    assert earned(data) == {"flower": 8}
