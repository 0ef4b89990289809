"""The neighbour's cable is in the kiosk's port: it is refused, after a restart too, until taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from firmware_bridge import TableClient
from firmware_bridge.errors import OtherTableError
from hw_sim.table import SimTable
from kiosk.access.operator import temporary_operator_context
from kiosk.clock import SystemClock
from kiosk.settings import Settings
from kiosk.table.bridge import open_machine
from kiosk.table.maintenance import Maintenance
from kiosk.wiring import Devices, open_service
from rules.ruleset import full_set
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import Program
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app

OURS, NEIGHBOURS = "SIM-4P-0001", "SIM-1P-0001"


class House:
    """A kiosk's folder, and two tables of which either may be at its port."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._settings = Settings(data_dir=folder)
        self._tables = {
            serial: stack.enter_context(SimTable(full_set(), speed=200.0, profile=profile))
            for serial, profile in ((OURS, "four_port"), (NEIGHBOURS, "single_port"))
        }

    @contextmanager
    def evening(self, at_port: str) -> Iterator[tuple[TableClient, Visitor, Program]]:
        """Yield the machine, an operator and a program of the kiosk, from its start to its end."""
        machine, client = open_machine(self._tables[at_port].port, self._settings.journal)
        clock = SystemClock()
        devices = Devices(machine, clock=clock, maintenance=Maintenance(client, clock))
        service = open_service(self._settings, devices)
        context = temporary_operator_context(self._settings)
        context.pin_lock.choose("2468")
        app = create_app(service, operator_context=context)
        try:
            yield client, Visitor(app), Program(app)
        finally:
            service.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Yield a kiosk that has known its table for an evening."""
    with ExitStack() as stack:
        new_house = House(tmp_path, stack)
        with new_house.evening(OURS) as (client, _, _):
            client.wait_ready(PATIENCE_S)
        yield new_house


def wait_for_refusal(client: TableClient) -> None:
    """Wait until the table at the port is refused as another one."""
    with pytest.raises(OtherTableError):
        client.wait_ready(PATIENCE_S, patient=False)


def test_the_neighbours_table_is_refused_after_a_restart_and_taken_by_a_hold(
    house: House,
) -> None:
    with house.evening(NEIGHBOURS) as (client, operator, _):
        wait_for_refusal(client)
        operator.go("/operator/machine").tap("Unlock", pin="2468")
        assert operator.sees(f"Another table is plugged in: {NEIGHBOURS}")
        operator.tap("Take this table")
        client.wait_ready(PATIENCE_S)
        assert not operator.go("/operator/machine").sees("Another table")
    with house.evening(NEIGHBOURS) as (client, _, _):
        client.wait_ready(PATIENCE_S)
    with house.evening(OURS) as (client, _, _):
        wait_for_refusal(client)


def test_a_program_takes_only_the_table_that_was_refused(house: House) -> None:
    with house.evening(NEIGHBOURS) as (client, _, program):
        wait_for_refusal(client)
        answer = program.post("/machine/table", serial="SIM-9P-0001")
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "no_other_table")
        serial = program.get("/machine").get_json()["machine"]["other_table"]
        assert program.post("/machine/table", serial=serial).status_code == 200
        client.wait_ready(PATIENCE_S)
