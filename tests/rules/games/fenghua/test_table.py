"""Who pays in Fenghua, what is refused, the next banker and the wall: fenghua.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.fenghua.hands import CLOSED, OPEN, fenghua, unpaid
from tests.rules.records import (
    Data,
    chow,
    flowers,
    indicated,
    kong,
    net,
    options,
    pung,
    refusal,
    score,
    settle,
    steps,
)

BELOW = ("below_minimum", "wins[0]")


def of(seat: int, *melds: Data) -> tuple[Data, ...]:
    """Return *melds* as claimed from *seat*; chows come from the left-hand neighbour anyway."""
    return tuple(meld if meld["kind"] == "chow" else meld | {"from": seat} for meld in melds)


def test_everyone_pays_twice_after_a_self_draw() -> None:
    assert net(fenghua(*OPEN)) == [-20, 60, -20, -20]
    assert net(fenghua(*CLOSED, winner=0)) == [60, -20, -20, -20]


def test_the_discarder_pays_twice_and_the_others_once() -> None:
    assert net(fenghua(*CLOSED, source=3)) == [-10, 40, -10, -20]


def test_the_robbed_player_pays_for_all() -> None:
    around = {0: {"melds": [kong("5555m", "added") | {"from": 3}]}}
    data = fenghua(*CLOSED, by="robbed_kong", source=0, around=around)
    assert net(data) == [-60, 60, 0, 0]
    assert settle(data)["payments"] == [{"from": 0, "to": 1, "amount": 60, "for": "liability"}]
    assert steps(settle(data)) == (
        "base +1, all_sequences +1, closed_wait +1, self_draw +1, no_wild +1, round_up 10, "
        "sole_payer ×6"
    )


def test_who_discards_the_last_tile_pays_for_all() -> None:
    last: Data = {"marks": ("last_discard",)}
    assert net(fenghua(*CLOSED, source=3, **last)) == [0, 40, 0, -40]
    assert net(fenghua(*CLOSED, **last)) == [-20, 60, -20, -20]


FOUR = of(0, chow("123m"), pung("555p"), kong("6666s", "added"), pung("222s"))


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({}, [-1260, 1260, 0, 0]),
        ({"source": 0}, [-840, 840, 0, 0]),
        ({"source": 2}, [-840, 840, 0, 0]),
        ({"source": 2, "marks": ("last_discard",)}, [0, 840, -840, 0]),
    ],
    ids=case_id,
)
def test_who_fed_four_sets_pays_for_all(how: Data, gains: list[int]) -> None:
    """100 + 100 for the kong + 3 or 4 is 210."""
    assert net(fenghua("8p", "8p", *FOUR, **how)) == gains


def test_a_set_of_its_own_or_of_another_does_not_bind() -> None:
    for last in (kong("2222s"), pung("222s") | {"from": 3}):
        assert net(fenghua("8p", "8p", *FOUR[:3], last))[2] < 0


@pytest.mark.parametrize(
    ("hand", "binds"),
    [
        (("44m66z", "6z", *of(2, pung("111m"), pung("777m"), pung("333z"))), True),
        (("44p66z", "6z", *of(2, pung("111m"), pung("777s"), pung("333z"))), True),
        (("44m56m", "7m", *of(2, pung("111m"), pung("777m"), pung("888m"))), True),
        (("44m56m", "7m", *of(2, pung("111m"), pung("777m"), pung("333z"))), True),
        (("44m56p", "7p", *of(2, pung("111m"), pung("777m"), pung("333z"))), False),
        (("4m66z9m", "6z", *of(2, pung("111m"), pung("777m"), pung("333z"))), True),
        (
            ("44m66z", "6z", pung("111m") | {"from": 3}, *of(2, pung("777m"), pung("333z"))),
            False,
        ),
    ],
    ids=case_id,
)
def test_three_sets_bind_in_one_suit_and_all_pungs(hand: Any, binds: bool) -> None:
    gains = net(fenghua(*hand))
    assert (gains[0] == gains[3] == 0) == binds
    assert sum(gains) == 0


def test_feeding_binds_in_one_direction_only() -> None:
    """Seat 1 fed seat 2 four sets, and wins itself."""
    fed = {2: {"melds": [*(meld | {"from": 1} for meld in FOUR[1:]), chow("567m") | {"from": 1}]}}
    assert net(fenghua("234m2278945p", "3p", pung("777z"), around=fed))[0] < 0


def test_the_robbed_player_comes_before_the_feeder() -> None:
    melds = of(2, pung("111m"), pung("777m"), pung("333z"))
    around = {3: {"melds": [kong("6666m", "added") | {"from": 2}]}}
    data = fenghua("4457m", "6m", *melds, by="robbed_kong", source=3, around=around)
    assert net(data)[2] == 0
    assert net(data)[3] < 0


def test_eight_flowers_are_paid_as_a_self_draw() -> None:
    """400 + 300 + 4 + 3 is 707, rounded up to 710."""
    how: Data = {**indicated("9s"), **flowers("12345678f"), "by": "declared"}
    data = fenghua("13579m2468p1234z", None, **how)
    assert net(data) == [-1420, 4260, -1420, -1420]
    assert settle(data)["next"]["banker"] == 1
    fed = fenghua("3z", None, *FOUR, **how)
    assert net(fed)[2:] == [0, 0]


def test_a_discard_wins_from_four_tai() -> None:
    assert refusal(fenghua(*OPEN, source=3)) == BELOW
    assert score(fenghua(*OPEN, source=3, **options(minimum=3))) == 10
    two = ("23467m456p99p444s", "8m")
    assert refusal(fenghua(*two, source=3, **options(minimum=3))) == BELOW


@pytest.mark.parametrize(
    "hand",
    [
        ("23467m99p444s", "8m", kong("1111m")),
        ("23467m99p444s", "8m", kong("1111m", "added")),
        ("12m5p3339s", "9s", chow("456p"), chow("678m")),
    ],
    ids=case_id,
)
def test_kongs_and_three_wild_tiles_do_not_count_for_the_minimum(hand: Any) -> None:
    assert refusal(fenghua(*hand, source=2, **indicated("3s"))) == BELOW


def test_flowers_do_not_count_for_the_minimum() -> None:
    assert refusal(fenghua(*OPEN, source=3, **flowers("12345678f"))) == BELOW


def test_a_robbed_kong_needs_no_minimum() -> None:
    around = {0: {"melds": [kong("8888m", "added") | {"from": 3}]}}
    data = fenghua("23467m456p99p444s", "8m", by="robbed_kong", source=0, around=around)
    assert score(data) == 10


@pytest.mark.parametrize(
    ("hand", "barred"),
    [
        (("123m456p9m", "2z", pung("777z"), chow("678s")), True),
        (("9m", "3z", chow("123m"), pung("555p"), kong("6666s"), pung("222s")), True),
        (("123m46p99m", "3z", pung("777z"), chow("678s")), True),
        (("1133m2255p77s44z9m", "3z"), True),
        (("1133m2255p77s4z99m", "3z"), True),
        (("111333m222z444z9m", "2s"), True),
        (("123m46p55z", "5p", pung("777z"), chow("678s")), False),
        (("1233m46p9m", "3m", pung("777z"), chow("678s")), False),
    ],
    ids=case_id,
)
def test_a_lone_wild_tile_wins_no_discard(hand: Any, barred: bool) -> None:
    answer: Any = rules.settle_json(fenghua(*hand, source=3))
    code = answer["error"]["code"] if "error" in answer else ""
    assert (code == "barred") == barred
    assert "error" not in rules.settle_json(fenghua(*hand))


def test_a_lone_wild_tile_may_rob_a_kong() -> None:
    around = {0: {"melds": [kong("2222z", "added") | {"from": 3}]}}
    hand = ("123m456p9m", "2z", pung("777z"), chow("678s"))
    data = fenghua(*hand, by="robbed_kong", source=0, around=around)
    assert net(data)[0] < 0


def test_a_discarded_wild_tile_may_be_won_on() -> None:
    data = fenghua("78m55z444p", "9m", pung("777z"), pung("666z"), source=3)
    assert score(data) == 10
    soft = {item["id"] for item in settle(data)["wins"][0]["items"]}
    assert {"one_wild", "wild_as_itself"} <= soft


def test_only_one_wins() -> None:
    data = fenghua(*CLOSED, source=3)
    data["seats"][0] = {"hand": "46m55678p123567s"}
    data["wins"].append({**data["wins"][0], "seat": 0})
    assert refusal(data) == ("barred", "wins[1]")
    rival = fenghua(*CLOSED, source=3, facts={"rivals": [0]})
    assert refusal(rival) == ("barred", "wins[0].facts.rivals")
    assert score(fenghua(*CLOSED, source=3, facts={"rivals": [2]})) == 10


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        (indicated(), ("bad_record", "deal.indicators")),
        (indicated("9m", "8m"), ("bad_record", "deal.indicators")),
        (
            {"deal": {"indicators": ["9m"], "hidden_indicators": ["1m"]}},
            ("bad_record", "deal.hidden_indicators"),
        ),
        ({**indicated("1f"), **flowers("2f")}, ("bad_tiles", "seats[1].flowers")),
        (flowers("1m"), ("bad_tiles", "seats[1].flowers")),
        (flowers("11f"), ("bad_tiles", "seats[1].flowers")),
        ({"before": {"aside": "1m"}}, ("bad_tiles", "seats[1].aside")),
        ({"marks": ("kong_bloom",)}, ("bad_record", "wins[0].marks")),
        ({"by": "robbed_flower", "source": 3}, ("bad_record", "wins[0].by")),
        ({"by": "declared"}, ("bad_record", "wins[0].tile")),
        ({"state": {"carry": {"first_banker": 1}}}, ("bad_record", "state.carry.first_banker")),
        ({"incidents": [{"kind": "fine"}]}, ("bad_record", "incidents[0].kind")),
        (options(minimum=2), ("unknown_option", "options.minimum")),
        (options(honor_hands="no"), ("unknown_option", "options.honor_hands")),
        (options(last_tile_tai=-1), ("unknown_option", "options.last_tile_tai")),
        (options(robbing_the_kong_tai=True), ("unknown_option", "options.robbing_the_kong_tai")),
    ],
    ids=case_id,
)
def test_what_the_form_cannot_be(fields: Data, problem: tuple[str, str]) -> None:
    assert refusal(fenghua(*CLOSED, **fields)) == problem


def test_marks_without_effect_are_taken() -> None:
    assert net(fenghua(*CLOSED, marks=("dealt",))) == net(fenghua(*CLOSED))
    win = fenghua(*CLOSED, source=0, marks=("first_discard",))
    assert net(win) == net(fenghua(*CLOSED, source=0))


@pytest.mark.parametrize(
    ("meld", "indicator"),
    [(pung("777z"), "7z"), (kong("7777z"), "7z"), (chow("678s"), "6s"), (pung("111f"), "9m")],
    ids=case_id,
)
def test_no_wild_tile_is_laid_down(meld: Data, indicator: str) -> None:
    data = fenghua("2344m567p33s9p", "5m", meld, **indicated(indicator))
    codes = {problem["code"] for problem in problems(data)}
    assert "bad_meld" in codes


def problems(data: Data) -> list[Data]:
    """Return everything that is told to be wrong with *data*."""
    answer: Any = rules.settle_json(data)
    rows: list[Data] = answer["error"]["problems"]
    return rows


def test_a_flower_is_laid_out_unless_it_is_wild() -> None:
    with_flower = ("2346m567p33s2f", "5m", chow("678s"))
    assert refusal(fenghua(*with_flower)) == ("bad_tiles", "seats[1].hand")
    assert score(fenghua(*with_flower, **indicated("1f"))) == 10


def test_eight_flowers_show_the_hand() -> None:
    how: Data = {**indicated("9s"), **flowers("12345678f"), "by": "declared"}
    assert refusal(fenghua(None, None, **how)) == ("bad_record", "seats[1].hand")
    assert refusal(fenghua("123m", None, **how)) == ("bad_tiles", "seats[1].hand")


@pytest.mark.parametrize(("kind", "code"), [("concealed", "barred"), ("discard", "bad_record")])
def test_only_an_added_kong_is_robbed(kind: str, code: str) -> None:
    standing = kong("5555m", kind) if kind == "concealed" else kong("5555m", kind) | {"from": 3}
    around = {0: {"melds": [standing]}}
    codes = [
        one["code"] for one in problems(fenghua(*CLOSED, by="robbed_kong", source=0, around=around))
    ]
    assert code in codes


def test_the_kong_that_is_named_is_one() -> None:
    data = fenghua(*CLOSED, marks=("kong_draw",))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")


@pytest.mark.parametrize(
    ("winner", "state", "after"),
    [
        (0, {}, (0, 1, 1)),
        (1, {}, (1, 1, 0)),
        (2, {"banker": 3, "repeats": 2}, (0, 2, 0)),
        (3, {"banker": 3, "repeats": 2, "round": 4}, (3, 4, 3)),
        (0, {"banker": 3, "round": 4}, (0, 5, 0)),
    ],
    ids=case_id,
)
def test_who_is_banker_next(winner: int, state: Data, after: tuple[int, int, int]) -> None:
    coming = settle(fenghua("23467m567p33s678s", "8m", winner=winner, state=state))["next"]
    assert (coming["banker"], coming["round"], coming["repeats"]) == after
    assert coming["over"] is False


def test_the_banker_stays_after_a_draw() -> None:
    answer = settle(unpaid(state={"banker": 3, "repeats": 1, "round": 2}))
    assert answer["net"] == [0, 0, 0, 0]
    assert answer["next"] == {"banker": 3, "round": 2, "repeats": 2, "carry": {}, "over": False}


def test_a_draw_has_its_indicator_and_a_void_hand_need_not() -> None:
    assert refusal(unpaid(deal={})) == ("bad_record", "deal.indicators")
    assert settle(unpaid("abort", deal={}))["next"]["repeats"] == 0
