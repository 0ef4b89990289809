"""The board's serial line: the speed it is set to, and the way back to the usual one (§6.1)."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.wire.frame import BAUD, FALL_BACK_S


@dataclass(slots=True)
class Uart:
    """What sends and receives on the board; times are those of the board's clock."""

    baud: int = BAUD
    """Bits per second."""
    _next: int = 0
    """The speed to go over to once the answer has left, 0 for none."""
    _heard_at: float = 0.0

    def change(self, baud: int) -> None:
        """Go over to *baud* as soon as what is to be said before has been said."""
        self._next = baud

    def sent_all(self, now: float) -> None:
        """Go over to another speed, if one was asked for: nothing is left to send at this one."""
        if self._next:
            self.baud, self._next, self._heard_at = self._next, 0, now

    def heard(self, now: float) -> None:
        """Note that a whole frame has come."""
        self._heard_at = now

    def falls_back(self, now: float) -> bool:
        """Return whether the line has just gone back to the usual speed, having heard nothing."""
        due = self.deadline()
        if due is None or now < due:
            return False
        self.baud = BAUD
        return True

    def deadline(self) -> float | None:
        """Return when the line goes back unless a frame comes, `None` at the usual speed."""
        return None if self.baud == BAUD else self._heard_at + FALL_BACK_S
