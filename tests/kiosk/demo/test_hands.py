from __future__ import annotations

from kiosk.demo.hands import answers
from kiosk.session.draft import DraftTile


def tile(number: int, code: str, confidence: float = 1.0) -> DraftTile:
    return DraftTile(number, code, code, confidence)


def test_only_doubtful_tiles_are_answered_for() -> None:
    assert list(answers([tile(1, "3m"), tile(2, "4m", 0.5)], ["3m", "5m"])) == [(2, "5m")]


def test_a_doubtful_tile_that_was_read_right_is_confirmed() -> None:
    assert list(answers([tile(1, "3m", 0.5)], ["3m"])) == [(1, "3m")]


def test_a_claimed_tile_that_lies_first_keeps_its_face() -> None:
    tiles = [tile(1, "5m", 0.5), tile(2, "3m"), tile(3, "4m")]
    assert list(answers(tiles, ["3m", "4m", "5m"])) == [(1, "5m")]


def test_two_wrong_tiles_share_what_is_left() -> None:
    tiles = [tile(1, "1m", 0.5), tile(2, "1m", 0.5), tile(3, "4m")]
    assert list(answers(tiles, ["2m", "3m", "4m"])) == [(1, "2m"), (2, "3m")]
