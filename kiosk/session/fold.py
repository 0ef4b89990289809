"""What an event does to the state: the only place where a session changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from kiosk import events
from kiosk.events import HandSettled, HandVoided, SessionClosed, SessionOpened
from kiosk.session.draft import Draft, DraftSeat
from kiosk.session.state import PlayedHand, Session, Standing, State

if TYPE_CHECKING:
    from kiosk.events import Json, Recorded


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
        case HandVoided():
            return _voided(session, event.target)
        case SessionClosed():
            assert event.totals == session.standing.totals
            return replace(session, is_closed=True)
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
    after = _standing_after(before, event.settlement)
    hand = PlayedHand(
        seq, event.number, event.record, event.settlement, event.reading, before, after
    )
    return replace(session, standing=after, hands=(*session.hands, hand))


def _standing_after(before: Standing, settlement: Json) -> Standing:
    """Return where the table stands after *settlement*, by its payments and its `next`."""
    gains = events.balance(events.transfers(settlement))
    following = settlement["next"]
    return Standing(
        banker=following["banker"],
        round=following["round"],
        repeats=following["repeats"],
        totals=tuple(
            total + gains.get(events.seat_account(seat), 0)
            for seat, total in enumerate(before.totals)
        ),
        pot=before.pot + gains.get(events.POT, 0),
        bank=before.bank + gains.get(events.BANK, 0),
        carry=following.get("carry", {}),
        over=following.get("over", False),
    )


def _voided(session: Session, target: int) -> Session:
    """Return *session* as it stood before hand *target*, which stays in the list as void."""
    last = session.last_hand
    assert last is not None
    assert last.seq == target
    hands = tuple(
        replace(hand, is_void=True) if hand.seq == target else hand for hand in session.hands
    )
    return replace(session, standing=last.before, hands=hands)
