"""What Ningbo's rules refuse, and where a wild tile may stand: ningbo.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.games.zhejiang.ningbo import GAME
from tests.ids import case_id
from tests.rules.games.ningbo.hands import CLOSED, ONE_SUIT, indicated, ningbo, unpaid
from tests.rules.records import Data, chow, flowers, items, kong, net, pung, refusal, settle

ROBBED = {"source": 2, "by": "robbed_kong"}
FOUR_FLOWERS = flowers("5678f")


def earned(*hand: Any, **how: Any) -> set[str]:
    return set(items(settle(ningbo(*hand, **how))))


def code(*hand: Any, **how: Any) -> tuple[str, str]:
    return refusal(ningbo(*hand, **how))


def test_three_tai_are_too_few() -> None:
    assert code(*CLOSED, source=2) == ("below_minimum", "wins[0]")
    assert code(*CLOSED, source=2, options={"rate": 10}) == ("below_minimum", "wins[0]")


def test_three_wild_tiles_do_not_help_to_reach_four() -> None:
    hand = ("22678m34p999s", "5p", chow("345s"))
    assert code(*hand) == ("below_minimum", "wins[0]")
    assert net(ningbo(*hand, **flowers("26f"))) == [-8, 24, -8, -8]


ALONE = (pung("111p"), pung("444s") | {"from": 2}, pung("888m") | {"from": 3}, pung("777p"))


def test_a_wild_tile_waits_for_its_pair_by_self_draw_only() -> None:
    assert code("9s", "6s", *ALONE, source=2) == ("barred", "wins[0]")
    assert net(ningbo("9s", "6s", *ALONE)) == [-5, 15, -5, -5]


def test_nor_may_a_kong_be_robbed_for_it() -> None:
    around = {2: {"melds": [pung("666s") | {"from": 3}]}}
    assert code("9s", "6s", *ALONE, **ROBBED, around=around) == ("barred", "wins[0]")


def test_a_natural_tile_in_the_hand_may_be_the_other_half() -> None:
    """The discarded 6s pairs with the 6s; the wild tile is the 6p."""
    hand = ("57p69s", "6s", *ALONE[:3])
    assert earned(*hand, source=2, **flowers("25678f")) == {"pair_wait", *LIFTED}


LIFTED = ("seat_flower", "flower_set")


def test_another_reading_must_reach_four_by_itself() -> None:
    """By 555 and the pair 6(9) it would be all pungs; it is 55 and 56(9), a closed wait."""
    hand = ("5559s", "6s", *ALONE[:3])
    assert code(*hand, source=2, **FOUR_FLOWERS) == ("below_minimum", "wins[0]")
    assert earned(*hand, source=2, **flowers("25678f")) == {"closed_wait", *LIFTED}
    elements = {"self_draw", "pair_wait", "all_pungs"}
    assert earned(*hand) == elements


def test_a_discarded_wild_tile_wins_nothing() -> None:
    assert code("22678m345p78s", "9s", chow("234s"), source=2)[0] == "barred"
    data = ningbo("22678m345p46s", "1f", chow("234s"), source=2, **indicated("3f"))
    assert refusal(data) == ("barred", "wins[0].tile")


@pytest.mark.parametrize(
    "meld",
    [
        chow("789s"),
        pung("999s"),
    ],
    ids=case_id,
)
def test_no_set_laid_down_holds_a_wild_tile(meld: Data) -> None:
    assert code("22678m345p46s", "5s", meld) == ("bad_meld", "seats[1].melds[0]")
    around = {3: {"melds": [meld | {"from": 2}]}}
    assert code(*CLOSED, around=around) == ("bad_meld", "seats[3].melds[0]")


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("9s", "9s"), ("3z", "3z"), ("1f", "234f"), ("3f", "124f"), ("5f", "678f"), ("8f", "567f")],
)
def test_the_three_tiles_like_the_indicator_are_wild(indicator: str, wild: str) -> None:
    tiles = [rules.tiles.TILES[indicator]]
    assert rules.tiles.write(GAME.wild_tiles(tiles, {})) == wild


def test_wild_flowers_stay_in_the_hand() -> None:
    refused = code(*CLOSED, **flowers("1f"), **indicated("3f"))
    assert refused == ("bad_tiles", "seats[1].flowers")
    elements = earned("22678m345p4s1f", "5s", chow("234s"), **indicated("3f"), **FOUR_FLOWERS)
    assert elements == {"self_draw", "closed_wait", "all_sequences", "flower_set"}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (ningbo(*CLOSED, **flowers("1f5m")), "seats[1].flowers"),
        (ningbo("2267m345p46s1f", "5s", chow("234s")), "seats[1].hand"),
        (ningbo("22678m345p46s", "1f", chow("234s")), "wins[0].tile"),
        (ningbo(*CLOSED, before={"aside": "1m"}), "seats[1].aside"),
        (ningbo(*CLOSED, **flowers("9f")), "seats[1].flowers"),
        (ningbo(*CLOSED, **flowers("11f")), "seats[1].flowers"),
        (ningbo(*CLOSED, around={0: {"hand": "9s"}}), "seats[0].hand"),
    ],
)
def test_misplaced_tiles_are_refused(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_tiles", where)


def test_the_indicator_takes_one_of_its_kind() -> None:
    assert code("22678m34p999s", "9s", chow("234s"))[0] == "bad_tiles"
    assert code(*CLOSED, **flowers("3f"), **indicated("3f"))[0] == "bad_tiles"


def test_a_hand_that_was_broken_off_may_hold_flowers() -> None:
    data = unpaid("abort")
    data["seats"][2] = {"hand": "123456m123p1f234s"}
    assert settle(data)["payments"] == []


@pytest.mark.parametrize("deal", [{}, {"indicators": []}, {"indicators": ["9s", "1m"]}])
def test_a_won_hand_needs_one_indicator(deal: Data) -> None:
    assert refusal(ningbo(*CLOSED, deal=deal)) == ("bad_record", "deal.indicators")


def test_a_drawn_hand_needs_none() -> None:
    assert net(unpaid(deal={})) == [0, 0, 0, 0]
    assert refusal(unpaid(deal={"indicators": ["9s", "1m"]}))[1] == "deal.indicators"


def test_there_are_no_hidden_indicators() -> None:
    deal = {"indicators": ["9s"], "hidden_indicators": ["1m"]}
    assert refusal(ningbo(*CLOSED, deal=deal)) == ("bad_record", "deal.hidden_indicators")


def test_what_is_no_hand_is_refused() -> None:
    assert code("22678m345p46s", "7s", chow("234s")) == ("not_a_win", "wins[0]")
    assert code("1133557799m11z2z", "2z", **indicated("1p")) == ("not_a_win", "wins[0]")


def test_only_one_wins_a_hand() -> None:
    data = ningbo(*ONE_SUIT, source=2)
    data["seats"][3] = {"hand": "123456789p6m111z"}
    data["wins"].append({**data["wins"][0], "seat": 3})
    assert refusal(data) == ("barred", "wins[1]")


@pytest.mark.parametrize(
    ("rivals", "settles"), [([], True), ([2], True), ([0], False), ([2, 0], False)]
)
def test_the_next_in_turn_after_the_discarder_wins(rivals: list[int], settles: bool) -> None:
    data = ningbo(*ONE_SUIT, source=3, facts={"rivals": rivals})
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_several_problems_are_all_told() -> None:
    data = ningbo("22678m345p47s", "9s", pung("111z"), source=3, facts={"rivals": [0]})
    answer: Any = rules.settle_json(data)
    assert [problem["code"] for problem in answer["error"]["problems"]] == [
        "barred",
        "barred",
        "not_a_win",
    ]


def test_a_robbed_kong_needs_a_pung_to_be_added_to() -> None:
    assert code(*CLOSED, **ROBBED) == ("bad_record", "wins[0].tile")
    around = {2: {"melds": [kong("5555s")]}}
    assert code(*CLOSED, **ROBBED, around=around)[0] in ("bad_tiles", "barred")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"marks": ("robbed",)}, "wins[0].marks"),
        ({"facts": {"stake": 1}}, "wins[0].facts.stake"),
        ({"before": {"declared": ["open_ready"]}}, "seats[1].declared"),
        ({"before": {"facts": {"stake": 1}}}, "seats[1].facts.stake"),
        ({"incidents": [{"kind": "false_win", "seat": 1}]}, "incidents[0].kind"),
        ({"state": {"carry": {"first_banker": 4}}}, "state.carry.first_banker"),
        ({"state": {"carry": {"pot": 4}}}, "state.carry.pot"),
        ({"state": {"round": 5}}, "state.round"),
        ({"by": "declared"}, "wins[0].by"),
    ],
)
def test_what_the_sheet_does_not_list_is_refused(how: Data, where: str) -> None:
    assert code(*CLOSED, **how) == ("bad_record", where)
