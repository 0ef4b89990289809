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
"""So many events are read in one go."""
REOPENS_MS: Final = 24 * 3600 * 1000
"""So long after its end a session can go on."""
TIMES: Final = 2_000
"""So many times of events are kept: those of what is on the screens."""


class Chronicle:
    """Everything that was ever played at a table; it grows as the ledger does.

    A closed session does not change but by what a new `Chronicle` is made for. So it is summed up
    when somebody first asks for it, and only the few numbers are kept: what is kept of years is
    small. Safe to ask from any thread.
    """

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._lock = threading.RLock()
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
        with self._lock:  # who asks for the same one meanwhile waits, and finds it
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
            began_ms = self.time_of(opened) or 0
            self._summed[opened] = replace(sitting_of(opened, state), began_ms=began_ms)
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
        until = openings[place + 1] if place + 1 < len(openings) else None
        state = _folded(self._after(begin, until), begin)
        if state.session is not None and until is not None:
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


def _folded(entries: Iterable[Entry], since: int) -> State:
    """Return what *entries*, which come after event *since*, come to."""
    state = State(since=since)
    for entry in entries:
        state = replay(state, entry.event, entry.seq)
    return state


def with_draft(state: State, kept: Json | None, seq: int) -> State:
    """Return *state* after event *seq* with the draft whose JSON was *kept* beside it."""
    if kept is None or state.draft is None:
        return state
    try:
        return apply(state, DraftChanged(draft_from_json(kept)), seq)
    except (KeyError, TypeError, ValueError):
        log.exception("the draft cannot be read; the hand begins anew seq=%s", seq)
        return state
