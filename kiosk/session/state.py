"""Where a table stands: the session folded from its events, and the hand being written down.

What an event does to it stands here, too: the only place where a session changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from kiosk.errors import Refused
from kiosk.session import events
from kiosk.session.draft import Draft, Stage, fresh_draft
from kiosk.session.events import (
    HandAmended,
    HandSettled,
    HandVoided,
    Json,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerId,
    PlayerReplaced,
    Recorded,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
    Transfer,
)
from rules.value import value


@value
class Standing:
    """What changes from hand to hand: banker, round, totals and what lies on the table."""

    banker: int | None
    """`None` where the players choose who leads."""
    round: int
    repeats: int
    totals: tuple[int, ...]
    """Each seat's score: start score and every net since."""
    pot: int
    """Points that lie on the table between hands."""
    bank: int
    """What the house has gained (+) or paid (−)."""
    carry: Json
    """The ruleset's own counters."""
    over: bool = False


@value
class PlayedHand:
    """A confirmed hand, voided or not."""

    seq: int
    """Sequence number of its event; names it in `VoidHand`."""
    number: int
    record: Json
    settlement: Json
    reading: Json
    before: Standing
    after: Standing
    players: tuple[PlayerId, ...] = ()
    """Who sat on seat 0, 1, … in it."""
    version: int = 0
    """The event in which it stands as it counts now: its own, or the last that amended it."""
    earlier: tuple[tuple[int, Json, Json], ...] = ()
    """What it was before it was amended: event, record and settlement, oldest first."""
    is_void: bool = False


@value
class Penalty:
    """Points that changed hands between hands, withdrawn or not."""

    seq: int
    payments: tuple[Json, ...]
    note: str
    players: tuple[PlayerId, ...]
    """Who sat on seat 0, 1, … then."""
    withdrawn: int = 0
    """Sequence number of the event that took it back; 0 while it counts."""


@value
class Move:
    """People changed seats, and their points with them."""

    seq: int
    order: tuple[int, ...]
    """Who sat there till then, for seat 0, 1, …"""
    throws: tuple[Json, ...] = ()
    """The dice that drew the seats; empty where people moved by themselves."""


@value
class Session:
    """One sitting at one game, from `SessionOpened` to `SessionClosed`."""

    opened: int
    """Sequence number of its first event."""
    ruleset: str
    options: Json
    players: tuple[PlayerId, ...]
    start_score: int
    standing: Standing
    hands: tuple[PlayedHand, ...] = ()
    """In the order confirmed, voided ones too."""
    penalties: tuple[Penalty, ...] = ()
    """In the order paid, withdrawn ones too."""
    moves: tuple[Move, ...] = ()
    is_closed: bool = False

    @property
    def counted(self) -> tuple[PlayedHand, ...]:
        """Return the hands that count: all but the voided ones."""
        return tuple(hand for hand in self.hands if not hand.is_void)

    @property
    def penalties_that_count(self) -> frozenset[int]:
        """Return the numbers of the penalties that nobody has withdrawn."""
        return frozenset(one.seq for one in self.penalties if not one.withdrawn)

    def hand(self, seq: int) -> PlayedHand | None:
        """Return the hand that event *seq* confirmed, voided or not."""
        return next((hand for hand in self.hands if hand.seq == seq), None)

    def hand_that_counts(self, seq: int) -> PlayedHand:
        """Return the hand that event *seq* confirmed; raise `Refused` where it does not count."""
        found = next((hand for hand in self.counted if hand.seq == seq), None)
        if found is None:
            raise Refused("no_hand", "this hand does not count", where="seq")
        return found

    def seats_since(self, seq: int) -> tuple[int, ...]:
        """Return where who sat on seat 0, 1, … at event *seq* sits now; empty if nobody moved."""
        seats = tuple(range(len(self.players)))
        for move in self.moves:
            if move.seq > seq:
                seats = tuple(move.order.index(seat) for seat in seats)
        return () if seats == tuple(range(len(seats))) else seats

    @property
    def last_hand(self) -> PlayedHand | None:
        """Return the latest hand that counts, the one that can be undone."""
        return self.counted[-1] if self.counted else None


@value
class State:
    """Everything that decides what a command does."""

    session: Session | None = None
    """The open session, or the last one after it was closed."""
    draft: Draft | None = None
    """The hand being written down; there is one exactly while a session is open."""

    @property
    def open(self) -> tuple[Session, Draft]:
        """Return the open session and the hand at work; raise `Refused` in the lobby."""
        if self.session is None or self.draft is None:
            raise Refused("not_now", "no session is open", where="stage")
        return self.session, self.draft

    @property
    def stage(self) -> Stage:
        """Return which screen the table is on."""
        if self.session is None or self.session.is_closed or self.draft is None:
            return Stage.LOBBY
        if self.session.standing.over and self.draft.stage is Stage.TABLE:
            return Stage.OVER
        return self.draft.stage


Repair = HandVoided | HandAmended | PenaltyPaid | PenaltyWithdrawn | SeatsChanged | PlayerReplaced


def fold(state: State, event: Recorded, seq: int) -> State:
    """Return the state after ledger event *seq*; the draft is a fresh one for the next hand."""
    session = session_after(state.session, event, seq)
    draft = None if session.is_closed else fresh_draft(len(session.players))
    return State(session, draft)


def session_after(session: Session | None, event: Recorded, seq: int) -> Session:
    """Return the session after *event*; everything but the first event needs an open one."""
    if isinstance(event, SessionOpened):
        assert session is None or session.is_closed
        return _open_session(event, seq)
    if session is None or session.is_closed:
        raise ValueError("it comes before a session was opened, or after its end")
    match event:
        case HandSettled():
            return _add_hand(session, event, seq)
        case SessionClosed():
            assert event.totals == session.standing.totals
            return replace(session, is_closed=True)
        case _:
            return _apply_repair(session, event, seq)


def _apply_repair(session: Session, event: Repair, seq: int) -> Session:
    match event:
        case HandVoided():
            return void_hand(session, event)
        case HandAmended():
            return amend_hand(session, event, seq)
        case PenaltyPaid():
            return add_penalty(session, event, seq)
        case PenaltyWithdrawn():
            return withdraw_penalty(session, event, seq)
        case SeatsChanged():
            return change_seats(session, event, seq)
        case PlayerReplaced(seat, player):
            sitting = [*session.players[:seat], player, *session.players[seat + 1 :]]
            return replace(session, players=tuple(sitting))
        case _:
            assert_never(event)


def _open_session(event: SessionOpened, seq: int) -> Session:
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


def _add_hand(session: Session, event: HandSettled, seq: int) -> Session:
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


def post_transfers(standing: Standing, rows: tuple[Transfer, ...]) -> Standing:
    """Return *standing* after these transfers."""
    gains = events.balance(rows)
    return replace(
        standing,
        totals=tuple(
            total + gains.get(events.seat_account(seat), 0)
            for seat, total in enumerate(standing.totals)
        ),
        pot=standing.pot + gains.get(events.POT, 0),
        bank=standing.bank + gains.get(events.BANK, 0),
    )


def standing_after(before: Standing, settlement: Json) -> Standing:
    """Return where the table stands after *settlement*, by its payments and its `next`."""
    following = settlement["next"]
    return replace(
        post_transfers(before, events.transfers(settlement)),
        banker=following["banker"],
        round=following["round"],
        repeats=following["repeats"],
        carry=following.get("carry", {}),
        over=following.get("over", False),
    )


def carry_forward(session: Session, standing: Standing, after: int, until: int) -> Standing:
    """Return *standing* after what happened between the hands, from event *after* to *until*."""
    for seq, change in sorted(_between(session), key=lambda one: one[0]):
        if not after < seq < until:
            continue
        if isinstance(change, Move):
            standing = replace(standing, totals=tuple(standing.totals[s] for s in change.order))
        else:
            standing = post_transfers(standing, change)
    return standing


def _between(session: Session) -> Iterator[tuple[int, tuple[Transfer, ...] | Move]]:
    """Yield everything that moved points between hands, with its event."""
    yield from ((move.seq, move) for move in session.moves)
    for penalty in session.penalties:
        rows = events.postings(penalty.payments)
        yield penalty.seq, rows
        if penalty.withdrawn:
            until = [move for move in session.moves if move.seq < penalty.withdrawn]
            seats = replace(session, moves=tuple(until)).seats_since(penalty.seq)
            back = tuple(row.reversed() for row in rows)
            yield penalty.withdrawn, events.reseat(back, seats)


def void_hand(session: Session, event: HandVoided) -> Session:
    """Return *session* as it stood before a hand, which stays in the list as void."""
    last = session.last_hand
    if last is None or last.seq != event.target:
        raise ValueError(f"hand {event.target} is not the last one")
    assert (event.was or last.seq) == last.version
    assert event.seats == session.seats_since(last.seq)
    hands = tuple(
        replace(hand, is_void=True) if hand.seq == last.seq else hand for hand in session.hands
    )
    standing = carry_forward(session, last.before, last.seq, _end(session))
    return replace(session, standing=standing, hands=hands)


def _end(session: Session) -> int:
    """Return a number after every event of *session* so far."""
    seqs = [move.seq for move in session.moves]
    seqs += [max(penalty.seq, penalty.withdrawn) for penalty in session.penalties]
    return 1 + max(seqs, default=0)


def amend_hand(session: Session, event: HandAmended, seq: int) -> Session:
    """Return *session* with one hand corrected and all later ones on top of it."""
    anew = {hand["seq"]: hand for hand in event.hands}
    counted = [hand.seq for hand in session.counted if hand.seq >= event.target]
    assert list(anew) == counted
    assert counted[0] == event.target
    hands, last, standing = [], 0, session.standing
    for hand in session.hands:
        new = anew.get(hand.seq)
        if new is None:
            hands.append(hand)
            continue
        assert new["was"] == hand.version
        assert tuple(new.get("seats", ())) == session.seats_since(hand.seq)
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
    standing = carry_forward(session, standing, last, _end(session))
    return replace(session, standing=standing, hands=tuple(hands))


def add_penalty(session: Session, event: PenaltyPaid, seq: int) -> Session:
    """Return *session* after points that changed hands between hands."""
    penalty = Penalty(seq, event.payments, event.note, session.players)
    standing = post_transfers(session.standing, events.postings(event.payments))
    return replace(session, standing=standing, penalties=(*session.penalties, penalty))


def withdraw_penalty(session: Session, event: PenaltyWithdrawn, seq: int) -> Session:
    """Return *session* after a penalty was taken back."""
    penalty = next(one for one in session.penalties if one.seq == event.target)
    assert not penalty.withdrawn
    assert event.seats == session.seats_since(penalty.seq)
    back = tuple(row.reversed() for row in events.postings(penalty.payments))
    standing = post_transfers(session.standing, events.reseat(back, event.seats))
    penalties = tuple(
        replace(one, withdrawn=seq) if one is penalty else one for one in session.penalties
    )
    return replace(session, standing=standing, penalties=penalties)


def change_seats(session: Session, event: SeatsChanged, seq: int) -> Session:
    """Return *session* after people changed seats, or after mixed-up names were put right."""
    assert sorted(event.order) == list(range(len(session.players)))
    players = tuple(session.players[seat] for seat in event.order)
    if event.is_mix_up:
        assert not event.payments
        since = session.moves[-1].seq if session.moves else 0
        hands = tuple(
            replace(hand, players=tuple(hand.players[seat] for seat in event.order))
            if hand.seq > since
            else hand
            for hand in session.hands
        )
        return replace(session, players=players, hands=hands)
    standing = post_transfers(session.standing, events.postings(event.payments))
    assert standing.totals == tuple(session.standing.totals[seat] for seat in event.order)
    moves = (*session.moves, Move(seq, event.order, event.throws))
    return replace(session, players=players, standing=standing, moves=moves)
