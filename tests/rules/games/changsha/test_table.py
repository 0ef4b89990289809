"""Who pays in Changsha, birds, options, the next banker and the wall: changsha.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.changsha.hands import (
    NO_258,
    NO_BAMBOO,
    PLAIN,
    PUNGS,
    after,
    changsha,
    unpaid,
    win_on_deal,
    worth,
)
from tests.rules.records import (
    Data,
    items,
    kong,
    net,
    options,
    pung,
    refusal,
    score,
    settle,
    steps,
)

PURE_PUNGS = ("1112224445559p", "9p")
BANKER_3: Data = {"state": {"banker": 3}}


@pytest.mark.parametrize(
    ("hand", "how", "gains"),
    [
        (PLAIN, {}, [-2, 4, -1, -1]),
        (PLAIN, {"winner": 0}, [6, -2, -2, -2]),
        (PLAIN, {"source": 3}, [0, 1, 0, -1]),
        (PLAIN, {"source": 0}, [-2, 2, 0, 0]),
        (PLAIN, {"winner": 0, "source": 3}, [2, 0, 0, -2]),
        (PUNGS, {}, [-4, 10, -3, -3]),
        (PUNGS, {"winner": 0}, [12, -4, -4, -4]),
        (PUNGS, {"source": 2}, [0, 6, -6, 0]),
        (PUNGS, {"source": 0}, [-7, 7, 0, 0]),
        (PURE_PUNGS, {}, [-8, 20, -6, -6]),
        (PURE_PUNGS, {"source": 2}, [0, 12, -12, 0]),
        (PURE_PUNGS, {"source": 0}, [-14, 14, 0, 0]),
        (PLAIN, {"winner": 0, "marks": ("dealt",)}, [12, -4, -4, -4]),
        (PLAIN, {"source": 0, "marks": ("first_discard",)}, [-7, 7, 0, 0]),
    ],
    ids=case_id,
)
def test_what_each_pays(hand: Any, how: Data, gains: list[int]) -> None:
    assert net(changsha(*hand, **how)) == gains


def test_the_score_is_what_two_who_are_not_banker_pay() -> None:
    assert score(changsha(*PLAIN, winner=0)) == 1
    assert score(changsha(*PURE_PUNGS, winner=0)) == 6
    assert score(changsha(*PURE_PUNGS, source=0)) == 12


def test_the_example_of_the_sheet() -> None:
    data = changsha(*PURE_PUNGS, winner=2, source=3, bird="4s", **BANKER_3)
    assert net(data) == [0, 0, 28, -28]
    assert score(data) == 12
    assert steps(settle(data)) == "all_pungs +6, pure_one_suit +6, banker +1×2, bird ×2"


@pytest.mark.parametrize(
    ("bird", "gains"),
    [
        (None, [-2, 4, -1, -1]),
        ("1m", [-4, 6, -1, -1]),
        ("5s", [-4, 6, -1, -1]),
        ("9p", [-4, 6, -1, -1]),
        ("2m", [-4, 8, -2, -2]),
        ("6p", [-4, 8, -2, -2]),
        ("3s", [-2, 5, -2, -1]),
        ("8s", [-2, 5, -1, -2]),
    ],
)
def test_the_bird_doubles_what_one_seat_pays_or_receives(bird: Any, gains: list[int]) -> None:
    assert net(changsha("123456m78p22345s", "9p", bird=bird)) == gains


def test_birds_are_counted_from_the_banker() -> None:
    assert net(changsha(*PLAIN, source=0, bird="3p", **BANKER_3)) == [-2, 2, 0, 0]
    assert net(changsha(*PLAIN, source=0, bird="1p", **BANKER_3)) == [-1, 1, 0, 0]


@pytest.mark.parametrize(
    ("tile", "hand", "how", "gains"),
    [
        ("2p", "234789m13567p88s", {"marks": ("last_tile",)}, [-8, 20, -6, -6]),
        ("8p", "234789m79567p88s", {"marks": ("last_tile",)}, [-4, 13, -3, -6]),
        ("8p", "234789m79567p88s", {"marks": ("last_discard",), "source": 3}, [0, 12, 0, -12]),
        ("8p", "234789m79567p88s", {"marks": ("last_discard",), "source": 2}, [0, 6, -6, 0]),
    ],
)
def test_the_last_tile_is_itself_the_bird(
    tile: str, hand: str, how: Data, gains: list[int]
) -> None:
    assert net(changsha(hand, tile, **how)) == gains
    assert net(changsha(hand, tile, bird=tile, **how)) == gains


def test_the_last_tile_lies_on_the_table_once() -> None:
    data = changsha("23488m888p23477s", "7s", marks=("last_tile",), bird="7s")
    data["seats"][2] = {"melds": [{"kind": "chow", "tiles": "789s", "claimed": "8s", "from": 1}]}
    assert worth(data) == {"last_tile"}


def test_another_bird_than_the_last_tile_is_refused() -> None:
    data = changsha(*PLAIN, marks=("last_tile",), bird="1m")
    assert refusal(data) == ("bad_record", "deal.hidden_indicators")


@pytest.mark.parametrize(
    ("birds", "gains"),
    [
        (["2m", "6p"], [-6, 12, -3, -3]),
        (["2m", "1m"], [-6, 10, -2, -2]),
        (["1m", "5m"], [-6, 8, -1, -1]),
        (["3m", "4m"], [-2, 6, -2, -2]),
        (["2m"], [-4, 8, -2, -2]),
        ([], [-2, 4, -1, -1]),
    ],
)
def test_two_birds_make_three_times(birds: list[str], gains: list[int]) -> None:
    assert net(changsha(*PLAIN, bird=birds, **options(double_bird=True))) == gains


def test_with_two_birds_the_last_tile_sends_both() -> None:
    how: Data = {"marks": ("last_tile",), **options(double_bird=True)}
    assert net(changsha("234789m13567p88s", "2p", **how)) == [-12, 30, -9, -9]
    assert net(changsha("234789m13567p88s", "2p", bird=["2p", "2p"], **how)) == [-12, 30, -9, -9]


@pytest.mark.parametrize(
    ("hand", "how", "house", "gains"),
    [
        (PUNGS, {}, {}, [-7, 19, -6, -6]),
        (PUNGS, {"source": 2}, {}, [0, 6, -6, 0]),
        (PURE_PUNGS, {}, {}, [-7, 19, -6, -6]),
        (PURE_PUNGS, {"source": 0}, {}, [-7, 7, 0, 0]),
        (PURE_PUNGS, {}, {"six_seven_combine": True}, [-14, 38, -12, -12]),
        (PURE_PUNGS, {"source": 0}, {"six_seven_combine": True}, [-14, 14, 0, 0]),
        (PLAIN, {}, {}, [-2, 4, -1, -1]),
    ],
    ids=case_id,
)
def test_one_price_for_big_wins(hand: Any, how: Data, house: Data, gains: list[int]) -> None:
    with_option: Data = {**how, **options(six_seven=True, **house)}
    assert net(changsha(*hand, **with_option)) == gains


def test_with_one_price_every_big_element_is_listed() -> None:
    data = changsha(*PURE_PUNGS, **options(six_seven=True))
    assert items(settle(data)) == {"all_pungs": 6, "pure_one_suit": 0}
    assert score(data) == 6


def test_adding_up_at_one_price_is_nothing_without_it() -> None:
    assert net(changsha(*PURE_PUNGS, **options(six_seven_combine=True))) == [-8, 20, -6, -6]


TWO_TILES = ("678m56p55m789s", "4p", kong("3333s"))
DOUBLE = options(double_kong=True)


def two(other: str, *hand: Any, **how: Any) -> Data:
    """Return a win for which dice took *other*, too."""
    hand = hand or TWO_TILES
    return changsha(*hand, **{"marks": ("kong_draw",), "facts": {"other_tile": other}, **how})


def test_both_tiles_of_a_double_kong_double_the_points() -> None:
    assert net(two("7p", **DOUBLE)) == [-8, 20, -6, -6]
    assert score(two("7p", **DOUBLE)) == 6
    assert net(two("4p", **DOUBLE)) == [-8, 20, -6, -6]
    assert net(two("9p", **DOUBLE)) == [-4, 10, -3, -3]


def test_the_other_tile_alone_may_win() -> None:
    won_on_other = two("7p", "678m56p55m789s", "9p", kong("3333s"), **DOUBLE)
    assert net(won_on_other) == [-4, 10, -3, -3]
    assert refusal(two("1p", "678m56p55m789s", "9p", kong("3333s"), **DOUBLE)) == (
        "not_a_win",
        "wins[0]",
    )


def test_of_two_winning_tiles_the_better_is_doubled() -> None:
    """5m makes all pungs in one suit, 4m only one suit: three big wins, twice."""
    hand = two("5m", "1112223335m", "4m", kong("9999m"), **DOUBLE)
    assert worth(hand) == {"all_pungs", "pure_one_suit", "kong_draw"}
    assert score(hand) == 18


def test_without_the_option_the_other_tile_is_ignored() -> None:
    assert net(two("7p")) == [-4, 10, -3, -3]
    assert net(changsha(*PLAIN, facts={"other_tile": "7p"})) == [-2, 4, -1, -1]


def test_both_discarded_tiles_of_a_double_kong_may_win() -> None:
    around = {2: {"melds": [kong("1111p")]}}
    how = {"marks": ("kong_discard",), "source": 2, "around": around, **DOUBLE}
    assert net(two("7p", "678m56p55m789s345s", "4p", **how)) == [0, 12, -12, 0]
    assert net(two("9p", "678m56p55m789s345s", "4p", **how)) == [0, 6, -6, 0]


def test_each_of_two_winners_takes_his_tile_of_a_double_kong() -> None:
    how = {"marks": ("kong_discard",), "source": 2, **DOUBLE}
    data = two("9s", "678m56p55m789s345s", "4p", **how)
    data["seats"][3] = {"hand": "123m123p22s78s567m"}
    second = {**data["wins"][0], "seat": 3, "tile": "9s", "facts": {"other_tile": "4p"}}
    data["wins"].append(second)
    assert net(data) == [0, 6, -12, 6]
    assert after(data) == (2, 0)


def test_both_discarded_tiles_of_a_double_kong_count_as_tiles() -> None:
    data = two("7p", **DOUBLE)
    data["seats"][2] = {"melds": [pung("777p") | {"from": 3}]}
    assert net(data)[1] == 20
    data["seats"][3] = {"melds": [{"kind": "chow", "tiles": "678p", "claimed": "6p", "from": 2}]}
    assert refusal(data)[0] == "bad_tiles"


def two_winners(**how: Any) -> Data:
    """Return seat 1 winning with all pungs and seat 2 with a small hand on one discard."""
    data = changsha("77m44466s", "7m", pung("111m"), pung("999p"), source=3, **how)
    data["seats"][2] = {"hand": "56m234p22789s333s"}
    data["wins"].append({**data["wins"][0], "seat": 2})
    return data


def test_several_winners_are_each_paid_by_themselves() -> None:
    assert net(two_winners()) == [0, 6, 1, -7]
    assert net(two_winners(bird="3m")) == [0, 6, 2, -8]
    assert net(two_winners(bird="4m")) == [0, 12, 2, -14]
    assert [win["score"] for win in settle(two_winners())["wins"]] == [6, 1]


def test_the_dealt_winner_is_paid_by_all() -> None:
    assert net(win_on_deal(NO_258)) == [-2, 4, -1, -1]
    assert net(win_on_deal("134679m1344779s")) == [-4, 8, -2, -2]
    assert net(win_on_deal("134679m1344779s6s", winner=0)) == [12, -4, -4, -4]


def two_dealt(bird: Any = "3p", **how: Any) -> Data:
    """Return seats 1 and 3 winning with their dealt tiles."""
    data = win_on_deal(NO_258, bird=bird, **how)
    data["seats"][3] = {"hand": NO_BAMBOO}
    data["wins"].append({**data["wins"][0], "seat": 3})
    return data


def test_dealt_winners_pay_each_other() -> None:
    assert net(two_dealt()) == [-4, 4, -4, 4]
    assert net(two_dealt("2m")) == [-6, 6, -3, 3]


def test_who_is_banker_next() -> None:
    assert after(changsha(*PLAIN)) == (1, 0)
    assert after(changsha(*PLAIN, source=3)) == (1, 0)
    assert after(changsha(*PLAIN, winner=0, state={"repeats": 2})) == (0, 3)
    assert after(two_winners()) == (3, 0)
    assert after(two_winners(state={"banker": 3, "repeats": 1})) == (3, 2)
    assert after(win_on_deal(NO_258, bird="3p")) == (1, 0)
    assert after(two_dealt("3p")) == (2, 0)
    assert after(two_dealt("5p", state={"repeats": 4})) == (0, 5)
    assert after(two_dealt(["3p", "1p"], **options(double_bird=True))) == (2, 0)


def test_who_was_robbed_by_two_is_banker_next() -> None:
    around = {3: {"melds": [kong("7777m", "added") | {"from": 0}]}}
    data = changsha("56m234p22789s333s", "7m", by="robbed_kong", source=3, around=around)
    data["seats"][2] = {"hand": "56m345p55678s444s"}
    data["wins"].append({**data["wins"][0], "seat": 2})
    assert net(data) == [0, 6, 6, -12]
    assert after(data) == (3, 0)


@pytest.mark.parametrize("word", ["taken", "offered_first", "supplement"])
def test_who_had_the_last_tile_is_banker_after_a_draw(word: str) -> None:
    data = unpaid(state={"banker": 1, "repeats": 1, "round": 2})
    data["seats"][2] = {"facts": {"last_tile": word}}
    assert net(data) == [0, 0, 0, 0]
    assert after(data) == (2, 0)
    assert settle(data)["next"]["round"] == 2
    data["seats"][1], data["seats"][2] = data["seats"][2], {}
    assert after(data) == (1, 2)


def test_the_banker_stays_after_a_draw_of_which_nothing_is_told() -> None:
    assert after(unpaid(state={"banker": 1, "repeats": 1})) == (1, 2)
