"""What each event does to a session: the only place where one changes.

`fold` is for an event that is about to be written, and raises where it does not follow from those
before it. `replay` is for one that the ledger holds already: where it does not follow it changes
nothing, and is named.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, TypeVar, assert_never

from kiosk.session import events
from kiosk.session.draft import fresh_draft
from kiosk.session.events import (
    KINDS,
    AskingAllowed,
    EventWithdrawn,
    HandAmended,
    HandSettled,
    HandVoided,
    LedgerEvent,
    OptionsChanged,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerId,
    PlayerReplaced,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    UnreadableEvent,
    kind_of,
)
from kiosk.session.shapes import Json
from kiosk.session.standings import carry_forward, post_transfers, standing_after
from kiosk.session.state import EventFault, Move, Penalty, PlayedHand, Session, Standing, State

REASONS: Final = {
    "unreadable": "it says nothing that this program can read",
    "no_session": "it comes before a session was opened, or after its end",
    "totals": "its points are not those of the session",
    "seats": "it names seats that are not there, or not where people sat",
    "no_hand": "it does not fit the hands that count",
    "no_penalty": "it withdraws a penalty that does not count",
    "no_event": "it takes back an event that counts, or is not there",
    "other": "it does not follow from the others",
}
"""Why an event does not follow from those before it; screens say `ui.event_fault.<reason>`."""


class FoldError(ValueError):
    """An event that does not follow from those before it, for one of `REASONS`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail or REASONS[reason])
        self.reason = reason


Repair = (
    HandVoided
    | HandAmended
    | OptionsChanged
    | PenaltyPaid
    | PenaltyWithdrawn
    | SeatsChanged
    | PlayerReplaced
)
Limit = SessionOpened | SessionClosed | SessionReopened
OfSession = Limit | HandSettled | Repair | AskingAllowed | UnreadableEvent


def fold(state: State, event: LedgerEvent, seq: int) -> State:
    """Return the state after ledger event *seq*; the draft is a fresh one for the next hand.

    Raise `FoldError` where it does not follow from the events before it.
    """
    if isinstance(event, EventWithdrawn):
        return _withdraw_event(state, event)
    session = session_after(state.session, event, seq)
    draft = None if session.is_closed else fresh_draft(len(session.players))
    return replace(state, session=session, draft=draft)


def replay(state: State, event: LedgerEvent, seq: int) -> State:
    """Return the state after event *seq* as the ledger holds it, whatever it is.

    One that does not follow from those before it changes nothing but `State.faults`.
    """
    try:
        return fold(state, event, seq)
    except Exception as error:  # another program wrote it: it may hold anything
        fold_error = error if isinstance(error, FoldError) else FoldError("other", repr(error))
    kind = kind_of(event)
    fault = EventFault(seq, "event", fold_error.reason, kind, str(fold_error))
    if KINDS.get(kind) is SessionOpened:
        state = State(faults=state.faults, since=state.since)  # what follows is of that session
    return replace(state, faults=(*state.faults, fault))


def _withdraw_event(state: State, event: EventWithdrawn) -> State:
    """Return *state* without a fault; what came before the known events is taken on trust."""
    others = tuple(fault for fault in state.faults if fault.seq != event.target)
    if len(others) == len(state.faults) and event.target > state.since:
        raise FoldError("no_event")
    return replace(state, faults=others)


def session_after(session: Session | None, event: OfSession, seq: int) -> Session:
    """Return the session after *event*; everything but the first event needs an open one.

    A session that another one follows is over, with or without its closing.
    """
    match event:
        case UnreadableEvent(why=why):
            raise FoldError("unreadable", why)
        case SessionOpened():
            return _open_session(event, seq)
        case SessionReopened():
            return _reopen_session(session)
        case _ if session is None or session.is_closed:
            raise FoldError("no_session")
        case HandSettled():
            return _add_hand(session, event, seq)
        case SessionClosed():
            _require("totals", event.totals == session.standing.everyones)
            return replace(session, is_closed=True)
        case AskingAllowed(number):
            _require("no_hand", number == len(session.counted_hands) + 1)
            return replace(session, consents=(*session.consents, seq))
        case _:
            return _apply_repair(session, event, seq)


def _reopen_session(session: Session | None) -> Session:
    if session is None or not session.is_closed:
        raise FoldError("no_session", "there is no closed session that it could open again")
    return replace(session, is_closed=False)


def _require(reason: str, *holds: bool) -> None:
    """Raise `FoldError` with *reason* unless all this *holds* of an event."""
    if not all(holds):
        raise FoldError(reason)


def _apply_repair(session: Session, event: Repair, seq: int) -> Session:
    match event:
        case HandVoided():
            return void_hand(session, event)
        case HandAmended():
            return amend_hand(session, event, seq)
        case OptionsChanged():
            return change_options(session, event, seq)
        case PenaltyPaid():
            return add_penalty(session, event, seq)
        case PenaltyWithdrawn():
            return withdraw_penalty(session, event, seq)
        case SeatsChanged():
            return change_seats(session, event, seq)
        case PlayerReplaced(seat, player):
            _require("seats", 0 <= seat < len(session.everyone))
            sitting = [*session.everyone[:seat], player, *session.everyone[seat + 1 :]]
            return _seat(session, sitting)
        case _:
            assert_never(event)


def _open_session(event: SessionOpened, seq: int) -> Session:
    """Return the new session: seat 0 is the banker of round 1 and everyone has the start score."""
    totals, waiting = ((event.start_score,) * len(one) for one in (event.players, event.bench))
    return Session(
        opened=seq,
        ruleset=event.ruleset,
        options=event.options,
        players=event.players,
        start_score=event.start_score,
        standing=Standing(0, 1, 0, totals, pot=0, bank=0, carry={}, bench=waiting),
        preset=event.preset,
        bench=event.bench,
    )


PlaysT = TypeVar("PlaysT", Session, PlayedHand, Penalty)


def _seat(one: PlaysT, everyone: Sequence[PlayerId]) -> PlaysT:
    """Return *one* with *everyone* on the seats and, after them, sitting out."""
    seats = len(one.players)
    return replace(one, players=tuple(everyone[:seats]), bench=tuple(everyone[seats:]))


def _add_hand(session: Session, event: HandSettled, seq: int) -> Session:
    _check_seats(session, event.settlement)
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
        session.bench,
        version=seq,
    )
    return replace(session, standing=after, hands=(*session.hands, hand))


def _check_seats(session: Session, settlement: Json) -> None:
    """Raise `FoldError` unless *settlement* is one among the people of *session*."""
    seats, banker = len(session.players), settlement["next"]["banker"]
    _require("seats", len(settlement["net"]) == seats, banker is None or 0 <= banker < seats)
    prizes = settlement.get("prize_net", settlement["net"])
    winners = settlement["next"].get("winners", ())
    _require("seats", len(prizes) == seats, all(seat < seats for seat in winners))


def _check_parties(session: Session, payments: tuple[Json, ...]) -> None:
    """Raise `FoldError` unless *payments* are among the people of *session*, pot and bank.

    Those who sit out are among them.
    """
    parties = {row[side] for row in payments for side in ("from", "to")}
    _require("seats", parties <= {*range(len(session.everyone)), events.POT, events.BANK})


def void_hand(session: Session, event: HandVoided) -> Session:
    """Return *session* as it stood before a hand, which stays in the list as void."""
    last = session.last_hand
    if last is None or last.seq != event.target:
        raise FoldError("no_hand")
    _require("no_hand", (event.was or last.seq) == last.version)
    _require("seats", event.seats == session.seats_since(last.seq))
    hands = _replace_row(session.hands, replace(last, is_void=True))
    standing = carry_forward(session, last.before, last.seq)
    return replace(session, standing=standing, hands=hands)


Row = TypeVar("Row", bound=PlayedHand | Penalty)


def _replace_row(rows: tuple[Row, ...], new: Row) -> tuple[Row, ...]:
    """Return *rows* with *new* in place of the one of the same event."""
    place = bisect_left(rows, new.seq, key=attrgetter("seq"))
    return (*rows[:place], new, *rows[place + 1 :])


def amend_hand(session: Session, event: HandAmended, seq: int) -> Session:
    """Return *session* with one hand corrected and all later ones on top of it."""
    session_seqs = [hand.seq for hand in session.counted_hands if hand.seq >= event.target]
    event_seqs = [hand["seq"] for hand in event.hands]
    _require("no_hand", event_seqs == session_seqs, session_seqs[:1] == [event.target])
    return _with_hands(session, event.hands, seq)


def change_options(session: Session, event: OptionsChanged, seq: int) -> Session:
    """Return *session* as played by other house rules: every hand that counts settled again."""
    event_seqs = [hand["seq"] for hand in event.hands]
    _require("no_hand", event_seqs == [hand.seq for hand in session.counted_hands])
    more = event.start_score - session.start_score
    hands = tuple(
        replace(
            hand, before=hand.before.with_more_points(more), after=hand.after.with_more_points(more)
        )
        for hand in session.hands
    )
    next_session = replace(
        session,
        options=event.options,
        start_score=event.start_score,
        standing=session.standing.with_more_points(more),
        hands=hands,
        preset="",
    )
    return _with_hands(next_session, event.hands, seq)


def _with_hands(session: Session, amendments: tuple[Json, ...], seq: int) -> Session:
    """Return *session* with the *amendments* of event *seq*, all up to the last that counts."""
    by_seq = {hand["seq"]: hand for hand in amendments}
    hands, last, standing = [], 0, session.standing
    for hand in session.hands:
        new = by_seq.get(hand.seq)
        if new is None:
            hands.append(hand)
            continue
        _check_seats(session, new["settlement"])
        _require("no_hand", new["was"] == hand.version)
        _require("seats", tuple(new.get("seats", ())) == session.seats_since(hand.seq))
        before = carry_forward(session, standing, last, hand.seq) if last else hand.before
        last, standing = hand.seq, standing_after(before, new["settlement"])
        older = (*hand.earlier, (hand.version, hand.record, hand.settlement))
        hands.append(
            replace(
                hand,
                record=new["record"],
                settlement=new["settlement"],
                before=before,
                after=standing,
                version=seq,
                earlier=older,
            )
        )
    standing = carry_forward(session, standing, last) if last else standing
    return replace(session, standing=standing, hands=tuple(hands))


def add_penalty(session: Session, event: PenaltyPaid, seq: int) -> Session:
    """Return *session* after points that changed hands between hands."""
    _check_parties(session, event.payments)
    penalty = Penalty(seq, event.payments, event.note, session.players, session.bench)
    standing = post_transfers(session.standing, events.postings(event.payments))
    return replace(session, standing=standing, penalties=(*session.penalties, penalty))


def withdraw_penalty(session: Session, event: PenaltyWithdrawn, seq: int) -> Session:
    """Return *session* after a penalty was taken back."""
    place = bisect_left(session.penalties, event.target, key=attrgetter("seq"))
    penalty = next(iter(session.penalties[place : place + 1]), None)
    if penalty is None or penalty.seq != event.target or penalty.withdrawn:
        raise FoldError("no_penalty")
    _require("seats", event.seats == session.seats_since(penalty.seq))
    back = tuple(row.reverse() for row in events.postings(penalty.payments))
    standing = post_transfers(session.standing, events.reseat(back, event.seats))
    penalties = _replace_row(session.penalties, replace(penalty, withdrawn=seq))
    return replace(session, standing=standing, penalties=penalties)


PlayedT = TypeVar("PlayedT", PlayedHand, Penalty)


def _rename(one: PlayedT, order: tuple[int, ...], since: int) -> PlayedT:
    """Return *one* with the names that were meant, where it came after event *since*."""
    if one.seq <= since:
        return one
    everyone = (*one.players, *one.bench)
    return _seat(one, [everyone[place] for place in order])


def change_seats(session: Session, event: SeatsChanged, seq: int) -> Session:
    """Return *session* after people changed seats, or after mixed-up names were put right."""
    people = session.everyone
    order = (*event.order, *range(len(event.order), len(people)))
    _require("seats", sorted(order) == list(range(len(people))), len(order) == len(people))
    next_session = _seat(session, [people[place] for place in order])
    if event.is_mix_up:
        _require("totals", not event.payments)
        since = session.moves[-1].seq if session.moves else 0
        hands = tuple(_rename(hand, order, since) for hand in session.hands)
        penalties = tuple(_rename(one, order, since) for one in session.penalties)
        return replace(next_session, hands=hands, penalties=penalties)
    _check_parties(session, event.payments)
    standing = post_transfers(session.standing, events.postings(event.payments))
    next_standing = session.standing.reseat(order, event.counters)
    _require("totals", standing.everyones == next_standing.everyones)
    moves = (*session.moves, Move(seq, order, event.throws, event.counters))
    return replace(next_session, standing=next_standing, moves=moves)
