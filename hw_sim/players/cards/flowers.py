"""Flower cards while they are played: those on the table, and the pile of each who captures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.cards.hanafuda.cards import Card

Json = dict[str, Any]


class Lying:
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

    def told(self) -> Json:
        """Return where the cards lie, as a record has it."""
        return {"captured": [list(pile) for pile in self.captured], "table": list(self.table)}
