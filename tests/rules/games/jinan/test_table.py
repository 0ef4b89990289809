"""What Jinan refuses, what is paid beside the hand, and how the table goes on: jinan.md."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given

import rules
from hw_sim.players import winning_record
from rules.games.shandong.jinan import GAME
from tests.ids import case_id
from tests.rules.games.jinan.hands import PLAIN, jinan, unpaid
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, chow, flowers, kong, net, pung, refusal, seat, settle

OPEN_READY = {"declared": ["open_ready"]}
ALIKE = "same_first_discards"


def code(*hand: Any, **how: Any) -> tuple[str, str]:
    return refusal(jinan(*hand, **how))


def message(data: Data) -> str:
    answer: Any = rules.settle_json(data)
    return str(answer["error"]["message"])


@pytest.mark.parametrize("pair", ["1m", "3m", "4p", "6p", "7s", "9s", "1z", "7z"])
def test_the_pair_must_be_2_5_or_8(pair: str) -> None:
    data = jinan("678m345p46s" + pair * 2, "5s", chow("234s"))
    assert refusal(data) == ("not_a_win", "wins[0]")
    assert "2, 5 or 8" in message(data)


@pytest.mark.parametrize("pair", ["2m", "5m", "8p", "2p", "5s", "8s"])
def test_any_2_5_or_8_will_do(pair: str) -> None:
    assert net(jinan("678m345p46s" + pair * 2, "5s", chow("234s")))[1] == 3


@pytest.mark.parametrize(
    ("hand", "tile"), [("2255m5588p22558s", "8s"), ("67822m345p234s47s", "5s")]
)
def test_there_are_four_sets_and_a_pair_and_nothing_else(hand: str, tile: str) -> None:
    data = jinan(hand, tile)
    assert refusal(data) == ("not_a_win", "wins[0]")
    assert "four sets" in message(data)


def test_who_is_open_ready_wins_by_self_draw_only() -> None:
    assert code(*PLAIN, source=3, before=OPEN_READY) == ("barred", "wins[0]")
    around = {3: {"melds": [pung("555s") | {"from": 0}]}}
    robbing = {"source": 3, "by": "robbed_kong", "around": around}
    assert code(*PLAIN, before=OPEN_READY, **robbing) == ("barred", "wins[0]")


def two_winners(**how: Any) -> Data:
    data = jinan(*PLAIN, **{"source": 3, **how})
    data["seats"][2] = seat(2, 4, "67855m678p67s", chow("123p"))
    data["wins"].append({**data["wins"][0], "seat": 2})
    return data


def test_one_wins_unless_the_house_lets_several() -> None:
    assert refusal(two_winners()) == ("barred", "wins[1]")
    assert "net" in rules.settle_json(two_winners(options={"multiple_winners": True}))


@pytest.mark.parametrize(
    "second",
    [{"seat": 1}, {"from": 0}, {"by": "self_draw", "from": None}, {"tile": "8s"}],
    ids=case_id,
)
def test_several_win_only_on_one_tile(second: Data) -> None:
    data = two_winners(options={"multiple_winners": True})
    data["wins"][1] |= second
    assert refusal(data)[0] == "bad_record"


@pytest.mark.parametrize(
    ("rivals", "several", "settles"),
    [([2], False, True), ([0], False, False), ([0], True, True), ([], False, True)],
)
def test_the_nearest_after_the_discarder_wins(
    rivals: list[int], several: bool, settles: bool
) -> None:
    options = {"multiple_winners": several}
    data = jinan(*PLAIN, source=3, facts={"rivals": rivals}, options=options)
    assert ("net" in rules.settle_json(data)) is settles


def test_the_rival_is_named_where_he_stands() -> None:
    refused = code(*PLAIN, source=3, facts={"rivals": [0]})
    assert refused == ("barred", "wins[0].facts.rivals")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        (flowers("1m"), "seats[1].flowers"),
        (flowers("11f"), "seats[1].flowers"),
        ({"before": {"aside": "5z"}}, "seats[1].aside"),
        ({"around": {2: {"hand": "123m"}}}, "seats[2].hand"),
        ({"around": {2: {"flowers": "1f"}}, **flowers("1f")}, "seats[2].flowers"),
    ],
    ids=case_id,
)
def test_misplaced_tiles_are_refused(how: Data, where: str) -> None:
    assert code(*PLAIN, **how) == ("bad_tiles", where)


def test_flowers_are_not_kept_in_the_hand() -> None:
    assert code("67822m345p4s1f", "5s", chow("234s")) == ("bad_tiles", "seats[1].hand")
    assert code("67822m345p46s", "1f", chow("234s")) == ("bad_tiles", "wins[0].tile")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {"indicators": ["1m"]}}, "deal.indicators"),
        ({"deal": {"hidden_indicators": ["1m"]}}, "deal.hidden_indicators"),
        ({"state": {"carry": {"drawn_hands": -1}}}, "state.carry.drawn_hands"),
        ({"state": {"carry": {"drawn": 1}}}, "state.carry.drawn"),
        ({"before": {"declared": ["riichi_open"]}}, "seats[1].declared"),
        ({"marks": ("robbed",)}, "wins[0].marks"),
        ({"incidents": [{"kind": "false_win"}]}, "incidents[0].kind"),
        ({"source": 3, "by": "robbed_kong"}, "wins[0].tile"),
        ({"by": "declared"}, "wins[0].by"),
    ],
    ids=case_id,
)
def test_what_the_sheet_does_not_list_is_refused(how: Data, where: str) -> None:
    assert code(*PLAIN, **how) == ("bad_record", where)


def test_a_kong_that_is_none_is_refused() -> None:
    data = jinan("67822m46s", "5s", chow("234s"), kong("9999p"), marks=("kong_draw",))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")


def incident(**fields: Any) -> list[Data]:
    return [{"kind": ALIKE, **fields}]


@pytest.mark.parametrize(
    ("incidents", "gains"),
    [
        (incident(seat=0), [-3, 1, 1, 1]),
        (incident(seat=0, rounds=1), [-3, 1, 1, 1]),
        (incident(seat=0, rounds=2), [-6, 2, 2, 2]),
        (incident(), [-3, 1, 1, 1]),
        ([], [0, 0, 0, 0]),
    ],
    ids=case_id,
)
@pytest.mark.parametrize("outcome", ["draw", "abort"])
def test_the_banker_pays_for_equal_first_discards(
    incidents: list[Data], gains: list[int], outcome: str
) -> None:
    answer = settle(unpaid(outcome, incidents=incidents))
    assert answer["net"] == gains
    assert {row["for"] for row in answer["payments"]} <= {ALIKE}


def test_it_is_paid_beside_the_hand_and_never_multiplied() -> None:
    state = {"banker": 3, "carry": {"drawn_hands": 2}}
    data = jinan(*PLAIN, incidents=incident(seat=3), state=state)
    assert net(data) == [-4 + 1, 12 + 1, -4 + 1, -4 - 3]


@pytest.mark.parametrize(("points", "banker"), [(0, 0), (1, -3), (10, -30)])
def test_its_points_are_agreed(points: int, banker: int) -> None:
    data = unpaid(incidents=incident(seat=0), options={"same_discard_points": points})
    assert net(data)[0] == banker


@pytest.mark.parametrize(
    ("incidents", "where"),
    [
        (incident(seat=1), "incidents[0].seat"),
        (incident(seat=0, rounds=0), "incidents[0].rounds"),
        (incident(seat=0, rounds=3), "incidents[0].rounds"),
        (incident(seat=0, rounds=True), "incidents[0].rounds"),
        (incident(seat=0, points=3), "incidents[0].points"),
        (incident(seat=0) * 2, "incidents[1]"),
    ],
    ids=case_id,
)
def test_other_first_discards_are_refused(incidents: list[Data], where: str) -> None:
    assert refusal(unpaid(incidents=incidents)) == ("bad_record", where)


@pytest.mark.parametrize(
    ("discards", "rounds"),
    [
        (["9m1p", "9m1p", "9m1p", "9m1p2p"], 2),
        (["9m1p", "9m1p", "9m1p", "9m2p"], 1),
        (["9m1p", "9m1p", "9m1p", "9m"], 1),
        (["9m", "9m", "9m", "9m"], 1),
        (["9m", "9m", "9m", "8m"], 0),
        (["8m1p", "9m1p", "9m1p", "9m1p"], 0),
        (["9m", "9m", "9m", None], 0),
        (["9m", "9m", "9m", ""], 0),
        (["9m1p3z", "9m1p3z", "9m1p3z", "9m1p3z"], 2),
    ],
    ids=case_id,
)
def test_they_are_seen_in_the_discards(discards: list[str | None], rounds: int) -> None:
    data = unpaid(state={"banker": 2})
    for number, tiles in enumerate(discards):
        data["seats"][number] = {"discards": tiles}
    assert net(data) == [rounds, rounds, -3 * rounds, rounds]


def test_what_is_told_goes_before_the_discards() -> None:
    data = unpaid(incidents=incident(seat=0))
    data["seats"] = [{"discards": "9m1p"} for _ in range(4)]
    assert net(data) == [-3, 1, 1, 1]


def after(data: Data) -> tuple[int, int, int, int]:
    table = settle(data)["next"]
    assert table["over"] is False
    return table["banker"], table["round"], table["repeats"], table["carry"]["drawn_hands"]


def state(banker: int, round_: int, repeats: int, draw_count: int) -> Data:
    carry = {"drawn_hands": draw_count}
    return {"banker": banker, "round": round_, "repeats": repeats, "carry": carry}


def test_the_winner_is_the_next_banker() -> None:
    assert after(jinan(*PLAIN, state=state(1, 1, 2, 3))) == (1, 1, 3, 0)
    assert after(jinan(*PLAIN, state=state(3, 2, 2, 3))) == (1, 2, 0, 0)
    assert after(jinan(*PLAIN, source=0, state=state(0, 9, 1, 0))) == (1, 9, 0, 0)


def test_after_a_drawn_hand_the_post_goes_on_and_the_counter_grows() -> None:
    assert after(unpaid(state=state(3, 1, 2, 0))) == (0, 1, 0, 1)
    assert after(unpaid(state=state(1, 1, 0, 7))) == (2, 1, 0, 8)
    assert net(unpaid()) == [0, 0, 0, 0]


@given(CHANCES)
def test_the_points_follow_the_formula(chance: random.Random) -> None:
    answer: Any = rules.settle_json(winning_record(GAME, chance))
    (entry,) = answer["wins"]
    worth = {item["id"]: item["value"] for item in entry["items"]}
    flower = [worth.pop(name, 0) for name in ("flower", "honor_pung", "open_kong")]
    flower.append(worth.pop("concealed_kong", 0))
    doubles = [worth.pop("ready_declared", 1), worth.pop("discarder_ready_declared", 1)]
    assert entry["score"] == (1 + sum(flower)) * sum(worth.values()) * doubles[0] * doubles[1]
    total = sum(row["amount"] for row in answer["payments"])
    assert total in (entry["score"], 3 * entry["score"])
