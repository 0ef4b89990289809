"""The result as a scene: which limit is written, and how the rows came where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.i18n import LANGUAGE_NAMES, catalogue
from kiosk.session import Standing
from kiosk.web.svg.calligraphy import calligraphy
from kiosk.web.views.scene import Places, end_sign, limit_sign, places, scene_of
from tests.kiosk.web.parlour import Parlour, read_tiles
from vision.types import SeatReading, TableReading

WIN = {"seat": 3, "score": 10, "items": []}
BEFORE = Standing(0, 1, 0, (0, 0, 0, 0), pot=0, bank=0, carry={})
SIGNS = [name for name in catalogue("en").words if name.startswith("sign.")]


def make_settlement(*limits: str, to: int = 3) -> dict[str, Any]:
    """Return a settlement whose one payment is set by *limits*, one after the other."""
    steps = [{"op": "add", "id": "base", "value": 9}]
    steps += [{"op": "set", "id": name, "value": 5} for name in limits]
    return {
        "payments": [{"from": 0, "to": to, "amount": 5, "for": "win"}],
        "terms": [steps],
        "net": [-5, 0, 0, 5],
        "next": {"banker": 0},
    }


@pytest.mark.parametrize("name", SIGNS)
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_sign_can_be_written_with_the_brush(language: str, name: str) -> None:
    word = catalogue(language)(name)
    assert calligraphy(word).count("<path") == len(word)


def test_a_word_without_strokes_is_left_out() -> None:
    assert calligraphy("mangan") == ""


def test_the_last_limit_that_a_payment_reaches_is_written() -> None:
    assert limit_sign(WIN, make_settlement("limit", "golden_limit"), catalogue("ja")) == "金頂"


def test_no_limit_is_written_for_another_winner_or_for_mere_rounding() -> None:
    assert limit_sign(WIN, make_settlement("limit", to=1), catalogue("ja")) == ""
    assert limit_sign(WIN, make_settlement("all_pungs"), catalogue("ja")) == ""


@pytest.mark.parametrize(
    ("language", "sign"), [("en", "満貫"), ("ja", "満貫"), ("zh-Hans", "满贯")]
)
def test_a_mangan_is_written_as_its_readers_write_it(language: str, sign: str) -> None:
    limit = {**WIN, "limit": "mangan"}
    assert limit_sign(limit, {"payments": [], "terms": []}, catalogue(language)) == sign


def test_a_drawn_hand_has_a_sign_and_a_won_one_has_none() -> None:
    ends = [end_sign({"outcome": outcome}, catalogue("ja")) for outcome in ("draw", "win")]
    assert ends == ["流局", ""]


def test_rows_remember_where_they_stood() -> None:
    assert places((30, 20, 10), (20, 20, 40)) == Places(
        (2, 2, 1), (-1, 0, 2), (2, 0, 1), (-1, -1, 2)
    )


def test_the_same_payments_in_the_next_hand_are_another_scene() -> None:
    again = {**make_settlement("limit"), "next": {"banker": 1}}
    assert (
        len(
            {
                scene_of(BEFORE, one)
                for one in (make_settlement("limit"), make_settlement("limit"), again)
            }
        )
        == 2
    )


def test_the_page_of_a_mangan_shows_its_sign_and_what_is_to_move(parlour: Parlour) -> None:
    hand = SeatReading(3, read_tiles("234m234p23455s67s"), winning=read_tiles("8s")[0])
    visitor = parlour.at_review(TableReading((hand,), indicators=read_tiles("1m")), "riichi")
    page = visitor.tap("Score it").html
    assert 'aria-label="満貫"' in page
    assert 'data-total="33000" data-before="25000"' in page
    assert 'data-shift="3"' in page
