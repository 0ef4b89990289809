"""A host in virtual time: one job after the other over a cable that comes off."""

from __future__ import annotations

import random
from concurrent.futures import Future

from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.session import Ask, HostSession, Notice
from firmware_bridge.link.supervisor import LineSpeed
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction, JobKind, JobState, ResetCause, TableState
from firmware_bridge.wire.frame import FAST
from hw_sim.board.device import Device
from hw_sim.faults.wire import Wire, WireFaults

INSTALL = 0x11223344
FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
"""34 tiles: the smallest set, 5/4/4/4 stacks."""


class Schedule:
    """One random life of a table and its host."""

    def __init__(
        self, seed: int, faults: WireFaults | None = None, *, is_quiet: bool = False
    ) -> None:
        self.is_quiet = is_quiet
        self.rng = random.Random(seed)
        self.now = 0.0
        self.device = Device(FACES, seed)
        self.device.machine.people = self._hole_seen_open
        self.down, self.up = (Wire(self.rng, faults or WireFaults()) for _ in range(2))
        self.plugged = True
        self.speed = LineSpeed()
        self.op = 0
        self.runs: dict[int, int] = {}
        self.ends: dict[int, JobState] = {}
        self.state = TableState.IDLE
        self.gen = 0
        self.fault = 0
        self._started = False
        self._renew()

    def drop_job(self, limit_s: float = 400.0) -> JobState:
        """Ask once for the hole to open and close, come what may; return how it ended."""
        self.op += 1
        self._started = False
        self.runs[self.op] = 0
        end = self.now + limit_s
        while self.op not in self.ends:
            assert self.now < end, f"op {self.op} has no end after {limit_s} virtual s"
            self._mishap()
            self._talk_on()
            self.turn()
        return self.ends[self.op]

    def turn(self, longest_s: float = 0.25) -> None:
        """Let the bytes cross, then move time on by *longest_s* at most."""
        for frame in self.session.frames(self.now):
            self.down.push(self._transmit(frame, self.device.uart.baud), self.now)
        ends = (self.session, self.device, self.down, self.up)
        due = [at for at in (end.deadline() for end in ends) if at is not None]
        self.now = max(self.now, min([*due, self.now + longest_s]))
        self.device.receive(self.down.pull(self.now) if self.plugged else b"", self.now)
        board_baud = self.device.uart.baud
        for frame in self.device.frames(self.now):
            self.up.push(self._transmit(frame, board_baud), self.now)
        data = self.up.pull(self.now) if self.plugged else b""
        for notice in self.session.receive(data, self.now):
            self._take(notice)

    def _hole_seen_open(self) -> None:
        self.runs[self.op] += 1

    def _renew(self) -> None:
        """Open the port again: a new session, nothing left on the wire."""
        self.down.clear()
        self.up.clear()
        session = self.rng.randrange(1, 1 << 16)
        self.speed.left(self.now)
        self.session = HostSession(session, self.now, self._open_ops, {})
        self.speed.reopen(FAST, self.now)
        self.session.speed = self.speed

    def _transmit(self, frame: bytes, board_baud: int) -> bytes:
        """Return what arrives of *frame*: noise while the ends run at different speeds."""
        return frame if self.speed.baud == board_baud else self.rng.randbytes(len(frame))

    def _open_ops(self) -> list[int]:
        return [INSTALL << 32 | self.op] if self._started and self.op not in self.ends else []

    def _mishap(self) -> None:
        """Now and then pull the cable, reset the board, or cut the power in a write."""
        chance = 1.0 if self.is_quiet else self.rng.random()
        if chance < 0.02:
            self.plugged = not self.plugged
            self._renew()
        elif chance < 0.03:
            self.device.reset(self.rng.choice(list(ResetCause)))
        elif chance < 0.04:
            self.device.eeprom.cut_after = self.rng.randrange(80)
        elif not self.plugged:
            self.plugged = chance < 0.5

    def _talk_on(self) -> None:
        """Start the job as soon as that is possible, clearing what a reset left."""
        if not self.session.phase.is_up:
            return
        if self.fault:
            code, self.fault = self.fault, 0
            self._ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, code))
        elif not self._started and self.state is TableState.IDLE:
            self._started = True
            gen, op_id = self.gen, INSTALL << 32 | self.op
            self._ask(lambda tag: m.Start(tag, op_id, JobKind.DROP, gen, b""))

    def _ask(self, question: Ask) -> None:
        future: Future[m.Message] = Future()
        self.session.ask(question, future)

    def _take(self, notice: Notice) -> None:
        match notice:
            case Closed():
                self._renew()
            case m.Status():
                self.state, self.gen = TableState(notice.state), notice.gen
                self.fault = notice.fault
            case m.JobReport() if notice.op_id == INSTALL << 32 | self.op:
                self._note(notice)
            case m.Refused(tag=_, code=code):
                self._refused(code)
            case m.Event():
                self.state, self.gen = TableState(notice.table_state), notice.gen
            case m.Done():
                self.state, self.gen = TableState(notice.table_state), notice.gen
            case _:
                return

    def _note(self, report: m.JobReport) -> None:
        self.state, self.gen = TableState(report.table_state), report.gen
        if JobState(report.state).is_final:
            self.ends.setdefault(self.op, JobState(report.state))
            if report.fault:
                self.fault = report.fault

    def _refused(self, code: int) -> None:
        """Take a refused start for an end: it did not run."""
        if self._started and code in (801, 802, 805, 806):
            self.ends.setdefault(self.op, JobState.FAILED)
