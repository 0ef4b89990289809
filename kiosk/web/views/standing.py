"""Which hand it is in the game's own words: "South 2 · 1 honba", 东风圈 第3局 · 连庄1, "Hand 3"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import rules
from kiosk.i18n import Catalogue, number, of_game
from kiosk.session import PlayedHand, Standing
from rules.game import Game

WINDS: Final = ("1z", "2z", "3z", "4z", "5z", "6z", "7z", "1f")
"""What seats and rounds are named after, in the order of `ui.wind.…` and, from 1, `ui.round.…`."""
HONBA: Final = "honba"
STICKS: Final = "deposits"


@dataclass(frozen=True, slots=True)
class StandingView:
    """Which hand of the session this is."""

    title: str
    """The round and the hand in it."""
    counters: tuple[str, ...]
    """Hands that the banker has stayed, honba, and the game's own counters; no sticks."""
    sticks: int
    """Sticks that lie on the table from earlier hands."""

    @property
    def words(self) -> str:
        """Return all of it in one line."""
        return " · ".join((self.title, *self.counters))


def view_standing(ruleset: str, before: Standing, hand: int, t: Catalogue) -> StandingView:
    """Return the words for hand *hand* of a session, as things stood *before* it."""
    game = rules.ruleset(ruleset)
    start_counters = game.counters_for(len(before.totals))
    carry = {**start_counters, **before.carry}
    counters = []
    if before.repeats and HONBA not in start_counters:
        counters.append(t("ui.repeats", count=before.repeats))
    for name, value in carry.items():
        key = f"carry.{name}.{value}"
        is_said = value or (name in start_counters and t.knows(key))
        if name != STICKS and isinstance(value, int) and is_said:
            counters.append(t(key, *of_game("carry", ruleset, name), count=number(value)))
    return StandingView(_title(game, before, hand, t), tuple(counters), carry.get(STICKS, 0))


def hand_words(ruleset: str, hand: PlayedHand, t: Catalogue) -> str:
    """Return which *hand* of the session it was, in words."""
    return view_standing(ruleset, hand.before, hand.number, t).words


def _title(game: Game, before: Standing, hand: int, t: Catalogue) -> str:
    """Return the round and whose turn as banker it is in it; where none is counted, the hand."""
    if not game.counts_rounds or before.banker is None:
        return t("ui.hand_number", number=hand)
    winds = game.round_winds(len(before.totals))
    turn = before.banker + 1
    if before.round > len(winds):
        return t("ui.round_hand.later", round=before.round, hand=turn)
    wind = t(f"ui.round.{WINDS.index(winds[before.round - 1]) + 1}")
    return t(f"ui.round_hand.{game.family}", "ui.round_hand", round=wind, hand=turn)
