"""What the ledger's events come to: every session, the hand at work."""

from __future__ import annotations

import logging
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from sys import maxsize
from typing import Final

from kiosk.errors import Refused
from kiosk.ledger.rows import Entry
from kiosk.ledger.sittings import Sitting, sitting_of
from kiosk.ledger.store import LedgerStore
from kiosk.session import DraftChanged, PlayedHand, Session, State, apply, replay
from kiosk.session.commands import Command
from kiosk.session.draft import draft_from_json
from kiosk.session.events import HandSettled
from kiosk.session.repairs import ReopenSession
from kiosk.session.shapes import Json
from kiosk.session.state import EventFault

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""Events that are read in one go."""
REOPENS_MS: Final = 24 * 3600 * 1000
"""How long after its end a session can go on."""
TIMES: Final = 2_000
"""How many times of events are kept: those of what is on the screens."""


class Chronicle:
    """Everything that was ever played at a table; it grows as the ledger does.

    A closed session does not change but by what a new `Chronicle` is made for. So it is summed up
    when somebody first asks for it, and only the few numbers are kept: what is kept of years is
    small. Safe to ask from any thread.
    """

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._openings: list[int] = []
        self._sittings: dict[int, Sitting] = {}
        self._times: dict[int, int] = {}

    def openings(self) -> tuple[int, ...]:
        """Return the numbers of the events that opened sessions, oldest first.

        While the ledger cannot be read, what was read before is told.
        """
        with self._lock:
            try:
                self._openings += self._store.openings(self._openings[-1] if self._openings else 0)
            except Refused:
                if not self._openings:
                    raise
            return tuple(self._openings)

    def begin(self) -> int:
        """Return after which event the last session begins; the first one with all before it."""
        openings = self.openings()
        return openings[-1] - 1 if len(openings) > 1 else 0

    def sitting(self, opening: int) -> Sitting:
        """Return the session that event *opening* opened in short; raise `KeyError` for none."""
        with self._lock:  # who asks for the same one meanwhile waits, and finds it
            sitting = self._sittings.get(opening)
            if sitting is not None and sitting.is_closed:
                return sitting
            try:
                state = self.state(opening)
            except Refused:
                if sitting is None:
                    raise
                return sitting
            if state is None:
                raise KeyError(opening)
            began_ms = self.time_of(opening) or 0
            self._sittings[opening] = replace(sitting_of(opening, state), began_ms=began_ms)
            return self._sittings[opening]

    def sittings(self) -> tuple[Sitting, ...]:
        """Return every session of the ledger in short, oldest first, as it stands now."""
        return tuple(map(self.sitting, self.openings()))

    def session(self, opening: int) -> Session | None:
        """Return the session that event *opening* opened, folded again; `None` for none."""
        state = self.state(opening)
        return None if state is None else state.session

    def state(self, opening: int) -> State | None:
        """Return what event *opening* and all up to the next opening come to; `None` for none.

        What comes before the first opening of all is told with it.
        """
        openings = self.openings()
        place = bisect_left(openings, opening)
        if openings[place : place + 1] != (opening,):
            return None
        begin = opening - 1 if place else 0
        until = openings[place + 1] if place + 1 < len(openings) else None
        state = _fold(self._after(begin, until), begin)
        if state.session is not None and until is not None:
            state = replace(state, session=replace(state.session, is_closed=True))
        withdrawn_seqs = self._store.withdrawn_seqs() if state.faults else ()
        faults = tuple(one for one in state.faults if one.seq not in withdrawn_seqs)
        return replace(state, faults=faults)

    def faults(self) -> tuple[EventFault, ...]:
        """Return the events of the whole ledger that do not follow from those before them."""
        return _fold(self._after(0), 0).faults

    def hand(self, seq: int) -> PlayedHand | None:
        """Return the hand that event *seq* counted, of any session; `None` for none."""
        opening = max((one for one in self.openings() if one < seq), default=seq)
        session = self.session(opening)
        return None if session is None else session.hand(seq)

    def log(self, seq: int) -> tuple[str, ...]:
        """Return the lines of the log kept with the hand of event *seq*; none without one."""
        entry = next(self._store.entries(seq - 1, 1), None)
        event = None if entry is None or entry.seq != seq else entry.event
        return event.log if isinstance(event, HandSettled) else ()

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

    def _after(self, seq: int, until: int | None = None) -> Iterator[Entry]:
        """Yield the events after *seq* and before *until*, some at once: that takes no memory."""
        last = maxsize if until is None else until - 1
        while entries := tuple(self._store.entries(seq, min(AT_ONCE, last - seq))):
            yield from entries
            seq = entries[-1].seq


def _fold(entries: Iterable[Entry], since: int) -> State:
    """Return what *entries*, which come after event *since*, come to."""
    state = State(since=since)
    for entry in entries:
        state = replay(state, entry.event, entry.seq)
    return state


def with_draft(state: State, draft_json: Json | None, seq: int) -> State:
    """Return *state* after event *seq* with the draft of *draft_json*, which was kept beside it."""
    if draft_json is None or state.draft is None:
        return state
    try:
        return apply(state, DraftChanged(draft_from_json(draft_json)), seq)
    except (KeyError, TypeError, ValueError):
        log.exception("the draft cannot be read; the hand begins anew seq=%s", seq)
        return state
