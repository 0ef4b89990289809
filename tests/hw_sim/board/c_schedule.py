"""The reference board on a cable, and random lives of it with a host."""

from __future__ import annotations

from collections import Counter
from typing import cast

from firmware_bridge.wire.codes import JobKind, JobState
from hw_sim.board.device import Device
from hw_sim.faults.wire import WireFaults
from hw_sim.simulation import Simulation
from tests.hw_sim.c_board import CompiledBoard
from tests.hw_sim.host import FACES, Schedule

AT_MOST = {JobState.DONE: (1, 1), JobState.NOT_SEEN: (0, 0)}
"""How often a motion may have begun, by what became of its job; else once at most."""


def on_desk(board: CompiledBoard) -> Simulation:
    """Return *board* behind a cable; it takes bytes and gives them as a device does."""
    simulation = Simulation(FACES)
    simulation.device = cast("Device", board)
    return simulation


class CompiledSchedule(Schedule):
    """One random life of the reference board and its host."""

    def __init__(self, board: CompiledBoard, seed: int, faults: WireFaults | None = None) -> None:
        super().__init__(seed, faults)
        board.began = self._turns
        self.device = cast("Device", board)

    def jobs(self, count: int) -> Counter[JobState]:
        """Ask for *count* jobs; return how they ended; fail where a motion began twice."""
        ends: Counter[JobState] = Counter()
        for _ in range(count):
            end = self.drop_job()
            least, most = AT_MOST.get(end, (0, 1))
            assert least <= self.runs[self.op] <= most, f"op {self.op}: {end.name}"
            ends[end] += 1
        return ends

    def _turns(self, kind: JobKind) -> None:
        if kind is JobKind.DROP:
            self.runs[self.op] += 1
