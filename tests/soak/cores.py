"""Trials whose parts need not wait for each other, on all cores, and on a disk that is memory."""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

ROOM: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where files lie of which only the content is tried: nobody waits for a disk."""
ALONE: Final = 8
"""So few parts are worked off in this process; more in one for each core."""
FORK: Final = multiprocessing.get_context("fork")
QUIET: Final = logging.CRITICAL
"""Every mishap is logged, and there are thousands."""
_AT_WORK: Final[list[Callable[[int], Counter[str]]]] = []


def count_all(
    work: Callable[[int], Counter[str]], numbers: Iterable[int], *, alone: int = ALONE
) -> Counter[str]:
    """Return the sum of what *work* counts for each of *numbers*; its first error ends all.

    Up to *alone* of them are worked off in this process.
    """
    parts = list(numbers)
    if len(parts) <= alone:
        return sum(map(work, parts), Counter())
    total: Counter[str] = Counter()
    _AT_WORK.append(work)  # processes are forked: what it holds need not be sent to them
    try:
        with ProcessPoolExecutor(os.cpu_count(), FORK, logging.disable, (QUIET,)) as pool:
            for one in pool.map(_one, parts, chunksize=4):
                total += one
    finally:
        _AT_WORK.pop()
    return total


def _one(number: int) -> Counter[str]:
    return _AT_WORK[-1](number)
