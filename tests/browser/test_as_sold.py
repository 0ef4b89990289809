"""A hand of riichi and one of Taiwan by touch, through the box on a table as it is sold today.

The firmware of the button box runs on an emulated chip, whose relays press the keys of the panel.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from hw_sim.camera import UHD, Conditions, SimCamera
from hw_sim.emulated.firmware import PATIENT, Program, compile_program
from hw_sim.emulated.table import EmulatedTable
from hw_sim.simulation import Simulation
from kiosk.demo.players import service_in
from kiosk.demo.world import World
from kiosk.settings import Settings
from tests.browser.conftest import ServedHouse
from tests.browser.finger import find_button, tap, tap_to, wait_until_ready
from tests.browser.newcomer import Newcomer
from tests.browser.ways_of_house import wait_until
from tests.guards import PATIENCE_S

pytestmark = [pytest.mark.browser, pytest.mark.mcu]

SPEED = 60.0
PANEL = {"width": 1024, "height": 600}


class SoldHouse(ServedHouse):
    """A kiosk whose table has keys, a switch, and dice that only a camera or people can read."""

    def __init__(self, folder: Path, box: Program, *, has_camera: bool) -> None:
        settings = Settings(data_dir=folder, simulate=True)
        table = partial(EmulatedTable, program=box)
        self.world = World(settings.journal, seed=5, speed=SPEED, table=table)
        if has_camera:  # Full HD shows no pips
            self.world.camera = SimCamera(seed=5, conditions=Conditions(size=UHD))
        service = service_in(self.world, settings)
        service.watches = has_camera
        super().__init__(settings, service=service)

    def wait_for_throws(self) -> list[tuple[list[int], str]]:
        """Return pips and reader of each throw, once the ledger has a hand with one."""
        wait_until(lambda: bool(self._read_throws()))
        return self._read_throws()

    def _read_throws(self) -> list[tuple[list[int], str]]:
        export = self.program.get("/ledger/export.json").get_json()
        bodies = [json.loads(one["body"]) for one in export["events"]]
        throws = [throw for body in bodies for throw in body.get("throws", ())]
        return [(throw["pips"], throw["source"]) for throw in throws]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return the firmware of the box."""
    return compile_program("mps2-box", tmp_path_factory.mktemp("box"), PATIENT)


@pytest.fixture
def make_house(tmp_path: Path, box: Program) -> Iterator[Callable[[bool], SoldHouse]]:
    houses: list[SoldHouse] = []

    def make(has_camera: bool) -> SoldHouse:
        houses.append(SoldHouse(tmp_path, box, has_camera=has_camera))
        return houses[-1]

    yield make
    for house in houses:
        house.close()


def sit_down(page: Page, address: str, game: str) -> None:
    """Go from the lobby to a table of *game*, as guests."""
    page.goto(address)
    tap(page, "Play", exact=True)
    tap(page, game)
    tap(page, "Seats")
    tap(page, "Start")


def bring_walls(page: Page) -> None:
    """Let the machine build: people push the tiles in and say so on the screen."""
    tap_to(page, "Build the walls", "The tiles are in")
    tap_to(page, "The tiles are in", "Roll the dice")


def test_a_hand_of_riichi_whose_dice_the_camera_reads(
    make_house: Callable[[bool], SoldHouse], browser: Browser
) -> None:
    house = make_house(True)
    with browser.new_context(viewport=PANEL, has_touch=True, locale="en") as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        sit_down(page, house.address, "Riichi")
        bring_walls(page)
        tap(page, "Roll the dice")
        find_button(page, "Start the hand").wait_for(timeout=1_000 * PATIENCE_S)
        Newcomer(page, "リーチ麻雀").play()
    ((pips, source),) = house.wait_for_throws()
    assert source == "motor_camera"
    assert sorted(pips) == sorted(house.world.machine.act(read_dice))


def test_a_hand_of_taiwan_whose_dice_people_enter_once_the_switch_is_turned(
    make_house: Callable[[bool], SoldHouse], browser: Browser
) -> None:
    house = make_house(False)
    with browser.new_context(viewport=PANEL, has_touch=True, locale="en") as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        sit_down(page, house.address, "Taiwanese mahjong")
        page.get_by_text("Turn the machine's switch to 144 tiles.").wait_for()
        house.world.machine.turn_gear(144)
        wait_until(lambda: house.world.client.status().wall_plan.count == 144)
        page.reload()
        bring_walls(page)
        tap(page, "Roll the dice")
        house.world.machine.wait_for(lambda table: bool(table.act(read_dice)))
        enter_dice(page, (2, 3, 4))
        Newcomer(page, "台灣麻將").play()
    assert house.wait_for_throws() == [([2, 3, 4], "hand")]


def read_dice(simulation: Simulation) -> tuple[int, ...]:
    """Return the dice that the machine has thrown."""
    return simulation.device.machine.dice.lies


def enter_dice(page: Page, pips: tuple[int, ...]) -> None:
    """Enter what the dice show, in the form that stands open."""
    form = page.locator(".throw-form")
    form.wait_for()
    wait_until_ready(page)
    for die, number in enumerate(pips):
        form.locator(f"label:has(input[name=die{die}][value='{number}'])").tap()
    form.get_by_role("button").tap()
