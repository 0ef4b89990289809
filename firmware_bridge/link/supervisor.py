"""When a port is tried again, and at which speed the line runs (`protocol.md` §6.1, §9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from firmware_bridge import errors
from firmware_bridge.link.endpoint import UNSUPPORTED, Closed
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S

FIRST_PAUSE_S: Final = 0.25
TOP_PAUSE_S: Final = 5.0
UNFIT_PAUSE_S: Final = 60.0
"""A device that is none of ours stays so; it is not bothered before the port looks different."""

ABSENT_PAUSE_S: Final = 0.25
"""Looking whether a missing port is back costs one system call, so it is done often."""

_PHASES: Final[dict[type[errors.BridgeError], LinkPhase]] = {
    errors.PortNotFoundError: LinkPhase.ABSENT,
    errors.PortBusyError: LinkPhase.DENIED,
    errors.PortPermissionError: LinkPhase.DENIED,
}


@dataclass(slots=True)
class Supervisor:
    """The phase of one port, why it is down, and when it is tried next."""

    port: str
    phase: LinkPhase = LinkPhase.ABSENT
    problem: errors.BridgeError | None = None
    retry_at: float = 0.0
    _pause_s: float = FIRST_PAUSE_S
    _last_look: object = None
    """How the port looked when it was last tried in vain."""

    @property
    def waits_for_change(self) -> bool:
        """Whether trying again makes no sense before the port looks different."""
        return self.phase in (LinkPhase.DENIED, LinkPhase.INCOMPATIBLE)

    def looks(self, port: object, now: float) -> None:
        """Take note of how the *port* looks: once that changes, it is tried at once."""
        if port != self._last_look:
            self._last_look = port
            if self.waits_for_change:
                self.retry_at = now

    def enter(self, phase: LinkPhase) -> bool:
        """Note that the conversation has come to *phase*; return whether that is new."""
        if phase is self.phase:
            return False
        self.phase = phase
        if phase.is_up:
            self.problem = None
            self._pause_s = FIRST_PAUSE_S
        return True

    def fail(self, problem: errors.BridgeError, now: float) -> bool:
        """Note that opening or talking ended by *problem*; return whether that is news.

        A port that is missing after its cable came off stays the problem that it was.
        """
        before = (self.phase, type(self.problem))
        missing = isinstance(problem, errors.PortNotFoundError)
        if not (missing and isinstance(self.problem, errors.ConnectionLostError)):
            self.problem = problem
        self.phase = _PHASES.get(type(problem), LinkPhase.LOST)
        if isinstance(problem, errors.ProtocolError):
            self.phase = LinkPhase.INCOMPATIBLE
        if missing:
            self.retry_at = now + ABSENT_PAUSE_S
        elif isinstance(problem, errors.WrongDeviceError | errors.VersionError):
            self.retry_at = now + UNFIT_PAUSE_S
        else:
            self.retry_at = now + self._pause_s
            self._pause_s = min(self._pause_s * 2, TOP_PAUSE_S)
        return before != (self.phase, type(self.problem))

    def why_closed(self, event: Closed) -> errors.BridgeError:
        """Return the error for a link that closed by itself."""
        if event.reason == UNSUPPORTED:
            return errors.version_error(self.port, *event.versions)
        if event.reason == 905:
            return errors.NoReplyError(self.port)
        return errors.ConnectionLostError(self.port)


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
    _boot_id: int | None = None
    _failed_in: int | None = None
    """The boot of the board in which a faster speed did not work."""
    _left_at: float = 0.0

    @property
    def is_fast(self) -> bool:
        """Whether there is a speed to go back from."""
        return self.baud != BAUD

    def reopen(self, port: tuple[int, ...], now: float) -> None:
        """Begin again on a port that was opened and can be set to the speeds of *port* too.

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
        """Go back, and stay so until the board has started again."""
        self.baud, self._failed_in = BAUD, self._boot_id
