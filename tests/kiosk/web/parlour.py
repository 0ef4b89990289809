"""A kiosk with everything real but the machine and the camera, and hands to lay on its table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import rules
from kiosk.access.operator import temporary_operator_context
from kiosk.clock import Clock, SystemClock
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.seat_lists import SeatLists
from kiosk.service import Service
from kiosk.session.settle import Engine
from kiosk.settings import Settings
from kiosk.web.app import WebConfig
from rules.tiles import CODES, parse
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app
from vision.types import MeldReading, SeatReading, TableReading, TileReading

NAMES = ("Aiko", "Bo", "Chie", "Dana")
BOX = ((0.0, 0.0), (26.0, 0.0), (26.0, 35.0), (0.0, 35.0))
DEADLINE_S = 10.0


class Parlour:
    """One kiosk and its outside."""

    def __init__(
        self,
        path: Path,
        *,
        has_camera: bool = True,
        engine: Engine = rules,
        clock: Clock | None = None,
    ) -> None:
        self.machine = HandTurnedMachine()
        self.camera = LoadedCamera()
        store = LedgerStore(path, clock or TickingClock(), boot_id="boot")
        self.service = Service(store, self.machine, self.camera, LiveBoard(), engine)
        self.operator_context = temporary_operator_context(Settings(data_dir=path.parent))
        self.app = create_app(self.service, WebConfig(has_camera=has_camera), self.operator_context)

    def join_network(self, code: str = "scannedcode", clock: Clock | None = None) -> None:
        """Serve at 10.0.0.7 from now on, with seats that phones take by *code*."""
        settings = self.operator_context.settings.model_copy(update={"host": "10.0.0.7"})
        self.operator_context = replace(self.operator_context, settings=settings)
        self.app.extensions["jantaku_operator_context"] = self.operator_context
        lists = SeatLists(clock or SystemClock(), lambda: code)
        self.app.extensions["jantaku_seat_lists"] = lists

    def visitor(self) -> Visitor:
        """Return someone who opens the kiosk's page."""
        return Visitor(self.app)

    def sit_down(self, ruleset: str = "wuhan", options: str = "") -> Visitor:
        """Return someone at the table of four who have just begun."""
        someone = self.visitor().go(f"/new/{ruleset}/seats?{options}")
        return someone.tap("Start", name=list(NAMES))

    def at_review(self, reading: TableReading, ruleset: str = "wuhan") -> Visitor:
        """Return someone who looks at *reading*: Dana won on Bo's discard."""
        someone = self.sit_down(ruleset)
        someone.tap("Start the hand" if not self.is_waiting else "Skip the machine")
        someone.tap("Dana wins").tap("Bo", place=0)
        return self.read(someone, reading)

    def count_hand(self) -> Visitor:
        """Return someone after the sheet's hand was counted."""
        return self.at_review(sheet_example()).tap("Score it", "Confirm & next hand")

    def win_chip(self) -> Visitor:
        """Return someone who looks at a hand of riichi in which Dana's red five brings a chip."""
        someone = self.sit_down("riichi", "chips=apart").tap("Skip the machine", "Dana wins")
        red = SeatReading(3, read_tiles("234m234p23405s67s"), winning=read_tiles("8s")[0])
        return self.read(
            someone.tap("Bo", place=0), TableReading((red,), indicators=read_tiles("1m"))
        )

    def read(self, someone: Visitor, reading: TableReading) -> Visitor:
        """Let the camera see *reading* when *someone* taps Read, and wait for it."""
        self.camera.reading = reading
        with self.service.live.subscribe() as screen:
            someone.tap("Read")
            while self.service.view().reading:
                assert screen.wait(DEADLINE_S) is not None, "the camera never looked"
        return someone.go("/")

    @property
    def is_waiting(self) -> bool:
        """Return whether the machine has something to do before play."""
        return self.service.view().table.next_job is not None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the scores in the ledger."""
        session = self.service.view().session
        assert session is not None
        return session.standing.totals


def read_tiles(text: str, confidence: float = 0.99) -> tuple[TileReading, ...]:
    """Return the tiles of *text* as the camera sees them, in its order."""
    return tuple(TileReading(CODES[tile], confidence, BOX) for tile in parse(text))


def sheet_example(doubt: str = "") -> TableReading:
    """Return the example of Wuhan's sheet: Dana wins 8m on Bo's discard; −16, −16, −64, +96.

    The tile *doubt* of Dana's hand, where given, is read with little confidence.
    """
    hand = tuple(
        TileReading(tile.code, 0.5, BOX, (("9p", 0.3),)) if tile.code == doubt else tile
        for tile in read_tiles("67m456p55789s")
    )
    return TableReading(
        (
            SeatReading(0, melds=(MeldReading("pung", read_tiles("999m"), 0, 2),)),
            SeatReading(1, melds=(MeldReading("pung", read_tiles("111z"), 0, 2),)),
            SeatReading(
                2, melds=(MeldReading("pung", read_tiles("777p"), 0, 2),), aside=read_tiles("7z4s")
            ),
            SeatReading(
                3,
                hand,
                (MeldReading("chow", read_tiles("234m"), 1, 3),),
                winning=read_tiles("8m")[0],
            ),
        ),
        indicators=read_tiles("3s"),
    )
