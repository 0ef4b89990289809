"""What players of a card game sit down with, and flower cards while they are played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.games.cards.hanafuda import Card


@dataclass(frozen=True, slots=True)
class Sitting:
    """The table before a hand."""

    rng: random.Random
    options: Mapping[str, Any]
    """Every option of the game."""
    players: int
    banker: int

    def dealt(self, pack: Sequence[str], each: int) -> list[list[str]]:
        """Return *each* shuffled cards of *pack* for everybody; the rest comes last."""
        mixed = self.rng.sample(pack, len(pack))
        cut = each * self.players
        return [mixed[at : at + each] for at in range(0, cut, each)] + [mixed[cut:]]


class Hand(NamedTuple):
    """A hand's `play`, twice."""

    full: dict[str, Any]
    summary: dict[str, Any]


Json = dict[str, Any]


class TableCards:
    """The cards that lie face up."""

    def __init__(self, players: int) -> None:
        """Begin with an empty table and no captures."""
        self.table: list[Card] = []
        self.captured: list[list[Card]] = [[] for _ in range(players)]

    def capture(self, seat: int, cards: Iterable[Card]) -> None:
        """Move *cards* from the table to the pile of *seat*."""
        for card in sorted(cards):
            self.table.remove(card)
            self.captured[seat].append(card)

    def summary(self) -> Json:
        """Return where the cards lie, as a record has it."""
        return {"captured": [list(pile) for pile in self.captured], "table": list(self.table)}
