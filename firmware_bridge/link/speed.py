"""How fast a serial line runs: the usual speed first, a faster one once both ends agree (§6.1).

The faster speed is given up for as long as the same boot of the board lasts as soon as it
fails: nothing whole heard for a second, or too much sent again. The board goes back by the
same second without a frame, so nobody has to tell it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

BAUD: Final = 115_200
"""The speed at which every port is opened and every board starts."""

FAST: Final = (250_000, 1_000_000)
"""Speeds that a host tries where its port and the board can both be set to them."""

FALL_BACK_S: Final = 1.0
"""So long without a whole frame at a faster speed, and an end goes back to the usual one."""

KNOCK_S: Final = 0.3
"""So long a board is looked for at the speed at which it was left a moment ago."""

ANSWER_S: Final = 0.5
"""An answer that comes later is not followed: the board may have gone back meanwhile."""


@dataclass(slots=True)
class LineSpeed:
    """The speed of one port, through all conversations on it."""

    baud: int = BAUD
    """What the port is to be set to now."""
    _port: tuple[int, ...] = ()
    """Faster speeds that the port can be set to."""
    _boot_id: int = 0
    _failed_in: int | None = None
    """The boot of the board in which a faster speed did not work."""
    _left_at: float = 0.0

    @property
    def is_fast(self) -> bool:
        """Whether there is a speed to go back from."""
        return self.baud != BAUD

    def opened(self, port: tuple[int, ...], now: float) -> None:
        """Begin anew on a port that was opened and can be set to the speeds of *port* too.

        A board that was left just now still runs at the speed that it had.
        """
        self._port = port
        if self.baud not in port or now >= self._left_at + FALL_BACK_S:
            self.baud = BAUD

    def left(self, now: float) -> None:
        """Note that nothing more is said to the board."""
        self._left_at = now

    def best(self, board: Iterable[int], boot_id: int) -> int:
        """Return the fastest speed of port and *board*, 0 where there is none to go to."""
        self._boot_id = boot_id
        if boot_id == self._failed_in:
            return 0
        return max(set(board) & set(self._port), default=0)

    def give_up(self) -> None:
        """Go back, and stay so until the board has started anew."""
        self.baud, self._failed_in = BAUD, self._boot_id
