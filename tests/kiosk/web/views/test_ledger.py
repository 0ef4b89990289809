"""What was confirmed: running totals, the sum, undoing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.camera.image_store import ImageStore, Quota
from kiosk.ledger.export import export
from kiosk.session import Stage
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.web.parlour import Parlour, read_tiles, sheet_example
from tests.kiosk.web.visitor import Visitor
from vision.types import SeatReading, TableReading


def test_an_empty_ledger_says_so(visitor: Visitor) -> None:
    assert visitor.tap("Ledger").sees("Nothing here yet.")


def test_each_hand_stands_with_gains_totals_and_its_sum(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Ledger")
    assert visitor.sees("Dana wins, on Bo's discard")
    assert visitor.sees("−64")
    assert visitor.sees("±0 ✓")
    assert "<polyline" in visitor.page.html


def test_a_hand_can_be_looked_at_again(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Ledger", "Dana wins")
    assert visitor.sees("East round, hand 1")
    assert visitor.sees("tiles read, 0 corrected")


def test_undo_takes_the_points_back_and_keeps_the_hand_in_the_book(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Undo last hand", "Hold to undo")
    assert parlour.totals == (0, 0, 0, 0)
    assert visitor.tap("Ledger").sees("undone")


def test_undo_and_fix_brings_the_tiles_back(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Undo last hand", "Hold to undo and fix tiles")
    assert parlour.service.view().stage is Stage.REVIEW
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Score it", "Confirm & next hand")
    assert sum(parlour.totals) == 0
    assert parlour.totals != (-16, -16, -64, 96)


def test_only_the_last_hand_can_be_undone(parlour: Parlour) -> None:
    visitor = parlour.count_hand()
    first = parlour.service.view().seq
    visitor.tap("Skip the machine", "Draw", "Confirm & next hand")
    visitor.go(f"/ledger/{first}/undo").tap("Hold to undo")
    assert visitor.sees("Only the last hand can be undone.")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_hand_that_never_was_has_no_page(parlour: Parlour) -> None:
    assert parlour.count_hand().go("/ledger/99").status == 404


def test_leaving_early_keeps_what_was_counted(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("End session", "Hold to end")
    assert parlour.service.view().stage is Stage.LOBBY
    assert visitor.tap("Ledger").sees("±0 ✓")


def test_prizes_are_shown_and_kept_beside_the_points(parlour: Parlour) -> None:
    dana = SeatReading(3, read_tiles("456m3477p456s567p"), winning=read_tiles("2p")[0])
    reading = TableReading((*map(SeatReading, range(3)), dana), indicators=read_tiles("3s"))
    visitor = parlour.at_review(reading, "ataki-b").tap("Riichi (立直)")
    assert visitor.sees("Hidden indicator")
    visitor.tap("Ippatsu (一発)").tap("Score it")
    assert visitor.sees("ippatsu prize (立直一発)")
    assert visitor.sees("Menzen ron")
    visitor.tap("Confirm & next hand", "Ledger")
    assert parlour.totals == (25000, 17000, 25000, 33000)
    assert visitor.sees("Prizes (祝儀)")
    assert visitor.sees("−5,000")


PICTURE = b"\xff\xd8 the table at the end of the hand"


@pytest.fixture
def folder(parlour: Parlour, tmp_path: Path) -> Path:
    """Return the folder in which *parlour* keeps its pictures."""
    parlour.camera.picture = PICTURE
    parlour.service.camera_worker.image_store = ImageStore(
        tmp_path / "stills", Quota(), TickingClock()
    )
    return tmp_path / "stills"


def hand_page(parlour: Parlour) -> Visitor:
    """Return someone at the page of a hand that was read and counted."""
    visitor = parlour.count_hand()
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
    assert visitor.sees("The picture was deleted")
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
    visitor.go("/").tap("Score it", "Confirm & next hand").tap("Ledger", "Dana wins")
    assert visitor.page.html.count("<img") == 2


@pytest.mark.usefixtures("folder")
def test_a_hand_taken_back_to_be_fixed_keeps_its_picture(parlour: Parlour) -> None:
    visitor = hand_page(parlour).go("/").tap("Undo last hand", "Hold to undo and fix")
    visitor.tap("Score it", "Confirm & next hand").tap("Ledger").tap("Dana wins", place=1)
    assert visitor.sees("As the camera saw it")


@pytest.mark.usefixtures("folder")
def test_an_export_names_the_picture_and_does_not_hold_it(parlour: Parlour, tmp_path: Path) -> None:
    hand_page(parlour)
    text = export(tmp_path / "ledger.sqlite", "json")
    assert "stills" in text
    assert "the table at the end of the hand" not in text


def test_a_hand_entered_by_hand_has_no_picture(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Draw", "Confirm & next hand")
    assert not visitor.tap("Ledger", "Draw").sees("As the camera saw it")
