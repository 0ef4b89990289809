"""What everyone pays for a hand of nanchang.md, and what comes next."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games.jiangxi.nanchang import GAME
from rules.games.jiangxi.nanchang.elements import jing_points, jings
from rules.settle.terms import add, compute
from rules.tiles import TILES
from tests.rules.games.nanchang.hands import PLAIN, SOFT, charge, nanchang, unpaid
from tests.rules.records import Data, kong, net, pung, settle, steps

ONE_JING = {2: "1s2468m2468p2465z"}
"""Seat 2 holds a jing, so that no virtue is double."""
SAME: Data = {"incidents": [{"kind": "same_first_discards", "seat": 0}]}


@pytest.mark.parametrize(
    ("how", "dues"),
    [
        # virtue and own tile: 4, the banker 8, and 5 more from everyone
        ({}, {0: 13, 2: 9, 3: 9}),
        # virtue on a discard: 2, the banker 4, the discarder 4, and 5 more from him alone
        ({"source": 3}, {0: 4, 2: 2, 3: 9}),
        ({"source": 0}, {0: 13, 2: 2, 3: 2}),
        ({"winner": 0, "around": {2: ONE_JING[2]}}, {1: 13, 2: 13, 3: 13}),
        ({"winner": 0, "source": 3}, {1: 4, 2: 4, 3: 13}),
    ],
)
def test_banker_and_discarder_double_and_virtue_adds(how: Data, dues: dict[int, int]) -> None:
    assert charge(nanchang(*PLAIN, **{"around": ONE_JING, **how})) == dues


def test_without_virtue_nothing_is_added() -> None:
    assert charge(nanchang(*SOFT)) == {0: 4, 2: 2, 3: 2}
    assert charge(nanchang(*SOFT, source=3)) == {0: 2, 2: 1, 3: 2}


def test_what_the_discarder_pays_is_doubled_before_the_virtue_is_added() -> None:
    data = nanchang(*PLAIN, source=0, around=ONE_JING)
    assert steps(settle(data)) == "base +1, no_wild ×2, banker ×2, discarder ×2, no_wild +5"


def test_a_robbed_kong_is_paid_like_an_own_tile() -> None:
    lying = {3: {"melds": [pung("444s") | {"from": 0}]}, **ONE_JING}
    virtue = nanchang(*PLAIN, by="robbed_kong", source=3, around=lying)
    assert charge(virtue) == {0: 13, 2: 9, 3: 9}  # no discarder's double, 5 from everyone
    soft = nanchang(*SOFT, by="robbed_kong", source=3, around=lying)
    assert charge(soft) == {0: 4, 2: 2, 3: 2}


@pytest.mark.parametrize("meld", [pung("444s"), kong("4444s", "added")])
def test_a_robbed_kong_is_void(meld: Data) -> None:
    lying = {3: {"melds": [meld | {"from": 0}]}}
    data = nanchang(*PLAIN, by="robbed_kong", source=3, around=lying)
    assert charge(data, "kong") == {}


def test_a_robbed_kong_of_jings_is_void_too() -> None:
    lying = {3: {"melds": [kong("1111s", "added") | {"from": 0}]}}
    data = nanchang("123456m567p55s23s", "1s", by="robbed_kong", source=3, around=lying)
    assert charge(data, "jing_kong") == {}
    # the winning tile is the winner's now: 1 against 3
    assert charge(data, "jing") == {0: 4, 1: 3, 2: 4, 3: 1}


def test_heavenly_and_earthly_hands_are_twenty_from_each() -> None:
    heavenly = nanchang(*PLAIN, winner=0, marks=("dealt",))
    assert charge(heavenly) == {1: 20, 2: 20, 3: 20}
    earthly = nanchang(*PLAIN, winner=2, source=0, marks=("first_discard",))
    assert charge(earthly) == {0: 20, 1: 20, 3: 20}


def test_a_mark_that_fits_wins_even_where_the_hand_would_pay_more() -> None:
    stars = nanchang("58m7p269s1234567z", "4p", winner=2, source=0, marks=("first_discard",))
    assert charge(stars) == {0: 20, 1: 20, 3: 20}
    assert charge(nanchang("58m7p269s1234567z", "4p", winner=2, source=0))[0] == 69


def test_jings_count_after_a_heavenly_hand_too() -> None:
    data = nanchang(*SOFT, winner=0, marks=("dealt",))
    assert charge(data, "jing") == {1: 2, 2: 2, 3: 2}  # the only jing doubles


@pytest.mark.parametrize(
    ("sets", "dues"),
    [
        ((kong("4444m", "discard"),), {"kong": 3}),
        ((kong("4444m", "added"),), {"kong": 3}),
        ((kong("4444m"),), {"kong": 6}),
        ((kong("4444m"), kong("7777z", "added")), {"kong": 9}),
        ((kong("1111s"),), {"jing_kong": 30, "jing": 24}),
        ((kong("1111s", "discard"),), {"jing_kong": 30, "jing": 24}),
        ((pung("111s"),), {"jing": 18}),
        ((pung("999s"),), {"jing": 108}),
    ],
)
@pytest.mark.parametrize("banker", [0, 2])
def test_kongs_and_jings_are_paid_by_everyone_on_a_draw(
    sets: Any, dues: dict[str, int], banker: int
) -> None:
    hand = {1: "2368m2568p23z", 2: "2368m25p2z"}[len(sets)]
    melds = [meld if meld["kind"] == "kong_concealed" else meld | {"from": 0} for meld in sets]
    data = unpaid(around={1: {"hand": hand, "melds": melds}}, state={"banker": banker})
    assert {one: sum(charge(data, one).values()) for one in dues} == dues
    assert net(data)[1] == sum(dues.values())


def test_a_kong_of_main_jings_where_the_indicator_is_drawn() -> None:
    data = unpaid(
        around={1: {"hand": "2368m2568p23z", "melds": [kong("9999s")]}},
        options={"indicator_drawn": True},
    )
    # 8 points break through to 40 and double for the sole ruler
    assert (charge(data, "jing_kong"), charge(data, "jing")[0]) == ({0: 10, 2: 10, 3: 10}, 80)
    assert steps(settle(data), -1) == "main_jing +2×4, breakthrough ×5, sole_ruler ×2"


@pytest.mark.parametrize(
    ("raw", "points"),
    [
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((1, 2, 3, 4), (1, 2, 3, 4)),
        ((5, 6, 0, 0), (10, 18, 0, 0)),
        ((7, 0, 1, 0), (28, 0, 1, 0)),
        ((8, 0, 1, 0), (40, 0, 1, 0)),
        ((9, 0, 1, 0), (54, 0, 1, 0)),
        ((10, 1, 0, 0), (70, 1, 0, 0)),
        ((11, 1, 0, 0), (88, 1, 0, 0)),
        ((12, 1, 0, 0), (108, 1, 0, 0)),
        ((0, 4, 0, 0), (0, 8, 0, 0)),
        ((0, 5, 0, 0), (0, 20, 0, 0)),
    ],
)
def test_breakthrough_and_sole_ruler(raw: tuple[int, ...], points: tuple[int, ...]) -> None:
    terms = jing_points([(add("main_jing", count),) if count else () for count in raw])
    assert tuple(map(compute, terms)) == points


@pytest.mark.parametrize(
    ("indicator", "sub"),
    [("2m", "3m"), ("9s", "1s"), ("9p", "1p"), ("1z", "2z"), ("2z", "3z"), ("3z", "4z"),
     ("4z", "1z"), ("7z", "6z"), ("6z", "5z"), ("5z", "7z")],
)  # fmt: skip
def test_the_sub_jing_follows_the_main_one(indicator: str, sub: str) -> None:
    assert jings(TILES[indicator]) == (TILES[indicator], TILES[sub])
    assert GAME.wild_tiles([TILES[indicator]], GAME.defaults) == {TILES[indicator], TILES[sub]}


def test_the_winning_tile_counts_among_the_winners_jings() -> None:
    data = nanchang("123456m567p7855s", "9s", source=3)
    assert charge(data, "jing") == {0: 4, 2: 4, 3: 4}  # one main jing, and nobody else has any


def test_discarded_jings_do_not_count() -> None:
    seat = {**unpaid()["seats"][2], "discards": "91s"}
    assert net(unpaid(around={2: seat})) == [0, 0, 0, 0]


def test_equal_first_discards_cost_the_banker() -> None:
    assert net(unpaid(**SAME)) == [-15, 5, 5, 5]
    assert charge(nanchang(*SOFT, **SAME), "same_first_discards") == {0: 15}
    assert net(unpaid(**SAME, options={"draw_banker_pays": True})) == [-30, 10, 10, 10]


def test_equal_first_discards_are_seen_where_all_discards_are_known() -> None:
    rows = [
        {**seat, "discards": "3z" + "5m" * number} for number, seat in enumerate(unpaid()["seats"])
    ]
    assert net(unpaid(around=dict(enumerate(rows)))) == [-15, 5, 5, 5]
    for other in ({"discards": "4z"}, {"discards": ""}, {"discards": None}):
        seats = {**dict(enumerate(rows)), 3: {**rows[3], **other}}
        assert net(unpaid(around=seats)) == [0, 0, 0, 0]


def test_the_banker_pays_for_a_draw_where_the_table_says_so() -> None:
    pays = {"draw_banker_pays": True}
    assert net(unpaid(options=pays, state={"banker": 2})) == [5, 5, -15, 5]
    assert net(nanchang(*SOFT, options=pays)) == net(nanchang(*SOFT))


@pytest.mark.parametrize("options", [{"dead_wall": "tiles"}, {"missed_pung_bars_pung": True}])
def test_options_of_play_settle_nothing(options: Data) -> None:
    assert net(nanchang(*SOFT, options=options)) == net(nanchang(*SOFT))


def after(data: Data) -> tuple[int, int, int, bool]:
    """Return banker, round, repeats and whether the session is over."""
    following = settle(data)["next"]
    return following["banker"], following["round"], following["repeats"], following["over"]


def state(banker: int, round_: int = 1, repeats: int = 0) -> Data:
    """Return the table before the hand."""
    return {"state": {"banker": banker, "round": round_, "repeats": repeats}}


def test_the_bankers_right_hand_neighbour_follows_whoever_else_wins() -> None:
    assert after(nanchang(*SOFT, winner=3, **state(0, 1, 2))) == (1, 1, 0, False)
    assert after(nanchang(*SOFT, winner=1, **state(3, 2))) == (0, 3, 0, False)
    assert after(nanchang(*SOFT, winner=1, **state(1, 2, 3))) == (1, 2, 4, False)
    assert after(nanchang(*SOFT, winner=1, **state(3, 9))) == (0, 10, 0, False)


def test_the_banker_stays_after_a_draw() -> None:
    assert after(unpaid(**state(3, 2, 1))) == (3, 2, 2, False)


def test_after_equal_first_discards_the_post_moves_on_always() -> None:
    assert after(unpaid(incidents=[{"kind": "same_first_discards"}], **state(3, 2, 1))) == (
        0, 3, 0, False,
    )  # fmt: skip
    assert after(nanchang(*SOFT, winner=0, **SAME)) == (1, 1, 0, False)
