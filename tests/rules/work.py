"""How much the rules do over a record: counted, so that no machine's haste is in it."""

from __future__ import annotations

import functools
import gc
import sys
from types import FrameType
from typing import Any, Final

import rules

MOST_CALLS: Final = 100_000
"""Of Python functions over one record that a call of the interface can hold: 75,000 are the worst
that the search in `tests/soak/slow_records.py` has found, for a row of 12,000 tiles."""
KEPT: Final = ("rules.engine", "rules.ruleset", "rules.games")
"""What is remembered there is of games, not of records."""


def work_of(record: Any) -> int:
    """Return how many functions are called over *record* by rules that remember no hand."""
    for cache in _caches():
        cache.cache_clear()
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        rules.settle_json(record)
    finally:
        sys.setprofile(before)
    return calls


@functools.cache
def _caches() -> tuple[Any, ...]:
    """Return what remembers parts of hands; every game is loaded first."""
    for name in rules.rulesets():
        rules.ruleset(name)
    return tuple(
        one
        for one in gc.get_objects()
        if isinstance(one, functools._lru_cache_wrapper)
        and str(one.__module__).startswith("rules.")
        and not str(one.__module__).startswith(KEPT)
    )
