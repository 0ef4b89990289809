"""Payments, draws, the post, refusals and the wall: five-player-1.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.riichi.hands import yaku
from tests.rules.games.zero_rule.hands import (
    CHEAP,
    NOT_READY,
    OPEN,
    ORPHANS,
    PINFU,
    READY,
    ended,
    make_draw,
    of,
    two_winners,
    win,
)
from tests.rules.records import Data, chow, code, net, pung, refusal, score

FIRST, SECOND = "five-player-1", "five-player-2"
BOTH = pytest.mark.parametrize("game", [FIRST, SECOND], ids=case_id)


def test_everybody_pays_the_same_share_of_a_self_draw_the_banker_too() -> None:
    assert net(win(FIRST, *PINFU, riichi=True)) == [-1300, 5200 - 1000 + 1000, -1300, -1300, -1300]


def test_the_discarder_pays_all_and_the_banker_wins_no_more() -> None:
    assert net(win(FIRST, *CHEAP, winner=0, source=3)) == [1000, 0, 0, -1000, 0]


def test_the_winner_takes_the_sticks() -> None:
    hand = win(FIRST, *CHEAP, source=0, state={"carry": {"deposits": 2}})
    hand["seats"][3]["declared"] = ["riichi"]
    assert net(hand) == [-1000, 4000, 0, -1000, 0]
    assert ended(hand, "carry") == ({"deposits": 0},)


@pytest.mark.parametrize(
    ("game", "ready", "gains"),
    [
        (FIRST, (0,), [2400, -600, -600, -600, -600]),
        (FIRST, (0, 1), [1200, 1200, -800, -800, -800]),
        (FIRST, (0, 1, 2), [800, 800, 800, -1200, -1200]),
        (FIRST, (0, 1, 2, 3), [600, 600, 600, 600, -2400]),
        (SECOND, (0,), [3600, -900, -900, -900, -900]),
        (SECOND, (0, 1), [1800, 1800, -1200, -1200, -1200]),
        (SECOND, (0, 1, 2), [1200, 1200, 1200, -1800, -1800]),
        (SECOND, (0, 1, 2, 3), [900, 900, 900, 900, -3600]),
        (FIRST, (), [0] * 5),
        (SECOND, (0, 1, 2, 3, 4), [0] * 5),
    ],
    ids=case_id,
)
def test_those_not_ready_pay_those_ready(
    game: str, ready: tuple[int, ...], gains: list[int]
) -> None:
    assert net(make_draw(game, *ready)) == gains


@pytest.mark.parametrize(
    ("hand", "is_ready"),
    [
        (READY, True),
        (NOT_READY, False),
        (ORPHANS + "2f", True),  # for red only
        (ORPHANS + "7z", True),  # for any orphan and for the flower
        ("123m456p45789s12f", True),
        ("123m456p789s111z1f", True),  # for the pair
        ("123m456p789s1234f", False),  # waits for a fifth flower only
        ("1122334455m12f6s", True),
    ],
    ids=case_id,
)
def test_readiness_is_seen_with_flowers(hand: str, is_ready: bool) -> None:
    seats = [{"hand": hand}, *({"facts": {"ready": False}} for _ in range(4))]
    assert net(of(FIRST, outcome="draw", seats=seats))[0] == (2400 if is_ready else 0)


def test_who_declared_riichi_is_ready_where_nothing_is_shown() -> None:
    seats: list[Data] = [{"declared": ["riichi"]}, *({} for _ in range(4))]
    hand = of(FIRST, outcome="draw", seats=seats)
    assert net(hand) == [1400, -600, -600, -600, -600]
    assert ended(hand, "carry") == ({"deposits": 1},)


@pytest.mark.parametrize("outcome", ["win", "draw", "abort"], ids=case_id)
def test_the_post_moves_after_every_hand(outcome: str) -> None:
    hand = (
        win(FIRST, *CHEAP, winner=0, source=3) if outcome == "win" else of(FIRST, outcome=outcome)
    )
    assert ended(hand, "banker", "round", "repeats", "over") == (1, 1, 0, False)


def test_a_round_is_five_hands() -> None:
    last = make_draw(FIRST, 0, state={"banker": 4})
    assert ended(last, "banker", "round", "over") == (0, 2, False)


@pytest.mark.parametrize("rounds", [5, 3, 2], ids=case_id)
def test_the_game_ends_after_its_last_round(rounds: int) -> None:
    options = {"rounds": rounds}

    def over(banker: int, number: int) -> bool:
        state = {"banker": banker, "round": number, "scores": [-9000, 0, 0, 0, 0]}
        return bool(ended(make_draw(FIRST, 0, state=state, options=options), "over")[0])

    assert over(4, rounds)
    assert not over(3, rounds)
    assert not over(4, rounds - 1)


def test_sticks_left_at_the_end_go_to_the_leader() -> None:
    state = {"banker": 4, "round": 5, "scores": [1, 9, 9, 0, 0], "carry": {"deposits": 3}}
    hand = make_draw(FIRST, state=state)
    assert net(hand) == [0, 3000, 0, 0, 0]
    assert ended(hand, "carry", "over") == ({"deposits": 0}, True)


@BOTH
@pytest.mark.parametrize("kind", ["four_same_wind", "four_wins", "five_riichi"], ids=case_id)
def test_hands_are_broken_off_with_a_reason(game: str, kind: str) -> None:
    hand = of(game, outcome="abort", incidents=[{"kind": kind}])
    hand["seats"][2]["declared"] = ["riichi"]
    assert net(hand) == [0, 0, -1000, 0, 0]
    assert ended(hand, "banker") == (1,)


@BOTH
@pytest.mark.parametrize("kind", ["chombo", "nine_terminals", "four_kongs"], ids=case_id)
def test_reasons_of_four_players_are_unknown(game: str, kind: str) -> None:
    hand = of(game, outcome="abort", incidents=[{"kind": kind, "seat": 1}])
    assert code(hand) == "bad_record"


@BOTH
def test_a_reason_ends_the_hand(game: str) -> None:
    assert code(make_draw(game, incidents=[{"kind": "five_riichi"}])) == "bad_record"


@BOTH
def test_only_the_nearest_wins(game: str) -> None:
    assert score(win(game, *CHEAP, source=0, facts={"rivals": [3]})) == 1000
    assert code(win(game, *CHEAP, source=3, facts={"rivals": [4]})) == "barred"


@BOTH
def test_two_winners_are_paid_by_option_the_sticks_to_the_nearest(game: str) -> None:
    assert code(two_winners(game)) == "barred"
    assert net(two_winners(game, multiple_wins="all")) == [0, 1000, -2000, 2000, 0]


@BOTH
@pytest.mark.parametrize("option", ["nearest", "all"], ids=case_id)
def test_four_claimants_end_the_hand_without_a_win(game: str, option: str) -> None:
    options = {"multiple_wins": option}
    hand = win(game, *CHEAP, source=0, facts={"rivals": [2, 3, 4]}, options=options)
    assert code(hand) == "barred"
    hand["wins"][0]["facts"] = {"rivals": [2, 3]}
    assert score(hand) == 1000


def robbing(hand: str, *, by: str = "kong_concealed") -> Data:
    """Return a win on a red dragon robbed from seat 3."""
    data = win(FIRST, hand, "7z", by="robbed_kong", source=3)
    data["seats"][3] = {"melds": [{"kind": by, "tiles": "7777z"}]}
    return data


def test_fourteen_orphans_alone_rob_a_concealed_kong() -> None:
    assert yaku(robbing(ORPHANS + "2f")) == {"fourteen_orphans": 1}
    assert code(robbing(ORPHANS + "1m")) == "barred"


def test_ordinary_hands_rob_no_concealed_kong() -> None:
    data = win(FIRST, "34p55m678s", "2p", *OPEN, by="robbed_kong", source=3)
    data["seats"][3] = {"melds": [{"kind": "kong_concealed", "tiles": "2222p"}]}
    assert code(data) == "barred"


def test_an_added_kong_is_robbed_with_any_hand() -> None:
    data = win(FIRST, "34p55m678s", "2p", chow("234m"), chow("678s"), by="robbed_kong", source=3)
    data["seats"][3] = {"melds": [{"kind": "kong_added", "tiles": "2222p", "from": 0}]}
    assert set(yaku(data)) == {"robbing_the_kong", "all_simples"}


def test_a_robbed_flower_is_any_season() -> None:
    data = win(FIRST, ORPHANS + "7z", "2f", by="robbed_kong", source=3)
    data["seats"][3] = {"melds": [{"kind": "kong_concealed", "tiles": "1234f"}]}
    assert yaku(data) == {"fourteen_orphans": 1}


@pytest.mark.parametrize("discard", ["3m", "6s"], ids=case_id)
def test_furiten_is_seen_in_the_own_discards(discard: str) -> None:
    hand = win(FIRST, *CHEAP, source=0)
    hand["seats"][1]["discards"] = [discard, "2p"]
    assert code(hand) == "barred"
    hand["seats"][1]["discards"] = [discard]
    assert score(hand) == 1000


def test_a_flower_let_go_is_furiten_whichever_season() -> None:
    hand = win(FIRST, "345m678s123p44z12f", "3f", winner=4, source=0)
    hand["seats"][4]["discards"] = ["4f"]
    assert code(hand) == "barred"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"deal": {"indicators": ["1m", "2m"]}}, "bad_record"),
        ({"deal": {"indicators": ["5f"]}}, "bad_tiles"),
        ({"deal": {"indicators": ["0m"]}}, "bad_tiles"),
        ({"state": {"carry": {"honba": 1}}}, "bad_record"),
        ({"options": {"rounds": 4}}, "unknown_option"),
        ({"options": {"red_fives": 0}}, "unknown_option"),
        ({"options": {"child_self_draw": "fifth_more"}}, "unknown_option"),
        ({"seats": [{}] * 4}, "bad_record"),
    ],
    ids=case_id,
)
def test_what_the_first_rule_refuses(change: Data, error: str) -> None:
    assert code({**of(FIRST, outcome="draw"), **change}) == error


def test_nothing_turned_up_is_no_fault() -> None:
    assert score(win(FIRST, *CHEAP, source=0, deal={})) == 1000


def test_lower_indicators_are_ignored_without_the_option() -> None:
    deal = {"indicators": ["9s"], "hidden_indicators": ["1m", "2m"]}
    assert score(win(FIRST, *CHEAP, source=0, deal=deal)) == 1000
    assert code(win(FIRST, *CHEAP, source=0, deal=deal, options={"ura_dora": True})) == "bad_record"


def test_flowers_are_not_laid_out() -> None:
    assert code(win(FIRST, *CHEAP, source=0, before={"flowers": "1f"})) == "bad_tiles"


def test_there_is_one_of_each_season() -> None:
    assert code(win(FIRST, "34p11f678s", "5p", *OPEN, source=0)) == "bad_tiles"


def test_three_flowers_and_another_tile_are_no_pung() -> None:
    assert code(win(FIRST, "34p55m678s", "5p", pung("12f3z"), OPEN[0], source=0)) == "bad_meld"


def test_a_chow_comes_from_the_left() -> None:
    far = {**chow("678s"), "from": 4}
    assert code(win(FIRST, "34p55m678s", "5p", chow("234m"), far, source=0)) == "bad_meld"


@pytest.mark.parametrize(
    "how",
    [
        {"marks": ["ippatsu"]},
        {"marks": ["dealt"]},
        {"marks": ["last_tile"], "source": 0},
        {"marks": ["kong_draw"]},
    ],
    ids=case_id,
)
def test_marks_that_cannot_be_are_refused(how: dict[str, Any]) -> None:
    assert refusal(win(FIRST, *PINFU, **how)) == ("bad_record", "wins[0].marks")


def test_few_points_bar_no_riichi() -> None:
    assert score(win(FIRST, *PINFU, riichi=True, state={"scores": [0] * 5})) == 5200
