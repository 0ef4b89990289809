"""The picture by which a hand was read, on the page of that hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.camera.image_store import ImageStore, Room
from kiosk.ledger.export import export
from tests.kiosk.ledger.books import TickingClock
from tests.kiosk.web.parlour import sheet_example

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor

PICTURE = b"\xff\xd8 the table at the end of the hand"


@pytest.fixture
def folder(parlour: Parlour, tmp_path: Path) -> Path:
    """Return the folder in which *parlour* keeps its pictures."""
    parlour.camera.picture = PICTURE
    parlour.service.camera_worker.image_store = ImageStore(
        tmp_path / "stills", Room(), TickingClock()
    )
    return tmp_path / "stills"


def hand_page(parlour: Parlour) -> Visitor:
    """Return someone at the page of a hand that was read and counted."""
    visitor = parlour.at_review(sheet_example()).tap("Settle", "Confirm & next hand")
    return visitor.tap("Ledger", "Dana wins")


@pytest.mark.usefixtures("folder")
def test_the_picture_stands_with_its_hand(parlour: Parlour) -> None:
    visitor = hand_page(parlour)
    assert visitor.sees("As the camera saw it")
    answer = visitor.browser.get("/ledger/2/still/0.jpg")
    assert (answer.data, answer.mimetype) == (PICTURE, "image/jpeg")
    assert visitor.browser.get("/ledger/2/still/1.jpg").status_code == 404


def test_a_picture_that_was_swept_is_said_to_be_gone(parlour: Parlour, folder: Path) -> None:
    visitor = hand_page(parlour)
    (picture,) = folder.glob("*.jpg")
    picture.unlink()
    visitor.go("/ledger/2")
    assert visitor.sees("The picture was cleared away")
    assert visitor.browser.get("/ledger/2/still/0.jpg").status_code == 404


@pytest.mark.usefixtures("folder")
def test_each_reading_of_a_hand_has_its_picture(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example(doubt="7s"))
    parlour.camera.picture = PICTURE + b" once more"
    visitor.go("/")
    with parlour.service.live.subscribe() as screen:
        visitor.tap("Read again")
        while parlour.service.view().reading:
            assert screen.wait(10) is not None
    visitor.go("/").tap("Settle", "Confirm & next hand").tap("Ledger", "Dana wins")
    assert visitor.page.html.count("<img") == 2


@pytest.mark.usefixtures("folder")
def test_a_hand_taken_back_to_be_fixed_keeps_its_picture(parlour: Parlour) -> None:
    visitor = hand_page(parlour).go("/").tap("Undo last hand", "Hold to undo and fix")
    visitor.tap("Settle", "Confirm & next hand").tap("Ledger").tap("Dana wins", place=1)
    assert visitor.sees("As the camera saw it")


@pytest.mark.usefixtures("folder")
def test_an_export_names_the_picture_and_does_not_hold_it(parlour: Parlour, tmp_path: Path) -> None:
    hand_page(parlour)
    text = export(tmp_path / "ledger.sqlite", "json")
    assert "stills" in text
    assert "the table at the end of the hand" not in text


def test_a_hand_entered_by_hand_has_no_picture(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Play by hand", "Draw", "Confirm & next hand")
    assert not visitor.tap("Ledger", "Draw").sees("As the camera saw it")
