"""The ops that a board knows: the running one, the last results, and what its memory cells keep."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire.codes import JobState, Stage
from hw_sim.board.memory import DeviceJournal, Eeprom, OpRecord

if TYPE_CHECKING:
    from firmware_bridge.wire.codes import JobKind

RING: Final = 64
"""Op results kept in memory."""


class OpBook:
    """Ops by their ids: none runs twice, whatever the ring has forgotten (`table-link.md` §6.4)."""

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

    def interrupt(self, fault: int) -> bool:
        """Take over the ops that the reset found; return whether one was cut off by *fault*."""
        memory = self._journal.memory
        cut = False
        for op in (memory.beside, memory.op):
            if op is not None:
                cut = self._take_over(op, fault) or cut
        return cut

    def _take_over(self, op: OpRecord, fault: int) -> bool:
        """Keep an op of an earlier boot; return whether it was cut off."""
        cut = not op.state.is_final
        if cut:
            op = replace(op, state=JobState.INTERRUPTED, fault=fault)
            self._journal.update(op)
        self._ops[op.op_id] = op
        return cut

    def known(self, op_id: int) -> OpRecord:
        """Return what is known of an op: kept, forgotten, or never seen."""
        if op_id in self._ops:
            return self._ops[op_id]
        seen = (op_id & 0xFFFFFFFF) <= self._journal.memory.highest(op_id >> 32)
        return OpRecord(op_id, 0, JobState.UNKNOWN if seen else JobState.NOT_SEEN)

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
        ended = replace(op, state=state, percent=percent, result=result, fault=code, side=side)
        self.keep(ended)
        self._journal.update(ended)
        if self.current is not None and self.current.op_id == op.op_id:
            self.current = None
        return ended

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
