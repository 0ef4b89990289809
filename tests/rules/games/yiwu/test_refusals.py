"""What yiwu.md refuses, with the rule that forbids it."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.yiwu.hands import (
    KONG_WAIT,
    ONE_FORTUNE,
    PAIR_WAIT,
    PLAIN,
    ROBBED,
    THREE_FORTUNES,
    TWO_FORTUNES,
    element,
    facts,
    unpaid,
    yiwu,
)
from tests.rules.records import Data, chow, kong, pung, refusal, settle

ROB = ("123m57p456789s11z", "6p")
AFTER = {"banker": 0, "repeats": 1}


def reasons(data: Data) -> list[str]:
    """Return the messages of all that is refused, all of them bars."""
    answer: Any = rules.settle_json(data)
    problems = answer["error"]["problems"]
    assert {one["code"] for one in problems} == {"barred"}, problems
    return [one["message"] for one in problems]


ROB_6P: Data = {"by": "robbed_kong", "source": 3, "around": ROBBED}


@pytest.mark.parametrize(
    ("hand", "how", "rule"),
    [
        (TWO_FORTUNES, {"source": 0}, "two or more fortune tiles"),
        (PLAIN, {"source": 0, "around": facts(3, floats=1)}, "was floated"),
        (PLAIN, {"source": 0, "before": {"facts": {"floats": 1}}}, "was floated"),
        (PLAIN, {"source": 0, "around": {2: {"discards": ["9m"]}}}, "was floated"),
        (PAIR_WAIT, {"source": 0}, "self-draw only"),
        (("9m1133p2255s4477z", "1z"), {"source": 0}, "self-draw only"),
        (("9m123m123p456789s", "6p"), ROB_6P, "self-draw only"),
        (THREE_FORTUNES, {}, "three fortune tiles"),
        (("12999m57p4568s11z", "6p"), ROB_6P, "three fortune tiles"),
        (PLAIN, {"around": facts(2, floats=2)}, "after a double float"),
        (PLAIN, {"before": {"facts": {"floats": 2}}}, "after a double float"),
        (ROB, {**ROB_6P, "around": {**ROBBED, **facts(2, floats=2)}}, "after a double float"),
        (ONE_FORTUNE, {"source": 0}, "nobody wins on a discarded one"),
        (PLAIN, {"source": 0, "winner": 3, "facts": {"rivals": [2]}}, "the nearest"),
        (ROB, {**ROB_6P, "facts": {"rivals": [0]}}, "the nearest"),
    ],
)
def test_a_rule_forbids_the_win(hand: tuple[str, str], how: Data, rule: str) -> None:
    (message,) = reasons(yiwu(*hand, **how))
    assert rule in message


def test_the_nearest_of_several_claimants_wins() -> None:
    assert element(yiwu(*PLAIN, winner=1, source=0, facts={"rivals": [2, 3]}))[1] == 1


@pytest.mark.parametrize(
    ("hand", "around"),
    [(("12399m57p45689s1z", "6p"), {}), (ROB, facts(2, floats=1))],
)
def test_two_fortune_tiles_or_a_float_do_not_bar_robbing(
    hand: tuple[str, str], around: dict[int, Data]
) -> None:
    """D4."""
    data = yiwu(*hand, **{**ROB_6P, "around": {**ROBBED, **around}})
    assert element(data) == ("robbing_the_kong", 2)


@pytest.mark.parametrize("by_draw", [True, False])
def test_a_pair_wait_or_a_supplement_wins_after_a_double_float(by_draw: bool) -> None:
    around = facts(3, floats=2)
    hand, marks = (PAIR_WAIT, ()) if by_draw else (KONG_WAIT, ("kong_draw",))
    assert element(yiwu(*hand, marks=marks, around=around))[1] == 4


@pytest.mark.parametrize(
    ("winner", "source", "settles"), [(1, 2, False), (1, 0, True), (0, 3, True), (1, None, True)]
)
def test_banker_only_bars_discards_between_others(
    winner: int, source: int | None, settles: bool
) -> None:
    """D2."""
    data = yiwu(*PLAIN, winner=winner, source=source, options={"plain_win": "banker_only"})
    if settles:
        assert settle(data)
    else:
        assert "from or for the banker" in reasons(data)[0]


def test_banker_only_leaves_robbing_alone() -> None:
    data = yiwu(*ROB, **ROB_6P, options={"plain_win": "banker_only"})
    assert element(data)[0] == "robbing_the_kong"


def test_only_one_wins_a_hand() -> None:
    data = yiwu(*PLAIN, source=0, around={2: {"hand": "678p9s111222333z"}})
    data["wins"].append({"seat": 2, "tile": "9s", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")


def test_a_win_that_is_none_is_told_before_what_forbids_it() -> None:
    data = yiwu("123m456789p2349s", "8s", source=0, around=facts(3, floats=1))
    answer: Any = rules.settle_json(data)
    assert [one["code"] for one in answer["error"]["problems"]] == ["not_a_win", "barred"]


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {}}, "deal.indicators"),
        ({"deal": {"indicators": ["9m", "8m"]}}, "deal.indicators"),
        ({"deal": {"indicators": ["9m"], "hidden_indicators": ["8m"]}}, "deal.hidden_indicators"),
        ({"around": facts(2, floats=3)}, "seats[2].facts.floats"),
        ({"around": facts(2, floats=True)}, "seats[2].facts.floats"),
        ({"around": facts(2, bought=1)}, "seats[2].facts.bought"),
        ({"around": facts(2, stake="1")}, "seats[2].facts.stake"),
        ({"around": facts(2, luck=1)}, "seats[2].facts.luck"),
        ({"source": 3, "facts": {"rivals": [1, 2]}}, "wins[0].facts.rivals"),
        ({"source": 3, "facts": {"rivals": [3]}}, "wins[0].facts.rivals"),
        ({"incidents": [{"kind": "false_win", "seat": 0}]}, "incidents[0].kind"),
        ({"around": facts(2, stake=1)}, "seats[2].facts.stake"),
        ({"state": AFTER, "around": facts(0, stake=1)}, "seats[0].facts.stake"),
        ({"state": {"carry": {"stakes": [0, 1, 0, 0]}}}, "seats[1].facts.stake"),
        ({"state": {"carry": {"stakes": [0, 1, 0]}}}, "state.carry.stakes"),
        ({"state": {"carry": {"stakes": [0, -1, 0, 0]}}}, "state.carry.stakes"),
        ({"state": {"carry": {"stakes": 1}}}, "state.carry.stakes"),
        ({"state": {"carry": {"bought": [0, 0, 0, 0]}}}, "state.carry.bought"),
        ({"state": {"carry": {"stake_size": -1}}}, "state.carry.stake_size"),
        ({"state": {"carry": {"honba": 1}}}, "state.carry.honba"),
    ],
)
def test_a_bad_record(how: Data, where: str) -> None:
    assert refusal(yiwu(*PLAIN, **how)) == ("bad_record", where)


@pytest.mark.parametrize(
    ("carry", "fields", "where"),
    [
        ({"stakes": [0, 0, 2, 0]}, {"stake": 1}, "seats[2].facts.stake"),
        ({"stakes": [0, 0, 2, 0]}, {"stake": 0}, "seats[2].facts.stake"),
        ({"stakes": [0, 0, 2, 0], "stake_size": 4}, {"stake": 4}, "seats[2].facts.stake"),
        ({"stake_size": 2}, {"stake": 1}, "seats[2].facts.stake"),
        ({"stake_size": 0}, {"stake": 1}, "seats[2].facts.stake"),
        ({"bought": [False] * 4}, {"bought": True}, "seats[2].facts.bought"),
        ({"bought": [False, False, True, False]}, {"bought": False}, "seats[2].facts.bought"),
    ],
)
def test_while_the_banker_goes_on_stakes_and_purchases_stand(
    carry: Data, fields: Data, where: str
) -> None:
    data = yiwu(*PLAIN, state={**AFTER, "carry": carry}, around=facts(2, **fields))
    assert refusal(data) == ("bad_record", where)
    draw = unpaid(state={**AFTER, "carry": carry}, around=facts(2, **fields))
    assert refusal(draw) == ("bad_record", where)


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ({**AFTER, "carry": {"stakes": [0, 0, 2, 0], "stake_size": 4}}, {"stake": 2}),
        ({**AFTER, "carry": {"stake_size": 4}}, {"stake": 4}),
        ({**AFTER, "carry": {"stake_size": None}}, {"stake": 3}),
        (AFTER, {"stake": 1, "bought": True}),
        ({"carry": {"bought": [False] * 4}}, {"bought": True}),
        ({"carry": {"bought": [False, False, True, False]}}, {"bought": False}),
    ],
)
def test_stakes_and_purchases_that_may_be_made(state: Data, fields: Data) -> None:
    assert settle(yiwu(*PLAIN, state=state, around=facts(2, **fields)))


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"before": {"flowers": "1f"}}, "seats[1].flowers"),
        ({"around": {2: {"aside": "9m"}}}, "seats[2].aside"),
        ({"around": {2: {"hand": "99m", "melds": []}}}, "seats[2].hand"),
        ({"before": {"facts": {"floats": 2}}, "around": {2: {"hand": "99m12346666s345z"}}},
         "seats[1].facts.floats"),
    ],
)  # fmt: skip
def test_bad_tiles(how: Data, where: str) -> None:
    assert refusal(yiwu(*PLAIN, **how)) == ("bad_tiles", where)


@pytest.mark.parametrize(
    "meld",
    [
        chow("789m", "7m"),
        pung("999m"),
        chow("78m5p", "5p"),
        pung("55z9m"),
        chow("567z", "5z"),
        chow("46m5z", "5z"),
    ],
)
def test_a_fortune_tile_is_in_no_set_and_a_white_is_the_indicators_tile(meld: Data) -> None:
    code, where = refusal(yiwu("456789p2399s", "4s", meld))
    assert (code, where) == ("bad_meld", "seats[1].melds[0]")


def test_whites_are_in_no_set_where_they_are_fortune_tiles() -> None:
    data = yiwu("456789p2399s", "4s", pung("555z"), deal={"indicators": ["5z"]})
    assert refusal(data)[0] == "bad_meld"


def test_only_a_kong_added_to_a_pung_is_robbed() -> None:
    hand = ("123m57p456789s11z", "6p")
    how = {"by": "robbed_kong", "source": 3}
    concealed = {3: {"melds": [kong("6666p")]}}
    assert refusal(yiwu(*hand, **how, around=concealed))[0] == "barred"
    assert refusal(yiwu(*hand, **how))[0] == "bad_record"
    as_pung = {3: {"melds": [{"kind": "pung", "tiles": "666p", "from": 0}]}}
    assert element(yiwu(*hand, **how, around=as_pung))[0] == "robbing_the_kong"
