"""Hands of riichi told to majiang-core, which plays and pays them once more."""

from __future__ import annotations

import pytest

from tests.conftest import TIMES
from tests.rules.play.majiang_peer import MISSING, differences, export_hand, hand, replay

HANDS = 15 * TIMES

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_majiang_core_plays_our_hands_lets_the_same_seats_win_and_pays_the_same() -> None:
    problems = dict(enumerate(differences(map(hand, range(HANDS)))))
    assert {seed: one for seed, one in problems.items() if one} == {}


def test_a_kong_added_to_a_pung_with_a_red_five_is_told_as_another_program_does() -> None:
    assert list(differences([hand(1399)])) == [[]]


@pytest.mark.parametrize("kind", ["dahai", "tsumo"])
def test_it_notices_what_cannot_be(kind: str) -> None:
    export = export_hand(hand(1))
    event = next(one for one in export["events"] if one["type"] == kind)
    event["pai"] = "9m" if event["pai"] == "E" else "E"
    assert replay([export])[0]["problems"]
