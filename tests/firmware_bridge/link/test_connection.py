"""The thread of one table: it sleeps until something is due, and wakes for whoever needs it."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from firmware_bridge.errors import PortNotFoundError
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.link.connection import Connection, PortAccess
from firmware_bridge.link.watch import Watch
from firmware_bridge.transport import Transport
from tests.guards import PATIENCE_S

LONG_BEFORE_S = -1e6


def no_port() -> Transport:
    raise PortNotFoundError("p")


def test_a_thread_that_sleeps_for_days_wakes_for_work_and_for_its_end(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal", random.Random(1))
    timer = StageTimer(LearnedTimes(tmp_path / "times"), lambda: 0.0)
    watch = Watch(JobBook(journal, lambda _: None, lambda _: None, timer), lambda _: None)
    connection = Connection(
        "p", PortAccess(no_port), watch, lambda: LONG_BEFORE_S, random.Random(1)
    )
    connection.start()
    for _ in range(3):
        done = threading.Event()
        connection.post(done.set)
        assert done.wait(PATIENCE_S)
    connection.stop()
    journal.close()
