"""Which cards of the table a card may take: mushi.md, "Play"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.cards.hanafuda.cards import (
    RAIN,
    RAIN_JUNK,
    Card,
    Pile,
    by_flower,
    flower,
    of_flower,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

DEVIL: Final = RAIN_JUNK
BUNDLE: Final = 3
"""Cards of one flower that lie together and are captured together (3枚組)."""
NOTHING_ELSE: Final[Pile] = ()


class Turn(NamedTuple):
    """A card that is laid on the table, and where it comes from."""

    card: Card
    from_stock: bool = False
    is_last: bool = False
    """Whether it is the last card of the stock."""


class Choice(NamedTuple):
    """What may become of a card that is laid on the table."""

    takes: tuple[Pile, ...]
    """Each set of table cards that it may capture; an empty one is the card by itself."""
    may_stay: bool
    """Whether it may be left on the table."""

    def allows(self, taken: Collection[Card]) -> bool:
        """Return whether the card may capture just *taken*, or stay if that is nothing."""
        if not taken and self.may_stay:
            return True
        return any(set(one) == set(taken) for one in self.takes)


def choice(turn: Turn, table: Collection[Card], options: Mapping[str, Any]) -> Choice:
    """Return what may become of the card of *turn* when *table* lies there."""
    if turn.card == DEVIL:
        return _devils_choice(turn, table, options)
    if turn.from_stock and DEVIL in table and flower(turn.card) != RAIN:
        return Choice(((DEVIL,),), may_stay=False)
    takes = _one_of([card for card in table if card != DEVIL], flower(turn.card))
    return Choice(takes, may_stay=not takes)


def _one_of(table: Collection[Card], number: str) -> tuple[Pile, ...]:
    """Return each capture of the flower *number*: one card, or a bundle whole."""
    there = of_flower(number, table)
    if len(there) >= BUNDLE:
        return (there,)
    return tuple([(card,) for card in there])


def _devils_choice(turn: Turn, table: Collection[Card], options: Mapping[str, Any]) -> Choice:
    """Return what may become of the devil: from the hand it may always stay (D6)."""
    if turn.is_last:
        return Choice((_with_the_last(table, options),), may_stay=False)
    takes: list[Pile] = []
    for number, copies in sorted(by_flower(table).items()):
        if number == RAIN or (copies >= BUNDLE and not options["devil_takes_bundle"]):
            continue
        takes += _one_of(table, number)
    return Choice(tuple(takes), may_stay=not (turn.from_stock and takes))


def _with_the_last(table: Collection[Card], options: Mapping[str, Any]) -> Pile:
    """Return what the devil takes with it as last card of the stock."""
    if options["last_stock_devil"] == "alone":
        return NOTHING_ELSE
    return of_flower(RAIN, table)
