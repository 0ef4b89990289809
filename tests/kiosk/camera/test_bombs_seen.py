"""Bombs of Shuangkou as a camera sees them."""

from __future__ import annotations

import pytest

from kiosk.camera.bombs_seen import bombs_seen
from kiosk.errors import Refused
from vision.table.cards import CardReading
from vision.types import SeenTile

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def seen(*piles: str, sure: float = 0.6, other: str = "") -> CardReading:
    """Return the reading of *piles*; each card may with a share of 0.38 be *other*."""
    share = ((other, 0.38),) if other else ()
    rows = [pile.split() for pile in piles]
    seats = [tuple(SeenTile(card, sure, BOX, share) for card in row) for row in rows]
    return CardReading((*seats, *[()] * (4 - len(seats))))


def test_a_bomb_whose_suits_are_doubtful_is_a_bomb() -> None:
    found = bombs_seen(seen("", "7S 7C 7C 7H", other="7D"), [])
    assert found == [{"seat": 1, "cards": ["7S", "7C", "7C", "7H"]}]


def test_a_bomb_that_was_noted_is_not_noted_again() -> None:
    noted = [{"seat": 1, "cards": ["7S", "7S", "7C", "7H"]}]
    assert bombs_seen(seen("", "7S 7C 7C 7H", other="7D"), noted) == []


def test_suits_that_are_gone_give_way_to_those_left() -> None:
    noted = [{"seat": 0, "cards": ["7S", "7S", "7C", "7C"]}]
    (found,) = bombs_seen(seen("", "7S 7C 7C 7H", other="7D"), noted)
    assert sorted(found["cards"]) == ["7D", "7D", "7H", "7H"]


def test_more_cards_of_a_rank_than_the_packs_have_are_refused() -> None:
    noted = [{"seat": 0, "cards": ["7S", "7S", "7C", "7C", "7D"]}]
    with pytest.raises(Refused) as refused:
        bombs_seen(seen("", "7S 7C 7C 7H", other="7D"), noted)
    assert refused.value.code == "cards_unclear"


def test_four_jokers_are_a_bomb() -> None:
    (found,) = bombs_seen(seen("BJ BJ RJ RJ", sure=0.98), [])
    assert found["cards"] == ["BJ", "BJ", "RJ", "RJ"]


@pytest.mark.parametrize(
    ("pile", "other", "code"),
    [
        ("7S 7C 7C 7H", "8D", "cards_unclear"),
        ("7S 7C 7C 8H", "7D", "cards_unclear"),
        ("7S 7C 7C", "7D", "no_bomb"),
    ],
)
def test_what_is_no_bomb_or_unsure_is_refused(pile: str, other: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        bombs_seen(seen(pile, other=other), [])
    assert refused.value.code == code


def test_cards_of_two_ranks_are_no_bomb() -> None:
    with pytest.raises(Refused) as refused:
        bombs_seen(seen("7S 7C 7C 8H", sure=0.99), [])
    assert refused.value.code == "no_bomb"
