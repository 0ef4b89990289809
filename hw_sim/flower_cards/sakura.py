"""Two to four players of Sakura: sakura.md, "Deal", "Play". What is not ruled, chance decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.games.hanafuda.cards import PACK, Card, cards_of, whole_flowers
from rules.games.sakura import GAME
from rules.games.sakura.capturing import pulls, takes
from rules.games.sakura.table import DEALT_TO_TABLE, SEATS, TEAM_PLAYERS, hand_size

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from hw_sim.players import Given

Json = dict[str, Any]

NOTICES: Final = 0.8
"""How often a player sees that he may pull."""


def sakura_record(rng: random.Random, given: Given) -> Json:
    """Return the record of a hand played to its end."""
    options = {**GAME.defaults, **given.options}
    state = dict(given.state or _new_state(rng, options))
    hand = _Hand(rng, options, len(state["scores"]), state["banker"])
    hand.play_out()
    return {
        "ruleset": GAME.id,
        "options": dict(given.options),
        "state": state,
        "play": hand.result(),
        "outcome": "win",
    }


def _new_state(rng: random.Random, options: Mapping[str, Any]) -> Json:
    """Return the table before a first hand, anyone being dealer."""
    players = TEAM_PLAYERS if options["teams"] else rng.choice(SEATS)
    return {"banker": rng.randrange(players), "scores": [0] * players}


class _Hand:
    """The cards of one hand, and where they lie."""

    def __init__(
        self, rng: random.Random, options: Mapping[str, Any], players: int, dealer: int
    ) -> None:
        """Shuffle and deal; four of a flower on the table are the dealer's."""
        self._rng = rng
        self._order = [(dealer + step) % players for step in range(players)]
        self._turns = hand_size(players, options["two_player_hand"])
        self._stock = list(PACK)
        rng.shuffle(self._stock)
        self._hands = [self._dealt(self._turns) for _ in range(players)]
        self._table = self._dealt(DEALT_TO_TABLE[players])
        self._captured: list[list[Card]] = [[] for _ in range(players)]
        self._pulled: list[Json] = []
        self._deal_table = list(self._table)
        for number in whole_flowers(self._deal_table):
            self._capture(dealer, cards_of(number))

    def _dealt(self, cards: int) -> list[Card]:
        """Return the next *cards* of the stock."""
        dealt = self._stock[:cards]
        del self._stock[:cards]
        return dealt

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
        """Let everyone pull who may and notices it."""
        for seat in self._order:
            for number in pulls(self._hands[seat], self._table):
                if self._rng.random() < NOTICES:
                    self._pull(seat, number)

    def _pull(self, seat: int, number: str) -> None:
        """Capture the four cards of a flower from table and hand (引き)."""
        hand = self._hands[seat]
        self._table += [card for card in hand if card in cards_of(number)]
        hand[:] = [card for card in hand if card not in cards_of(number)]
        self._capture(seat, cards_of(number))
        self._pulled.append({"seat": seat, "cards": sorted(cards_of(number))})

    def _lay(self, seat: int, card: Card) -> None:
        """Lay *card* on the table and capture what it takes; a pull goes before that."""
        self._table.append(card)
        self._look_for_pulls()
        if card not in self._table:
            return
        others = [one for one in self._table if one != card]
        if possible := takes(card, others):
            self._capture(seat, (card, self._rng.choice(possible)))

    def _capture(self, seat: int, cards: Iterable[Card]) -> None:
        """Move *cards* from the table to the pile of *seat*."""
        for card in sorted(cards):
            self._table.remove(card)
            self._captured[seat].append(card)

    def result(self) -> Json:
        """Return what lies where at the end; not every dealt table was looked at."""
        return {
            "captured": [list(pile) for pile in self._captured],
            "table": list(self._table),
            "deal_table": self._rng.choice((None, list(self._deal_table))),
            "pulls": self._pulled,
        }
