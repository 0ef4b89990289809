"""The reference board in C and its twin under the same host: both say the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_bridge.link.session import Ask
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, SetState, TableState
from hw_sim.simulation import Simulation
from tests.hw_sim.board.c_schedule import on_desk
from tests.hw_sim.c_board import CompiledBoard
from tests.hw_sim.host import FACES
from tests.hw_sim.virtual_host import VirtualHost

WALLS = (5, 4, 4, 4)
DEALT = (4, 3, 3, 3)
"""Stacks that are left of 34 tiles where two are dealt to each of four."""


class Pair:
    """The same host at the board in C and at its twin."""

    def __init__(self, board: CompiledBoard, profile: str, *, deal: int = 0) -> None:
        self.board = board
        self.twin = Simulation(FACES, profile=profile)
        self.hosts = (VirtualHost(on_desk(board), 1), VirtualHost(self.twin, 1))
        assert all(host.wait_up(5) for host in self.hosts)
        layout = bytes(DEALT if deal else WALLS)
        assert self.ask(lambda tag: m.SetGear(tag, 34, 4, deal, layout)) == 0

    def ask(self, question: Ask) -> int:
        """Return the refusal of both, 0 where both agree; fail where they differ."""
        ours, twins = (answer_code(host.ask(question)) for host in self.hosts)
        assert ours == twins
        return ours

    def do(self, kind: JobKind, **args: int) -> tuple[JobState, int, bytes]:
        """Return how a job ended at both, by what it was refused, and what it brought."""
        ours, twins = (host.do(kind, **args) for host in self.hosts)
        ends = [(end.state, end.refused or end.fault, end.result) for end in (ours, twins)]
        assert ends[0] == ends[1]
        return ends[0]

    def begin(self, kind: JobKind, **args: int) -> tuple[int, int]:
        """Return the ops of a job that both have begun, or both refusals below 1000."""
        ours, twins = (host.begin(kind, **args) for host in self.hosts)
        assert ours == twins or min(ours, twins) >= 1000
        return ours, twins

    def end_of(self, ops: tuple[int, int]) -> tuple[JobState, int, bytes]:
        """Return how a job ended that both have begun."""
        ours, twins = (host.end_of(op) for host, op in zip(self.hosts, ops, strict=True))
        ends = [(end.state, end.fault, end.result) for end in (ours, twins)]
        assert ends[0] == ends[1]
        return ends[0]

    def until(self, so: Callable[[VirtualHost], bool], limit_s: float = 900.0) -> None:
        """Wait until something is so at both."""
        for host in self.hosts:
            assert host.run(partial(so, host), limit_s)

    def sets(self) -> tuple[tuple[SetState, ...], int]:
        """Return where the sets are at both, and what has stopped the build beside the hand."""
        statuses = [host.ask(m.GetStatus) for host in self.hosts]
        rows = []
        for status in statuses:
            assert isinstance(status, m.Status)
            rows.append((tuple(map(SetState, status.sets)), status.beside_fault))
        assert rows[0] == rows[1]
        return rows[0]

    def state(self) -> TableState:
        """Ask both for their status again and return it."""
        self.ask(m.GetStatus)
        ours, twins = (host.state for host in self.hosts)
        assert ours is twins
        assert ours is not None
        return ours


def answer_code(answer: m.Message | None) -> int:
    """Return by what a question was refused, 0 where it was answered."""
    assert answer is not None
    return answer.code if isinstance(answer, m.Refused) else 0
