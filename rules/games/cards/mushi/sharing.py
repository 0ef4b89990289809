"""Who gets the cards that nobody could capture: mushi.md, "Cards left over"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.games.cards.hanafuda.cards import RAINS, Card, Pile
from rules.games.cards.mushi.capturing import BUNDLE, DEVIL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Redeal(NamedTuple):
    """Why the cards were dealt again."""

    reason: str
    """`hand_four`, `table_four` or `table_three_rain`."""
    cards: Pile
    seat: int | None = None
    """Who showed them from his hand."""


class Play(NamedTuple):
    """What a record of this game says about the cards."""

    captured: tuple[Pile, ...] = ((), ())
    table: Pile = ()
    """The cards left over."""
    devil_last: bool = False
    """Whether the devil was the last card of the stock."""
    deal_table: Pile | None = None
    redeal: Redeal | None = None

    def holder(self, *cards: Card) -> int | None:
        """Return the seat that captured all of *cards*; nothing if no one seat did."""
        for seat, pile in enumerate(self.captured):
            if all(card in pile for card in cards):
                return seat
        return None

    @property
    def rains_left(self) -> Pile:
        """Return the rain cards left over, without the devil."""
        return tuple([card for card in self.table if card in RAINS])

    @property
    def others_left(self) -> Pile:
        """Return the cards of other flowers left over."""
        return tuple([card for card in self.table if card != DEVIL and card not in RAINS])


def rain_heir(play: Play, options: Mapping[str, Any]) -> int | None:
    """Return who gets the rain left over (rules 1, 2 and 4); nothing if nobody has a claim."""
    left = play.rains_left
    goes_with_devil = play.devil_last and options["last_stock_devil"] == "with_rain"
    if len(left) == BUNDLE or goes_with_devil:
        return play.holder(DEVIL)
    return play.holder(*RAINS.difference(left))


def shared_out(play: Play, options: Mapping[str, Any]) -> tuple[Pile, ...]:
    """Return the piles with the cards left over in them.

    The play must be one that can occur (`refusals.problems`), so that everything has an heir.
    """
    rain_to, others_to = rain_heir(play, options), play.holder(DEVIL)
    piles = list(play.captured)
    for card in play.table:
        heir = others_to if card in play.others_left else rain_to
        assert heir is not None
        piles[heir] += (card,)
    return tuple(piles)
