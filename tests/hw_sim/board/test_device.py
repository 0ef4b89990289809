"""The table without a port, in virtual time: tiles are conserved, memory survives."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from firmware_bridge.faults import FAULTS
from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, TableState
from hw_sim.board.device import Device
from hw_sim.board.ops import SLOT, DeviceJournal, Eeprom, OpBook, OpRecord, PowerCut
from hw_sim.faults import causes
from hw_sim.faults.wire import WireFaults
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.motion import JobRun
from hw_sim.machine.places import Places
from hw_sim.machine.procedures import mix
from hw_sim.machine.tiles import SimTile
from hw_sim.profile import Mixer, Profile, load
from tests.hw_sim.camera.faces import FACES

JAMS = [(203, side) for side in range(4)] + [(204, 1), (205, 3), (202, 2), (201, 0xFF)]
INSTALL = 9 << 32


def run_to_rest(device: Device, now: float) -> float:
    """Run the machine until nothing moves; return when that is."""
    while (due := device.machine.deadline()) is not None:
        now = due
        device.receive(b"", now)
    return now


def test_two_hundred_hands_with_jams_and_power_cuts_keep_every_tile() -> None:
    device, rng, now = Device(FACES, seed=5), random.Random(5), 0.0
    ends: Counter[TableState] = Counter()
    for _ in range(200):
        machine = device.machine
        if rng.random() < 0.2:
            causes.put(device, *rng.choice(JAMS))
        machine.start(JobKind.NEXT_HAND, {"tiles": 136}, now)
        cut_at = now + rng.uniform(0, 120)
        while (due := machine.deadline()) is not None:
            now = due
            if now > cut_at:
                device.reset(rng.choice(list(ResetCause)))
                break
            device.receive(b"", now)
            device.places.check()
        ends[machine.state] += 1
        for code, side in JAMS:
            causes.remove(device, code, side)
        if machine.fault[0]:
            machine.clear_fault(machine.fault[0], now)
            now = run_to_rest(device, now)
    assert Counter(tile.face for tile in device.places.sets[0]) == FACES
    assert min(ends[state] for state in (TableState.PLAY, TableState.FAULT, TableState.LOCKOUT)) > 5


@pytest.mark.parametrize("code", [201, 203, 204, 205, 104, 106, 301])
def test_each_obstacle_stops_the_build_under_its_own_number(code: int) -> None:
    device = Device(FACES)
    side = 2 if code in (203, 204, 205) else 0xFF
    found_at = 0 if code == 106 else side
    causes.put(device, code, side)
    device.machine.start(JobKind.NEXT_HAND, {"tiles": 0}, 0.0)
    run_to_rest(device, 0.0)
    assert device.machine.fault == (code, found_at)
    assert device.machine.state is TableState.FAULT
    assert FAULTS[code].action.value


def test_a_smaller_gear_leaves_tiles_over_and_says_so() -> None:
    device = Device(FACES)
    device.machine.set_wall_plan(WallPlan(128, 4, (16, 16, 16, 16)))
    device.machine.start(JobKind.BUILD, {"tiles": 0}, 0.0)
    run_to_rest(device, 0.0)
    assert device.machine.fault[0] == 102


def test_a_build_takes_as_long_as_a_real_one() -> None:
    device = Device(FACES)
    device.machine.start(JobKind.NEXT_HAND, {"tiles": 0}, 0.0)
    assert 18 <= run_to_rest(device, 0.0) <= 45


def test_a_roll_takes_three_to_six_seconds() -> None:
    device = Device(FACES)
    device.machine.start(JobKind.ROLL, {"dice": 2}, 0.0)
    assert 3 <= run_to_rest(device, 0.0) <= 6


def test_dice_faces_come_equally_often() -> None:
    device, now = Device(FACES, seed=11), 0.0
    rolled: Counter[int] = Counter()
    ends: list[bytes] = []
    observer = device.board
    assert device.machine.observer is observer
    device.machine.observer = Results(ends)
    for _ in range(1_000):
        device.machine.start(JobKind.ROLL, {"dice": 3}, now)
        while (due := device.machine.deadline()) is not None:
            now = due
            device.machine.step(now)
    for result in ends:
        rolled.update(result[2:5])
    squares = sum((rolled[face] - 500) ** 2 / 500 for face in range(1, 7))
    assert squares < 20.5, "chi-square with 5 degrees of freedom, 0.1 %"


class Results:
    """An observer that keeps results only."""

    def __init__(self, ends: list[bytes]) -> None:
        self.ends = ends

    def on_state(self, state: TableState) -> None:
        """Not of interest."""

    def on_progress(self, work: JobRun) -> None:
        """Not of interest."""

    def on_sets(self) -> None:
        """Not of interest."""

    def on_warning(self, code: int, side: int) -> None:
        """Not of interest."""

    def on_fault(self, code: int, side: int) -> None:
        """Not of interest."""

    def on_end(self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Keep the result."""
        assert (work.kind, state, fault[0]) == (JobKind.ROLL, JobState.DONE, 0)
        self.ends.append(result)


def test_random_bytes_move_nothing_and_break_nothing() -> None:
    device, rng = Device(FACES), random.Random(3)
    for number in range(300):
        device.receive(rng.randbytes(1_000), number / 1_000)
        device.frames(number / 1_000)
    assert device.machine.state is TableState.IDLE
    assert device.machine.kind is None


@pytest.mark.parametrize("cut", range(0, 50, 7))
def test_a_write_torn_by_a_power_cut_leaves_the_older_memory(cut: int) -> None:
    eeprom = Eeprom()
    journal = DeviceJournal(eeprom, 77)
    first = OpRecord(INSTALL + 1, JobKind.ROLL, JobState.DONE, result=b"\1\x63\3\4")
    journal.accept(first)
    eeprom.cut_after = cut
    with pytest.raises(PowerCut):
        journal.accept(OpRecord(INSTALL + 2, JobKind.ROLL, JobState.ACCEPTED))
    again = DeviceJournal(eeprom, 78)
    assert again.memory.op == first
    assert again.memory.highest(9) == 1
    assert again.memory.journal_id == 77


class CutInWrite(Eeprom):
    """Cells at whose *nth* write from now on the power goes."""

    nth = 0

    def write(self, at: int, data: bytes) -> None:
        """Write, or lose the power in the middle of it."""
        self.nth -= 1
        self.cut_after = 20 if self.nth == 0 else None
        super().write(at, data)


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_cut_while_a_start_notes_what_was_interrupted_does_not_unlock_the_table(nth: int) -> None:
    eeprom = CutInWrite()
    OpBook(eeprom, 77).accept(INSTALL + 1, JobKind.NEXT_HAND)
    eeprom.nth = nth
    with suppress(PowerCut):
        OpBook(eeprom, 78).interrupt(503)
    after = OpBook(eeprom, 79)
    assert after.interrupt(501) or after.lock == 503


def test_ruined_memory_is_noticed_and_gets_a_new_number() -> None:
    eeprom = Eeprom()
    DeviceJournal(eeprom, 77).accept(OpRecord(INSTALL + 1, JobKind.ROLL, JobState.DONE))
    for place in range(0, 2 * SLOT, 5):
        eeprom.cells[place] ^= 0xFF
    again = DeviceJournal(eeprom, 78)
    assert again.was_lost
    assert again.memory.journal_id == 78


def test_a_table_with_ruined_memory_is_locked() -> None:
    device = Device(FACES)
    for place in range(0, 2 * SLOT, 5):
        device.eeprom.cells[place] ^= 0xFF
    device.reset()
    assert device.machine.state is TableState.LOCKOUT
    assert device.machine.fault[0] == 504


def test_many_hosts_are_remembered_the_oldest_makes_room() -> None:
    journal = DeviceJournal(Eeprom(), 77)
    for install in range(1, 12):
        journal.accept(OpRecord(install << 32 | 5, JobKind.ROLL, JobState.DONE))
    assert journal.memory.highest(11) == 5
    assert journal.memory.highest(1) == 0


def test_a_locked_table_starts_nothing() -> None:
    device = Device(FACES)
    device.machine.start(JobKind.NEXT_HAND, {"tiles": 0}, 0.0)
    device.receive(b"", 0.0)
    device.reset(ResetCause.BROWN_OUT)
    with pytest.raises(RefusedError) as refusal:
        device.machine.start(JobKind.ROLL, {"dice": 2}, 1.0)
    assert refusal.value.code == 806


def test_a_clustered_mixer_keeps_neighbours_closer_than_a_fair_one() -> None:
    profile = load("four_port")
    fair = replace(profile, mixer=Mixer("uniform", 1.0))
    assert mean_distance(profile) < 0.9 * mean_distance(fair)


def mean_distance(profile: Profile) -> float:
    """Return how far apart tiles lie that went in side by side, over fifty mixings."""
    total = 0
    for seed in range(50):
        tray = list(Places(FACES).tiles)
        mix(tray, profile, random.Random(seed))
        places = {tile.number: place for place, tile in enumerate(tray)}
        assert sorted(places) == list(range(136))
        total += sum(abs(places[number] - places[number + 1]) for number in range(135))
    return total / 50 / 135


def test_a_table_needs_tiles_and_time() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Device({})
    with pytest.raises(ValueError, match="speed"):
        Device(FACES, speed=0)
    with pytest.raises(ValueError, match="four_port"):
        load("two_port")
    with pytest.raises(ValueError, match="between 0 and 1"):
        WireFaults(lose=2)


def test_a_tile_of_another_table_is_nowhere() -> None:
    with pytest.raises(ValueError, match="not of this table"):
        Device(FACES).places.where(SimTile(0, "1m"))
