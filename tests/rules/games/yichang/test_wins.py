"""Wins, payments and what holds for every hand: yichang.md."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given

import rules
from hw_sim.players import HandSpec, drawn_record, winning_record
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.tiles import HONORS, parse
from tests.rules.games.turning import CHANCES
from tests.rules.games.yichang.hands import (
    BOTH_WAYS,
    PLAIN,
    PUNGS,
    PURE,
    PURE_BOTH_WAYS,
    PURE_PUNGS,
    count_elements,
    sum_gains,
    win,
    yichang,
)
from tests.rules.records import kong, pung, refusal, settle, steps

CONCEALED = {"fully_concealed_self_draw": 1}


@pytest.mark.parametrize(
    ("lying", "last_win", "elements"),
    [
        (PLAIN, win("2p", 0), {"common_win": 1}),
        (PLAIN, win("2p"), {"common_win": 1, **CONCEALED}),
        (("3467899p", pung("444m"), pung("777m")), win("2p"), {"common_win": 1}),
        (PUNGS, win("8p", 0), {"all_pungs": 3}),
        (PUNGS, win("8p"), {"all_pungs": 3}),
        ("333444666m3399p", win("9p"), {"all_pungs": 3, **CONCEALED}),
        ("666777888m3399p", win("9p", 0), {"all_pungs": 3}),
        (PURE, win("7p", 0), {"pure_one_suit": 6}),
        (PURE, win("7p"), {"pure_one_suit": 6, **CONCEALED}),
        (PURE_PUNGS, win("9p", 0), {"pure_all_pungs": 9}),
        (PURE_PUNGS, win("9p"), {"pure_all_pungs": 9}),
        (
            ("3467899p", kong("4444m", "discard"), pung("777m")),
            win("2p", 0),
            {"common_win": 1, "open_kong": 1},
        ),
        (
            ("3467899p", kong("4444m", "discard"), kong("7777m", "added")),
            win("2p"),
            {"common_win": 1, "open_kong": 2},
        ),
        (
            ("3467899p", kong("4444m"), kong("7777m")),
            win("2p"),
            {"common_win": 1, "concealed_kong": 4, **CONCEALED},
        ),
        (
            ("3467899p", kong("4444m", "discard"), kong("7777m")),
            win("2p"),
            {"common_win": 1, "open_kong": 1, "concealed_kong": 2},
        ),
        (
            ("9p", *(kong(f"{rank * 4}p") for rank in "1234")),
            win("9p"),
            {"pure_all_pungs": 9, "concealed_kong": 8, **CONCEALED},
        ),
    ],
)
def test_what_a_win_counts(lying: Any, last_win: Any, elements: dict[str, int]) -> None:
    assert count_elements(yichang(lying, last_win)) == elements


@pytest.mark.parametrize("mark", ["kong_draw", "last_tile", "last_discard"])
def test_marks_count_nothing(mark: str) -> None:
    assert count_elements(yichang(PLAIN, win("2p", 0, marks=[mark]))) == {"common_win": 1}


@pytest.mark.parametrize(
    ("values", "name", "fan"),
    [
        ([2, 4, 8, 16], "all_pungs", 4),
        ([5, 3, 6, 9], "common_win", 5),
        ([3, 3, 6, 9], "all_pungs", 3),
        ([0, 0, 0, 0], "all_pungs", 0),
    ],
)
def test_the_first_win_is_read_as_what_is_worth_most(
    values: list[int], name: str, fan: int
) -> None:
    data = yichang("666777888m3399p", win("9p", 0), options={"fan_values": values})
    assert count_elements(data) == {name: fan}
    assert sum_gains(data, "win") == [-fan, fan, 0, 0]


def test_the_reading_has_all_tiles() -> None:
    reading = settle(yichang(PUNGS, win("8p", 0)))["wins"][0]["reading"]
    assert [sorted(reading[0]), reading[1]] == [["333p", "66p", "888p"], ["444m", "777m"]]


def test_only_the_discarder_pays_and_everybody_for_a_self_draw() -> None:
    assert sum_gains(yichang(PUNGS, win("8p", 0)), "win") == [-3, 3, 0, 0]
    assert sum_gains(yichang(PUNGS, win("8p")), "win") == [-3, 9, -3, -3]


KONG_PAYERS = {
    0: (None, kong("1111m"), kong("5555m", "discard")),
    3: (None, kong("7777s", "added"), pung("222s")),
}


def test_the_payers_kongs_are_added() -> None:
    discard_win = yichang(PLAIN, win("2p", 0), around=KONG_PAYERS)
    self_draw = yichang(PLAIN, win("2p"), around=KONG_PAYERS)
    assert sum_gains(discard_win, "win") == [-4, 4, 0, 0]
    assert sum_gains(self_draw, "win") == [-5, 10, -2, -3]
    assert steps(settle(self_draw)) == (
        "common_win +1, fully_concealed_self_draw +1, open_kong +1 of 0, concealed_kong +2 of 0"
    )
    assert settle(self_draw)["wins"][0]["score"] == 2
    for data in (discard_win, self_draw):
        data["options"] = {"payer_kongs": False}
    assert sum_gains(discard_win, "win") == [-1, 1, 0, 0]
    assert sum_gains(self_draw, "win") == [-2, 6, -2, -2]


@pytest.mark.parametrize("stands_as", [kong("2222p", "added"), pung("222p")])
def test_a_robbed_kong_counts_for_nobody(stands_as: Any) -> None:
    around = {3: (None, stands_as)}
    data = yichang(PLAIN, win("2p", 3, by="robbed_kong"), win("5p"), around=around)
    assert sum_gains(data, "win") == [-2, 7, -2, -3]


def test_wins_are_paid_in_turn_by_earlier_winners_too() -> None:
    wins = (win("2p", 0), win("5p"), win("1s", None, 3))
    data = yichang(PLAIN, *wins, around={3: "123456789s2341s"})
    assert [entry["score"] for entry in settle(data)["wins"]] == [1, 2, 7]
    assert sum_gains(data, "win") == [-1 - 2 - 7, 1 + 6 - 7, -2 - 7, -2 + 21]


@pytest.mark.parametrize(
    ("made_after", "fans"),
    [(None, [2, 2, 2]), ([0], [2, 2, 2]), ([1], [1, 2, 2]), ([2], [1, 1, 2]), ([3], [1, 1, 1])],
)
@pytest.mark.parametrize("kind", ["added", "concealed"])
def test_kongs_count_from_when_they_were_made(
    kind: str, made_after: list[int] | None, fans: list[int]
) -> None:
    wins = (win("2p", 0), win("5p", 0), win("2p", 2))
    data = yichang(("678m3467899p", kong("4444m", kind)), *wins, made_after=made_after)
    worth = 2 if kind == "concealed" else 1
    expected = [1 + worth * (fan - 1) for fan in fans]
    assert [entry["score"] for entry in settle(data)["wins"]] == expected


def test_a_payers_kong_counts_from_when_it_was_made() -> None:
    around = {0: (None, kong("1111s"), kong("5555s", "discard"))}
    data = yichang(PLAIN, win("2p", 0), win("5p", 0), win("2p", 0), around=around)
    data["seats"][0]["facts"] = {"made_after": [1, 2]}
    amounts = [row["amount"] for row in settle(data)["payments"] if row["for"] == "win"]
    assert amounts == [1, 3, 4]


def test_concealment_ends_for_good_with_an_open_kong() -> None:
    data = yichang(("3467899p", kong("4444m", "discard"), kong("7777m")), win("2p"))
    assert "fully_concealed_self_draw" not in count_elements(data)


@pytest.mark.parametrize(
    ("lying", "first", "further", "element"),
    [
        (BOTH_WAYS, "6p", "4p", "common_win"),
        (BOTH_WAYS, "4p", "5p", "all_pungs"),
        (PURE_BOTH_WAYS, "6p", "4p", "pure_one_suit"),
        (PURE_BOTH_WAYS, "4p", "5p", "pure_all_pungs"),
        (BOTH_WAYS, "4p", "6p", None),
        (PURE_BOTH_WAYS, "4p", "6p", None),
    ],
)
def test_a_further_win_contains_the_first_and_pays_it(
    lying: Any, first: str, further: str, element: str | None
) -> None:
    data = yichang(lying, win(first, 0), win(further, 2))
    if element is None:
        assert refusal(data) == ("barred", "wins[1]")
    else:
        assert list(count_elements(data, 0)) == [element]
        assert list(count_elements(data, 1)) == [element]


def test_the_first_win_counts_for_a_third_too() -> None:
    data = yichang(BOTH_WAYS, win("6p", 0), win("4p", 2), win("6p", 2))
    assert list(count_elements(data, 2)) == ["common_win"]
    data = yichang(BOTH_WAYS, win("4p", 0), win("5p", 2), win("6p", 2))
    assert refusal(data) == ("barred", "wins[2]")


def test_concealment_is_looked_at_anew() -> None:
    data = yichang(PLAIN, win("2p", 0), win("5p"))
    assert count_elements(data, 0) == {"common_win": 1}
    assert count_elements(data, 1) == {"common_win": 1, **CONCEALED}


SECOND = {2: "234678s3467899p"}


def banker_after(data: Any) -> tuple[int, int, int, bool]:
    """Return banker, repeats, round and whether the session is over."""
    state = settle(data)["next"]
    return state["banker"], state["repeats"], state["round"], state["over"]


def test_who_won_first_is_banker() -> None:
    wins = (win("2p", 0), win("5p", 0, 2))
    data = yichang(PLAIN, *wins, around=SECOND, state={"banker": 2, "repeats": 3, "round": 1})
    assert banker_after(data) == (1, 0, 1, False)
    data["state"] = {"banker": 1, "repeats": 3}
    assert banker_after(data) == (1, 4, 1, False)


@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
def test_who_gave_the_first_win_to_several_is_banker(by: str) -> None:
    around = {**SECOND, 0: (None, kong("2222p", "added"))} if by == "robbed_kong" else SECOND
    wins = (win("2p", 0, by=by), win("2p", 0, 2, by=by))
    assert banker_after(yichang(PLAIN, *wins, around=around, state={"repeats": 1}))[:2] == (0, 2)


@pytest.mark.parametrize(
    "wins",
    [
        (win("2p", 0), win("2p", 0, 2, facts={"separate": True})),
        (win("2p", 0), win("2p", 3, 2)),
        (win("2p", 0), win("5p", 0, 2)),
        (win("2p", 0), win("5p"), win("2p", 0, 2)),
        (win("2p", 0), win("2p", 0)),
        (win("2p"), win("2p", None, 2)),
    ],
)
def test_wins_on_different_tiles(wins: tuple[Any, ...]) -> None:
    assert banker_after(yichang(PLAIN, *wins, around=SECOND))[0] == 1


def test_each_of_several_is_paid_in_full() -> None:
    around = {2: "234678s3467899p", 3: "22666777888s34p"}
    wins = (win("2p", 0), win("2p", 0, 2), win("2p", 0, 3))
    assert sum_gains(yichang(PLAIN, *wins, around=around), "win") == [-3, 1, 1, 1]


def test_copies_of_several_winners_tile_are_one() -> None:
    """Two other 2p lie in the banker's hand, so two may win."""
    around = {**SECOND, 0: "1122p123456789s"}
    apart = {"facts": {"separate": True}}
    wins = [win("2p", 3), win("2p", 3, 2), win("2p", 3)]
    assert settle(yichang(PLAIN, *wins, around=around))
    wins[1] |= apart
    assert settle(yichang(PLAIN, *wins, around=around))
    wins[2] |= apart
    assert refusal(yichang(PLAIN, *wins, around=around)) == ("bad_tiles", "wins[2].tile")


GAME = rules.ruleset("yichang")
PENALTIES = ("not_ready", "flower_pig")
COPIES = 4


@given(CHANCES)
def test_the_same_win_again_pays_the_same_again(chance: random.Random) -> None:
    data = winning_record(GAME, chance, HandSpec(further=()))
    twice = copy.deepcopy(data)
    twice["wins"].append(copy.deepcopy(data["wins"][0]))
    if data["wins"][0]["by"] == "robbed_kong":
        return
    answer: Any = rules.settle_json(twice)
    if "error" in answer:  # there is no other copy of the tile
        assert answer["error"]["code"] == "bad_tiles"
        return
    assert sum_gains(twice, "win") == [2 * gain for gain in sum_gains(data, "win")]
    assert sum_gains(twice, *PENALTIES) == sum_gains(data, *PENALTIES)
    assert count_elements(twice, 1) == count_elements(data, 0)


@given(CHANCES)
def test_who_is_not_ready_pays_and_who_is_gets(chance: random.Random) -> None:
    """Ready by trying every tile."""
    data = drawn_record(GAME, chance)
    ready = {number for number, seat in enumerate(data["seats"]) if _is_ready(seat)}
    rows = settle(data)["payments"]
    assert {row["to"] for row in rows} == (ready if len(ready) < COPIES else set())
    assert {row["from"] for row in rows} == ({0, 1, 2, 3} - ready if ready else set())


def _is_ready(seat: dict[str, object]) -> bool:
    """Return whether a tile that *seat* has not all of completes it with two suits at most."""
    hand = parse(str(seat["hand"]))
    melds = seat["melds"]
    assert isinstance(melds, list)
    meld_tiles = parse("".join(meld["tiles"] for meld in melds))
    tiles = hand + meld_tiles
    return any(
        completes(pack((*hand, kind)), 4 - len(melds))
        for kind in range(HONORS)
        if tiles.count(kind) < COPIES and len({one // 9 for one in (*tiles, kind)}) < 3
    )
