"""Draws, fines, who is banker next, when the game is over, where the wall breaks: riichi.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.riichi.hands import NOT_READY, PINFU, READY, riichi, unwon
from tests.rules.records import Data, net, pung, settle

NO_NAGASHI = {"nagashi_mangan": False}


def make_draw(*seats: Data, **fields: Any) -> Data:
    """Return an exhaustive draw with *seats* from seat 0 on, the others unseen."""
    return unwon(seats=[*seats, *({} for _ in range(4 - len(seats)))], **fields)


def show_hands(*hands: str | None, **fields: Any) -> Data:
    """Return an exhaustive draw in which the seats showed *hands*."""
    return make_draw(*({"hand": hand} for hand in hands), **fields)


@pytest.mark.parametrize(
    ("ready", "gains"),
    [
        ((0,), [3000, -1000, -1000, -1000]),
        ((1, 2), [-1500, 1500, 1500, -1500]),
        ((0, 1, 2), [1000, 1000, 1000, -3000]),
        ((0, 1, 2, 3), [0, 0, 0, 0]),
        ((), [0, 0, 0, 0]),
    ],
)
def test_those_not_ready_pay_those_ready(ready: tuple[int, ...], gains: list[int]) -> None:
    seats = [{"facts": {"ready": seat in ready}} for seat in range(4)]
    assert net(make_draw(*seats)) == gains


@pytest.mark.parametrize(
    ("hand", "melds", "is_ready"),
    [
        ("1112345678999s", [], True),
        ("1122334455667z", [], True),
        ("1122334455666z", [], False),  # seven different kinds are needed
        ("19m19p19s1234567z", [], True),
        ("19m19p19s1234566z", [], True),
        ("19m19p19s1234466z", [], False),
        ("1z", ["123m", "456m", "789m", "123p"], True),
        ("1111z345m678m99p2m", [], False),
        ("123m456m789m1111z", [], False),  # waits only for a fifth East
    ],
)
def test_readiness_is_seen_from_the_shown_hand(hand: str, melds: list[str], is_ready: bool) -> None:
    sets = [{"kind": "chow", "tiles": one, "claimed": one[0] + one[-1], "from": 3} for one in melds]
    assert (net(make_draw({"hand": hand, "melds": sets})) != [0, 0, 0, 0]) == is_ready


def test_a_wait_for_tiles_that_one_has_laid_down_is_none() -> None:
    for kong, gain in (("2222m", 0), ("5550m", 3000)):
        meld = {"kind": "kong_concealed", "tiles": kong}
        assert net(make_draw({"hand": "13m456789p99s", "melds": [meld]}))[0] == gain


@pytest.mark.parametrize(
    ("seat", "is_ready"),
    [
        ({}, False),
        ({"declared": ["riichi"]}, True),
        ({"declared": ["double_riichi"]}, True),
        ({"facts": {"ready": True}}, True),
        ({"declared": ["riichi"], "facts": {"ready": False}}, False),
        ({"hand": NOT_READY, "facts": {"ready": True}}, False),
    ],
    ids=case_id,
)
def test_a_hand_not_shown_is_ready_as_the_record_says(seat: Data, is_ready: bool) -> None:
    answer = settle(make_draw(seat))
    rows = [row for row in answer["payments"] if row["for"] == "ready"]
    assert bool(rows) == is_ready
    assert answer["next"]["banker"] == (0 if is_ready else 1)


def test_sticks_and_counters_stay_after_a_draw() -> None:
    state = {"carry": {"honba": 2, "deposits": 1}}
    answer = settle(make_draw({"declared": ["riichi"]}, {"declared": ["riichi"]}, state=state))
    assert answer["net"] == [500, 500, -1500, -1500]
    assert answer["next"]["carry"] == {"honba": 3, "deposits": 3}


@pytest.mark.parametrize(
    ("seats", "gains"),
    [
        (({"facts": {"nagashi": True}},), [12000, -4000, -4000, -4000]),
        (({}, {"facts": {"nagashi": True}}), [-4000, 8000, -2000, -2000]),
        (({"hand": READY}, {"facts": {"nagashi": True}}), [-4000, 8000, -2000, -2000]),
        (({"facts": {"nagashi": True}},) * 2, [8000, 4000, -6000, -6000]),
        (({"discards": ["1m", "9p", "5z"]},), [12000, -4000, -4000, -4000]),
        (({"discards": ["1m", "9p", "5s"]},), [0, 0, 0, 0]),
        (({"discards": ["1m"], "facts": {"nagashi": False}},), [0, 0, 0, 0]),
        (({"discards": ["1m"]}, {"melds": [pung("111m") | {"from": 0}]}), [0, 0, 0, 0]),
    ],
    ids=case_id,
)
def test_discards_of_terminals_and_honors_alone_are_paid(
    seats: tuple[Data, ...], gains: list[int]
) -> None:
    assert net(make_draw(*seats)) == gains


def test_a_house_may_play_without_them() -> None:
    assert net(make_draw({"facts": {"nagashi": True}}, options=NO_NAGASHI)) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "kind", ["nine_terminals", "four_winds", "four_riichi", "four_kongs", "three_wins", None]
)
def test_an_abortive_draw_costs_only_the_sticks(kind: str | None) -> None:
    incidents = [{"kind": kind, "seat": 2}] if kind else []
    seats: list[Data] = [{}, {"declared": ["riichi"]}, {}, {}]
    answer = settle(unwon("abort", seats=seats, incidents=incidents))
    assert answer["net"] == [0, -1000, 0, 0]
    state = {"banker": 0, "round": 1, "repeats": 1, "carry": {"honba": 1, "deposits": 1}}
    assert answer["next"] == {**state, "over": False}


@pytest.mark.parametrize(
    ("offender", "gains"),
    [(0, [-12000, 4000, 4000, 4000]), (2, [4000, 2000, -8000, 2000])],
)
def test_a_false_win_costs_a_mangan_and_the_hand_is_played_again(
    offender: int, gains: list[int]
) -> None:
    state = {"repeats": 1, "carry": {"honba": 1, "deposits": 2}}
    seats: list[Data] = [{"declared": ["riichi"]}, {}, {}, {}]
    incidents = [{"kind": "chombo", "seat": offender}]
    answer = settle(unwon("abort", state=state, seats=seats, incidents=incidents))
    assert answer["net"] == gains
    assert answer["next"] == {"banker": 0, "round": 1, "over": False, **state}
    assert {row["for"] for row in answer["payments"]} == {"penalty"}


@pytest.mark.parametrize(
    ("data", "banker", "round_", "repeats", "honba"),
    [
        (riichi(*PINFU, winner=0, source=3), 0, 1, 1, 1),
        (riichi(*PINFU, source=3), 1, 1, 0, 0),
        (riichi(*PINFU, source=3, state={"repeats": 2, "carry": {"honba": 2}}), 1, 1, 0, 0),
        (riichi(*PINFU, winner=0, source=3, state={"banker": 3}), 0, 2, 0, 0),
        (show_hands(READY), 0, 1, 1, 1),
        (show_hands(READY, options={"dealer_stays": "win"}), 1, 1, 0, 1),
        (show_hands(NOT_READY), 1, 1, 0, 1),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
def test_the_banker_stays_or_goes(
    data: Data, banker: int, round_: int, repeats: int, honba: int
) -> None:
    after = settle(data)["next"]
    assert (after["banker"], after["round"], after["repeats"]) == (banker, round_, repeats)
    assert after["carry"]["honba"] == honba
    assert not after["over"]


def last_hand(winner: int | None, scores: list[int], **options: Any) -> Data:
    """Return South 4 won by *winner* on another's tile, or drawn with the banker ready."""
    state = {"banker": 3, "round": 2, "scores": scores}
    if winner is None:
        return show_hands(NOT_READY, None, None, READY, state=state, options=options)
    return riichi(*PINFU, winner=winner, source=(winner + 1) % 4, state=state, options=options)


LEADS, TRAILS = [20000, 20000, 20000, 40000], [40000, 20000, 20000, 20000]


@pytest.mark.parametrize(
    ("data", "is_over"),
    [
        (last_hand(1, LEADS), True),
        (last_hand(1, LEADS, rounds=4), False),
        (last_hand(3, LEADS), True),
        (last_hand(3, LEADS, last_dealer_stops=False), False),
        (last_hand(3, TRAILS), False),
        (last_hand(3, [25000, 25000, 25500, 23500], rounds=1), False),
        (last_hand(None, LEADS), True),
        (last_hand(None, TRAILS), False),
        (riichi(*PINFU, source=3, state={"scores": [1000, 1000, 1000, 900]}), True),
        (riichi(*PINFU, source=3, state={"scores": [1000, 1000, 1000, 1000]}), False),
        (riichi(*PINFU, source=3, state={"scores": [1000, 1000, 1000, 900]},
                options={"bust_ends": False}), False),
        (unwon("abort", state={"banker": 3, "round": 2, "scores": LEADS}), False),
        (unwon("abort", state={"scores": [0, 0, 0, 100000]},
               incidents=[{"kind": "chombo", "seat": 0}]), True),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)  # fmt: skip
def test_the_game_is_over(data: Data, is_over: bool) -> None:
    assert settle(data)["next"]["over"] is is_over


def test_sticks_left_at_the_end_go_to_the_leader() -> None:
    state = {"banker": 3, "round": 2, "scores": LEADS, "carry": {"deposits": 2}}
    answer = settle(show_hands(None, None, None, NOT_READY, state=state))
    assert answer["next"]["over"]
    assert answer["net"] == [0, 0, 0, 2000]
    assert answer["next"]["carry"]["deposits"] == 0


def test_of_equal_leaders_the_lower_seat_takes_them() -> None:
    state = {"banker": 3, "round": 2, "scores": [20000, 30000, 30000, 20000]}
    state["carry"] = {"deposits": 1}
    assert net(show_hands(None, None, None, NOT_READY, state=state)) == [0, 1000, 0, 0]


def test_the_set_has_136_tiles_with_any_red_fives() -> None:
    game = rules.ruleset("riichi")
    for red in (0, 3, 4):
        tiles = game.tiles_for({**game.defaults, "red_fives": red})
        assert sum(tiles.values()) == 136
        assert sum(tiles.get(code, 0) for code in ("0m", "0p", "0s")) == red
