"""While a hand is played, questions about hands need everybody's consent; the ledger has it."""

from __future__ import annotations

import pytest

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.asking import AllowAsking, may_ask
from kiosk.session.draft import draft_from_json, draft_to_keep
from kiosk.session.events import AskingAllowed
from tests.kiosk.plain_game import OPEN, Sitting, win


@pytest.fixture
def playing() -> Sitting:
    table = Sitting()
    table.do(OPEN, c.StartPlay())
    return table


def agree(table: Sitting, *seats: int) -> None:
    """Let *seats* agree."""
    table.do(*(AllowAsking(seat) for seat in seats))


def test_between_hands_anybody_may_ask() -> None:
    table = Sitting()
    table.do(OPEN)
    assert may_ask(table.state)


def test_while_a_hand_is_played_nobody_may_ask(playing: Sitting) -> None:
    assert not may_ask(playing.state)


def test_three_of_four_are_not_everybody(playing: Sitting) -> None:
    agree(playing, 0, 1, 3)
    assert not may_ask(playing.state)


def test_once_everybody_agreed_the_ledger_has_it(playing: Sitting) -> None:
    agree(playing, 0, 1, 3)
    event, _ = playing.do(AllowAsking(2))
    assert event == AskingAllowed(1)
    assert may_ask(playing.state)


def test_consent_is_for_one_hand(playing: Sitting) -> None:
    agree(playing, 0, 1, 2, 3)
    playing.do(*win(2, giver=1)[1:], c.StartPlay())
    assert not may_ask(playing.state)


def test_consent_is_kept_over_a_restart(playing: Sitting) -> None:
    agree(playing, 0, 1)
    draft = playing.state.draft
    assert draft is not None
    assert draft_from_json(draft_to_keep(draft)) == draft


def test_mending_an_older_hand_is_no_way_round(playing: Sitting) -> None:
    playing.do(*win(2, giver=1)[1:], c.StartPlay(), r.AmendHand(2))
    assert not may_ask(playing.state)


@pytest.mark.parametrize("seat", [0, 4, -1])
def test_nobody_agrees_twice_or_for_nobody(playing: Sitting, seat: int) -> None:
    agree(playing, 0)
    with pytest.raises(Refused):
        agree(playing, seat)
