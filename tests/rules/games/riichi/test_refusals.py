"""What riichi refuses, with its place: riichi.md, "Winning", "Carried counters", D1, D9."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.riichi.hands import PINFU, riichi, unwon, yaku
from tests.rules.records import Data, chow, item_values, kong, pung, refusal, seat, settle

OPEN = ("234m3466p", "5p", chow("345m"), chow("678s"))
KONG_HAND = ("234678m40p22s", "6p", kong("3333s"))


@pytest.mark.parametrize(
    ("discards", "how", "code"),
    [
        (["5s"], {}, "barred"),  # the other end of 67s
        ("9m8s", {}, "barred"),
        (["9m"], {}, None),
        (["5s"], {"facts": {"furiten": False}}, None),
        ([], {"facts": {"furiten": True}}, "barred"),
        (["5s"], {"source": None}, None),
        ([], {"facts": {"furiten": True}, "source": None}, None),
    ],
    ids=case_id,
)
def test_no_win_on_anothers_tile_after_letting_one_go(
    discards: Any, how: Data, code: str | None
) -> None:
    data = riichi(*PINFU, before={"discards": discards}, **{"source": 3, **how})
    answer: Any = rules.settle_json(data)
    assert answer.get("error", {}).get("code") == code
    if code:
        assert answer["error"]["where"] == "wins[0]"


@pytest.mark.parametrize(
    ("hand", "discard", "is_barred"),
    [
        ("2244m3377p55668s", "8s", True),
        ("2244m3377p55668s", "2m", False),
        ("19m19p19s1234567z", "7z", True),
    ],
)
def test_the_waits_of_special_shapes_are_known(hand: str, discard: str, is_barred: bool) -> None:
    tile = "8s" if hand.endswith("8s") else "1m"
    answer: Any = rules.settle_json(riichi(hand, tile, source=3, before={"discards": [discard]}))
    assert ("error" in answer) == is_barred


def test_a_hand_without_yaku_does_not_win_for_its_dora() -> None:
    deal = {"indicators": ["8p"]}
    data = riichi("123m456p99p78955s", "5s", source=3, deal=deal)
    assert refusal(data) == ("below_minimum", "wins[0]")


def test_tiles_that_form_no_hand_are_no_win() -> None:
    assert refusal(riichi("123m456p78955s24z", "3z", source=3)) == ("not_a_win", "wins[0]")


def rob(kind: str, hand: str = "19m19p19s1234567z", tile: str = "9p") -> Data:
    """Return a win on a tile robbed from seat 3's kong."""
    data = riichi(hand, tile, source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, kong(tile[0] * 4 + tile[1], kind))
    return data


def test_thirteen_orphans_may_rob_a_concealed_kong() -> None:
    data = rob("concealed", "119m19s1p1234567z", "9p")
    assert yaku(data) == {"thirteen_orphans": 1}


def test_no_other_hand_may() -> None:
    assert refusal(rob("concealed", PINFU[0], PINFU[1])) == ("barred", "wins[0]")


def test_any_hand_may_rob_a_kong_added_to_a_pung() -> None:
    assert "robbing_the_kong" in yaku(rob("added", *PINFU))


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (riichi(*OPEN, source=3, riichi=True), "seats[1].declared"),
        (riichi(*PINFU, riichi=True, state={"scores": [25000, 900, 25000, 25000]}),
         "seats[1].declared"),
        (riichi(*PINFU, marks=("ippatsu",)), "wins[0].marks"),
        (riichi(*KONG_HAND, riichi=True, marks=("ippatsu", "kong_draw")), "wins[0].marks"),
        (riichi(*PINFU, marks=("dealt",)), "wins[0].marks"),
        (riichi(*PINFU, winner=0, source=3, marks=("dealt",)), "wins[0].marks"),
        (riichi(*KONG_HAND, winner=0, marks=("dealt",)), "wins[0].marks"),
        (riichi(*PINFU, winner=0, marks=("first_draw",)), "wins[0].marks"),
        (riichi(*PINFU, source=3, marks=("first_draw",)), "wins[0].marks"),
        (riichi(*KONG_HAND, marks=("first_draw",)), "wins[0].marks"),
        (riichi(*PINFU, winner=0, source=3, marks=("before_first_draw",)), "wins[0].marks"),
        (riichi(*PINFU, marks=("before_first_draw",)), "wins[0].marks"),
        (riichi(*OPEN, source=3, marks=("before_first_draw",)), "wins[0].marks"),
        (riichi(*PINFU, source=3, marks=("last_tile",)), "wins[0].marks"),
        (riichi(*KONG_HAND, marks=("last_tile", "kong_draw")), "wins[0].marks"),
        (riichi(*PINFU, marks=("last_discard",)), "wins[0].marks"),
        (riichi(*PINFU, source=3, by="robbed_kong", marks=("last_discard",)), "wins[0].marks"),
        (riichi(*PINFU, marks=("kong_draw",)), "wins[0].marks"),
        (riichi(*KONG_HAND, source=3, marks=("kong_draw",)), "wins[0].marks"),
        (riichi(*PINFU, deal={}), "deal.indicators"),
        (riichi(*PINFU, deal={"indicators": ["1m", "1m", "1p", "1p", "1s", "1s"]}),
         "deal.indicators"),
        (riichi(*PINFU, deal={"indicators": ["1m"], "hidden_indicators": ["1m", "1p"]}),
         "deal.hidden_indicators"),
        (unwon("abort", incidents=[{"kind": "chombo"}]), "incidents[0].seat"),
        (unwon("abort", incidents=[{"kind": "nine_terminals"}]), "incidents[0].seat"),
        (unwon("draw", incidents=[{"kind": "chombo", "seat": 1}]), "incidents[0]"),
        (unwon("abort", incidents=[{"kind": "four_flowers"}]), "incidents[0].kind"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_record_that_contradicts_itself_is_bad(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_record", where)


def test_riichi_below_a_thousand_points_is_sound_where_nobody_goes_bust() -> None:
    scores = [25000, 900, 25000, 25000]
    data = riichi(*PINFU, riichi=True, state={"scores": scores}, options={"bust_ends": False})
    assert "riichi" in yaku(data)


def test_a_concealed_kong_does_not_open_a_hand() -> None:
    assert "riichi" in yaku(riichi(*KONG_HAND, riichi=True))


@pytest.mark.parametrize(
    ("field", "tiles", "code"),
    [("flowers", "1f", "bad_tiles"), ("flowers", "1m", "bad_tiles"), ("aside", "1m", "bad_tiles")],
)
def test_nothing_is_laid_out_beside_the_sets(field: str, tiles: str, code: str) -> None:
    assert refusal(riichi(*PINFU, before={field: tiles})) == (code, f"seats[1].{field}")


@pytest.mark.parametrize("tile", ["0m", "0p", "0s"])
def test_red_fives_are_tiles_only_where_they_are_played(tile: str) -> None:
    data = unwon(seats=[{"discards": [tile]}, {}, {}, {}], options={"red_fives": 0})
    assert refusal(data) == ("bad_tiles", "seats[0].discards")
    assert "net" in rules.settle_json({**data, "options": {}})


def test_there_are_two_red_circles_with_four_red_fives() -> None:
    data = riichi("234m00p45678967s", "8s", options={"red_fives": 4}, source=3)
    assert item_values(data) == {"all_sequences": 1, "red_five": 2}
    assert refusal({**data, "options": {}}) == ("bad_tiles", "seats[1].hand")


def several(*seats: int, options: Data | None = None, **facts: Any) -> Data:
    """Return a hand in which *seats* win on seat 0's 8s."""
    hands = {1: PINFU[0], 2: "123m123p67s55566z", 3: "345m456p67s11122z"}
    data = riichi(hands[seats[0]], "8s", winner=seats[0], source=0, options=options or {})
    for number in seats[1:]:
        data["seats"][number] = {"hand": hands[number]}
        data["wins"].append({**data["wins"][0], "seat": number})
    data["wins"][0]["facts"] = facts
    return data


@pytest.mark.parametrize(
    ("allowed", "seats", "rivals", "wins"),
    [
        ("all", (1, 2, 3), [], True),
        ("all", (3,), [1, 2], True),
        ("two", (1, 2), [], True),
        ("two", (1, 2, 3), [], False),
        ("two", (1, 2), [3], False),
        ("two", (1,), [2], True),
        ("nearest", (1,), [], True),
        ("nearest", (1, 2), [], False),
        ("nearest", (1,), [2, 3], True),
        ("nearest", (2,), [1], False),
    ],
)
def test_the_house_says_how_many_win_on_a_tile(
    allowed: str, seats: tuple[int, ...], rivals: list[int], wins: bool
) -> None:
    data = several(*seats, options={"multiple_wins": allowed}, rivals=rivals)
    if wins:
        assert [entry["seat"] for entry in settle(data)["wins"]] == list(seats)
    else:
        assert refusal(data)[0] == "barred"


@pytest.mark.parametrize(
    "change",
    [{"seat": 1}, {"from": 3}, {"tile": "5s"}, {"by": "self_draw", "from": None},
     {"by": "robbed_kong"}],
    ids=case_id,
)  # fmt: skip
def test_several_winners_win_on_one_and_the_same_tile(change: Data) -> None:
    data = several(1, 2)
    data["wins"][1] |= change
    code, where = refusal(data)
    assert code == "bad_record"
    assert where.startswith("wins[1]")


def test_every_winners_fault_is_told() -> None:
    data = several(1, 2, 3)
    for number in (1, 3):
        data["seats"][number]["hand"] = "159m159p159s1234z"
    answer: Any = rules.settle_json(data)
    problems = [(problem["code"], problem["where"]) for problem in answer["error"]["problems"]]
    assert problems == [("not_a_win", "wins[0]"), ("not_a_win", "wins[2]")]


def test_an_open_riichi_of_a_seat_that_did_not_win_is_bad_too() -> None:
    data = riichi(*PINFU, source=3)
    data["seats"][2] = seat(2, 4, None, pung("111z"), declared=["riichi"])
    assert refusal(data) == ("bad_record", "seats[2].declared")
