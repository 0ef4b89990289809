"""Chips (祝儀) and yakitori (焼き鳥): riichi.md, "Chips", "Yakitori"; riichi-3p.md.

The amounts are worked out by hand from the sheet.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.riichi.hands import PINFU, riichi, unwon, win
from tests.rules.records import Data, chow, codes, record, settle

RED = ("234m067m34599p67s", "8s")
"""The pinfu of `PINFU` with a red five."""
ORPHANS = ("19m19p19s1234567z", "9s")


def house(**overrides: Any) -> Data:
    """Return the house rules of a game for chips."""
    return {"options": {"chips": "apart", **overrides}}


def list_prizes(data: Data) -> list[tuple[int, int, int, str]]:
    """Return who gives whom how many chips for what."""
    rows = settle(data)["prizes"]
    return [(row["from"], row["to"], row["amount"], row["for"]) for row in rows]


def chips(data: Data) -> list[int]:
    """Return how many chips each seat gets."""
    answer = settle(data)
    assert answer["prize_unit"] == "chips"
    gains: list[int] = answer["prize_net"]
    return gains


def test_without_the_option_nobody_gives_chips() -> None:
    assert "prizes" not in settle(riichi(*RED, source=2, riichi=True, marks=("ippatsu",)))


def test_a_hand_without_luck_brings_none() -> None:
    assert chips(riichi(*PINFU, source=2, riichi=True, **house())) == [0, 0, 0, 0]


def test_whoever_dealt_in_gives_the_chips_alone() -> None:
    hand = riichi(*RED, source=2, riichi=True, marks=("ippatsu",), **house())
    assert list_prizes(hand) == [(2, 1, 1, "ippatsu"), (2, 1, 1, "red_five")]


def test_at_a_self_draw_each_of_the_others_gives_them() -> None:
    hand = riichi(*RED, riichi=True, marks=("ippatsu",), **house())
    assert chips(hand) == [-2, 6, -2, -2]


@pytest.mark.parametrize(("hidden", "count"), [(["1s"], 0), (["2m"], 1), (["2m", "8p"], 3)])
def test_every_tile_that_is_ura_dora_brings_one(hidden: list[str], count: int) -> None:
    deal = {"indicators": ["1p"] * len(hidden), "hidden_indicators": hidden}
    hand = riichi(*PINFU, source=3, riichi=True, **house()) | {"deal": deal}
    assert chips(hand) == [0, count, 0, -count]


def test_ura_dora_bring_none_without_riichi() -> None:
    deal = {"indicators": ["1p"], "hidden_indicators": ["2m"]}
    assert chips(riichi(*PINFU, source=3, **house()) | {"deal": deal}) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("off", "marks", "hidden"), [("ippatsu", ("ippatsu",), []), ("ura_dora", (), ["2m"])]
)
def test_what_the_house_does_not_play_brings_none(
    off: str, marks: tuple[str, ...], hidden: list[str]
) -> None:
    deal = {"indicators": ["1p"], "hidden_indicators": hidden}
    hand = riichi(*PINFU, source=3, riichi=True, marks=marks, **house(**{off: False}))
    assert chips(hand | {"deal": deal}) == [0, 0, 0, 0]


@pytest.mark.parametrize(("open_hand", "count"), [(False, 0), (True, 1)])
def test_red_fives_of_an_open_hand_count_by_option(open_hand: bool, count: int) -> None:
    rules = house(chips_open_hand=open_hand)
    hand = riichi("067m34588p67s", "8s", chow("234m"), source=0, **rules)
    assert chips(hand) == [-count, count, 0, 0]


def test_a_house_says_how_many_chips_each_thing_brings() -> None:
    rules = house(chips_ippatsu=2, chips_red_five=3, chips_ura_dora=5)
    deal = {"indicators": ["1p"], "hidden_indicators": ["2m"]}
    hand = riichi(*RED, source=0, riichi=True, marks=("ippatsu",), **rules) | {"deal": deal}
    assert list_prizes(hand) == [(0, 1, 2, "ippatsu"), (0, 1, 3, "red_five"), (0, 1, 5, "ura_dora")]


@pytest.mark.parametrize(("source", "net"), [(None, [-5, 15, -5, -5]), (2, [0, 10, -10, 0])])
def test_a_yakuman_brings_five_from_each_or_ten_from_the_discarder(
    source: int | None, net: list[int]
) -> None:
    assert chips(riichi(*ORPHANS, source=source, **house())) == net


def test_two_yakuman_in_one_hand_bring_twice_the_chips() -> None:
    hand = riichi("1112225556667z", "7z", source=0, **house())
    assert settle(hand)["wins"][0]["limit"] == "yakuman"
    worth = sum(item["value"] for item in settle(hand)["wins"][0]["items"])
    assert worth == 2
    assert chips(hand) == [-20, 20, 0, 0]


def test_counted_yakuman_bring_none_of_their_own() -> None:
    hand = riichi("2233445566778m", "8m", riichi=True, **house())
    hand["deal"] = {"indicators": ["1m", "1m", "1m"], "hidden_indicators": ["9p", "9p", "9p"]}
    assert settle(hand)["wins"][0]["limit"] == "counted_yakuman"
    assert chips(hand) == [0, 0, 0, 0]


def test_each_of_several_winners_gets_his_own() -> None:
    hand = riichi(*RED, source=3, riichi=True, marks=("ippatsu",), **house())
    hand["seats"][0] = {"hand": "234m345p99m067s67s", "melds": []}
    hand["wins"].append({"seat": 0, "tile": "8s", "by": "discard", "from": 3})
    assert chips(hand) == [1, 2, 0, -3]


def test_liability_moves_no_chips() -> None:
    pungs = [{"kind": "pung", "tiles": f"{dragon}{dragon}{dragon}z", "from": 3} for dragon in "567"]
    hand = riichi("34m99p", "5m", **house())
    hand["seats"][1]["melds"] = pungs
    answer = settle(hand)
    assert answer["net"] == [0, 32000, 0, -32000]
    assert answer["prize_net"] == [-5, 15, -5, -5]


def test_points_are_as_they_are_without_chips() -> None:
    hand = riichi(*RED, source=2, riichi=True, marks=("ippatsu",))
    assert settle(hand)["payments"] == settle(hand | house())["payments"]


def test_a_draw_gives_no_chips() -> None:
    answer = settle(unwon(**house()))
    assert (answer["prizes"], answer["prize_net"]) == ([], [0, 0, 0, 0])


# Chips of a hand that is told by its value


def enter(value: Data, **overrides: Any) -> Data:
    """Return a hand of this *value* that seat 1 wins on seat 2's discard."""
    win = {"seat": 1, "by": "discard", "from": 2, "value": value}
    return record("riichi", outcome="win", wins=[win], **house(**overrides))


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ({"han": 3, "fu": 40, "chips": 2}, 2),
        ({"han": 3, "fu": 40}, 0),
        ({"limit": "mangan", "chips": 1}, 1),
        ({"yakuman": 1, "chips": 3}, 13),
    ],
)
def test_people_say_how_many_chips_luck_brings(value: Data, count: int) -> None:
    assert chips(enter(value)) == [0, count, -count, 0]


def test_chips_that_were_told_are_passed_over_where_none_are_given() -> None:
    answer = settle(enter({"han": 3, "fu": 40, "chips": 2}, chips="none"))
    assert answer["net"] == [0, 5200, -5200, 0]
    assert "prizes" not in answer


def test_a_number_of_chips_that_cannot_be_is_refused() -> None:
    assert codes(enter({"han": 3, "fu": 40, "chips": -1})) == [
        ("bad_record", "wins[0].value.chips")
    ]


# What they bring in the end


def ended(data: Data, scores: list[int], **state: Any) -> Data:
    """Return what the last hand of South says of the next one."""
    table = {"banker": 3, "round": 2, "scores": scores, **state}
    answer: Data = settle(data | {"state": table})["next"]
    assert answer["over"]
    return answer


SCORES = [31000, 27000, 24000, 18000]


def test_chips_are_turned_into_points_at_the_end() -> None:
    rules = {"options": {"chips": "points", "chip_value": 5000}}
    hand = riichi(*RED, source=2, riichi=True, marks=("ippatsu",), **rules)
    result = ended(hand, SCORES, prizes=[3, -3, 1, -1])
    gains = settle(hand | {"state": {"banker": 3, "round": 2, "scores": SCORES}})["net"]
    points = [before + gain - 25000 for before, gain in zip(SCORES, gains, strict=True)]
    assert result["final_parts"] == {"points": points, "chips": [15000, -5000, -5000, -5000]}
    assert result["final"] == [
        a + b for a, b in zip(points, [15000, -5000, -5000, -5000], strict=True)
    ]


def test_chips_kept_apart_leave_the_result_alone() -> None:
    result = ended(unwon(**house(uma="10_20")), SCORES, prizes=[3, -3, 1, -1])
    assert result["final"] == [26000, 12000, -11000, -27000]
    assert "chips" not in result["final_parts"]


def test_the_parts_of_a_result_add_up_to_it() -> None:
    rules = {
        "options": {"chips": "points", "yakitori": 9000, "uma": "5_10", "return_points": 30000}
    }
    result = ended(unwon(**rules), SCORES, prizes=[3, -3, 1, -1], winners=[0])
    assert result["final_parts"] == {
        "points": [1000, -3000, -6000, -12000],
        "oka": [20000, 0, 0, 0],
        "uma": [10000, 5000, -5000, -10000],
        "chips": [6000, -6000, 2000, -2000],
        "yakitori": [27000, -9000, -9000, -9000],
    }
    assert result["final"] == [64000, -13000, -18000, -33000]


@pytest.mark.parametrize(
    ("winners", "shares"),
    [
        ([], [0, 0, 0, 0]),
        ([2], [-12000, -12000, 36000, -12000]),
        ([0, 3], [12000, -12000, -12000, 12000]),
        ([0, 1, 3], [4000, 4000, -12000, 4000]),
        ([0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_who_never_won_pays_those_who_did(winners: list[int], shares: list[int]) -> None:
    result = ended(unwon(options={"yakitori": 12000}), [25000] * 4, winners=winners)
    assert result["final"] == shares


def test_the_last_hand_still_saves_its_winner() -> None:
    hand = riichi(*PINFU, source=2, options={"yakitori": 12000})
    result = ended(hand, [25000] * 4, winners=[0])
    assert result["winners"] == [0, 1]
    assert result["final_parts"]["yakitori"] == [12000, 12000, -12000, -12000]


def test_every_hand_says_who_has_won_by_then() -> None:
    hand = riichi(*PINFU, source=2, options={"yakitori": 12000})
    assert settle(hand)["next"]["winners"] == [1]
    assert settle(hand | {"state": {"winners": [3]}})["next"]["winners"] == [1, 3]
    assert "winners" not in settle(riichi(*PINFU, source=2))["next"]


@pytest.mark.parametrize(
    ("state", "where"),
    [
        ({"prizes": [1, 2]}, "state.prizes"),
        ({"prizes": "none"}, "state.prizes"),
        ({"winners": 1}, "state.winners"),
        ({"winners": [4]}, "state.winners[0]"),
    ],
)
def test_a_state_that_cannot_be_is_refused_at_its_place(state: Data, where: str) -> None:
    assert codes(unwon(state=state)) == [("bad_record", where)]


# For three


def test_three_give_chips_and_pay_for_yakitori_as_three() -> None:
    rules = {"options": {"chips": "apart", "yakitori": 10000}}
    hand = win("riichi-3p", "234p067p345s99s67s", "8s", riichi=True, **rules)
    table = {"banker": 2, "round": 2, "scores": [35000] * 3, "winners": [0]}
    answer = settle(hand | {"state": table})
    assert answer["prize_net"] == [-1, 2, -1]
    assert answer["next"]["final_parts"]["yakitori"] == [5000, 5000, -10000]
