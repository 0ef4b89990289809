"""What Jinan hands are worth and who pays: jinan.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.jinan.hands import BOUND, PLAIN, jinan
from tests.rules.records import (
    Data,
    chow,
    flowers,
    item_values,
    kong,
    net,
    points,
    pung,
    seat,
    settle,
    steps,
)

OPEN_READY = {"declared": ["open_ready"]}
COMMON = {"common_win": 1}


def worth(*hand: Any, **how: Any) -> dict[str, int]:
    return item_values(jinan(*hand, **how))


def test_a_common_win_is_one_point() -> None:
    assert worth(*PLAIN, source=3) == COMMON
    assert net(jinan(*PLAIN, source=3)) == [0, 1, 0, -1]
    assert net(jinan(*PLAIN)) == [-1, 3, -1, -1]


def test_each_flower_adds_one() -> None:
    assert worth(*PLAIN, **flowers("138f")) == {"flower": 3, **COMMON}
    assert points(jinan(*PLAIN, **flowers("138f"))) == 4


@pytest.mark.parametrize(
    ("hand", "flower"),
    [
        (("67822m46s555z", "5s", chow("234s")), {"honor_pung": 1}),
        (("67822m46s", "5s", pung("555z"), chow("234s")), {"honor_pung": 1}),
        (("22m46s111z", "5s", pung("555z"), chow("234s")), {"honor_pung": 2}),
        (("67822m55z345p", "5z", chow("234s")), {}),
        (("67822m999p46s", "5s", chow("234s")), {}),
        (("67822m46s", "5s", kong("5555z", "discard"), chow("234s")), {"open_kong": 2}),
        (("67822m46s", "5s", kong("5555z", "added"), chow("234s")), {"open_kong": 2}),
        (("67822m46s", "5s", kong("9999p", "added"), chow("234s")), {"open_kong": 1}),
        (("67822m46s", "5s", kong("9999p"), chow("234s")), {"concealed_kong": 2}),
        (("67822m46s", "5s", kong("5555z"), chow("234s")), {"concealed_kong": 3}),
        (
            ("22m46s", "5s", kong("5555z", "discard"), kong("9999p", "discard"), kong("1111z")),
            {"open_kong": 3, "concealed_kong": 3},
        ),
    ],
    ids=case_id,
)
def test_pungs_of_honors_and_kongs_give_flowers(hand: Any, flower: Data) -> None:
    assert worth(*hand) == {**flower, **COMMON}
    assert points(jinan(*hand)) == 1 + sum(flower.values())


@pytest.mark.parametrize("how", [{}, {"source": 3}], ids=["drawn", "discarded"])
def test_a_pung_that_the_last_tile_completes_gives_no_flower(how: Data) -> None:
    assert worth("67822m55z345p", "5z", chow("234s"), **how) == COMMON


@pytest.mark.parametrize(
    ("hand", "fan"),
    [
        (("666p22m99s111z", "9s", pung("888s") | {"from": 2}), {"all_pungs": 2}),
        (("666p22m99s", "9s", kong("8888s"), pung("111m")), {"all_pungs": 2}),
        (("678p22m99s111z", "9s", pung("888s")), COMMON),
        (("234p88p67p111z", "5p", pung("555z")), {"mixed_one_suit": 2}),
        (("234p88s67p111z", "5p", pung("555z")), COMMON),
        (("12345678m222p55s", "9m"), {"straight": 2}),
        (("12345655m34p", "2p", chow("789m")), {"straight": 2}),
        (("12355m456p23s", "4s", chow("789m")), COMMON),
        (("2223455567p", "8p", pung("111p")), {"pure_one_suit": 5}),
        (("1234567822p", "9p", pung("333p")), {"straight": 2, "pure_one_suit": 5}),
        (("22p111999p33z", "3z", pung("555z")), {"all_pungs": 2, "mixed_one_suit": 2}),
        (("22p111999p33p", "3p", pung("555p")), {"all_pungs": 2, "pure_one_suit": 5}),
        (("12345678p22p", "9p", pung("555z")), {"mixed_one_suit": 2, "straight": 2}),
    ],
    ids=case_id,
)
def test_fan_by_the_shape(hand: Any, fan: Data) -> None:
    elements = worth(*hand)
    rest = {name: value for name, value in elements.items() if "kong" not in name}
    rest.pop("honor_pung", None)
    assert rest == fan


KONG_HAND = ("67822m46s", "5s", kong("9999p"), chow("234s"))


@pytest.mark.parametrize(
    ("marks", "how", "counts"),
    [
        (("kong_draw",), {}, True),
        (("flower_draw",), {}, True),
        (("kong_draw", "flower_draw"), {}, True),
        (("kong_draw",), {"source": 3}, False),
        (("last_tile",), {}, False),
        (("dealt", "first_draw"), {}, False),
    ],
    ids=case_id,
)
def test_a_supplement_gives_two_fan_when_drawn(marks: Any, how: Data, counts: bool) -> None:
    elements = worth(*KONG_HAND, marks=marks, **how)
    assert elements == {"concealed_kong": 2, **({"kong_draw": 2} if counts else COMMON)}
    assert points(jinan(*KONG_HAND, marks=marks, **how)) == (6 if counts else 3)


@pytest.mark.parametrize(
    ("combine", "score", "sign"), [("add", 4 * 7, "+"), ("multiply", 4 * 10, "")]
)
def test_several_fan_are_added_or_multiplied(combine: str, score: int, sign: str) -> None:
    hand = ("1234567822p", "9p", pung("333p"))
    data = jinan(*hand, options={"fan_combine": combine}, **flowers("123f"))
    assert points(data) == score
    assert steps(settle(data)) == f"base +1, flower +3, straight ×2, pure_one_suit ×{sign}5"


def test_one_fan_element_is_the_same_either_way() -> None:
    for combine in ("add", "multiply"):
        assert points(jinan(*PLAIN, options={"fan_combine": combine})) == 1


def test_the_reading_with_most_fan_counts() -> None:
    """222333444 are three pungs, or three runs."""
    assert worth("222333444m8p", "8p", pung("777s")) == {"all_pungs": 2}
    assert worth("222333444m8p", "8p", chow("678s")) == COMMON


def test_the_sheets_example() -> None:
    hand = ("234p88p67p111z", "5p", pung("555z"))
    assert net(jinan(*hand, **flowers("12f"))) == [-10, 30, -10, -10]
    after_draw = {"carry": {"drawn_hands": 1}}
    assert net(jinan(*hand, **flowers("12f"), state=after_draw)) == [-20, 60, -20, -20]
    text = "base +1, flower +2, honor_pung +2, mixed_one_suit ×2, drawn_hands ×2"
    assert steps(settle(jinan(*hand, **flowers("12f"), state=after_draw))) == text


@pytest.mark.parametrize(("draws", "times"), [(1, 2), (2, 4), (4, 16), (5, 32), (6, 32), (9, 32)])
def test_each_drawn_hand_before_doubles_up_to_five(draws: int, times: int) -> None:
    data = jinan(*PLAIN, state={"carry": {"drawn_hands": draws}})
    assert points(data) == times
    assert item_values(data) == {**COMMON, "drawn_hands": times}


def test_an_open_ready_hand_wins_twice() -> None:
    data = jinan(*PLAIN, before={**OPEN_READY, "flowers": "1f"})
    assert item_values(data) == {"flower": 1, **COMMON, "ready_declared": 2}
    assert net(data) == [-4, 12, -4, -4]


def test_an_open_ready_discarder_pays_twice() -> None:
    data = jinan(*PLAIN, source=3, around={3: OPEN_READY})
    assert item_values(data) == {**COMMON, "discarder_ready_declared": 2}
    assert net(data) == [0, 2, 0, -2]


def test_other_payers_pay_once_though_open_ready() -> None:
    assert points(jinan(*PLAIN, around={3: OPEN_READY})) == 1
    assert points(jinan(*PLAIN, source=2, around={3: OPEN_READY})) == 1
    robbed = {**OPEN_READY, "melds": [pung("555s") | {"from": 0}]}
    assert net(jinan(*PLAIN, source=3, by="robbed_kong", around={3: robbed})) == [0, 3, 0, -3]


@pytest.mark.parametrize("meld", [pung("555s"), kong("5555s", "added")], ids=["pung", "kong"])
def test_the_robbed_seat_pays_for_all(meld: Data) -> None:
    around = {3: {"melds": [meld | {"from": 0}]}}
    data = jinan(*PLAIN, source=3, by="robbed_kong", around=around, **flowers("1f"))
    assert net(data) == [0, 6, 0, -6]
    assert item_values(data) == {"flower": 1, **COMMON}


FED = kong("9999p", "discard") | {"from": 2}
FED_HAND = ("67822m46s", "5s", chow("234s"), FED)


def test_who_fed_the_kong_pays_for_all() -> None:
    data = jinan(*FED_HAND, marks=("kong_draw",))
    text = "base +1, open_kong +1, kong_draw ×2, payers ×3, for 0, for 3"
    assert steps(settle(data)) == text
    assert item_values(data) == {"open_kong": 1, "kong_draw": 2}
    assert net(data) == [0, 12, -12, 0]


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        (FED_HAND, ("flower_draw",)),
        ((*FED_HAND[:3], kong("9999p", "added") | {"from": 2}), ("kong_draw",)),
    ],
    ids=["flower", "added"],
)
def test_all_pay_other_supplements(hand: Any, marks: Any) -> None:
    assert net(jinan(*hand, marks=marks)) == [-4, 12, -4, -4]


def test_all_pay_the_supplement_of_a_concealed_kong() -> None:
    assert net(jinan(*KONG_HAND, marks=("kong_draw",))) == [-6, 18, -6, -6]


@pytest.mark.parametrize(
    ("kong_index", "gains"), [(None, [-8, 24, -8, -8]), (0, [0, 24, -24, 0]), (1, [-8, 24, -8, -8])]
)
def test_the_named_kong_counts_else_the_last(kong_index: int | None, gains: list[int]) -> None:
    data = jinan("67822m46s", "5s", FED, kong("1111p"), marks=("kong_draw",))
    if kong_index is not None:
        data["wins"][0]["kong"] = kong_index
    assert net(data) == gains


def test_three_sets_from_one_seat_make_it_pay_everything() -> None:
    assert net(jinan(*BOUND)) == [-3, 3, 0, 0]
    assert net(jinan(*BOUND, source=2)) == [-1, 1, 0, 0]
    assert net(jinan(*BOUND, source=0)) == [-1, 1, 0, 0]


BY_3_FROM_1 = {"melds": [one | {"from": 1} for one in (pung("111p"), pung("222p"), pung("666p"))]}


def test_it_holds_for_the_win_of_either() -> None:
    assert net(jinan(*PLAIN, around={3: BY_3_FROM_1})) == [0, 3, 0, -3]
    assert net(jinan(*PLAIN, source=2, around={3: BY_3_FROM_1})) == [0, 1, 0, -1]


@pytest.mark.parametrize(
    ("third", "gains"),
    [
        (kong("6666p", "added") | {"from": 1}, [0, 3, 0, -3]),
        (kong("6666p", "discard") | {"from": 1}, [0, 3, 0, -3]),
        (kong("6666p"), [-1, 3, -1, -1]),
        (pung("666p") | {"from": 2}, [-1, 3, -1, -1]),
    ],
    ids=case_id,
)
def test_every_claimed_set_counts_once(third: Data, gains: list[int]) -> None:
    melds = [*BY_3_FROM_1["melds"][:2], third]
    assert net(jinan(*PLAIN, around={3: {"melds": melds}})) == gains


def test_three_claims_go_before_robbing_and_the_fed_kong() -> None:
    robbed = {"melds": [pung("555s") | {"from": 0}]}
    around = {3: BY_3_FROM_1, 2: robbed}
    assert net(jinan(*PLAIN, source=2, by="robbed_kong", around=around)) == [0, 3, 0, -3]
    data = jinan(*FED_HAND, marks=("kong_draw",), around={3: BY_3_FROM_1})
    assert net(data) == [0, 12, 0, -12]


def test_who_the_winner_claimed_from_pays_before_who_claimed_from_him() -> None:
    melds = [one | {"from": 1} for one in (pung("111p"), pung("222p"), pung("666p"))]
    assert net(jinan(*BOUND, around={2: {"melds": melds}})) == [-3, 3, 0, 0]


def test_of_two_who_claimed_from_the_winner_the_nearest_pays() -> None:
    others = {"melds": [one | {"from": 1} for one in (pung("111s"), pung("777p"), pung("999m"))]}
    around = {0: others, 3: BY_3_FROM_1}
    assert net(jinan(*PLAIN, around=around)) == [0, 3, 0, -3]


def test_a_liable_seat_pays_the_open_ready_discarders_double() -> None:
    data = jinan(*BOUND, source=2, around={2: OPEN_READY})
    assert net(data) == [-2, 2, 0, 0]


def two_winners(**how: Any) -> Data:
    """Return a hand in which seats 1 and 2 win on seat 3's 5s."""
    data = jinan(*PLAIN, source=3, options={"multiple_winners": True}, **how)
    data["seats"][2] = seat(2, 4, "67855m678p67s", chow("123p"), flowers="1f")
    data["wins"].append({**data["wins"][0], "seat": 2})
    return data


def test_several_winners_are_each_paid_in_full() -> None:
    answer = settle(two_winners())
    assert answer["net"] == [0, 1, 2, -3]
    assert answer["next"]["banker"] == 1


def test_the_nearest_of_them_is_the_next_banker_in_any_order() -> None:
    data = two_winners(state={"banker": 1, "repeats": 2})
    data["wins"].reverse()
    answer = settle(data)
    assert answer["net"] == [0, 1, 2, -3]
    assert (answer["next"]["banker"], answer["next"]["repeats"]) == (1, 3)


def test_several_may_rob_a_kong() -> None:
    data = two_winners(around={3: {"melds": [pung("555s") | {"from": 0}]}})
    for win in data["wins"]:
        win["by"] = "robbed_kong"
    assert net(data) == [0, 3, 6, -9]
