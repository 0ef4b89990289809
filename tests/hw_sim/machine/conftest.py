"""Tables with two sets: fresh, with both sets in, and with the second one built."""

from __future__ import annotations

import pytest

from tests.hw_sim.machine.two_set_bench import Bench


@pytest.fixture
def bench() -> Bench:
    """Return a table with set 0 in its tray and set 1 in its box."""
    return Bench()


@pytest.fixture
def loaded(bench: Bench) -> Bench:
    """Return a table with set 0 on the table top and set 1 loose in the machine."""
    bench.load()
    return bench


@pytest.fixture
def ready(bench: Bench) -> Bench:
    """Return a table with set 0 on the table top and set 1 built below it."""
    bench.ready()
    return bench
