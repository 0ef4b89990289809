"""One hand from the table to the ledger: simulated machine and camera, everything else real."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import rules
from hw_sim.camera import Scene, SimCamera
from hw_sim.table import SimTable
from kiosk.camera.reader import CameraReader, recogniser
from kiosk.camera.survey import store_calibration
from kiosk.camera.video import VideoCamera
from kiosk.errors import Refused
from kiosk.ledger.verify import verify
from kiosk.service import Service
from kiosk.session import Part, Place, Stage
from kiosk.session import commands as c
from kiosk.settings import Settings
from kiosk.table.bridge import MachineTable
from kiosk.table.port import Link
from kiosk.view import View
from kiosk.wiring import Devices, open_service, real_devices
from tests.guards import PATIENCE_S
from tests.hw_sim.linked import reached
from tests.kiosk.session.test_real_games import seat_taps
from tests.rules.cases import cases
from vision.errors import NoFrameError
from vision.geometry import Layout


class House:
    """A kiosk at a simulated table."""

    def __init__(self, folder: Path, game: str) -> None:
        self.settings = Settings(data_dir=folder)
        self.game = rules.ruleset(game)
        self.sim = SimTable(self.game.tiles, seed=5, speed=200.0)
        self.camera = SimCamera(seed=5)
        client = reached(self.sim, self.settings.journal)
        reader = CameraReader(self.camera, recogniser(self.camera.calibration))
        self.service: Service = open_service(self.settings, Devices(MachineTable(client), reader))
        self.taps = 0

    def tap(self, *commands: c.Command) -> None:
        """Tap the commands one after another."""
        for command in commands:
            self.taps += 1
            self.service.submit(command, f"tap-{self.taps}", self.service.view().seq)

    def wait_until(self, so: Callable[[View], bool]) -> View:
        """Return the first view for which *so* holds."""
        return wait_until(self.service, so)

    def close(self) -> None:
        """Put everything away."""
        self.service.close()
        self.sim.close()


def wait_until(service: Service, so: Callable[[View], bool]) -> View:
    """Return the first view for which *so* holds."""
    deadline = time.monotonic() + PATIENCE_S
    with service.live.subscribe() as screen:
        while time.monotonic() < deadline:
            view = service.view()
            if so(view):
                return view
            screen.wait(deadline - time.monotonic())
    pytest.fail(f"it never came: {service.view().table}")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    place = House(tmp_path, "wuhan")
    yield place
    place.close()


def first_example() -> dict[str, Any]:
    """Return the record of the sheet's own example, and what it pays."""
    (case,) = [case for case in cases("wuhan") if case.id == "wuhan-001"]
    return case.data


def corrections(view: View, record: dict[str, Any]) -> Iterator[c.Command]:
    """Yield what people tap until the screen shows what lies on the table, however it was read."""
    assert view.draft is not None
    for seat in view.draft.seats:
        for meld in seat.melds:
            yield c.RemoveMeld(meld.number)
    for number, seat in enumerate(record["seats"]):
        yield from seat_taps(number, seat)
    yield c.WinOn(record["wins"][0]["seat"], record["wins"][0]["tile"])
    yield c.WriteRow(Place(Part.INDICATORS), "".join(record["deal"]["indicators"]))


def test_one_hand_from_the_table_to_the_ledger(house: House) -> None:
    case = first_example()
    record = case["record"]
    names = ("Aiko", "Bo", "Chen", "Dara")
    house.tap(c.OpenSession("wuhan", tuple(house.service.enrol(name) for name in names)))
    house.tap(c.UseTable("next_hand"))
    house.wait_until(lambda view: view.draft is not None and view.draft.walls_up)
    house.tap(c.UseTable("roll_dice"))
    view = house.wait_until(lambda view: view.draft is not None and view.draft.dice != ())
    assert view.draft is not None
    assert view.draft.wall_break["after"] == min(view.draft.dice[0])
    house.tap(c.StartPlay(), c.CallWin(3), c.SayWho((c.Claim(3, "discard", 1),)))
    house.camera.show(Scene.from_record(record))
    house.tap(c.ReadTable())
    house.wait_until(lambda view: view.stage is Stage.REVIEW and not view.reading)
    house.tap(*corrections(house.service.view(), record), c.Settle(), c.ConfirmHand())
    session = house.service.view().session
    assert session is not None
    assert list(session.standing.totals) == case["expect"]["net"]
    assert session.standing.banker == case["expect"]["next"]["banker"]
    report = verify(house.settings.ledger)
    assert (report.is_whole, report.hands) == (True, 1)


def test_a_kiosk_with_nothing_attached_keeps_the_score_by_hand(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "new")
    service = open_service(settings, real_devices(settings))
    assert service.view().table.link is Link.ABSENT
    with pytest.raises(Refused, match="by hand"):
        service.still()
    service.close()
    assert settings.ledger.is_file()


def test_a_machine_that_is_away_is_waited_for(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, table=str(tmp_path / "no-port"))
    service = open_service(settings, real_devices(settings))
    status = wait_until(service, lambda view: view.table.message != "").table
    service.close()
    assert status.link is Link.LOST
    assert "no-port" in status.message


def test_a_second_kiosk_on_the_same_machine_is_told(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, table=str(tmp_path / "no-port"))
    first = real_devices(settings)
    with pytest.raises(Refused):
        real_devices(settings)
    first.table.close()


def test_a_camera_without_calibration_says_what_it_needs(tmp_path: Path) -> None:
    recording = tmp_path / "table.avi"
    film(recording, np.zeros((120, 160, 3), np.uint8))
    reader = real_devices(Settings(data_dir=tmp_path, camera=str(recording))).reader
    with pytest.raises(Refused) as caught:
        reader.read(rules.ruleset("wuhan").tiles, 4)
    reader.close()
    assert caught.value.code == "not_calibrated"


def test_a_real_camera_reads_with_the_calibration_on_disk(tmp_path: Path) -> None:
    sim = SimCamera(seed=5)
    sim.show(Scene.from_record(first_example()["record"]))
    recording = tmp_path / "table.avi"
    film(recording, sim.grab().image)
    calibration = json.dumps(sim.calibration.to_json())
    (tmp_path / "calibration.json").write_text(calibration, "utf-8")
    outside = real_devices(Settings(data_dir=tmp_path, camera=str(recording)))
    reading = outside.reader.read(rules.ruleset("wuhan").tiles, 4)
    outside.reader.close()
    assert len(reading.seats) == 4
    assert len(reading.seats[3].hand) > 5


def test_what_is_calibrated_meanwhile_counts_at_the_next_look(tmp_path: Path) -> None:
    sim = SimCamera(seed=5)
    sim.show(Scene.from_record(first_example()["record"]))
    recording = tmp_path / "table.avi"
    film(recording, sim.grab().image, frames=2)
    settings = Settings(data_dir=tmp_path, camera=str(recording))
    reader = real_devices(settings).reader
    store_calibration(reader.frame(), settings, Layout())
    reading = reader.read(rules.ruleset("wuhan").tiles, 4)
    reader.close()
    assert len(reading.seats[3].hand) > 5


def test_a_recording_that_ends_gives_no_picture(tmp_path: Path) -> None:
    recording = tmp_path / "table.avi"
    film(recording, np.zeros((120, 160, 3), np.uint8))
    camera = VideoCamera(str(recording))
    assert camera.grab().image.shape == (120, 160, 3)
    with pytest.raises(NoFrameError, match="recording"):
        camera.grab()
    camera.close()


def test_a_camera_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoFrameError, match="recording"):
        VideoCamera(str(tmp_path / "none.avi")).grab()


def film(path: Path, image: np.ndarray, frames: int = 1) -> None:
    """Write a recording of *frames* frames that show *image*."""
    height, width = image.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 1.0, (width, height))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 100)
    for _ in range(frames):
        writer.write(image)
    writer.release()
