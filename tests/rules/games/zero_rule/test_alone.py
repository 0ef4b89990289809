"""One who plays alone: zero-rule.md, "One player", D9."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.zero_rule.hands import ended, of
from tests.rules.records import Data, code, net, settle

ZERO = "zero-rule"
ALONE = "123m456m789m123p"
"""Four runs; a thirteenth tile waits for its pair."""


def alone(hand: str | None, outcome: str = "draw", **fields: Any) -> Data:
    """Return a hand of one who plays alone."""
    seats = [{"hand": hand, "facts": {"turns": 7}}]
    return of(ZERO, 1, outcome=outcome, seats=seats, **{"deal": {"indicators": ["5p"]}, **fields})


def solo(hand: str | None, **fields: Any) -> Data:
    """Return `solo` of a hand that came to no win."""
    entry: Data = settle(alone(hand, **fields))["solo"]
    return entry


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (ALONE + "9s", {"ready": True, "turns": 7, "score": 3900}),  # straight: 2 han 40 fu
        (ALONE + "1z", {"ready": True, "turns": 7, "score": 3900}),
        ("123m456m789p123p5z", {"ready": True, "turns": 7, "score": 0}),
        ("123m456m789m13p25s", {"ready": False, "turns": 7, "score": 0}),
        ("19m19p19s1234567z", {"ready": True, "turns": 7, "score": 48000}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_alone_is_told_how_fast_and_how_good_he_is(hand: str, expected: Data) -> None:
    assert solo(hand) == expected


def test_dora_count_for_one_alone() -> None:
    assert solo(ALONE + "9s", deal={"indicators": ["4p"]})["score"] == 3900
    assert solo(ALONE + "5p", deal={"indicators": ["4p"]})["score"] == 12000


def test_one_alone_pays_and_gets_nothing() -> None:
    hand = alone(ALONE + "9s", state={"carry": {"deposits": 2}})
    assert net(hand) == [0]
    assert ended(hand, "banker", "carry", "over") == (0, {"deposits": 2}, False)


@pytest.mark.parametrize("declared", ["riichi", "double_riichi"], ids=case_id)
def test_the_only_riichi_ends_the_hand(declared: str) -> None:
    hand = alone(ALONE + "9s", "abort", incidents=[{"kind": "all_riichi"}])
    hand["seats"][0]["declared"] = [declared]
    assert settle(hand)["solo"]["ready"]
    hand |= {"outcome": "draw", "incidents": []}
    assert code(hand) == "bad_record"


def test_a_hand_that_was_not_shown_is_as_ready_as_is_said() -> None:
    assert solo(None) == {"ready": False, "turns": 7, "score": 0}


def alone_won(hand: str, tile: str, **options: Any) -> Data:
    """Return a win of one who plays alone."""
    data = alone(hand, "win", options=options)
    data["wins"] = [{"seat": 0, "tile": tile, "by": "self_draw"}]
    return data


def test_one_alone_wins_by_option_with_a_partial_run_as_head() -> None:
    hand = alone_won(ALONE + "8s", "9s")
    assert code(hand) == "barred"
    hand["options"]["solo_head"] = "partial_run"
    answer = settle(hand)
    assert answer["net"] == [0]
    assert {"straight", "fully_concealed_self_draw"} <= {
        item["id"] for item in answer["wins"][0]["items"]
    }
    assert answer["solo"]["ready"]


@pytest.mark.parametrize(
    ("hand", "tile", "wins"),
    [
        (ALONE + "7s", "9s", True),
        (ALONE + "6s", "9s", False),
        (ALONE + "1z", "2z", False),
        ("123m456m789m23p79s", "4p", True),
        ("123m456m789m2p379s", "4p", False),
    ],
    ids=case_id,
)
def test_a_partial_run_is_two_near_tiles_of_a_suit(hand: str, tile: str, wins: bool) -> None:
    data = alone_won(hand, tile, solo_head="partial_run")
    assert (settle(data)["net"] == [0]) if wins else (code(data) == "not_a_win")


@pytest.mark.parametrize("by", ["discard", "robbed_kong"], ids=case_id)
@pytest.mark.parametrize("head", ["none", "partial_run"], ids=case_id)
def test_one_alone_wins_by_self_draw_only(by: str, head: str) -> None:
    data = alone_won(ALONE + "8s", "9s", solo_head=head)
    data["wins"][0] |= {"by": by, "from": 0}
    assert code(data) == "barred"
    del data["wins"][0]["from"]
    assert code(data) == "barred"
