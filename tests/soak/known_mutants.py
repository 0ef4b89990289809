"""Mutants that no test can notice, and why."""

from __future__ import annotations

from typing import Final

HARMLESS: Final = {
    "firmware_bridge/jobs/journal.py: rng.randrange(1, 1 << 32) > rng.randrange(2, 1 << 32)": (
        "of 2³² install numbers one is never drawn"
    ),
    "firmware_bridge/link/session.py: self._steps_tag = 0 > self._steps_tag = 1": (
        "no step waits for an answer before the first question, which sets it"
    ),
}
"""File and change, as `make soak` tells them without the line, with the reason."""
