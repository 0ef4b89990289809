"""Where a table stands: the session folded from its events, and the hand being written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from operator import add
from typing import Any, Literal

from kiosk.errors import Refused
from kiosk.session.draft import Draft, Stage
from kiosk.session.events import PlayerId
from kiosk.session.shapes import Json
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
    prizes: tuple[int, ...] = ()
    """What each seat has of prizes beside the points; empty until some are given."""
    winners: tuple[int, ...] = ()
    """The seats that have won a hand, where the game asks for it."""
    bench: tuple[int, ...] = ()
    """The scores of those who sit out, place by place after the seats."""
    bench_carry: Json = field(default_factory=dict)
    """Their shares of the counters that belong to people, by the counter's name."""

    @property
    def everyones(self) -> tuple[int, ...]:
        """Return everybody's score: the seats', then of those who sit out."""
        return (*self.totals, *self.bench)

    def to_state(self, banker: int | None) -> dict[str, Any]:
        """Return the `state` of the record of a hand that *banker* leads from here."""
        state: dict[str, Any] = {
            "banker": banker,
            "round": self.round,
            "repeats": self.repeats,
            "scores": list(self.totals),
            "carry": dict(self.carry),
        }
        if any(self.prizes):
            state["prizes"] = list(self.prizes)
        if self.winners:
            state["winners"] = list(self.winners)
        return state

    def with_more_points(self, points: int) -> Standing:
        """Return this as if everyone had begun with *points* more."""
        return self.with_scores(total + points for total in self.everyones)

    def with_scores(self, scores: Iterable[int]) -> Standing:
        """Return this with *scores* of everybody, in the order of `everyones`."""
        seats, all_scores = len(self.totals), tuple(scores)
        return replace(self, totals=all_scores[:seats], bench=all_scores[seats:])

    def prizes_with(self, more: Sequence[int]) -> tuple[int, ...]:
        """Return each seat's prizes with *more* of them; as they are where the game has none."""
        if not more:
            return self.prizes
        return tuple(map(add, self.prizes or (0,) * len(more), more))

    def reseat(self, order: tuple[int, ...], counters: tuple[str, ...] = ()) -> Standing:
        """Return this where who sat on place `order[0]`, … sits on place 0, … now.

        People take their shares of *counters* along; the places after the seats sit out.
        """
        standing = self.with_scores(self.everyones[place] for place in order)
        for name in counters:
            standing = standing._with_shares(name, order)
        return replace(
            standing,
            prizes=self.prizes and tuple(self.prizes[seat] for seat in order),
            winners=tuple(seat for seat, was in enumerate(order) if was in self.winners),
        )

    def _with_shares(self, name: str, order: tuple[int, ...]) -> Standing:
        """Return this with everybody's share of counter *name* where *order* seats them."""
        seats = len(self.totals)
        of_seats = self.carry.get(name) or [0] * seats
        of_bench = self.bench_carry.get(name) or [0] * len(self.bench)
        shares = [[*of_seats, *of_bench][place] for place in order]
        if not any(shares):
            return self
        carry, bench = {**self.carry, name: shares[:seats]}, {name: shares[seats:]}
        return replace(self, carry=carry, bench_carry={**self.bench_carry, **bench})


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
    bench: tuple[PlayerId, ...] = ()
    """Who sat it out."""
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
    bench: tuple[PlayerId, ...] = ()
    withdrawn: int = 0
    """Sequence number of the event that took it back; 0 while it counts."""


@value
class Move:
    """People changed seats, and their points with them."""

    seq: int
    order: tuple[int, ...]
    """Who sat there till then, for seat 0, 1, … and the places of those who sit out after them."""
    throws: tuple[Json, ...] = ()
    """The dice that drew the seats; empty where people moved by themselves."""
    counters: tuple[str, ...] = ()
    """The counters of which everybody took the own share along."""


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
    consents: tuple[int, ...] = ()
    """Sequence numbers of the events by which everybody let hands be asked about in play."""
    is_closed: bool = False
    preset: str = ""
    """Name, version and hash of the house's own rules, while they are those in force."""
    bench: tuple[PlayerId, ...] = ()
    """Who sits out: their places come after the seats."""

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """Return who takes part: who sits on seat 0, 1, …, then who sits out."""
        return (*self.players, *self.bench)

    @property
    def counted_hands(self) -> tuple[PlayedHand, ...]:
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
        match = next((hand for hand in self.counted_hands if hand.seq == seq), None)
        if match is None:
            raise Refused("no_hand", "this hand does not count", where="seq")
        return match

    def seats_since(self, seq: int) -> tuple[int, ...]:
        """Return where who sat on place 0, 1, … at event *seq* sits now; empty if nobody moved.

        The places after the seats are of those who sit out.
        """
        seats = tuple(range(len(self.everyone)))
        for move in self.moves:
            if move.seq > seq:
                seats = tuple(move.order.index(seat) for seat in seats)
        return () if seats == tuple(range(len(seats))) else seats

    @property
    def last_hand(self) -> PlayedHand | None:
        """Return the latest hand that counts."""
        return next((hand for hand in reversed(self.hands) if not hand.is_void), None)

    @property
    def hand_to_undo(self) -> PlayedHand | None:
        """Return the latest hand that counts, unless somebody who played it sits out now."""
        last, seats = self.last_hand, len(self.players)
        if last is None or any(place >= seats for place in self.seats_since(last.seq)[:seats]):
            return None
        return last


@value
class EventFault:
    """An event that cannot be shown as it is."""

    seq: int
    sort: Literal["players", "game", "event"]
    """Whether it names players whom nobody can be, opened a game that cannot be shown, or does
    not follow from the events before it: then it counts for nothing."""
    what: str
    """The players or the game; of an event that does not follow, one of `fold.REASONS`."""
    kind: str = ""
    """The ledger's word for an event that does not follow."""
    detail: str = ""
    """Why it does not follow, in English, for logs and commands."""


@value
class State:
    """Everything that decides what a command does."""

    session: Session | None = None
    """The open session, or the last one after it was closed."""
    draft: Draft | None = None
    """The hand being written down; there is one exactly while a session is open."""
    faults: tuple[EventFault, ...] = ()
    """Events that do not follow from those before them, and that nobody has taken back."""
    since: int = 0
    """The events after this one were folded; what came before it is not known here."""

    def follows(self, seq: int) -> bool:
        """Return whether event *seq*, the last one, followed from those before it."""
        return not self.faults or self.faults[-1].seq != seq

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
