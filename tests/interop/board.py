"""A whole board in the Table Link Protocol, written from `docs/protocol.md` alone.

It imports nothing of ours. Its machine has no tiles: its jobs take their time, and each motion
that begins is noted.
"""

from __future__ import annotations

import contextlib
import json
import random
import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence

from tests.interop.cells import Cells, Op, State
from tests.interop.line import Line

IDENTIFY, GET_STATUS, QUERY, SET_GEAR, START, CONTROL, EVENT_ACK = range(0x10, 0x17)
ESTOP = 0x1F
PAGE, STATUS, REPORT, DONE, REFUSED, EVENT, EVENT_GAP = range(0x90, 0x97)
HOMING, IDLE, HOLE_OPEN, BUILDING, READY, RAISING, PLAY, _, LOCKOUT, SAFETY = range(1, 11)
REST = (IDLE, READY, PLAY)
NO_SIDE = 255
PAGE_SIZE = 200
EVENTS = RESULTS = 64
GEAR = (136, 4, 0, bytes([17, 17, 17, 17]))

# job: its name, where it may start, the state meanwhile, the one after, stages with seconds
JOBS = {
    1: ("open_hole", REST, 0, HOLE_OPEN, [(2, 2)]),
    2: ("close_hole", (HOLE_OPEN,), 0, IDLE, [(4, 2)]),
    3: ("drop", (IDLE, PLAY), HOLE_OPEN, IDLE, [(2, 2), (3, 3), (4, 2)]),
    4: ("build", (IDLE, READY), BUILDING, READY, [(5, 5), (6, 16)]),
    5: ("raise", (READY,), RAISING, PLAY, [(7, 4)]),
    6: ("lower", (PLAY,), RAISING, READY, [(8, 4)]),
    7: (
        "next_hand", (*REST, HOLE_OPEN), BUILDING, PLAY,
        [(2, 2), (3, 3), (4, 2), (5, 5), (6, 16), (7, 4)],
    ),
    8: ("roll", REST, 0, 0, [(9, 4), (10, 1)]),
    10: ("census", (IDLE, READY), 0, 0, [(12, 30)]),
}  # fmt: skip
ALL = tuple(job[0] for job in JOBS.values())
RESET_FAULTS = (503, 501, 502, 503)


class Board:
    """One start of the board: bytes in, bytes out, in anybody's time."""

    def __init__(
        self,
        cells: Cells,
        cause: int,
        moves: Callable[[int], object],
        speed: float = 1.0,
        jobs: Sequence[str] = ALL,
    ) -> None:
        """Begin; *moves* hears of each op whose motors begin to turn, *speed* makes it hurry."""
        self.cells, self.moves, self.speed = cells, moves, speed
        boot = random.getrandbits(32)  # a name, no secret
        self.jobs = {kind: job for kind, job in JOBS.items() if job[0] in jobs}
        text = json.dumps({
            "model": "somebody's own", "serial": "INTEROP-1", "firmware": "1", "sides": 4,
            "max_stacks": 19, "dice": 3, "deals": False, "jobs": list(jobs), "commands": [],
            "dice_source": "motor_sensor", "sets": 1,
        })  # fmt: skip
        self.dictionary = zlib.compress(text.encode())
        self.line = Line(struct.pack("<IBI", boot, cause, zlib.crc32(self.dictionary)))
        self.gen = boot & 0xFFFF
        self.gear = GEAR
        self.now = 0.0
        self.began_at: float | None = None
        self.ops: OrderedDict[int, Op] = OrderedDict()
        self.op: Op | None = None
        self.steps: list[tuple[int, float]] = []
        self.step_ends = 0.0
        self.homes_until = 0.0
        self.events: OrderedDict[int, bytes] = OrderedDict()
        self.event_no = 0
        self._wake(cause)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host and let time pass."""
        self.now = now
        self.began_at = now if self.began_at is None else self.began_at
        for news, body in self.line.hear(data, now):
            if news == "opened":
                self._tell_again()
            elif news == "urgent":
                self._stop(body)
            elif body:
                self._hear(body)
        self._move()

    def frames(self, now: float) -> list[bytes]:
        """Return what is to be written now."""
        out = self.line.write(now)
        return [out] if out else []

    def deadline(self) -> float | None:
        """Return when to call again though nothing arrives."""
        times = [self.line.due(), self.step_ends if self.op else None, self.homes_until or None]
        return min((at for at in times if at is not None), default=None)

    def _wake(self, cause: int) -> None:
        """Find out what the reset cut off (§6.4, last point)."""
        cells = self.cells
        self.fault = cells.lock or (504 if cells.is_ruined else 0)
        if cells.op.number and cells.op.state < State.DONE:
            cells.op.state, cells.op.fault = State.INTERRUPTED, RESET_FAULTS[cause]
            self.fault = RESET_FAULTS[cause]
        if self.fault != cells.lock or cells.op.state == State.INTERRUPTED:
            cells.lock = self.fault
            cells.keep()
        if cells.op.number:
            self.ops[cells.op.number] = cells.op
        self.state = LOCKOUT if self.fault else IDLE

    def _hear(self, body: bytes) -> None:
        tag = int.from_bytes(body[1:3], "little")
        answers = {
            IDENTIFY: self._identify, GET_STATUS: self._status, QUERY: self._query,
            SET_GEAR: self._set_gear, START: self._start, CONTROL: self._control,
            EVENT_ACK: self._event_ack,
        }  # fmt: skip
        is_locked = self.state in (LOCKOUT, SAFETY)
        if body[0] not in answers:
            self._refuse(tag, 807)
        elif is_locked and (body[0] == SET_GEAR or (body[0] == CONTROL and body[3:4] != b"\4")):
            self._refuse(tag, 806)
        else:
            try:
                answers[body[0]](tag, body)
            except struct.error:  # cut short: no such message
                self._refuse(tag, 807)

    def _identify(self, tag: int, body: bytes) -> None:
        (offset,) = struct.unpack_from("<H", body, 3)
        page = self.dictionary[offset : offset + PAGE_SIZE]
        head = struct.pack("<BHHHB", PAGE, tag, len(self.dictionary), offset, len(page))
        self.line.say(head + page)

    def _status(self, tag: int, _: bytes) -> None:
        op = self.op or Op(0, state=State.NONE)
        flags = (self.state == HOLE_OPEN) | (self.state == PLAY) << 1 | (self.state == SAFETY) << 3
        flags |= (self.state in (READY, PLAY)) << 4
        self.line.say(struct.pack(
            "<BHBHBHBB4sHQBBBHBII", STATUS, tag, self.state, self.gen, flags, *self.gear, 0,
            op.number, op.state, op.stage, op.percent, self.fault, NO_SIDE, self.cells.memory,
            self._ms(),
        ))  # fmt: skip

    def _query(self, tag: int, body: bytes) -> None:
        self.line.say(self._report(tag, self._look_up(*struct.unpack_from("<Q", body, 3))))

    def _set_gear(self, tag: int, body: bytes) -> None:
        gear = struct.unpack_from("<HBB4s", body, 3)
        if 2 * sum(gear[3]) + gear[1] * gear[2] != gear[0]:
            self._refuse(tag, 804)
        elif gear[2]:
            self._refuse(tag, 803)
        elif self.op or self.state not in REST:
            self._refuse(tag, 801)
        else:
            self.gear = gear
            self._agree(tag)

    def _start(self, tag: int, body: bytes) -> None:
        number, kind, gen, size = struct.unpack_from("<QBHB", body, 3)
        op = self._look_up(number)
        if op.state != State.NOT_SEEN:
            self.line.say(self._report(tag, op))
            return
        code = self._why_not(kind, gen, body[15 : 15 + size])
        op = Op(number, kind, State.FAILED if code else State.ACCEPTED, code)
        code = code or self._write_down(op)
        self.ops[number] = op
        while len(self.ops) > RESULTS:
            self.ops.popitem(last=False)
        if code:
            self._refuse(tag, code)
            return
        self.line.say(self._report(tag, op))
        self._begin(op, body[15 : 15 + size])

    def _why_not(self, kind: int, gen: int, args: bytes) -> int:
        if kind not in self.jobs:
            return 807
        if self.state in (LOCKOUT, SAFETY):
            return 806
        if gen != self.gen:
            return 802
        if self.op or self.homes_until:
            return 805
        if self.state not in JOBS[kind][1]:
            return 801
        if kind == 8 and not (args and 1 <= args[0] <= 3):
            return 804
        return 0

    def _write_down(self, op: Op) -> int:
        """Keep *op* before anything moves; return 504 where that cannot be."""
        before = self.cells.op, self.cells.hosts
        self.cells.op = op
        self.cells.count(op.number)
        try:
            self.cells.keep()
        except OSError:
            self.cells.op, self.cells.hosts = before
            op.state, op.fault = State.FAILED, 504
            return 504
        return 0

    def _begin(self, op: Op, args: bytes) -> None:
        self.op, self.args, self.before = op, args, self.state
        self.steps = [(stage, seconds / self.speed) for stage, seconds in JOBS[op.kind][4]]
        self.moves(op.number)
        self._enter(JOBS[op.kind][2])
        self._next_step()

    def _next_step(self) -> None:
        assert self.op is not None
        stage, seconds = self.steps.pop(0)
        whole = len(JOBS[self.op.kind][4])
        self.op.state, self.op.stage = State.RUNNING, stage
        self.op.percent = 100 * (whole - len(self.steps) - 1) // whole
        self.step_ends = self.now + seconds
        self.line.say(self._report(0, self.op))

    def _move(self) -> None:
        if self.homes_until and self.now >= self.homes_until:
            self.homes_until = 0.0
            self.cells.lock = 0  # and no sooner: power may go while it homes
            self.cells.keep()
            self._enter(IDLE)
        while self.op and self.now >= self.step_ends:
            if self.steps:
                self._next_step()
            else:
                self._end(State.DONE, 0, JOBS[self.op.kind][3])

    def _end(self, state: int, fault: int, after: int) -> None:
        op, self.op = self.op, None
        assert op is not None
        op.state, op.fault = state, fault
        if state == State.DONE:
            op.percent, op.result = 100, self._result(op.kind)
        with contextlib.suppress(OSError):  # the next job is refused then
            self.cells.keep()
        self._enter(after)
        self.line.say(self._report(0, op))

    def _result(self, kind: int) -> bytes:
        if kind in (4, 5, 7):
            return self.gear[3]
        if kind == 10:
            return struct.pack("<H", self.gear[0])
        if kind == 8:
            pips = bytes(random.choices(range(1, 7), k=self.args[0]))  # a simulation
            return bytes([1, 99]) + pips + pips + struct.pack("<H", 4000)
        return b""

    def _control(self, tag: int, body: bytes) -> None:
        action, number, code = struct.unpack_from("<BQH", body, 3)
        if action == 3 and self.op and self.op.number == number:
            self._end(State.CANCELLED, 0, self.before)
            self._agree(tag)
        elif action != 4:
            self._refuse(tag, 801)
        elif not code or code != self.fault:
            self._refuse(tag, 804)
        else:
            self._clear(code)
            self._agree(tag)

    def _clear(self, code: int) -> None:
        was_locked = self.state in (LOCKOUT, SAFETY)
        self.fault = 0
        self.gen = (self.gen + 1) & 0xFFFF
        self._tell(4, code)
        if was_locked:
            self.homes_until = self.now + 6 / self.speed
        self._enter(HOMING if was_locked else IDLE)

    def _stop(self, body: bytes) -> None:
        if body[:1] != bytes([ESTOP]) or self.state == SAFETY:
            return
        self.fault = self.cells.lock = 701
        self.homes_until = 0.0
        if self.op:
            self._end(State.FAILED, 701, SAFETY)
        else:
            self.cells.keep()
            self._enter(SAFETY)
        self._tell(3, 701)

    def _event_ack(self, _: int, body: bytes) -> None:
        (number,) = struct.unpack_from("<I", body, 1)
        for event_no in [one for one in self.events if one <= number]:
            del self.events[event_no]

    def _tell_again(self) -> None:
        first = next(iter(self.events), 1)
        if first > 1:
            self.line.say(struct.pack("<BI", EVENT_GAP, first))
        for event in self.events.values():
            self.line.say(event)

    def _tell(self, kind: int, code: int) -> None:
        self.event_no += 1
        number = self.op.number if self.op else 0
        event = struct.pack(
            "<BIIBBHQHBB", EVENT, self.event_no, self._ms(), kind, NO_SIDE, code, number, self.gen,
            self.state, 0,
        )  # fmt: skip
        self.events[self.event_no] = event
        while len(self.events) > EVENTS:
            self.events.popitem(last=False)
        self.line.say(event)

    def _enter(self, state: int) -> None:
        if state and state != self.state:
            self.state = state
            self.gen = (self.gen + 1) & 0xFFFF
            self._tell(1, state)

    def _look_up(self, number: int) -> Op:
        unknown = Op(
            number, state=State.UNKNOWN if self.cells.was_taken(number) else State.NOT_SEEN
        )
        return self.ops.get(number, unknown)

    def _report(self, tag: int, op: Op) -> bytes:
        head = struct.pack(
            "<BHQBBBBHBIHBB", REPORT, tag, op.number, op.kind, op.state, op.stage, op.percent,
            op.fault, NO_SIDE, self.cells.memory, self.gen, self.state, len(op.result),
        )  # fmt: skip
        return head + op.result

    def _refuse(self, tag: int, code: int) -> None:
        self.line.say(struct.pack("<BHHHB", REFUSED, tag, code, self.gen, self.state))

    def _agree(self, tag: int) -> None:
        self.line.say(struct.pack("<BHHB", DONE, tag, self.gen, self.state))

    def _ms(self) -> int:
        return int(1000 * (self.now - (self.began_at or 0.0))) & 0xFFFFFFFF
