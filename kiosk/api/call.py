"""One operation of the interface as it is described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.access.rights import Right
    from kiosk.api.schema import Schema

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"
ZIP: Final = "application/zip"
WEBP: Final = "image/webp"
SVG: Final = "image/svg+xml"
STREAM: Final = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Call:
    """One operation as it is described."""

    id: str
    summary: str
    right: Right
    answer: Schema | None = None
    """What comes back; nothing (204) where there is none."""
    body: Schema | None = None
    status: int = 200
    media: str = JSON
    query: tuple[Schema, ...] = ()
    fails: tuple[int, ...] = ()
    """Statuses of errors beside those of every call."""
