"""Where missing tiles are looked for: what the camera finds on the table."""

from __future__ import annotations

from dataclasses import replace

from kiosk.i18n import catalogue
from kiosk.table.port import TableFault
from tests.kiosk.web.parlour import Parlour, read_tiles
from vision.types import SeatReading, TableReading


def test_the_camera_marks_what_it_finds_while_tiles_are_missing(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(101, detail="drop"))
    seats = (SeatReading(0), SeatReading(1, read_tiles("1m9p")), SeatReading(2), SeatReading(3))
    parlour.camera.reading = TableReading(seats, thrown=read_tiles("5s"))
    visitor.go("/").tap("Look with the camera")
    assert visitor.sees("Tiles the camera sees on the table: 3")
    assert visitor.sees("Bo 2 In the middle: 1")
    assert visitor.page.html.count("<polygon") == 3
    picture = parlour.app.test_client().get("/missing.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", parlour.camera.picture)


def test_a_camera_that_finds_nothing_says_so_and_what_it_cannot_see(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(101))
    parlour.camera.reading = TableReading(tuple(map(SeatReading, range(4))))
    assert visitor.go("/missing").sees("The camera sees no tile on the table.")
    assert visitor.sees("It cannot see under racks")
    parlour.camera.reading = None
    assert visitor.tap("Look again").sees(catalogue("en")("error.no_frame"))


def test_a_camera_that_breaks_is_told_on_the_page(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(101))
    parlour.camera.breaks = LookupError("a row that nobody has laid")
    assert visitor.go("/missing").sees(catalogue("en")("error.camera_failed"))


def test_nobody_looks_for_tiles_that_are_not_missing(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    assert not visitor.go("/missing").sees("Look again")
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(102))
    assert not visitor.go("/").sees("Look with the camera")
    assert parlour.app.test_client().get("/missing.jpg").status_code == 303
