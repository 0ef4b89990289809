"""What wenzhou.md refuses, with the rule that forbids it."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.wenzhou.hands import PLAIN, SINGLE, SOFT, elements, unpaid, wenzhou
from tests.rules.records import Data, chow, kong, pung, refusal, seat

LONE_WILD = ("2456m123789p456999s", "3z")

CLAIMS: dict[str, tuple[Any, ...]] = {
    "soft": ("24567m123789p45699s",),
    "hard": ("45679m123789p45699s",),
    "double": ("8m", *SINGLE),
}
"""What wins on 8m, by the class of a win on a discard."""

RIVALS = {
    "soft": "24567m444555p77s111z",
    "hard": "45679m444555p77s111z",
    "double": "114477m2255p66s1122z",
    "no win": "13579m13579p135579s",
    "lone wild": "2456m444555p777s111z",
}


@pytest.mark.parametrize(
    "hand",
    [
        LONE_WILD,
        ("2m", "3z", *SINGLE),
        ("22456m123p77z456999s", "7z"),
        ("22245m123p77z456999s", "6m"),
        ("2456m123789p456999s", "2m"),
    ],
)
def test_a_lone_wild_wins_by_self_draw_only(hand: tuple[str, str, Data]) -> None:
    """D2, D9: any division of the sixteen tiles closes discards, three wilds or not."""
    assert refusal(wenzhou(*hand, source=3)) == ("barred", "wins[0]")
    assert elements(wenzhou(*hand))[0] >= 2


def test_a_lone_wild_robs_no_kong() -> None:
    around = {3: {"melds": [{"kind": "kong_added", "tiles": "8888p", "from": 0}]}}
    data = wenzhou("2456m123p666p456999s", "8p", by="robbed_kong", source=3, around=around)
    assert refusal(data) == ("barred", "wins[0]")


def test_eight_pairs_are_no_lone_wild() -> None:
    assert elements(wenzhou("21133m44778p2255s66z", "8p", source=3))[0] == 4


@pytest.mark.parametrize(
    ("source", "winner", "rival", "goes"),
    [
        (0, "soft", "soft", True),
        (0, "soft", "hard", True),
        (0, "soft", "double", False),
        (0, "hard", "double", False),
        (0, "double", "double", True),
        (2, "soft", "soft", False),
        (2, "hard", "soft", False),
        (2, "soft", "hard", False),
        (2, "double", "soft", True),
        (2, "double", "hard", True),
        (2, "double", "double", False),
        (2, "soft", "no win", True),
        (2, "soft", "lone wild", True),
    ],
)
def test_a_double_win_goes_first_then_the_nearest(
    source: int, winner: str, rival: str, goes: bool
) -> None:
    """D1: seat 1 wins, seat 3 declared too; after seat 2 it is the nearer one."""
    hand, *melds = CLAIMS[winner]
    data = wenzhou(hand, "8m", *melds, source=source, facts={"rivals": [3]})
    data["seats"][3] = {"hand": RIVALS[rival]}
    if goes:
        assert elements(data)
    else:
        assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_a_naked_single_goes_before_a_nearer_soft_win() -> None:
    around = {3: seat(3, 4, "8m", *SINGLE)}
    data = wenzhou(CLAIMS["soft"][0], "8m", source=0, facts={"rivals": [3]}, around=around)
    assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_on_the_bankers_first_discard_every_claim_is_double() -> None:
    around = {2: {"hand": RIVALS["soft"]}}
    how = {"source": 0, "marks": ("first_discard",), "facts": {"rivals": [2]}, "around": around}
    assert elements(wenzhou(CLAIMS["soft"][0], "8m", **how)) == (4, {"earthly_hand"})
    pairs = wenzhou("1133m667788p2255s66z", "8m", winner=3, **how)
    assert refusal(pairs) == ("barred", "wins[0].facts.rivals")


def test_rivals_for_a_robbed_kong_are_judged_alike() -> None:
    kong_of_8m = {"melds": [{"kind": "kong_added", "tiles": "8888m", "from": 0}]}
    how: Data = {"by": "robbed_kong", "source": 2, "facts": {"rivals": [3]}}
    around = {2: kong_of_8m, 3: {"hand": RIVALS["soft"]}}
    data = wenzhou(CLAIMS["soft"][0], "8m", around=around, **how)
    assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_rivals_say_nothing_about_a_drawn_tile() -> None:
    around = {3: {"hand": RIVALS["double"]}}
    assert elements(wenzhou(*SOFT, facts={"rivals": [3]}, around=around))[0] == 2


def test_only_one_wins_a_hand() -> None:
    data = wenzhou(*SOFT, source=0, around={3: {"hand": RIVALS["soft"]}})
    data["wins"].append({"seat": 3, "tile": "8m", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")


def test_a_discarded_wild_may_be_claimed_to_win() -> None:
    """D16."""
    assert elements(wenzhou("45678m123789p45699s", "2m", source=3))[0] == 1


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"deal": {}}, "deal.indicators"),
        ({"deal": {"indicators": ["2m", "3m"]}}, "deal.indicators"),
        ({"deal": {"indicators": ["2m"], "hidden_indicators": ["3m"]}}, "deal.hidden_indicators"),
        ({"source": 2, "facts": {"rivals": [3]}}, "seats[3].hand"),
        ({"source": 2, "facts": {"rivals": [2]}}, "wins[0].facts.rivals"),
        ({"source": 2, "facts": {"rivals": [1]}}, "wins[0].facts.rivals"),
        ({"state": {"carry": {"step": 4}}}, "state.carry.step"),
        ({"state": {"carry": {"step": -1}}}, "state.carry.step"),
        ({"state": {"carry": {"step": True}}}, "state.carry.step"),
        ({"state": {"carry": {"stakes": [0, 0, 0, 0]}}}, "state.carry.stakes"),
        ({"before": {"facts": {"bought": True}}}, "seats[1].facts.bought"),
        ({"incidents": [{"kind": "false_win", "seat": 0}]}, "incidents[0].kind"),
        ({"marks": ("blessed",)}, "wins[0].marks"),
    ],
)
def test_a_bad_record(how: Data, where: str) -> None:
    assert refusal(wenzhou(*PLAIN, **how)) == ("bad_record", where)


def test_a_draw_without_an_indicator_is_a_bad_record() -> None:
    assert refusal(unpaid(deal={})) == ("bad_record", "deal.indicators")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"before": {"flowers": "1f"}}, "seats[1].flowers"),
        ({"around": {2: {"aside": "2m"}}}, "seats[2].aside"),
        ({"around": {2: {"hand": "2244m"}}}, "seats[2].hand"),
        ({"around": {2: {"hand": "2222m444555p77s111z"}}}, "seats[2].hand"),
    ],
)
def test_bad_tiles(how: Data, where: str) -> None:
    assert refusal(wenzhou(*PLAIN, **how)) == ("bad_tiles", where)


@pytest.mark.parametrize("meld", [chow("123m"), pung("222m"), chow("34m5p", "3m"), pung("55z2m")])
def test_a_wild_is_in_no_set(meld: Data) -> None:
    data = wenzhou("78m123789p45699s", "9m", meld, source=3)
    assert refusal(data) == ("bad_meld", "seats[1].melds[0]")


def test_only_a_kong_added_to_a_pung_is_robbed() -> None:
    how: Data = {"by": "robbed_kong", "source": 3}
    concealed = {3: {"melds": [kong("8888m")]}}
    assert refusal(wenzhou(*SOFT, **how, around=concealed))[0] == "barred"
    assert refusal(wenzhou(*SOFT, **how))[0] == "bad_record"
    as_pung = {3: {"melds": [{"kind": "pung", "tiles": "888m", "from": 0}]}}
    assert elements(wenzhou(*SOFT, **how, around=as_pung)) == (2, {"robbing_the_kong"})


def test_a_win_that_is_none_is_told_with_what_forbids_it() -> None:
    data = wenzhou("45678m123789p45699s", "1m", source=0)
    data["wins"].append({"seat": 1, "tile": "1m", "by": "discard", "from": 0})
    answer: Any = rules.settle_json(data)
    codes = [one["code"] for one in answer["error"]["problems"]]
    assert codes == ["not_a_win", "not_a_win", "barred"]
