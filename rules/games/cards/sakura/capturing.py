"""Which cards of the table a card may take, and who may pull: sakura.md, "Play"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.cards.hanafuda.cards import (
    RAIN_JUNK,
    Card,
    by_flower,
    flower,
    of_flower,
    whole_flowers,
)

if TYPE_CHECKING:
    from collections.abc import Collection

GAJI: Final = RAIN_JUNK


def takes(card: Card, table: Collection[Card]) -> tuple[Card, ...]:
    """Return the cards of *table* of which *card*, played or turned, captures one.

    A card that can capture does; with none to take it stays on the table. On the
    table the gaji is an ordinary rain card.
    """
    if card == GAJI:
        return tuple(table)
    return of_flower(flower(card), table)


def pulls(hand: Collection[Card], table: Collection[Card]) -> tuple[str, ...]:
    """Return the flowers that the owner of *hand* may pull (引き), in order.

    All four cards lie in *hand* and on *table* together, at least one of them in the hand.
    """
    own = by_flower(hand)
    return tuple([one for one in whole_flowers([*hand, *table]) if one in own])
