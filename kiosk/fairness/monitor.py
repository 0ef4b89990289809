"""Are the machine's dice fair, as far as this ledger goes? Asked after every hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.fairness.dice import LOOKS, audit_dice
from kiosk.fairness.history import throws_of
from kiosk.session.events import HandSettled, SeatsChanged, SessionClosed

if TYPE_CHECKING:
    from kiosk.fairness.history import Throw
    from kiosk.session.events import Recorded

OF_MACHINES: Final = frozenset({"motor_sensor", "motor_camera", "rng"})
"""Sources that the house answers for; dice thrown by hand are the players' own."""


class DiceWatch:
    """Follows a ledger and looks at the dice when a number of throws fixed beforehand is full.

    What a look finds is told for the rest of the session, and again if the next look finds it.
    """

    def __init__(self) -> None:
        self.is_suspicious = False
        """Whether the last look of this session found dice that look unfair."""
        self._throws: dict[str, list[Throw]] = {}

    def note(self, event: Recorded) -> None:
        """Take in the next *event* of the ledger."""
        if isinstance(event, SessionClosed):
            self.is_suspicious = False
        if isinstance(event, HandSettled | SeatsChanged | SessionClosed):
            for throw in throws_of(event):
                self._add(throw)

    def _add(self, throw: Throw) -> None:
        if throw.source not in OF_MACHINES:
            return
        throws = self._throws.setdefault(throw.source, [])
        throws.append(throw)
        if len(throws) in LOOKS:
            self.is_suspicious = not audit_dice(throws, throw.source).is_fair
