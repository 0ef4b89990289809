"""What the ledger's events come to: every session, what a person did in them, the hand at work."""

from __future__ import annotations

import logging
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from math import inf
from typing import Final

from kiosk.errors import Refused
from kiosk.ledger.rows import Entry
from kiosk.ledger.store import LedgerStore
from kiosk.session import DraftChanged, PlayedHand, Session, State, apply, replay
from kiosk.session.commands import Command
from kiosk.session.draft import draft_from_json
from kiosk.session.events import PlayerId
from kiosk.session.repairs import ReopenSession
from kiosk.session.shapes import Json
from kiosk.session.state import EventFault

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""So many events are read in one go."""
REOPENS_MS: Final = 24 * 3600 * 1000
"""So long after its end a session can go on."""
TIMES: Final = 2_000
"""So many times of events are kept: those of what is on the screens."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one person has done at one game."""

    ruleset: str
    sessions: int
    hands: int
    wins: int
    drawn: int
    """Wins by self-draw."""
    given: int
    """Hands in which others won on this person's tile."""
    points: int
    """What was gained (+) or lost (−) in all hands."""
    best: int
    """The most that one hand has brought."""
    firsts: int
    """Sessions that ended with nobody above this person."""
    last: int
    """Number of the event that counted the last of these hands."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one person did in one session; the fields are those of `Record`."""

    player: PlayerId
    hands: int
    wins: int
    drawn: int
    given: int
    points: int
    best: int
    is_first: bool
    """Whether the session has ended with nobody above this person."""
    last: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session in a few numbers: all that lists and statistics ask of it."""

    opened: int
    """Number of its first event."""
    ruleset: str
    players: tuple[PlayerId, ...]
    totals: tuple[int, ...]
    hands: int
    """How many count."""
    is_closed: bool
    tallies: tuple[Tally, ...]
    """Of everybody who sat in a hand that counts."""
    faults: int = 0
    """How many events up to the next session do not follow from those before them."""


class Chronicle:
    """Everything that was ever played at a table; it grows as the ledger does.

    A closed session does not change but by what a new `Chronicle` is made for. So it is summed up
    when somebody first asks for it, and only the few numbers are kept: what is kept of years is
    small. Safe to ask from any thread.
    """

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._opened: list[int] = []
        self._summed: dict[int, Sitting] = {}
        self._times: dict[int, int] = {}

    def opened(self) -> tuple[int, ...]:
        """Return the numbers of the events that opened sessions, oldest first.

        While the ledger cannot be read, what was read before is told.
        """
        with self._lock:
            try:
                self._opened += self._store.openings(self._opened[-1] if self._opened else 0)
            except Refused:
                if not self._opened:
                    raise
            return tuple(self._opened)

    def begin(self) -> int:
        """Return after which event the last session begins; the first one with all before it."""
        opened = self.opened()
        return opened[-1] - 1 if len(opened) > 1 else 0

    def sitting(self, opened: int) -> Sitting:
        """Return the session that event *opened* opened in short; raise `KeyError` for none."""
        known = self._summed.get(opened)
        if known is not None and known.is_closed:
            return known
        try:
            state = self.state(opened)
        except Refused:
            if known is None:
                raise
            return known
        if state is None:
            raise KeyError(opened)
        self._summed[opened] = sitting_of(opened, state)
        return self._summed[opened]

    def sittings(self) -> tuple[Sitting, ...]:
        """Return every session of the ledger in short, oldest first, as it stands now."""
        return tuple(map(self.sitting, self.opened()))

    def session(self, opened: int) -> Session | None:
        """Return the session that event *opened* opened, folded anew; `None` for none."""
        state = self.state(opened)
        return None if state is None else state.session

    def state(self, opened: int) -> State | None:
        """Return what event *opened* and all up to the next opening come to; `None` for none.

        What comes before the first opening of all is told with it.
        """
        openings = self.opened()
        place = bisect_left(openings, opened)
        if openings[place : place + 1] != (opened,):
            return None
        begin = opened - 1 if place else 0
        until = openings[place + 1] if place + 1 < len(openings) else inf
        entries = takewhile(lambda entry: entry.seq < until, self._after(begin))
        state = _folded(entries, begin)
        if state.session is not None and until < inf:
            state = replace(state, session=replace(state.session, is_closed=True))
        withdrawn = self._store.withdrawn() if state.faults else ()
        faults = tuple(one for one in state.faults if one.seq not in withdrawn)
        return replace(state, faults=faults)

    def faults(self) -> tuple[EventFault, ...]:
        """Return the events of the whole ledger that do not follow from those before them."""
        return _folded(self._after(0), 0).faults

    def hand(self, seq: int) -> PlayedHand | None:
        """Return the hand that event *seq* counted, of any session; `None` for none."""
        opened = max((one for one in self.opened() if one < seq), default=seq)
        session = self.session(opened)
        return None if session is None else session.hand(seq)

    def time_of(self, seq: int) -> int | None:
        """Return when event *seq* was written, in milliseconds since 1970; `None` for unknown."""
        if seq not in self._times:
            try:
                at = self._store.time_of(seq)
            except Refused:
                return None
            if at is None:
                return None
            if len(self._times) >= TIMES:
                self._times.clear()
            self._times[seq] = at
        return self._times[seq]

    def verify(self, command: Command, seq: int) -> None:
        """Raise `Refused` where *command*, after event *seq*, comes too late for what is over.

        Only events that count for nothing follow the end of a session that nobody has opened again.
        """
        if isinstance(command, ReopenSession) and self._store.age_ms(seq) > REOPENS_MS:
            raise Refused("too_late", "it was closed more than a day ago", where="stage")

    def _after(self, seq: int) -> Iterator[Entry]:
        """Yield the events after *seq*, some at once, so that a long ledger takes no memory."""
        before = -1
        while before != seq:
            before = seq
            for entry in self._store.entries(seq, AT_ONCE):
                yield entry
                seq = entry.seq


def _folded(entries: Iterable[Entry], since: int) -> State:
    """Return what *entries*, which come after event *since*, come to."""
    state = State(since=since)
    for entry in entries:
        state = replay(state, entry.event, entry.seq)
    return state


def sitting_of(opened: int, state: State) -> Sitting:
    """Return the session of *state*, which event *opened* opened, in a few numbers."""
    session, faults = state.session, len(state.faults)
    if session is None:
        return Sitting(opened, "", (), (), 0, True, (), faults)
    counted = session.counted
    people = dict.fromkeys(player for hand in counted for player in hand.players)
    return Sitting(
        session.opened,
        session.ruleset,
        session.players,
        session.standing.totals,
        len(counted),
        session.is_closed,
        tuple(_tally(player, session) for player in people),
        faults,
    )


def with_draft(state: State, kept: Json | None, seq: int) -> State:
    """Return *state* after event *seq* with the draft whose JSON was *kept* beside it."""
    if kept is None or state.draft is None:
        return state
    try:
        return apply(state, DraftChanged(draft_from_json(kept)), seq)
    except (KeyError, TypeError, ValueError):
        log.exception("the draft cannot be read; the hand begins anew seq=%s", seq)
        return state


def records_of(player: PlayerId, sittings: Iterable[Sitting]) -> tuple[Record, ...]:
    """Return what *player* has done, game by game, the one with most hands first."""
    games: dict[str, list[Tally]] = {}
    for sitting in sittings:
        own = [tally for tally in sitting.tallies if tally.player == player]
        games.setdefault(sitting.ruleset, []).extend(own)
    records = [_record(ruleset, tallies) for ruleset, tallies in games.items() if tallies]
    return tuple(sorted(records, key=lambda one: -one.hands))


def _record(ruleset: str, tallies: list[Tally]) -> Record:
    """Return what these *tallies* of one person at one game come to."""
    return Record(
        ruleset,
        len(tallies),
        sum(one.hands for one in tallies),
        sum(one.wins for one in tallies),
        sum(one.drawn for one in tallies),
        sum(one.given for one in tallies),
        sum(one.points for one in tallies),
        max(one.best for one in tallies),
        sum(one.is_first for one in tallies),
        max(one.last for one in tallies),
    )


def _hands_of(player: PlayerId, session: Session) -> Iterator[tuple[PlayedHand, int]]:
    for hand in session.counted:
        if player in hand.players:
            yield hand, hand.players.index(player)


def _tally(player: PlayerId, session: Session) -> Tally:
    """Return what *player*, who sat in some hand, has done in *session*."""
    played = list(_hands_of(player, session))
    gains = [hand.settlement["net"][seat] for hand, seat in played]
    wins = [win for hand, seat in played for win in _wins(hand.record) if win["seat"] == seat]
    given = [
        hand for hand, seat in played if any(win.get("from") == seat for win in _wins(hand.record))
    ]
    return Tally(
        player,
        len(played),
        len(wins),
        sum(win.get("by") == "self_draw" for win in wins),
        len(given),
        sum(gains),
        max(0, *gains),
        _is_first(player, session),
        max(hand.seq for hand, _ in played),
    )


def _wins(record: Json) -> list[Json]:
    """Return the recorded wins; a hand of cards or dominoes names none."""
    wins: list[Json] = record.get("wins", [])
    return wins


def _is_first(player: PlayerId, session: Session) -> bool:
    if not session.is_closed or player not in session.players:
        return False
    totals = session.standing.totals
    return totals[session.players.index(player)] == max(totals)
