"""Yangzhou's payments, bars, stake, session and wall: yangzhou.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.yangzhou.hands import PLAIN, fan, yangzhou
from tests.rules.records import (
    Data,
    chow,
    codes,
    kong,
    net,
    pung,
    record,
    refusal,
    seat,
    settle,
    steps,
)

SELF = {"by": "self_draw"}
STAKE = {"stake": 100}
PURE = [chow("234m"), pung("999m"), chow("567m")]
"""Three exposed sets, the third a chow; the hand 4588m takes 6m for 61 fan."""


def with_second(data: Data, number: int, hand: str, *melds: Data) -> Data:
    """Return *data* with seat *number* winning on the same tile."""
    data["seats"][number] = seat(number, 4, hand, *melds)
    data["wins"].append({**data["wins"][0], "seat": number})
    return data


def make_house(*scores: int) -> Data:
    """Return a house with a stake in which the seats have *scores* left."""
    return {"options": STAKE, "state": {"scores": list(scores)}}


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({}, [0, 28, 0, -28]),
        ({"source": 0}, [-28, 28, 0, 0]),
        (SELF, [-15, 45, -15, -15]),
        ({"winner": 0, "source": 2}, [28, 0, -28, 0]),
        ({"winner": 0, **SELF}, [45, -15, -15, -15]),
        ({"state": {"banker": 3, "repeats": 5}}, [0, 28, 0, -28]),
        ({"marks": ("last_discard",)}, [0, 28, 0, -28]),
        ({"marks": ("last_tile", "kong_draw"), **SELF}, [-15, 45, -15, -15]),
    ],
    ids=case_id,
)
def test_who_pays_how_much(how: Data, gains: list[int]) -> None:
    assert net(yangzhou(*PLAIN, **how)) == gains


@pytest.mark.parametrize("robbed", [pung("666s"), kong("6666s", "added")], ids=lambda m: m["kind"])
def test_a_robbed_kong_is_paid_like_a_discard(robbed: Data) -> None:
    data = yangzhou(*PLAIN, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, robbed)
    assert net(data) == [0, 28, 0, -28]


@pytest.mark.parametrize(
    ("how", "melds", "gains"),
    [
        ({}, PURE, [-122, 122, 0, 0]),
        (SELF, PURE, [-186, 186, 0, 0]),
        ({"source": 0}, PURE, [-122, 122, 0, 0]),
        ({}, [chow("234m"), chow("567m"), pung("999m")], [0, 122, 0, -122]),
        ({}, [chow("234m"), kong("9999m"), chow("567m")], [0, 126, 0, -126]),
    ],
    ids=case_id,
)
def test_who_fed_the_third_set_of_a_pure_suit_with_a_chow_pays_for_all(
    how: Data, melds: list[Any], gains: list[int]
) -> None:
    assert net(yangzhou("4588m", "6m", *melds, **how)) == gains


def test_two_exposed_sets_make_nobody_liable() -> None:
    assert net(yangzhou("2344588m", "6m", *PURE[1:]))[0] == 0


def test_a_fourth_chow_after_a_pung_makes_nobody_liable() -> None:
    melds = [chow("234m"), chow("345m"), pung("999m"), chow("567m")]
    assert net(yangzhou("8m", "8m", *melds))[0] == 0


def test_other_hands_have_no_liability() -> None:
    melds = [chow("234m"), pung("111z"), chow("567m")]
    assert net(yangzhou("4588m", "6m", *melds))[0] == 0


def test_several_winners_are_each_paid_in_full() -> None:
    both = with_second(yangzhou("445566m12p789p22s", "3p", winner=0), 1, "123456789s55m12p")
    answer = settle(both)
    assert answer["net"] == [28, 38, 0, -66]
    assert [win["score"] for win in answer["wins"]] == [14, 19]
    assert answer["next"] == {"banker": 0, "round": 1, "repeats": 1, "carry": {}, "over": False}


def test_three_may_win_on_one_tile() -> None:
    data = with_second(yangzhou("445566m12p789p22s", "3p", winner=0), 1, "123456789s55m12p")
    data = with_second(data, 2, "334455s12p11m789m")
    assert net(data)[3] == -sum(net(data)[:3])
    assert len(settle(data)["wins"]) == 3


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"tile": "4p"}, "wins"),
        ({"from": 2}, "wins"),
        ({"seat": 1}, "wins"),
        ({"by": "self_draw", "from": None}, "wins"),
    ],
    ids=case_id,
)
def test_several_winners_claim_one_tile_once(changed: Data, where: str) -> None:
    data = with_second(yangzhou("445566m12p789p22s", "3p", winner=1), 0, "123456789s55m12p")
    data["wins"][1] |= changed
    assert ("bad_record", where) in codes(data)


@pytest.mark.parametrize(
    ("missed", "how", "is_barred"),
    [
        ("discard", {}, True),
        ("discard", {"by": "robbed_kong"}, True),
        ("discard", SELF, False),
        ("own_discard", {}, True),
        ("own_discard", SELF, False),
    ],
    ids=case_id,
)
def test_a_missed_win_bars_other_players_tiles(missed: str, how: Data, is_barred: bool) -> None:
    data = yangzhou(*PLAIN, facts={"missed": missed}, **how)
    data["seats"][3] = seat(3, 4, None, pung("666s"))
    if is_barred:
        assert codes(data) == [("barred", "wins[0].facts.missed")]
    else:
        assert settle(data)


@pytest.mark.parametrize(
    ("missed", "last", "is_barred"),
    [
        ("own_discard", kong("7777z"), False),
        ("own_discard", pung("777z"), False),
        ("discard", pung("777z"), True),
    ],
    ids=case_id,
)
def test_a_lone_tile_beside_four_sets_may_win_after_its_own_discard(
    missed: str, last: Data, is_barred: bool
) -> None:
    data = yangzhou("2m", "2m", pung("111m"), pung("333m"), pung("555m"), last,
                    facts={"missed": missed})  # fmt: skip
    assert ("error" in rules.settle_json(data)) is is_barred


@pytest.mark.parametrize(
    ("melds", "is_barred"),
    [
        ([chow("123s"), chow("456s"), chow("789s")], True),
        ([chow("123s"), chow("456s"), chow("789p")], False),
        ([chow("123s"), chow("456s"), pung("999s")], False),
    ],
    ids=case_id,
)
def test_three_chows_of_a_suit_bind_to_pure_one_suit(melds: list[Any], is_barred: bool) -> None:
    low = {"options": {"schedule": 3}}
    data = yangzhou("2246p", "5p", *melds, **SELF, **low)
    answer: Any = rules.settle_json(data)
    got = [problem["code"] for problem in answer["error"]["problems"]] if "error" in answer else []
    assert ("barred" in got) is is_barred


def test_a_fourth_chow_lifts_nothing() -> None:
    melds = [chow("123s"), chow("456s"), chow("789s"), chow("123s")]
    assert codes(yangzhou("2p", "2p", *melds)) == [("barred", "wins[0]")]
    assert "pure_one_suit" in fan(yangzhou("5s", "5s", *melds))


def test_refusals_come_in_the_sheets_order() -> None:
    melds = [chow("123s"), chow("456s"), chow("234s")]
    poor = yangzhou("2267p", "5p", *melds, facts={"missed": "discard"})
    assert [code for code, _ in codes(poor)] == ["barred", "barred", "below_minimum"]
    none = yangzhou("2247p", "5p", *melds, facts={"missed": "discard"})
    assert [code for code, _ in codes(none)] == ["not_a_win", "barred", "barred"]


def test_one_winner_s_refusal_refuses_all() -> None:
    data = with_second(yangzhou("445566m12p789p22s", "3p", winner=0), 1, "123456s99s55m124p")
    assert codes(data) == [("not_a_win", "wins[1]")]


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 13),
        ({"schedule": 18}, 18),
        ({"schedule": 7}, 7),
        ({"schedule": 3}, 3),
        ({"minimum": "lowest_big"}, 10),
        ({"schedule": 18, "minimum": "lowest_big"}, 15),
        ({"schedule": 7, "minimum": "lowest_big"}, 7),
        ({"schedule": 3, "minimum": "lowest_big"}, 3),
        ({"minimum": "lowest_big_plus_3"}, 13),
        ({"schedule": 18, "minimum": "lowest_big_plus_3"}, 18),
        ({"schedule": 7, "minimum": "lowest_big_plus_3"}, 10),
        ({"schedule": 3, "minimum": "lowest_big_plus_3"}, 6),
    ],
    ids=case_id,
)
def test_the_least_that_a_hand_must_be_worth(options: Data, least: int) -> None:
    game = rules.ruleset("yangzhou")
    hand = ("123m456p99s55z", "5z", pung("333z"))
    poor: Any = rules.settle_json(yangzhou(*hand, options=options))
    assert poor["error"]["code"] == "below_minimum"
    assert f"at least {least} " in poor["error"]["message"]
    assert game.defaults["minimum"] == "schedule"


def test_just_enough_is_enough() -> None:
    assert sum(fan(yangzhou("334455m33z46s", "5s", chow("678p"), **SELF)).values()) == 13
    assert refusal(yangzhou("334455m33z46s", "5s", chow("678p"))) == ("below_minimum", "wins[0]")


@pytest.mark.parametrize(
    ("house", "how", "gains"),
    [
        (make_house(20, 130, 150, 100), {"source": 0}, [-20, 20, 0, 0]),
        (make_house(28, 122, 150, 100), {"source": 0}, [-28, 28, 0, 0]),
        (make_house(10, 130, 160, 100), SELF, [-10, 40, -15, -15]),
        (make_house(0, 140, 160, 100), SELF, [0, 30, -15, -15]),
        (make_house(100, 0, 200, 100), {}, [0, 28, 0, -28]),
        ({"options": STAKE}, {}, [0, 28, 0, -28]),
    ],
    ids=case_id,
)
def test_nobody_pays_more_than_he_has_left(house: Data, how: Data, gains: list[int]) -> None:
    assert net(yangzhou(*PLAIN, **(house | how))) == gains


def test_nothing_is_won_from_a_player_without_points() -> None:
    assert codes(yangzhou(*PLAIN, **make_house(0, 150, 150, 100), source=0)) == [
        ("barred", "wins[0].from")
    ]
    robbed = yangzhou(*PLAIN, **make_house(0, 150, 150, 100), source=0, by="robbed_kong")
    robbed["seats"][0] = seat(0, 4, None, pung("666s"))
    assert codes(robbed) == [("barred", "wins[0].from")]


def test_without_a_stake_totals_do_not_matter() -> None:
    assert net(yangzhou(*PLAIN, state={"scores": [0, 0, 0, -500]})) == [0, 28, 0, -28]


def test_with_a_stake_nobody_is_below_nothing() -> None:
    data = yangzhou(*PLAIN, **make_house(-5, 150, 155, 100))
    assert codes(data) == [("bad_record", "state.scores")]


def test_the_nearest_winner_is_paid_first() -> None:
    data = yangzhou("445566m12p789p22s", "3p", winner=0, source=2, **make_house(100, 170, 30, 100))
    answer = settle(with_second(data, 3, "123456789s55m12p"))
    assert answer["net"] == [0, 0, -30, 30]
    assert answer["next"]["banker"] == 0
    assert answer["next"]["repeats"] == 1


def test_who_is_liable_pays_as_far_as_his_points_last() -> None:
    for left in (0, 50, 122, 300):
        house = make_house(left, 100, 100, 200)
        assert net(yangzhou("4588m", "6m", *PURE, **house))[0] == -min(left, 122)
    half = settle(yangzhou("4588m", "6m", *PURE, **make_house(50, 100, 100, 200)))
    assert steps(half) == "short_straight +1, pure_one_suit +60, discarder ×2, for 3, purse = 50"


def test_a_liable_winner_pays_from_what_he_has_just_won() -> None:
    house = {"options": {"stake": 100, "schedule": 3}, "state": {"scores": [10, 100, 100, 190]}}
    data = with_second(yangzhou("4588m", "6m", *PURE, **house), 0, "57m123456789s55p")
    answer = settle(data)
    assert [win["score"] for win in answer["wins"]] == [17, 7]
    assert answer["net"] == [-10, 24, 0, -14]


@pytest.mark.parametrize(
    ("house", "over"),
    [
        (make_house(20, 130, 150, 100), False),
        (make_house(28, 0, 272, 100), False),
        (make_house(20, 280, 0, 100), True),
        (make_house(20, 280, 100, 0), True),
        ({"state": {"scores": [0, 0, 0, 0]}}, False),
    ],
    ids=case_id,
)
def test_two_players_without_points_end_the_game(house: Data, over: bool) -> None:
    assert settle(yangzhou(*PLAIN, **house, source=0))["next"]["over"] is over


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"state": {}}, (1, 1, 0, False)),
        ({"state": {"banker": 1, "repeats": 2}}, (1, 1, 3, False)),
        ({"state": {"banker": 3, "round": 2, "repeats": 2}}, (0, 3, 0, False)),
        ({"state": {"banker": 3, "round": 4}}, (0, 5, 0, True)),
        ({"state": {"banker": 2, "round": 4}}, (3, 4, 0, False)),
        ({"state": {"banker": 1, "round": 4}}, (1, 4, 1, False)),
        ({"state": {"banker": 3, "round": 4}, "options": {"rounds": 8}}, (0, 5, 0, False)),
        ({"state": {"banker": 3, "round": 8}, "options": {"rounds": 8}}, (0, 9, 0, True)),
    ],
    ids=case_id,
)
def test_the_post_after_seat_1_won(how: Data, expected: tuple[int, int, int, bool]) -> None:
    then = settle(yangzhou(*PLAIN, **how))["next"]
    assert (then["banker"], then["round"], then["repeats"], then["over"]) == expected


@pytest.mark.parametrize(
    ("outcome", "options", "expected"),
    [
        ("draw", {}, (2, 1, 0)),
        ("draw", {"banker_stays_on_draw": True}, (1, 1, 3)),
        ("abort", {}, (1, 1, 2)),
    ],
)
def test_a_hand_that_nobody_won_costs_nothing(
    outcome: str, options: Data, expected: tuple[int, int, int]
) -> None:
    state = {"banker": 1, "repeats": 2}
    answer = settle(record("yangzhou", outcome=outcome, options=options, state=state))
    assert answer["net"] == [0, 0, 0, 0]
    then = answer["next"]
    assert (then["banker"], then["round"], then["repeats"]) == expected


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ({"deal": {"indicators": ["1m"]}}, ("bad_record", "deal.indicators")),
        ({"deal": {"hidden_indicators": ["1m"]}}, ("bad_record", "deal.hidden_indicators")),
        ({"before": {"flowers": "1f"}}, ("bad_tiles", "seats[1].flowers")),
        ({"before": {"aside": "1m"}}, ("bad_tiles", "seats[1].aside")),
        ({"facts": {"missed": "nothing"}}, ("bad_record", "wins[0].facts.missed")),
        ({"facts": {"missed": True}}, ("bad_record", "wins[0].facts.missed")),
        ({"marks": ("golden",)}, ("bad_record", "wins[0].marks")),
        ({"options": {"stake": -1}}, ("unknown_option", "options.stake")),
        ({"options": {"schedule": 12}}, ("unknown_option", "options.schedule")),
        ({"options": {"rounds": 6}}, ("unknown_option", "options.rounds")),
        ({"by": "robbed_kong"}, ("bad_record", "wins[0].tile")),
        ({"by": "declared"}, ("bad_record", "wins[0].by")),
    ],
    ids=case_id,
)
def test_what_the_record_cannot_say(changed: Data, first: tuple[str, str]) -> None:
    assert refusal(yangzhou(*PLAIN, **changed)) == first


def test_a_concealed_kong_is_not_robbed() -> None:
    data = yangzhou("334455m678p2245s", "3s", by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, kong("3333s"))
    data["seats"][1]["hand"] = "334455m678p22s45s"
    assert refusal(data)[0] == "barred"
