"""What Changsha refuses: changsha.md, "Play", "Winning" and the facts and marks it lists."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.changsha.hands import NO_258, NO_BAMBOO, PLAIN, changsha, unpaid, win_on_deal
from tests.rules.records import Data, kong, net, options, pung, refusal

BIRD = ("bad_record", "deal.hidden_indicators")


def let_go(tiles: Any) -> Data:
    """Return how the winner lies who let *tiles* go since his last turn."""
    return {"before": {"facts": {"missed": tiles}}}


@pytest.mark.parametrize("tiles", ["9p", ["1m", "9p"]])
def test_a_tile_let_go_does_not_win_on_another(tiles: Any) -> None:
    assert refusal(changsha(*PLAIN, source=3, **let_go(tiles))) == ("barred", "wins[0].tile")


def test_a_tile_let_go_does_not_rob_a_kong() -> None:
    around = {3: {"melds": [kong("9999p", "added") | {"from": 2}]}}
    how: Data = {"by": "robbed_kong", "source": 3, "around": around, **let_go("9p")}
    assert refusal(changsha(*PLAIN, **how)) == ("barred", "wins[0].tile")


def test_other_tiles_and_an_own_draw_win_after_a_tile_let_go() -> None:
    assert net(changsha(*PLAIN, source=3, **let_go("6p"))) == [0, 1, 0, -1]
    assert net(changsha(*PLAIN, **let_go("9p"))) == [-2, 4, -1, -1]


def test_of_two_discarded_tiles_the_one_let_go_does_not_win() -> None:
    how: Data = {"marks": ("kong_discard",), "source": 2, **options(double_kong=True)}
    data = changsha("678m56p55m789s345s", "4p", facts={"other_tile": "7p"}, **how, **let_go("4p"))
    assert net(data) == [0, 6, -6, 0]
    data["seats"][1]["facts"]["missed"] = "47p"
    assert refusal(data) == ("barred", "wins[0].tile")


@pytest.mark.parametrize("kind", ["concealed", "discard"])
def test_only_a_kong_added_to_a_pung_is_robbed(kind: str) -> None:
    standing = kong("9999p", kind)
    around = {3: {"melds": [standing if kind == "concealed" else standing | {"from": 2}]}}
    data = changsha(*PLAIN, by="robbed_kong", source=3, around=around)
    assert refusal(data) == ("barred", "wins[0]")


def test_what_is_robbed_must_have_been_a_pung() -> None:
    data = changsha(*PLAIN, by="robbed_kong", source=3)
    assert refusal(data) == ("bad_record", "wins[0].tile")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"deal": {"indicators": ["1m"]}}, ("bad_record", "deal.indicators")),
        ({"bird": ["1m", "2m"]}, BIRD),
        ({"bird": ["1m", "2m", "3m"], **options(double_bird=True)}, BIRD),
        ({"bird": "1z"}, ("bad_tiles", "deal.indicators")),
        ({"before": {"flowers": "1f"}}, ("bad_tiles", "seats[1].flowers")),
        ({"before": {"aside": "1m"}}, ("bad_tiles", "seats[1].aside")),
        ({"before": {"declared": ["ready_for_all"]}}, ("bad_record", "seats[1].declared")),
        ({"facts": {"supplement": "head"}}, ("bad_record", "wins[0].facts.supplement")),
        ({"facts": {"third_tile": "1m"}}, ("bad_record", "wins[0].facts.third_tile")),
        ({"marks": ("bird",)}, ("bad_record", "wins[0].marks")),
        ({"by": "robbed_flower", "source": 3}, ("bad_record", "wins[0].by")),
        ({"state": {"carry": {"drawn_hands": 1}}}, ("bad_record", "state.carry.drawn_hands")),
        ({"incidents": [{"kind": "fine"}]}, ("bad_record", "incidents[0].kind")),
        (options(double_birds=True), ("unknown_option", "options.double_birds")),
        (options(melded_hand_pair="none"), ("unknown_option", "options.melded_hand_pair")),
        (options(six_seven=1), ("unknown_option", "options.six_seven")),
    ],
    ids=case_id,
)
def test_what_the_form_cannot_be(fields: Data, problem: tuple[str, str]) -> None:
    assert refusal(changsha(*PLAIN, **fields)) == problem


def test_honors_are_not_in_the_set() -> None:
    assert refusal(changsha("123456m78p22z345s", "9p"))[0] == "bad_tiles"


def test_the_bird_is_one_of_four() -> None:
    data = changsha("999m23456p22345s", "1p", bird="9m")
    assert net(data)[1] > 0
    data["seats"][2] = {"melds": [{"kind": "chow", "tiles": "789m", "claimed": "7m", "from": 1}]}
    assert refusal(data)[0] == "bad_tiles"


def test_a_bird_comes_by_a_win_only() -> None:
    assert refusal(unpaid(deal={"hidden_indicators": ["1m"]})) == BIRD


def test_one_seat_at_most_had_the_last_tile() -> None:
    data = unpaid()
    for seat in (1, 3):
        data["seats"][seat] = {"facts": {"last_tile": "taken"}}
    assert refusal(data) == ("bad_record", "seats[3].facts.last_tile")
    data["seats"][3] = {"facts": {"last_tile": "refused"}}
    assert refusal(data) == ("bad_record", "seats[3].facts.last_tile")


@pytest.mark.parametrize(
    ("facts", "marks", "code"),
    [
        ({"other_tile": "7p"}, (), "bad_record"),
        ({"other_tile": "7p", "supplement": "tail"}, ("kong_draw",), "bad_record"),
        ({"other_tile": "67p"}, ("kong_draw",), "bad_tiles"),
        ({"other_tile": ""}, ("kong_draw",), "bad_tiles"),
    ],
    ids=case_id,
)
def test_only_dice_take_a_second_tile(facts: Data, marks: tuple[str, ...], code: str) -> None:
    hand = ("678m56p55m789s", "4p", kong("3333s"))
    data = changsha(*hand, marks=marks, facts=facts, **options(double_kong=True))
    assert refusal(data) == (code, "wins[0].facts.other_tile")


def test_the_kong_that_is_named_is_one() -> None:
    data = changsha("678m56p55m789s", "4p", pung("333s"), marks=("kong_draw",))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"tile": "1m"}, ("bad_record", "wins[0].tile")),
        ({"from": 2}, ("bad_record", "wins[0].tile")),
    ],
    ids=case_id,
)
def test_a_dealt_pattern_has_no_last_tile(fields: Data, problem: tuple[str, str]) -> None:
    data = win_on_deal(NO_258)
    data["wins"][0] |= fields
    assert refusal(data) == problem


def test_a_dealt_winner_shows_all_his_tiles() -> None:
    assert refusal(win_on_deal(None)) == ("bad_record", "seats[1].hand")
    with_set = win_on_deal("1279m15689s3p", around={1: {"melds": [pung("333p") | {"from": 0}]}})
    assert refusal(with_set) == ("bad_record", "seats[1].melds")


def test_a_heavenly_hand_has_no_sets_laid_down() -> None:
    data = changsha("678m56p55m789s", "4p", kong("3333s"), winner=0, marks=("dealt",))
    assert refusal(data) == ("bad_record", "seats[0].melds")


def test_the_banker_may_show_thirteen_or_fourteen_when_another_was_dealt_a_win() -> None:
    for hand in ("123456m78p22345s", "123456m789p22345s"):
        assert net(win_on_deal(NO_258, around={0: {"hand": hand}})) == [-2, 4, -1, -1]
    assert refusal(win_on_deal(NO_258, around={0: {"hand": "123m"}}))[0] == "bad_tiles"
    assert refusal(win_on_deal(NO_258, around={2: {"hand": "123456m789p22345s"}}))[0] == "bad_tiles"


def test_of_several_dealt_wins_the_bird_is_told() -> None:
    data = win_on_deal(NO_258)
    data["seats"][3] = {"hand": NO_BAMBOO}
    data["wins"].append({**data["wins"][0], "seat": 3})
    assert refusal(data) == BIRD


@pytest.mark.parametrize(
    "second",
    [
        {"seat": 1},
        {"seat": 2, "tile": "3m"},
        {"seat": 2, "from": 0},
        {"seat": 2, "by": "self_draw", "from": None},
        {"seat": 2, "by": "declared", "tile": None, "from": None},
    ],
    ids=case_id,
)
def test_several_winners_share_one_tile(second: Data) -> None:
    data = changsha(*PLAIN, source=3, bird="1m")
    data["seats"][2] = {"hand": "567p77m44466s999m"}
    entry = {**data["wins"][0], **second}
    data["wins"].append({name: value for name, value in entry.items() if value is not None})
    assert refusal(data) == ("bad_record", "wins")


def test_a_self_draw_has_one_winner() -> None:
    data = changsha(*PLAIN)
    data["seats"][2] = {"hand": "567p77m44466s99m9p"}
    data["wins"].append({**data["wins"][0], "seat": 2})
    assert refusal(data) == ("bad_record", "wins")
