"""Every model of table builds, raises, deals and throws; how its tray mixes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from firmware_bridge.state import Identity
from firmware_bridge.wall_plan import layout_for
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction, DiceSource, JobKind, JobState, Stage
from hw_sim import profile as profiles
from hw_sim.machine.peripherals import Part
from hw_sim.machine.places import Places
from hw_sim.machine.procedures import mix
from hw_sim.machine.tiles import Area
from hw_sim.profile import Mixer, load
from hw_sim.simulation import Simulation
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.virtual_host import VirtualHost

SANMA = {face: 4 for face in FACES if face[1] != "m" or face in ("1m", "9m")}
BIG = FACES | {f"{number}f": 1 for number in range(1, 9)} | {f"{number}p": 5 for number in (1, 2)}
BUILD_S = {"single_port": (100, 180), "four_port": (25, 40), "eight_port_deal": (18, 35)}
"""How long a hand takes from key to walls (`protocol.md` §3.1)."""


class Bench:
    """A table of a profile and its host."""

    def __init__(self, profile: str, faces: dict[str, int] | None = None) -> None:
        self.simulation = Simulation(faces or FACES, seed=4, profile=profile)
        self.host = VirtualHost(self.simulation)
        assert self.host.wait_up()

    @property
    def places(self) -> Places:
        return self.simulation.device.places

    def gear(self, players: int, deal: int) -> m.Message | None:
        count = len(self.places)
        layout = bytes(layout_for(count, players, deal))
        return self.host.ask(lambda tag: m.SetGear(tag, count, players, deal, layout))

    def hand(self) -> float:
        """Bring a hand to the table; return how long that took."""
        begin = self.host.now
        assert self.host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE
        return self.host.now - begin

    def stacks(self) -> list[int]:
        return [len(wall) for wall in self.places.walls]

    def hands(self) -> list[int]:
        return [len(self.places.tops[seat, Area.HAND]) for seat in range(4)]


@pytest.mark.parametrize("name", [name for name in profiles.names() if name != "as_sold"])
def test_every_model_builds_raises_and_throws(name: str) -> None:
    bench = Bench(name)
    for _ in range(3):
        bench.hand()
        assert bench.stacks() == [17, 17, 17, 17]
        roll = bench.host.do(JobKind.ROLL, dice=2)
        assert roll.state is JobState.DONE
        source, sure, *pips = roll.result
        assert DiceSource(source).name.lower() == load(name).dice_source
        assert sure == 99
        assert pips[:2] == pips[2:4]
    bench.places.check()
    assert bench.host.faults() == []


@pytest.mark.parametrize("name", profiles.names())
def test_every_model_says_who_it_is(name: str) -> None:
    identity = Identity.from_bytes(load(name).dictionary())
    assert identity.model == name
    assert identity.deals == (load(name).deal > 0)
    assert ("deal" in identity.raw["jobs"]) == identity.deals


def test_a_table_as_it_is_sold_throws_unread_and_waits_for_the_word_that_all_tiles_are_in() -> None:
    bench = Bench("as_sold")
    hand = bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    assert bench.host.run(lambda: bench.simulation.device.machine.stage is Stage.DROP, 60)
    bench.host.ask(lambda tag: m.Control(tag, ControlAction.RESUME, 0, 0))
    assert bench.host.end_of(hand).state is JobState.DONE
    assert bench.stacks() == [17, 17, 17, 17]
    roll = bench.host.do(JobKind.ROLL, dice=2)
    assert (roll.state, roll.result[:2], len(roll.result)) == (JobState.DONE, b"\x04\0", 4)


def test_a_table_as_it_is_sold_takes_no_other_job_and_no_gear() -> None:
    bench = Bench("as_sold")
    refused = bench.gear(4, 0)
    assert isinstance(refused, m.Refused)
    assert refused.code == 803
    for kind in set(JobKind) - {JobKind.NEXT_HAND, JobKind.ROLL}:
        assert not load("as_sold").takes(kind, is_old=False)


@pytest.mark.parametrize("name", BUILD_S)
def test_a_hand_takes_as_long_as_on_a_real_table(name: str) -> None:
    shortest, longest = BUILD_S[name]
    assert shortest < Bench(name).hand() < longest


@pytest.mark.parametrize("name", ["jp_deal", "eight_port_deal"])
def test_a_dealing_table_lifts_thirteen_tiles_before_each_player(name: str) -> None:
    bench = Bench(name)
    bench.gear(4, 13)
    bench.hand()
    assert bench.stacks() == [10, 11, 10, 11]
    assert bench.hands() == [13, 13, 13, 13]
    bench.hand()
    assert bench.hands() == [13, 13, 13, 13]


def test_three_players_are_dealt_and_the_last_stack_is_half() -> None:
    bench = Bench("jp_deal", SANMA)
    bench.gear(3, 13)
    bench.hand()
    assert sum(len(stack) for wall in bench.places.walls for stack in wall) == 69
    assert bench.hands() == [13, 13, 13, 0]
    assert min(len(stack) for wall in bench.places.walls for stack in wall) == 1


def test_dealt_tiles_wait_below_until_they_are_asked_for() -> None:
    bench = Bench("jp_deal")
    bench.gear(4, 13)
    assert bench.host.do(JobKind.BUILD, tiles=0).state is JobState.DONE
    assert bench.places.in_chutes() == 52
    assert bench.host.do(JobKind.DEAL, tiles=12, seats=4).refused == 804
    assert bench.host.do(JobKind.RAISE).state is JobState.DONE
    assert bench.host.do(JobKind.DEAL, tiles=13, seats=4).result == bytes([13] * 4)
    assert bench.hands() == [13, 13, 13, 13]


def test_a_table_that_does_not_deal_refuses_to() -> None:
    bench = Bench("four_port")
    assert isinstance(bench.gear(4, 13), m.Refused)
    assert bench.host.do(JobKind.DEAL, tiles=13, seats=4).refused == 803


def test_a_census_says_where_the_tiles_are() -> None:
    bench = Bench("four_port")
    assert bench.host.do(JobKind.BUILD, tiles=0).state is JobState.DONE
    result = bench.host.do(JobKind.CENSUS).result
    places = [int.from_bytes(result[at : at + 2], "little") for at in range(0, 16, 2)]
    assert places == [136, 0, 0, 34, 34, 34, 34, 0]


def test_a_big_set_needs_the_table_for_twenty_stacks() -> None:
    bench = Bench("roller_coaster", BIG | {"1z": 12})
    assert bench.simulation.device.machine.wall_plan.count == len(bench.places)
    bench.hand()
    assert sum(bench.stacks()) == len(bench.places) // 2


@pytest.mark.parametrize("number", [3, 7])
def test_a_self_test_tells_the_part_that_fails(number: int) -> None:
    bench = Bench("four_port")
    parts = ["tray", "conveyor", "head", "pusher", "wall lifter", "centre lifter", "hole lid"]
    for (part, _), drive in list(bench.simulation.device.machine.peripherals.drives.items()):
        assert not drive.dead, part
    bench.simulation.device.machine.peripherals.drive(Part(parts[number - 1]), 1).dead = True
    bench.simulation.device.board.press(2)
    assert bench.host.do(JobKind.SELF_TEST, test=number).result == b"\1"
    assert sum(bench.host.do(JobKind.SELF_TEST, test=0).result) == 1


def distances(mixer: Mixer) -> float:
    """Return how far apart tiles lie after mixing that went in side by side."""
    profile = replace(load("four_port"), mixer=mixer)
    total = 0
    for seed in range(40):
        tray = list(Places(FACES).tiles)
        mix(tray, profile, random.Random(seed))
        place = {tile.number: at for at, tile in enumerate(tray)}
        total += sum(abs(place[at] - place[at + 1]) for at in range(135))
    return total / 40 / 135


def test_mixers_keep_neighbours_as_they_are_told_to() -> None:
    fair, clustered = distances(Mixer("uniform", 1.0)), distances(Mixer("clustered", 0.3))
    layered = distances(Mixer("layered", 0.1))
    assert layered < clustered < 0.8 * fair
    assert 40 < fair < 51


def test_a_layered_mixer_leaves_first_what_fell_in_first() -> None:
    profile = replace(load("four_port"), mixer=Mixer("layered", 0.1))
    tray = list(Places(FACES).tiles)
    mix(tray, profile, random.Random(1))
    early = sum(tile.number < 34 for tile in tray[:34])
    assert early > 25
    assert Counter(tile.face for tile in tray) == FACES


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dice_source": "oracle"}, "dice source"),
        ({"heads": 3}, "heads"),
        ({"deal": 40}, "tiles dealt"),
    ],
)
def test_an_impossible_model_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        replace(load("four_port"), **changes)


def test_an_unknown_mixer_is_refused() -> None:
    with pytest.raises(ValueError, match="uniform, clustered or layered"):
        Mixer("magic", 1.0)
