"""What a player without a plan may work for: sets of any tiles, of one suit, or pungs alone."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.hands.distance import pungs_to_win, tiles_to_win
from rules.hands.keys import MASK, SHIFT, SUITS, Key
from rules.record.values import Meld
from rules.tiles import KIND
from rules.value import value


@value
class Aim:
    """Sets and a pair, of these suits."""

    suits: frozenset[int] = frozenset(range(SUITS))
    has_runs: bool = True

    def allows(self, meld: Meld) -> bool:
        """Return whether a hand with this *meld* can still get there."""
        suit = KIND[meld.tiles[0]] // 9
        return suit in self.suits and (self.has_runs or meld.kind != "chow")

    def distance(self, key: Key, sets: int, wilds: int) -> int:
        """Return the fewest tiles that must come until *sets* sets and a pair stand so."""
        suit_key = key & _lanes(self.suits)
        return (tiles_to_win if self.has_runs else pungs_to_win)(suit_key, sets, wilds)


@cache
def _lanes(suits: frozenset[int]) -> Key:
    """Return the bits of a key that count tiles of *suits*."""
    return sum(MASK << SHIFT * suit for suit in suits)


HONORS: Final = 3
ANY: Final = (Aim(),)
ONE_SUIT: Final = tuple([Aim(frozenset((suit, HONORS))) for suit in range(HONORS)])
"""One suit, with honors or without."""
PUNGS: Final = Aim(has_runs=False)
