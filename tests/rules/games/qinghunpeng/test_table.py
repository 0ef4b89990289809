"""Who pays in Qing-hun-peng, what is carried on, and what is no record of it."""

from __future__ import annotations

import pytest

import rules
from tests.rules.games.qinghunpeng.hands import PUNGS, bind, feed, qinghunpeng, unpaid
from tests.rules.records import Data, chow, net, points, pung, refusal, settle, steps

READY: Data = {"facts": {"discarder_ready": True}}
SECOND: Data = {"seat": 3, "by": "discard", "from": 2, "tile": "2s"}
WAITING_TOO: dict[int, Data] = {3: {"hand": "1344466677788s"}}
PLAYED: Data = {"drawn_hands": True}
TREASURE: Data = {"drawn_hands": True, "kaibao": True}


def test_a_self_draw_is_paid_by_all() -> None:
    assert net(qinghunpeng(*PUNGS)) == [-40, 120, -40, -40]


def test_a_discard_is_paid_by_its_discarder() -> None:
    assert net(qinghunpeng(*PUNGS, source=2)) == [0, 40, -40, 0]


@pytest.mark.parametrize("kind", ["pung", "kong_added"])
def test_a_robbed_kong_costs_three_shares(kind: str) -> None:
    tiles = "2222s" if kind == "kong_added" else "222s"
    robbed: dict[int, Data] = {2: {"melds": [{"kind": kind, "tiles": tiles, "from": 0}]}}
    data = qinghunpeng("13444555s66677z", "2s", by="robbed_kong", source=2, around=robbed)
    assert net(data) == [0, 120, -120, 0]


@pytest.mark.parametrize(
    ("options", "gains"),
    [({}, [-150, 250, -50, -50]), ({"self_draw_liability": 5}, [-250, 250, 0, 0])],
)
def test_a_partner_pays_more_for_a_self_draw(options: Data, gains: list[int]) -> None:
    assert net(bind(0, options=options)) == gains


def test_the_partner_is_bound_in_the_other_direction_too() -> None:
    assert net(qinghunpeng(*PUNGS, around=feed(0, 1))) == [-120, 200, -40, -40]


def test_three_sets_from_two_players_bind_nobody() -> None:
    assert net(bind(0, 2)) == [-50, 150, -50, -50]


@pytest.mark.parametrize(("times", "gain"), [(3, -300), (5, -500)])
def test_two_bonds_with_one_player_are_paid_twice(times: int, gain: int) -> None:
    data = bind(0, around=feed(0, 1), options={"self_draw_liability": times})
    assert net(data)[0] == gain


def test_two_partners_each_pay_their_bond() -> None:
    data = bind(0, around=feed(2, 1))
    assert net(data) == [-150, 350, -150, -50]
    assert steps(settle(data)) == "base +20, dragon_pung +10×2, open_kong +10, partner ×3"


@pytest.mark.parametrize(
    ("options", "gains"),
    [({}, [-50, 50, 0, 0]), ({"own_discard_liability": 2}, [-100, 100, 0, 0])],
)
def test_a_partner_who_discards_pays_as_agreed(options: Data, gains: list[int]) -> None:
    data = bind(0, source=0, options=options)
    assert net(data) == gains
    assert ("partner ×2" in steps(settle(data))) is (gains[0] == -100)


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        (READY, [-50, 100, -50, 0]),
        ({"facts": {"discarder_ready": False}}, [0, 100, -100, 0]),
        ({}, [0, 100, -100, 0]),
        ({"options": {"unready_discarder": "shared"}}, [-50, 100, -50, 0]),
        ({"around": {2: {"hand": "123m456p789s11p55z"}}}, [0, 100, -100, 0]),
        ({"around": {2: {"hand": "111p444p777p22s55z"}}}, [-50, 100, -50, 0]),
        ({"around": {2: {"hand": "1122334455667z"}}}, [-50, 100, -50, 0]),
        ({"around": {2: {"hand": "1444p777p999p222s"}}}, [-50, 100, -50, 0]),
    ],
)
def test_a_third_player_pays_for_both_unless_ready(how: Data, gains: list[int]) -> None:
    assert net(bind(0, source=2, **how)) == gains


def test_of_two_bonds_the_discarding_partner_pays_once_and_the_other_his_own() -> None:
    data = bind(0, source=0, around=feed(2, 1), **READY)
    assert net(data) == [-50, 100, -50, 0]
    alone = bind(0, source=0, around=feed(2, 1))
    assert net(alone) == [-100, 100, 0, 0]
    doubled = bind(0, source=0, around=feed(2, 1), options={"own_discard_liability": 2})
    assert net(doubled) == [-150, 150, 0, 0]


def test_robbing_a_third_player_costs_the_partner_as_much() -> None:
    pung_of_5p: Data = {"melds": [{"kind": "pung", "tiles": "555p", "from": 3}]}
    sets = [pung("444z"), chow("789p"), chow("123p")]
    data = qinghunpeng("46p33p", "5p", *sets, by="robbed_kong", source=2, around={2: pung_of_5p})
    assert net(data) == [-90, 180, -90, 0]
    data = qinghunpeng("46p33p", "5p", *sets, by="robbed_kong", source=0, around={0: pung_of_5p})
    assert net(data) == [-90, 90, 0, 0]


def test_several_winners_are_paid_and_the_neighbour_of_the_nearest_is_banker() -> None:
    data = qinghunpeng(*PUNGS, source=2, around=WAITING_TOO)
    data["wins"].append(SECOND)
    answer = settle(data)
    assert answer["net"] == [0, 40, -140, 100]
    assert answer["next"]["banker"] == 0
    assert answer["next"]["repeats"] == 1


def test_several_winners_claim_one_tile() -> None:
    data = qinghunpeng(*PUNGS, source=2, around=WAITING_TOO)
    data["wins"].append(SECOND | {"from": 0})
    assert refusal(data)[0] == "bad_record"


@pytest.mark.parametrize(("winner", "repeats"), [(1, 0), (0, 3)])
def test_the_winner_is_banker(winner: int, repeats: int) -> None:
    state = {"banker": 0, "round": 2, "repeats": 2}
    data = qinghunpeng(*PUNGS, winner=winner, state=state)
    data["seats"][winner]["melds"][0]["from"] = 2
    after = {"banker": winner, "round": 2, "repeats": repeats, "carry": {}, "over": False}
    assert settle(data)["next"] == after


def test_after_a_draw_the_banker_stays() -> None:
    answer = settle(unpaid(state={"banker": 2, "repeats": 1}))
    after = {"banker": 2, "round": 1, "repeats": 2, "carry": {}, "over": False}
    assert answer["next"] == after
    assert answer["payments"] == []


@pytest.mark.parametrize(
    ("options", "before", "throw", "worth", "after"),
    [
        (PLAYED, 0, [1, 3], 40, 0),
        (PLAYED, 1, [2, 3], 80, 0),
        (PLAYED, 3, [2, 3], 80, 2),
        (TREASURE, 0, [2, 3], 40, 0),
        (TREASURE, 0, [1, 3], 80, 0),
        (TREASURE, 0, [4, 1], 80, 0),
        (TREASURE, 0, [2, 2], 80, 0),
        (TREASURE, 0, [1, 1], 80, 1),
        (TREASURE, 1, [4, 4], 80, 2),
    ],
)
def test_hands_after_drawn_ones_count_double(
    options: Data, before: int, throw: list[int], worth: int, after: int
) -> None:
    state = {"carry": {"drawn_hands": before}}
    data = qinghunpeng(*PUNGS, options=options, state=state, deal={"dice": [throw]})
    assert points(data) == worth
    assert settle(data)["next"]["carry"] == {"drawn_hands": after}


def test_a_draw_raises_the_counter_above_what_the_dice_did() -> None:
    answer = settle(unpaid(options=TREASURE, deal={"dice": [[4, 4]]}))
    assert answer["next"]["carry"] == {"drawn_hands": 3}


@pytest.mark.parametrize("outcome", ["win", "draw"])
def test_the_treasure_asks_for_its_throw(outcome: str) -> None:
    data = {**qinghunpeng(*PUNGS, options=TREASURE), "outcome": outcome}
    if outcome == "draw":
        data["wins"] = []
    assert rules.settle_json(data)["error"]["where"] == "deal.dice"  # type: ignore[index]


def test_a_void_hand_needs_no_throw() -> None:
    assert net(unpaid("abort", options=TREASURE)) == [0, 0, 0, 0]


def test_the_treasure_is_nothing_without_doubled_hands() -> None:
    data = qinghunpeng(*PUNGS, options={"kaibao": True}, deal={"dice": [[1, 1]]})
    assert points(data) == 40


LIMITED: Data = {"limited_liability": True}


def test_nobody_pays_more_than_he_has() -> None:
    state = {"scores": [1000, 2970, 0, 30]}
    assert net(qinghunpeng(*PUNGS, options=LIMITED, state=state)) == [-40, 70, 0, -30]


def test_everyone_starts_with_the_purse() -> None:
    options: Data = {**LIMITED, "purse": 30}
    assert net(qinghunpeng(*PUNGS, options=options)) == [-30, 90, -30, -30]


def test_the_nearest_of_several_winners_is_paid_first() -> None:
    data = qinghunpeng(*PUNGS, source=2, around=WAITING_TOO, options={**LIMITED, "purse": 110})
    data["wins"].append(SECOND)
    assert net(data) == [0, 10, -110, 100]
    assert steps(settle(data), 1) == "base +20, dragon_pung +10×2, purse = 10"


ROBBED_FLOWER: Data = {"by": "robbed_flower", "source": 3, "before": {"flowers": "1234578f"}}
EIGHT: Data = {"by": "declared", "before": {"flowers": "12345678f"}}


def test_seven_flowers_rob_the_eighth() -> None:
    data = qinghunpeng(None, "6f", options={"seven_robs_one": 2}, **ROBBED_FLOWER)
    assert net(data) == [0, 200, 0, -200]
    assert settle(data)["next"]["banker"] == 1


def test_the_robbed_flower_may_also_be_listed_where_it_lay() -> None:
    data = qinghunpeng(None, "6f", options={"seven_robs_one": 2}, **ROBBED_FLOWER)
    data["seats"][3]["flowers"] = "6f"
    assert net(data) == [0, 200, 0, -200]


def test_eight_flowers_are_paid_by_all() -> None:
    data = qinghunpeng(None, None, options={"all_flowers": 1, **PLAYED}, **EIGHT)
    assert net(data) == [-100, 300, -100, -100]


def test_wins_by_flowers_know_no_liability() -> None:
    data = qinghunpeng(None, None, options={"all_flowers": 1}, around=feed(0, 1), **EIGHT)
    assert net(data) == [-100, 300, -100, -100]


@pytest.mark.parametrize(("tile", "how"), [("6f", ROBBED_FLOWER), (None, EIGHT)])
def test_wins_by_flowers_must_be_played(tile: str | None, how: Data) -> None:
    assert refusal(qinghunpeng(None, tile, **how))[0] == "barred"


def test_seven_flowers_alone_win_nothing() -> None:
    options: Data = {"all_flowers": 1, "seven_robs_one": 1}
    seven: Data = {"before": {"flowers": "1234567f"}}
    assert refusal(qinghunpeng(None, None, options=options, **(EIGHT | seven)))[0] == "not_a_win"
    six: Data = {"before": {"flowers": "123458f"}}
    data = qinghunpeng(None, "6f", options=options, **(ROBBED_FLOWER | six))
    assert refusal(data)[0] == "not_a_win"
