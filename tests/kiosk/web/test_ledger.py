"""What was confirmed: running totals, the sum, undoing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.session import Stage
from tests.kiosk.web.parlour import seen, sheet_example
from vision.types import SeatReading, TableReading

if TYPE_CHECKING:
    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor


def counted(parlour: Parlour) -> Visitor:
    """Return someone before whom one hand has been counted."""
    return parlour.at_review(sheet_example()).tap("Settle", "Confirm & next hand")


def test_an_empty_ledger_says_so(visitor: Visitor) -> None:
    assert visitor.tap("Ledger").sees("Nothing here yet.")


def test_each_hand_stands_with_gains_totals_and_its_sum(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("Ledger")
    assert visitor.sees("Dana wins, on Bo's discard")
    assert visitor.sees("−64")
    assert visitor.sees("±0 ✓")
    assert "<polyline" in visitor.page.html


def test_a_hand_can_be_looked_at_again(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("Ledger", "Dana wins")
    assert visitor.sees("Hand 1")
    assert visitor.sees("tiles read, 0 corrected")


def test_undo_takes_the_points_back_and_keeps_the_hand_in_the_book(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("Undo last hand", "Hold to undo")
    assert parlour.totals == (0, 0, 0, 0)
    assert visitor.tap("Ledger").sees("undone")


def test_undo_and_fix_brings_the_tiles_back(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("Undo last hand", "Hold to undo and fix tiles")
    assert parlour.service.view().stage is Stage.REVIEW
    visitor.tap("on Bo's discard", "Aiko", place=0)
    visitor.tap("Settle", "Confirm & next hand")
    assert sum(parlour.totals) == 0
    assert parlour.totals != (-16, -16, -64, 96)


def test_only_the_last_hand_can_be_undone(parlour: Parlour) -> None:
    visitor = counted(parlour)
    first = parlour.service.view().seq
    visitor.tap("Play by hand", "Draw", "Confirm & next hand")
    visitor.go(f"/ledger/{first}/undo").tap("Hold to undo")
    assert visitor.sees("Only the last hand can be undone.")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_hand_that_never_was_has_no_page(parlour: Parlour) -> None:
    assert counted(parlour).go("/ledger/99").status == 404


def test_leaving_early_keeps_what_was_counted(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("End session", "Hold to end")
    assert parlour.service.view().stage is Stage.LOBBY
    assert visitor.tap("Ledger").sees("±0 ✓")


def test_prizes_are_shown_and_kept_beside_the_points(parlour: Parlour) -> None:
    dana = SeatReading(3, seen("456m3477p456s567p"), winning=seen("2p")[0])
    reading = TableReading((*map(SeatReading, range(3)), dana), indicators=seen("3s"))
    visitor = parlour.at_review(reading, "ataki-b").tap("Riichi (立直)", place=3)
    assert visitor.sees("Hidden indicator")
    visitor.tap("One-shot (一発)").tap("Settle")
    assert visitor.sees("prize for one-shot (立直一発)")
    assert visitor.sees("Concealed hand, on another's tile")
    visitor.tap("Confirm & next hand", "Ledger")
    assert parlour.totals == (25000, 17000, 25000, 33000)
    assert visitor.sees("Prizes (祝儀)")
    assert visitor.sees("−5,000")
