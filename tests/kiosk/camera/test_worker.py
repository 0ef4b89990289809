"""Looks through the camera: on their own thread, and by themselves until one says everything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiosk.camera.worker import CameraWorker, CaptureContext
from kiosk.session import Stage, State
from kiosk.session.commands import NoteDice, Settle, TakeReading
from tests.guards import PATIENCE_S
from tests.kiosk.plain_game import PlainEngine
from tests.kiosk.stand_ins import LoadedCamera
from tests.kiosk.web.parlour import Parlour, sheet_example
from vision.types import TableReading


@pytest.fixture
def parlour(tmp_path: Path) -> Iterator[Parlour]:
    place = Parlour(tmp_path / "ledger.sqlite")
    place.service.watches = True
    yield place
    place.service.close()


def lay_open(parlour: Parlour, reading: TableReading) -> None:
    """Let Dana win on Bo's discard and lay *reading* open."""
    parlour.camera.reading = reading
    parlour.sit_down().tap("Skip the machine").tap("Dana wins").tap("Bo", place=0)


def until(parlour: Parlour, stage: Stage) -> bool:
    """Return whether the table comes to *stage* before patience ends."""
    with parlour.service.live.subscribe() as screen:
        while parlour.service.view().stage is not stage:
            if screen.wait(PATIENCE_S) is None:
                return False
    return True


def test_a_clear_reading_is_settled_without_a_tap(parlour: Parlour) -> None:
    lay_open(parlour, sheet_example())
    assert until(parlour, Stage.SETTLEMENT)
    parlour.visitor().tap("Confirm & next hand")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_look_that_breaks_is_not_the_last(parlour: Parlour) -> None:
    parlour.camera.breaks = ValueError("a network of another shape")
    lay_open(parlour, sheet_example())
    with parlour.service.live.subscribe() as screen:
        assert screen.wait(1.3) is None
    parlour.camera.breaks = None
    assert until(parlour, Stage.SETTLEMENT)


def test_a_tile_in_doubt_waits_for_people(parlour: Parlour) -> None:
    lay_open(parlour, sheet_example(doubt="7s"))
    with parlour.service.live.subscribe() as screen:
        assert screen.wait(2.6) is None
    assert parlour.service.view().stage is Stage.READING
    parlour.camera.reading = sheet_example()
    assert until(parlour, Stage.SETTLEMENT)


@contextmanager
def lost_on(reading: TableReading) -> Iterator[tuple[CameraWorker, threading.Event]]:
    """Yield who looks at *reading*, which nobody can take in, and what is set once they have."""
    camera, looked = LoadedCamera(), threading.Event()
    camera.reading = reading

    def lose(_: NoteDice | TakeReading | Settle) -> None:
        raise LookupError("a seat that this table lacks")

    errand = CaptureContext(PlainEngine(), State, lambda: ({"1m": 4}, 4), lose, looked.set)
    camera_worker = CameraWorker(camera, errand)
    try:
        yield camera_worker, looked
    finally:
        camera_worker.close()


def test_a_reading_that_nobody_can_take_in_is_told() -> None:
    with lost_on(TableReading(())) as (camera_worker, looked):
        camera_worker.look(afresh=True)
        assert looked.wait(10)
    assert camera_worker.error is not None
    assert camera_worker.error.code == "camera_failed"


def test_dice_that_nobody_can_take_in_leave_the_camera_free() -> None:
    with lost_on(TableReading((), dice=(3, 4))) as (camera_worker, looked):
        camera_worker.look_at_dice()
        assert looked.wait(10)
    assert not camera_worker.is_reading


def test_a_stop_does_not_wait_for_a_camera_that_gives_no_picture(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path / "ledger.sqlite")
    lay_open(parlour, sheet_example())
    parlour.camera.shutter.clear()
    parlour.visitor().tap("Read")
    assert parlour.camera.has_begun.wait(PATIENCE_S)
    parlour.service.close()
    assert parlour.camera.is_cut_off
