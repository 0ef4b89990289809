"""Payments, liability, fines, winds and session of taiwan-common.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai
from tests.rules.games.taiwan_common.hands import common
from tests.rules.records import Data, chow, items, kong, pung, record, seat, settle, steps

THIRD_HAND = {"banker": 0, "repeats": 2}


@pytest.mark.parametrize(
    ("how", "net"),
    [
        ({"source": 3}, [0, 3, 0, -3]),
        ({"source": 0}, [-4, 4, 0, 0]),
        ({"source": 0, "state": THIRD_HAND}, [-8, 8, 0, 0]),
        ({"source": 3, "state": THIRD_HAND}, [0, 3, 0, -3]),
        ({}, [-5, 13, -4, -4]),
        ({"state": THIRD_HAND}, [-9, 17, -4, -4]),
        ({"state": {"banker": 1, "repeats": 1}}, [-7, 21, -7, -7]),
        ({"source": 3, "options": {"base": 0}}, [0, 0, 0, 0]),
        ({"options": {"base": 5, "rate": 10}}, [-70, 190, -60, -60]),
        ({"by": "robbed_kong", "source": 3}, [0, 4, 0, -4]),
    ],
    ids=case_id,
)
def test_who_pays_how_much(how: Data, net: list[int]) -> None:
    assert settle(common(*PLAIN, **how))["net"] == net


def test_banker_is_listed_only_where_somebody_pays_for_it() -> None:
    state = {"repeats": 1}
    assert items(settle(common(*PLAIN, source=3, state=state))) == {}
    assert items(settle(common(*PLAIN, source=0, state=state))) == {"banker": 1, "repeats": 2}


SEVEN = {"flowers": "1234578f"}


@pytest.mark.parametrize("hand", [None, "19m258p369s11235677z", "1m"])
@pytest.mark.parametrize(
    ("how", "element", "net"),
    [
        ({"tile": "6f", "by": "robbed_flower", "source": 3, "before": SEVEN},
         {"seven_robs_one": 8}, [0, 11, 0, -11]),
        ({"tile": "6f", "by": "robbed_flower", "source": 0, "before": SEVEN},
         {"seven_robs_one": 8}, [-12, 12, 0, 0]),
        ({"tile": None, "by": "declared", "before": {"flowers": "12345678f"}},
         {"all_flowers": 16}, [-20, 58, -19, -19]),
    ],
)  # fmt: skip
def test_flowers_win_by_themselves(
    hand: str | None, how: Data, element: Data, net: list[int]
) -> None:
    how = dict(how)
    data = common(hand, how.pop("tile"), **how)
    assert tai(data) == element
    assert settle(data)["net"] == net


def supplement(*hand: Any, flowers: str = "1234578f", **how: Any) -> Data:
    """Return a hand completed by the supplement of seat 1's seventh flower; seat 2 has 6f."""
    data = common(
        *hand,
        **{"marks": ("flower_draw", "seven_robs_one"), "before": {"flowers": flowers}, **how},
    )
    data["seats"][2]["flowers"] = "6f"
    return data


def test_seven_robbing_one_with_a_winning_supplement_is_paid_two_ways() -> None:
    answer = settle(supplement(*PLAIN))
    assert answer["net"] == [-8, 28, -13, -7]
    assert answer["wins"][0]["score"] == 4
    assert items(answer) == {
        "banker": 1,
        "self_draw": 1,
        "kong_draw": 1,
        "seat_flower": 1,
        "flower_set": 1,
        "seven_robs_one": 8,
    }
    others = "base +3, self_draw +1, kong_draw +1, seat_flower +1, flower_set +1"
    assert steps(answer, 2) == others
    holder = "base +3, self_draw +1, kong_draw +1, seven_robs_one +8"
    assert steps(answer, 1) == holder


def test_the_holder_pays_for_no_flower_even_where_every_flower_earns_a_tai() -> None:
    answer = settle(supplement(*PLAIN, options={"any_flower": True}))
    assert answer["net"] == [-14, 40, -13, -13]
    assert items(answer)["flower"] == 6


def test_the_banker_holding_the_eighth_flower_pays_his_tai_too() -> None:
    answer = settle(supplement(*PLAIN, state={"banker": 2, "repeats": 1}))
    assert answer["net"] == [-8, 32, -16, -8]  # seat 1 is North: two own flowers


def test_all_flowers_with_a_winning_supplement_are_added_to_the_hand() -> None:
    how: Data = {"marks": ("flower_draw",), "before": {"flowers": "12345678f"}}
    data = common(*PLAIN, **how)
    assert tai(data) == {"self_draw": 1, "kong_draw": 1, "all_flowers": 16}
    assert settle(data)["net"] == [-22, 64, -21, -21]


@pytest.mark.parametrize("kind", ["hidden_flower", "false_concealed_kong"])
@pytest.mark.parametrize(
    ("how", "liable", "net"),
    [
        ({}, 2, [0, 13, -13, 0]),
        ({}, 0, [-13, 13, 0, 0]),
        ({"source": 3}, 2, [0, 3, -3, 0]),
        ({"source": 3}, 3, [0, 3, 0, -3]),
        ({"source": 0}, 2, [0, 4, -4, 0]),
    ],
    ids=case_id,
)
def test_who_hid_a_flower_or_laid_a_false_kong_bears_the_hand(
    kind: str, how: Data, liable: int, net: list[int]
) -> None:
    incident = {"kind": kind, "seat": liable}
    answer = settle(common(*PLAIN, incidents=[incident], **how))
    assert answer["net"] == net
    assert items(answer) == items(settle(common(*PLAIN, **how)))


def test_a_flower_may_be_hidden_where_that_is_allowed() -> None:
    how: Data = {"options": {"flower_hiding": True}}
    hidden = {"kind": "hidden_flower", "seat": 2}
    false = {"kind": "false_concealed_kong", "seat": 2}
    assert settle(common(*PLAIN, incidents=[hidden], **how))["net"] == [-5, 13, -4, -4]
    assert settle(common(*PLAIN, incidents=[false], **how))["net"] == [0, 13, -13, 0]


def test_in_a_draw_nobody_bears_anything() -> None:
    hidden = {"kind": "hidden_flower", "seat": 2}
    assert settle(record("taiwan-common", outcome="draw", incidents=[hidden]))["payments"] == []


@pytest.mark.parametrize(
    ("fields", "net"),
    [
        ({"points": 18, "ready_points": [0, 0, 0, 0]}, [18, -54, 18, 18]),
        ({"points": 18}, [18, -54, 18, 18]),
        ({"points": 5, "ready_points": [4, 50, 9, 5]}, [5, -19, 9, 5]),
        ({"points": 0}, [0, 0, 0, 0]),
    ],
    ids=case_id,
)
def test_a_false_win_pays_each_the_higher_of_two(fields: Data, net: list[int]) -> None:
    incident = {"kind": "false_win", "seat": 1, **fields}
    state = {"banker": 3, "round": 4, "repeats": 1, "carry": {"first_banker": 2}}
    data = record("taiwan-common", outcome="abort", incidents=[incident], state=state)
    answer = settle(data | {"options": {"rate": 10}})
    assert answer["net"] == net
    assert {row["for"] for row in answer["payments"]} <= {"penalty"}
    assert answer["next"] == state | {"over": False}


@pytest.mark.parametrize(
    ("how", "wind"),
    [
        ({"deal": {"dice": [[3, 4, 2]]}}, 2),  # 9: the banker is East
        ({"deal": {"dice": [[2, 4, 2]]}}, 3),  # 8: he is South
        ({"deal": {"dice": [[1, 1, 1]]}}, 4),  # 3: he is West
        ({"deal": {"dice": [[6, 6, 6]]}}, 1),  # 18: he is North
        ({"deal": {"dice": [[6, 6, 6], [3, 4, 2]]}}, 2),  # the last throw counts
        ({"deal": {"dice": [[6, 6, 6]], "east": 2}}, 4),
        ({"deal": {"east": 0}, "state": {"banker": 3}}, 2),
        ({"state": {"banker": 3}}, 3),
    ],
    ids=case_id,
)
def test_seat_winds_follow_the_place_of_the_break(how: Data, wind: int) -> None:
    how = {"state": {"banker": 0, "round": 1}, **how}
    own = common("345p45667s88m", "8s", chow("234m"), pung(f"{wind}{wind}{wind}z"), **how)
    assert "seat_wind_pung" in tai(own)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, (1, 1, 0, False)),
        ({"banker": 3}, (0, 2, 0, False)),
        ({"banker": 1, "repeats": 4}, (1, 1, 5, False)),
        ({"banker": 2, "carry": {"first_banker": 3}}, (3, 2, 0, False)),
        ({"banker": 3, "round": 4}, (0, 5, 0, True)),
        ({"banker": 1, "round": 4}, (1, 4, 1, False)),
        ({"banker": 2, "round": 4, "carry": {"first_banker": 3}}, (3, 5, 0, True)),
    ],
    ids=case_id,
)
def test_the_next_hand(state: Data, expected: tuple[int, int, int, bool]) -> None:
    table = settle(common(*PLAIN, source=3, state=state))["next"]
    assert (table["banker"], table["round"], table["repeats"], table["over"]) == expected
    assert table["carry"] == {"first_banker": 0} | state.get("carry", {})


@pytest.mark.parametrize(
    ("outcome", "incidents", "options", "repeats"),
    [
        ("draw", [], {}, 2),
        ("abort", [], {}, 1),
        ("abort", [{"kind": "four_wests"}], {"four_wests_abort": True}, 2),
    ],
)
def test_hands_that_nobody_won(outcome: str, incidents: Any, options: Data, repeats: int) -> None:
    state = {"banker": 3, "round": 4, "repeats": 1, "carry": {"first_banker": 2}}
    data = record("taiwan-common", outcome=outcome, incidents=incidents, options=options)
    answer = settle(data | {"state": state})
    assert answer["payments"] == []
    assert answer["next"] == state | {"repeats": repeats, "over": False}


def two_winners(**how: Any) -> Data:
    """Return a hand in which seats 1 and 2 win on seat 0's 8s."""
    data = common(*PLAIN, source=0, **how)
    data["seats"][2] = seat(2, 4, "567m22267s234p22m", chow("123p"))
    data["wins"].append({**data["wins"][0], "seat": 2})
    return data


def test_a_house_may_let_several_win_on_one_discard() -> None:
    house = {"multiple_winners": True}
    answer = settle(two_winners(options=house, state={"banker": 2}))
    assert answer["net"] == [-7, 3, 4, 0]
    assert (answer["next"]["banker"], answer["next"]["repeats"]) == (2, 1)
    liable = [{"kind": "hidden_flower", "seat": 3}]
    assert settle(two_winners(options=house, incidents=liable))["net"] == [0, 4, 4, -8]


@pytest.mark.parametrize("robbed", [kong("8888s", "added"), pung("888s")], ids=["kong", "pung"])
def test_a_robbed_kong_is_the_pung_that_it_was(robbed: Data) -> None:
    data = common(*PLAIN, source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, robbed)
    assert tai(data) == {"robbing_the_kong": 1}
