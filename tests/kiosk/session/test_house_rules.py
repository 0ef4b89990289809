"""House rules found wrong after some hands, and a session that is opened again."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.events import OptionsChanged, SessionReopened
from rules.ruleset import choice, number
from tests.kiosk.plain_game import PlainGame, draw, win
from tests.kiosk.session.test_repair_events import LedgerSitting, seq_of

DEARER = r.ChangeOptions({"stake": 20})


@pytest.fixture
def table() -> LedgerSitting:
    return LedgerSitting()


def test_every_hand_is_settled_by_the_other_rules(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), *draw(0), *win(0, giver=3))
    table.do(DEARER)
    assert table.totals() == (120, 80, 120, 80)
    assert table.screen_accounts() == table.accounts()
    session = table.state.session
    assert session is not None
    assert {hand.record["options"]["stake"] for hand in session.hands} == {20}


def test_it_is_one_event_and_what_was_paid_before_stays_to_be_read(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), DEARER)
    assert isinstance(table.log[table.seq], OptionsChanged)
    session = table.state.session
    assert session is not None
    ((_, record, settlement),) = session.hands[0].earlier
    assert (record["options"], settlement["net"]) == ({}, [0, -10, 10, 0])


def test_the_next_hands_are_played_by_them(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), DEARER, *win(3, giver=1))
    assert table.totals() == (100, 60, 120, 120)
    assert table.screen_accounts() == table.accounts()


def test_rules_change_before_the_first_hand_too(table: LedgerSitting) -> None:
    table.do(r.PayPenalty(0, (1,), 5), DEARER, *win(2, giver=1))
    assert table.totals() == (95, 85, 120, 100)
    assert table.screen_accounts() == table.accounts()


def test_moves_penalties_and_undone_hands_are_kept(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.PayPenalty(0, (1,), 5), r.ChangeSeats((1, 0, 2, 3)))
    table.do(*win(3, giver=0), c.VoidHand(5), *win(3, giver=1), DEARER)
    assert table.totals() == (85, 75, 120, 120)
    assert table.screen_accounts() == table.accounts()


def test_a_hand_changed_so_can_be_amended_and_undone(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), DEARER)
    table.do(r.AmendHand(seq_of(table, 1)), c.SayHow(c.Claim(2, "discard", 3)), c.Settle())
    table.do(c.ConfirmHand())
    assert table.totals() == (100, 100, 120, 80)
    table.do(c.VoidHand(seq_of(table, 1)))
    assert table.screen_accounts() == table.accounts() == (100, 100, 100, 100, 0, 0)


@pytest.mark.parametrize(
    ("options", "code"), [({}, "same_options"), ({"stake": 15}, "unknown_option")]
)
def test_only_other_rules_of_the_game_are_taken(
    table: LedgerSitting, options: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        table.do(r.ChangeOptions(options))
    assert refusal.value.code == code


def test_rules_that_leave_a_hand_unsettled_change_nothing(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), *win(3, giver=1))
    session = table.state.session
    assert session is not None
    seat_record = dict(session.hands[1].record["seats"][3])
    session.hands[1].record["seats"][3] = {**seat_record, "hand": "1m"}
    with pytest.raises(Refused) as refusal:
        table.do(DEARER)
    assert (refusal.value.code, refusal.value.where) == ("amend_later", "hands[2]")


def test_what_everyone_began_with_changes_in_every_hand() -> None:
    class Purses(PlainGame):
        options = (choice("stake", 10, 20), number("purse", 100, 0))

        def start_score_for(self, options: Any) -> int:
            return int(options["purse"])

    table = LedgerSitting(Purses)
    table.do(*win(2, giver=1), r.PayPenalty(0, (1,), 5), r.ChangeOptions({"purse": 300}))
    session = table.state.session
    assert session is not None
    assert (session.start_score, session.hands[0].before.totals) == (300, (300,) * 4)
    assert table.totals() == (295, 295, 310, 300)
    assert session.hands[0].record["state"]["scores"] == [300] * 4


def test_a_closed_session_goes_on_where_it_was(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), c.CloseSession(), r.ReopenSession())
    assert table.log[table.seq] == SessionReopened()
    assert table.state.stage is Stage.TABLE
    table.do(c.VoidHand(seq_of(table, 1)), c.CloseSession())
    assert table.screen_accounts() == table.accounts() == (100, 100, 100, 100, 0, 0)


def test_an_open_session_is_not_opened_again(table: LedgerSitting) -> None:
    with pytest.raises(Refused):
        table.do(r.ReopenSession())
