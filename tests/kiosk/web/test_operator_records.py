"""The operator copies the ledger and goes back to a copy, on the page and by the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.access.operator import passing_office
from kiosk.app import create_app
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.kiosk.web.parlour import Parlour


class House:
    """A kiosk with its safekeeping, on files."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data_dir=folder)
        self.service = open_service(settings, Devices())
        self.office = passing_office(settings)
        self.office.door.choose("2468")
        self.app = create_app(self.service, office=self.office)
        self.program = Program(self.app)

    def operator(self) -> Visitor:
        """Return someone who looks at the ledger's page."""
        return Visitor(self.app).go("/operator/ledger/").tap("Unlock", pin="2468")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    place = House(tmp_path)
    yield place
    place.service.close()


def test_a_copy_is_made_listed_and_restored(house: House) -> None:
    sit_down(house.program)
    play_a_hand(house.program)
    house.program.do("confirm_hand")
    operator = house.operator().tap("Copy now")
    assert operator.sees("The ledger was copied.")
    assert operator.sees("1 hands")
    operator.tap("Restore").tap("Restore")
    assert operator.sees("The ledger was restored.")
    assert house.program.get("/state").get_json()["session"]["totals"] == [-16, -16, -64, 96]


def test_a_program_copies_and_lists(house: House) -> None:
    sit_down(house.program)
    assert house.program.post("/ledger/backups").get_json() == {"is_repeat": False}
    (copy,) = house.program.get("/ledger/backups").get_json()["backups"]
    again = house.program.post("/ledger/restore", backup=copy["name"])
    assert (again.status_code, again.get_json()) == (200, {"is_repeat": False})


@pytest.mark.parametrize("name", ["none.sqlite", "../keys.json", ""])
def test_only_a_copy_that_is_listed_can_be_restored(house: House, name: str) -> None:
    answer = house.program.post("/ledger/restore", backup=name)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "no_such_backup")


def test_a_kiosk_that_keeps_no_copies_says_so(parlour: Parlour) -> None:
    answer = Program(parlour.app).post("/ledger/backups")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "no_keeper")
