"""Why a discard could not be claimed by a hand that has the tiles for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.games import play_of
from rules.play.actions import Chow, Discard, Win
from rules.play.course import begin
from rules.play.unclaimed import barred_claims
from rules.tiles import TILES
from tests.rules.play.stacked import stack_wall

PLAY = play_of("riichi")


def find_barred(tile: str, *hands: str) -> Mapping[tuple[int, type[Any]], str]:
    """Return what the seats cannot claim of the banker's first discard, and by which rule."""
    wall = stack_wall(PLAY, (tile, *hands), "", {})
    before, discard = begin(PLAY, wall, [[1, 1]]), Discard(0, TILES[tile])
    return {
        (seat, type(claim)): one.reason.rule if one.reason else one.code
        for seat in (1, 2, 3)
        for claim, one in barred_claims(before, discard, seat)
    }


def test_a_run_is_claimed_from_the_left_only() -> None:
    reasons = find_barred("3s", "12s1144z", "12s2233z")
    assert reasons[2, Chow] == "chow_from_left"
    assert (1, Chow) not in reasons


def test_a_hand_without_a_yaku_does_not_win() -> None:
    assert find_barred("2m", "13m456p789s234s55p")[1, Win] == "no_yaku"


def test_what_may_be_claimed_is_not_barred() -> None:
    assert (1, Chow) not in find_barred("2m", "13m")
