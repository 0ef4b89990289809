"""Hands of any game that plain players play, each for a reason one can say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from rules.play import bots, cards
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.play.logs import Hand

AnyHand = TypeVar("AnyHand", bound=Course | CardCourse[Any])


def choose(hand: Hand, seat: int) -> Any:
    """Return what the plain player on *seat* does in *hand*, who may do something now."""
    return cards.choose(hand, seat) if isinstance(hand, CardCourse) else bots.choose(hand, seat)


def played_on(hand: AnyHand) -> Iterator[AnyHand]:
    """Yield *hand* after each action of the plain players, to its end."""
    now: Any = hand
    while not now.is_over:
        now = now.after(choose(now, now.to_act[0]))
        yield now
