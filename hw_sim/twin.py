"""The firmware twin: speaks the protocol for the machine, as the real board would; no I/O.

It keeps what firmware keeps: an op journal that survives resets, a ring of results
and a ring of events. A `Twin` lives from one boot to the next.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from firmware_bridge import messages as m
from firmware_bridge.codes import (
    NO_SIDE,
    ControlAction,
    EventKind,
    JobKind,
    JobState,
    ResetCause,
    Stage,
    StatusFlag,
    TableState,
)
from firmware_bridge.gears import Gear
from firmware_bridge.link import Delivered, DeviceLink, Happening, Loose, Opened
from hw_sim.device_journal import DeviceJournal, Eeprom, OpRecord
from hw_sim.event_ring import EventRing
from hw_sim.machine import Machine, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

RING: Final = 64
"""Op results kept in memory."""

_RESET_FAULT: Final = {
    ResetCause.POWER: 503,
    ResetCause.BROWN_OUT: 501,
    ResetCause.WATCHDOG: 502,
    ResetCause.HOST: 503,
}


class Twin:
    """The board of one table, booted once."""

    def __init__(
        self,
        machine: Machine,
        eeprom: Eeprom,
        boot_id: int,
        cause: ResetCause = ResetCause.POWER,
        speed: float = 1.0,
    ) -> None:
        """Boot with *boot_id*, a fresh number each time, after a reset by *cause*.

        The machine's time runs *speed* times as fast as that of the link.
        """
        self.machine = machine
        self.link = DeviceLink(self._greet)
        self.gen = boot_id & 0xFFFF
        self._speed = speed
        self._now = machine.now
        self._booted_at: float | None = None
        self._boot_id = boot_id
        self._cause = cause
        self._dictionary = machine.profile.dictionary()
        self._journal = DeviceJournal(eeprom, boot_id)
        self._ops: OrderedDict[int, OpRecord] = OrderedDict()
        self._current: OpRecord | None = None
        self._events = EventRing()
        self._boot()

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host at *now*, in seconds of the link."""
        self._now = now * self._speed
        if self._booted_at is None:
            self._booted_at = self._now
        for happening in self.link.receive(data, now):
            self._take(happening)

    def tick(self, now: float) -> None:
        """Make the movements that are due by *now*, each for as long as this board lives."""
        self._now = now * self._speed
        while self.machine.observer is self and self.machine.step(self._now):
            continue

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now."""
        return self.link.frames(now)

    def deadline(self) -> float | None:
        """Return when to call `receive` and `tick` again though nothing arrives."""
        move = self.machine.deadline()
        times = [self.link.deadline(), None if move is None else move / self._speed]
        return min((time for time in times if time is not None), default=None)

    def press(self, key: int) -> None:
        """Press console key *key* (0 lift, 1 dice): it works with or without a host."""
        self._bump()
        self._tell(EventKind.BUTTON, code=key)
        if key == 0 and self.machine.stage is Stage.DROP:
            self.machine.close_pressed = True
        elif self.machine.kind is None:
            kind, args = (JobKind.ROLL, {"dice": 2}) if key else (JobKind.NEXT_HAND, {"tiles": 0})
            try:
                self.machine.start(kind, args, self._now)
            except RefusedError:
                return

    def state_changed(self, state: TableState) -> None:
        """Tell the host of another state of the table."""
        self._bump()
        self._tell(EventKind.STATE, code=int(state))

    def progressed(self, stage: Stage, percent: int) -> None:
        """Keep and tell how far the job has come; a new stage is kept for good."""
        if self._current is None:
            return
        before = self._current
        self._keep(replace(before, state=JobState.RUNNING, stage=stage, percent=percent))
        report = m.encode(self._report(0, self._current))
        if before.stage != stage:
            self._journal.update(self._current)
            self.link.send(report)
        else:
            self.link.throw(report)

    def ended(self, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Keep and tell how the job ended."""
        code, side = fault
        if code:
            self._tell(EventKind.FAULT, code=code, side=side)
        if self._current is None:
            return
        percent = 100 if state is JobState.DONE else self._current.percent
        self._keep(
            replace(
                self._current, state=state, percent=percent, result=result, fault=code, side=side
            )
        )
        self._journal.update(self._current)
        self.link.send(m.encode(self._report(0, self._current)))
        self._current = None

    def warned(self, code: int) -> None:
        """Tell the host a warning."""
        self._tell(EventKind.WARNING, code=code)

    def _boot(self) -> None:
        """Find out what the reset interrupted, and lock the table where it was moving."""
        fault = 504 if self._journal.was_lost else 0
        op = self._journal.memory.op
        if op is not None:
            if not op.state.is_final:
                fault = _RESET_FAULT[self._cause]
                op = replace(op, state=JobState.INTERRUPTED, fault=fault)
                self._journal.update(op)
            self._ops[op.op_id] = op
        if self.machine.state not in (TableState.IDLE, TableState.READY, TableState.PLAY):
            fault = fault or _RESET_FAULT[self._cause]
        self.machine.cut_power()
        self.machine.observer = self
        self.machine.boot(fault)

    def _greet(self) -> m.SyncAnswer:
        return m.SyncAnswer(self._boot_id, self._cause, m.PROTOCOL, 8, zlib.crc32(self._dictionary))

    def _take(self, happening: Happening) -> None:
        match happening:
            case Opened():
                self._events.resend(self.link.send)
            case Loose(body, urgent=True):
                self._urgent(body)
            case Delivered(body):
                self._hear(body)
            case _:
                return

    def _urgent(self, body: bytes) -> None:
        """Stop the motors; the second and third copy change nothing."""
        if isinstance(_decode(body), m.EStop) and not self.machine.estop:
            self.machine.stop_motors()

    def _hear(self, body: bytes) -> None:
        """Carry out a message; one that we do not know is answered by 807 where it can be."""
        message = _decode(body)
        match message:
            case m.EventAck(event_no):
                self._events.acknowledge(event_no)
            case m.Identify(tag, offset):
                page = self._dictionary[offset : offset + m.PAGE]
                self._send(m.IdentifyPage(tag, len(self._dictionary), offset, page))
            case m.GetStatus(tag):
                self._send(self._status(tag))
            case m.Query(tag, op_id):
                self._send(self._report(tag, self._known(op_id)))
            case m.Start():
                self._start(message)
            case m.SetGear():
                self._order(message.tag, lambda: self._set_gear(message))
            case m.Control():
                self._order(message.tag, lambda: self._control(message))
            case _:
                self._refuse(int.from_bytes(body[1:3], "little"), 807)

    def _start(self, start: m.Start) -> None:
        """Run a job unless its id was ever seen; the journal knows it before anything moves."""
        known = self._known(start.op_id)
        if known.state is not JobState.NOT_SEEN:
            self._send(self._report(start.tag, known))
            return
        try:
            kind, args = self._verified(start)
        except RefusedError as refusal:
            self._keep(replace(known, state=JobState.FAILED, fault=refusal.code))
            self._refuse(start.tag, refusal.code)
            return
        op = OpRecord(start.op_id, kind, JobState.ACCEPTED)
        self._journal.accept(op)
        self._keep(op)
        self._current = op
        self.machine.start(kind, args, self._now)
        self._send(self._report(start.tag, op))

    def _verified(self, start: m.Start) -> tuple[JobKind, dict[str, int]]:
        """Return kind and arguments of a start that may be carried out."""
        if start.kind not in JobKind._value2member_map_:
            raise RefusedError(807)
        if start.if_gen != self.gen:
            raise RefusedError(802)
        kind = JobKind(start.kind)
        try:
            args = m.unpack_arguments(kind, start.args)
        except m.BadMessageError as problem:
            raise RefusedError(804) from problem
        self.machine.verify_start(kind, args)
        return kind, args

    def _known(self, op_id: int) -> OpRecord:
        """Return what is known of an op: kept, forgotten, or never seen."""
        if op_id in self._ops:
            return self._ops[op_id]
        seen = (op_id & 0xFFFFFFFF) <= self._journal.memory.highest(op_id >> 32)
        return OpRecord(op_id, 0, JobState.UNKNOWN if seen else JobState.NOT_SEEN)

    def _keep(self, op: OpRecord) -> None:
        """Put *op* into the ring of results."""
        if self._current is not None and self._current.op_id == op.op_id:
            self._current = op
        self._ops[op.op_id] = op
        self._ops.move_to_end(op.op_id)
        while len(self._ops) > RING:
            self._ops.popitem(last=False)

    def _order(self, tag: int, carry_out: Callable[[], None]) -> None:
        """Carry out an order and say so, or refuse it."""
        try:
            carry_out()
        except RefusedError as refusal:
            self._refuse(tag, refusal.code)
        else:
            self._send(m.Done(tag, self.gen, self.machine.state))

    def _set_gear(self, wish: m.SetGear) -> None:
        try:
            gear = Gear(wish.count, wish.players, tuple(wish.layout), wish.deal)
        except ValueError as problem:
            raise RefusedError(804) from problem
        self.machine.set_gear(gear)

    def _control(self, control: m.Control) -> None:
        match control.action:
            case ControlAction.PAUSE:
                self.machine.pause(self._now)
            case ControlAction.RESUME:
                self.machine.resume(self._now)
            case ControlAction.CANCEL:
                self._cancel(control.op_id)
            case ControlAction.CLEAR_FAULT:
                self.machine.clear_fault(control.code, self._now)
                self._bump()
                self._tell(EventKind.FAULT_CLEARED, code=control.code)
            case _:
                raise RefusedError(807)

    def _cancel(self, op_id: int) -> None:
        """Cancel *op_id* only, never a job that came after it."""
        if self._current is None or self._current.op_id != op_id:
            raise RefusedError(801)
        self.machine.cancel()

    def _refuse(self, tag: int, code: int) -> None:
        self._send(m.Refused(tag, code, self.gen, self.machine.state))

    def _send(self, message: m.Message) -> None:
        self.link.send(m.encode(message))

    def _bump(self) -> None:
        """Change the generation: what a host has asked for before is stale now."""
        self.gen = (self.gen + 1) & 0xFFFF

    def _tell(self, kind: EventKind, *, code: int, side: int = NO_SIDE) -> None:
        """Put an event into the ring and send it."""
        state = self.machine.state
        op_id = self._current.op_id if self._current else 0
        event = m.Event(
            self._events.next_number,
            self._uptime_ms(),
            kind,
            side,
            code,
            op_id,
            self.gen,
            state,
            b"",
        )
        self._events.add(event)
        self._send(event)

    def _uptime_ms(self) -> int:
        """Return the machine's milliseconds since this boot."""
        since = self._now if self._booted_at is None else self._booted_at
        return int((self._now - since) * 1000) & 0xFFFFFFFF

    def _status(self, tag: int) -> m.Status:
        machine, op = self.machine, self._current
        flags = (
            StatusFlag.HOLE_OPEN * machine.hole_open
            | StatusFlag.WALLS_UP * machine.walls_up
            | StatusFlag.PAUSED * machine.paused
            | StatusFlag.ESTOP * machine.estop
            | StatusFlag.WALLS_BUILT * machine.walls_built
        )
        return m.Status(
            tag=tag,
            state=machine.state,
            gen=self.gen,
            flags=flags,
            count=machine.gear.count,
            players=machine.gear.players,
            deal=machine.gear.deal,
            layout=bytes(machine.gear.layout),
            tiles_in=len(machine.places.tray),
            op_id=op.op_id if op else 0,
            job_state=op.state if op else 0,
            stage=machine.stage,
            percent=machine.percent,
            fault=machine.fault[0],
            side=machine.fault[1],
            journal_id=self._journal.memory.journal_id,
            uptime_ms=self._uptime_ms(),
        )

    def _report(self, tag: int, op: OpRecord) -> m.JobReport:
        return m.JobReport(
            tag=tag,
            op_id=op.op_id,
            kind=op.kind,
            state=op.state,
            stage=op.stage,
            percent=op.percent,
            fault=op.fault,
            side=op.side,
            journal_id=self._journal.memory.journal_id,
            gen=self.gen,
            table_state=self.machine.state,
            result=op.result,
        )


def _decode(body: bytes) -> m.Message | None:
    """Return the message in *body*, `None` where newer hosts say what we do not know."""
    try:
        return m.decode(body)
    except m.BadMessageError:
        return None
