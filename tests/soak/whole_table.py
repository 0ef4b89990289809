"""One table in virtual time: the simulated machine, its people, a camera's readings, and a clock.

Everything that goes wrong comes from seeded chance: jams, a board that restarts, a cable that is
bad or comes off, tiles read wrongly or not at all, a clock that somebody sets.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, ParamSpec, TypeVar

import numpy as np

from firmware_bridge.wire.codes import Stage
from hw_sim.camera import Scene
from hw_sim.camera.scene import LaidMeld
from hw_sim.faults import causes
from hw_sim.faults.wire import WireFaults
from hw_sim.simulation import Simulation
from kiosk.camera.port import ReadFrame
from kiosk.errors import Refused
from kiosk.session.draft import Quad
from tests.soak.hands import FACES
from vision.table import CardReading
from vision.types import (
    BACK,
    Image,
    MeldReading,
    SeatReading,
    TableReading,
    TileReading,
)

P = ParamSpec("P")
T = TypeVar("T")

PROFILES: Final = ("four_port", "eight_port_deal", "jp_deal", "roller_coaster", "single_port")
CABLES: Final = (WireFaults(), WireFaults(), WireFaults(flip=0.01), WireFaults(lose=0.02))
SPEED: Final = 200.0
"""Times a real machine: less of the time is the line telling how far a movement has come."""
LOOP_S: Final = 0.04
"""One turn of the loop of a slow board: it does not look at the line in between."""
MISHAPS: Final = 0.003
"""The chance of one at each movement of the machine."""
BY_CHANCE: Final = tuple(code for code in causes.CAUSES if not 600 <= code <= 701 and code != 706)
IN_PLAY: Final = (*[code for code in BY_CHANCE if code >= 200], 701, 703)
"""What can happen while people play: nothing to the tiles, but the stop and an open cover, too."""
SIDED: Final = frozenset({202, 203, 204, 205, 207, 305, 401, 402, 404, 702})
NOBODY: Final = 0xFF
NOON_MS: Final = 1_795_000_000_000
DAY_MS: Final = 86_400_000
JUMPS: Final = (DAY_MS, -DAY_MS, 3_600_000, -3_600_000, -NOON_MS)
BOX: Final = ((0.0, 0.0), (26.0, 0.0), (26.0, 35.0), (0.0, 35.0))


class Table:
    """A machine that works in virtual time, and everything that people and chance do to it."""

    def __init__(self, seed: int, chance: random.Random, faces: Mapping[str, int] = FACES) -> None:
        self.simulation = Simulation(faces, seed, SPEED, chance.choice(PROFILES))
        self._chance = chance
        self._put: list[tuple[int, int]] = []
        self.mishaps = 0
        self.simulation.device.health.loop_s = LOOP_S
        machine = self.simulation.device.machine
        machine.people = self._sweep
        machine.on_move = self._mishap
        cable = chance.choice(CABLES)
        for wire in self.simulation.wires():
            wire.faults = cable

    def pull_cable(self) -> None:
        """Let the cable come off, and somebody put it back in a tenth of a second or in twenty."""
        if not self.simulation.plugged:
            return
        self.simulation.unplug()
        self.mishaps += 1
        self.simulation.plan(
            self.simulation.now + 10 ** self._chance.uniform(-1.0, 1.3), self.simulation.plug_in
        )

    def strike(self) -> None:
        """Let something happen to the machine in the middle of a hand."""
        self._happen(self._chance.choice(IN_PLAY))

    def repair(self) -> int:
        """Let people take away whatever is wrong; return the fault that the machine still tells."""
        for code, side in self._put:
            causes.remove(self.simulation.device, code, side)
        self._put.clear()
        machine = self.simulation.device.machine
        machine.estop = False
        return int(machine.fault[0])

    def _sweep(self) -> None:
        self.simulation.device.places.sweep()
        self.simulation.device.machine.close_pressed = True

    def _mishap(self, stage: Stage, percent: int) -> None:
        """Now and then let something happen to the machine."""
        del stage, percent
        if self._chance.random() >= MISHAPS:
            return
        self._happen(self._chance.choice(BY_CHANCE))

    def _happen(self, code: int) -> None:
        side = self._chance.randrange(4) if code in SIDED else NOBODY
        if (code, side) not in self._put:
            with suppress(ValueError):  # a tile that is to be spoilt, and none is below
                causes.put(self.simulation.device, code, side)
                self._put.append((code, side))
                self.mishaps += 1


@dataclass(slots=True)
class TableClock:
    """The table's own time, with a wall clock that can be set."""

    simulation: Simulation
    skew_ms: int = 0

    def wall_ms(self) -> int:
        """Return what the clock on the wall shows."""
        return NOON_MS + self.skew_ms + self.mono_ms()

    def mono_ms(self) -> int:
        """Return milliseconds since the table was set up."""
        return round(1000 * self.simulation.now)


class AtOnce(Executor):
    """Does everything on the spot, so that the same seed is the same sitting."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return what has come of *fn*."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(slots=True)
class Eye:
    """A camera that reads what lies there, most of it rightly; `kiosk.camera.port.ReaderPort`."""

    chance: random.Random
    lies: dict[int, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    """By seat the tiles of the hand that is laid open, and the one that won."""
    scene: Scene | None = None
    """All that lies there, in place of `lies`."""
    misread: int = 0

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what is seen of the hands that lie open."""
        del seats
        if self.chance.random() < 0.03:
            self.misread += 1
            raise Refused("no_frame", "somebody stands before the lens", where="camera")
        others = [code for code in tiles if code not in {"0z"}]
        if self.scene is not None:
            return self._all(self.scene, others)
        rows = [
            SeatReading(
                seat, hand=tuple(self._row(hand, others)), winning=self._read_tile(tile, others)
            )
            for seat, (hand, tile) in self.lies.items()
        ]
        return TableReading(tuple(rows))

    def cards(self, deck: str, seats: int) -> CardReading:
        """Refuse: this table plays with tiles."""
        raise Refused("camera_failed", f"no {deck} lie before {seats} seats", where="camera")

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return a picture that nobody looks at."""
        del tiles, seats
        return ReadFrame(self.still(), (16, 9))

    def still(self) -> bytes:
        """Return a picture that nobody looks at."""
        return b"\xff\xd8 table"

    def frame(self) -> Image:
        """Return a grey picture."""
        return np.full((9, 16, 3), 120, np.uint8)

    def crop(self, box: Quad) -> bytes:
        """Return bytes that name the box."""
        return b"\xff\xd8 " + repr(box).encode()

    def last_frame(self) -> bytes:
        """Return the picture that was read last."""
        return self.still()

    def close(self) -> None:
        """Nothing to let go of."""

    def _all(self, scene: Scene, others: list[str]) -> TableReading:
        """Return what is seen of everything that lies there; tiles are overlooked in hands only."""
        seats = []
        for number, seat_tiles in enumerate(scene.seats):
            hand = [*self._row(seat_tiles.hand, others), *self._whole(seat_tiles.won_again, others)]
            winning = (
                None if seat_tiles.winning is None else self._read_tile(seat_tiles.winning, others)
            )
            apart = 0
            if seat_tiles.won_again and winning is not None:
                apart = 1 + len(seat_tiles.won_again)
                hand.insert(len(hand) - len(seat_tiles.won_again), winning)
                winning = None
            melds = tuple([self._meld(meld, others) for meld in seat_tiles.melds])
            flowers, aside = (
                self._whole(seat_tiles.flowers, others),
                self._whole(seat_tiles.aside, others),
            )
            seats.append(SeatReading(number, tuple(hand), melds, flowers, aside, winning, apart))
        indicators = self._whole(scene.indicators, others)
        return TableReading(tuple(seats), indicators, self._whole(scene.hidden_indicators, others))

    def _meld(self, meld: LaidMeld, others: list[str]) -> MeldReading:
        claimed = None if meld.claimed is None else meld.tiles.index(meld.claimed)
        return MeldReading(meld.kind, self._whole(meld.tiles, others), claimed, meld.from_offset)

    def _whole(self, row: tuple[str, ...], others: list[str]) -> tuple[TileReading, ...]:
        """Return a row of which no tile is overlooked."""
        return tuple([self._read_tile(code, others) for code in row])

    def _row(self, row: tuple[str, ...], others: list[str]) -> list[TileReading]:
        """Return a row as seen: now and then a tile is overlooked, or one is seen too many."""
        readings = [self._read_tile(code, others) for code in row]
        trouble = self.chance.random()
        if not row or BACK in row:
            return readings
        if trouble < 0.05:
            del readings[self.chance.randrange(len(readings))]
        elif trouble > 0.97:
            readings.append(self._read_tile(self.chance.choice(others), others))
        self.misread += len(readings) != len(row)
        return readings

    def _read_tile(self, code: str, others: list[str]) -> TileReading:
        """Return one tile as seen, not always as what it is."""
        if self.chance.random() < 0.98 or code == BACK:
            return TileReading(code, self.chance.uniform(0.9, 1.0), BOX)
        self.misread += 1
        wrong = self.chance.choice(others)
        return TileReading(wrong, self.chance.uniform(0.2, 1.0), BOX, ((code, 0.2),))
