"""People at the simulated table: they clear it before the machine works, and lay hands open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import rules
from hw_sim.emulated.table import EmulatedTable
from hw_sim.profile import load
from hw_sim.table import SimTable
from kiosk.camera.reader import CameraReader, card_recogniser, recogniser
from kiosk.camera.tile_sets import OnTable
from kiosk.clock import SystemClock
from kiosk.demo.mishaps import NEAT, Look
from kiosk.demo.thrown_dice import thrown_dice
from kiosk.demo.world import World
from kiosk.errors import Refused
from kiosk.ledger.progress import Progress, ignore_progress
from kiosk.settings import SettingsError
from kiosk.table.bridge import MachineTable
from kiosk.table.fault_history import FaultHistory
from kiosk.table.maintenance import Maintenance
from kiosk.wiring import Devices, open_service
from vision.recognise import kit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kiosk.camera.port import ReadFrame
    from kiosk.jobs import Job
    from kiosk.service import Service
    from kiosk.session.draft import Quad
    from kiosk.settings import Settings
    from kiosk.table.port import ByHand, Setup, TableNews, TableStatus
    from kiosk.view import View
    from vision.table import CardReading
    from vision.types import Image, TableReading


SPEED: Final = 8.0
"""How many times faster than a real machine the simulated one works for people."""


class PlayersTable:
    """The machine's port, and people who clear the table before the next hand."""

    def __init__(self, world: World, view: Callable[[], View]) -> None:
        self._world, self._view = world, view
        self._machine = MachineTable(world.client)

    def listen(self, listener: Callable[[TableNews], None]) -> None:
        """Pass the machine's news on."""
        self._machine.listen(listener)

    def start(self, job: Job, setup: Setup) -> None:
        """Let people make room for the next hand, then ask the machine for *job*."""
        session = self._view().session
        if job == "next_hand" and session is not None:
            self._machine.check(setup)
            game = rules.ruleset(session.ruleset)
            tiles = game.tiles_for({**game.defaults, **session.options})
            if self._world.needs(tiles):
                self._machine.call_off()
            try:
                self._world.clear(tiles)
            except ValueError as problem:
                raise Refused("table_refused", str(problem), where="table") from problem
            self._world.mishaps.strike_again()
        self._machine.start(job, setup)

    def by_hand(self, setup: Setup) -> ByHand | None:
        """Return why the machine cannot build the walls of *setup*, `None` where it can."""
        return self._machine.by_hand(setup)

    def status(self) -> TableStatus:
        """Return how the machine stands."""
        return self._machine.status()

    def close(self) -> None:
        """Let go of the line."""
        self._machine.close()


class PlayersReader:
    """The camera's port, and people who lay their hands open before it looks."""

    def __init__(self, world: World, view: Callable[[], View], own: OnTable) -> None:
        self._world, self._view = world, view
        self._own, self._looks = own, world.camera
        self._reader = CameraReader(world.camera, recogniser(world.camera.calibration, own))

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Let the players lay their hands down, then return what the camera sees."""
        self._world.mishaps.check_sight()
        self._world.lay_down(self._view())
        self._world.reading = self._reader_of(seats).read(tiles, seats)
        return self._world.reading

    def cards(self, deck: str, seats: int) -> CardReading:
        """Let the players lay out their cards, then return where the camera sees them."""
        self._world.mishaps.check_sight()
        self._world.lay_cards(self._view())
        calibration = self._world.camera.calibration
        look = card_recogniser(calibration, kit)
        reader = CameraReader(self._world.cards.camera, recogniser(calibration), look)
        return reader.cards(deck, seats)

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return the newest frame with what lies there as it lies; nobody lays anything down."""
        self._world.mishaps.check_sight()
        return self._reader_of(seats).look(tiles, seats)

    def last_frame(self) -> bytes:
        """Return the last frame read as JPEG."""
        return self._reader.last_frame()

    def still(self) -> bytes:
        """Return the newest frame as JPEG."""
        self._world.mishaps.check_sight()
        return self._reader.still()

    def frame(self) -> Image:
        """Return the newest frame as it is."""
        self._world.mishaps.check_sight()
        return self._reader.frame()

    def crop(self, box: Quad) -> bytes:
        """Return one tile of the last frame read as JPEG."""
        return self._reader.crop(box)

    def _reader_of(self, seats: int) -> CameraReader:
        """Return the reader of the table for *seats*, with the machine's dice lying on it."""
        camera = self._world.camera.above(seats)
        camera.roll(thrown_dice(self._world.machine))
        if camera is not self._looks:
            self._looks = camera
            self._reader = CameraReader(camera, recogniser(camera.calibration, self._own))
        return self._reader

    def close(self) -> None:
        """Let go of camera and table."""
        self._reader.close()
        self._world.close()


def simulated_service(
    settings: Settings, progress: Progress = ignore_progress, *, seed: int = 1, speed: float = SPEED
) -> Service:
    """Return the kiosk's service over a simulated table; `close` it in the end."""
    return service_in(simulated_world(settings, seed=seed, speed=speed), settings, progress)


def simulated_world(
    settings: Settings, *, seed: int, speed: float, look: Look = NEAT, board: str = ""
) -> World:
    """Return a world whose journal lies in the kiosk's data directory."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    table = EmulatedTable if board else _table_of(settings)
    return World(settings.journal, seed=seed, speed=speed, look=look, table=table)


def _table_of(settings: Settings) -> Callable[..., SimTable]:
    """Return what makes the table of the model wished for; raise `SettingsError` without one."""
    try:
        load(settings.sim_table)
    except ValueError as problem:
        raise SettingsError(f"sim_table: {problem}", where="sim_table") from problem
    return partial(SimTable, profile=settings.sim_table)


def service_in(world: World, settings: Settings, progress: Progress = ignore_progress) -> Service:
    """Return the kiosk's service in *world*, which it owns from now on."""
    service: Service

    def view() -> View:
        return service.view()

    clock = SystemClock()
    maintenance = Maintenance(world.client, clock, FaultHistory(settings.data_dir, clock))
    reader = PlayersReader(world, view, OnTable(settings.data_dir))
    devices = Devices(PlayersTable(world, view), reader, clock, maintenance)
    service = open_service(settings, devices, progress)
    service.mishaps = world.mishaps
    service.watcher = world.watcher
    return service
