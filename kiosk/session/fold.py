"""What an event does to the state: the only place where a session changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from kiosk.session.draft import Draft, DraftSeat
from kiosk.session.events import (
    HandAmended,
    HandSettled,
    HandVoided,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerReplaced,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from kiosk.session.fold_repairs import amended, moved, penalised, standing_after, voided, withdrawn
from kiosk.session.state import PlayedHand, Session, Standing, State

if TYPE_CHECKING:
    from kiosk.session.events import Recorded

Repair = HandVoided | HandAmended | PenaltyPaid | PenaltyWithdrawn | SeatsChanged | PlayerReplaced


def fold(state: State, event: Recorded, seq: int) -> State:
    """Return the state after ledger event *seq*; the draft is a fresh one for the next hand."""
    session = _session_after(state.session, event, seq)
    draft = None if session.is_closed else fresh_draft(len(session.players))
    return State(session, draft)


def fresh_draft(seats: int) -> Draft:
    """Return the draft of a hand that has not begun."""
    return Draft(seats=tuple(DraftSeat() for _ in range(seats)))


def _session_after(session: Session | None, event: Recorded, seq: int) -> Session:
    """Return the session after *event*; everything but the first event needs an open one."""
    if isinstance(event, SessionOpened):
        assert session is None or session.is_closed
        return _opened(event, seq)
    assert session is not None
    assert not session.is_closed
    match event:
        case HandSettled():
            return _settled(session, event, seq)
        case SessionClosed():
            assert event.totals == session.standing.totals
            return replace(session, is_closed=True)
        case _:
            return _repaired(session, event, seq)


def _repaired(session: Session, event: Repair, seq: int) -> Session:
    """Return the session after something in it was put right."""
    match event:
        case HandVoided():
            return voided(session, event)
        case HandAmended():
            return amended(session, event, seq)
        case PenaltyPaid():
            return penalised(session, event, seq)
        case PenaltyWithdrawn():
            return withdrawn(session, event, seq)
        case SeatsChanged():
            return moved(session, event, seq)
        case PlayerReplaced(seat, player):
            sitting = [*session.players[:seat], player, *session.players[seat + 1 :]]
            return replace(session, players=tuple(sitting))
        case _:
            assert_never(event)


def _opened(event: SessionOpened, seq: int) -> Session:
    """Return the new session: seat 0 is the banker of round 1 and everyone has the start score."""
    totals = (event.start_score,) * len(event.players)
    return Session(
        opened=seq,
        ruleset=event.ruleset,
        options=event.options,
        players=event.players,
        start_score=event.start_score,
        standing=Standing(0, 1, 0, totals, pot=0, bank=0, carry={}),
    )


def _settled(session: Session, event: HandSettled, seq: int) -> Session:
    """Return *session* with one more hand and everything that it moved on."""
    before = session.standing
    after = standing_after(before, event.settlement)
    hand = PlayedHand(
        seq,
        event.number,
        event.record,
        event.settlement,
        event.reading,
        before,
        after,
        session.players,
        version=seq,
    )
    return replace(session, standing=after, hands=(*session.hands, hand))
