"""What a board has told of its sets of tiles, so that it tells each change once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hw_sim.board import reports as telling

if TYPE_CHECKING:
    from hw_sim.board.ops import OpBook
    from hw_sim.machine.machine import Machine


class SetNews:
    """Where the sets were, and what had stopped a build, as told last."""

    def __init__(self, machine: Machine, ops: OpBook) -> None:
        """Take what is so at the start for told: a host asks for that anyway."""
        self._machine = machine
        self._ops = ops
        self._told = self._now()
        self._told_fault = machine.beside_fault

    def changed(self) -> bytes | None:
        """Return what an event of kind `SETS` carries, `None` where nothing has changed."""
        now, fault = self._now(), self._machine.beside_fault
        if now == self._told and fault == self._told_fault:
            return None
        self._told, self._told_fault = now, fault
        return telling.sets(self._machine, self._ops)

    def _now(self) -> tuple[int, ...]:
        return self._machine.sets.states()
