"""Pictures for the pages: whether the camera gives any."""

from __future__ import annotations

import pytest

from kiosk.camera.stills import Stills
from kiosk.errors import Refused


class SlowCamera:
    """A camera that is asked whether it counts as dark while it takes a picture."""

    def __init__(self) -> None:
        self.stills = Stills(self.take, clock=lambda: 0.0, pause=lambda _: None)
        self.is_gone = False
        self.looked_dark = False

    def take(self) -> bytes:
        self.looked_dark = self.stills.is_dark
        if self.is_gone:
            raise Refused("no_camera", "its cable is out")
        return b"picture"


def test_a_camera_is_dark_from_a_picture_that_did_not_come_until_one_does() -> None:
    camera = SlowCamera()
    camera.stills.newer(0)
    assert (camera.looked_dark, camera.stills.is_dark) == (False, False)
    camera.is_gone = True
    with pytest.raises(Refused):
        camera.stills.newer(1)
    assert camera.stills.is_dark
    camera.is_gone = False
    camera.stills.newer(1)
    assert (camera.looked_dark, camera.stills.is_dark) == (True, False)
