"""Combinations (出来役): certain cards in one pile, whatever else lies with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from rules.games.cards.hanafuda.cards import Card


class Combination(NamedTuple):
    """Cards that are worth something together."""

    id: str
    """Its id among the game's elements."""
    cards: frozenset[Card]
    value: int
    """Points that the others give for it."""


def held(cards: Iterable[Card], known: Iterable[Combination]) -> tuple[Combination, ...]:
    """Return those of *known* that lie whole among *cards*; one card may serve several."""
    pile: Set[Card] = frozenset(cards)
    return tuple([one for one in known if one.cards <= pile])
