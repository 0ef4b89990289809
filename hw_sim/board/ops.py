"""The ops that a board knows, and the memory cells that keep them through resets."""

from __future__ import annotations

import struct
import zlib
from collections import Counter, OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, Final

from firmware_bridge.wire.codes import NO_SIDE, JobKind, JobState, Stage
from rules.value import value

SLOT: Final = 256
SLOTS: Final = 2
"""Written in turn."""
CELLS: Final = 2 * SLOTS * SLOT
"""Those of the journal, and as many for what service people set and see (`upkeep.py`)."""
MAX_HOSTS: Final = 8
"""Host installs remembered; the one not seen for longest makes room."""

_HEAD: Final = struct.Struct("<IIQBBBHBB16sQBBBHBB4sHBB")
"""Number, journal, the op of the hand in play, the op beside it, the fault that locks, whether a
job runs without an op, how many hosts follow."""
_HOST: Final = struct.Struct("<II")
_CRC: Final = struct.Struct("<I")


class PowerCut(Exception):  # noqa: N818  # an event of the simulation
    """The power went in the middle of a write."""


@dataclass(slots=True)
class Eeprom:
    """Memory cells; *cut_after* bytes of the next write the power goes, where set."""

    cells: bytearray = field(default_factory=lambda: bytearray(b"\xff" * CELLS))
    cut_after: int | None = None
    is_dead: bool = False
    """Whether it is worn out: nothing that is written stands there."""
    life: Counter[str] = field(default_factory=Counter)
    """What the table has done in its life; kept beside the journal."""

    def write(self, at: int, data: bytes) -> None:
        """Write *data*; raise `PowerCut` where the power goes before its end."""
        if self.is_dead:
            return
        if self.cut_after is None:
            self.cells[at : at + len(data)] = data
            return
        part, self.cut_after = data[: self.cut_after], None
        self.cells[at : at + len(part)] = part
        raise PowerCut


@value
class OpRecord:
    """What the device knows of an op."""

    op_id: int
    kind: int
    state: JobState
    stage: int = 0
    percent: int = 0
    fault: int = 0
    side: int = NO_SIDE
    result: bytes = b""


@dataclass(frozen=True, slots=True)
class Memory:
    """The content of a slot."""

    journal_id: int
    op: OpRecord | None = None
    beside: OpRecord | None = None
    """The op that builds a set while another one is in play."""
    lock: int = 0
    """The fault for which nothing may move until the table has homed."""
    runs_own: bool = False
    """Whether a job runs that no host has asked for."""
    hosts: tuple[tuple[int, int], ...] = ()
    """Install number and highest op counter of each host, the last seen one last."""

    def highest(self, install: int) -> int:
        """Return the highest op counter seen from host *install*, 0 where there is none."""
        return dict(self.hosts).get(install, 0)

    def with_op(self, op: OpRecord, *, beside: bool) -> Memory:
        """Return the memory after *op* was accepted, in one of the two places."""
        install, counter = op.op_id >> 32, op.op_id & 0xFFFFFFFF
        others = [row for row in self.hosts if row[0] != install]
        hosts = (*others[-(MAX_HOSTS - 1) :], (install, max(counter, self.highest(install))))
        if beside:
            return replace(self, beside=op, hosts=hosts)
        return replace(self, op=op, hosts=hosts)


class DeviceJournal:
    """The two slots on an EEPROM."""

    def __init__(self, eeprom: Eeprom, fresh_id: int) -> None:
        """Read what is there; a board without any memory gets the number *fresh_id*."""
        self._eeprom = eeprom
        slots = [slot for slot in (self._read(0), self._read(1)) if slot is not None]
        blank = all(cell == 0xFF for cell in eeprom.cells[: SLOTS * SLOT])
        self.was_lost = not slots and not blank
        """Whether there was a memory which is unreadable now (504)."""
        self._number, self.memory = max(
            slots, key=lambda slot: slot[0], default=(0, Memory(fresh_id))
        )
        if not slots:
            self._write()

    def accept(self, op: OpRecord, *, beside: bool = False) -> None:
        """Remember *op* and its counter before anything moves."""
        self.memory = self.memory.with_op(op, beside=beside)
        self._write()

    def update(self, op: OpRecord) -> None:
        """Remember how far an op that was accepted has come."""
        beside = self.memory.beside
        if beside is not None and beside.op_id == op.op_id:
            self.memory = replace(self.memory, beside=op)
        else:
            self.memory = replace(self.memory, op=op)
        self._write()

    def note(self, *, lock: int, runs_own: bool) -> None:
        """Remember for which fault the table is locked, and whether a job without an op runs."""
        if (lock, runs_own) != (self.memory.lock, self.memory.runs_own):
            self.memory = replace(self.memory, lock=lock, runs_own=runs_own)
            self._write()

    def _write(self) -> None:
        self._number += 1
        raw = _pack(self._number, self.memory)
        self._eeprom.life["slot writes"] += 1
        self._eeprom.write(self._number % SLOTS * SLOT, raw + _CRC.pack(zlib.crc32(raw)))

    def _read(self, slot: int) -> tuple[int, Memory] | None:
        raw = bytes(self._eeprom.cells[slot * SLOT : (slot + 1) * SLOT])
        size = _HEAD.size + _HOST.size * min(raw[_HEAD.size - 1], MAX_HOSTS)
        if zlib.crc32(raw[:size]) != _CRC.unpack_from(raw, size)[0]:
            return None
        return _unpack(raw[:size])


def _pack(number: int, memory: Memory) -> bytes:
    op, beside = (one or OpRecord(0, 0, JobState.PENDING) for one in (memory.op, memory.beside))
    head = _HEAD.pack(
        number, memory.journal_id, *_row(op), *_row(beside), memory.lock, memory.runs_own,
        len(memory.hosts),
    )  # fmt: skip
    return head + b"".join(_HOST.pack(*row) for row in memory.hosts)


def _row(op: OpRecord) -> tuple[int | bytes, ...]:
    return (
        op.op_id, op.kind, op.state, op.stage, op.fault, op.side, len(op.result), op.result,
    )  # fmt: skip


def _unpack(raw: bytes) -> tuple[int, Memory]:
    number, journal_id, *fields, lock, runs_own, hosts = _HEAD.unpack_from(raw)
    half = len(fields) // 2
    op, beside = _op(fields[:half]), _op(fields[half:])
    rows = tuple(_HOST.iter_unpack(raw[_HEAD.size : _HEAD.size + hosts * _HOST.size]))
    host_rows = tuple((int(a), int(b)) for a, b in rows)
    return number, Memory(journal_id, op, beside, lock, bool(runs_own), host_rows)


def _op(fields: list[Any]) -> OpRecord | None:
    op_id, kind, state, stage, fault, side, length, result = fields
    if not op_id:
        return None
    return OpRecord(op_id, kind, JobState(state), stage, 0, fault, side, result[:length])


RING: Final = 64
"""Op results kept in memory."""


class OpBook:
    """Ops by their ids: none runs twice, whatever the ring has forgotten (`protocol.md` §6.4)."""

    def __init__(self, eeprom: Eeprom, fresh_id: int) -> None:
        """Read what an earlier boot has left; a new board gets the journal number *fresh_id*."""
        self.current: OpRecord | None = None
        self.beside: OpRecord | None = None
        """The op that builds a set beside the hand in play, or did so last."""
        self._journal = DeviceJournal(eeprom, fresh_id)
        self._ops: OrderedDict[int, OpRecord] = OrderedDict()

    @property
    def was_lost(self) -> bool:
        """Whether there was a memory which is unreadable now (504)."""
        return self._journal.was_lost

    @property
    def journal_id(self) -> int:
        """The number of this memory; another one means another board."""
        return self._journal.memory.journal_id

    @property
    def lock(self) -> int:
        """The fault for which the table is locked until it has homed, 0 where it is not."""
        return self._journal.memory.lock

    def lock_for(self, fault: int) -> None:
        """Keep that the table is locked for *fault*, or by 0 that it has homed."""
        self._journal.note(lock=fault, runs_own=self._journal.memory.runs_own)

    def run_own(self, *, runs: bool) -> None:
        """Keep that a job without an op has begun, or has ended."""
        self._journal.note(lock=self.lock, runs_own=runs)

    def interrupt(self, fault: int) -> bool:
        """Take over what the reset found; return whether a job was cut off by *fault*."""
        memory = self._journal.memory
        ops = [op for op in (memory.beside, memory.op) if op is not None]
        cut = memory.runs_own or any(not op.state.is_final for op in ops)
        if cut and not self.lock:  # first: whatever cuts the next writes off, the table is locked
            self.lock_for(fault)
        self.run_own(runs=False)
        for op in ops:
            self._take_over(op, fault)
        return cut

    def _take_over(self, op: OpRecord, fault: int) -> None:
        """Keep an op of an earlier boot, as interrupted where it had not ended."""
        if not op.state.is_final:
            op = replace(op, state=JobState.INTERRUPTED, fault=fault)
            self._journal.update(op)
        self._ops[op.op_id] = op

    def find(self, op_id: int) -> OpRecord:
        """Return what is known of an op: kept, forgotten, or never seen."""
        if op_id in self._ops:
            return self._ops[op_id]
        is_known = (op_id & 0xFFFFFFFF) <= self._journal.memory.highest(op_id >> 32)
        return OpRecord(op_id, 0, JobState.UNKNOWN if is_known else JobState.NOT_SEEN)

    def accept(self, op_id: int, kind: JobKind, *, beside: bool = False) -> OpRecord:
        """Make an op the current one, in the memory cells before anything moves."""
        op = OpRecord(op_id, kind, JobState.ACCEPTED)
        self._journal.accept(op, beside=beside)
        self.keep(op)
        if beside:
            self.beside = op
        else:
            self.current = op
        return op

    def at_work(self, *, beside: bool = False) -> OpRecord | None:
        """Return the op that runs now, `None` where what runs was asked for by no host."""
        op = self.beside if beside else self.current
        return None if op is None or op.state.is_final else op

    def go_on(self, op: OpRecord, stage: Stage, percent: int) -> bool:
        """Note how far a running op has come; return whether its stage is a new one."""
        if (op.stage, op.percent, op.state) == (stage, percent, JobState.RUNNING):
            return False
        now = OpRecord(op.op_id, op.kind, JobState.RUNNING, stage, percent)
        self.keep(now)
        if op.stage != stage:
            self._journal.update(now)
        return op.stage != stage

    def end(self, op: OpRecord, state: JobState, result: bytes, fault: tuple[int, int]) -> OpRecord:
        """Note how a running op ended, for good, and return it."""
        code, side = fault
        percent = 100 if state is JobState.DONE else op.percent
        record = replace(op, state=state, percent=percent, result=result, fault=code, side=side)
        self.keep(record)
        self._journal.update(record)
        if self.current is not None and self.current.op_id == op.op_id:
            self.current = None
        return record

    def keep(self, op: OpRecord) -> None:
        """Put *op* into the ring of results; the oldest one makes room."""
        if self.current is not None and self.current.op_id == op.op_id:
            self.current = op
        if self.beside is not None and self.beside.op_id == op.op_id:
            self.beside = op
        self._ops[op.op_id] = op
        self._ops.move_to_end(op.op_id)
        while len(self._ops) > RING:
            self._ops.popitem(last=False)
