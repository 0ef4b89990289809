"""Short forms of `make soak`: every figure of `protocol.md` §8 is held here as well."""

from __future__ import annotations

from typing import Final

import pytest

from tests.soak.trials import LIMITS, PARTS, missed

SHORT: Final = {
    "frames at 1 % corruption": 0.02,
    "frames at 10 % corruption": 0.1,
    "damaged frames": 0.002,
    "schedules": 0.005,
    "replugs": 0.01,
    "silences and restarts": 0.01,
    "latency": 0.02,
    "emergency stops in virtual time": 0.01,
    "random bytes": 0.05,
    "random bytes and forged frames": 0.02,
    "builds with 1 % faults": 0.002,
}
"""How much of its full length each run gets in the tests."""

BY_OTHER_WORK: Final = {"latency", "replugs"}
"""Runs whose times say more about what else the machine does; only held to ten times as long.

The emergency stop of real threads, of the same sort, is measured by `make soak` alone.
"""


@pytest.mark.parametrize("name", SHORT)
def test_the_figure_is_reached(name: str) -> None:
    figures = PARTS[name](SHORT[name])
    if name in BY_OTHER_WORK:
        figures = {
            what: value / 10 if what.endswith("_ms") else value for what, value in figures.items()
        }
    assert missed(name, figures) == []


def test_a_figure_above_its_limit_is_named() -> None:
    figures = {"lost": 0, "doubled": 1, "reordered": 0}
    assert missed("frames at 1 % corruption", figures) == [
        "frames at 1 % corruption: doubled is 1, at most 0"
    ]


def test_every_run_has_a_limit() -> None:
    assert LIMITS.keys() == PARTS.keys()
    assert SHORT.keys() <= PARTS.keys()
