"""How a thread that serves a machine is kept from waiting behind threads that reckon."""

from __future__ import annotations

import contextlib
import os
import sys


def be_prompt() -> None:
    """Put the calling thread before those that reckon, where the system allows it.

    Real time at the lowest rank, since a thread that is merely preferred waits until
    another's slice is over; it is for threads that do little and then wait.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
