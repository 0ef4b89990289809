"""Two players of Mushi: mushi.md, "Deal", "Play". What is not ruled, chance decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hw_sim.players.cards.sitting import Hand, Json, Sitting, TableCards
from rules.games.cards.hanafuda import RAINS, Card, cards_of, whole_flowers
from rules.games.cards.mushi import DEVIL, MUSHI_PACK, Turn, captures

PACK: Final = sorted(MUSHI_PACK)
PACKET: Final = 4
"""Cards dealt at a time."""

DEALS: Final = {
    "younger_elder_table": ("younger", "elder", "table") * 2,
    "table_first": ("table", *("younger", "elder") * 2, "table"),
}
"""Who gets each packet."""


def play(sitting: Sitting) -> Hand:
    """Return a hand played to its end; cards that are thrown in are dealt again."""
    dealt = Dealt(sitting)
    while dealt.redeal() is not None:
        dealt = Dealt(sitting)
    dealt.play_out()
    return dealt.result()


class Dealt:
    """The cards of one hand, and where they lie."""

    def __init__(self, sitting: Sitting) -> None:
        """Shuffle and deal."""
        self._rng = sitting.rng
        self._options = sitting.options
        self._elder = elder = sitting.banker
        self._stock = self._rng.sample(PACK, len(PACK))
        self._hands: tuple[list[Card], list[Card]] = ([], [])
        self._cards = TableCards(len(self._hands))
        self._devil_last = False
        for place in DEALS[self._options["deal_order"]]:
            seat = elder if place == "elder" else 1 - elder
            self._deal(self._cards.table if place == "table" else self._hands[seat])
        self._dealt = tuple(self._cards.table)

    def _deal(self, pile: list[Card]) -> None:
        pile += self._stock[:PACKET]
        del self._stock[:PACKET]

    def redeal(self) -> Json | None:
        """Return why the cards are dealt again, if they are; who may show four may also not."""
        for number in whole_flowers(self._dealt):
            if self._options["table_four"] == "redeal":
                return _reason("table_four", cards_of(number))
        if self._three_rains() and self._options["table_three_rain"] == "redeal":
            return _reason("table_three_rain", RAINS)
        for seat, hand in enumerate(self._hands):
            for number in whole_flowers(hand):
                if self._rng.random() < 0.5:
                    return {**_reason("hand_four", cards_of(number)), "seat": seat}
        return None

    def _three_rains(self) -> bool:
        return {*self._dealt} >= RAINS and DEVIL not in self._dealt

    def play_out(self) -> None:
        """Play until hands and stock are used up."""
        for number in whole_flowers(self._dealt):
            self._cards.capture(self._elder, cards_of(number))
        if self._three_rains() and self._options["table_three_rain"] == "elder":
            self._cards.capture(self._elder, RAINS)
        for turn in range(len(self._stock)):
            seat = self._elder if turn % 2 == 0 else 1 - self._elder
            hand = self._hands[seat]
            self._lay(seat, Turn(hand.pop(self._rng.randrange(len(hand)))))
            self._lay(seat, Turn(self._stock.pop(0), True, not self._stock))

    def _lay(self, seat: int, turn: Turn) -> None:
        possible = captures(turn, self._cards.table, self._options)
        ways = [*possible.takes, *([None] if possible.may_stay else [])]
        takes = self._rng.choice(ways)
        self._cards.table.append(turn.card)
        if takes is not None:
            self._cards.capture(seat, (turn.card, *takes))
            self._devil_last = self._devil_last or (turn.is_last and turn.card == DEVIL)

    def result(self) -> Hand:
        """Return what lies where after the last card; people say nothing of the dealt table."""
        summary = {**self._cards.summary(), "devil_last": self._devil_last}
        return Hand({**summary, "deal_table": list(self._dealt)}, summary)


def _reason(reason: str, cards: Iterable[Card]) -> Json:
    return {"reason": reason, "cards": sorted(cards)}
