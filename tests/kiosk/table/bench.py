"""A simulated table behind the kiosk's door, and the news that comes through."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import pytest

from hw_sim.table import SimTable
from kiosk.table.bridge import MachineTable
from kiosk.table.port import TableNews
from rules.ruleset import full_set
from tests.guards import PATIENCE_S
from tests.hw_sim.linked import reached


class Bench:
    """A simulated table and the kiosk's end of the line."""

    def __init__(self, folder: Path, speed: float = 200.0, profile: str = "four_port") -> None:
        self.sim = SimTable(full_set(), seed=3, speed=speed, profile=profile)
        self.client = reached(self.sim, folder / "journal.json")
        self.machine = MachineTable(self.client)
        self.news: queue.Queue[TableNews] = queue.Queue()
        self.machine.listen(self.news.put)

    def wait_until(self, so: Callable[[TableNews], bool]) -> TableNews:
        """Return the first news for which *so* holds."""
        for _ in range(10_000):
            news = self.news.get(timeout=PATIENCE_S)
            if so(news):
                return news
        pytest.fail("it never came")

    def close(self) -> None:
        """Put everything away."""
        self.machine.close()
        self.sim.close()
