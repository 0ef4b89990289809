"""Hands of Taiwan's common rules in a line each: seat 0 is banker and East, seat 1 (South) wins."""

from __future__ import annotations

from functools import partial

from tests.rules.games.taiwan.hands import EAST_IS_BANKER
from tests.rules.records import record_win

CLOSED = ("234888m345p45667s33z", "8s")
"""A hand without a single tai, nothing claimed: two waits, a pung of 8m, a pair of West."""

common = partial(record_win, "taiwan-common", deal=EAST_IS_BANKER)
"""A won hand."""
