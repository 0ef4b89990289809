"""What wuhan.md refuses, and in which order it is told."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.wuhan.hands import NO_MINIMUM, PLAIN, names, unpaid, wuhan
from tests.rules.records import Data, chow, code, kong, net, pung, refusal

FOUR_PUNGS = (pung("111m"), pung("444z"), pung("777p"), pung("999p"))


def free(*hand: Any, **how: Any) -> Data:
    """Return the record of a hand played without a minimum."""
    return wuhan(*hand, **{"options": NO_MINIMUM, **how})


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {}}, "deal.indicators"),
        ({"deal": {"indicators": ["9s", "9p"]}}, "deal.indicators"),
        ({"source": 3, "marks": ("last_tile",)}, "wins[0].marks"),
        ({"marks": ("last_tile", "kong_draw")}, "wins[0].marks"),
        ({"facts": {"discarder_ready": 1}}, "wins[0].facts.discarder_ready"),
        ({"facts": {"fortune": True}}, "wins[0].facts.fortune"),
        ({"marks": ("blessed",)}, "wins[0].marks"),
        ({"incidents": [{"kind": "false_win", "seat": 2}]}, "incidents[0].kind"),
    ],
)
def test_bad_record(how: Data, where: str) -> None:
    assert refusal(wuhan(*PLAIN, **how)) == ("bad_record", where)


def test_a_draw_with_two_indicators_is_a_bad_record() -> None:
    assert code(unpaid(deal={"indicators": ["9s", "1p"]})) == "bad_record"


def test_a_bad_record_is_told_before_a_tile_that_does_not_exist() -> None:
    data = wuhan("456m789p2355s", "1f", chow("123m"), deal={})
    answer: Any = rules.settle_json(data)
    assert [one["code"] for one in answer["error"]["problems"]] == ["bad_record", "bad_tiles"]


@pytest.mark.parametrize(
    ("second", "code_"),
    [
        ({"seat": 2, "tile": "4s", "by": "self_draw"}, "bad_record"),
        ({"seat": 2, "tile": "4s", "by": "discard", "from": 0}, "bad_record"),
        ({"seat": 1, "tile": "4s", "by": "discard", "from": 3}, "bad_record"),
    ],
)
def test_several_winners_claim_one_and_the_same_tile(second: Data, code_: str) -> None:
    data = free(*PLAIN, source=3, around={2: {"hand": "4445556667778m"}})
    data["wins"].append(second)
    assert code(data) == code_


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"before": {"aside": "6z"}}, "seats[1].aside"),
        ({"around": {2: {"aside": "5m"}}}, "seats[2].aside"),
        ({"before": {"aside": "9s"}}, "seats[1].aside"),
        ({"before": {"flowers": "1f"}}, "seats[1].flowers"),
        ({"before": {"flowers": "7z"}}, "seats[1].flowers"),
        ({"before": {"aside": "77777z"}}, "seats[1].aside"),
        ({"around": {2: {"aside": "1111s"}, 3: {"aside": "1s"}}}, "seats[3].aside"),
        ({"around": {2: {"hand": "123m"}}}, "seats[2].hand"),
        ({"around": {2: {"hand": "444555666777m"}}}, "seats[2].hand"),
        ({"deal": {"indicators": ["1f"]}}, "deal.indicators"),
        ({"deal": {"indicators": ["0m"]}}, "deal.indicators"),
    ],
)
def test_bad_tiles(how: Data, where: str) -> None:
    assert refusal(wuhan(*PLAIN, **how)) == ("bad_tiles", where)


def test_the_indicator_takes_up_a_copy_of_its_kind() -> None:
    assert code(wuhan("456m789p2399s", "9s", pung("999s"))) == "bad_tiles"


def test_a_hand_caught_in_the_bottom_stage_may_hold_one_tile_more() -> None:
    fourteen = {2: {"hand": "44455566677788m"}}
    thirteen = {2: {"hand": "4445556667778m"}}
    assert code(wuhan(*PLAIN, around=fourteen)) == "bad_tiles"
    for around in (fourteen, thirteen):
        assert "last_tile" in names(wuhan(*PLAIN, around=around, marks=("last_tile",)))
        draw = unpaid()
        draw["seats"][2] = around[2]
        assert rules.settle_json(draw)["net"] == [0, 0, 0, 0]


def test_the_bottom_stage_winner_holds_no_tile_more() -> None:
    data = wuhan("456m789p23555s", "4s", chow("123m"), marks=("last_tile",))
    assert code(data) == "bad_tiles"


@pytest.mark.parametrize(
    "meld",
    [
        chow("123s"),
        pung("111s"),
        kong("1111s"),
        pung("777z"),
        kong("7777z"),
        chow("234m") | {"from": 2},
        chow("234m") | {"from": 3},
        pung("222z") | {"from": 1},
        chow("123z"),
        chow("135m"),
        pung("223m"),
        kong("222m"),
        kong("2222m") | {"from": 0},
    ],
    ids=case_id,
)
def test_bad_melds(meld: Data) -> None:
    assert refusal(wuhan("456m2355s", "4s", chow("678p"), meld)) == (
        "bad_meld",
        "seats[1].melds[1]",
    )


def test_a_losers_sets_are_checked_too() -> None:
    around = {3: {"melds": [pung("777z") | {"from": 2}]}}
    assert refusal(wuhan(*PLAIN, around=around)) == ("bad_meld", "seats[3].melds[0]")


def test_a_discarded_wild_tile_cannot_be_claimed() -> None:
    data = free("456m789p2355s", "1s", chow("123m"), source=3)
    assert code(data) == "barred"
    own = free("456m789p2355s", "1s", chow("123m"))
    assert "common_win" in names(own)


def test_the_barred_claim_is_told_before_the_hand_that_is_none() -> None:
    data = free("146m789p2355s", "1s", pung("222z"), source=3)
    assert refusal(data) == ("barred", "wins[0].tile")


def test_the_nearest_claimant_wins() -> None:
    rival = free(*PLAIN, source=3, facts={"rivals": [0]})
    assert refusal(rival) == ("barred", "wins[0].facts.rivals")
    assert names(free(*PLAIN, source=3, facts={"rivals": [2]}))


def test_of_several_winners_the_nearest_is_settled_and_the_others_lose() -> None:
    data = free(*PLAIN, source=3)
    data["wins"].insert(0, {"seat": 2, "tile": "4s", "by": "discard", "from": 3})
    data["seats"][2] = {"hand": "4445556667778p"}
    data["seats"][1]["melds"][0]["from"] = 0
    answer: Any = rules.settle_json(data)
    assert [win["seat"] for win in answer["wins"]] == [1]
    assert answer["net"] == [-8, 20, -4, -8]


@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123456m789p2355s", "4s", ()),
        ("456m789p2355s", "4s", (kong("1111m"),)),
        ("456m789p237z5s", "4s", (chow("123m"),)),
        ("456m789p2355s", "7z", (chow("123m"),)),
        ("456m789p2356s", "4s", (chow("123m"),)),
        ("456m78999p23s", "4s", (chow("123m"),)),
        ("456m789p2366s", "4s", (chow("123m"),)),
        ("456m789p2344z", "4z", (chow("123m"),)),
    ],
)
def test_not_a_win(hand: str, tile: str, melds: tuple[Data, ...]) -> None:
    assert code(free(hand, tile, *melds)) == "not_a_win"


def test_every_reason_against_a_hand_is_told() -> None:
    answer: Any = rules.settle_json(free("456m789p237z5s", "4s", kong("1111m")))
    problems = answer["error"]["problems"]
    assert [(one["code"], one["where"]) for one in problems] == [
        ("not_a_win", "seats[1].melds"),
        ("not_a_win", "seats[1].hand"),
    ]


def test_wrong_eyes_are_told_apart_from_no_shape() -> None:
    wrong_eyes: Any = rules.settle_json(free("456m789p2366s", "4s", chow("123m")))
    no_shape: Any = rules.settle_json(free("456m789p2356s", "4s", chow("123m")))
    assert "eyes" in wrong_eyes["error"]["message"]
    assert "four sets" in no_shape["error"]["message"]


def test_two_wild_tiles_bar_a_minor_win_even_as_themselves() -> None:
    assert code(free("456m78p11355s", "9p", chow("123m"))) == "barred"
    assert code(free("456m789p1355s", "1s", chow("123m"))) == "barred"


def test_two_wild_tiles_are_welcome_in_a_major_win() -> None:
    assert names(free("333m777p1144s", "4s", pung("111m")))


@pytest.mark.parametrize(
    ("indicator", "hand", "is_win"),
    [("1p", "444m77722p99s", True), ("2p", "444m77733p99s", False)],
)
def test_a_pair_of_wild_tiles_is_eyes_by_its_face(indicator: str, hand: str, is_win: bool) -> None:
    data = free(hand, "9s", chow("123m"), deal={"indicators": [indicator]}, marks=("kong_draw",))
    if is_win:
        assert "kong_draw" in names(data)
    else:
        assert code(data) == "not_a_win"


def test_one_wild_tile_beside_a_real_eye_is_always_eyes() -> None:
    assert names(free("444m777p15s99s", "9s", chow("123m"))) == {
        "common_win",
        "open_sets",
        "self_draw",
    }


def test_a_hand_that_any_tile_completes_wins_by_its_own_tile_only() -> None:
    claimed = free("1s", "5m", *FOUR_PUNGS, source=3)
    assert refusal(claimed) == ("barred", "wins[0]")
    assert "all_pungs" in names(free("1s", "5m", *FOUR_PUNGS))


def test_a_lone_wild_tile_beside_a_run_waits_for_eyes_only() -> None:
    data = free("1s", "5m", chow("123m"), *FOUR_PUNGS[1:], source=3)
    assert names(data) == {"melded_hand", "open_sets"}


def test_an_any_tile_wait_may_rob_a_kong() -> None:
    robbed = {3: {"melds": [pung("555m") | {"from": 0}]}}
    data = free("1s", "5m", *FOUR_PUNGS, by="robbed_kong", source=3, around=robbed)
    assert names(data) == {"all_pungs", "robbing_the_kong", "open_sets"}


def test_kinds_held_four_times_count_for_the_any_tile_wait() -> None:
    melds = (pung("111m"), pung("444z"), kong("9999p"))
    assert code(free("777p1s", "5m", *melds, source=3)) == "barred"


def test_a_tile_that_only_makes_a_minor_win_with_two_wild_tiles_is_not_any_tile() -> None:
    # any tile makes four sets and eyes of 5, but outside the suit the win would be minor
    pure = ("45678955m11s", "1m", chow("123m"))
    assert "pure_one_suit" in names(free(*pure, source=3))


def test_any_tile_makes_two_wild_tiles_a_pung() -> None:
    assert code(free("444m777p5511s", "9m", pung("111m"), source=3)) == "barred"


@pytest.mark.parametrize(("least", "is_win"), [(0, True), (8, True), (16, False), (32, False)])
def test_every_loser_must_reach_the_minimum(least: int, is_win: bool) -> None:
    data = wuhan(*PLAIN, options={"minimum_points": least})
    if is_win:
        assert net(data) == [-16, 32, -8, -8]
    else:
        assert code(data) == "below_minimum"


def test_the_minimum_is_met_before_limits_and_division() -> None:
    assert net(wuhan(*PLAIN, options={"divide_by": 10})) == [-2, 4, -1, -1]


def test_a_tile_is_robbed_from_a_pung_only() -> None:
    nothing = free(*PLAIN, by="robbed_kong", source=3)
    assert refusal(nothing) == ("bad_record", "wins[0].tile")
    around = {3: {"melds": [kong("4444s")]}}
    assert code(free(*PLAIN, by="robbed_kong", source=3, around=around)) == "barred"
