"""Taizhou's payments, liability, session and wall: taizhou.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.taizhou.hands import HIGHER, INDICATOR, PLAIN, TWO_WILD, loser, taizhou
from tests.rules.records import (
    Data,
    chow,
    kong,
    net,
    pung,
    record,
    score,
    seat,
    settle,
    steps,
)

BIG = ("78m55m123p", "9m", kong("7777z"), kong("1111z"))
"""Far above the limit."""

DRAGONS = ("234m99s55z", "5z", pung("666z"), pung("777z"))
"""Wins on the third dragon, 100 points."""

OTHER_WILD: Data = {"deal": {"indicators": ["4z"]}}


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"source": 3}, [-10, 20, -5, -5]),
        ({"by": "self_draw"}, [-12, 24, -6, -6]),
        ({"winner": 0, "source": 3}, [30, -10, -10, -10]),
        ({"source": 3, "state": {"banker": 2}}, [-5, 20, -10, -5]),
        ({"source": 3, "state": {"banker": 1, "repeats": 4}}, [-10, 30, -10, -10]),
    ],
    ids=case_id,
)
def test_the_banker_pays_and_gets_in_full(how: Data, gains: list[int]) -> None:
    assert net(taizhou(*PLAIN, **how)) == gains


def test_at_the_limit_nobody_pays_half() -> None:
    data = taizhou(*BIG, source=3)
    assert score(data) == 100
    assert net(data) == [-100, 300, -100, -100]


def test_exactly_a_hundred_is_the_limit() -> None:
    exact = taizhou("13m222p45688s", "2m", kong("7777z"), by="self_draw")
    assert score(exact) == 100
    assert net(exact) == [-100, 300, -100, -100]
    below = taizhou("13m222p45688s", "2m", kong("7777z"), source=3)
    assert (score(below), net(below)[2:]) == (96, [-48, -48])


def test_losers_settle_their_difference() -> None:
    around = {0: ("333s147m258p1234z",), 2: ("66z147m258p14s234z",), 3: (None,)}
    data = taizhou(*PLAIN, source=3, around=around)
    assert [loser(data, number)[0] for number in (0, 2, 3)] == [4, 2, 0]
    assert net(data) == [-10 + 2 + 4, 20, -5 - 2 + 1, -5 - 4 - 1]
    assert steps(settle(data), 1) == "base +10, not_banker ×1/2"
    assert steps(settle(data), 3) == "hand +4 of 0, hand -2 of 2"


def test_two_losers_at_the_limit_owe_each_other_nothing() -> None:
    big = (None, kong("7777z"), kong("1111m"))
    huge = (None, kong("6666z"), kong("5555z"), kong("9999m"))
    data = taizhou(*PLAIN, source=3, around={0: big, 2: huge})
    assert (loser(data, 0)[0], loser(data, 2)[0]) == (100, 100)
    assert net(data) == [-10 + 100, 20, -5 + 50, -5 - 100 - 50]


def test_losers_that_are_not_the_banker_halve_even_a_hundred() -> None:
    data = taizhou(*PLAIN, source=3, around={2: (None, kong("7777z"), kong("1111m"))})
    assert net(data) == [-10 - 100, 20, -5 + 100 + 50, -5 - 50]


def test_rows_say_what_they_are_for() -> None:
    data = taizhou(*PLAIN, source=3, around={2: (None, kong("1111p"))})
    rows = settle(data)["payments"]
    assert [row["for"] for row in rows] == ["win", "win", "win", "side", "side"]


@pytest.mark.parametrize("meld", [pung("666p"), kong("6666p", "added")], ids=lambda m: m["kind"])
def test_a_robbed_kong_counts_as_the_pung_that_it_was(meld: Data) -> None:
    data = taizhou("234m57p34588s789m", "6p", source=3, by="robbed_kong", around={3: (None, meld)})
    assert loser(data, 3) == (2, ["minor_open_pung"])
    assert score(data) == 12


def freshly(fresh: bool | None, **facts: Any) -> Data:
    """Return facts of a win on a tile that was *fresh* or not."""
    return {"facts": facts | ({} if fresh is None else {"fresh": fresh})}


@pytest.mark.parametrize(
    ("house", "fresh", "is_liable"),
    [
        ("both", True, True),
        ("both", False, False),
        ("both", None, False),
        ("two_dragons", True, True),
        ("two_dragons", False, False),
        ("none", False, True),
    ],
)
def test_feeding_the_third_dragon(house: str, fresh: bool | None, is_liable: bool) -> None:
    data = taizhou(*DRAGONS, source=2, **OTHER_WILD | freshly(fresh),
                   options={"fresh_required": house})  # fmt: skip
    assert net(data) == ([0, 300, -300, 0] if is_liable else [-100, 300, -100, -100])


@pytest.mark.parametrize(
    ("melds", "is_liable"),
    [
        ([pung("666z"), kong("7777z", "discard")], True),
        ([pung("666z"), kong("7777z", "added")], True),
        ([pung("666z"), kong("7777z")], False),
        ([pung("666z"), pung("111z")], False),
    ],
    ids=case_id,
)
def test_which_dragon_sets_make_liable(melds: list[Data], is_liable: bool) -> None:
    data = taizhou("234m99s55z", "5z", *melds, source=2, **OTHER_WILD | freshly(True))
    assert (net(data)[0] == 0) is is_liable


def test_the_third_dragon_may_be_anything_in_the_hand() -> None:
    pair = taizhou("234m789p5z", "5z", pung("666z"), pung("777z"), source=2,
                   **OTHER_WILD | freshly(True))  # fmt: skip
    run = taizhou("23m78988p", "5z", pung("666z"), pung("777z"), source=2,
                  deal={"indicators": ["4m"]}, facts={"fresh": True})  # fmt: skip
    assert net(pair)[2] < 0 == net(pair)[0] == net(pair)[3]
    assert net(run)[2] < 0 == net(run)[0] == net(run)[3]


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "is_liable"),
    [
        ("2399p", "4p", [chow("123p"), pung("555p"), chow("678p")], {}, True),
        ("2399p", "4p", [chow("123p"), pung("555p"), kong("8888p", "added")], {}, True),
        ("2399p", "4p", [chow("123p"), pung("555p"), kong("8888p")], {}, False),
        ("23p55z", "4p", [chow("123p"), pung("555p"), chow("678p")], {}, False),
        ("2399p", "4p", [chow("123p"), pung("555p"), chow("678p")], {"by": "self_draw"}, False),
        ("2399p", "5z", [chow("123p"), pung("555p"), chow("678p")],
         {"deal": {"indicators": ["4p"]}}, False),
        ("9p", "9p", [chow("123p"), pung("555p"), chow("678p"), chow("123p")], {}, True),
    ],
    ids=case_id,
)  # fmt: skip
def test_feeding_a_pure_suit_of_three_exposed_sets(
    hand: str, tile: str, melds: list[Data], how: Data, is_liable: bool
) -> None:
    how = {"source": None if "by" in how else 2, "deal": {"indicators": ["4z"]}} | how
    gains = net(taizhou(hand, tile, *melds, **how))
    assert (gains[0] == gains[3] == 0) is is_liable


FAR = "147m258p369s1234z"
NEAR = "12367m456p5578s1z"
READY = "123m456p5578s789m"


@pytest.mark.parametrize(
    ("house", "facts", "hand", "is_liable"),
    [
        ("both", {"fresh": True, "discarder_far": True}, READY, True),
        ("both", {"fresh": False, "discarder_far": True}, FAR, False),
        ("both", {"fresh": True, "discarder_far": False}, FAR, False),
        ("two_dragons", {"fresh": False, "discarder_far": True}, None, True),
        ("none", {"fresh": False, "discarder_far": True}, None, True),
        ("both", {"fresh": True}, FAR, True),
        ("both", {"fresh": True}, NEAR, False),
        ("both", {"fresh": True}, READY, False),
        ("both", {"fresh": True}, None, False),
        ("both", {"fresh": True}, "12367m55p78p56s12z", True),
        ("both", {"fresh": True}, "12367m55p78p56s1z4s", False),  # a fortune tile
        ("both", {"fresh": True}, "12367m55p78p56s15z", False),  # a white as 4s
    ],
    ids=case_id,
)
def test_discarding_a_fresh_dragon_far_from_ready(
    house: str, facts: Data, hand: str | None, is_liable: bool
) -> None:
    data = taizhou("233445m56788p77z", "7z", source=3, winner=0, facts=facts,
                   options={"fresh_required": house}, deal={"indicators": ["4s"]},
                   around={3: (hand,)})  # fmt: skip
    assert score(data) == 28
    assert net(data) == ([84, 0, 0, -84] if is_liable else [84, -28, -28, -28])


def test_other_tiles_make_nobody_liable_far_from_ready() -> None:
    data = taizhou(*PLAIN, source=3, facts={"fresh": True, "discarder_far": True})
    assert net(data)[0] == -10


def test_a_robbed_kong_makes_nobody_liable() -> None:
    melds = (chow("234p"), pung("555p"), chow("678p"))
    data = taizhou("2399p", "1p", *melds, source=3, by="robbed_kong",
                   around={3: (None, kong("1111p", "added"))},
                   deal={"indicators": ["4z"]})  # fmt: skip
    assert net(data) == [-96 - 4, 192, -48 - 2, -48 + 6]


def test_who_is_liable_pays_the_side_payments_and_gets_none() -> None:
    around = {0: (None, kong("5555p")), 2: (None, kong("8888p")), 3: (None, pung("222m"))}
    data = taizhou(*DRAGONS, source=2, **OTHER_WILD | freshly(True), around=around)
    rows = {(row["from"], row["to"], row["amount"], row["for"]) for row in
            settle(data)["payments"]}  # fmt: skip
    # seats 0 and 2 have 16 each and seat 3 has 2: 3 owes both, and only what goes to 0 is paid
    assert rows == {(2, 1, 100, "win"), (2, 0, 14, "side")}
    assert net(data) == [14, 300, -314, 0]


@pytest.mark.parametrize(
    ("discards", "is_fresh"),
    [
        (["1m", "2m", "3m", "4m"], True),
        (["1m", "2m", "3m5z", "4m"], True),  # the winning discard itself
        (["1m", "2m", "5z3m", "4m"], False),
        (["1m", "2m", "5z3m5z", "4m"], False),
        (["1m", "5z", "3m5z", "4m"], False),
        (["1m", None, "3m5z", "4m"], False),
    ],
    ids=case_id,
)
def test_whether_a_tile_is_fresh_follows_from_all_discards(
    discards: list[str | None], is_fresh: bool
) -> None:
    data = taizhou(*DRAGONS, source=2, **OTHER_WILD)
    for number, tiles in enumerate(discards):
        data["seats"][number]["discards"] = tiles
    assert (net(data)[0] == 0) is is_fresh


@pytest.mark.parametrize(
    ("meld", "is_fresh"),
    [(pung("888s"), True), (pung("777z"), False), (chow("123s"), True)],
    ids=case_id,
)
def test_a_tile_in_an_exposed_set_is_not_fresh(meld: Data, is_fresh: bool) -> None:
    data = taizhou(TWO_WILD, "7z", source=3, facts={"discarder_far": True}, options=HIGHER,
                   around={2: (None, meld)})  # fmt: skip
    for before in data["seats"]:
        before["discards"] = "1p"
    assert (net(data)[0] >= 0) is is_fresh


def test_rounding_up_to_tens() -> None:
    data = taizhou(*PLAIN, by="self_draw", options={"round_up": True},
                   around={0: (None, pung("222p")), 2: (None, pung("111p"))})  # fmt: skip
    assert score(data) == 20
    assert [loser(data, number)[0] for number in (0, 2, 3)] == [10, 10, 0]
    assert net(data) == [-20 + 10, 40, -10 + 5, -10 - 10 - 5]


def test_a_hundred_by_rounding_is_not_the_limit() -> None:
    data = taizhou("13m222p45688s", "2m", kong("7777z"), source=3, options={"round_up": True})
    assert (score(data), net(data)) == (100, [-100, 200, -50, -50])


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, (1, 1, 0, False)),
        ({"banker": 1, "repeats": 2}, (1, 1, 3, False)),
        ({"banker": 3, "round": 3}, (0, 4, 0, False)),
        ({"banker": 3, "round": 4}, (0, 5, 0, True)),
        ({"banker": 1, "round": 4}, (1, 4, 1, False)),
    ],
    ids=case_id,
)
def test_the_post_after_seat_1_won(state: Data, expected: tuple[int, int, int, bool]) -> None:
    then = settle(taizhou(*PLAIN, source=3, state=state))["next"]
    assert (then["banker"], then["round"], then["repeats"], then["over"]) == expected


@pytest.mark.parametrize(
    ("outcome", "expected"), [("draw", (0, 5, 0, True)), ("abort", (3, 4, 2, False))]
)
def test_a_hand_that_nobody_won_costs_nothing(
    outcome: str, expected: tuple[int, int, int, bool]
) -> None:
    state = {"banker": 3, "round": 4, "repeats": 2}
    data = record("taizhou", outcome=outcome, state=state, deal=INDICATOR)
    data["seats"][2] = seat(2, 4, None, kong("7777z"))
    answer = settle(data)
    assert answer["net"] == [0, 0, 0, 0]
    assert (answer["wins"], answer.get("losers", [])) == ([], [])
    then = answer["next"]
    assert (then["banker"], then["round"], then["repeats"], then["over"]) == expected
