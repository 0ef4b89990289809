from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.singapore.hands import NOTHING, PLAIN, RUNS, singapore, unpaid
from tests.rules.records import chow, kong, net, pung, refusal

ORPHANS = ("19m19p19s1234566z", "7z")
SEVEN = {"by": "robbed_flower", "source": 0}


def facts(seat: int, **fields: Any) -> dict[int, Any]:
    """Return *fields* as the facts of one seat without tiles."""
    return {seat: {"facts": fields}}


def test_no_tai_is_too_little() -> None:
    assert refusal(singapore(*NOTHING, source=2)) == ("below_minimum", "wins[0]")
    assert net(singapore(*NOTHING, source=2, flowers="2f")) == [-1, 4, -2, -1]


@pytest.mark.parametrize(
    "hand",
    [
        ("345m68p345s33777z", "9p"),
        ("1122334455667m", "7z"),
        ("19m19p19s1234566z", "6z"),
        ("114477m2255p336s", "6s"),  # seven pairs
    ],
)
def test_other_shapes_do_not_win(hand: tuple[str, str]) -> None:
    assert refusal(singapore(*hand)) == ("not_a_win", "wins[0]")


def test_the_nearest_after_the_discarder_wins() -> None:
    where = ("barred", "wins[0].facts.rivals")
    assert refusal(singapore(*PLAIN, source=3, facts={"rivals": [0]})) == where
    assert net(singapore(*PLAIN, source=3, facts={"rivals": [2]})) == [-1, 4, -1, -2]


def test_thirteen_orphans_go_before_nearer_claimants() -> None:
    assert net(singapore(*ORPHANS, source=3, facts={"rivals": [0]}))[1] == 96
    rival = {2: {"hand": ORPHANS[0]}}
    hand = ("234m88p345s55577z", "7z")
    data = singapore(*hand, source=0, facts={"rivals": [2]}, around=rival)
    assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_of_two_thirteen_orphans_the_nearer_wins() -> None:
    rival = {0: {"hand": "19m19p19s1234556z"}}
    far = singapore(*ORPHANS, source=3, facts={"rivals": [0]}, around=rival)
    assert refusal(far) == ("barred", "wins[0].facts.rivals")
    near = singapore(*ORPHANS, source=0, facts={"rivals": [3]})
    near["seats"][3] = {"hand": "19m19p19s1234556z"}
    assert net(near)[1] == 96


def test_three_claims_may_make_a_draw() -> None:
    facts = {"rivals": [2, 3]}
    assert net(singapore(*PLAIN, source=0, facts=facts)) == [-2, 4, -1, -1]
    data = singapore(*PLAIN, source=0, facts=facts, options={"triple_win_draw": True})
    assert refusal(data) == ("barred", "wins[0].facts.rivals")
    facts = {"rivals": [2]}
    data = singapore(*PLAIN, source=0, facts=facts, options={"triple_win_draw": True})
    assert net(data)[1] == 4


def test_one_wins_a_hand() -> None:
    data = singapore(*PLAIN, source=0)
    data["seats"][2] = {"hand": "345m68p345s11666z"}
    data["wins"].append({"seat": 2, "tile": "7p", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")


def test_only_thirteen_orphans_rob_a_concealed_kong() -> None:
    around = {3: {"melds": [kong("7777p")]}}
    data = singapore(*PLAIN, by="robbed_kong", source=3, around=around)
    assert refusal(data) == ("barred", "wins[0]")


def test_a_robbed_kong_lies_before_its_owner() -> None:
    assert refusal(singapore(*PLAIN, by="robbed_kong", source=3)) == ("bad_record", "wins[0].tile")
    assert refusal(singapore(*ORPHANS, by="robbed_kong", source=3))[0] == "bad_record"


@pytest.mark.parametrize(
    ("flowers", "tile"), [("123456f", "8f"), ("1234567f", "1a"), ("123456f1a", "8f")]
)
def test_six_flowers_rob_nothing(flowers: str, tile: str) -> None:
    data = singapore(None, tile, flowers=flowers, **SEVEN)
    assert refusal(data) == ("not_a_win", "wins[0]")


def test_the_robbed_flower_lies_before_nobody() -> None:
    data = singapore(None, "8f", flowers="1234567f", around={0: {"flowers": "8f"}}, **SEVEN)
    assert refusal(data)[0] == "bad_tiles"


def test_a_discarded_flower_wins_nothing() -> None:
    assert refusal(singapore(PLAIN[0], "8f", source=0)) == ("bad_tiles", "wins[0].tile")


@pytest.mark.parametrize("options", [{}, {"honor_limits_at_once": True}])
def test_seven_flowers_declare_nothing(options: dict[str, bool]) -> None:
    data = singapore(None, None, by="declared", flowers="1234567f", options=options)
    assert refusal(data) == ("not_a_win", "wins[0]")


def test_great_honor_hands_are_paid_at_once_only_by_agreement() -> None:
    data = singapore("258m3p555666777z", None, by="declared")
    assert refusal(data) == ("barred", "wins[0]")


def test_what_is_declared_has_no_tile() -> None:
    data = singapore(None, "8f", by="declared", flowers="1234567f")
    assert refusal(data) == ("bad_record", "wins[0]")


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (singapore(*PLAIN, deal={"indicators": ["1m"]}), "bad_record", "deal.indicators"),
        (singapore(*PLAIN, state={"round": 5}), "bad_record", "state.round"),
        (singapore(*PLAIN, state={"carry": {"x": 1}}), "bad_record", "state.carry.x"),
        (singapore("345m68p345s3377z1f", "7p"), "bad_tiles", "seats[1].hand"),
        (singapore("345m68p345s3377z", "7p"), "bad_tiles", "seats[1].hand"),
        (singapore(*PLAIN, flowers="1m"), "bad_tiles", "seats[1].flowers"),
        (unpaid(around={2: {"flowers": "11a"}}), "bad_tiles", "seats[2].flowers"),
        (unpaid(around={2: {"aside": "1a"}}), "bad_tiles", "seats[2].aside"),
        (unpaid(around={2: {"discards": "1a"}}), "bad_tiles", "seats[2].discards"),
        (
            unpaid(around={2: {"melds": [{**chow("123f"), "from": 1}]}}),
            "bad_meld",
            "seats[2].melds[0]",
        ),
        (
            unpaid(around={2: {"melds": [{**pung("123a"), "from": 1}]}}),
            "bad_meld",
            "seats[2].melds[0]",
        ),
        (
            unpaid(around={2: {"melds": [{**chow("123m"), "from": 0}]}}),
            "bad_meld",
            "seats[2].melds[0]",
        ),
        (unpaid(around=facts(2, dealt_bonus="1a")), "bad_record", "seats[2].facts.dealt_bonus"),
        (
            unpaid(around=facts(2, flowers_before=["1a"])),
            "bad_record",
            "seats[2].facts.flowers_before",
        ),
        (unpaid(around=facts(2, late_kongs=[0])), "bad_record", "seats[2].facts.late_kongs"),
        (unpaid(around=facts(2, warned=0)), "bad_record", "seats[2].facts.warned"),
        (unpaid(around={**facts(2, warned=1), **facts(1, warned=1)}), "bad_record", "seats"),
        (
            unpaid(around=facts(2, flowers_before="1a")),
            "bad_record",
            "seats[2].facts.flowers_before",
        ),
        (unpaid(around=facts(2, late_kongs=["a"])), "bad_record", "seats[2].facts.late_kongs[0]"),
        (unpaid(options={"dice": 4}), "unknown_option", "options.dice"),
        (unpaid(incidents=[{"kind": "false_win"}]), "bad_record", "incidents[0].kind"),
    ],
)
def test_what_cannot_be(data: Any, code: str, where: str) -> None:
    assert refusal(data) == (code, where)


def test_sets_laid_before_others_count_their_copies() -> None:
    around = {2: {"melds": [{**pung("999s"), "from": 1}]}}
    assert refusal(singapore(*RUNS, source=2, around=around))[0] == "bad_tiles"


def test_flower_wins_look_at_no_hand() -> None:
    data = singapore("19m", "8f", flowers="1234567f", **SEVEN)
    assert "error" not in rules.settle_json(data)


def test_the_named_kong_is_one() -> None:
    data = singapore("345m68p33777z", "7p", pung("888m"), marks=("kong_draw",))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")
