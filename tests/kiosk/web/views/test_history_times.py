"""Dates and times beside what was counted: as each language writes them, whatever the clock did."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from kiosk.i18n import moment
from tests.kiosk.web.parlour import Parlour

DAY_MS = 24 * 3600 * 1000


def at_ms(*when: int) -> int:
    """Return the milliseconds since 1970 of this local date and time."""
    return int(datetime(*when).astimezone().timestamp() * 1000)  # type: ignore[arg-type]


class SetClock:
    """A clock on the wall that people set; what measures by it goes on."""

    def __init__(self) -> None:
        self.wall = at_ms(2026, 11, 21, 21, 20)

    def wall_ms(self) -> int:
        """Return what the clock shows."""
        return self.wall

    def mono_ms(self) -> int:
        """Return 0: nothing is measured here."""
        return 0


@pytest.fixture
def clock() -> SetClock:
    """Return a clock at twenty past nine in the evening."""
    return SetClock()


@pytest.fixture
def parlour(tmp_path: Path, clock: SetClock) -> Iterator[Parlour]:
    """Yield a kiosk by that clock."""
    place = Parlour(tmp_path / "ledger.sqlite", clock=clock)
    yield place
    place.service.close()


def test_every_page_of_the_past_says_when(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("Ledger")
    assert visitor.sees("21 Nov 2026")
    assert visitor.sees("21:20 Dana wins, on Bo's discard")
    assert visitor.tap("Dana wins").sees("21 Nov 2026 21:20")
    assert visitor.go("/history/").sees("Wuhan mahjong 21 Nov 2026 21:20")
    assert visitor.go("/history/1/print").sees("21:20 Dana wins")
    assert visitor.go("/history/").tap("Dana").sees("21 Nov 2026")


def test_a_hand_after_midnight_begins_a_new_day(parlour: Parlour, clock: SetClock) -> None:
    visitor = parlour.count_hand()
    clock.wall = at_ms(2026, 11, 22, 0, 5)
    visitor.tap("Skip the machine", "Draw", "Confirm & next hand", "Ledger")
    text = visitor.page.text
    days = [text.index(day) for day in ("21 Nov 2026", "21:20", "22 Nov 2026", "00:05")]
    assert days == sorted(days)


def test_a_clock_set_back_changes_no_order(parlour: Parlour, clock: SetClock) -> None:
    visitor = parlour.count_hand()
    clock.wall = at_ms(1970, 1, 2, 3, 4)
    visitor.tap("Skip the machine", "Draw", "Confirm & next hand", "Ledger")
    text = visitor.page.text
    assert text.index("21:20 Dana wins") < text.index("2 Jan 1970") < text.index("03:04")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_clock_gone_mad_breaks_no_page(parlour: Parlour, clock: SetClock) -> None:
    clock.wall = 2**62
    visitor = parlour.count_hand()
    assert visitor.tap("Ledger").status == 200
    assert visitor.go("/history/").status == 200


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "21 Nov 2026 21:20"),
        ("ja", "2026/11/21 21:20"),
        ("zh-Hans", "2026年11月21日 21:20"),
        ("zh-Hant", "2026年11月21日 21:20"),
    ],
)
def test_each_language_writes_dates_its_own_way(language: str, text: str) -> None:
    assert moment(at_ms(2026, 11, 21, 21, 20), language, "both") == text


def test_what_was_never_known_is_a_dash() -> None:
    assert moment(None, "en", "both") == "–"


def test_a_session_closed_today_is_opened_again_and_put_right(
    parlour: Parlour, clock: SetClock
) -> None:
    visitor = parlour.count_hand().tap("End session", "Hold to end")
    clock.wall += DAY_MS
    visitor.go("/ledger/").tap("Hold to reopen").tap("Undo last hand", "Hold to undo")
    assert parlour.totals == (0, 0, 0, 0)
    visitor.go("/").tap("End session", "Hold to end").go("/history/")
    assert "hands: 0" in visitor.page.text


def test_a_session_of_yesterday_stays_as_it_is(parlour: Parlour, clock: SetClock) -> None:
    visitor = parlour.count_hand().tap("End session", "Hold to end").go("/ledger/")
    form = visitor.find("Hold to reopen").form
    clock.wall += DAY_MS + 1
    assert not visitor.go("/ledger/").sees("Hold to reopen")
    assert form is not None
    visitor.send(form, list(form.fields))
    assert visitor.sees("This session ended more than a day ago.")
