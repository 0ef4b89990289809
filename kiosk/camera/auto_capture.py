"""Looking by itself while hands are laid open, until one reading says everything."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused
from kiosk.session import DraftChanged, Stage, apply, step
from kiosk.session.commands import Settle, TakeReading

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiosk.session import State
    from kiosk.session.engine import Engine
    from vision.types import TableReading

PAUSE_S: Final = 0.8
"""So long must the tiles lie still (kiosk.md §6): two looks in a row see the same."""
MOST_LOOKS: Final = 150
"""Two minutes; then people tap Read or enter the tiles."""


def says_all(state: State, reading: TableReading, engine: Engine) -> bool:
    """Return whether *reading* leaves nothing in doubt and the hand can be settled by it."""
    try:
        (taken,) = step(state, TakeReading(reading, afresh=False), engine)
        seen = apply(state, taken, 0)
        (settled,) = step(seen, Settle(), engine)
    except Refused:
        return False
    assert isinstance(taken, DraftChanged)
    assert isinstance(settled, DraftChanged)
    is_clear = not taken.draft.doubtful and not taken.draft.reading_problems
    return is_clear and settled.draft.stage is Stage.SETTLEMENT


class Watch:
    """One thread that looks until one reading says all, or the hand has moved on."""

    def __init__(
        self,
        look: Callable[[], TableReading],
        state: Callable[[], State],
        take: Callable[[TableReading], None],
        engine: Engine,
    ) -> None:
        """Begin to *look*; what says all in the *state* of then goes to *take*, once."""
        self._look, self._state, self._take = look, state, take
        self._engine = engine
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def close(self) -> None:
        """Look no more, and wait for a look that is under way."""
        self.stop()
        self._thread.join()

    def _run(self) -> None:
        """Look, with a pause before each look."""
        last: TableReading | None = None
        for _ in range(MOST_LOOKS):
            if self._stopped.wait(PAUSE_S) or self._state().stage is not Stage.READING:
                return
            seen = self._seen()
            is_still = seen is not None and last is not None and _codes(seen) == _codes(last)
            if seen is not None and is_still and says_all(self._state(), seen, self._engine):
                self._take(seen)
                return
            last = seen

    def _seen(self) -> TableReading | None:
        """Return what lies there, nothing where the camera cannot say."""
        try:
            return self._look()
        except Refused:
            return None


def _codes(reading: TableReading) -> list[list[str]]:
    """Return what lies where, by its codes."""
    return [
        [tile.code for tile in (*seat.hand, *(t for meld in seat.melds for t in meld.tiles))]
        for seat in reading.seats
    ]
