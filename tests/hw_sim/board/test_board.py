"""The board's program: watchdog, lease, stop, clock, memory, log, displays, seeds."""

from __future__ import annotations

import hashlib

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    EventKind,
    JobKind,
    JobState,
    Mechanism,
    ResetCause,
    Stage,
    TableState,
)
from firmware_bridge.wire.frame import Frame, FrameType
from hw_sim.board.firmware import Firmware, Pace, firmware
from hw_sim.faults import causes
from hw_sim.machine.motion import Trigger
from hw_sim.machine.peripherals import Part
from hw_sim.scenarios.actions import act
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import VirtualHost
from tests.soak import stops

STOP = Frame(FrameType.URGENT, 7, body=m.encode(m.EStop(0))).to_bytes()


class Bench:
    """A stand with its host, the link up."""

    def __init__(self, profile: str = "four_port", seed: int = 1) -> None:
        self.simulation = Simulation(FACES, seed=seed, profile=profile)
        self.device = self.simulation.device
        self.machine = self.device.machine
        self.host = VirtualHost(self.simulation, seed)
        assert self.host.wait_up()

    def at(self, stage: Stage, do: str, **values: object) -> None:
        self.machine.triggers.append(Trigger(stage, 0, lambda: act(self.simulation, do, values)))


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_the_stop_is_obeyed_within_fifty_milliseconds_under_full_traffic() -> None:
    assert stops.measure(20, seed=5)["worst_ms"] <= 50


def test_the_stop_is_obeyed_by_a_board_that_hangs(bench: Bench) -> None:
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.device.hang(with_watchdog=False)
    now = bench.host.now + 0.1
    bench.device.receive(STOP, now)
    assert bench.machine.estop
    assert bench.machine.stopped_at == pytest.approx(now)


def stands(bench: Bench) -> tuple[TableState | None, int]:
    """Return state and fault as a host is told that asks once the board has started."""
    bench.host.ask(m.GetStatus)
    bench.host.turn()
    return bench.host.state, bench.host.fault[0]


def test_a_lock_outlasts_any_number_of_resets_until_the_table_has_homed(bench: Bench) -> None:
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.host.run(lambda: bench.machine.stage is Stage.SHUFFLE, 60)
    for cause in (ResetCause.BROWN_OUT, ResetCause.POWER, ResetCause.POWER):
        bench.device.reset(cause)
    assert stands(bench) == (TableState.LOCKOUT, 501)
    assert bench.host.clear(501) == 0
    bench.device.reset(ResetCause.POWER)
    assert stands(bench) == (TableState.LOCKOUT, 501), "it has not homed"
    assert bench.host.clear(501) == 0
    assert bench.host.run(lambda: bench.host.state is TableState.IDLE, 30)
    bench.device.reset(ResetCause.POWER)
    assert stands(bench) == (TableState.IDLE, 0)


def test_what_a_board_forgets_the_machine_does_not_remember_for_it(bench: Bench) -> None:
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.host.run(lambda: bench.machine.stage is Stage.SHUFFLE, 60)
    bench.device.lose_memory()
    assert stands(bench) == (TableState.IDLE, 0)


def test_a_job_by_a_key_that_the_power_cuts_off_locks_the_table(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "lift"})
    assert bench.host.run(lambda: bench.machine.stage is Stage.SHUFFLE, 60)
    bench.device.reset(ResetCause.POWER)
    bench.device.reset(ResetCause.POWER)
    assert stands(bench) == (TableState.LOCKOUT, 503)


def test_a_job_by_a_key_is_told_at_its_end(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "dice"})
    kinds = [EventKind.OWN_JOB]
    assert bench.host.run(lambda: [e.kind for e in bench.host.events if e.kind == 7] == kinds, 60)
    own = bench.host.events[-1]
    assert (own.code, own.op_id, own.data[0]) == (JobKind.ROLL, 0, JobState.DONE)


def test_a_board_that_hangs_is_bitten_after_a_quarter_second(bench: Bench) -> None:
    boot = bench.device.board
    bench.device.hang()
    begin = bench.host.now
    assert bench.host.run(lambda: bench.device.board is not boot, 2)
    assert bench.host.now - begin == pytest.approx(0.25, abs=0.01)


def test_without_a_watchdog_the_host_finds_the_board_silent(bench: Bench) -> None:
    bench.device.hang(with_watchdog=False)
    begin = bench.host.now
    assert bench.host.run(lambda: bool(bench.host.closed), 5)
    assert bench.host.closed[0] in (904, 905)
    assert bench.host.now - begin < 2.6


def test_a_loop_slower_than_the_watchdog_locks_the_table(bench: Bench) -> None:
    act(bench.simulation, "slow_loop", {"seconds": 0.4})
    assert bench.host.run(lambda: bench.machine.state is TableState.LOCKOUT, 10)
    assert bench.machine.fault[0] == 502
    act(bench.simulation, "slow_loop", {"seconds": 0.0})
    assert bench.host.wait_up()
    assert bench.host.clear(502) == 0


def test_a_motion_that_the_host_drives_stops_when_the_host_falls_silent(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "both_lifts"})
    bench.host.run(lambda: False, 0.1)
    bench.host.begin(JobKind.JOG, mechanism=Mechanism.TRAY, side=0, distance=2_000)
    frame_received = bench.host.now
    bench.simulation.unplug()
    assert bench.host.run(lambda: bench.machine.kind is None, 10)
    assert 1.0 < bench.machine.stopped_at - frame_received < 2.1
    assert bench.machine.fault[0] == 905


def test_a_build_goes_on_when_the_host_falls_silent(bench: Bench) -> None:
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    bench.simulation.unplug()
    assert bench.host.run(lambda: bench.machine.state is TableState.PLAY, 60)


@pytest.mark.parametrize("seconds", [0.5, 2.0, 3.4])
def test_a_lifter_that_meets_a_hand_stops_at_once_and_gives_way(
    bench: Bench, seconds: float
) -> None:
    bench.host.do(JobKind.BUILD, tiles=0)
    bench.host.begin(JobKind.RAISE)
    bench.host.run(lambda: bench.machine.stage is Stage.RAISE, 5)
    begin = bench.host.now
    bench.host.run(lambda: bench.host.now >= begin + seconds, 5)
    act(bench.simulation, "hand", {"side": 1})
    reached = bench.host.now
    bench.host.run(lambda: bench.machine.fault[0] == 702, 1)
    assert bench.machine.stopped_at - reached <= 0.25
    met = 35 * (bench.machine.stopped_at - begin) / 4
    assert max(0, met - 11) <= bench.machine.lift_mm <= max(0, met - 10) + 1
    act(bench.simulation, "hand", {"side": 1, "there": False})
    assert bench.host.clear(702) == 0
    assert bench.host.do(JobKind.RAISE).state is JobState.DONE
    assert bench.machine.lift_mm == 35


def test_a_slow_part_is_told_once_a_job_and_then_known(bench: Bench) -> None:
    act(bench.simulation, "put", {"fault": 304, "side": 2})
    for _ in range(2):
        assert bench.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE
    assert bench.host.faults() == [304, 304]
    drive = bench.machine.peripherals.drive(Part.CONVEYOR, 2)
    for percent in range(103, 200, 3):
        drive.slowness = percent / 100
        bench.host.do(JobKind.NEXT_HAND, tiles=0)
    assert bench.host.faults() == [304, 304], "what grows slowly is learned"


def test_consent_lasts_a_minute(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "both_lifts"})
    bench.host.run(lambda: False, 61)
    assert bench.host.do(JobKind.HOME).refused == 809


def test_a_jam_that_gives_way_is_cleared_under_the_hosts_eyes(bench: Bench) -> None:
    causes.put(bench.device, 204, 1)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).fault == 204
    clear = {"mechanism": Mechanism.PUSHER, "side": 1, "step": 1}
    assert bench.host.do(JobKind.JAM_CLEAR, **clear).fault == 204
    for drive in bench.machine.peripherals.drives.values():
        drive.grip = min(drive.grip, 2)  # someone has loosened it
    assert bench.host.clear(204) == 801
    assert bench.host.do(JobKind.JAM_CLEAR, **clear).state is JobState.DONE
    assert bench.host.clear(204) == 0


def test_a_light_jam_is_freed_by_turning_back_and_nobody_is_called(bench: Bench) -> None:
    for side in range(4):
        act(bench.simulation, "put", {"fault": 203, "side": side})
    for drive in bench.machine.peripherals.drives.values():
        drive.grip = 2
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE
    assert bench.host.faults() == []


def test_no_jam_no_clearing(bench: Bench) -> None:
    refused = bench.host.do(JobKind.JAM_CLEAR, mechanism=1, side=0, step=0).refused
    assert refused == 801


@pytest.mark.parametrize("place", [(17, 0), (1, 9)])
def test_a_part_that_there_is_not_is_refused(bench: Bench, place: tuple[int, int]) -> None:
    act(bench.simulation, "press", {"key": "both_lifts"})
    jog = bench.host.do(JobKind.JOG, mechanism=place[0], side=place[1], distance=10)
    assert jog.refused == 804


def test_a_clock_that_runs_fast_still_serves(bench: Bench) -> None:
    act(bench.simulation, "drift", {"rate": 0.02})
    begin = bench.host.now
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE
    fast = bench.host.now - begin
    slow = Bench()
    act(slow.simulation, "drift", {"rate": -0.02})
    begin = slow.host.now
    slow.host.do(JobKind.NEXT_HAND, tiles=0)
    assert fast < slow.host.now - begin


def test_the_last_setting_of_each_zone_wins(bench: Bench) -> None:
    def light(rev: int, zone: int, red: int) -> m.Message | None:
        return bench.host.ask(lambda tag: m.Lights(tag, rev, zone, bytes((red, 0, 0)), 0))

    for rev, zone, red in ((5, 0, 10), (4, 0, 99), (1, 1, 20), (65_530, 2, 1), (3, 2, 30)):
        assert isinstance(light(rev, zone, red), m.Done)
    settings = bench.device.board.outputs.settings
    assert [settings[m.Lights, zone].rgb[0] for zone in range(3)] == [10, 20, 30]  # type: ignore[union-attr]  # lights


def test_scores_are_shown_to_four_seats(bench: Bench) -> None:
    assert isinstance(bench.host.ask(lambda tag: m.ScoreDisplay(tag, 1, 3, -8_000)), m.Done)
    assert isinstance(bench.host.ask(lambda tag: m.Sound(tag, 1, 2, 50)), m.Done)
    refused = bench.host.ask(lambda tag: m.ScoreDisplay(tag, 1, 4, 0))
    assert isinstance(refused, m.Refused)
    assert refused.code == 804


def test_indicators_are_turned_where_there_is_a_mechanism_for_it() -> None:
    table = Bench("jp_deal")
    early = table.host.ask(lambda tag: m.FlipDora(tag, 1, 1))
    assert isinstance(early, m.Refused)
    table.host.do(JobKind.NEXT_HAND, tiles=0)
    assert isinstance(table.host.ask(lambda tag: m.FlipDora(tag, 2, 2)), m.Done)
    assert len(table.device.places.face_up) == 2
    plain = Bench().host.ask(lambda tag: m.FlipDora(tag, 1, 1))
    assert isinstance(plain, m.Refused)
    assert plain.code == 803


def test_the_log_is_read_page_by_page(bench: Bench) -> None:
    causes.put(bench.device, 203, 2)
    bench.host.do(JobKind.NEXT_HAND, tiles=0)
    act(bench.simulation, "chatter", {"events": 40})
    first, text = 0, b""
    for _ in range(20):
        page = bench.host.ask(lambda tag, at=first: m.GetLog(tag, at))  # type: ignore[misc]  # bound
        assert isinstance(page, m.LogPage)
        if page.following == first:
            break
        first, text = page.following, text + page.data
    lines = text.decode().splitlines()
    assert len(lines) > 40
    assert any(line.endswith("fault 203 side 2") for line in lines)
    assert all(line.split()[0].isdigit() for line in lines)


def test_the_figures_of_its_life_survive_a_restart(bench: Bench) -> None:
    bench.host.do(JobKind.NEXT_HAND, tiles=0)
    bench.host.do(JobKind.ROLL, dice=2)
    bench.device.reset(ResetCause.POWER)
    bench.host.run(lambda: bench.host.restarts > 0, 10)
    stats = bench.host.ask(m.GetStats)
    assert isinstance(stats, m.Stats)
    assert (stats.builds, stats.rolls, stats.resets) == (1, 1, 2)
    assert stats.slot_writes > 5


def test_seeds_are_bound_before_they_are_shown() -> None:
    host = Bench("roller_coaster").host
    seed = bytes(range(32))
    digest = hashlib.sha256(seed).digest()
    bound = host.ask(lambda tag: m.SeedCommit(tag, 1, digest))
    again = host.ask(lambda tag: m.SeedCommit(tag, 1, digest))
    assert isinstance(bound, m.SeedCommitted)
    assert isinstance(again, m.SeedCommitted)
    assert bound.digest == again.digest
    settings = host.ask(lambda tag: m.SeedReveal(tag, 1, 2, seed))
    assert isinstance(settings, m.SeedRevealed)
    assert hashlib.sha256(settings.seed).digest() == bound.digest


@pytest.mark.parametrize(
    "ask",
    [
        lambda tag: m.SeedReveal(tag, 1, 2, bytes(32)),
        lambda tag: m.SeedReveal(tag, 2, 2, bytes(range(32))),
        lambda tag: m.SeedCommit(tag, 1, bytes(32)),
    ],
    ids=["another seed", "another throw", "another digest"],
)
def test_a_seed_that_was_not_bound_is_refused(ask: object) -> None:
    host = Bench("roller_coaster").host
    host.ask(lambda tag: m.SeedCommit(tag, 1, hashlib.sha256(bytes(range(32))).digest()))
    refused = host.ask(ask)  # type: ignore[arg-type]  # one of the questions above
    assert isinstance(refused, m.Refused)
    assert refused.code == 804


def test_a_table_with_dice_takes_no_seeds(bench: Bench) -> None:
    refused = bench.host.ask(lambda tag: m.SeedCommit(tag, 1, bytes(32)))
    assert isinstance(refused, m.Refused)
    assert refused.code == 803


def test_a_fault_tells_what_was_measured(bench: Bench) -> None:
    causes.put(bench.device, 203, 2)
    bench.host.do(JobKind.NEXT_HAND, tiles=0)
    event = next(event for event in bench.host.events if event.kind == EventKind.FAULT)
    mechanism, stage = event.data[:2]
    measured = int.from_bytes(event.data[2:4], "little")
    assert (Mechanism(mechanism), measured) == (Mechanism.HEAD, 60)
    assert stage in (Stage.BUILD, Stage.REVERSE)


def test_events_lost_while_the_cable_was_off_are_owned_up_to(bench: Bench) -> None:
    bench.simulation.unplug()
    bench.host.run(lambda: False, 3)
    act(bench.simulation, "chatter", {"events": 100})
    bench.simulation.plug_in()
    assert bench.host.wait_up()
    bench.host.run(lambda: False, 2)
    numbers = [event.event_no for event in bench.host.events]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 64
    assert numbers[-1] == 100


def test_a_key_held_for_half_a_minute_acts_once(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "dice", "held_s": 30.0})
    bench.host.run(lambda: False, 40)
    assert sum(bench.device.machine.dice.face_counts.values()) == 2
    press = next(event for event in bench.host.events if event.kind == EventKind.BUTTON)
    assert int.from_bytes(press.data, "little") == 30_000


def test_old_firmware_throws_with_one_reading(bench: Bench) -> None:
    act(bench.simulation, "flash", {"name": "old"})
    bench.host.run(lambda: bench.host.restarts > 0, 10)
    assert len(bench.host.do(JobKind.ROLL, dice=2).result) == 4
    assert bench.host.do(JobKind.DEAL, tiles=13, seats=4).refused == 807
    assert bench.host.do(JobKind.HOME).state is JobState.DONE


def test_unknown_firmware_is_refused() -> None:
    with pytest.raises(ValueError, match="present, old, new"):
        firmware("stolen")
    with pytest.raises(ValueError, match="lowest one first"):
        Firmware((3, 2))


def test_the_machine_runs_faster_from_now_on_and_never_jumps() -> None:
    pace = Pace(1.0)
    assert pace.machine(10.0) == 10.0
    pace.change(8.0, 10.0)
    assert pace.machine(10.0) == 10.0
    assert pace.machine(11.0) == 18.0
    assert pace.link(18.0) == 11.0
    for at in range(1, 2_000):  # whoever wakes when told finds that it is time
        assert pace.machine(pace.link(18.0 + at / 7)) >= 18.0 + at / 7
    with pytest.raises(ValueError, match="more than 0"):
        pace.change(0.0, 12.0)
