"""Each fault on each side, and a reset at each movement of each job: tiles stay, jobs end."""

from __future__ import annotations

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, Mechanism, ResetCause, Stage, TableState
from hw_sim.faults import causes
from hw_sim.scenarios.actions import act
from hw_sim.scenarios.scenario import Injector, Rule
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import End, VirtualHost

SIDES = range(4)
ON_A_SIDE = (202, 203, 204, 205, 207, 305, 401, 402, 404, 702)
JOBS: dict[JobKind, dict[str, int]] = {
    JobKind.OPEN_HOLE: {},
    JobKind.DROP: {},
    JobKind.BUILD: {"tiles": 0},
    JobKind.NEXT_HAND: {"tiles": 0},
    JobKind.ROLL: {"dice": 2},
    JobKind.HOME: {},
    JobKind.CENSUS: {},
    JobKind.SELF_TEST: {"test": 0},
    JobKind.JOG: {"mechanism": Mechanism.TRAY, "side": 0, "distance": 20},
}
AFTER_BUILD: dict[JobKind, dict[str, int]] = {
    JobKind.RAISE: {},
    JobKind.DEAL: {"tiles": 13, "seats": 4},
}
FAULT = {ResetCause.POWER: 503, ResetCause.BROWN_OUT: 501, ResetCause.WATCHDOG: 502}


def name_of(member: JobKind | ResetCause) -> str:
    """Return how a test is called after *member*."""
    return member.name.lower()


class Bench:
    """A dealing table with its host, consent given."""

    def __init__(self, seed: int = 1) -> None:
        self.simulation = Simulation(FACES, seed=seed, profile="jp_deal")
        self.device = self.simulation.device
        self.host = VirtualHost(self.simulation, seed)
        assert self.host.wait_up()
        layout = (10, 11, 10, 11)
        self.host.ask(lambda tag: m.SetGear(tag, 136, 4, 13, bytes(layout)))
        act(self.simulation, "press", {"key": "both_lifts"})
        self.host.run(lambda: False, 0.1)

    def recover(self) -> None:
        """Clear what is told, as often as it takes, until the table rests."""
        for _ in range(5):
            status = self.host.ask(m.GetStatus)
            if isinstance(status, m.Status) and status.fault:
                self.host.clear(status.fault)
            self.host.run(lambda: self.device.machine.kind is None, 60)

    def hand(self) -> End:
        return self.host.do(JobKind.NEXT_HAND, tiles=0)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("code", ON_A_SIDE)
def test_a_fault_is_told_at_the_side_where_it_is(code: int, side: int) -> None:
    bench = Bench()
    causes.put(bench.device, code, side)
    end = bench.hand()
    assert (end.state, end.fault, end.side) == (JobState.FAILED, code, side)
    causes.remove(bench.device, code, side)
    bench.recover()
    assert bench.hand().state is JobState.DONE


def movements(kind: JobKind, args: dict[str, int], *, built: bool) -> int:
    """Return how many movements a job of *kind* makes."""
    bench = Bench()
    if built:
        bench.host.do(JobKind.BUILD, tiles=0)
    moves: list[tuple[Stage, int]] = []
    bench.device.machine.on_move = lambda *movement: moves.append(movement)
    assert bench.host.do(kind, **args).state is JobState.DONE
    return len(moves)


@pytest.mark.parametrize("cause", FAULT, ids=name_of)
@pytest.mark.parametrize("kind", [*JOBS, *AFTER_BUILD], ids=name_of)
def test_a_reset_at_any_movement_ends_the_job_and_keeps_the_tiles(
    kind: JobKind, cause: ResetCause
) -> None:
    args, built = (JOBS | AFTER_BUILD)[kind], kind in AFTER_BUILD
    total = movements(kind, args, built=built)
    for nth in sorted({1, (total + 1) // 2, total}):
        bench = Bench()
        if built:
            bench.host.do(JobKind.BUILD, tiles=0)
        rule = Rule("reset", {"cause": cause.name.lower()}, nth=nth)
        Injector(bench.simulation, bench.device.rng).add(rule)
        end = bench.host.do(kind, **args)
        assert (end.state, end.fault) == (JobState.INTERRUPTED, FAULT[cause]), f"movement {nth}"
        bench.device.places.check()
        assert bench.device.machine.state is TableState.LOCKOUT
        bench.recover()
        assert bench.hand().state is JobState.DONE


@pytest.mark.parametrize("code", [101, 103, 104, 105, 106, 107, 301, 302, 303])
@pytest.mark.parametrize("stage", ["return", "drop", "close_hole", "shuffle", "build", "raise"])
def test_a_fault_that_comes_in_any_stage_never_loses_a_tile(code: int, stage: str) -> None:
    bench = Bench(seed=code)
    bench.host.do(JobKind.BUILD, tiles=0)
    injector = Injector(bench.simulation, bench.device.rng)
    injector.add(Rule("put", {"fault": code}, stage=Stage[stage.upper()]))
    end = bench.hand()
    late = {103: (102, 103)}  # a spare tile that fell in last is one too many
    assert end.state is JobState.DONE or end.fault in late.get(code, (code,))
    bench.device.places.check()
    causes.remove(bench.device, code)
    bench.recover()
    assert bench.hand().state is JobState.DONE
