"""What taiwan-common.md refuses."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai
from tests.rules.games.taiwan_common.hands import CLOSED, common
from tests.rules.games.taiwan_common.test_table import supplement, two_winners
from tests.rules.records import Data, chow, kong, pung, record, refusal, seat

WAYS: tuple[Data, ...] = ({}, {"source": 3}, {"source": 3, "by": "robbed_kong"})


@pytest.mark.parametrize("how", WAYS, ids=case_id)
@pytest.mark.parametrize(
    ("spoilt", "where"),
    [
        ({"facts": {"missed_win": True}}, "wins[0].facts.missed_win"),
        ({"facts": {"foul": "touched_rim"}}, "wins[0].facts.foul"),
        ({"before": {"facts": {"dead_hand": True}}}, "seats[1].facts.dead_hand"),
        ({"incidents": [{"kind": "hidden_flower", "seat": 1}]}, "wins[0]"),
        ({"incidents": [{"kind": "false_concealed_kong", "seat": 1}]}, "wins[0]"),
    ],
    ids=case_id,
)
def test_wins_that_a_rule_of_play_forbids(how: Data, spoilt: Data, where: str) -> None:
    assert refusal(common(*PLAIN, **{**how, **spoilt})) == ("barred", where)


@pytest.mark.parametrize(
    "fine",
    [
        {"facts": {"missed_win": False}},
        {"before": {"facts": {"dead_hand": False}}},
        {"incidents": [{"kind": "hidden_flower", "seat": 1}], "options": {"flower_hiding": True}},
    ],
    ids=case_id,
)
def test_wins_that_none_forbids(fine: Data) -> None:
    assert tai(common(*PLAIN, source=3, **fine)) == {}


def test_flowers_do_not_win_after_a_missed_win_either() -> None:
    how: Data = {"by": "declared", "before": {"flowers": "12345678f"}}
    data = common(None, None, facts={"missed_win": True}, **how)
    assert refusal(data) == ("barred", "wins[0].facts.missed_win")


CLAIMED_KONG = kong("8888p", "discard") | {"from": 3}


@pytest.mark.parametrize(
    ("melds", "kong_number", "settles"),
    [
        ((chow("234m"), CLAIMED_KONG), None, False),
        ((CLAIMED_KONG, kong("1111m")), None, True),
        ((CLAIMED_KONG, kong("1111m")), 0, False),
        ((kong("1111m"), CLAIMED_KONG), 0, True),
        ((chow("234m"), kong("8888p", "added")), None, True),
    ],
)
def test_the_supplement_of_a_claimed_kong_does_not_win(
    melds: tuple[Data, ...], kong_number: int | None, settles: bool
) -> None:
    data = common("345p45667s33z", "8s", *melds, marks=("kong_draw",))
    if kong_number is not None:
        data["wins"][0]["kong"] = kong_number
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].marks")


def test_a_flowers_supplement_after_a_claimed_kong_does_win() -> None:
    data = common("345p45667s33z", "8s", chow("234m"), CLAIMED_KONG, marks=("flower_draw",))
    assert tai(data) == {"self_draw": 1, "kong_draw": 1}


@pytest.mark.parametrize("outcome", ["win", "draw", "abort"])
def test_a_discard_of_the_left_hand_neighbour_is_no_kong(outcome: str) -> None:
    data = common(*PLAIN, source=3) if outcome == "win" else record("taiwan-common")
    data["outcome"] = outcome
    data["seats"][2] = seat(2, 4, None, chow("123m"), kong("7777p", "discard"))
    assert refusal(data) == ("bad_meld", "seats[2].melds[1]")
    data["seats"][2]["melds"][1]["from"] = 0
    assert "net" in rules.settle_json(data)


@pytest.mark.parametrize("meld", [pung("888p"), kong("8888p"), chow("234m")], ids=case_id)
def test_who_declared_migi_has_no_sets(meld: Data) -> None:
    data = record("taiwan-common", outcome="draw")
    data["seats"][2] = seat(2, 4, None, meld, declared=["migi"])
    assert refusal(data) == ("bad_meld", "seats[2].melds[0]")
    data["seats"][2]["facts"] = {"migi_turn": 3}
    assert "net" in rules.settle_json(data)


def test_seven_robs_one_may_not_be_played() -> None:
    house = {"seven_robs_one": False}
    robbed = common(
        None, "6f", by="robbed_flower", source=3, before={"flowers": "1234578f"}, options=house
    )
    assert refusal(robbed) == ("barred", "wins[0]")
    assert refusal(supplement(*PLAIN, options=house)) == ("barred", "wins[0]")


@pytest.mark.parametrize(
    "data",
    [
        common("345p45667s33z", "4s", *PLAIN[2:], source=3),
        common("345p45667s3z1f", "8s", *PLAIN[2:], source=3),
        common(None, "8f", source=3, by="robbed_flower", before={"flowers": "123456f"}),
        common(None, "8s", source=3, by="robbed_flower", before={"flowers": "1234567f"}),
        common(None, None, by="declared", before={"flowers": "1234567f"}),
        common("1133m4466p227799s55z", "4p", source=3),
        common("1133m4466p227799s55z", "6z", options={"seven_pairs_and_pung": True}),
        supplement(*PLAIN, flowers="123457f"),
    ],
    ids=range(8),
)
def test_what_is_no_win(data: Data) -> None:
    assert refusal(data) == ("not_a_win", "wins[0]")


def test_a_pair_of_claimed_tiles_is_no_pair() -> None:
    house = {"seven_pairs_and_pung": True}
    data = common("1133m4466p2277s5z", "5z", pung("999s"), source=3, options=house)
    assert refusal(data)[0] == "not_a_win"


FALSE = {"kind": "false_win", "seat": 1, "points": 5}


@pytest.mark.parametrize(
    ("incidents", "where"),
    [
        ([{"kind": "false_win", "seat": 1}], "incidents[0].points"),
        ([FALSE | {"points": -1}], "incidents[0].points"),
        ([FALSE | {"points": True}], "incidents[0].points"),
        ([FALSE | {"ready_points": [1, 2, 3]}], "incidents[0].ready_points"),
        ([FALSE | {"ready_points": [1, 2, 3, -4]}], "incidents[0].ready_points"),
        ([FALSE | {"ready_points": 5}], "incidents[0].ready_points"),
        ([FALSE | {"colour": 5}], "incidents[0].colour"),
        ([{"kind": "false_win", "points": 5}], "incidents[0].seat"),
        ([{"kind": "hidden_flower"}], "incidents[0].seat"),
        ([{"kind": "four_wests"}], "incidents[0].kind"),
        ([{"kind": "nine_orphans", "seat": 1}], "incidents[0].kind"),
        ([{"kind": "hidden_flower", "seat": 1}, {"kind": "false_concealed_kong", "seat": 2}],
         "incidents"),
    ],
    ids=case_id,
)  # fmt: skip
def test_incidents_that_say_too_little(incidents: list[Data], where: str) -> None:
    data = record("taiwan-common", outcome="abort", incidents=incidents)
    assert refusal(data) == ("bad_record", where)


@pytest.mark.parametrize(
    ("incident", "options"), [(FALSE, {}), ({"kind": "four_wests"}, {"four_wests_abort": True})]
)
@pytest.mark.parametrize("outcome", ["draw", "win"])
def test_incidents_that_end_a_hand(incident: Data, options: Data, outcome: str) -> None:
    data = common(*PLAIN, source=3) if outcome == "win" else record("taiwan-common")
    data |= {"outcome": outcome, "incidents": [incident], "options": options}
    assert refusal(data) == ("bad_record", "incidents[0]")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {}}, "deal.dice"),
        ({"deal": {"dice": [[3, 4]]}}, "deal.dice[0]"),
        ({"state": {"carry": {"first_banker": 4}}}, "state.carry.first_banker"),
        ({"before": {"facts": {"migi_turn": 0}}}, "seats[1].facts.migi_turn"),
        ({"before": {"facts": {"dead_hand": 1}}}, "seats[1].facts.dead_hand"),
        ({"before": {"declared": ["chicken"]}}, "seats[1].declared"),
        ({"facts": {"foul": "sneezed"}}, "wins[0].facts.foul"),
        ({"marks": ("seven_robs_one", "flower_draw"), "source": 3}, "wins[0].marks"),
        ({"marks": ("seven_robs_one",)}, "wins[0].marks"),
        ({"marks": ("seven_robs_one", "flower_draw"), "before": {"flowers": "1234567f"}},
         "wins[0].marks"),
        ({"by": "declared"}, "wins[0]"),
    ],
    ids=case_id,
)  # fmt: skip
def test_what_a_record_cannot_say(how: Data, where: str) -> None:
    assert refusal(common(*PLAIN, **how)) == ("bad_record", where)


def test_a_kong_that_is_none_gave_no_supplement() -> None:
    data = common(*PLAIN, marks=("kong_draw",))
    data["wins"][0]["kong"] = 1
    assert refusal(data) == ("bad_record", "wins[0].kong")


def test_the_south_has_no_flowers() -> None:
    data = common(*PLAIN, options={"flowers": False}, before={"flowers": "1f"})
    assert refusal(data) == ("bad_tiles", "seats[1].flowers")


def test_only_the_nearest_wins_on_a_discard() -> None:
    assert refusal(two_winners()) == ("barred", "wins[1]")


@pytest.mark.parametrize(
    ("rivals", "options", "settles"),
    [([2], {}, True), ([0], {}, False), ([0], {"multiple_winners": True}, True)],
)
def test_the_winner_is_the_nearest_after_the_discarder(
    rivals: list[int], options: Data, settles: bool
) -> None:
    data = common(*PLAIN, source=3, facts={"rivals": rivals}, options=options)
    assert ("net" in rules.settle_json(data)) is settles


def test_everything_wrong_with_a_win_is_told() -> None:
    data = common(*CLOSED, facts={"missed_win": True, "foul": "broken_hand"}, source=3)
    data["seats"][1]["facts"] = {"dead_hand": True}
    answer: Any = rules.settle_json(data)
    assert [problem["code"] for problem in answer["error"]["problems"]] == ["barred"] * 3
