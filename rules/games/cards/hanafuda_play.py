"""How flower cards are played: what mushi.md and sakura.md, "Deal" and "Play", share.

In a turn a card of the hand is laid, then the top card of the stock; each captures before
the next one comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from rules.errors import Reason
from rules.games.cards.hanafuda import Card, Pile
from rules.play.actions import Abort, Pass
from rules.play.cards import CardAction, CardRules, CardView, Lay, Pull, Table, Take, without_cards
from rules.play.game import PlayGame
from rules.value import evolve, value

Phase = Literal["show", "hand", "take", "over"]
"""What is due: cards that make a new deal, a card of the hand, what the card laid captures."""


@value
class FlowerTable(Table):
    """The cards of one hand, and where they lie."""

    stock: Pile = ()
    table: Pile = ()
    captured: tuple[Pile, ...] = ()
    dealt: Pile = ()
    """The cards that were dealt to the table."""
    turn: int = 0
    phase: Phase = "hand"
    turns: int = 0
    """How many turns have begun, the one that goes on counted."""
    card: Card | None = None
    """The card on the table that is to capture."""
    from_stock: bool = False
    passes: frozenset[int] = frozenset()
    """Who has said just now that he does not show, or pull, what he might."""
    pulled: tuple[Pull, ...] = ()
    devil_last: bool = False
    """Whether the card that takes other flowers was the last of the stock and captured."""
    why_again: tuple[str, Pile, int | None] | None = None
    """Why the cards are dealt again: the reason, its cards, who showed them."""

    @property
    def players(self) -> int:
        """Return how many take part."""
        return len(self.hands)

    def with_capture(self, seat: int, cards: Iterable[Card]) -> FlowerTable:
        """Return the table after *cards* went from it to the pile of *seat*."""
        cards = tuple(sorted(cards))
        piles = list(self.captured)
        piles[seat] += cards
        return evolve(self, table=without_cards(self.table, cards), captured=tuple(piles))

    def with_hand(self, seat: int, cards: Iterable[Card]) -> FlowerTable:
        """Return the table on which *seat* has laid *cards* of its hand."""
        cards = tuple(cards)
        hands = list(self.hands)
        hands[seat] = without_cards(hands[seat], cards)
        return evolve(self, hands=tuple(hands), table=(*self.table, *cards))


class FlowerPlay(CardRules[FlowerTable]):
    """Flower cards in turns."""

    game: ClassVar[PlayGame[Any]]
    lets_be: ClassVar[str]
    """The rule by which nobody has to do what may be done before the turn goes on."""

    def takes(self, table: FlowerTable) -> tuple[Pile, ...]:
        """Return what the card laid may capture; an empty pile where it may stay."""
        raise NotImplementedError

    def is_last_turn(self, table: FlowerTable) -> bool:
        """Return whether no turn follows the one that goes on."""
        raise NotImplementedError

    def may_skip(self, table: FlowerTable, seat: int) -> bool:  # noqa: ARG002 -- hook
        """Return whether *seat* may turn the stock without laying a card before."""
        return False

    def others_due(self, table: FlowerTable) -> tuple[int, ...]:  # noqa: ARG002 -- hook
        """Return who may do something before the turn goes on."""
        return ()

    def to_act(self, table: FlowerTable) -> tuple[int, ...]:
        """Return who may do something before the turn goes on, else whose turn it is."""
        if table.phase == "over":
            return ()
        return self.others_due(table) or (table.turn,)

    def turn_seen(self, table: FlowerTable) -> tuple[int, ...]:
        """Return whose turn it is; nobody knows who might show or pull something."""
        return () if table.phase == "over" else (table.turn,)

    def is_silent(self, table: FlowerTable, action: CardAction) -> bool:
        """Return whether somebody has just let be what he might have shown or pulled."""
        return isinstance(action, Pass) and action.seat in table.passes

    def summary(self, table: FlowerTable) -> Mapping[str, Any]:
        """Return where the cards lie, in the order of the pack."""
        piles = [[card for card in self.pack() if card in pile] for pile in table.captured]
        return {"captured": piles, "table": [card for card in self.pack() if card in table.table]}

    def turn_offers(self, table: FlowerTable, seat: int) -> Iterable[CardAction]:
        """Yield what may be done in one's turn."""
        if table.phase == "take":
            yield from (Take(seat, cards) for cards in self.takes(table))
            return
        yield from (Lay(seat, (card,)) for card in table.hands[seat])
        if self.may_skip(table, seat):
            yield Pass(seat)

    def points(self, card: Card) -> int:
        """Return what *card* counts for who has captured it."""
        raise NotImplementedError

    def choose(self, table: FlowerTable, seat: int, offers: Sequence[CardAction]) -> CardAction:  # noqa: ARG002 -- hook
        """Return a flower pulled, the dearest capture, or the card that would capture most.

        Of cards that capture nothing the cheapest is laid; who may show four plays on.
        """
        pull = next((one for one in offers if isinstance(one, Pull)), None)
        takes = [one for one in offers if isinstance(one, Take)]
        lays = [one for one in offers if isinstance(one, Lay)]
        if pull is not None:
            return pull
        if takes:
            return max(takes, key=lambda one: sum(map(self.points, one.cards)))
        if not lays:
            return offers[-1]
        return max(lays, key=lambda one: self._brings(table, one.cards[0]))

    def _brings(self, table: FlowerTable, card: Card) -> int:
        """Return what laying *card* would bring, or cost where it would stay."""
        after = evolve(table, table=(*table.table, card), card=card, from_stock=False)
        best = max(sum(map(self.points, cards)) for cards in self.takes(after))
        return best + self.points(card) if best else -self.points(card)

    def view(self, table: FlowerTable) -> CardView:
        """Return hands, table and captures; the card that is to capture comes last."""
        return CardView(table.hands, table.table, table.captured)

    def reason(self, table: FlowerTable, action: CardAction) -> Reason:
        """Return why *action* is none of the offers."""
        if isinstance(action, Lay):
            if table.phase == "take":
                return Reason("laid_captures_first", {"card": table.card})
            return Reason("one_card_laid")
        if isinstance(action, Take):
            if table.phase != "take":
                return Reason("lay_first")
            return Reason("captures_flower", {"card": table.card})
        return Reason("not_now")

    def grounds(self, table: FlowerTable, action: CardAction) -> Iterator[Reason]:
        """Yield the rule by which *action* was legal."""
        match action:
            case Lay():
                yield Reason("one_card_laid")
            case Take():
                yield self.of_capture(table, action)
            case Pull():
                yield Reason("flower_pulled")
            case Abort():
                yield Reason("four_shown")
            case Pass():
                yield Reason(self.lets_be if self.others_due(table) else "only_turns_stock")

    def of_capture(self, table: FlowerTable, take: Take) -> Reason:  # noqa: ARG002 -- hook
        """Return the rule by which the card laid makes the capture *take*."""
        return Reason("captures_flower", {"card": table.card})

    def after(self, table: FlowerTable, action: CardAction) -> FlowerTable:
        """Return the table after what was done in one's turn."""
        table = evolve(table, passes=frozenset())
        if isinstance(action, Lay):
            table = table.with_hand(action.seat, action.cards)
            return self._advance(evolve(table, card=action.cards[0], phase="take"))
        if isinstance(action, Take):
            assert table.card is not None
            if action.cards or self.takes_itself(table):
                table = table.with_capture(action.seat, (table.card, *action.cards))
            return self._end_take(table)
        return self._turn_stock(table)

    def takes_itself(self, table: FlowerTable) -> bool:  # noqa: ARG002 -- hook
        """Return whether the card laid goes to its owner where it takes no other."""
        return False

    def _end_take(self, table: FlowerTable) -> FlowerTable:
        """Return the table once the card laid has captured, or stays."""
        if not table.from_stock:
            return self._turn_stock(table)
        if self.is_last_turn(table):
            return evolve(table, phase="over", card=None)
        following = (table.turn + 1) % table.players
        table = evolve(table, turn=following, turns=table.turns + 1, phase="hand", card=None)
        return self._advance(evolve(table, from_stock=False))

    def _turn_stock(self, table: FlowerTable) -> FlowerTable:
        """Return the table with the top card of the stock on it."""
        card, stock = table.stock[0], table.stock[1:]
        table = evolve(table, stock=stock, table=(*table.table, card), card=card)
        return self._advance(evolve(table, phase="take", from_stock=True))

    def _advance(self, table: FlowerTable) -> FlowerTable:
        """Return the table once what nobody has a choice in is done."""
        if self.others_due(table):
            return table
        if table.phase == "take":
            if table.card not in table.table:
                return self._end_take(table)
            if self.takes(table) == ((),) and not self.takes_itself(table):
                return self._end_take(table)
        elif table.phase == "hand" and not table.hands[table.turn]:
            return self._turn_stock(table)
        return table
