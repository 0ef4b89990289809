"""The one door of the kiosk's pages, API and demo: `submit` a command, `view` the state.

One service owns writer, machine and camera and takes one command at a time. A snapshot never
changes under its reader. News of the table and readings come by the same door from other threads.
"""

from __future__ import annotations

import logging
import threading
import uuid
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from kiosk.camera.worker import CameraWorker, CaptureContext
from kiosk.clock import SystemClock
from kiosk.errors import Refused
from kiosk.fairness.dice import DiceWatch
from kiosk.hand_news import HandNews
from kiosk.ledger.history import Chronicle, with_draft
from kiosk.ledger.rows import Change, RepeatedError, StaleError, people_of
from kiosk.operations import Operations
from kiosk.paid_time import PaidTime
from kiosk.session import (
    Draft,
    DraftChanged,
    Event,
    ReadingRequest,
    Stage,
    State,
    TableRequest,
    apply,
    can,
    check_settlement,
    event_faults,
    replay,
    step,
)
from kiosk.session import commands as c
from kiosk.session.draft import draft_to_keep
from kiosk.session.events import EventWithdrawn, SessionReopened
from kiosk.session.facts import LateFact, late_facts
from kiosk.session.from_log import TakeLog, Watcher
from kiosk.session.repairs import ReplacePlayer, WithdrawEvent
from kiosk.session.state import EventFault
from kiosk.table.port import Link, Setup, TableFault, TableStatus
from kiosk.table_setup import BUILDS, game_of, hand_to_set_up, setup_of, with_next_job
from kiosk.view import Answer, HandView, View, answer_to_json
from rules.errors import JantakuError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kiosk.camera.port import ReaderPort
    from kiosk.ledger.backup import Restoration
    from kiosk.ledger.rows import Player
    from kiosk.ledger.safekeeping import Safekeeping
    from kiosk.ledger.store import LedgerStore
    from kiosk.live import LiveBoard
    from kiosk.session.events import LedgerEvent, PlayerId
    from kiosk.session.settle import Engine
    from kiosk.table.maintenance import Maintenance
    from kiosk.table.mishaps import Mishaps
    from kiosk.table.port import TableNews, TablePort
    from vision.table import CardReading
    from vision.types import Image

log = logging.getLogger(__name__)

T = TypeVar("T")
News = c.NoteDice | c.NoteWalls | c.TakeReading | TakeLog | c.Settle
BESIDE: Final = (DraftChanged, TableRequest, ReadingRequest)
"""Events that do not go into the ledger."""
UNFAIR_DICE: Final = TableFault(606)


class Service:
    """One table's kiosk."""

    def __init__(
        self,
        store: LedgerStore,
        table: TablePort,
        reader: ReaderPort,
        live: LiveBoard,
        engine: Engine,
    ) -> None:
        self._store = store
        self._table = table
        self._engine = engine
        self.live = live
        self.maintenance: Maintenance | None = None
        """The machine for the operator; none where there is no machine."""
        self.paid_time = PaidTime(None, SystemClock())
        """What was paid for at this table; nothing is counted before staff have set a price."""
        self.mishaps: Mishaps | None = None
        """Who breaks a simulated table; none at a real one."""
        self.watcher: Watcher | None = None  # of the hand in play; nobody at a real table yet
        self.safekeeping: Safekeeping | None = None
        """What keeps the ledger safe; none where a test opens a bare one."""
        self.watches = False
        """Whether the camera looks by itself once hands are to be laid open."""
        self._lock = threading.RLock()
        self.camera_worker = CameraWorker(reader, self._capture_context())
        self.past = Chronicle(store)
        self._dice = DiceWatch()
        self._late_facts: tuple[Draft | None, tuple[LateFact, ...]] = None, ()
        """What may be said of the settlement of that draft."""
        self._is_unsure = False
        """Whether a write failed in a way that leaves open what was written."""
        self._operations = Operations(store)
        self._hand_news = HandNews(self._note)
        self._seq, self._state = self._recall()
        table.listen(self._on_table_news)

    def submit(self, command: c.Command, op_id: str, expected_seq: int | None = None) -> Answer:
        """Carry *command* out, once, and return what came of it.

        *op_id* is made with the page and sent again until answered: a known one is answered as
        before and changes nothing; a job that the machine refused is refused again, one of which
        nobody knows whether the machine took it with `table_outcome_unknown`.
        *expected_seq* is the `View.seq` of the page; another device's hand in between is refused
        with `stale`. Raise `Refused` where the command is not possible.
        """
        try:
            with self._lock:
                answer, events = self._take(command, op_id, expected_seq)
        except (JantakuError, RepeatedError) as refusal:
            return self._operations.answer(op_id, refusal)
        self.live.publish(answer.seq, "session", "draft")
        self._bring_about(answer, events)
        self._hand_news.catch_up(self.state, self.watcher)
        if self.watches and answer.stage is Stage.READING:
            self.camera_worker.watch()
        return answer

    def once(self, op_id: str, work: Callable[[], T]) -> tuple[bool, T | None]:
        """Carry *work*, which is no command, out once, under the name *op_id*.

        Return whether it was before, else what it brings. Raise `Refused` where it was refused
        then, and with `outcome_unknown` where nobody knows how it ended.
        """
        with self._lock:
            answer = Answer(op_id, self._seq, self._state.stage)
        return self._operations.once(answer, work)

    def _take(
        self, command: c.Command, op_id: str, expected_seq: int | None
    ) -> tuple[Answer, tuple[Event, ...]]:
        """Carry *command* out where the ledger still stands as its sender saw it."""
        if self._is_unsure:
            self._seq, self._state = self._recall()
        if expected_seq is not None and expected_seq != self._seq:
            raise _stale(self._seq)
        try:
            return self._carry_out(command, op_id)
        except (RepeatedError, StaleError) as failure:
            self._seq, self._state = self._recall(self._seq, self._state)
            raise failure if isinstance(failure, RepeatedError) else _stale(self._seq) from failure

    @property
    def state(self) -> State:
        """Session and hand as they stand, without all that the machine tells."""
        with self._lock:
            return self._state

    def view(self) -> View:
        """Return what the screens show now: a `HandView` while a session is open."""
        with self._lock:
            state, look = self._state, self.camera_worker
            now = (self._table_status(), look.is_reading, look.error, self._faults())
            view = View(state.stage, self._seq, None, (), None, *now)
            if state.session is None or event_faults.game_fault(state.session, self._engine):
                return view
            return view.of(state.session, self.names(state.session.everyone), state.draft)

    def can(self, command: c.Command) -> bool:
        """Return whether *command* is possible now, for its button."""
        with self._lock:
            return can(self._state, command, self._engine)

    def late_facts(self, view: HandView) -> tuple[LateFact, ...]:
        """Return what may still be said of the settlement in *view*; each is tried but once.

        A page that is shown again asks the rules nothing.
        """
        draft, words = self._late_facts
        if draft is not view.draft:
            words = late_facts(view.session, view.draft, self._engine)
            self._late_facts = view.draft, words
        return words

    def enrol(self, name: str, *, is_guest: bool = False) -> PlayerId:
        """Return the id of the person called *name*, a new one if nobody is, or for a guest."""
        return self._store.enrol(name, is_guest=is_guest)

    def players(self) -> tuple[Player, ...]:
        """Return everybody known, latest first; guests are not."""
        return self._store.players()

    def names(self, players: tuple[PlayerId, ...]) -> tuple[str, ...]:
        """Return names by seat; empty for who was forgotten, or can be nobody."""
        valid_ids = tuple(player for player in players if event_faults.is_player(player))
        names = dict(zip(valid_ids, self._store.names(valid_ids), strict=True))
        return tuple(names.get(player, "") for player in players)

    def time_of(self, seq: int) -> int | None:
        """Return when event *seq* was written, in milliseconds since 1970; `None` for none."""
        return self.past.time_of(seq)

    def forget(self, player: PlayerId) -> None:
        """Erase a person's name; past hands keep the seat."""
        self._store.forget(player)
        if self.safekeeping is not None:
            self.safekeeping.forget(int(player.removeprefix("p")))
        self.live.publish(self._seq, "session")

    def restore(self, backup: Path) -> Restoration:
        """Bring *backup* back with all that the tape has after it (`Safekeeping.restore`)."""
        if self.safekeeping is None:
            raise Refused("no_such_backup", "this ledger has no backups", where="backup")
        with self._lock:
            try:
                return self.safekeeping.restore(backup)
            finally:
                self._seq, self._state = self._recall()
                self.live.publish(self._seq, "session", "draft")

    def take_in(self, text: str) -> int:
        """Write what an export has more than the ledger; return how many events (`Safekeeping`)."""
        if self.safekeeping is None:
            raise Refused("no_keeper", "this kiosk keeps no copies of its ledger", where="ledger")
        with self._lock:
            try:
                return self.safekeeping.take_in(text)
            finally:
                self._seq, self._state = self._recall()
                self.live.publish(self._seq, "session", "draft")

    def refresh(self) -> None:
        """Take in what another kiosk has written at this table, and tell the screens."""
        with self._lock:
            self._seq, self._state = self._recall(self._seq, self._state)
        self.live.publish(self._seq, "session", "draft")

    def cards(self, deck: str, seats: int) -> CardReading:
        """Return where the camera sees the cards of *deck*; raise `Refused` where it cannot."""
        return self.camera_worker.reader.cards(deck, seats)

    def still(self) -> bytes:
        """Return the camera's newest frame as JPEG; raise `Refused` where there is none."""
        return self.camera_worker.reader.still()

    def frame(self) -> Image:
        """Return the camera's newest frame as it is; raise `Refused` where there is none."""
        return self.camera_worker.reader.frame()

    def crop(self, tile: int) -> bytes:
        """Return the picture of one tile of the draft as JPEG; raise `Refused` if it has none."""
        draft = self.state.draft
        for draft_tile in draft.tiles() if draft is not None else ():
            if draft_tile.number == tile and draft_tile.box:
                return self.camera_worker.reader.crop(draft_tile.box)
        raise Refused("no_picture", "this tile was not read by the camera", where="tile")

    def close(self) -> None:
        """Let go of machine, camera and ledger; what was confirmed is safe already."""
        self._table.close()
        self.paid_time.close()
        self.camera_worker.close()
        self.live.close()
        if self.safekeeping is not None:
            self.safekeeping.close()
        self._store.close()

    def _faults(self) -> tuple[EventFault, ...]:
        """Return the events since the last opening that cannot be shown."""
        return event_faults.faults_of(
            self._state,
            self._engine,
            lambda after: ((one.seq, people_of(one.event)) for one in self._store.entries(after)),
        )

    def _recall(self, seq: int = 0, state: State | None = None) -> tuple[int, State]:
        """Return the last number and the state that events (after *seq*) and draft give."""
        if state is None:
            self._dice, self.past = DiceWatch(), Chronicle(self._store)
            seq = self.past.begin()  # what was before changes nothing
            state = State(since=seq)
            for event in self._store.throw_events(seq):
                self._dice.note(event)
            self._dice.is_suspicious = False
        for entry in self._store.entries(seq):
            self._dice.note(entry.event)
            seq, state = entry.seq, replay(state, entry.event, entry.seq)
        self._is_unsure = False
        if event_faults.game_fault(state.session, self._engine):
            return seq, state  # its hand at work cannot be shown either; nothing but its end can
        return seq, check_settlement(with_draft(state, self._store.draft(), seq), self._engine)

    def _carry_out(self, command: c.Command, op_id: str) -> tuple[Answer, tuple[Event, ...]]:
        state = self._state
        if isinstance(command, WithdrawEvent):  # it may be of an older session
            state = replace(state, faults=self.past.faults())
        self.past.verify(command, self._seq)
        events = step(state, command, self._engine)
        if isinstance(command, c.OpenSession | ReplacePlayer):
            event_faults.check_people(command, self.names)
        records: list[LedgerEvent] = [event for event in events if not isinstance(event, BESIDE)]
        assert len(records) <= 1
        seq = self._seq + len(records)
        after = self._state
        for event in events:
            after = apply(after, event, seq)
        answer = Answer(op_id, seq, after.stage)
        asks = any(isinstance(event, TableRequest) for event in events)
        self._is_unsure = True
        commit_seq = self._store.commit(
            Change(
                op_id,
                self._seq,
                event=records[0] if records else None,
                draft=None if after.draft is None else draft_to_keep(after.draft),
                answer=answer_to_json(answer, asked=asks),
            )
        )
        self._is_unsure = False
        assert commit_seq == seq
        self._seq, self._state = seq, after
        if asks:
            self._operations.expect(op_id)
        for event in records:
            self._dice.note(event)
            if isinstance(event, EventWithdrawn | SessionReopened):
                self.past = Chronicle(self._store)  # a session that is over looks otherwise now
        return answer, events

    def _bring_about(self, answer: Answer, events: tuple[Event, ...]) -> None:
        """Send what the session asked of machine and camera on its way."""
        for event in events:
            match event:
                case TableRequest():
                    self._operations.ask(answer, partial(self._start, event))
                case ReadingRequest(afresh):
                    self.camera_worker.look(afresh=afresh)
                case _:
                    continue

    def _start(self, request: TableRequest) -> None:
        setup = self._setup()
        if request.job in BUILDS:
            self.paid_time.begin_hand(self._seq)
        self._table.start(request.job, replace(setup, dice=request.dice or setup.dice))

    def _capture_context(self) -> CaptureContext:
        """Return what a look through the camera must know, and whom it tells."""
        return CaptureContext(
            self._engine,
            lambda: self._state,
            lambda: game_of(self._state.open[0], self._engine)[:2],
            self._note,
            lambda: self.live.publish(self._seq, "draft", "camera"),
        )

    def _setup(self) -> Setup:
        """Return what the machine must know of the game being played."""
        return setup_of(self._state.open[0], self._engine)

    def _table_status(self) -> TableStatus:
        """Return how the machine stands and what it should be asked for next."""
        status = self._table.status()
        hand = hand_to_set_up(self._state, self._engine)
        if hand is None or status.link is not Link.ONLINE:
            return status
        warning = UNFAIR_DICE if self._dice.is_suspicious else status.warning
        status = replace(status, warning=warning, by_hand=self._table.by_hand(self._setup()))
        has_time = self.paid_time.has_time_for(self._seq)
        return with_next_job(status, *hand, self._engine, has_time=has_time)

    def _on_table_news(self, news: TableNews) -> None:
        """Note walls and a settled throw, and tell the screens."""
        self._hand_news.take(news, self.state)
        if news.is_unread and self.watches:
            self.camera_worker.look_at_dice()
        self.live.publish(self._seq, "table")

    def _note(self, command: News) -> None:
        """Write down what machine or camera did; once the hand has moved on, it does not matter."""
        try:
            self.submit(command, f"news-{uuid.uuid4()}")
        except Refused as refusal:
            sort = type(command).__name__
            log.warning("news not noted news=%s code=%s", sort, refusal.code)


def _stale(seq: int) -> Refused:
    """Return the refusal of a command made on an older state."""
    return Refused("stale", f"another screen was faster; the ledger is at {seq}", where="seq")
