"""What goes into the ledger: one event for each thing that was confirmed.

Events are facts and are never changed; corrections are further events. Their JSON holds integers,
text, lists and objects only, so that it has one canonical form to be hashed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Final, NewType

from kiosk.jobs import Job
from kiosk.session.shapes import (
    MAX_SEATS,
    AmendedHand,
    Count,
    Json,
    Payment,
    Reading,
    Record,
    Seat,
    Seats,
    Settlement,
    Throw,
    Whole,
)
from rules.value import value

Account = NewType("Account", str)
"""`seat:0` … `seat:8`, `pot` (points on the table between hands) or `bank` (the house).

The numbers after the seats in play are of those who sit out.
"""
PlayerId = NewType("PlayerId", str)
"""Key of the player table; names stay out of the log."""

POT: Final = Account("pot")
BANK: Final = Account("bank")
_ACCOUNT: Final = re.compile(r"seat:[0-8]|pot|bank")


def seat_account(seat: int) -> Account:
    """Return the account of *seat*, 0 to 8."""
    if not 0 <= seat < MAX_SEATS:
        raise ValueError(f"seat {seat} is outside 0 to {MAX_SEATS - 1}")
    return Account(f"seat:{seat}")


@value
class Transfer:
    """Points that one account gives another; always positive."""

    debit: Account
    """Who pays."""
    credit: Account
    """Who receives."""
    amount: int
    reason: str
    """The settlement's `for`: `win`, `kong`, `penalty`, …"""

    def __post_init__(self) -> None:
        for account in (self.debit, self.credit):
            if not _ACCOUNT.fullmatch(account):
                raise ValueError(f"{account!r} is no account")
        if self.debit == self.credit:
            raise ValueError(f"{self.debit} cannot pay itself")
        if type(self.amount) is not int or self.amount <= 0:
            raise ValueError(f"payment of {self.amount!r}: must be a positive whole number")

    def reverse(self) -> Transfer:
        """Return the transfer that takes this one back."""
        return Transfer(self.credit, self.debit, self.amount, self.reason)


@value
class SessionOpened:
    """People sat down to a game whose rules are fixed from now on."""

    ruleset: str
    options: Json
    """House options that differ from the sheet's defaults."""
    players: tuple[PlayerId, ...]
    """Who sits on seat 0, 1, …"""
    start_score: Whole
    engine: str
    """Version of the program whose rules settle this session."""
    preset: str = ""
    """Name, version and hash of the house's own rules, where it opened by them."""
    bench: tuple[PlayerId, ...] = ()
    """Who sits the first hand out, where more people play than have a seat."""


@value
class HandSettled:
    """A hand was confirmed: what happened, and what it paid."""

    number: Count
    """Which hand of the session, from 1; an undone hand's number is used again."""
    record: Record
    settlement: Settlement
    reading: Reading = field(default_factory=dict)
    """What the camera read and what was corrected by hand (`Draft.reading_summary`)."""
    throws: tuple[Throw, ...] = ()
    """Every throw since the hand before: `pips`, `source`, `rolled_ms` where the machine measured
    how long it shook them, and `proof` where there were no dice; also throws taken back."""
    log: tuple[str, ...] = ()
    """The lines of the log of the hand (`rules.play.logs`), where somebody has followed it."""

    def __post_init__(self) -> None:
        check_net(self.settlement)


@value
class HandVoided:
    """A confirmed hand was withdrawn; its transfers are reversed."""

    target: Count
    """Sequence number of the `HandSettled` event."""
    was: Count = 0
    """The event in which the hand stood till then, where it had been amended; otherwise 0."""
    seats: Seats = ()
    """Where who sat on seat 0, 1, … in that hand sits now, and after the seats who sat it out;
    empty where nobody moved."""


@value
class HandAmended:
    """An older hand was corrected, and every later one settled again on top of it.

    Each of *hands* names itself (`seq`, of its `HandSettled`), the event in which it stood till
    then (`was`), its `record` and its `settlement`, and `seats` as in `HandVoided` where people
    have moved since. What each paid before is reversed, what it pays now is posted.
    """

    target: Count
    hands: tuple[AmendedHand, ...]
    """The corrected hand first, then all later ones that count, in order."""

    def __post_init__(self) -> None:
        for hand in self.hands:
            check_net(hand["settlement"])


@value
class PenaltyPaid:
    """Points changed hands between two hands, because people agreed on it."""

    payments: tuple[Payment, ...]
    """Rows as in a settlement: `from`, `to`, `amount`, `for`."""
    note: str = ""

    def __post_init__(self) -> None:
        if not postings(self.payments):
            raise ValueError("a penalty of nothing")


@value
class PenaltyWithdrawn:
    """A penalty was taken back; its transfers are reversed."""

    target: Count
    """Sequence number of the `PenaltyPaid` event."""
    seats: Seats = ()
    """As in `HandVoided`."""


@value
class SeatsChanged:
    """People sit elsewhere; winds and banker stay where they are.

    The places after the seats are of those who sit out; so this brings them to a seat as well.
    """

    order: Seats
    """Who sat there till now, for place 0, 1, …; those not named stay."""
    payments: tuple[Payment, ...] = ()
    """What carries each person's points along; none where only the names had been mixed up."""
    is_mix_up: bool = False
    """Whether the names had been wrong from the start (or since people last moved)."""
    throws: tuple[Throw, ...] = ()
    """The dice that drew the seats, as in `HandSettled`, with what was drawn (`draw`) and who
    threw (`thrower`, the seat before people moved)."""
    counters: tuple[str, ...] = ()
    """The counters of which everybody takes the own share along; all others stay."""


@value
class PlayerReplaced:
    """Someone else takes a seat over, or the place of somebody who sits out, with its points."""

    seat: Seat
    player: PlayerId


@value
class AskingAllowed:
    """Everybody agreed that hands may be asked about while this one is played."""

    number: Count
    """Which hand of the session, as in `HandSettled`."""


@value
class OptionsChanged:
    """House rules were found wrong: the session is played by others, from its first hand on.

    *hands* are all that count, settled again, as in `HandAmended`.
    """

    options: Json
    """As in `SessionOpened`."""
    start_score: Whole
    """What everyone began with by these rules."""
    hands: tuple[AmendedHand, ...]

    def __post_init__(self) -> None:
        for hand in self.hands:
            check_net(hand["settlement"])


@value
class SessionClosed:
    """The session ended; the totals stand."""

    totals: tuple[Whole, ...]
    """Each seat's final score, then of those who sat out."""
    throws: tuple[Throw, ...] = ()
    """Throws of the hand that was never confirmed, as in `HandSettled`."""


@value
class SessionReopened:
    """The session that was closed last goes on, so that it can be put right."""


@value
class EventWithdrawn:
    """An event that does not follow from the others was taken back; its transfers are reversed."""

    target: Count
    """Its sequence number."""


@value
class UnreadableEvent:
    """An event of the ledger that is none of this program's; never written by it."""

    kind: str
    why: str
    """In English."""


LedgerEvent = (
    SessionOpened
    | HandSettled
    | HandVoided
    | HandAmended
    | PenaltyPaid
    | PenaltyWithdrawn
    | SeatsChanged
    | PlayerReplaced
    | AskingAllowed
    | EventWithdrawn
    | OptionsChanged
    | SessionClosed
    | SessionReopened
    | UnreadableEvent
)
"""Everything that the ledger can hold."""

KINDS: Final[Mapping[str, type[LedgerEvent]]] = {
    "session_opened": SessionOpened,
    "hand_settled": HandSettled,
    "hand_voided": HandVoided,
    "hand_amended": HandAmended,
    "penalty": PenaltyPaid,
    "penalty_withdrawn": PenaltyWithdrawn,
    "seats_changed": SeatsChanged,
    "player_replaced": PlayerReplaced,
    "asking_allowed": AskingAllowed,
    "event_withdrawn": EventWithdrawn,
    "options_changed": OptionsChanged,
    "session_closed": SessionClosed,
    "session_reopened": SessionReopened,
}
"""The ledger's word for each sort of event."""


def kind_of(event: LedgerEvent) -> str:
    """Return the ledger's word for this sort of event."""
    if isinstance(event, UnreadableEvent):
        return event.kind
    return next(kind for kind, sort in KINDS.items() if isinstance(event, sort))


@value
class TableRequest:
    """The machine is to do this; the service sends it to the bridge, and nothing is written."""

    job: Job
    dice: int = 0
    """How many dice it is to throw; 0: as many as the game throws."""


@value
class ReadingRequest:
    """The camera is to look; the service answers with `TakeReading`."""

    afresh: bool


def transfers(settlement: Json) -> tuple[Transfer, ...]:
    """Return the postings of *settlement*'s payments, in its order; payments of 0 are left out."""
    return postings(settlement["payments"])


def postings(payments: Iterable[Json]) -> tuple[Transfer, ...]:
    """Return the postings of these rows, in their order; those of 0 are left out."""
    return tuple(
        Transfer(
            _account(payment["from"]), _account(payment["to"]), payment["amount"], payment["for"]
        )
        for payment in payments
        if payment["amount"] != 0
    )


def reseat(rows: Iterable[Transfer], seats: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Return *rows* between the accounts at which their people sit now (`HandVoided.seats`)."""
    if not seats:
        return tuple(rows)
    now = {seat_account(seat): seat_account(to) for seat, to in enumerate(seats)}
    return tuple(
        replace(row, debit=now.get(row.debit, row.debit), credit=now.get(row.credit, row.credit))
        for row in rows
    )


def balance(postings: tuple[Transfer, ...]) -> dict[Account, int]:
    """Return what each account named in *postings* gains (+) or loses (−); sums to zero."""
    sums: dict[Account, int] = {}
    for posting in postings:
        sums[posting.debit] = sums.get(posting.debit, 0) - posting.amount
        sums[posting.credit] = sums.get(posting.credit, 0) + posting.amount
    assert sum(sums.values()) == 0
    return sums


def check_net(settlement: Json) -> None:
    """Raise `ValueError` unless *settlement*'s payments add up to its net, seat by seat."""
    net = settlement["net"]
    gains = balance(transfers(settlement))
    pot_and_bank = (POT, BANK)
    strangers = set(gains) - {seat_account(seat) for seat in range(len(net))} - {*pot_and_bank}
    if strangers:
        raise ValueError(f"payments name {sorted(strangers)}, who do not play")
    sums = [gains.get(seat_account(seat), 0) for seat in range(len(net))]
    if sums != list(net):
        raise ValueError(f"payments add up to {sums}, net is {list(net)}")


def _account(party: int | str) -> Account:
    """Return the account that a payment's `from` or `to` names."""
    return seat_account(party) if isinstance(party, int) else Account(party)
