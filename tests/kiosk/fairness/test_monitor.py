"""The dice of the machine are looked at when a number of throws is full, and at no other time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kiosk.fairness.dice import LOOKS
from kiosk.fairness.monitor import DiceWatch
from kiosk.session.events import SessionClosed
from tests.kiosk.ledger.books import settled

if TYPE_CHECKING:
    from kiosk.session.events import HandSettled

CLOSED = SessionClosed((0, 0, 0, 0))


def hand(count: int, source: str = "motor_sensor") -> HandSettled:
    """Return a hand with so many throws, all sixes."""
    return replace(settled(1), throws=({"pips": [6, 6], "source": source},) * count)


def test_dice_are_suspected_at_the_look_and_not_before() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0] - 1))
    assert not watch.is_suspicious
    watch.note(hand(1))
    assert watch.is_suspicious


def test_what_a_look_found_is_told_till_the_session_ends() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0]))
    watch.note(hand(1))
    assert watch.is_suspicious
    watch.note(CLOSED)
    watch.note(hand(1))
    assert not watch.is_suspicious


def test_the_next_look_finds_them_again() -> None:
    watch = DiceWatch()
    for event in (hand(LOOKS[0]), CLOSED, hand(LOOKS[1] - LOOKS[0])):
        watch.note(event)
    assert watch.is_suspicious


def test_throws_after_the_last_confirmed_hand_count_too() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0] - 1))
    watch.note(replace(CLOSED, throws=({"pips": [6, 6], "source": "motor_sensor"},)))
    assert watch.is_suspicious


def test_dice_thrown_by_hand_are_the_players_own() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0], "hand"))
    assert not watch.is_suspicious
