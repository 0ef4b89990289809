"""How often the camera page shows what lies on the table: looks while somebody reaches over it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Final

import numpy as np

from bench.camera.progress import with_progress
from hw_sim.camera import FULL_HD, UHD, Conditions, Scene, SimCamera
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import deal
from kiosk.camera.reader import CameraReader, recogniser
from vision.camera import Frame
from vision.types import Image

_SLEEVES_MM: Final = (None, -30.0, 15.0, 60.0, 105.0, 150.0, 105.0, 60.0, 15.0, -30.0)
"""How far a hand reaches in, frame after frame: in, to the middle of the discards, and out."""


@dataclass
class Film:
    """A camera that shows frames in turn."""

    frames: Sequence[Image]
    _turn: Any = field(init=False)

    def __post_init__(self) -> None:
        self._turn = cycle(self.frames)

    def grab(self) -> Frame:
        """Return the next frame."""
        return Frame(next(self._turn), 0.0)


def looks(times: int) -> dict[str, dict[str, float]]:
    """Return looks a second, and milliseconds of one, at the end of a hand of riichi.

    All that play left lies there; nothing moves, or an arm in every frame. With each look goes
    what the page is sent: the picture as JPEG.
    """
    hand = deal("riichi", None, random.Random(3), HandSpec()).to_the_end()  # noqa: S311 -- tiles
    scene, game = hand.scene(hand.record()), hand.course.at.game
    tiles = game.tiles_for(game.defaults)
    result = {}
    for name, size in with_progress("looks", (("1080p", FULL_HD), ("4k", UHD))):
        cameras = [_camera(scene, size, sleeve) for sleeve in _SLEEVES_MM]
        still = [cameras[0].grab().image for _ in range(3)]
        arm = [camera.grab().image for camera in cameras]
        for kind, frames in (("still", still), ("arm", arm)):
            reader = CameraReader(Film(frames), recogniser(cameras[0].calibration))
            reader.look(tiles, len(scene.seats))
            result[f"{name}_{kind}"] = _time_looks(reader, tiles, len(scene.seats), times)
    return result


def _camera(scene: Scene, size: tuple[int, int], sleeve_mm: float | None) -> SimCamera:
    camera = SimCamera(seed=1, conditions=Conditions(size=size, sleeve_mm=sleeve_mm))
    camera.show(scene)
    return camera


def _time_looks(reader: CameraReader, tiles: Any, seats: int, times: int) -> dict[str, float]:
    clock_ms, busy = [], []
    for _ in range(max(times, len(_SLEEVES_MM))):
        start, before = time.perf_counter(), time.process_time()
        reader.look(tiles, seats)
        clock_ms.append(1000 * (time.perf_counter() - start))
        busy.append(1000 * (time.process_time() - before))
    p50, p95 = (round(float(value), 1) for value in np.percentile(clock_ms, (50, 95)))
    return {
        "looks_per_s": round(1000 / float(np.mean(clock_ms)), 1),
        "p50": p50,
        "p95": p95,
        "processor": round(float(np.mean(busy)), 1),
    }
