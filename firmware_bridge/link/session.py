"""One session with a table from the host's side, from the first SYNC to its end; no I/O."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from firmware_bridge.errors import InvalidReplyError
from firmware_bridge.link.endpoint import Closed, Delivered, HostLink, LinkEvent, Opened
from firmware_bridge.link.supervisor import ANSWER_S, KNOCK_S, LineSpeed
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.state import Identity, LinkPhase
from firmware_bridge.wall_plan import SIDES, WallPlan
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S

Ask = Callable[[int], m.Message]
"""Makes the message of a question, given its tag."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The greeting is done, orders may be given."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class NoTable:
    """What answers is no table of ours, or one out of its mind; *detail* says why."""

    detail: str
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class OtherTable:
    """What answers is a table with another *serial* number than the one that is meant."""

    serial: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question; it follows the message itself, so that its owner knows first."""

    future: Future[m.Message]
    message: m.Message | str
    """The message, or why what the table said cannot be true."""

    def give(self, port: str) -> None:
        """Wake who asked the table at *port*, unless they gave up."""
        if not self.future.set_running_or_notify_cancel():
            return
        if isinstance(self.message, str):
            self.future.set_exception(InvalidReplyError(port, self.message))
        else:
            self.future.set_result(self.message)


Notice = m.Message | Answer | Ready | NoTable | OtherTable | Closed
Steps = Generator[Ask, m.Message, None]


class HostSession:
    """The host's side of one session."""

    def __init__(
        self,
        session: int,
        now: float,
        open_ops: Callable[[], list[int]],
        dictionaries: dict[int, bytes],
        timing: LinkTiming | None = None,
    ) -> None:
        """Start asking for *session*; after greeting, query what *open_ops* returns.

        *dictionaries* holds packed dictionaries by their CRC, and is filled.
        """
        self.link = HostLink(session, now, timing)
        self.phase = LinkPhase.SYNCING
        self.wants_alarm = False
        """Whether the port itself should carry the emergency stop too."""
        self.speed = LineSpeed()
        """How fast the port is to be set; its owner puts its own here and follows it."""
        self.serial = ""
        """Serial number of the table that is meant; empty: any."""
        self._began = self._now = now
        self._stop_asked_at: float | None = None
        self._open_ops = open_ops
        self._dictionaries = dictionaries
        self._waiting: dict[int, Future[m.Message]] = {}
        self._tag = 0
        self._steps: Steps
        """The greeting, and the tag of the question whose answer it waits for."""
        self._steps_tag: int | None = None
        self._notices: list[Notice] = []
        self.odd: Counter[str] = Counter()
        """Bodies that arrived whole and could not be used, by what was wrong with them."""
        self._is_known = False
        """Whether it is the table that is meant."""
        self._early: list[Notice] = []
        """What came before that was known; of another table it is dropped."""
        self._held: list[Notice] = []
        """What became of jobs, held back until orders can be given again."""

    def ask(self, question: Ask, future: Future[m.Message]) -> None:
        """Send a question; *future* gets the answer, or is cancelled when the link breaks."""
        self._waiting[self._send(question)] = future

    def tell(self, message: m.Message) -> None:
        """Send *message*, to which there is no answer."""
        self.link.send(m.encode(message))

    def stop_motors(self) -> None:
        """Send the emergency stop ahead of everything else."""
        self.link.send_urgent(m.encode(m.EStop(0)))
        self.wants_alarm = True
        self._stop_asked_at = self._now

    def slow_down(self) -> None:
        """Give the faster speed up; what nobody could hear at it is said again."""
        self.speed.give_up()
        self.link.channel.window.restart(self._now)
        if self._stop_asked_at is not None and self._now <= self._stop_asked_at + 2 * FALL_BACK_S:
            self.stop_motors()

    def receive(self, data: bytes, now: float) -> list[Notice]:
        """Return what *data* and the passing of time bring."""
        self._now = now
        for event in self.link.receive(data, now):
            self._take(event)
        if self.speed.is_fast:
            self._look_at_speed(now)
        notices, self._notices = self._notices, []
        return notices

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now."""
        return self.link.frames(now)

    def deadline(self) -> float | None:
        """Return when to call again though nothing arrives."""
        due = self.link.deadline()
        if due is None or not self.speed.is_fast:
            return due
        return min(due, self._unheard_at())

    def noise(self) -> Counter[str]:
        """Return what arrived in vain, by what was wrong with it."""
        session = self.link.channel
        return (
            self.odd
            + session.deframer.noise
            + Counter({"frame of another session": session.foreign})
        )

    def end(self) -> None:
        """Cancel every question that is still open."""
        for future in self._waiting.values():
            future.cancel()
        self._waiting.clear()

    def _unheard_at(self) -> float:
        if self.phase is LinkPhase.SYNCING:
            return self._began + KNOCK_S
        return self.link.channel.heard_at + FALL_BACK_S

    def _look_at_speed(self, now: float) -> None:
        is_unheard = now >= self._unheard_at()
        if is_unheard and self.phase is LinkPhase.SYNCING:
            self.speed.baud = BAUD  # the board has gone back meanwhile, or has started again
            self.link.sync_again(now)
        elif is_unheard or self.link.channel.window.is_noisy:
            self.slow_down()

    def _send(self, question: Ask) -> int:
        self._tag = self._tag % 0xFFFF + 1
        self.link.send(m.encode(question(self._tag)))
        return self._tag

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Opened(answer):
                self.phase = LinkPhase.IDENTIFYING
                self._early.append(answer)
                self._steps = self._greet(answer)
                self._step(None)
            case Closed():
                self._notices.append(event)
            case Delivered(body):
                self._hear(body)
            case _:
                self._hear(event.body)

    def _hear(self, body: bytes) -> None:
        """Give a message to whom it belongs; one that we do not know is skipped."""
        try:
            message = m.decode(body)
        except m.BadMessageError:
            self.odd["unknown message"] += 1
            return
        tag = getattr(message, "tag", 0)
        if impossible := implausibility(message):
            self._reject(type(message).__name__, impossible, tag)
            return
        greeting = self.phase is LinkPhase.IDENTIFYING and isinstance(message, m.JobReport)
        news = self._notices if self._is_known else self._early
        (self._held if greeting else news).append(message)
        if tag == self._steps_tag:
            self._step(message)
        elif tag in self._waiting:
            self._notices.append(Answer(self._waiting.pop(tag), message))

    def _reject(self, name: str, impossible: str, tag: int) -> None:
        """Count a message that cannot be true; who waited for it gets no answer."""
        self.odd[f"impossible {name}"] += 1
        words = f"it tells impossible things ({name}: {impossible})"
        if tag == self._steps_tag:
            self._steps_tag = None
            self._notices.append(NoTable(words, is_table=True))
        elif tag in self._waiting:
            self._notices.append(Answer(self._waiting.pop(tag), words))

    def _step(self, answer: m.Message | None) -> None:
        self._steps_tag = None
        try:
            question = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration:
            return
        except ValueError as problem:
            self._notices.append(NoTable(str(problem)))
        else:
            self._steps_tag = self._send(question)

    def _greet(self, hello: m.SyncAnswer) -> Steps:
        """Ask who the table is, how it stands, and what became of our open ops."""
        dictionary = self._dictionaries.get(hello.dictionary)
        if dictionary is None:
            dictionary = yield from _page_dictionary()
            if zlib.crc32(dictionary) != hello.dictionary:
                raise ValueError("its description is not the one that it announced")
            self._dictionaries[hello.dictionary] = dictionary
        identity = Identity.from_bytes(dictionary)
        if self.serial not in ("", identity.serial):
            self._notices.append(OtherTable(identity.serial))
            return
        self._is_known = True
        self._notices += self._early
        yield from self._hurry(identity, hello)
        yield m.GetStatus
        for op_id in self._open_ops():
            yield lambda tag, op=op_id: m.Query(tag, op)  # type: ignore[misc]  # bound at once
        self.phase = LinkPhase.READY
        self._notices += [Ready(identity), *self._held]
        self._held.clear()

    def _hurry(self, identity: Identity, hello: m.SyncAnswer) -> Steps:
        """Agree on a faster line, where both ends have one; the next answer comes over it."""
        baud = self.speed.best(identity.bauds, hello.boot_id)
        if baud in (0, self.speed.baud):
            return
        asked_at = self._now
        answer = yield lambda tag: m.SetBaud(tag, baud)
        if not isinstance(answer, m.Done) or self._now > asked_at + ANSWER_S:
            self.speed.give_up()
        else:
            self.speed.baud = baud


def _page_dictionary() -> Generator[Ask, m.Message, bytes]:
    dictionary = b""
    while True:
        offset = len(dictionary)
        page = yield lambda tag, at=offset: m.Identify(tag, at)  # type: ignore[misc]  # see above
        if not isinstance(page, m.IdentifyPage) or page.offset != offset or not page.data:
            raise ValueError("it does not say what it is")
        dictionary += page.data
        if len(dictionary) >= page.total:
            return dictionary  # a total of two bytes on the wire: this ends


MAX_TILES: Final = 400
"""More tiles than any table holds; the largest set of all games has 306."""


def implausibility(message: m.Message) -> str:
    """Return what is impossible in *message*, empty where all of it can be."""
    return next(_impossible(message), "")


def _impossible(message: m.Message) -> Iterator[str]:
    match message:
        case m.Status():
            yield from _progress(message.percent, message.side)
            yield from _progress(message.beside_percent, message.beside_side)
            yield from _status(message)
        case m.JobReport():
            yield from _progress(message.percent, message.side)
        case m.Event() if not _is_side(message.side):
            yield f"side {message.side}"
        case m.IdentifyPage() if message.offset + len(message.data) > message.total:
            yield "page beyond the end"
        case _:
            return


def _progress(percent: int, side: int) -> Iterator[str]:
    if percent > 100:
        yield f"{percent} percent"
    if not _is_side(side):
        yield f"side {side}"


def _status(status: m.Status) -> Iterator[str]:
    if status.tiles_in > MAX_TILES:
        yield f"{status.tiles_in} tiles inside"
    if status.count:
        try:
            WallPlan(status.count, status.players, tuple(status.layout), status.deal)
        except ValueError:
            yield f"gear of {status.count} tiles in {tuple(status.layout)}"


def _is_side(side: int) -> bool:
    return side < SIDES or side == NO_SIDE
