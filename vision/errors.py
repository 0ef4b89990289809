"""What this package raises on purpose, in the shape that every door of the program shows."""

from __future__ import annotations

from typing import ClassVar


class VisionError(Exception):
    """Base of the errors of the camera side; the message says what to do."""

    code: ClassVar[str] = "vision"

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def to_json(self) -> dict[str, str]:
        """Return the object that every door of the program shows."""
        return {"code": self.code, "message": self.message, "where": self.where}


class UnreadableImageError(VisionError):
    """A file that is missing or is no picture."""

    code = "unreadable_image"


class ImageTooLargeError(UnreadableImageError):
    """A picture that takes more memory than a kiosk has to spare."""

    code = "image_too_large"


class ImageShapeError(UnreadableImageError):
    """A picture so small or so narrow that it can be no photograph."""

    code = "image_shape"


class NoTilesError(VisionError):
    """A picture in which no tile was found."""

    code = "no_tiles"


class NoFrameError(VisionError):
    """A camera that gives no picture."""

    code = "no_frame"


class NotCalibratedError(VisionError):
    """A frame in which the table's place could not be found."""

    code = "not_calibrated"
