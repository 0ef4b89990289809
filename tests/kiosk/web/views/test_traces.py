"""What the camera saw of discards and sticks is told where it fills something in, or asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk.session import Stage
from tests.kiosk.web.parlour import Parlour, read_tiles
from tests.kiosk.web.visitor import Visitor
from vision.types import SeatReading, TableReading

RIVER = tuple(
    replace(tile, sideways=place == 3) for place, tile in enumerate(read_tiles("9m5p1s3z4s6p"))
)
READY = SeatReading(
    3, read_tiles("123456m456p1122z"), winning=read_tiles("2z")[0], river=RIVER, has_stick=True
)
SEAT_WITH_STICK = SeatReading(1, river=read_tiles("9p7z1m"), has_stick=True)
BECAUSE = {
    "en": "Dana: Riichi (立直) (stick before the discards; discard 4 (West) sideways)",
    "ja": "河の前に点棒、捨て牌4枚目の",
    "zh-Hans": "牌河前有点棒，第4张弃牌",
    "zh-Hant": "牌河前有點棒，第4張棄牌",
}


def read_barred_hand() -> TableReading:
    """Return a hand that is ready and barred by its own discards, and two other seats' sticks."""
    barred_seat = replace(READY, river=(*RIVER, *read_tiles("1z")))
    return TableReading(
        (barred_seat, SEAT_WITH_STICK, replace(SEAT_WITH_STICK, seat=2)),
        indicators=read_tiles("3m"),
    )


@pytest.fixture
def someone(parlour: Parlour) -> Visitor:
    """Return someone who looks at a hand of riichi that Dana won on Bo's discard."""
    return parlour.at_review(
        TableReading((READY, SEAT_WITH_STICK), indicators=read_tiles("3m")), "riichi"
    )


@pytest.mark.parametrize("language", BECAUSE)
def test_what_was_filled_in_says_why(someone: Visitor, language: str) -> None:
    someone.browser.set_cookie("language", language)
    assert someone.go("/").sees(BECAUSE[language])


def test_what_is_doubtful_is_asked_and_a_tap_says_it(parlour: Parlour, someone: Visitor) -> None:
    assert someone.sees("Bo: stick before the discards")
    someone.tap("Riichi (立直)")
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.seats[1].declared == ("riichi",)
    assert not someone.sees("Bo: stick before the discards")


def test_a_win_that_own_discards_bar_is_asked_about(parlour: Parlour) -> None:
    barred_seat = replace(READY, river=(*RIVER, *read_tiles("1z")))
    someone = parlour.at_review(TableReading((barred_seat,)), "riichi")
    assert someone.sees("Dana: East, a wait, among the own discards")
    someone.tap("Furiten (振聴)")
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.wins[0].facts == {"furiten": True}


def test_a_tile_that_lies_in_the_river_says_whose_it_was(parlour: Parlour) -> None:
    lies_there = SeatReading(1, river=read_tiles("9p2z"))
    someone = parlour.at_review(TableReading((replace(READY, winning=None), lies_there)), "riichi")
    assert someone.sees("won on South, the last of Bo's discards")


def test_the_settlement_tells_it_among_the_reasons(parlour: Parlour, someone: Visitor) -> None:
    someone.tap("Score it")
    assert parlour.service.view().stage is Stage.SETTLEMENT
    assert someone.sees("Riichi (立直) (stick before the discards; discard 4 (West) sideways)")
