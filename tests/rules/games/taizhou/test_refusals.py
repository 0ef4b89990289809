"""What Taizhou refuses: taizhou.md, "Winning"."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.taizhou.hands import HIGHER, PLAIN, TWO_WILD, taizhou
from tests.rules.records import Data, codes, pung, refusal, score, settle


def test_a_discarded_fortune_tile_wins_nothing() -> None:
    assert ("barred", "wins[0].tile") in codes(taizhou("234m567p34588s78m", "9s", source=3))
    assert settle(taizhou("234m567p34588s78m", "9s", by="self_draw"))


def test_a_discarded_white_may_be_claimed() -> None:
    assert score(taizhou("234m567p34588m78s", "5z", source=3)) == 10


WILD_EYE = ("123m555p789m456s9s", "3p")


@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
def test_a_lone_fortune_tile_as_eye_waits_for_a_self_draw(by: str) -> None:
    data = taizhou(*WILD_EYE, source=3, by=by, around={3: (None, pung("333p"))})
    assert codes(data) == [("barred", "wins[0]")]
    assert settle(taizhou(*WILD_EYE, by="self_draw"))


@pytest.mark.parametrize(
    ("hand", "tile", "is_barred"),
    [
        ("123m555p789m6s99s3z", "4s", False),
        ("123m555p789m66s99s", "4s", True),  # 66 and a fortune tile are a set, the other an eye
        ("123m555p789m46s9s3z", "3z", False),
        ("123m555p789m78s5z9s", "3p", True),  # the white as 9s
        ("123m555p789m78s3z9s", "3z", False),
    ],
)
def test_any_division_with_a_lone_fortune_tile_bars(hand: str, tile: str, is_barred: bool) -> None:
    answer: Any = rules.settle_json(taizhou(hand, tile, source=3))
    assert (answer.get("error", {}).get("code") == "barred") is is_barred


@pytest.mark.parametrize(
    ("own", "is_barred"), [("1s", False), ("7z", True), ("9s", True), (None, False)]
)
def test_a_wild_eye_may_win_if_it_is_worth_more_than_the_own_discard_was(
    own: str | None, is_barred: bool
) -> None:
    facts = {} if own is None else {"own_discard": own}
    data = taizhou(TWO_WILD, "7z", source=3, options=HIGHER, facts=facts)
    if is_barred:
        assert codes(data) == [("barred", "wins[0].facts.own_discard")]
    else:
        assert score(data) == 28


def test_equal_is_not_higher() -> None:
    self_draw = taizhou(WILD_EYE[0], "1z", by="self_draw")
    claimed = taizhou(WILD_EYE[0], "7z", source=3, options=HIGHER, facts={"own_discard": "1z"})
    assert score(self_draw) == 16
    assert codes(claimed) == [("barred", "wins[0].facts.own_discard")]


@pytest.mark.parametrize(("discards", "is_barred"), [("1s7z", True), ("7z1s", False)])
def test_the_own_discard_is_the_last_one_listed(discards: str, is_barred: bool) -> None:
    data = taizhou(TWO_WILD, "7z", source=3, options=HIGHER, before={"discards": discards})
    assert ("error" in rules.settle_json(data)) is is_barred


@pytest.mark.parametrize(
    ("house", "missed", "tile", "is_barred"),
    [
        ("until_turn", "4m", "7m", True),
        ("until_turn", "", "7m", False),
        ("same_tile", "4m", "7m", False),
        ("same_tile", "4m7m", "7m", True),
        ("unless_higher", "4m", "7m", True),
        ("unless_higher", "1s", "7m", False),
    ],
)
def test_a_passed_up_win(house: str, missed: str, tile: str, is_barred: bool) -> None:
    facts = {"missed": missed}
    data = taizhou("56m123678p22345s", tile, source=3, options={"missed_win": house}, facts=facts)
    assert ("error" in rules.settle_json(data)) is is_barred
    self_draw = taizhou("56m123678p22345s", tile, by="self_draw", options={"missed_win": house},
                        facts=facts)  # fmt: skip
    assert settle(self_draw)


def test_a_hand_of_more_points_may_win_after_a_passed_one() -> None:
    house = {"missed_win": "unless_higher"}
    hand = "123678m345s22z77z"
    dragon = taizhou(hand, "7z", source=3, options=house, facts={"missed": "2z"})
    assert codes(dragon) == [("barred", "wins[0].facts.missed")]
    high = taizhou("123678m345s66p77z", "7z", source=3, options=house,
                   facts={"missed": "6p"})  # fmt: skip
    low = taizhou("123678m345s66p77z", "6p", source=3, options=house, facts={"missed": "7z"})
    assert score(high) == 28
    assert codes(low) == [("barred", "wins[0].facts.missed")]


@pytest.mark.parametrize(
    ("rivals", "is_barred"), [([2], False), ([0], True), ([2, 0], True), ([], False)]
)
def test_the_nearest_after_the_discarder_wins(rivals: list[int], is_barred: bool) -> None:
    data = taizhou(*PLAIN, source=3, facts={"rivals": rivals})
    assert ("error" in rules.settle_json(data)) is is_barred
    if is_barred:
        assert codes(data) == [("barred", "wins[0].facts.rivals")]


def test_a_hand_has_one_winner() -> None:
    data = taizhou(*PLAIN, source=3, around={2: ("123456m78s123p99p",)})
    data["wins"].append({"seat": 2, "tile": "8s", "by": "discard", "from": 3})
    assert ("barred", "wins[1]") in codes(data)


def test_bars_of_the_claim_come_before_the_shape_and_others_after() -> None:
    no_hand = taizhou("13579m13579p135s", "9s", source=3, facts={"rivals": [0], "missed": "1m"})
    assert [code for code, _ in codes(no_hand)] == ["barred", "barred", "not_a_win"]
    both = taizhou(*WILD_EYE, source=3, facts={"missed": "1m"})
    assert codes(both) == [("barred", "wins[0]"), ("barred", "wins[0].facts.missed")]


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ({"deal": {}}, ("bad_record", "deal.indicators")),
        ({"deal": {"indicators": ["9s", "1z"]}}, ("bad_record", "deal.indicators")),
        ({"deal": {"indicators": ["1f"]}}, ("bad_tiles", "deal.indicators")),
        ({"before": {"flowers": "1f"}}, ("bad_tiles", "seats[1].flowers")),
        ({"before": {"aside": "1m"}}, ("bad_tiles", "seats[1].aside")),
        ({"facts": {"own_discard": "1m2m"}}, ("bad_tiles", "wins[0].facts.own_discard")),
        ({"facts": {"missed": "1f"}}, ("bad_tiles", "wins[0].facts.missed")),
        ({"facts": {"fresh": "yes"}}, ("bad_record", "wins[0].facts.fresh")),
        ({"facts": {"luck": True}}, ("bad_record", "wins[0].facts.luck")),
        ({"options": {"four_winds": "huge"}}, ("unknown_option", "options.four_winds")),
        ({"by": "robbed_kong"}, ("bad_record", "wins[0].tile")),
    ],
    ids=case_id,
)
def test_what_the_record_cannot_say(changed: Data, first: tuple[str, str]) -> None:
    assert refusal(taizhou(*PLAIN, source=3, **changed)) == first


def test_seven_pairs_are_no_hand() -> None:
    assert refusal(taizhou("1133m2255p4488s7z", "7z", source=0))[0] == "not_a_win"
