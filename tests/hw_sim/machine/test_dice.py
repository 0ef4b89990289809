"""Dice that are honest, loaded, leaning or read wrongly: what the board makes of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from firmware_bridge.wire.codes import JobKind, JobState
from hw_sim.machine.peripherals import AUDITS, CRITICAL, DiceUnit, Peripherals, Spot
from hw_sim.scenarios.actions import act
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import End, VirtualHost


class Dome:
    """A table's dice and its host."""

    def __init__(self, seed: int = 1, **ails: object) -> None:
        self.simulation = Simulation(FACES, seed)
        self.host = VirtualHost(self.simulation, seed)
        assert self.host.wait_up()
        act(self.simulation, "dice", ails)

    def roll(self, dice: int = 2) -> End:
        return self.host.do(JobKind.ROLL, dice=dice)


def count_faces(unit: DiceUnit, throws: int) -> Counter[int]:
    """Return how often each face came up."""
    faces: Counter[int] = Counter()
    for _ in range(throws):
        unit.throw(2)
        faces.update(unit.lies)
    return faces


def failed_audits(unit: DiceUnit, throws: int) -> int:
    """Return how often the board's own audit failed."""
    failures = 0
    for _ in range(throws):
        unit.throw(2)
        failures += unit.note(unit.lies)
    return failures


def test_a_loaded_die_shows_its_heavy_face_more_often() -> None:
    unit = DiceUnit(random.Random(2), weights=(1, 1, 1, 1, 1, 3))
    faces = count_faces(unit, 3_000)
    assert 0.33 < faces[6] / faces.total() < 0.42


def test_honest_dice_pass_the_audit_and_loaded_ones_do_not() -> None:
    assert sum(failed_audits(DiceUnit(random.Random(seed)), 1_600) for seed in range(40)) <= 1
    loaded = [DiceUnit(random.Random(seed), weights=(1, 1, 1, 1, 1, 1.6)) for seed in range(10)]
    assert sum(failed_audits(unit, 1_600) > 0 for unit in loaded) >= 9


def test_the_audit_looks_at_fixed_times_only() -> None:
    unit = DiceUnit(random.Random(1), magnet=6)
    assert failed_audits(unit, AUDITS[0] // 2 - 1) == 0
    assert failed_audits(unit, 1) == 1
    assert CRITICAL > 20.5


def test_a_leaning_die_is_thrown_again_and_the_result_is_less_sure() -> None:
    dome = Dome(cocked=1)
    end = dome.roll()
    assert end.state is JobState.DONE
    assert end.result[1] == 79
    assert dome.host.faults() == [603]


def test_after_three_leaning_throws_people_are_called() -> None:
    end = Dome(cocked=3).roll()
    assert (end.state, end.fault) == (JobState.FAILED, 603)


def test_two_sensors_that_disagree_are_never_believed() -> None:
    dome = Dome()
    act(dome.simulation, "sensor", {"spot": "dice b", "off": 2})
    end = dome.roll(3)
    assert (end.state, end.fault) == (JobState.FAILED, 604)
    act(dome.simulation, "sensor", {"spot": "dice b"})
    assert dome.host.clear(604) == 0
    good = dome.roll(3).result[2:]
    assert good[:3] == good[3:6]


def test_a_magnet_under_the_plate_is_noticed() -> None:
    dome = Dome(magnet=6)
    ends = [dome.roll(3) for _ in range(AUDITS[0] // 3)]
    assert all(end.result[2:5] == b"\6\6\6" for end in ends)
    assert 606 in dome.host.faults()


def test_a_muffled_rattle_is_told() -> None:
    dome = Dome(muffled=True)
    assert dome.roll().state is JobState.DONE
    assert dome.host.faults() == [605]


def test_dice_that_rest_late_are_waited_for() -> None:
    assert Dome(restless=1).roll().state is JobState.DONE
    assert Dome(restless=2).roll().fault == 602


def test_dice_have_only_what_dice_can_have() -> None:
    with pytest.raises(ValueError, match="no 'wings'"):
        Dome(wings=2)


def test_a_sensor_that_is_off_still_reads_pips() -> None:
    unit, peripherals = DiceUnit(random.Random(1)), Peripherals(random.Random(1))
    unit.lies = (6, 6)
    peripherals.sensor(Spot.DICE_A).off = 1
    assert unit.read(peripherals) == ((1, 6), (6, 6))
