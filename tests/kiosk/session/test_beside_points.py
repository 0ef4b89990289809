"""Chips and yakitori over a session: they follow every correction of what was played."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from kiosk.ledger import codec
from kiosk.session import DraftChanged, State, apply, replay, step
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.answers import SayReady, SayValue
from kiosk.session.events import LedgerEvent, PlayerId, ReadingRequest, TableRequest, kind_of
from kiosk.session.state import Session

PLAYERS = tuple(map(PlayerId, ("a", "b", "c", "d")))
CLUB = {"chips": "points", "chip_value": 1000, "yakitori": 12000, "rounds": 1}


class Club:
    """A table of riichi whose hands are told by their values, and the ledger of it."""

    def __init__(self, **options: Any) -> None:
        self.state, self.log = State(), list[LedgerEvent]()
        self.do(c.OpenSession("riichi", PLAYERS, {**CLUB, **options}))

    def do(self, *commands: c.Command) -> None:
        """Carry the commands out."""
        for command in commands:
            for event in step(self.state, command, rules):
                if not isinstance(event, DraftChanged | TableRequest | ReadingRequest):
                    self.log.append(event)
                self.state = apply(self.state, event, len(self.log))

    def win(self, seat: int, giver: int | None, chips: int = 0, **value: Any) -> None:
        """Let *seat* win a hand of 1 han 30 fu, off *giver* or by an own draw."""
        by = "self_draw" if giver is None else "discard"
        hand_value = {**(value or {"han": 1, "fu": 30}), "chips": chips}
        self.do(c.StartPlay(), c.CallWin(seat), c.SayWho((c.Claim(seat, by, giver),)))
        self.do(c.EnterByHand(), SayValue(seat, hand_value), c.Settle(), c.ConfirmHand())

    def draw(self) -> None:
        """Let a hand end without a winner, nobody being ready."""
        self.do(c.StartPlay(), c.CallDraw(), SayReady(()), c.ConfirmHand())

    @property
    def session(self) -> Session:
        """Return the session."""
        assert self.state.session is not None
        return self.state.session

    @property
    def chips(self) -> tuple[int, ...]:
        """Return everybody's chips."""
        return self.session.standing.prizes

    @property
    def winners(self) -> tuple[int, ...]:
        """Return who has won a hand."""
        return self.session.standing.winners

    def seq(self, number: int) -> int:
        """Return the event of the hand with this number."""
        return next(hand.seq for hand in self.session.counted_hands if hand.number == number)

    def ending(self) -> dict[str, Any]:
        """Return what the last hand says of the end."""
        assert self.session.last_hand is not None
        following: dict[str, Any] = self.session.last_hand.settlement["next"]
        return following


@pytest.fixture
def club() -> Club:
    """Return a table at which Bo has won two chips off Aiko, and Chie one from each."""
    table = Club()
    table.win(1, 0, chips=2)
    table.win(2, None, chips=1)
    return table


def test_chips_add_up_and_winners_are_known(club: Club) -> None:
    assert (club.chips, club.winners) == ((-3, 1, 3, -1), (1, 2))


def test_undo_takes_both_back(club: Club) -> None:
    club.do(c.VoidHand(club.seq(2)))
    assert (club.chips, club.winners) == ((-2, 2, 0, 0), (1,))
    club.do(c.VoidHand(club.seq(1)))
    assert (any(club.chips), club.winners) == (False, ())


def test_an_older_hand_that_is_amended_moves_both(club: Club) -> None:
    club.do(r.AmendHand(club.seq(1)), c.SayHow(c.Claim(1, "discard", 3)), c.Settle())
    club.do(c.ConfirmHand())
    assert club.chips == (-1, 1, 3, -3)
    club.do(r.AmendHand(club.seq(1)), SayValue(1, {"han": 1, "fu": 30, "chips": 0}), c.Settle())
    club.do(c.ConfirmHand())
    assert (club.chips, club.winners) == ((-1, -1, 3, -1), (1, 2))
    assert club.session.hands[1].record["state"]["winners"] == [1]


def test_house_rules_that_change_count_from_the_first_hand_on(club: Club) -> None:
    club.do(r.ChangeOptions({"rounds": 1}))
    assert (club.chips, club.winners) == ((), ())
    club.do(r.ChangeOptions({"rounds": 1, "chips": "apart", "yakitori": 3000}))
    assert (club.chips, club.winners) == ((-3, 1, 3, -1), (1, 2))


def test_both_go_with_people_who_change_seats(club: Club) -> None:
    club.do(r.ChangeSeats((1, 0, 2, 3)))
    assert (club.chips, club.winners) == ((1, -3, 3, -1), (0, 2))
    club.do(r.ChangeOptions({**CLUB, "chip_value": 500}))
    assert (club.chips, club.winners) == ((1, -3, 3, -1), (0, 2))


def test_the_last_hand_turns_chips_into_points_and_makes_the_birds_pay(club: Club) -> None:
    club.draw()
    assert not club.session.standing.over
    club.draw()
    ending = club.ending()
    assert ending["over"]
    assert ending["final_parts"]["chips"] == [-3000, 1000, 3000, -1000]
    assert ending["final_parts"]["yakitori"] == [-12000, 12000, 12000, -12000]
    assert sum(ending["final"]) == 0


def test_payments_typed_by_hand_bring_chips_and_save_from_yakitori(club: Club) -> None:
    club.do(c.StartPlay(), c.CallWin(3), c.SayWho((c.Claim(3, "discard", 0),)), c.EnterByHand())
    club.do(r.TypePayments((-1000, 0, 0, 1000), prizes=(-4, 0, 0, 4)), c.ConfirmHand())
    assert (club.chips, club.winners) == ((-7, 1, 3, 3), (1, 2, 3))


def test_a_last_hand_with_typed_payments_has_the_same_result(club: Club) -> None:
    club.do(c.StartPlay(), c.CallWin(3), c.SayWho((c.Claim(3, "discard", 0),)), c.EnterByHand())
    payments = r.TypePayments((-1000, 0, 0, 1000), prizes=(-4, 0, 0, 4), banker=3)
    club.do(payments, c.ConfirmHand())
    club.do(c.StartPlay(), c.CallDraw(), r.TypePayments((0, 0, 0, 0), banker=0), c.ConfirmHand())
    ending = club.ending()
    assert ending["over"]
    assert ending["final_parts"]["chips"] == [-7000, 1000, 3000, 3000]
    assert ending["final_parts"]["yakitori"] == [-12000, 4000, 4000, 4000]


def test_a_session_opened_again_still_has_both(club: Club) -> None:
    club.do(c.CloseSession(), r.ReopenSession())
    assert (club.chips, club.winners) == ((-3, 1, 3, -1), (1, 2))


def test_a_ledger_that_is_read_again_has_both(club: Club) -> None:
    club.do(r.ChangeSeats((1, 0, 2, 3)))
    state = State()
    for seq, event in enumerate(club.log, start=1):
        text = codec.body_of(event)
        state = replay(state, codec.event_of(kind_of(event), text), seq)
    assert not state.faults
    assert state.session is not None
    assert state.session.standing == club.session.standing


def test_a_table_without_them_writes_nothing_of_them() -> None:
    table = Club(chips="none", yakitori=0)
    table.do(c.StartPlay(), c.CallDraw(), SayReady(()), c.ConfirmHand())
    state = table.session.hands[0].record["state"]
    assert set(state) == {"banker", "round", "repeats", "scores", "carry"}
