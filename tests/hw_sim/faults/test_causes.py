"""Every fault of the catalogue: brought about by a cause, told, explained, cleared."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import FAULTS, Action, Severity
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    ControlAction,
    EventKind,
    JobKind,
    JobState,
    Stage,
    TableState,
)
from hw_sim.faults import causes
from hw_sim.scenarios.actions import act
from hw_sim.scenarios.scenario import Injector, Rule
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import End, VirtualHost

NO_SIDE = 0xFF
SIDED = {code: side for side, code in enumerate((202, 203, 204, 205), 0)} | {
    305: 1,
    401: 2,
    402: 3,
    404: 0,
    702: 2,
}
ROLLS = {601, 602, 603, 604, 605, 606}
WARNINGS = {code for code, kind in FAULTS.items() if kind.severity is Severity.WARN}
AT_REST = {504, 701, 705, 706}
"""Told though nothing was running."""
IN_MOTION = {
    501: "shuffle",
    502: "shuffle",
    503: "shuffle",
    702: "raise",
    703: "raise",
    704: "raise",
}
PROFILE = {207: "jp_deal", 208: "single_port"}


class Bench:
    """A table of the profile that can have the fault, and its host."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.side = SIDED.get(code, NO_SIDE)
        if code == 207:
            self.side = 1
        self.simulation = Simulation(FACES, seed=code, profile=PROFILE.get(code, "four_port"))
        self.host = VirtualHost(self.simulation, seed=code)
        assert self.host.wait_up()
        if code == 207:
            self.host.ask(lambda tag: m.SetGear(tag, 136, 4, 13, bytes((10, 11, 10, 11))))

        if code == 406:  # the counters at the hole see tiles from the second hand on
            assert self.job().state is JobState.DONE

    def bring_about(self) -> None:
        causes.put(self.simulation.device, self.code, self.side)

    def job(self) -> End:
        if self.code in ROLLS:
            return self.host.do(JobKind.ROLL, dice=2)
        if self.code == 405:
            act(self.simulation, "press", {"key": "both_lifts"})
            return self.host.do(JobKind.HOME)
        return self.host.do(JobKind.NEXT_HAND, tiles=0)

    def clear(self) -> int:
        return self.host.clear(self.code)


def has_fault(bench: Bench) -> bool:
    return bench.simulation.device.machine.fault[0] == bench.code


MACHINE = [code for code in FAULTS if code < 800]


def test_every_machine_fault_has_a_cause() -> None:
    assert sorted(causes.CAUSES) == sorted(MACHINE)
    assert all(causes.cause(code).what for code in MACHINE)


@pytest.mark.parametrize("code", [code for code in MACHINE if code not in WARNINGS])
def test_a_fault_is_reached_told_explained_and_cleared(code: int) -> None:
    bench = Bench(code)
    if code in IN_MOTION:
        reach_in_motion(bench)
    elif code in AT_REST:
        bench.bring_about()
        assert bench.host.run(lambda: has_fault(bench), 60)
        assert bench.host.wait_up()
    else:
        bench.bring_about()
        end = bench.job()
        assert (end.state, end.fault) == (JobState.FAILED, code)
    status = bench.host.ask(m.GetStatus)
    assert isinstance(status, m.Status)
    assert status.fault == code
    assert status.state == state_for(code)
    assert FAULTS[code].action is not Action.NONE
    take_away_and_clear(bench)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE


def test_an_open_cover_is_told_though_nothing_moves() -> None:
    bench = Bench(703)
    bench.bring_about()
    assert bench.host.run(lambda: has_fault(bench), 60)
    take_away_and_clear(bench)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE


def test_a_cover_that_is_opened_for_the_mending_hides_no_fault() -> None:
    bench = Bench(203)
    bench.bring_about()
    assert bench.job().fault == 203
    causes.put(bench.simulation.device, 703)
    bench.host.run(lambda: False, 5)
    assert has_fault(bench)
    causes.remove(bench.simulation.device, 703)
    take_away_and_clear(bench)


def reach_in_motion(bench: Bench) -> None:
    """Let it happen in the middle of a movement."""
    stage = Stage[IN_MOTION[bench.code].upper()]
    values = {"fault": bench.code, "side": bench.side}
    Injector(bench.simulation, bench.simulation.device.rng).add(Rule("put", values, stage=stage))
    end = bench.host.do(JobKind.NEXT_HAND, tiles=0)
    power = bench.code in (501, 502, 503)
    assert end.fault == bench.code
    assert end.state is (JobState.INTERRUPTED if power else JobState.FAILED)


def take_away_and_clear(bench: Bench) -> None:
    """Try to clear it while its cause is there, then take the cause away and clear it."""
    machine = bench.simulation.device.machine
    if machine.is_sensed(machine.now):
        assert bench.clear() == 801
    causes.remove(bench.simulation.device, bench.code, bench.side)
    assert bench.clear() == 0
    assert bench.host.events[-1].kind in (EventKind.FAULT_CLEARED, EventKind.STATE)
    assert bench.host.run(lambda: machine.kind is None, 60)
    assert machine.state in (
        TableState.IDLE,
        TableState.READY,
        TableState.PLAY,
        TableState.HOLE_OPEN,
    )


def state_for(code: int) -> TableState:
    return {
        Severity.FAULT: TableState.FAULT,
        Severity.LOCKOUT: TableState.LOCKOUT,
        Severity.SAFETY: TableState.SAFETY,
    }[FAULTS[code].severity]


@pytest.mark.parametrize("code", sorted(code for code in WARNINGS if code < 800))
def test_a_warning_is_told_and_the_job_goes_on(code: int) -> None:
    bench = Bench(code)
    bench.bring_about()
    rounds = 70 if code == 606 else 1
    assert {bench.job().state for _ in range(rounds)} == {JobState.DONE}
    assert code in bench.host.faults()
    causes.remove(bench.simulation.device, code)
    before = len(bench.host.events)
    bench.job()
    assert code not in [event.code for event in bench.host.events[before:]]


STALE_GEN = 0xBEEF
REFUSED = {
    801: lambda tag: m.Control(tag, ControlAction.PAUSE, 0, 0),
    802: lambda tag: m.Start(tag, 1 << 32 | 1, JobKind.ROLL, STALE_GEN, b"\2"),
    803: lambda tag: m.SetGear(tag, 240, 4, 0, bytes((30, 30, 30, 30))),
    804: lambda tag: m.SetGear(tag, 135, 4, 0, bytes((17, 17, 17, 17))),
    807: lambda tag: m.Start(tag, 1 << 32 | 2, 99, 0, b""),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_command_that_cannot_be_is_refused_by_its_number(code: int) -> None:
    bench = Bench(code)
    answer = bench.host.ask(REFUSED[code])
    assert isinstance(answer, m.Refused)
    assert answer.code == code
    assert bench.simulation.device.machine.kind is None


def test_a_second_job_is_refused_as_busy() -> None:
    bench = Bench(805)
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.host.turn()
    assert bench.host.begin(JobKind.ROLL, dice=2) == 805


def test_a_locked_table_refuses_everything_that_moves_or_shows() -> None:
    bench = Bench(806)
    causes.put(bench.simulation.device, 504)
    assert bench.host.run(lambda: bench.host.restarts > 0, 30)
    assert bench.host.do(JobKind.ROLL, dice=2).refused == 806
    for question in (
        lambda tag: m.SetGear(tag, 136, 4, 0, bytes((17, 17, 17, 17))),
        lambda tag: m.Lights(tag, 1, 0, b"\1\2\3", 0),
        lambda tag: m.Control(tag, ControlAction.PAUSE, 0, 0),
    ):
        answer = bench.host.ask(question)
        assert isinstance(answer, m.Refused)
        assert answer.code == 806
    assert isinstance(bench.host.ask(m.GetStats), m.Stats)


def test_a_host_of_another_protocol_is_refused_by_808() -> None:
    bench = Bench(808)
    act(bench.simulation, "flash", {"name": "too new"})
    assert bench.host.run(lambda: 808 in bench.host.closed, 10)
    assert not bench.host.wait_up(10)


def test_home_needs_consent_at_the_console() -> None:
    bench = Bench(809)
    assert bench.host.do(JobKind.HOME).refused == 809
    act(bench.simulation, "press", {"key": "both_lifts"})
    assert bench.host.do(JobKind.HOME).state is JobState.DONE
