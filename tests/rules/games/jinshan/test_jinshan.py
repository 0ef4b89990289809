"""Jinshan's elements, payments and table: jinshan.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.jinshan.hands import PLAIN, earned, jinshan
from tests.rules.records import (
    Data,
    chow,
    codes,
    kong,
    loser,
    net,
    pung,
    record,
    refusal,
    score,
    settle,
    steps,
)

REDS = pung("777z")
FLOWERS: Data = {"flowers": "13f"}
"""Eight hu of flowers that are not South's."""


def plain(**how: Any) -> Data:
    """Return the hand of twenty hu, or more."""
    return jinshan(*PLAIN, REDS, **how)


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "element", "value"),
    [
        ("333m46p78999s", "5p", [REDS], {}, "closed_wait", 2),
        ("333m46p78999s", "5p", [REDS], {}, "self_draw", 2),
        ("333m46p78999s", "5p", [REDS], {"source": 2}, "self_draw", None),
        ("333m45p78999s", "6p", [REDS], {}, "closed_wait", None),
        ("333m12p78999s", "3p", [REDS], {}, "edge_wait", 2),
        ("333m89p78999s", "7p", [REDS], {}, "edge_wait", 2),
        ("333m23p78999s", "4p", [REDS], {"before": FLOWERS}, "edge_wait", None),
        ("333m345p9s999m", "9s", [REDS], {}, "pair_wait", 4),
        ("333m345p8s999m", "8s", [REDS], {}, "pair_wait", 2),
        ("333m345p6z999m", "6z", [REDS], {}, "pair_wait", 4),
        ("333m345p6z999m", "6z", [REDS], {}, "dragon_pair", 2),
        ("333m345p2z999m", "2z", [REDS], {}, "seat_wind_pair", 2),
        ("333m345p1z999m", "1z", [REDS], {}, "seat_wind_pair", None),
        ("234m456p456s8s", "8s", [kong("2222p")], {}, "minor_concealed_kong", 16),
        ("234m45688s45p", "6p", [kong("9999p")], {}, "major_concealed_kong", 32),
        ("234m45688s45p", "6p", [kong("9999p", "added")], {}, "major_open_kong", 16),
        ("234m45688s45p", "6p", [kong("9999p", "discard")], {}, "major_open_kong", 16),
        ("234m45688s46p", "5p", [kong("8888p", "discard")], {}, "minor_open_kong", 8),
        ("333m888s46p78999s", "5p", [], {}, "minor_concealed_pung", 8),
        ("33m888s456p55s", "5s", [REDS], {}, "minor_concealed_pung", 8),
        ("33m888s456p55s", "5s", [REDS], {"source": 0}, "minor_concealed_pung", 4),
        ("33m888s456p55s", "5s", [REDS], {"source": 0}, "minor_open_pung", 2),
        (*PLAIN, [REDS], {"before": FLOWERS}, "flower", 8),
        (*PLAIN, [REDS], {"before": FLOWERS}, "seat_flower", None),
        (*PLAIN, [REDS], {"before": {"flowers": "2f"}}, "seat_flower", 1),
        (*PLAIN, [REDS], {"before": {"flowers": "1234f"}}, "flower_set", 2),
        (*PLAIN, [REDS], {"before": {"flowers": "1234f"}}, "seat_flower", None),
        (*PLAIN, [REDS], {"before": {"flowers": "1234f"}}, "flower", 16),
        (*PLAIN, [REDS], {}, "dragon_pung", 1),
        (*PLAIN, [pung("222z")], {}, "seat_wind_pung", 1),
        (*PLAIN, [pung("111z")], {}, "seat_wind_pung", None),
        (*PLAIN, [REDS], {"marks": ("kong_draw",)}, "kong_draw", 1),
        (*PLAIN, [REDS], {"marks": ("flower_draw",)}, "flower_draw", 1),
        (*PLAIN, [REDS], {"marks": ("flower_draw", "kong_draw")}, "flower_draw", None),
        (*PLAIN, [REDS], {"marks": ("flower_draw", "kong_draw")}, "kong_draw", 1),
        (*PLAIN, [REDS], {"marks": ("kong_draw",), "source": 2}, "kong_draw", None),
        (*PLAIN, [REDS], {"marks": ("last_tile",)}, "last_tile", None),
        ("333m888s9p", "9p", [REDS, pung("222p")], {}, "all_pungs", 1),
        ("333m678s9p", "9p", [REDS, pung("222p")], {}, "all_pungs", None),
        ("66z333m46p", "5p", [REDS, pung("555z")], {}, "little_three_dragons", 1),
        ("99s333m46p", "5p", [REDS, pung("555z")], {}, "little_three_dragons", None),
        ("333m46m78999m", "5m", [REDS], {}, "mixed_one_suit", 1),
        ("333m46m78999m", "5m", [pung("777p")], {}, "mixed_one_suit", None),
        ("333m46m78999m", "5m", [pung("111m")], {}, "pure_one_suit", 3),
        ("333m46m78999m", "5m", [REDS], {}, "pure_one_suit", None),
    ],
)
def test_an_element_counts(
    hand: str, tile: str, melds: list[Data], how: Data, element: str, value: int | None
) -> None:
    assert earned(jinshan(hand, tile, *melds, **how)).get(element) == value


def test_the_sheets_hand_of_22_hu_and_2_tai_is_worth_88() -> None:
    assert score(plain()) == 88


def test_points_are_hu_doubled_by_tai() -> None:
    assert score(plain(source=2, before={"flowers": "2f"})) == 24 * 2**3


def test_a_robbed_kong_is_a_tai_and_paid_like_a_discard() -> None:
    data = plain(by="robbed_kong", source=3, around={3: (None, [pung("555p")], "")})
    data["seats"][3]["melds"][0]["from"] = 0
    assert earned(data)["robbing_the_kong"] == 1
    assert loser(data, 3) == (2, {"minor_open_pung": 2})


def test_one_wait_counts_in_one_reading() -> None:
    data = jinshan("333m3456p", "3p", REDS, pung("111s"))
    assert sorted(earned(data)) == [
        "dragon_pung",
        "major_open_pung",
        "minor_concealed_pung",
        "pair_wait",
        "self_draw",
    ]


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "limits"),
    [
        ("111s3344z", "4z", [pung("111m"), pung("999p")], {}, ["mixed_terminals"]),
        ("111m3344z", "4z", [pung("111p"), pung("888p")], {}, []),
        ("222m555p3388844s", "3s", [], {"source": 0}, []),
        ("222m555p333888s4p", "4p", [], {"source": 0}, ["four_concealed_pungs"]),
        ("222m555p333s4p", "4p", [kong("8888s")], {"source": 0}, ["four_concealed_pungs"]),
        ("222m555p333s4p", "4p", [kong("8888s", "discard")], {}, []),
        ("222z333z44z45m", "6m", [pung("111z")], {}, []),
        ("222z333z44z55m", "4z", [pung("111z")], {}, ["big_four_winds"]),
        ("55566z45m", "6m", [REDS, pung("111s")], {}, []),
        ("555666z45m99p", "6m", [REDS], {}, ["big_three_dragons"]),
        ("19m19p19s1234567z", "7z", [], {"source": 3}, ["thirteen_orphans"]),
        ("19m19p9s1234567z5f", "1s", [], {}, ["thirteen_orphans"]),
        ("19m19p12345z5678f", "9s", [], {}, ["thirteen_orphans", "four_wilds"]),
        ("23m46p78999s5678f", "1z", [], {}, ["four_wilds"]),
        ("234m456p78s22z567f", "9s", [], {"source": 0}, ["three_wild_pung"]),
        ("234m456p78s11z567f", "9s", [], {"source": 0, "before": FLOWERS}, []),
    ],
)
def test_a_limit_hand_lists_its_limits_only(
    hand: str, tile: str, melds: list[Data], how: Data, limits: list[str]
) -> None:
    elements = earned(jinshan(hand, tile, *melds, **how))
    values = {name: value for name, value in elements.items() if value == 50}
    assert sorted(values) == sorted(limits)
    assert not limits or elements == values


def test_the_score_of_a_limit_hand_is_what_everybody_pays() -> None:
    answer = settle(jinshan("19m19p12345z5678f", "9s"))
    assert answer["wins"][0]["score"] == 50
    assert {row["amount"] for row in answer["payments"]} == {50}


DEALT = ("111234m67899p45s", "6s")
"""Twenty hu self-drawn."""


@pytest.mark.parametrize(
    ("how", "limits"),
    [
        ({"winner": 0, "marks": ("dealt",)}, ["heavenly_hand"]),
        ({"winner": 1, "marks": ("dealt",)}, []),
        ({"winner": 0}, []),
        ({"source": 0, "marks": ("first_discard",), "before": FLOWERS}, ["earthly_hand"]),
        ({"source": 3, "marks": ("first_discard",), "before": FLOWERS}, []),
        ({"source": 0, "before": FLOWERS}, []),
    ],
)
def test_a_win_in_the_first_moment_is_a_limit(how: Data, limits: list[str]) -> None:
    elements = earned(jinshan(*DEALT, **how))
    assert [name for name, value in elements.items() if value == 50] == limits


@pytest.mark.parametrize(
    ("hand", "tile", "how", "is_limit"),
    [
        ("222m555p333888s4p", "4p", {}, True),
        ("222m555p333888s4p", "4p", {"source": 0}, False),
        ("222m555p3388844s", "3s", {}, False),
    ],
)
def test_the_house_may_ask_for_a_self_drawn_single_wait(
    hand: str, tile: str, how: Data, is_limit: bool
) -> None:
    assert "four_concealed_pungs" in earned(jinshan(hand, tile, **how))
    data = jinshan(hand, tile, options={"four_concealed_self_draw": True}, **how)
    assert ("four_concealed_pungs" in earned(data)) is is_limit


def test_two_wild_tiles_beside_a_natural_one_are_no_three_wild_pung() -> None:
    data = jinshan("234m456p789s22z56f", "9m")
    assert "three_wild_pung" not in earned(data)
    assert earned(data)["major_concealed_pung"] == 8


def test_wild_tiles_stand_for_what_brings_most() -> None:
    data = jinshan("234m456p99s6z56f78s", "9s", source=0)
    (entry,) = settle(data)["wins"]
    assert "666z" in entry["reading"][0]


def test_a_drawn_wild_tile_is_what_was_waited_for() -> None:
    assert earned(jinshan("333m46p78999s", "5f", REDS))["closed_wait"] == 2


@pytest.mark.parametrize(
    ("hand", "melds", "flowers", "points", "elements"),
    [
        ("2446m244p6789s56z", [], "", 0, {}),
        ("256779m18p28s155z", [], "", 2, {"dragon_pair": 2}),
        ("256779m18p28s144z", [], "", 2, {"seat_wind_pair": 2}),
        ("256779m18p28s122z", [], "", 0, {}),
        ("25677m18p28s5566z", [], "", 4, {"dragon_pair": 4}),
        ("137m111245p458s1z", [], "", 8, {"major_concealed_pung": 8}),
        ("137m222245p458s1z", [], "", 4, {"minor_concealed_pung": 4}),
        ("25677m18p28s666z1m", [], "", 16, {"major_concealed_pung": 8, "dragon_pung": 1}),
        ("25677m18p28s444z1m", [], "", 16, {"major_concealed_pung": 8, "seat_wind_pung": 1}),
        ("2567m18p28s13z", [pung("999m")], "4f", 16, {"major_open_pung": 4, "flower": 4}),
        ("2567m18p28s13z", [kong("9999m")], "", 32, {"major_concealed_kong": 32}),
        ("2567m18p28s13z", [chow("345s", "4s")], "1f", 4, {"flower": 4}),
        (None, [], "1234f", 64, {"flower": 16, "flower_set": 2}),
        ("25677m18p28s66z5f1m", [], "", 16, {"major_concealed_pung": 8, "dragon_pung": 1}),
        ("256m158p28s1z567f2z", [], "", 16, {"major_concealed_pung": 8, "dragon_pung": 1}),
        ("256m1589p28s1z56f2z", [], "", 8, {"major_concealed_pung": 8}),
        ("2567m158p28s16z2z5f", [], "", 2, {"dragon_pair": 2}),
        ("257m111p2p28s16z2z5f", [], "", 10, {"major_concealed_pung": 8, "dragon_pair": 2}),
    ],
)
def test_a_loser_counts_what_he_has(
    hand: str | None, melds: list[Data], flowers: str, points: int, elements: dict[str, int]
) -> None:
    data = plain(source=2, around={3: (hand, melds, flowers)})
    got, items = loser(data, 3)
    assert got == points
    assert elements.items() <= items.items()


def test_four_wild_tiles_of_a_loser_are_two_pungs_beside_his_best_tiles() -> None:
    data = plain(source=2, around={3: ("2578m49p28s6z5678f", [], "")})
    assert loser(data, 3) == (32, {"major_concealed_pung": 16, "dragon_pung": 1})


Lying = tuple[str, list[Any], str]
"""A loser's hand, sets and flowers."""


def test_all_pay_double_for_a_self_draw() -> None:
    assert net(plain()) == [-21, 63, -21, -21]


def test_the_discarder_pays_double() -> None:
    assert net(plain(source=3)) == [-11, 41, -11, -19]


@pytest.mark.parametrize(("points", "gain"), [(0, 54), (3, 63), (40, 150), (60, 150)])
def test_base_points_are_part_of_the_payment_and_of_its_limit(points: int, gain: int) -> None:
    assert net(plain(options={"base_points": points}))[1] == gain


def test_no_payment_exceeds_fifty() -> None:
    pure = ("1112344688m", "5m", chow("789m", "9m"))
    assert net(jinshan(*pure, source=3)) == [-35, 120, -35, -50]


def test_a_limit_hand_is_fifty_from_everyone() -> None:
    dragons = ("55m78s666z", "9s", pung("555z"), REDS)
    assert net(jinshan(*dragons, source=0)) == [-50, 150, -50, -50]


def test_what_a_swap_discard_is_changes_no_settlement() -> None:
    assert net(plain(options={"no_swap_discard": True})) == net(plain())


SIXTEEN: Lying = ("14679m1p158s666z2p", [], "")
"""Three greens: sixteen points."""
TWO: Lying = ("14679m1p1258s55z2p", [], "")


def test_losers_settle_a_tenth_of_the_difference_after_a_self_draw() -> None:
    assert net(plain(around={0: SIXTEEN, 2: TWO})) == [-21 + 2 + 2, 63, -21 - 2 + 1, -21 - 2 - 1]


def test_losers_settle_double_with_the_discarder() -> None:
    data = plain(source=0, around={0: SIXTEEN, 2: TWO})
    assert net(data) == [-19 + 3 + 4, 41, -11 - 3 + 1, -11 - 4 - 1]
    sides = [row for row in settle(data)["payments"] if row["for"] == "side"]
    assert [(row["from"], row["to"], row["amount"]) for row in sides] == [
        (2, 0, 3),
        (3, 0, 4),
        (3, 2, 1),
    ]
    assert steps(settle(data), 3) == (
        "hand +16 of 0, hand -2 of 2, discarder ×2, divide_by ×1/10, round_up 1"
    )


def test_the_robbed_player_pays_and_settles_as_the_discarder() -> None:
    data = plain(by="robbed_kong", source=3, around={3: ("14679m1p166s3z", [pung("555p")], "")})
    data["seats"][3]["melds"][0]["from"] = 0
    assert net(data) == [-19 - 1, 73, -19 - 1, -35 + 1 + 1]


def test_a_loser_never_pays_more_than_fifty() -> None:
    rich = ("1467m12p1s", [kong("6666z"), kong("4444z")], "4f")
    data = plain(around={3: rich})
    rows = [row["amount"] for row in settle(data)["payments"] if row["for"] == "side"]
    assert rows == [50, 50]


def test_the_kong_that_was_robbed_scores_as_the_pung() -> None:
    for meld in (pung("555p"), kong("5555p", "added")):
        data = plain(by="robbed_kong", source=3, around={3: (None, [meld], "")})
        data["seats"][3]["melds"][0]["from"] = 0
        (entry,) = [one for one in settle(data)["losers"] if one["seat"] == 3]
        assert entry["items"] == [{"id": "minor_open_pung", "value": 2}]


@pytest.mark.parametrize(
    ("banker", "winner", "expected"),
    [(1, 1, (1, 1, 3)), (3, 1, (0, 2, 0)), (0, 1, (1, 1, 0))],
)
def test_the_banker_stays_after_his_own_win_only(
    banker: int, winner: int, expected: tuple[int, int, int]
) -> None:
    state = {"banker": banker, "round": 1, "repeats": 2}
    after = settle(plain(winner=winner, state=state))["next"]
    assert (after["banker"], after["round"], after["repeats"]) == expected
    assert after["over"] is False
    assert after["carry"] == {}


def test_a_drawn_hand_settles_nothing_and_moves_the_post() -> None:
    data = record("jinshan", outcome="draw", state={"banker": 0, "repeats": 1})
    data["seats"][1] = {"hand": "14679m1p158s666z2p", "melds": []}
    answer = settle(data)
    assert answer["payments"] == []
    assert "losers" not in answer
    assert answer["next"] == {"banker": 1, "round": 1, "repeats": 0, "carry": {}, "over": False}


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (jinshan("333m45p78999s", "6p", REDS, source=2), "below_minimum", "wins[0]"),
        (
            jinshan("234567m45p88s345s", "6p", marks=("dealt",), winner=0),
            "below_minimum",
            "wins[0]",
        ),
        (jinshan("1133m2255p77s445z", "5z"), "not_a_win", "wins[0]"),
        (jinshan("19m19p19s11223z22m", "7z", source=0), "not_a_win", "wins[0]"),
        (jinshan("333m46p78999s", "5f", REDS, source=0), "barred", "wins[0].tile"),
        (
            jinshan("333m46p78999s", "5f", REDS, by="robbed_kong", source=0),
            "barred",
            "wins[0].tile",
        ),
        (jinshan("333m46p7899s1f", "5p", REDS), "bad_tiles", "seats[1].hand"),
        (jinshan("333m46p78999s", "1f", REDS), "bad_tiles", "wins[0].tile"),
        (plain(before={"flowers": "5f"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"flowers": "1m"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"flowers": "11f"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"aside": "1m"}), "bad_tiles", "seats[1].aside"),
        (jinshan("333m46p78999s", "5p", pung("77z5f")), "bad_meld", "seats[1].melds[0]"),
        (jinshan("333m46p78999s", "5p", chow("12m5f", "1m")), "bad_meld", "seats[1].melds[0]"),
        (plain(source=2, facts={"rivals": [3]}), "barred", "wins[0].facts.rivals"),
        (plain(by="robbed_kong", source=2), "bad_record", "wins[0].tile"),
        (plain(deal={"indicators": ["5m"]}), "bad_record", "deal.indicators"),
        (plain(options={"base_points": -1}), "unknown_option", "options.base_points"),
        (plain(state={"carry": {"x": 1}}), "bad_record", "state.carry.x"),
        (plain(incidents=[{"kind": "false_win", "seat": 1}]), "bad_record", "incidents[0].kind"),
    ],
)
def test_a_record_is_refused(data: Data, code: str, where: str) -> None:
    assert refusal(data) == (code, where)


def test_thirteen_orphans_need_no_twenty_hu() -> None:
    assert earned(jinshan("19m19p19s123456z1m", "7z", source=0)) == {"thirteen_orphans": 50}


def test_one_seat_wins() -> None:
    data = plain(source=0)
    data["seats"][2] = {"hand": "222m46p22233s666z", "melds": []}
    data["wins"].append({"seat": 2, "tile": "5p", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")


def test_everything_that_is_wrong_is_told() -> None:
    data = jinshan("333m46p78999s", "5f", pung("555z"), source=0, facts={"rivals": [3]})
    assert [code for code, _ in codes(data)] == ["barred"]
    data["wins"][0]["facts"] = {}
    data["seats"][1]["hand"] = "333m46p78999m"
    data["seats"][1]["flowers"] = "6f"
    data["deal"] = {"indicators": ["1m"]}
    assert [code for code, _ in codes(data)] == ["bad_record", "bad_tiles"]


def test_the_nearest_after_the_discarder_wins() -> None:
    assert net(plain(source=0, facts={"rivals": [2, 3]}))[1] == 41
