"""Putting right what was counted: older hands, penalties, seats; figures worked out by hand."""

from __future__ import annotations

import pytest

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.session import DraftChanged, Stage, State, apply, can
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.events import (
    BANK,
    POT,
    HandAmended,
    HandVoided,
    LedgerEvent,
    PenaltyPaid,
    PlayerId,
    SeatsChanged,
    balance,
    seat_account,
)
from tests.kiosk.plain_game import HAND, OPEN, PlainGame, Sitting, draw, hand_of, win


class LedgerSitting(Sitting):
    """A session whose events are also written down as the ledger does."""

    def __init__(self, game: type[PlainGame] = PlainGame) -> None:
        super().__init__(game)
        self.log: dict[int, LedgerEvent] = {}
        self.do(OPEN)

    def do(self, *commands: c.Command) -> tuple[object, ...]:  # type: ignore[override]
        """Carry the commands out and write every recorded event down."""
        events: tuple[object, ...] = ()
        for command in commands:
            events = super().do(command)
            entries = [event for event in events if type(event) in codec.KINDS.values()]
            assert len(entries) <= 1
            for event in entries:
                text = codec.body_of(event)  # type: ignore[arg-type]
                self.log[self.seq] = codec.event_of(codec.kind_of(event), text)  # type: ignore[arg-type]
        return events

    def accounts(self) -> tuple[int, ...]:
        """Return what the postings of all events come to: the seats, the pot and the bank."""
        rows = tuple(
            row
            for event in self.log.values()
            for row in codec.postings(event, self.log.get)  # type: ignore[arg-type]
        )
        gains = balance(rows)
        seats = [100 + gains.get(seat_account(seat), 0) for seat in range(4)]
        return (*seats, gains.get(POT, 0), gains.get(BANK, 0))

    def screen_accounts(self) -> tuple[int, ...]:
        """Return the same figures as the screens show them."""
        standing = self.state.session.standing  # type: ignore[union-attr]
        return (*standing.totals, standing.pot, standing.bank)


@pytest.fixture
def table() -> LedgerSitting:
    return LedgerSitting()


def seq_of(table: LedgerSitting, number: int) -> int:
    """Return the event of the hand with this number."""
    session = table.state.session
    assert session is not None
    return next(hand.seq for hand in session.counted_hands if hand.number == number)


def amend(table: LedgerSitting, number: int, giver: int | None) -> None:
    """Correct who dealt into the first win of a hand, and hold to confirm."""
    table.do(r.AmendHand(seq_of(table, number)))
    assert table.state.draft is not None
    seat = table.state.draft.wins[0].seat
    claim = c.Claim(seat, "self_draw" if giver is None else "discard", giver)
    table.do(c.SayHow(claim), c.Settle(), c.ConfirmHand())


def test_an_older_hand_is_corrected_and_the_later_ones_stand_on_it(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), *draw(0), *win(0, giver=3))
    assert table.totals() == (110, 90, 110, 90)
    amend(table, 1, giver=3)
    assert table.totals() == (110, 100, 110, 80)
    assert table.screen_accounts() == table.accounts()


def test_correcting_the_winner_moves_the_post_in_every_later_hand(table: LedgerSitting) -> None:
    table.do(*win(0, giver=1), *win(1, giver=2))
    session = table.state.session
    assert session is not None
    assert (session.hands[1].before.banker, session.hands[1].before.repeats) == (0, 1)
    table.do(r.AmendHand(seq_of(table, 1)), c.GoBack(Stage.PLAYING), c.CallWin(1))
    table.do(c.SayWho((c.Claim(1, "discard", 2),)), c.EnterByHand())
    table.do(c.WriteRow(hand_of(1), HAND), c.WinOn(1, "2z"))
    table.do(c.Settle(), c.ConfirmHand())
    session = table.state.session
    assert session is not None
    assert (session.hands[1].before.banker, session.hands[1].before.repeats) == (1, 0)
    assert session.hands[1].record["state"]["banker"] == 1
    assert session.standing.banker == 1
    assert table.totals() == (100, 120, 80, 100)
    assert table.screen_accounts() == table.accounts()


def test_all_of_it_is_one_event_and_the_older_versions_stay(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), *win(3, giver=1))
    before = table.seq
    amend(table, 1, giver=0)
    amend(table, 1, giver=None)
    assert table.seq == before + 2
    assert isinstance(table.log[table.seq], HandAmended)
    session = table.state.session
    assert session is not None
    assert [event for event, _, _ in session.hands[0].earlier] == [2, 4]
    assert session.hands[0].version == table.seq
    assert table.screen_accounts() == table.accounts()


def test_an_amended_hand_can_be_undone(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1))
    amend(table, 1, giver=3)
    table.do(c.VoidHand(seq_of(table, 1)))
    assert table.log[table.seq] == HandVoided(2, was=3)
    assert table.screen_accounts() == table.accounts() == (100, 100, 100, 100, 0, 0)


def test_a_hand_that_is_kept_changes_nothing_and_the_next_one_goes_on(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), c.NoteWalls(), c.NoteDice((1, 2)))
    at_work = table.state.draft
    table.do(r.AmendHand(seq_of(table, 1)), r.KeepHand())
    assert table.state.draft == at_work
    table.do(r.AmendHand(seq_of(table, 1)), c.Settle(), c.ConfirmHand())
    assert table.state.draft == at_work


def test_a_hand_that_is_amended_does_not_go_back_to_the_table_between_hands(
    table: LedgerSitting,
) -> None:
    table.do(*win(2, giver=1))
    table.do(r.AmendHand(seq_of(table, 1)))
    assert can(table.state, c.GoBack(Stage.PLAYING), table.engine)
    assert not can(table.state, c.GoBack(Stage.TABLE), table.engine)


def test_dice_of_another_banker_do_not_count_for_the_next_hand(table: LedgerSitting) -> None:
    table.do(*win(0, giver=1), c.NoteWalls(), c.NoteDice((1, 2)))
    table.do(r.AmendHand(seq_of(table, 1)), c.GoBack(Stage.PLAYING), c.CallWin(2))
    table.do(c.SayWho((c.Claim(2, "discard", 1),)), c.EnterByHand())
    table.do(c.WriteRow(hand_of(2), HAND), c.WinOn(2, "2z"))
    table.do(c.Settle(), c.ConfirmHand())
    draft = table.state.draft
    assert draft is not None
    assert (draft.walls_up, draft.dice, len(draft.throws)) == (True, (), 1)


def test_a_later_hand_that_cannot_be_settled_again_is_named(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), *win(3, giver=1))
    session = table.state.session
    assert session is not None
    seat_record = dict(session.hands[1].record["seats"][3])
    session.hands[1].record["seats"][3] = {**seat_record, "hand": "1m"}
    table.do(r.AmendHand(seq_of(table, 1)), c.Settle())
    assert table.state.stage is Stage.REVIEW
    assert table.state.draft is not None
    assert [problem.code for problem in table.state.draft.problems] == ["amend_later"]


@pytest.mark.parametrize("command", [c.NoteWalls(), c.ReadTable(), c.VoidHand(2), r.AmendHand(2)])
def test_the_next_hand_waits_while_an_older_one_is_amended(
    table: LedgerSitting, command: c.Command
) -> None:
    table.do(*win(2, giver=1), r.AmendHand(2))
    with pytest.raises(Refused):
        table.do(command)


def test_a_penalty_is_paid_and_taken_back(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.PayPenalty(0, (1, 2, 3), 5, "wrong wall"))
    assert table.totals() == (85, 95, 115, 105)
    assert isinstance(table.log[table.seq], PenaltyPaid)
    table.do(r.WithdrawPenalty(table.seq))
    assert table.totals() == (100, 90, 110, 100)
    assert table.screen_accounts() == table.accounts()


def test_a_penalty_does_not_disturb_the_hand_that_is_played(table: LedgerSitting) -> None:
    table.do(c.StartPlay(), c.Declare(1, "ready"))
    at_work = table.state.draft
    table.do(r.PayPenalty(0, (1,), 5))
    assert table.state.draft == at_work


def test_undoing_a_hand_leaves_a_penalty_that_came_after_it(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.PayPenalty(0, (1,), 5))
    table.do(c.VoidHand(seq_of(table, 1)))
    assert table.screen_accounts() == table.accounts() == (95, 105, 100, 100, 0, 0)


def test_people_who_change_seats_take_their_points_along(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.ChangeSeats((2, 0, 1, 3)))
    assert table.totals() == (110, 100, 90, 100)
    session = table.state.session
    assert session is not None
    assert session.players == ("p3", "p1", "p2", "p4")
    assert table.screen_accounts() == table.accounts()


def test_a_hand_played_before_people_moved_is_paid_by_the_same_people(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.PayPenalty(3, (0,), 7))
    penalty = table.seq
    table.do(r.ChangeSeats((2, 0, 1, 3)), *win(0, giver=2))
    assert table.totals() == (120, 107, 80, 93)
    amend(table, 1, giver=3)
    assert table.totals() == (120, 107, 90, 83)
    assert table.screen_accounts() == table.accounts()
    table.do(r.WithdrawPenalty(penalty))
    assert table.totals() == (120, 100, 90, 90)
    table.do(c.VoidHand(seq_of(table, 2)), c.VoidHand(seq_of(table, 1)))
    assert table.screen_accounts() == table.accounts() == (100, 100, 100, 100, 0, 0)


def test_names_that_were_mixed_up_are_put_right_for_every_hand(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.ChangeSeats((1, 0, 2, 3), is_mix_up=True))
    session = table.state.session
    assert session is not None
    assert table.log[table.seq] == SeatsChanged((1, 0, 2, 3), is_mix_up=True)
    assert session.hands[0].players == session.players == ("p2", "p1", "p3", "p4")
    assert table.totals() == (100, 90, 110, 100)


def test_someone_takes_a_seat_over_with_its_points(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.ReplacePlayer(1, PlayerId("p9")))
    session = table.state.session
    assert session is not None
    assert session.players == ("p1", "p9", "p3", "p4")
    assert session.hands[0].players[1] == "p2"
    assert table.totals() == (100, 90, 110, 100)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (r.AmendHand(9), "no_hand"),
        (r.KeepHand(), "not_now"),
        (r.PayPenalty(0, (), 5), "bad_penalty"),
        (r.PayPenalty(0, (0, 1), 5), "bad_penalty"),
        (r.PayPenalty(0, (1, 1), 5), "bad_penalty"),
        (r.PayPenalty(0, (1,), 0), "bad_penalty"),
        (r.PayPenalty(0, (1,), 10**7), "bad_penalty"),
        (r.PayPenalty(4, (1,), 5), "no_such_seat"),
        (r.WithdrawPenalty(2), "no_penalty"),
        (r.ChangeSeats((0, 1, 2, 3)), "bad_seating"),
        (r.ChangeSeats((0, 0, 2, 3)), "bad_seating"),
        (r.ReplacePlayer(4, PlayerId("p9")), "no_such_seat"),
        (r.ReplacePlayer(0, PlayerId("p2")), "same_player_twice"),
    ],
)
def test_what_makes_no_sense_is_refused(
    table: LedgerSitting, command: c.Command, code: str
) -> None:
    table.do(*win(2, giver=1))
    with pytest.raises(Refused) as refusal:
        table.do(command)
    assert refusal.value.code == code


def test_the_log_alone_gives_the_same_session(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1), r.PayPenalty(3, (0,), 7), r.ChangeSeats((2, 0, 1, 3)))
    table.do(*draw(1), *win(0, giver=2))
    amend(table, 1, giver=3)
    table.do(r.ReplacePlayer(1, PlayerId("p9")))
    again = State()
    for seq, event in table.log.items():
        again = apply(again, event, seq)
    assert again.session is not None
    assert again.session.standing == table.state.session.standing  # type: ignore[union-attr]
    assert again.session.hands == table.state.session.hands  # type: ignore[union-attr]


def test_repairs_stand_beside_the_ledger_only_as_drafts(table: LedgerSitting) -> None:
    table.do(*win(2, giver=1))
    (event,) = table.do(r.AmendHand(2))
    assert isinstance(event, DraftChanged)
    assert table.totals() == (100, 90, 110, 100)
