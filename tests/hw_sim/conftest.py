"""Tiles for the simulated table, and a table with a client on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import TableClient
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached


def table_with(firmware: str, speed: float) -> SimTable:
    """Return a table with 136 tiles whose board runs the *firmware* of that name."""
    table = SimTable(FACES, seed=1, speed=speed)
    if firmware != "present":
        table.act(lambda simulation: act(simulation, "flash", {"name": firmware}))
    return table


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    """Return a fast table; as a parameter, with the firmware of that name."""
    with table_with(getattr(request, "param", "present"), 400) as table:
        yield table


@pytest.fixture
def client(table: SimTable, tmp_path: Path) -> Iterator[TableClient]:
    """Return a client on *table*'s port."""
    with reached(table, tmp_path / "journal") as client:
        yield client


@pytest.fixture
def slow_table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    """Return a table at real speed: a build is still running when the next order comes."""
    with table_with(getattr(request, "param", "present"), 1) as table:
        yield table


@pytest.fixture
def slow_client(slow_table: SimTable, tmp_path: Path) -> Iterator[TableClient]:
    """Return a client on *slow_table*'s port."""
    with reached(slow_table, tmp_path / "journal") as client:
        yield client
