"""Payments, refusals, the banker's post and the wall in Jinshan: jinshan.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.jinshan.hands import PLAIN, earned, jinshan
from tests.rules.records import Data, chow, codes, kong, net, pung, record, refusal, settled

REDS = pung("777z")
Lying = tuple[str, list[Any], str]
"""A loser's hand, sets and flowers."""


def plain(**how: Any) -> Data:
    """Return the hand of twenty hu, or more."""
    return jinshan(*PLAIN, REDS, **how)


def test_all_pay_double_for_a_self_draw() -> None:
    assert net(plain()) == [-21, 63, -21, -21]


def test_the_discarder_pays_double() -> None:
    assert net(plain(source=3)) == [-11, 41, -11, -19]


@pytest.mark.parametrize(("points", "gain"), [(0, 54), (3, 63), (40, 150), (60, 150)])
def test_base_points_are_part_of_the_payment_and_of_its_limit(points: int, gain: int) -> None:
    assert net(plain(options={"base_points": points}))[1] == gain


def test_no_payment_exceeds_fifty() -> None:
    pure = ("1112344688m", "5m", chow("789m", "9m"))
    assert net(jinshan(*pure, source=3)) == [-35, 120, -35, -50]


def test_a_limit_hand_is_fifty_from_everyone() -> None:
    dragons = ("55m78s666z", "9s", pung("555z"), REDS)
    assert net(jinshan(*dragons, source=0)) == [-50, 150, -50, -50]


def test_what_a_swap_discard_is_changes_no_settlement() -> None:
    assert net(plain(options={"no_swap_discard": True})) == net(plain())


SIXTEEN: Lying = ("14679m1p158s666z2p", [], "")
"""Three greens: sixteen points."""
TWO: Lying = ("14679m1p1258s55z2p", [], "")


def test_losers_settle_a_tenth_of_the_difference_after_a_self_draw() -> None:
    assert net(plain(around={0: SIXTEEN, 2: TWO})) == [-21 + 2 + 2, 63, -21 - 2 + 1, -21 - 2 - 1]


def test_losers_settle_double_with_the_discarder() -> None:
    data = plain(source=0, around={0: SIXTEEN, 2: TWO})
    assert net(data) == [-19 + 3 + 4, 41, -11 - 3 + 1, -11 - 4 - 1]
    sides = [row for row in settled(data)["payments"] if row["for"] == "side"]
    assert [(row["from"], row["to"], row["amount"]) for row in sides] == [
        (2, 0, 3),
        (3, 0, 4),
        (3, 2, 1),
    ]


def test_the_robbed_player_pays_and_settles_as_the_discarder() -> None:
    data = plain(by="robbed_kong", source=3, around={3: ("14679m1p166s3z", [pung("555p")], "")})
    data["seats"][3]["melds"][0]["from"] = 0
    assert net(data) == [-19 - 1, 73, -19 - 1, -35 + 1 + 1]


def test_a_loser_never_pays_more_than_fifty() -> None:
    rich = ("1467m12p1s", [kong("6666z"), kong("4444z")], "4f")
    data = plain(around={3: rich})
    rows = [row["amount"] for row in settled(data)["payments"] if row["for"] == "side"]
    assert rows == [50, 50]


def test_the_kong_that_was_robbed_scores_as_the_pung() -> None:
    for held in (pung("555p"), kong("5555p", "added")):
        data = plain(by="robbed_kong", source=3, around={3: (None, [held], "")})
        data["seats"][3]["melds"][0]["from"] = 0
        (entry,) = [one for one in settled(data)["losers"] if one["seat"] == 3]
        assert entry["items"] == [{"id": "minor_open_pung", "value": 2}]


@pytest.mark.parametrize(
    ("banker", "winner", "expected"),
    [(1, 1, (1, 1, 3)), (3, 1, (0, 2, 0)), (0, 1, (1, 1, 0))],
)
def test_the_banker_stays_after_his_own_win_only(
    banker: int, winner: int, expected: tuple[int, int, int]
) -> None:
    state = {"banker": banker, "round": 1, "repeats": 2}
    after = settled(plain(winner=winner, state=state))["next"]
    assert (after["banker"], after["round"], after["repeats"]) == expected
    assert after["over"] is False
    assert after["carry"] == {}


def test_a_drawn_hand_settles_nothing_and_moves_the_post() -> None:
    data = record("jinshan", outcome="draw", state={"banker": 0, "repeats": 1})
    data["seats"][1] = {"hand": "14679m1p158s666z2p", "melds": []}
    answer = settled(data)
    assert answer["payments"] == []
    assert "losers" not in answer
    assert answer["next"] == {"banker": 1, "round": 1, "repeats": 0, "carry": {}, "over": False}


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (jinshan("333m45p78999s", "6p", REDS, source=2), "below_minimum", "wins[0]"),
        (
            jinshan("234567m45p88s345s", "6p", marks=("dealt",), winner=0),
            "below_minimum",
            "wins[0]",
        ),
        (jinshan("1133m2255p77s445z", "5z"), "not_a_win", "wins[0]"),
        (jinshan("19m19p19s11223z22m", "7z", source=0), "not_a_win", "wins[0]"),
        (jinshan("333m46p78999s", "5f", REDS, source=0), "barred", "wins[0].tile"),
        (
            jinshan("333m46p78999s", "5f", REDS, by="robbed_kong", source=0),
            "barred",
            "wins[0].tile",
        ),
        (jinshan("333m46p7899s1f", "5p", REDS), "bad_tiles", "seats[1].hand"),
        (jinshan("333m46p78999s", "1f", REDS), "bad_tiles", "wins[0].tile"),
        (plain(before={"flowers": "5f"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"flowers": "1m"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"flowers": "11f"}), "bad_tiles", "seats[1].flowers"),
        (plain(before={"aside": "1m"}), "bad_tiles", "seats[1].aside"),
        (jinshan("333m46p78999s", "5p", pung("77z5f")), "bad_meld", "seats[1].melds[0]"),
        (jinshan("333m46p78999s", "5p", chow("12m5f", "1m")), "bad_meld", "seats[1].melds[0]"),
        (plain(source=2, facts={"rivals": [3]}), "barred", "wins[0].facts.rivals"),
        (plain(by="robbed_kong", source=2), "bad_record", "wins[0].tile"),
        (plain(deal={"indicators": ["5m"]}), "bad_record", "deal.indicators"),
        (plain(options={"base_points": -1}), "unknown_option", "options.base_points"),
        (plain(state={"carry": {"x": 1}}), "bad_record", "state.carry.x"),
        (plain(incidents=[{"kind": "false_win", "seat": 1}]), "bad_record", "incidents[0].kind"),
    ],
)
def test_a_record_is_refused(data: Data, code: str, where: str) -> None:
    assert refusal(data) == (code, where)


def test_thirteen_orphans_need_no_twenty_hu() -> None:
    assert earned(jinshan("19m19p19s123456z1m", "7z", source=0)) == {"thirteen_orphans": 50}


def test_one_seat_wins() -> None:
    data = plain(source=0)
    data["seats"][2] = {"hand": "222m46p22233s666z", "melds": []}
    data["wins"].append({"seat": 2, "tile": "5p", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")


def test_everything_that_is_wrong_is_told() -> None:
    data = jinshan("333m46p78999s", "5f", pung("555z"), source=0, facts={"rivals": [3]})
    assert [code for code, _ in codes(data)] == ["barred"]
    data["wins"][0]["facts"] = {}
    data["seats"][1]["hand"] = "333m46p78999m"
    data["seats"][1]["flowers"] = "6f"
    data["deal"] = {"indicators": ["1m"]}
    assert [code for code, _ in codes(data)] == ["bad_record", "bad_tiles"]


def test_the_nearest_after_the_discarder_wins() -> None:
    assert net(plain(source=0, facts={"rivals": [2, 3]}))[1] == 41
