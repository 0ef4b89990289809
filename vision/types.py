"""Pictures, and what the recogniser saw in them: what enters this package and what leaves it.

Coordinates are pixels of the frame that was read, x to the right and y down.
Seats are numbered as in the hand record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Image: TypeAlias = "NDArray[np.uint8]"
"""A picture, height × width × 3, blue-green-red, 8 bits a channel."""

Floats: TypeAlias = "NDArray[np.float64]"

REVIEW_THRESHOLD: Final = 0.9
"""Confidence, 0 to 1, from which on nobody looks at a tile again; how often such a one is wrong
stands in `docs/model-card.md`."""

BACK: Final = "0z"
"""The code of a tile face down."""

Corner = tuple[float, float]
Box = tuple[Corner, Corner, Corner, Corner]
"""Four corners in pixels, clockwise. Those of a tile's face start at its top left as its reader
sees it upright (so they turn with the tile)."""


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile: what it is taken for, how sure that is, and what else it may be."""

    code: str
    """Two-character tile code of the hand record; `0z` is a back."""
    confidence: float
    """Calibrated probability that *code* is right, 0 to 1."""
    box: Box
    """The corners of its face, its own top left first."""
    alternatives: tuple[tuple[str, float], ...] = ()
    """Other codes with their probabilities, most likely first."""
    sideways: bool = False
    """Whether the tile lies across its row (a claimed tile in a meld)."""
    decoded_from: str | None = None
    """The code first read, where joint decoding changed it."""
    body: Box | None = None
    """The corners of the whole tile, its sides too, where a photograph shows them."""

    @property
    def whole(self) -> Box:
        """Return the corners of all that is seen of the tile."""
        return self.body or self.box

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence {self.confidence} is outside 0 to 1")


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A meld: its tiles in order from the owner's left."""

    kind: str
    """As in the hand record: `chow`, `pung`, `kong_discard`, `kong_added`, `kong_concealed`."""
    tiles: tuple[TileReading, ...]
    claimed: int | None = None
    """Which of *tiles* lies sideways; its place says from whom it came."""
    from_offset: int | None = None
    """Who gave the claimed tile, counted counter-clockwise from the owner: 1 right, 2 opposite,
    3 left; `None` for a concealed kong."""


@dataclass(frozen=True, slots=True)
class SeatReading:
    """Everything that lies before one seat."""

    seat: int
    hand: tuple[TileReading, ...] = ()
    melds: tuple[MeldReading, ...] = ()
    flowers: tuple[TileReading, ...] = ()
    aside: tuple[TileReading, ...] = ()
    winning: TileReading | None = None
    """The tile laid apart from the hand as the one that won."""
    apart: int = 0
    """How many of the last tiles of *hand* lie apart from the others, where it is not just one.

    In games that go on after a win they are those of several wins; in others they are
    the hand's, and a tile between was not seen.
    """
    river: tuple[TileReading, ...] = ()
    """Its discards in order, where they lie in rows; `sideways` is the one of readiness."""
    has_stick: bool = False
    """Whether a stick of points lies before the discards, where readiness is paid."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """One look at the whole table."""

    seats: tuple[SeatReading, ...]
    indicators: tuple[TileReading, ...] = ()
    hidden_indicators: tuple[TileReading, ...] = ()
    thrown: tuple[TileReading, ...] = ()
    """The discards where they lie in disorder, so that nobody can tell whose they were."""
    walls: tuple[int, ...] = ()
    """How many stacks of the walls are left before each seat."""
    sticks: tuple[int, ...] = ()
    """How many sticks of points lie before each seat."""
    dice: tuple[int, ...] = ()
    problems: tuple[str, ...] = field(default=())
    """Ids of what hindered the reading (`too_dark`, `blurred`, `no_tiles`, …), worst first."""
