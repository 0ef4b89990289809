"""Two tables whose cables are mixed up: a client stays with the table that it reached first."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_bridge.client import Environment, TableClient
from firmware_bridge.discovery import open_port
from firmware_bridge.errors import BridgeError, OtherTableError
from firmware_bridge.state import LinkPhase, TableEvent, TableState
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}


class Plugs:
    """One port of the host, and two tables of which either cable may be in it."""

    def __init__(self, ours: SimTable, neighbours: SimTable, folder: Path) -> None:
        self.ours, self.neighbours = ours, neighbours
        self.cable = ours
        environment = Environment(lambda: open_port(self.cable.port), lambda: self.cable.port)
        self.client = TableClient("the port", folder / "journal", environment)
        self._phases: queue.Queue[LinkPhase | None] = queue.Queue()
        self.client.subscribe(lambda event: self._note(event))
        self.client.wait_ready(PATIENCE_S)

    def plug_in(self, cable: SimTable, until: LinkPhase) -> None:
        """Put another table's *cable* into the port, and wait for what comes of it."""
        while not self._phases.empty():
            self._phases.get()
        before, self.cable = self.cable, cable
        before.unplug()
        while self._phases.get(timeout=PATIENCE_S) is not until:
            continue
        before.plug_in()

    def _note(self, event: TableEvent) -> None:
        if event.topic == "link":
            self._phases.put(event.phase)


@pytest.fixture
def plugs(tmp_path: Path) -> Iterator[Plugs]:
    with ExitStack() as stack:
        tables = [
            stack.enter_context(SimTable(FACES, seed=seed, speed=200.0, profile=profile))
            for seed, profile in enumerate(("four_port", "single_port"))
        ]
        pair = Plugs(*tables, tmp_path)
        stack.enter_context(pair.client)
        yield pair


def test_a_neighbours_table_on_our_port_is_refused_by_its_serial_number(plugs: Plugs) -> None:
    plugs.plug_in(plugs.neighbours, LinkPhase.INCOMPATIBLE)
    problem = plugs.client.status().problem
    assert isinstance(problem, OtherTableError)
    assert "SIM-1P-0001, and SIM-4P-0001 is meant" in str(problem)
    assert problem.fault_code == 907


def test_no_job_runs_on_the_neighbours_table(plugs: Plugs) -> None:
    before = plugs.neighbours.state
    plugs.plug_in(plugs.neighbours, LinkPhase.INCOMPATIBLE)
    with pytest.raises(BridgeError):
        plugs.client.next_hand()
    assert plugs.neighbours.state is before
    assert plugs.client.identity is not None
    assert plugs.client.identity.serial == "SIM-4P-0001"


def test_our_table_is_taken_again_once_its_cable_is_back(plugs: Plugs) -> None:
    plugs.plug_in(plugs.neighbours, LinkPhase.INCOMPATIBLE)
    plugs.plug_in(plugs.ours, LinkPhase.READY)
    plugs.client.next_hand().wait(PATIENCE_S)
    assert plugs.client.status().state is TableState.PLAY


def test_a_neighbours_table_is_no_restart_of_ours(plugs: Plugs) -> None:
    topics: list[str] = []
    plugs.client.subscribe(lambda event: topics.append(event.topic))
    plugs.plug_in(plugs.neighbours, LinkPhase.INCOMPATIBLE)
    plugs.plug_in(plugs.ours, LinkPhase.READY)
    assert "restarted" not in topics


def test_the_neighbours_table_is_taken_where_somebody_says_so(plugs: Plugs) -> None:
    plugs.plug_in(plugs.neighbours, LinkPhase.INCOMPATIBLE)
    plugs.client.take_table("SIM-1P-0001")
    plugs.client.wait_ready(PATIENCE_S)
    plugs.client.next_hand().wait(PATIENCE_S)
    assert plugs.neighbours.state is TableState.PLAY


def test_a_client_that_is_told_whose_table_it_is_refuses_another_from_the_start(
    plugs: Plugs, tmp_path: Path
) -> None:
    access = Environment(lambda: open_port(plugs.neighbours.port), serial="SIM-4P-0001")
    with (
        TableClient("the port", tmp_path / "other", access) as client,
        pytest.raises(OtherTableError),
    ):
        client.wait_ready(PATIENCE_S, patient=False)


def test_a_client_made_anew_takes_the_table_that_is_there(plugs: Plugs, tmp_path: Path) -> None:
    environment = Environment(lambda: open_port(plugs.neighbours.port))
    with TableClient("the port", tmp_path / "other", environment) as client:
        client.wait_ready(PATIENCE_S)
        assert client.identity is not None
        assert client.identity.serial == "SIM-1P-0001"
