"""The outside of one kiosk: a machine and a camera that do as they are told, or break."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from kiosk.camera.port import ReadFrame
from kiosk.errors import Refused
from kiosk.jobs import Job
from kiosk.session.draft import Quad
from kiosk.table.port import ByHand, Link, Setup, TableNews, TableStatus
from vision.table import CardReading
from vision.types import Image, TableReading


class HandTurnedMachine:
    """A machine whose jobs end when the test says so."""

    def __init__(self) -> None:
        self.now = TableStatus(link=Link.ONLINE)
        self.orders: list[tuple[str, Setup]] = []
        self.refuses: str | None = None
        """Why it cannot build the walls; `None`: it can."""
        """Why a look reads nothing."""
        self.breaks: Exception | None = None
        """What ends the program while the machine is being asked."""
        self.line = threading.Event()
        """What an order waits for on a slow line; set, it goes through at once."""
        self.line.set()
        self.has_order = threading.Event()
        """Set with the first order."""
        self._listener: Callable[[TableNews], None] = lambda _: None

    def listen(self, listener: Callable[[TableNews], None]) -> None:
        """Tell *listener* from now on."""
        self._listener = listener

    def start(self, job: Job, setup: Setup) -> None:
        """Take the order, unless the line is cut."""
        self.has_order.set()
        self.line.wait(10)
        if self.breaks is not None:
            raise self.breaks
        if self.now.link is not Link.ONLINE:
            raise Refused("table_lost", "the machine does not answer", where="table")
        self.orders.append((job, setup))
        self.now = replace(self.now, job=job, outcome="running", percent=0)
        self._listener(TableNews())

    def by_hand(self, setup: Setup) -> ByHand | None:
        """Return what the test says of every game."""
        return None if self.refuses is None else ByHand(self.refuses, setup.tiles)

    def bring(self, *, dice: tuple[int, ...] = (), walls_up: bool = False) -> None:
        """Do so much by the machine's own keys."""
        self._listener(TableNews(dice, walls_up, by_key=True))

    def finish(self, *, dice: tuple[int, ...] = (), walls_up: bool = False) -> None:
        """End the job at work."""
        self.now = replace(self.now, outcome="done", percent=100)
        self._listener(TableNews(dice, walls_up))

    def status(self) -> TableStatus:
        """Return how it stands."""
        return self.now

    def close(self) -> None:
        """Tell nobody any more."""
        self._listener = lambda _: None


class LoadedCamera:
    """A camera that shows what it was loaded with, or says why not."""

    def __init__(self) -> None:
        self.reading: TableReading | None = None
        self.card_reading: CardReading | None = None
        self.unread: Refused | None = None
        """Why a look reads nothing."""
        self.breaks: Exception | None = None
        """What nobody foresaw, at the next look."""
        self.asked: list[tuple[int, int]] = []
        self.picture = b"\xff\xd8 table"
        """What `still` returns; empty: the lens is covered."""
        self.cut = b""
        """What `crop` returns; empty: bytes that name the box."""
        self.film: Image = np.full((90, 160, 3), 120, np.uint8)
        """What `frame` returns: grey, no table, no markers; empty: the lens is covered."""
        self.shutter = threading.Event()
        self.shutter.set()
        self.has_begun = threading.Event()
        """Set while somebody looks."""
        self.is_cut_off = False
        """Whether it was closed in the middle of a look."""

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return the reading once the shutter is open."""
        self.asked.append((sum(tiles.values()), seats))
        self.has_begun.set()
        self.shutter.wait(10)
        self.has_begun.clear()
        if self.breaks is not None:
            raise self.breaks
        if self.reading is None:
            raise Refused("no_frame", "the lens is covered", where="camera")
        return self.reading

    def cards(self, deck: str, seats: int) -> CardReading:
        """Return where the cards were put, or say that none were."""
        self.asked.append((len(deck), seats))
        if self.card_reading is None:
            raise Refused("no_frame", "the lens is covered", where="camera")
        return self.card_reading

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return the picture that was put in, with the reading, if one was."""
        self.asked.append((sum(tiles.values()), seats))
        tall, wide = self.film.shape[:2]
        return ReadFrame(self.still(), (wide, tall), self.reading, self.unread)

    def last_frame(self) -> bytes:
        """Return the picture that was put in."""
        return self.picture

    def still(self) -> bytes:
        """Return the picture that was put in."""
        if not self.picture:
            raise Refused("no_frame", "the lens is covered", where="camera")
        return self.picture

    def frame(self) -> Image:
        """Return the film that was put in."""
        if not self.film.size:
            raise Refused("no_frame", "the lens is covered", where="camera")
        return self.film

    def crop(self, box: Quad) -> bytes:
        """Return the tile that was put in, else bytes that name the box."""
        return self.cut or b"\xff\xd8 " + repr(box).encode()

    def close(self) -> None:
        """Open the shutter: who waits for a picture waits no more."""
        self.is_cut_off = self.has_begun.is_set()
        self.shutter.set()
