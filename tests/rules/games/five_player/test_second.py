"""A banker with privileges, honba, and the end of the game: five-player-2.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.zero_rule.hands import CHEAP, PINFU, ended, make_draw, of, two_winners, win
from tests.rules.records import Data, chow, code, net, pung, refusal, score, settle

SECOND = "five-player-2"


@pytest.mark.parametrize(
    ("winner", "options", "gains"),
    [
        (0, {}, [12000, -3000, -3000, -3000, -3000]),
        (1, {}, [-4000, 10000, -2000, -2000, -2000]),
        (1, {"child_self_draw": "five_parts"}, [-3200, 8000, -1600, -1600, -1600]),
        (0, {"child_self_draw": "five_parts"}, [12000, -3000, -3000, -3000, -3000]),
    ],
    ids=case_id,
)
def test_the_banker_wins_and_pays_more(winner: int, options: Data, gains: list[int]) -> None:
    hand = win(SECOND, "567m9m777z", "9m", pung("555z"), chow("123m"), winner=winner)
    hand["options"] = options
    assert net(hand) == gains


def test_a_banker_wins_half_as_much_again_on_a_discard() -> None:
    assert net(win(SECOND, *CHEAP, winner=0, source=3)) == [1500, 0, 0, -1500, 0]


def test_honba_are_400_on_a_discard_and_100_from_each() -> None:
    state = {"carry": {"honba": 2}}
    assert net(win(SECOND, *CHEAP, source=3, state=state)) == [0, 1800, 0, -1800, 0]
    gains = net(win(SECOND, *CHEAP, state=state))
    without = net(win(SECOND, *CHEAP))
    assert [a - b for a, b in zip(gains, without, strict=True)] == [-200, 800, -200, -200, -200]


@pytest.mark.parametrize(
    ("outcome", "winner", "state"),
    [("win", 0, (0, 1, 3)), ("win", 1, (1, 0, 0)), ("draw", 0, (1, 0, 3)), ("abort", 0, (1, 0, 3))],
    ids=case_id,
)
def test_the_banker_stays_after_his_own_win_only(
    outcome: str, winner: int, state: tuple[int, int, int]
) -> None:
    before = {"carry": {"honba": 2}}
    hand = (
        make_draw(SECOND, 0, state=before)
        if outcome == "draw"
        else of(SECOND, outcome="abort", state=before)
    )
    if outcome == "win":
        hand = win(SECOND, *CHEAP, winner=winner, source=3, state=before)
    banker, repeats, carry = ended(hand, "banker", "repeats", "carry")
    assert (banker, repeats, carry["honba"]) == state


def last(hand: Data, **options: Any) -> Data:
    """Return *hand* as the last banker's in the second round."""
    state = {"banker": 4, "round": 2, "scores": [27000] * 5, **hand.get("state", {})}
    return {**hand, "state": state, "options": options}


def test_the_game_ends_when_the_last_banker_does_not_win() -> None:
    assert ended(last(of(SECOND, outcome="abort")), "over") == (True,)
    assert ended(last(make_draw(SECOND, 4)), "over") == (True,)
    assert ended(last(win(SECOND, *CHEAP, source=3)), "over") == (True,)
    assert ended(last(win(SECOND, *CHEAP, winner=4, source=3)), "over") == (False,)


def test_the_last_banker_may_stop_after_his_win() -> None:
    hand = last(win(SECOND, *CHEAP, winner=4, source=3, before={"facts": {"continues": False}}))
    assert ended(hand, "over") == (True,)
    hand["state"]["round"] = 1
    assert ended(hand, "over") == (False,)


def test_what_others_say_of_going_on_is_ignored() -> None:
    hand = win(SECOND, *CHEAP, winner=4, source=3)
    hand["seats"][0] = {"facts": {"continues": False}}
    assert ended(last(hand), "over") == (False,)


def test_a_score_below_zero_ends_the_game_by_option() -> None:
    state = {"scores": [500, 33625, 33625, 33625, 33625]}
    for bust_ends in (False, True):
        hand = win(SECOND, *CHEAP, source=0, state=state, options={"bust_ends": bust_ends})
        assert ended(hand, "over") == (bust_ends,)


def test_riichi_takes_a_thousand_points_where_bust_ends() -> None:
    state = {"scores": [999] * 5}
    assert score(win(SECOND, *PINFU, riichi=True, state=state)) == 6500
    options = {"bust_ends": True}
    assert code(win(SECOND, *PINFU, riichi=True, state=state, options=options)) == "bad_record"


@pytest.mark.parametrize(
    ("placement", "final"),
    [
        ("none", [15000, -3000, -3000, -4000, -5000]),
        ("10_5_-3_-5_-7", [25000, 2000, -6000, -9000, -12000]),
    ],
    ids=case_id,
)
def test_the_game_is_reckoned_at_its_end(placement: str, final: list[int]) -> None:
    state = {"scores": [30000, 27000, 27000, 26000, 25000]}
    hand = last(of(SECOND, outcome="abort", state=state), placement=placement)
    assert ended(hand, "final") == (final,)


def test_nothing_is_reckoned_before_the_end() -> None:
    assert "final" not in settle(make_draw(SECOND, 0))["next"]


def test_sticks_left_at_the_end_count_for_the_leader() -> None:
    state = {"scores": [30000, 27000, 27000, 26000, 23000], "carry": {"deposits": 2}}
    hand = last(of(SECOND, outcome="abort", state=state))
    assert ended(hand, "final") == ([17000, -3000, -3000, -4000, -7000],)


def test_a_game_has_two_rounds() -> None:
    assert refusal(make_draw(SECOND, 0, state={"round": 3})) == ("bad_record", "state.round")


def test_everybody_starts_with_27000() -> None:
    game = rules.ruleset(SECOND)
    assert game.start_score_for(game.defaults) == 27000


def test_honba_and_sticks_go_to_the_nearest_of_two_winners() -> None:
    hand = two_winners(SECOND, multiple_wins="all")
    hand["state"]["carry"] = {"honba": 1, "deposits": 1}
    assert net(hand) == [0, 1000, -2400, 2400, 0]
