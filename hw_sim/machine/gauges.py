"""What the wires of a table's inputs carry: levels, currents, temperatures, voltages, switches.

Read from what the machine does at this moment; a look changes nothing. Values are in the last
digits that `service.toml` gives them.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from firmware_bridge.wire.codes import NO_SIDE, Stage
from hw_sim.machine.machine import Machine
from hw_sim.machine.motion import JobRun
from hw_sim.machine.peripherals import COVERED_MV, FREE_MV, PART_OF, SIDED, SIDES, Part, Spot

AT_WORK: Final[dict[Stage, tuple[Part, ...]]] = {
    Stage.RETURN: (Part.PUSHER,),
    Stage.OPEN_HOLE: (Part.LID,),
    Stage.CLOSE_HOLE: (Part.LID,),
    Stage.SHUFFLE: (Part.TRAY,),
    Stage.BUILD: (Part.TRAY, Part.CONVEYOR, Part.HEAD, Part.PUSHER, Part.CHAIN),
    Stage.RAISE: (Part.LIFTER,),
    Stage.LOWER: (Part.LIFTER,),
    Stage.ROLL: (Part.DICE,),
    Stage.DEAL: (Part.CHUTE,),
    Stage.HOME: (Part.LID, Part.LIFTER),
}
"""Which motors turn in which stage of a job."""

AMBIENT_C: Final = 25.0
MOST_RISE_C: Final = 60.0
"""So much warmer motors become that never rest."""
WARM_S: Final = 900.0
COOL_S: Final = 1_800.0
HOT_C: Final = 95.0
"""At which a motor's thermal switch opens."""
STARTS_S: Final = 0.3
"""A motor draws up to three times its current until it turns."""
SUPPLY_V: Final = 24.2
DROP_V_A: Final = 0.12
"""What the supply loses for each ampere that flows."""
LOOK_S: Final = 0.02
"""Seconds for which the noise stays the same."""
NOISE: Final = 0.01


def parts_at_work(work: JobRun) -> tuple[Part, ...]:
    """Return the motors that turn while *work* makes its present movement."""
    if work.stage in (Stage.JOG, Stage.REVERSE) and "mechanism" in work.args:
        return (PART_OF[work.args["mechanism"]],)
    if work.stage is Stage.TEST:
        return tuple(Part)
    return AT_WORK.get(work.stage, ())


class Warmth:
    """How much warmer than the room the motors are, by what they have done lately."""

    def __init__(self) -> None:
        self._rise = 0.0
        self._at = 0.0

    def run(self, begin: float, seconds: float) -> None:
        """Let them turn for so long from *begin* on."""
        self._rise = self.rise(begin)
        self._rise = MOST_RISE_C + (self._rise - MOST_RISE_C) * math.exp(-seconds / WARM_S)
        self._at = begin + seconds

    def rise(self, now: float) -> float:
        """Return the degrees at *now*; they cool slowly."""
        return self._rise * math.exp(-max(0.0, now - self._at) / COOL_S)


class Gauges:
    """The inputs of one machine."""

    def __init__(self, machine: Machine, warmth: Warmth) -> None:
        self._machine = machine
        self._warmth = warmth

    def read(self, gauges: Iterable[tuple[str, int]], now: float) -> list[int]:
        """Return the readings at *now* of *gauges*, each a name and a side or `NO_SIDE`."""
        amperes = self._amperes(now)
        noise = random.Random(int(now / LOOK_S))  # noqa: S311  # as repeatable as the time
        return [self._read(name, side, (now, amperes, noise)) for name, side in gauges]

    def _read(
        self, name: str, side: int, at: tuple[float, defaultdict[Part, float], random.Random]
    ) -> int:
        now, amperes, noise = at
        if name in _SWITCHES:
            return int(_SWITCHES[name](self._machine, side))
        exact = self._level(name, side, now, amperes)
        return round(exact * (1 + noise.uniform(-NOISE, NOISE)))

    def _level(self, name: str, side: int, now: float, amperes: defaultdict[Part, float]) -> float:
        """Return a value without noise."""
        machine = self._machine
        things = machine.peripherals
        match name:
            case "head sensor":
                is_covered = bool(machine.places.heads[things.sensor_side(side)])
                return things.sensor(Spot.PASSAGE, side).level_mv(is_covered=is_covered)
            case "home sensor":
                is_home = not machine.hole_open and things.sensor(Spot.HOME).stuck is not False
                return FREE_MV if is_home else COVERED_MV
            case "motor temperature":
                return 10 * max(AMBIENT_C + self._warmth.rise(now), self._hottest(now))
            case "board temperature":
                return 10 * (AMBIENT_C + 9 + self._warmth.rise(now) / 8 + 30 * things.fan_stopped)
            case "supply":
                full = SUPPLY_V - DROP_V_A * sum(amperes.values())
                return 0.0 if things.rail_down else 100 * full
            case "motors":
                return 1000 * sum(amperes.values())
            case "logic supply":
                return 503.0
            case _:
                return 1000 * amperes[Part(name)]

    def _amperes(self, now: float) -> defaultdict[Part, float]:
        """Return what flows through the motors of each part: all its sides together."""
        amperes: defaultdict[Part, float] = defaultdict(float)
        machine = self._machine
        for work in (machine.front, machine.beside):
            if work is None or work.paused:
                continue
            start = 1 + 2 * math.exp(-max(0.0, now - work.began) / STARTS_S)
            for part in parts_at_work(work):
                if part not in machine.profile.mechanisms:
                    continue
                sides = range(SIDES) if part in SIDED else (NO_SIDE,)
                currents = [machine.peripherals.drive(part, side).current_a(now) for side in sides]
                amperes[part] += start * max(currents)
        return amperes

    def _hottest(self, now: float) -> float:
        """Return the temperature of a motor that ran hot, above its switch until it cools."""
        drives = self._machine.peripherals.drives.values()
        until = max((drive.hot_until for drive in drives), default=0.0)
        return HOT_C if now < until else 0.0


_SWITCHES: Final[dict[str, Callable[[Machine, int], bool]]] = {
    "belt full": lambda machine, side: len(machine.places.belts[side]) > 1,
    "lid closed": lambda machine, _: not machine.hole_open,
    "cover closed": lambda machine, _: not machine.peripherals.cover_open,
    "walls up": lambda machine, _: machine.walls_up,
}
