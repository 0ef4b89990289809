"""Who pays what in Wenzhou and how the table goes on: wenzhou.md, "Payment", "Seats, banker"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.wenzhou.hands import PLAIN, SOFT, unpaid, wenzhou
from tests.rules.records import Data, kong, net, pung, record, settle, steps

PAIRS = ("1133m44778p22559s66z", "8p")
NO_BONUS = {"options": {"wild_bonus": 0}}
TWO_WILDS = {"hand": "22478m8p123689s1345z"}
ONE_WILD = {"hand": "2478m88p123689s1345z"}


def at(step: int, **more: Any) -> Data:
    """Return the table before the banker's hand on *step* of the ladder."""
    return {"banker": 0, "repeats": step, "carry": {"step": step}, **more}


def after(data: Data) -> tuple[int, int, int]:
    """Return the next banker, his repeats and his step."""
    following = settle(data)["next"]
    assert following["over"] is False
    return following["banker"], following["repeats"], following["carry"]["step"]


@pytest.mark.parametrize(
    ("hand", "how", "gains"),
    [
        (SOFT, {"source": 2}, [-2, 4, -1, -1]),
        (PLAIN, {"source": 2}, [-4, 8, -2, -2]),
        (PLAIN, {"source": 0}, [-4, 8, -2, -2]),
        (PAIRS, {"source": 2}, [-8, 16, -4, -4]),
        (SOFT, {"source": 2, "winner": 0}, [6, -2, -2, -2]),
        (PAIRS, {"winner": 0}, [24, -8, -8, -8]),
    ],
)
def test_the_class_multiplies_and_the_discarder_pays_no_more(
    hand: tuple[str, str], how: Data, gains: list[int]
) -> None:
    assert net(wenzhou(*hand, **NO_BONUS, **how)) == gains


@pytest.mark.parametrize(
    ("ladder", "steps"),
    [("2468", [2, 4, 6, 8]), ("3579", [3, 5, 7, 9]), ([1, 10, 100, 0], [1, 10, 100, 0])],
)
def test_the_banker_climbs_the_ladder(ladder: object, steps: list[int]) -> None:
    for step, points in enumerate(steps):
        data = wenzhou(*PLAIN, source=2, state=at(step), options={"ladder": ladder})
        assert net(data) == [-2 * points, 2 * points + 4, -2, -2]


@pytest.mark.parametrize(("repeats", "points"), [(0, 2), (1, 4), (2, 6), (3, 8), (7, 8)])
def test_without_a_counter_the_step_follows_the_repeats(repeats: int, points: int) -> None:
    data = wenzhou(*PLAIN, source=2, state={"repeats": repeats})
    assert net(data)[0] == -2 * points


def test_the_counter_goes_before_the_repeats() -> None:
    """D3: after drawn hands they differ."""
    state = {"repeats": 5, "carry": {"step": 1}}
    data = wenzhou(*PLAIN, source=2, state=state)
    assert net(data)[0] == -8
    assert steps(settle(data)) == "ladder +4, no_wild ×2"


@pytest.mark.parametrize(
    ("step", "next_state"), [(0, (0, 1, 1)), (1, (0, 2, 2)), (2, (0, 3, 3)), (3, (1, 0, 0))]
)
def test_the_banker_goes_on_after_his_win_but_not_from_the_fourth_step(
    step: int, next_state: tuple[int, int, int]
) -> None:
    assert after(wenzhou(*PLAIN, winner=0, state=at(step))) == next_state


def test_another_s_win_moves_the_post_to_the_right_hand_neighbour() -> None:
    assert after(wenzhou(*PLAIN, winner=3, state=at(2))) == (1, 0, 0)


@pytest.mark.parametrize("step", [0, 3])
def test_after_a_draw_without_a_kong_the_banker_goes_on_unchanged(step: int) -> None:
    assert after(unpaid(state=at(step))) == (0, step + 1, step)
    around = {2: {"melds": [{**pung("111p"), "from": 1}]}}
    assert after(unpaid(state=at(step), around=around)) == (0, step + 1, step)


@pytest.mark.parametrize("kind", ["concealed", "discard", "added"])
def test_any_kong_moves_the_post_after_a_draw(kind: str) -> None:
    meld = kong("1111p", kind)
    meld = meld if kind == "concealed" else {**meld, "from": 1}
    assert after(unpaid(state=at(2), around={2: {"melds": [meld]}})) == (1, 0, 0)


def test_the_round_grows_when_seat_0_is_banker_again() -> None:
    state = at(3, banker=3, round=2)
    assert settle(wenzhou(*PLAIN, winner=3, state=state))["next"]["round"] == 3
    assert settle(wenzhou(*PLAIN, winner=3, state={"banker": 2}))["next"]["round"] == 1


def test_a_void_hand_without_a_counter_tells_the_step() -> None:
    assert after(record("wenzhou", outcome="abort", state={"repeats": 5})) == (0, 5, 3)


@pytest.mark.parametrize(
    ("hand", "how", "gains"),
    [
        (SOFT, {"source": 2}, [-3, 7, -2, -2]),
        (PLAIN, {"source": 2, "around": {3: TWO_WILDS}}, [-6, 6, -4, 4]),
        (PLAIN, {"source": 2, "around": {0: ONE_WILD, 3: TWO_WILDS}}, [-3, 5, -5, 3]),
        (("12258m258p369s12346z", "2m"), {}, [-7, 17, -5, -5]),
        (("12258m258p369s12346z", "2m"), {"source": 2}, [-6, 14, -4, -4]),
        (SOFT, {"source": 2, "options": {"wild_bonus": 5}}, [-7, 19, -6, -6]),
        (SOFT, {"source": 2, **NO_BONUS}, [-2, 4, -1, -1]),
    ],
)
def test_whoever_holds_wilds_is_paid_for_each(
    hand: tuple[str, str], how: Data, gains: list[int]
) -> None:
    """D5: a drawn winning tile counts, a claimed one does not."""
    assert net(wenzhou(*hand, **how)) == gains


def test_wilds_are_paid_in_a_draw_too() -> None:
    data = unpaid(around={0: ONE_WILD, 2: {"hand": "2247m88p123689s135z5z"}})
    assert net(data) == [1, -3, 5, -3]
    assert {row["for"] for row in settle(data)["payments"]} == {"wild"}


def test_whites_are_paid_only_where_they_are_wild() -> None:
    around = {0: {"hand": "478m488p123689s155z3z"}}
    assert net(unpaid(around=around)) == [0, 0, 0, 0]
    assert net(unpaid(around=around, deal={"indicators": ["5z"]})) == [6, -2, -2, -2]


def test_a_missed_pung_changes_nothing() -> None:
    plain = settle(wenzhou(*SOFT, source=2))
    assert settle(wenzhou(*SOFT, source=2, options={"missed_pung_bar": True})) == plain
