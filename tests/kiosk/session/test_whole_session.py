"""A session as four people live through it, figures worked out by hand."""

from __future__ import annotations

import pytest

from kiosk.errors import Refused
from kiosk.session import Stage, can
from kiosk.session import commands as c
from kiosk.session.events import HandSettled, HandVoided, SessionClosed, SessionOpened
from tests.kiosk.plain_game import OPEN, PLAYERS, Sitting, draw, hand_of, win


@pytest.fixture
def sitting() -> Sitting:
    table = Sitting()
    table.do(OPEN)
    return table


def test_everyone_starts_with_the_start_score_and_seat_0_is_banker(sitting: Sitting) -> None:
    session = sitting.state.session
    assert session is not None
    assert session.standing.totals == (100, 100, 100, 100)
    assert (session.standing.banker, session.standing.round) == (0, 1)
    assert sitting.state.stage is Stage.TABLE


def test_a_session_is_opened_with_its_rules_frozen_into_it() -> None:
    (event,) = Sitting().do(c.OpenSession("plain", PLAYERS, {"stake": 20}))
    assert isinstance(event, SessionOpened)
    assert (event.options, event.start_score) == ({"stake": 20}, 100)


def test_a_discard_costs_its_giver_alone(sitting: Sitting) -> None:
    sitting.do(*win(2, giver=1))
    assert sitting.totals() == (100, 90, 110, 100)


def test_the_option_chosen_at_the_start_holds_in_every_hand() -> None:
    sitting = Sitting()
    sitting.do(c.OpenSession("plain", PLAYERS, {"stake": 20}), *win(0), *win(0))
    assert sitting.totals() == (220, 60, 60, 60)


def test_the_post_passes_and_comes_round(sitting: Sitting) -> None:
    for _ in range(4):
        sitting.do(*win((sitting.state.session.standing.banker + 1) % 4))
    session = sitting.state.session
    assert session is not None
    assert (session.standing.banker, session.standing.round) == (0, 2)


def test_what_lies_in_the_pot_is_neither_lost_nor_made(sitting: Sitting) -> None:
    sitting.do(*draw(1, 3))
    session = sitting.state.session
    assert session is not None
    assert session.standing.pot == 2
    assert sum(sitting.totals()) + session.standing.pot == 400


def test_the_pot_goes_to_the_next_winner(sitting: Sitting) -> None:
    sitting.do(*draw(1, 3), *win(0))
    assert sitting.totals() == (132, 89, 90, 89)


def test_two_winners_on_one_discard_are_both_paid(sitting: Sitting) -> None:
    claims = (c.Claim(2, "discard", 1), c.Claim(3, "discard", 1))
    sitting.do(c.StartPlay(), c.SayWho(claims), c.EnterByHand())
    for seat in (2, 3):
        sitting.do(c.WriteRow(hand_of(seat), "123m456p789s1122z"), c.WinOn(seat, "2z"))
    sitting.do(c.Settle(), c.ConfirmHand())
    assert sitting.totals() == (100, 80, 110, 110)


def test_nothing_counts_before_confirm(sitting: Sitting) -> None:
    sitting.do(*win(2, giver=1)[:-1])
    assert sitting.state.stage is Stage.SETTLEMENT
    assert sitting.totals() == (100, 100, 100, 100)


def test_undo_gives_back_points_post_and_pot(sitting: Sitting) -> None:
    sitting.do(*draw(1, 3))
    before = sitting.state.session.standing
    sitting.do(*win(2))
    (event,) = sitting.do(c.VoidHand(sitting.seq))
    assert event == HandVoided(target=3)
    assert sitting.state.session.standing == before


def test_an_undone_hand_stays_in_the_history_but_does_not_count(sitting: Sitting) -> None:
    sitting.do(*win(2), c.VoidHand(2), *win(3))
    session = sitting.state.session
    assert session is not None
    assert [(hand.number, hand.is_void) for hand in session.hands] == [(1, True), (1, False)]


def test_undo_twice_takes_back_the_last_two_hands(sitting: Sitting) -> None:
    sitting.do(*win(2), *win(3), c.VoidHand(3), c.VoidHand(2))
    assert sitting.totals() == (100, 100, 100, 100)


def test_an_undone_hand_can_come_back_to_be_corrected(sitting: Sitting) -> None:
    sitting.do(*win(2, giver=1), c.VoidHand(2, fix=True))
    assert sitting.state.stage is Stage.REVIEW
    sitting.do(c.SayHow(c.Claim(2, "discard", 0)), c.Settle(), c.ConfirmHand())
    assert sitting.totals() == (90, 100, 110, 100)


def test_only_the_last_hand_can_be_undone(sitting: Sitting) -> None:
    sitting.do(*win(2), *win(3))
    with pytest.raises(Refused, match="last hand"):
        sitting.do(c.VoidHand(2))


def test_undo_waits_until_the_hand_at_work_is_left(sitting: Sitting) -> None:
    sitting.do(*win(2), c.StartPlay(), c.CallDraw())
    assert not can(sitting.state, c.VoidHand(2), sitting.engine)
    sitting.do(c.GoBack(Stage.PLAYING), c.VoidHand(2))
    assert sitting.totals() == (100, 100, 100, 100)


def test_the_session_is_over_when_the_rules_say_so_and_can_still_be_undone(
    sitting: Sitting,
) -> None:
    for hand in range(8):
        sitting.do(*win((hand + 1) % 4))
    assert sitting.state.stage is Stage.OVER
    assert not can(sitting.state, c.StartPlay(), sitting.engine)
    sitting.do(c.VoidHand(sitting.seq))
    assert sitting.state.stage is Stage.TABLE


def test_closing_writes_the_final_scores_and_leads_to_the_lobby(sitting: Sitting) -> None:
    (event,) = sitting.do(*win(2, giver=1), c.CloseSession())
    assert event == SessionClosed((100, 90, 110, 100))
    assert sitting.state.stage is Stage.LOBBY


def test_a_new_session_begins_afresh_after_the_last(sitting: Sitting) -> None:
    sitting.do(*win(2, giver=1), c.CloseSession(), OPEN)
    assert sitting.totals() == (100, 100, 100, 100)


def test_two_throws_tell_where_the_wall_is_broken(sitting: Sitting) -> None:
    sitting.do(c.NoteDice((3, 4)))
    assert sitting.state.draft.wall_break == {"throws_needed": 2, "throwers": [0, 0]}
    sitting.do(c.NoteDice((2, 6)))
    assert sitting.state.draft.wall_break == {"wall": 2, "after": 8, "indicator": None}


def test_the_dice_of_a_hand_stand_in_its_record(sitting: Sitting) -> None:
    (event,) = sitting.do(c.NoteDice((3, 4)), c.NoteDice((2, 6)), *win(0))
    assert isinstance(event, HandSettled)
    assert event.record["deal"]["dice"] == [[3, 4], [2, 6]]


def test_how_long_the_dice_were_shaken_is_kept(sitting: Sitting) -> None:
    (event,) = sitting.do(c.NoteDice((3, 4), "motor_sensor", rolled_ms=4_100), *win(0))
    assert isinstance(event, HandSettled)
    assert event.throws == ({"pips": [3, 4], "source": "motor_sensor", "rolled_ms": 4_100},)


def test_throws_of_a_hand_that_is_never_confirmed_are_kept_at_the_end(sitting: Sitting) -> None:
    (event,) = sitting.do(*win(2, giver=1), c.NoteDice((3, 4)), c.CloseSession())
    assert event == SessionClosed((100, 90, 110, 100), ({"pips": [3, 4], "source": "hand"},))


def test_every_throw_is_kept_with_its_source_though_it_was_taken_back(sitting: Sitting) -> None:
    proof = {"host_seed": "00", "table_seed": "01"}
    sitting.do(c.NoteDice((3, 4), "motor_sensor"), c.ForgetDice())
    (event,) = sitting.do(c.NoteDice((1, 2), "rng", proof), *win(0))
    assert isinstance(event, HandSettled)
    assert event.throws == (
        {"pips": [3, 4], "source": "motor_sensor"},
        {"pips": [1, 2], "source": "rng", "proof": proof},
    )
