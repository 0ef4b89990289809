"""Two to four players of Sakura: sakura.md, "Deal", "Play". What is not ruled, chance decides."""

from __future__ import annotations

from typing import Final

from hw_sim.players.cards.sitting import Hand, Json, Sitting, TableCards
from rules.games.cards.hanafuda import PACK, Card, cards_of, whole_flowers
from rules.games.cards.sakura import DEALT_TO_TABLE, hand_size, pulls, takes

NOTICES: Final = 0.8
"""How often a player sees that he may pull."""


def play(sitting: Sitting) -> Hand:
    """Return a hand played to its end."""
    dealt = _Dealt(sitting)
    dealt.play_out()
    return dealt.result()


class _Dealt:
    """The cards of one hand, and where they lie."""

    def __init__(self, sitting: Sitting) -> None:
        """Shuffle and deal; four of a flower on the table are the dealer's."""
        self._rng = sitting.rng
        players, dealer = sitting.players, sitting.banker
        self._order = [(dealer + step) % players for step in range(players)]
        self._turns = hand_size(players, sitting.options["two_player_hand"])
        *self._hands, self._stock = sitting.dealt(PACK, self._turns)
        self._cards = TableCards(players)
        self._cards.table += self._stock[: DEALT_TO_TABLE[players]]
        del self._stock[: DEALT_TO_TABLE[players]]
        self._pulled: list[Json] = []
        self._deal_table = list(self._cards.table)
        for number in whole_flowers(self._deal_table):
            self._cards.capture(dealer, cards_of(number))

    def play_out(self) -> None:
        """Play until the hands are used up."""
        for left in range(self._turns, 0, -1):
            for seat in self._order:
                self._look_for_pulls()
                hand = self._hands[seat]
                if len(hand) == left or (hand and self._rng.random() < 0.5):
                    self._lay(seat, hand.pop(self._rng.randrange(len(hand))))
                self._lay(seat, self._stock.pop(0))

    def _look_for_pulls(self) -> None:
        for seat in self._order:
            for number in pulls(self._hands[seat], self._cards.table):
                if self._rng.random() < NOTICES:
                    self._pull(seat, number)

    def _pull(self, seat: int, number: str) -> None:
        """Capture the four cards of a flower from table and hand (引き)."""
        hand = self._hands[seat]
        self._cards.table += [card for card in hand if card in cards_of(number)]
        hand[:] = [card for card in hand if card not in cards_of(number)]
        self._cards.capture(seat, cards_of(number))
        self._pulled.append({"seat": seat, "cards": sorted(cards_of(number))})

    def _lay(self, seat: int, card: Card) -> None:
        """Lay *card* on the table and capture what it takes; a pull goes before that."""
        self._cards.table.append(card)
        self._look_for_pulls()
        if card not in self._cards.table:
            return
        others = [one for one in self._cards.table if one != card]
        if possible := takes(card, others):
            self._cards.capture(seat, (card, self._rng.choice(possible)))

    def result(self) -> Hand:
        """Return what lies where at the end; people say nothing of the deal and of pulls."""
        summary = self._cards.summary()
        return Hand({**summary, "deal_table": self._deal_table, "pulls": self._pulled}, summary)
