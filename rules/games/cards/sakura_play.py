"""How Sakura is played: sakura.md, "Deal", "Play"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.game import Options
from rules.games.cards.hanafuda import Card, Pile, cards_of, whole_flowers
from rules.games.cards.hanafuda_play import FlowerPlay, FlowerTable
from rules.games.cards.sakura import DEALT_TO_TABLE, GAJI, GAME, hand_size, points, pulls, takes
from rules.play.actions import Pass
from rules.play.cards import CardAction, Cards, Pull, Take, deal_hands
from rules.play.game import PlayGame
from rules.record.values import State
from rules.value import evolve


class SakuraPlay(FlowerPlay):
    """Two to four players; whole flowers are pulled out of turn."""

    game: ClassVar[PlayGame[Any]] = GAME
    lets_be = "need_not_pull"

    def deal(self, options: Options, state: State, cards: Cards) -> FlowerTable:
        """Return the table as dealt; four of a flower on it are the dealer's."""
        players, dealer = len(state.scores), state.banker
        hands, rest = deal_hands(cards, players, hand_size(players, options["two_player_hand"]))
        size = DEALT_TO_TABLE[players]
        table = FlowerTable(options, state, hands, rest[size:], rest[:size], ((),) * players,
                            rest[:size], dealer, turns=1)  # fmt: skip
        for number in whole_flowers(table.dealt):
            table = table.with_capture(dealer, cards_of(number))
        return table

    def others_due(self, table: FlowerTable) -> tuple[int, ...]:
        """Return who may pull a flower and has not let it be just now, the first of them."""
        order = [(table.state.banker + step) % table.players for step in range(table.players)]
        able = [seat for seat in order if pulls(table.hands[seat], table.table)]
        return tuple([seat for seat in able if seat not in table.passes])[:1]

    def offers(self, table: FlowerTable, seat: int) -> Iterable[CardAction]:
        """Yield the flowers that may be pulled, before what one's turn has."""
        if self.others_due(table):
            for number in pulls(table.hands[seat], table.table):
                yield Pull(seat, tuple(sorted(cards_of(number))))
            yield Pass(seat)
            return
        yield from self.turn_offers(table, seat)

    def takes(self, table: FlowerTable) -> tuple[Pile, ...]:
        """Return which one card the card laid captures; it stays only where there is none."""
        assert table.card is not None
        others = [one for one in table.table if one != table.card]
        return tuple([(card,) for card in takes(table.card, others)]) or ((),)

    def of_capture(self, table: FlowerTable, take: Take) -> Reason:
        """Return the rule by which the card laid makes the capture *take*."""
        return Reason("gaji_captures") if table.card == GAJI else super().of_capture(table, take)

    def points(self, card: Card) -> int:
        """Return the card's points."""
        return points(card)

    def is_last_turn(self, table: FlowerTable) -> bool:
        """Return whether everybody has had as many turns as cards."""
        size = hand_size(table.players, table.options["two_player_hand"])
        return table.turns >= size * table.players

    def may_skip(self, table: FlowerTable, seat: int) -> bool:
        """Return whether a pull has left *seat* fewer cards than it has turns yet."""
        size = hand_size(table.players, table.options["two_player_hand"])
        return len(table.hands[seat]) < size - (table.turns - 1) // table.players

    def after(self, table: FlowerTable, action: CardAction) -> FlowerTable:
        """Return the table after *action*."""
        if not self.others_due(table):
            return super().after(table, action)
        seat = action.seat
        if isinstance(action, Pull):
            own_cards = [card for card in table.hands[seat] if card in action.cards]
            table = table.with_hand(seat, own_cards).with_capture(seat, action.cards)
            return self._advance(evolve(table, pulled=(*table.pulled, action)))
        return self._advance(evolve(table, passes=table.passes | {seat}))

    def play_json(self, table: FlowerTable, log: Sequence[CardAction]) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return where the cards lie, and what was pulled."""
        return {
            **self.summary(table),
            "deal_table": list(table.dealt),
            "pulls": [{"seat": one.seat, "cards": list(one.cards)} for one in table.pulled],
        }


PLAY: Final = SakuraPlay()
