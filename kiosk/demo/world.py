"""One table without a table: simulated machine, camera and players behind the kiosk's real ports.

`World` is what is true: which tiles lie where, and the hand that the players have laid down. The
kiosk sees it only through the serial port and the camera's frames.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import rules
from firmware_bridge.client import open_table
from hw_sim.camera import HASTY, Scene, SimCamera, rough
from hw_sim.emulated.table import EmulatedTable
from hw_sim.machine.tiles import Area, Tier
from hw_sim.players import FurtherWin, HandSpec, drawn_record, winning_record
from hw_sim.players.cards import HandRecords, played_record
from hw_sim.players.rivers import with_rivers
from hw_sim.table import SimTable
from kiosk.camera.reader import CameraReader, card_recogniser, recogniser
from kiosk.camera.tile_sets import OnTable
from kiosk.clock import SystemClock
from kiosk.demo.card_table import CardTable
from kiosk.demo.indicators import indicator_stack
from kiosk.demo.mishaps import NEAT, Look, SimMishaps
from kiosk.demo.thrown_dice import thrown_dice
from kiosk.errors import Refused
from kiosk.ledger.progress import Progress, unwatched
from kiosk.session import Stage
from kiosk.table.bridge import MachineTable
from kiosk.table.fault_history import FaultHistory
from kiosk.table.maintenance import Maintenance
from kiosk.view import HandView
from kiosk.wiring import Devices, open_service
from rules.ruleset import Ruleset
from rules.tiles import CODES, TILES, parse, write
from vision.recognise import kit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kiosk.jobs import Job
    from kiosk.service import Service
    from kiosk.session.draft import Draft, Quad
    from kiosk.session.state import Session
    from kiosk.settings import Settings
    from kiosk.table.port import ByHand, Setup, TableNews, TableStatus
    from kiosk.view import View
    from rules.game import Game
    from vision.table import CardReading
    from vision.types import Image, TableReading

BOX: Final[Mapping[str, int]] = {
    code: 4 if tile < TILES["1f"] else 1 for code, tile in TILES.items() if code != "0z"
} | {"0p": 2}
"""Every tile that lies in the table's drawer: the games take what they need."""

SPEED: Final = 8.0
"""How many times faster than a real machine the simulated one works for people."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """Which hand of which session players sit at."""

    opened: int
    number: int
    outcome: str
    winners: tuple[tuple[int, str, int | None], ...]
    """Seat, way and giver of each win, in order."""


class World:
    """The table top, its machine, and four people who play."""

    def __init__(
        self,
        journal: Path,
        *,
        seed: int,
        speed: float,
        look: Look = NEAT,
        table: Callable[..., SimTable] = SimTable,
    ) -> None:
        """Set a *table* up, and let the camera see it in that *look*.

        `close` it in the end.
        """
        self._rng, self._play_rng = (random.Random(seed) for _ in range(2))  # noqa: S311 -- players
        self.machine = table(BOX, seed=seed, speed=speed)
        evening = rough(np.random.default_rng(seed)) if look.is_rough else None
        self.camera = SimCamera(seed=seed, tile_set="plain", conditions=evening)
        self._manners = HASTY if look.is_rough else None
        self._has_rivers = look.has_rivers
        try:
            self.client = open_table(self.machine.port, journal=journal)
        except BaseException:
            self.machine.close()
            raise
        self.mishaps = SimMishaps(self.machine)
        self.truth: Json | None = None
        """The record of the hand that lies on the table; `None` while nobody has won."""
        self._laid: Hand | None = None

    @cached_property
    def cards(self) -> CardTable:
        """The table with cards or dominoes, under the same camera."""
        return CardTable(self.camera.conditions)

    def clear(self, tiles: Mapping[str, int]) -> None:
        """Take everything off the table top and put exactly *tiles* into the machine."""
        if self.needs(tiles):
            self.machine.use_set(tiles)
        self.camera.clear()
        self.truth = self._laid = None

    def lay_down(self, view: View) -> None:
        """Let the players lay down a hand that fits what the kiosk was told, once per hand."""
        if not isinstance(view, HandView) or view.stage is Stage.TABLE:
            return  # the camera looks at nothing but dice before play
        if _hand_of(view.session, view.draft) != self._laid:
            is_drawn = view.draft.outcome == "draw"
            self.lay(self.invent(view.session, view.draft, is_drawn=is_drawn), view)

    def invent(self, session: Session, draft: Draft, *, is_drawn: bool) -> Json:
        """Return the record of a hand for *session* that agrees with what *draft* says of it."""
        game = rules.ruleset(session.ruleset)
        assert isinstance(game, Ruleset)
        given = HandSpec(
            options=session.options,
            state=_state(session, draft),
            dice=[list(throw) for throw in draft.dice],
            indicators=self._turned_up(draft, game, session.options),
            winner=next(iter(_winners(draft)), None),
            further=_further(draft),
            declared=[list(seat.declared) for seat in draft.seats],
        )
        lay_out = drawn_record if is_drawn else winning_record
        return lay_out(game, self._rng, given)

    def play(self, session: Session, draft: Draft) -> HandRecords:
        """Return a hand of cards or dominoes that the players of *session* have played."""
        given = HandSpec(options=session.options, state=_state(session, draft))
        return played_record(session.ruleset, self._rng, given)

    def lay_cards(self, view: View) -> None:
        """Let the players lay out, for the camera's next look, what they have just played."""
        if not isinstance(view, HandView):
            return
        if _hand_of(view.session, view.draft) != self._laid:
            self.bring_played(self.play(view.session, view.draft), view)
        self.cards.lay()

    def bring_played(self, played: HandRecords, view: HandView) -> None:
        """Let the players hold what was *played* in the hand that *view* shows."""
        self._laid = _hand_of(view.session, view.draft)
        self.cards.bring(played)

    def lay(self, record: Json, view: HandView, *, planted: bool = False) -> None:
        """Lay the hands of *record* on the table, tile by tile, and before the camera.

        They belong to the hand that *view* shows. Where *planted*, the camera gets to see
        a wrong tile: a misreading that nothing but a comparison can find.
        """
        self.truth, self._laid = record, _hand_of(view.session, view.draft)
        scene = scene_of(with_wrong_tile(record) if planted else record)
        camera = self.camera.above(len(scene.seats))
        camera.play_with(self.machine.set_in_play)
        if self._has_rivers:
            scene = with_rivers(scene, record, self._play_rng)
        camera.show(scene, self._manners)
        if any(self.machine.walls):
            for seat, laid in enumerate(record["seats"]):
                self._bring(seat, laid, [win for win in record["wins"] if win["seat"] == seat])

    def close(self) -> None:
        """Switch the machine off."""
        self.machine.close()

    def needs(self, tiles: Mapping[str, int]) -> bool:
        """Return whether people have to change the sets before they play with *tiles*."""
        return any(faces != dict(tiles) for faces in self.machine.sets)

    def _bring(self, seat: int, laid: Json, wins: list[Json]) -> None:
        """Move the tiles that *seat* has laid down from the walls to where they lie."""
        rows = [
            (Area.HAND, laid.get("hand") or ""),
            (Area.HAND, "".join(win["tile"] for win in wins if win["tile"])),
            (Area.MELDS, "".join(meld["tiles"] for meld in laid.get("melds", ()))),
            (Area.FLOWERS, laid.get("flowers", "")),
            (Area.ASIDE, laid.get("aside", "")),
        ]
        for area, text in rows:
            for tile in parse(text):
                self.machine.fetch(CODES[tile], seat, area)

    def _turned_up(self, draft: Draft, game: Game, options: Mapping[str, Any]) -> list[str] | None:
        """Return the tile that stands where the dice say, or nothing if there are no walls.

        A flower is passed over for the next stack's: it would be laid out, and another turned up.
        """
        place = draft.wall_break.get("indicator")
        walls = self.machine.walls
        if not place or game.indicators != 1 or not any(walls):
            return None
        flowers = game.flower_tiles({**game.defaults, **options})
        lengths = [len(wall) for wall in walls]
        for further in range(sum(lengths)):
            on_from_there = {**place, "stack": place["stack"] + further}
            side, stack = indicator_stack({**draft.wall_break, "indicator": on_from_there}, lengths)
            tile = (
                walls[side][stack][place["tier"] == Tier.BOTTOM] if stack < lengths[side] else None
            )
            if tile is not None and TILES[tile.face] not in flowers:
                return [self.machine.turn_up(side, stack, Tier(place["tier"])).face]
        return None


def _state(session: Session, draft: Draft) -> Json:
    """Return the `state` of the record of the hand that is played."""
    standing = session.standing
    return standing.to_state(standing.banker if draft.leader is None else draft.leader)


def scene_of(record: Json) -> Scene:
    """Return what lies on the table when the hand of *record* has ended."""
    return Scene.from_record(record, rules.ruleset(record["ruleset"]).hand_size)


def with_wrong_tile(record: Json) -> Json:
    """Return *record* with another tile in place of the first of the first shown hand."""
    wrong: Json = copy.deepcopy(record)
    shown = next(seat for seat in wrong["seats"] if seat["hand"])
    first, *rest = parse(shown["hand"])
    other = TILES["1z"] if first != TILES["1z"] else TILES["2z"]
    shown["hand"] = write((other, *rest))
    return wrong


def _winners(draft: Draft) -> tuple[tuple[int, str, int | None], ...]:
    """Return seat, way and giver of each win, as far as the kiosk was told how it was made."""
    return tuple((win.seat, win.by, win.giver) for win in draft.noted_wins)


def _further(draft: Draft) -> tuple[FurtherWin, ...] | None:
    """Return the wins after the first one, where the kiosk was told of any."""
    wins = draft.noted_wins
    if not wins:
        return None
    return tuple(
        FurtherWin(win.seat, win.by, win.giver, shares=win.call == before.call)
        for before, win in pairwise(wins)
    )


def _hand_of(session: Session, draft: Draft) -> Hand:
    return Hand(session.opened, len(session.hands), draft.outcome, _winners(draft))


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
        camera = self._world.camera.above(seats)
        camera.roll(thrown_dice(self._world.machine))
        if camera is not self._looks:
            self._looks = camera
            self._reader = CameraReader(camera, recogniser(camera.calibration, self._own))
        return self._reader.read(tiles, seats)

    def cards(self, deck: str, seats: int) -> CardReading:
        """Let the players lay out their cards, then return where the camera sees them."""
        self._world.mishaps.check_sight()
        self._world.lay_cards(self._view())
        calibration = self._world.camera.calibration
        look = card_recogniser(calibration, kit)
        reader = CameraReader(self._world.cards.camera, recogniser(calibration), look)
        return reader.cards(deck, seats)

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

    def close(self) -> None:
        """Let go of camera and table."""
        self._reader.close()
        self._world.close()


def simulated_service(
    settings: Settings, progress: Progress = unwatched, *, seed: int = 1, speed: float = SPEED
) -> Service:
    """Return the kiosk's service over a simulated table; `close` it in the end."""
    return service_in(simulated_world(settings, seed=seed, speed=speed), settings, progress)


def simulated_world(
    settings: Settings, *, seed: int, speed: float, look: Look = NEAT, board: str = ""
) -> World:
    """Return a world whose journal lies in the kiosk's data directory."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    table = EmulatedTable if board else SimTable
    return World(settings.journal, seed=seed, speed=speed, look=look, table=table)


def service_in(world: World, settings: Settings, progress: Progress = unwatched) -> Service:
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
    return service
