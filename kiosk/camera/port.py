"""The camera as the kiosk sees it: a still to look at and a reading of the table.

`ReaderPort` is the seam; `vision` stands behind it (`kiosk.camera.reader`). `NoCamera` is a
table without one: tiles are entered by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kiosk.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.draft import Quad
    from vision.table import CardReading
    from vision.types import Image, TableReading


@dataclass(frozen=True, slots=True)
class ReadFrame:
    """One frame as people look at it, and what was read in it."""

    jpeg: bytes
    size: tuple[int, int]
    """Width and height, in pixels, of the frame that was read: the boxes of tiles count in them."""
    reading: TableReading | None = None
    refusal: Refused | None = None
    """Why nothing could be read in it."""


class ReaderPort(Protocol):
    """A camera with a recogniser. Calls may take a second; none runs under the service's lock."""

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what lies on the table; raise `Refused` where no picture can be had.

        *tiles* says how many copies of each code the game's set has.
        """

    def cards(self, deck: str, seats: int) -> CardReading:
        """Return where the cards of *deck* lie, an enrolled set or a kit; raise `Refused` if none.

        Cards are told by their faces alone, so the deck has to be known by its name.
        """

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return the newest frame with what lies there now; raise `Refused` where there is none.

        Nothing is waited for, and pictures of single tiles stay those of the last `read`. Without
        *tiles* nothing is read.
        """

    def last_frame(self) -> bytes:
        """Return the last frame read as JPEG; raise `Refused` where none was."""

    def still(self) -> bytes:
        """Return the newest frame as JPEG; raise `Refused` where there is none."""

    def frame(self) -> Image:
        """Return the newest frame as it is; raise `Refused` where there is none."""

    def crop(self, box: Quad) -> bytes:
        """Return the part of the last frame read that *box* encloses, upright, as JPEG."""

    def close(self) -> None:
        """Let go of the camera."""


class NoCamera:
    """A table without a camera."""

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:  # noqa: ARG002 -- the port's form
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: enter the tiles by hand", where="camera")

    def cards(self, deck: str, seats: int) -> CardReading:  # noqa: ARG002 -- the port's form
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: tell the cards by touch", where="camera")

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:  # noqa: ARG002 -- the port's form
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: enter the tiles by hand", where="camera")

    def last_frame(self) -> bytes:
        """Refuse: nothing was read."""
        raise Refused("no_picture", "no camera: nothing was read", where="camera")

    def still(self) -> bytes:
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: enter the tiles by hand", where="camera")

    def frame(self) -> Image:
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: enter the tiles by hand", where="camera")

    def crop(self, box: Quad) -> bytes:  # noqa: ARG002 -- the port's form
        """Refuse: there is nothing to look with."""
        raise Refused("no_camera", "no camera: enter the tiles by hand", where="camera")

    def close(self) -> None:
        """Do nothing."""
