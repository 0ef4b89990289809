"""What a camera above the table would show on the screens."""

from __future__ import annotations

import cv2
import numpy as np

from hw_sim.camera import Scene, SimCamera
from tests.kiosk.stand_ins import LoadedCamera
from tests.rules.cases import cases
from vision.types import Image


def load_grey(camera: LoadedCamera) -> None:
    """Let *camera* show nothing but grey, at a camera's size."""
    camera.picture = _encode_jpeg(np.full((1080, 1440, 3), 120, np.uint8))
    camera.cut = _encode_jpeg(np.full((120, 90, 3), 120, np.uint8))


def load_table(camera: LoadedCamera) -> None:
    """Let *camera* show the tiles of a hand of Wuhan mahjong, and one of them close by."""
    record = next(case.data["record"] for case in cases("wuhan") if case.id == "wuhan-001")
    camera_sim = SimCamera(seed=1, tile_set="plain")
    camera_sim.show(Scene.from_record(record))
    image = camera_sim.grab().image
    corners = np.array(next(tile.box for tile in camera_sim.truth() if tile.code == "7s"))
    (left, top), (right, bottom) = corners.min(0).astype(int), corners.max(0).astype(int)
    camera.picture, camera.cut = _encode_jpeg(image), _encode_jpeg(image[top:bottom, left:right])


def _encode_jpeg(image: Image) -> bytes:
    """Return *image* as the kiosk's pages get it."""
    _, jpeg = cv2.imencode(".jpg", image)
    return jpeg.tobytes()
