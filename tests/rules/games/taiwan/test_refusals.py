"""What Taiwan's rules refuse, and who may win beside another: taiwan.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai, taiwan
from tests.rules.records import Data, chow, items, kong, pung, record, refusal, seat, settle


def two_winners(**how: Any) -> Data:
    """Return a hand in which seats 1 and 2 win on seat 0's 8s."""
    data = taiwan(*PLAIN, source=0, **how)
    data["seats"][2] = seat(2, 4, "567m22267s234p22m", chow("123p"))
    data["wins"].append({**data["wins"][0], "seat": 2})
    return data


def test_only_the_nearest_wins_on_a_discard() -> None:
    assert refusal(two_winners()) == ("barred", "wins[1]")


def test_a_house_may_let_all_of_them_win() -> None:
    answer = settle(two_winners(options={"multiple_winners": True}, state={"banker": 2}))
    assert answer["net"] == [-120, 50, 70, 0]
    assert [items(answer, entry) for entry in (0, 1)] == [{}, {"banker": 1}]
    assert answer["next"]["banker"] == 2
    assert answer["next"]["repeats"] == 1


@pytest.mark.parametrize(
    "second",
    [
        {"seat": 1},
        {"seat": 2, "from": 3},
        {"seat": 2, "by": "self_draw", "from": None},
    ],
    ids=case_id,
)
def test_all_of_them_must_win_on_the_same_tile(second: Data) -> None:
    data = two_winners(options={"multiple_winners": True})
    data["wins"][1] |= second
    assert refusal(data) == ("barred", "wins[1]")


@pytest.mark.parametrize(
    ("rivals", "options", "settles"),
    [
        ([2], {}, True),
        ([2, 1], {}, True),
        ([0], {}, False),
        ([0], {"multiple_winners": True}, True),
    ],
)
def test_the_winner_is_the_nearest_after_the_discarder(
    rivals: list[int], options: Data, settles: bool
) -> None:
    data = taiwan(*PLAIN, source=3, facts={"rivals": rivals}, options=options)
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].facts.rivals")


@pytest.mark.parametrize(
    ("how", "settles"),
    [
        ({"source": 3}, False),
        ({"source": 3, "by": "robbed_kong"}, False),
        ({}, True),
    ],
    ids=case_id,
)
def test_after_a_missed_win_only_a_self_draw_wins(how: Data, settles: bool) -> None:
    data = taiwan(*PLAIN, facts={"missed_win": True}, **how)
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].facts.missed_win")


@pytest.mark.parametrize(
    ("kind", "code"), [("concealed", "barred"), ("discard", "bad_record")], ids=case_id
)
def test_only_an_added_kong_can_be_robbed(kind: str, code: str) -> None:
    data = taiwan(*PLAIN, source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, kong("8888s", kind))
    assert code in {problem["code"] for problem in problems(data)}


def problems(data: Data) -> list[Data]:
    """Return everything that is wrong with *data*."""
    answer: Any = rules.settle_json(data)
    rows: list[Data] = answer["error"]["problems"]
    return rows


@pytest.mark.parametrize(
    ("hand", "tile", "how"),
    [
        ("345p45667s33z", "4s", {"source": 3}),
        ("345p45667s3z1f", "8s", {"source": 3}),
        ("345p45667s33z", "8f", {"source": 3}),
        (None, "8f", {"source": 3, "by": "robbed_flower", "before": {"flowers": "123456f"}}),
        (None, "8s", {"source": 3, "by": "robbed_flower", "before": {"flowers": "1234567f"}}),
        (None, None, {"by": "declared", "before": {"flowers": "1234567f"}}),
    ],
    ids=case_id,
)
def test_what_is_no_win(hand: str | None, tile: str | None, how: Data) -> None:
    assert refusal(taiwan(hand, tile, *PLAIN[2:], **how)) == ("not_a_win", "wins[0]")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {}}, "deal.dice"),
        ({"deal": {"dice": [[3, 4]]}}, "deal.dice[0]"),
        ({"deal": {"east": 4}}, "deal.east"),
        ({"state": {"carry": {"first_banker": 4}}}, "state.carry.first_banker"),
        ({"state": {"round": 5}}, "state.round"),
        ({"before": {"declared": ["earthly_ready"]}}, "seats[1].declared"),
        ({"before": {"declared": ["earthly_ready", "chicken"]}}, "seats[1].declared"),
        ({"facts": {"missed_win": 1}}, "wins[0].facts.missed_win"),
        ({"by": "nagashi"}, "wins[0].by"),
        ({"by": "declared"}, "wins[0]"),
        ({"incidents": [{"kind": "false_win", "seat": 2}]}, "incidents[0].kind"),
    ],
    ids=case_id,
)
def test_what_a_record_cannot_say(how: Data, where: str) -> None:
    assert refusal(taiwan(*PLAIN, **how)) == ("bad_record", where)


@pytest.mark.parametrize("meld", [chow("234m"), pung("888p"), kong("8888p", "added")], ids=case_id)
def test_who_was_ready_from_the_start_claims_nothing(meld: Data) -> None:
    """Nor does a loser, nor anyone in a draw."""
    data = record("taiwan", outcome="draw")
    data["seats"][2] = seat(2, 4, None, meld, declared=["earthly_ready"])
    assert refusal(data) == ("bad_record", "seats[2].declared")


@pytest.mark.parametrize(("banker", "option"), [(1, True), (0, False)])
def test_heavenly_ready_is_for_others_than_the_banker_and_an_option(
    banker: int, option: bool
) -> None:
    data = record(
        "taiwan",
        outcome="draw",
        state={"banker": banker},
        options={"heavenly_ready": option},
    )
    data["seats"][1]["declared"] = ["heavenly_ready"]
    assert refusal(data) == ("bad_record", "seats[1].declared")


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (taiwan(*PLAIN, options={"flowers": False}, before={"flowers": "1f"}),
         "seats[1].flowers"),
        (taiwan(*PLAIN, before={"flowers": "5m"}), "seats[1].flowers"),
        (taiwan(*PLAIN, before={"flowers": "11f"}), "seats[1].flowers"),
        (taiwan("345p45667s333z", "8s", *PLAIN[2:]), "seats[1].hand"),
        (taiwan("345p45667s3z", "8s", *PLAIN[2:]), "seats[1].hand"),
        (taiwan(None, "8f", by="robbed_flower", source=3, before={"flowers": "12345678f"}),
         "wins[0].tile"),
    ],
)  # fmt: skip
def test_tiles_that_cannot_be(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_tiles", where)


def test_a_losers_hand_is_counted_too() -> None:
    data = taiwan(*PLAIN, source=3)
    data["seats"][2] = seat(2, 4, "8888s123m456m789m555z")
    assert refusal(data) == ("bad_tiles", "wins[0].tile")
    data["seats"][2] = seat(2, 4, "777s123m456m789m55z")
    assert refusal(data) == ("bad_tiles", "seats[2].hand")
    data["seats"][2] = seat(2, 4, "777s1235m456m789m555z")
    assert tai(data) == {}


def test_the_banker_may_not_have_discarded_when_flowers_win() -> None:
    data = taiwan(None, None, by="declared", before={"flowers": "12345678f"})
    data["seats"][0] = seat(0, 4, "777s1235m456m789m555z")
    assert tai(data) == {"all_flowers": 8}


def test_everything_wrong_is_told_form_first() -> None:
    data = taiwan(
        "345p45667s333z", "8s", chow("235m"), pung("888p"), deal={}, before={"flowers": "5m"}
    )
    assert [problem["code"] for problem in problems(data)] == [
        "bad_record",
        "bad_tiles",
        "bad_tiles",
        "bad_meld",
    ]


def test_two_things_wrong_with_a_win_are_both_told() -> None:
    data = taiwan("345p45667s33z", "4s", *PLAIN[2:], source=3, facts={"missed_win": True})
    assert [problem["code"] for problem in problems(data)] == ["not_a_win", "barred"]
