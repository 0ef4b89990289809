"""Motors, sensors, switches and dice of one table: what is wrong with them, what is read."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from firmware_bridge.wire.codes import NO_SIDE, Stage

SIDES: Final = 4
RUNNING_A: Final = 1.5
"""A motor that turns freely draws so much."""
IDLE_A: Final = 0.2
"""Less current than this flows only where a plug is off."""
STALL_A: Final = 4.0
"""More flows only where the motor cannot turn."""
SLOW: Final = 1.5
"""Multiple of the learned run time that is worth a warning (304)."""
LOOK_MS: Final = 17
"""Milliseconds between two looks at a sensor; a reading takes the looks of the debounce time."""
DEBOUNCE_MS: Final = 120
"""Seven looks. With three, a false alarm came in every few thousand hands at one wrong look in a
thousand."""
FREE_MV: Final = 4_000.0
"""What a head's sensor gives while its light arrives, its potentiometer as the works left it."""
COVERED_MV: Final = 250.0
"""What it gives behind a tile."""
THRESHOLD_MV: Final = 800
"""Below that the board takes it for covered."""
WEAK: Final = 0.5
"""Below this part of its signal a sensor asks for cleaning (403)."""
STEP_MM: Final = 5.0
"""So far may the four lifters be apart (305)."""
FIRM: Final = 9
"""A grip that reversing does not loosen: a person has to take the thing out."""


class Part(StrEnum):
    """A mechanism with a motor of its own."""

    TRAY = "tray"
    CONVEYOR = "conveyor"
    HEAD = "head"
    PUSHER = "pusher"
    LIFTER = "wall lifter"
    CENTRE = "centre lifter"
    LID = "hole lid"
    DICE = "dice motor"
    CHUTE = "dealer chute"
    CHAIN = "chain rod"

    __hash__ = str.__hash__  # drives are looked up by it at every movement


SIDED: Final = frozenset({Part.CONVEYOR, Part.HEAD, Part.PUSHER, Part.LIFTER, Part.CHUTE})
"""Parts that every side has one of."""

JAM: Final = {
    Part.LID: 201,
    Part.CONVEYOR: 202,
    Part.HEAD: 203,
    Part.PUSHER: 204,
    Part.LIFTER: 205,
    Part.CENTRE: 206,
    Part.CHUTE: 207,
    Part.CHAIN: 208,
}
"""The fault of a part whose way is blocked."""

PART_OF: Final[dict[int, Part]] = dict(enumerate(Part))
"""The part that each number of the protocol's `Mechanism` means."""


class Spot(StrEnum):
    """Where a sensor sits."""

    INTAKE_A = "intake a"
    INTAKE_B = "intake b"
    PASSAGE = "passage"
    """Sees tiles in a machine head."""
    HOME = "home"
    DICE_A = "dice a"
    DICE_B = "dice b"

    __hash__ = str.__hash__


@dataclass(slots=True)
class Drive:
    """A motor and what hinders it."""

    grip: int = 0
    """How firmly something blocks its way; each reversal loosens it by one, `FIRM` never."""
    seized: bool = False
    """The bearing is stuck though the way is free."""
    dead: bool = False
    hot_until: float = 0.0
    slowness: float = 1.0
    lag_mm: float = 0.0
    """How far a lifter stays behind the others."""
    learned: float = 1.0
    """How long it usually takes, as a part of the time by design."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing hinders it or ever did, so that its readings tell nothing new."""
        ails = self.grip or self.seized or self.dead or self.hot_until
        return not ails and self.slowness == self.learned == 1.0

    def current_a(self, now: float) -> float:
        """Return the current that flows while it should run."""
        if self.dead or now < self.hot_until:
            return 0.0
        return 6.0 if self.seized or self.grip else RUNNING_A

    def diagnose(self, part: Part, now: float) -> int:
        """Return the fault that the readings of a run as *part* tell, 0 for none."""
        current = self.current_a(now)
        if now < self.hot_until:  # the thermal switch has a wire of its own
            return 303
        if current < IDLE_A:
            return 601 if part is Part.DICE else 302
        if current > STALL_A:
            return JAM.get(part, 301) if self.grip else 301
        return 0


@dataclass(slots=True)
class Sensor:
    """A light barrier, a switch or a reader, and what ails it."""

    stuck: bool | None = None
    signal: float = 1.0
    late: bool = False
    """Tells what it saw only after the next one has."""
    off: int = 0
    """Number of tiles that it counts too many."""
    gain: float = 1.0
    """How far its potentiometer is turned up, as a part of where the works have set it."""

    def level_mv(self, *, is_covered: bool) -> float:
        """Return the voltage that it gives."""
        if self.stuck is not None:
            is_covered = self.stuck
        return self.gain * (COVERED_MV if is_covered else FREE_MV * self.signal)

    def sees(self, truth: bool, rng: random.Random, noise: float, looks: int) -> bool:
        """Return what it says of *truth*: the majority of *looks*, each wrong by *noise*."""
        if self.stuck is not None:
            return self.stuck
        wrong = sum([rng.random() < noise for _ in range(looks)])
        return truth is (2 * wrong < looks)


@dataclass(slots=True)
class Peripherals:
    """All that a table's board is wired to."""

    rng: random.Random
    noise: float = 0.001
    """How often one look through a sensor is wrong."""
    debounce_ms: int = DEBOUNCE_MS
    threshold_mv: int = THRESHOLD_MV
    drives: defaultdict[tuple[Part, int], Drive] = field(default_factory=lambda: defaultdict(Drive))
    sensors: defaultdict[tuple[Spot, int], Sensor] = field(
        default_factory=lambda: defaultdict(Sensor)
    )
    hands: set[int] = field(default_factory=set)
    """Sides where a hand is at the lifter; `NO_SIDE` is the lid of the hole."""
    swapped: tuple[int, int] | None = None
    """Two sides whose head sensors are plugged into each other's sockets."""
    cover_open: bool = False
    moved: bool = False
    cable_off: bool = False
    rail_down: bool = False
    fan_stopped: bool = False
    dust_box_full: bool = False

    def drive(self, part: Part, side: int = NO_SIDE) -> Drive:
        """Return a motor; a part that is there once has the side `NO_SIDE`."""
        return self.drives[part, side if part in SIDED else NO_SIDE]

    def sensor(self, spot: Spot, side: int = NO_SIDE) -> Sensor:
        """Return a sensor."""
        return self.sensors[spot, side]

    def sees(self, spot: Spot, side: int, truth: bool) -> bool:
        """Return what a sensor says of *truth*."""
        sensor = self.sensor(spot, side)
        if spot is Spot.PASSAGE:
            truth = sensor.level_mv(is_covered=truth) < self.threshold_mv
        looks = max(1, self.debounce_ms // LOOK_MS)
        return sensor.sees(truth, self.rng, self.noise, looks)

    def sensor_side(self, side: int) -> int:
        """Return the side that the head sensor in the socket of *side* really looks at."""
        if self.swapped is None or side not in self.swapped:
            return side
        return sum(self.swapped) - side

    def counts(self, spot: Spot, tiles: int) -> int:
        """Return how many of *tiles* a counter has seen pass."""
        return max(0, tiles + self.sensor(spot).off) if tiles else 0

    def alarm(self, stage: Stage, *, moving: bool) -> tuple[int, int]:
        """Return the fault and side that the safety inputs tell now, zeros for none.

        They are looked at in every turn of the board's loop, in every mode (§6.9).
        """
        if self.cable_off:
            return 705, NO_SIDE
        if not moving:
            return 0, NO_SIDE
        at_once = (
            *((704, self.moved), (505, self.rail_down), (703, self.cover_open)),
            (1001, self.fan_stopped),
        )
        for code, is_so in at_once:
            if is_so:
                return code, NO_SIDE
        if not self.hands:
            return 0, NO_SIDE
        at = min((side for side in self.hands if _reaches(side, stage)), default=None)
        return (0, NO_SIDE) if at is None else (702, at)

    def uneven_side(self) -> int | None:
        """Return the side whose lifter is out of step with the others, `None` while in step."""
        lags = [self.drive(Part.LIFTER, side).lag_mm for side in range(SIDES)]
        return lags.index(max(lags)) if max(lags) - min(lags) > STEP_MM else None

    def weak_spots(self) -> list[tuple[Spot, int]]:
        """Return the sensors whose signal has become weak."""
        return [place for place, sensor in self.sensors.items() if sensor.signal < WEAK]

    def is_sensed(self, code: int, side: int, now: float) -> bool:
        """Return whether the cause of fault *code* at *side* can be sensed at rest."""
        if code in (701, 702, 703, 704, 705, 505, 1001):
            return self._switch(code, side)
        if code in (301, 302, 303, 601):
            return any(one.diagnose(part, now) == code for (part, _), one in self.drives.items())
        if code in JAM.values():
            return any(
                drive.grip and JAM.get(part) == code and at == side
                for (part, at), drive in self.drives.items()
            )
        if code == 305:
            return self.uneven_side() is not None
        if code == 405:
            return self.sensor(Spot.HOME).stuck is False
        if code in (401, 402):
            return self.sensor(Spot.PASSAGE, side).stuck is (code == 401)
        return False

    def _switch(self, code: int, side: int) -> bool:
        return {
            702: side in self.hands,
            703: self.cover_open,
            704: self.moved,
            705: self.cable_off,
            505: self.rail_down,
            1001: self.fan_stopped,
        }.get(code, False)


_LID_STAGES: Final = frozenset({Stage.OPEN_HOLE, Stage.CLOSE_HOLE, Stage.HOME})
_LIFTER_STAGES: Final = frozenset({Stage.RAISE, Stage.LOWER, Stage.RETURN, Stage.DEAL, Stage.HOME})


def _reaches(side: int, stage: Stage) -> bool:
    return stage in (_LID_STAGES if side == NO_SIDE else _LIFTER_STAGES)


FACES: Final = range(1, 7)
AUDITS: Final = (120, 600, 3_000)
"""Numbers of dice after which the board looks at its own count of faces; at no other time."""
CRITICAL: Final = 23.1
"""Chi-square of 5 degrees of freedom that an honest die exceeds in one of 3,000 looks."""

Reading = tuple[int, ...]


@dataclass(slots=True)
class DiceUnit:
    """Dice, dome and what may be wrong with them."""

    rng: random.Random
    weights: tuple[float, ...] = (1.0,) * 6
    """How readily each face turns up: a loaded die has unequal ones."""
    magnet: int = 0
    """The face that a hidden magnet under the plate draws up, 0 for none."""
    cocked: int = 0
    """Number of the next throws that leave a die leaning."""
    restless: int = 0
    """Number of the next throws that do not come to rest in time."""
    muffled: bool = False
    """The motor gives a short dull rattle, as where someone has built in a remote control."""
    lies: tuple[int, ...] = ()
    """The throw under the dome now."""
    face_counts: dict[int, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    """The board's own count of the faces that it has read."""

    def rattle_s(self, shortest: float, longest: float) -> float:
        """Return for how long the plate shakes this time."""
        length = self.rng.uniform(shortest, longest)
        return 0.6 if self.muffled else length

    def throw(self, dice: int) -> None:
        """Let the dice fall."""
        if self.magnet:
            self.lies = (self.magnet,) * dice
        elif len(set(self.weights)) == 1:
            self.lies = tuple(self.rng.randint(1, 6) for _ in range(dice))
        else:
            self.lies = tuple(self.rng.choices(FACES, self.weights, k=dice))

    def rests(self) -> bool:
        """Return whether the dice have come to rest."""
        self.restless = max(0, self.restless - 1) if (moving := self.restless > 0) else 0
        return not moving

    def read(self, peripherals: Peripherals) -> tuple[Reading, Reading] | None:
        """Return what the two sensors read, `None` where a die leans."""
        if self.cocked:
            self.cocked -= 1
            return None
        return self._through(peripherals, Spot.DICE_A), self._through(peripherals, Spot.DICE_B)

    def note(self, pips: Reading) -> bool:
        """Count an accepted throw; return whether the board's audit has just failed (606)."""
        before = sum(self.face_counts.values())
        for pip in pips:
            self.face_counts[pip] += 1
        total = before + len(pips)
        if not any(before < audit <= total for audit in AUDITS):
            return False
        expected = total / 6
        return (
            sum((count - expected) ** 2 / expected for count in self.face_counts.values())
            > CRITICAL
        )

    def _through(self, peripherals: Peripherals, spot: Spot) -> Reading:
        """Return the throw as one sensor reads it: one that is off adds pips to the first die."""
        off = peripherals.sensor(spot).off
        first, *others = self.lies
        return ((first - 1 + off) % 6 + 1, *others)
