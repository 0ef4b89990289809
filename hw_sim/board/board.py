"""The simulated board: speaks the protocol for the machine, as the real board would; no I/O.

It keeps what firmware keeps: an op journal that survives resets, a ring of results
and a ring of events. A `Board` lives from one boot to the next.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from firmware_bridge.link.endpoint import Delivered, DeviceLink, LinkEvent, Opened
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    CONSENTED,
    LEASED,
    NO_SIDE,
    ControlAction,
    EventKind,
    JobKind,
    JobState,
    Key,
    Stage,
    TableState,
)
from firmware_bridge.wire.frame import BAUD
from firmware_bridge.wire.states import LOCKED, REST
from hw_sim.board import reports
from hw_sim.board.displays import EventRing, Outputs
from hw_sim.board.firmware import RESET_FAULT, Boot, Update
from hw_sim.board.ops import Eeprom, OpBook, OpRecord
from hw_sim.board.reports import (
    SetReports,
    arguments_in,
    is_locked_out,
    message_in,
    plan_in,
    tag_of,
)
from hw_sim.board.upkeep import Upkeep
from hw_sim.machine.interlocks import RefusedError, goes_beside, verify_start
from hw_sim.machine.keys import ConsoleKeys
from hw_sim.machine.machine import Machine
from hw_sim.machine.motion import JobRun

_COUNTED: Final = {
    JobKind.BUILD: "builds",
    JobKind.NEXT_HAND: "builds",
    JobKind.ROLL: "rolls",
}
SERVICE_S: Final = 10.0
"""Both lift keys held for so long lock the table for service."""
RESTART_S: Final = 0.5
"""A new program starts so long after it has arrived: the answer must get through."""
TELL_S: Final = 0.1
"""Progress within a stage is told so far apart on the line; no screen shows more."""
LEASE_S: Final = LinkTiming().heartbeat_s + LinkTiming().lease_s


class Board:
    """The board of one table, booted once."""

    def __init__(self, machine: Machine, eeprom: Eeprom, start: Boot) -> None:
        """Boot as *start* says."""
        boot_id = start.boot_id
        self.machine, self._now = machine, machine.now
        self.firmware, self._pace = start.firmware, start.pace
        machine.sets.is_known = start.firmware.has_sets
        self.link = DeviceLink(self._greet, speaks=start.firmware.speaks)
        self.console = ConsoleKeys(machine)
        self.outputs = Outputs(machine, eeprom, random.Random(boot_id))  # noqa: S311  # simulated seeds
        self.gen = boot_id & 0xFFFF
        self._booted_at: float | None = None
        self._is_clearing = False
        self._tell_at = 0.0
        """When, in the time of the link, progress may be told again."""
        self._boot_id, self._cause = boot_id, start.cause
        self.restart_at: float | None = None
        """When, in the time of the link, the board will start again with another program."""
        self._flash, self._uart = start.flash, start.uart
        version = start.flash.image.version or machine.profile.firmware
        model = replace(machine.profile, firmware=version)
        self.upkeep = Upkeep(machine, eeprom, start.firmware)
        self._dictionary = model.dictionary(
            start.firmware.speaks, with_sets=start.firmware.has_sets, lists=self.upkeep.entries
        )
        self.ops = OpBook(eeprom, boot_id)
        self._events = EventRing()
        self.outputs.count("resets")
        self._boot(looping=start.looping)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host at *now*, in seconds of the link."""
        self._now = self._pace.machine(now)
        if self._booted_at is None:
            self._booted_at = self._now
        for event in self.link.receive(data, now):
            self._take(event)

    def tick(self, now: float) -> None:
        """Make the movements that are due by *now*, each for as long as this board lives."""
        self._now = self._pace.machine(now)
        op = self.ops.current
        if op is not None and op.kind in LEASED and not self.link.has_lease(now):
            self.machine.lose_lease(self._now)
        while self.machine.observer is self and self.machine.step(self._now):
            continue
        if self.machine.observer is self:
            self.console.go_on(self._now)

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now."""
        return self.link.frames(now)

    def deadline(self) -> float | None:
        """Return when to call `receive` and `tick` again though nothing arrives."""
        move = self.machine.deadline()
        times = [self.link.deadline(), None if move is None else self._pace.link(move)]
        if self.ops.current is not None and self.ops.current.kind in LEASED:
            times.append(self.link.channel.heard_at + LEASE_S)
        if self.restart_at is not None:
            times.append(self.restart_at)
        return min((time for time in times if time is not None), default=None)

    def press(self, key: int, held_s: float = 0.1) -> None:
        """Press console key *key* for so long: it acts once, with or without a host."""
        self._bump()
        held_ms = min(int(1000 * held_s), 0xFFFF)
        self._tell(EventKind.BUTTON, code=key, data=held_ms.to_bytes(2, "little"))
        if key == Key.BOTH_LIFTS and held_s >= SERVICE_S:
            self.machine.lock_for_service(self._now)
        else:
            self.console.press(Key(key), self._now)

    def drop_in_coin(self, slot: int = 0, pulses: int = 1) -> None:
        """Let a coin fall into a slot; what it pays for is the host's matter."""
        self._tell(EventKind.COIN, code=slot, data=self.upkeep.drop_in(pulses))

    def short_status(self) -> bytes:
        """Return what the USB control endpoint tells of the state, even while bulk is stalled."""
        return reports.short_status(self._status(0))

    def stop_now(self, now: float) -> None:
        """Take an emergency stop, by frame, USB request or UART break; once is enough."""
        self._now = self._pace.machine(now)
        if not self.machine.estop:
            self.machine.stop_motors(self._now)

    def on_state(self, state: TableState) -> None:
        """Tell the host of another state of the table; keep for which fault it is locked."""
        if state in LOCKED:
            self.ops.lock_for(self.machine.fault[0])
        elif state in REST and not self._is_clearing:
            self.ops.lock_for(0)
        self._bump()
        self._tell(EventKind.STATE, code=int(state))

    def on_progress(self, work: JobRun) -> None:
        """Keep and tell how far a job has come; a new stage is told reliably."""
        self.upkeep.moves(work)
        op = self.ops.at_work(beside=work.is_beside)
        if op is None:
            self.ops.run_own(runs=reports.runs_own(self.machine, self.ops))
            return
        if self.ops.go_on(op, work.stage, work.percent):
            self._send(self._report(0, self.ops.find(op.op_id)))
        elif self._pace.link(self._now) >= self._tell_at:
            self.link.send_unreliable(self.firmware.body(self._report(0, self.ops.find(op.op_id))))
        else:
            return
        self._tell_at = self._pace.link(self._now) + TELL_S

    def on_end(self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Keep and tell how a job ended."""
        if fault[0] and work.is_beside:
            self.outputs.count("faults")
        elif fault[0]:
            self.on_fault(*fault, work.stage)
        if state is JobState.DONE and work.kind in _COUNTED:
            self.outputs.count(_COUNTED[work.kind])
        op = self.ops.at_work(beside=work.is_beside)
        if op is not None:
            self._send(self._report(0, self.ops.end(op, state, result, fault)))
        else:
            self.ops.run_own(runs=reports.runs_own(self.machine, self.ops))
        self.upkeep.keep()
        if op is None and self.link.channel.protocol >= 2:
            self._tell(EventKind.OWN_JOB, code=work.kind, data=bytes([state]) + result)

    def on_fault(self, code: int, side: int, stage: Stage = Stage.NONE) -> None:
        """Tell the host what stopped the machine, whether a job ran or not."""
        self.outputs.count("faults")
        detail = reports.detail(self.machine, code, side, stage)
        self._tell(EventKind.FAULT, code=code, side=side, data=detail)

    def on_sets(self) -> None:
        """Tell the host where the sets are, where that has changed, and what stopped a build."""
        data = self._set_reports.poll() if self.firmware.has_sets else None
        if data is not None:
            code, side = self.machine.beside_fault
            self._tell(EventKind.SETS, code=code, side=side, data=data, beside=True)

    def on_warning(self, code: int, side: int) -> None:
        """Tell the host a warning."""
        detail = reports.detail(self.machine, code, side, self.machine.stage)
        self._tell(EventKind.WARNING, code=code, side=side, data=detail)

    def _boot(self, *, looping: bool) -> None:
        """Find out what the reset interrupted, and lock the table where it was moving."""
        fault = 504 if self.ops.was_lost or self.upkeep.was_lost else 502 if looping else 0
        is_cut = self.ops.interrupt(RESET_FAULT[self._cause])
        fault = fault or self.ops.lock or is_cut * RESET_FAULT[self._cause]
        self.ops.lock_for(fault)
        self.machine.cut_power()
        self.machine.observer = self
        self.machine.boot(fault)
        self._set_reports = SetReports(self.machine, self.ops)

    def _greet(self) -> m.SyncAnswer:
        return m.SyncAnswer(self._boot_id, self._cause, m.PROTOCOL, 8, zlib.crc32(self._dictionary))

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Opened():
                self._flash.keep()
                self.outputs.new_session()
                self._events.resend(self._send)
                if self.firmware.news[0] and self.link.channel.protocol >= m.PROTOCOL:
                    self._tell(self.firmware.news[0], code=1)
            case Delivered(body):
                self._dispatch(body)
            case _:
                return

    def _dispatch(self, body: bytes) -> None:
        """Carry out a message; one that we do not know is answered by 807 where it can be."""
        message = message_in(body)
        if is_locked_out(message, self.machine.state):
            self._refuse(tag_of(body), 806)
            return
        match message:
            case m.EventAck(event_no):
                self._events.acknowledge(event_no)
            case m.Identify(tag, offset):
                page = self._dictionary[offset : offset + m.PAGE]
                self._send(m.IdentifyPage(tag, len(self._dictionary), offset, page))
            case m.GetStatus(tag):
                self._send(self._status(tag))
            case m.Query(tag, op_id):
                self._send(self._report(tag, self.ops.find(op_id)))
            case m.Start():
                self._start(message)
            case _:
                self._obey(message, tag_of(body))

    def _obey(self, message: m.Message | None, tag: int) -> None:
        new = self.link.channel.protocol >= 2
        match message:
            case m.SetGear():
                self._order(tag, lambda: self._set_gear(message))
            case m.Control():
                self._order(tag, lambda: self._control(message))
            case m.FlipDora() | m.ScoreDisplay() | m.Lights() | m.Sound() if new:
                self._order(tag, lambda: self.outputs.set_up(message))
            case m.UpdateBegin() | m.UpdateData() | m.UpdateFinish() if new:
                self._order(tag, lambda: self._update(message))
            case m.SetBaud(baud=baud) if new:
                self._order(tag, lambda: self._set_baud(baud))
            case m.GetLog() | m.GetStats() | m.SeedCommit() | m.SeedReveal() if new:
                session = self.link.channel
                self._order(tag, lambda: self.outputs.answer(message, self._uptime_ms(), session))
            case _:
                self._order(tag, lambda: self.upkeep.answer(message if new else None, self._now))

    def _start(self, start: m.Start) -> None:
        """Run a job unless its id was ever seen; the journal knows it before anything moves."""
        record = self.ops.find(start.op_id)
        if record.state is not JobState.NOT_SEEN:
            self._send(self._report(start.tag, record))
            return
        try:
            kind, args = self._verify(start)
        except RefusedError as refusal:
            self.ops.keep(replace(record, state=JobState.FAILED, fault=refusal.code))
            self._refuse(start.tag, refusal.code)
            return
        beside = goes_beside(self.machine, kind, args)
        op = self.ops.accept(start.op_id, kind, beside=beside)
        self.machine.start(kind, args, self._now)
        self._send(self._report(start.tag, op))

    def _verify(self, start: m.Start) -> tuple[JobKind, dict[str, int]]:
        old = self.link.channel.protocol < 2
        if not self.machine.profile.takes(start.kind, is_old=old):
            raise RefusedError(807)
        if self.machine.state in LOCKED:
            raise RefusedError(806)
        if start.if_gen != self.gen:
            raise RefusedError(802)
        kind = JobKind(start.kind)
        args = arguments_in(start)
        verify_start(self.machine, kind, args)
        if kind in CONSENTED and not old and not self.console.has_consent(self._now):
            raise RefusedError(809)
        return kind, args

    def _order(self, tag: int, carry_out: Callable[[], m.Message | None]) -> None:
        try:
            answer = carry_out()
        except RefusedError as refusal:
            self._refuse(tag, refusal.code)
        else:
            self._send(answer or m.Done(tag, self.gen, self.machine.state))

    def _set_gear(self, wish: m.SetGear) -> None:
        self.machine.set_wall_plan(plan_in(wish))

    def _update(self, wish: Update) -> None:
        if self._flash.take(wish, self.machine):
            self.restart_at = self._pace.link(self._now) + RESTART_S

    def _set_baud(self, baud: int) -> None:
        """Go over to another speed of the line once that is answered (§6.1)."""
        if baud not in (BAUD, *self.machine.profile.bauds):
            raise RefusedError(804)
        self._uart.change(baud)

    def _control(self, control: m.Control) -> None:
        match control.action:
            case ControlAction.PAUSE:
                self.machine.pause(self._now)
            case ControlAction.RESUME:
                self.machine.resume(self._now)
            case ControlAction.CANCEL:
                self._cancel(control.op_id)
            case ControlAction.CLEAR_FAULT:
                self._clear(control.code)
                self._bump()
                self._tell(EventKind.FAULT_CLEARED, code=control.code)
            case _:
                raise RefusedError(807)

    def _clear(self, code: int) -> None:
        """Clear a fault; one that locks stays in the memory cells until the table has homed."""
        self._is_clearing = True
        try:
            self.machine.clear_fault(code, self._now)
        finally:
            self._is_clearing = False

    def _cancel(self, op_id: int) -> None:
        """Cancel *op_id* only, never a job that came after it."""
        for beside in (False, True):
            op = self.ops.at_work(beside=beside)
            if op is not None and op.op_id == op_id:
                self.machine.cancel(beside=beside)
                return
        raise RefusedError(801)

    def _refuse(self, tag: int, code: int) -> None:
        self._send(m.Refused(tag, code, self.gen, self.machine.state))

    def _send(self, message: m.Message) -> None:
        self.link.send(self.firmware.body(message))

    def _bump(self) -> None:
        """Change the generation: what a host has asked for before is stale now."""
        self.gen = (self.gen + 1) & 0xFFFF

    def _tell(
        self, kind: int, *, code: int, side: int = NO_SIDE, data: bytes = b"", beside: bool = False
    ) -> None:
        """Put an event into the ring and the log, and send it."""
        name = EventKind(kind).name.lower() if kind in EventKind._value2member_map_ else str(kind)
        self.outputs.log(self._uptime_ms(), f"{name} {code}" + f" side {side}" * (side != NO_SIDE))
        state = self.machine.state
        op = self.ops.beside if beside else self.ops.current
        op_id = op.op_id if op else 0
        number, now = self._events.next_number, self._uptime_ms()
        event = m.Event(number, now, kind, side, code, op_id, self.gen, state, data)
        self._events.add(event)
        self._send(event)

    def _uptime_ms(self) -> int:
        """Return the machine's milliseconds since this boot."""
        since = self._now if self._booted_at is None else self._booted_at
        return int((self._now - since) * 1000) & 0xFFFFFFFF

    def _status(self, tag: int) -> m.Status:
        bits = reports.flags(self.machine, consent=self.console.has_consent(self._now))
        whole = reports.status(self.machine, self.ops, self.gen, self._uptime_ms(), bits)
        return replace(whole, tag=tag)

    def _report(self, tag: int, op: OpRecord) -> m.JobReport:
        protocol = self.link.channel.protocol
        return reports.report(self.machine, (self.ops.journal_id, self.gen), op, tag, protocol)
