"""How far work on a ledger is, for who watches it and may end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

ROWS_AT_ONCE: Final = 64
"""Read between two tellings of how far a work is; they take some milliseconds."""
Progress = Callable[[float], None]
"""Is told again and again how much of a work is done, 0 to 1; it ends the work by raising."""


class StoppedError(Exception):
    """A work that was ended before it was done; nothing of it is left."""


def ignore_progress(part: float) -> None:
    """Let a work go on to its end."""
