"""What a look through the camera comes to when something breaks behind it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from kiosk.camera.worker import Errand, Lookout
from kiosk.session import State
from tests.kiosk.plain_game import PlainEngine
from tests.kiosk.stand_ins import LoadedCamera
from vision.types import TableReading

if TYPE_CHECKING:
    from kiosk.session.commands import Settle, TakeReading


def test_a_reading_that_nobody_can_take_in_is_told() -> None:
    camera, looked = LoadedCamera(), threading.Event()
    camera.reading = TableReading(())

    def lose(_: TakeReading | Settle) -> None:
        raise LookupError("a seat that this table lacks")

    errand = Errand(PlainEngine(), State, lambda: ({"1m": 4}, 4), lose, looked.set)
    lookout = Lookout(camera, errand)
    try:
        lookout.look(afresh=True)
        assert looked.wait(10)
    finally:
        lookout.close()
    assert lookout.error is not None
    assert lookout.error.code == "camera_failed"
