"""Cards, what may be laid together, and what beats what: sheet, "Equipment" and "Play".

Pure functions over codes such as `TS` and `RJ`, so that a screen can check a play
before it lies.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "SHDC"
JOKERS: Final = ("BJ", "RJ")
"""The small and the big one."""

STRENGTH: Final = {f"{rank}{suit}": place for place, rank in enumerate(RANKS) for suit in SUITS} | {
    joker: len(RANKS) + place for place, joker in enumerate(JOKERS)
}
"""How strong each card is, from 0; suits do not matter."""

COPIES: Final = 2
"""How often every card exists."""

TWO: Final = RANKS.index("2")
"""The lowest strength that stands in no run."""

LEAST_RUN: Final = {1: 5, 2: 3, 3: 3}
"""How many neighbours make a run of single cards, pairs and triples."""

GROUPS: Final = {1: "single", 2: "pair", 3: "triple"}
RUNS: Final = {1: "run", 2: "pair_run", 3: "triple_run"}
LEAST_BOMB: Final = 4
BOMBS: Final = frozenset(("bomb", "king_bomb"))

Cards = tuple[str, ...]


class Combination(NamedTuple):
    """Cards that may be laid together."""

    kind: str
    """`single`, `pair`, `run`, `bomb`, … as in the sheet's table."""
    size: int
    """How many cards."""
    top: int
    """The strength that counts."""

    @property
    def is_bomb(self) -> bool:
        """Return whether it beats everything that is no bomb."""
        return self.kind in BOMBS


def combination(cards: Iterable[str]) -> Combination | None:
    """Return what *cards*, all of which exist, are together; nothing if they may not be laid."""
    strengths = Counter(STRENGTH[card] for card in cards)
    size, top = strengths.total(), max(strengths, default=0)
    if len(strengths) == 1:
        kind = "bomb" if size >= LEAST_BOMB else GROUPS[size]
        return Combination(kind, size, top)
    if strengths == {TWO + 1: COPIES, TWO + 2: COPIES}:
        return Combination("king_bomb", size, top)
    copies = set(strengths.values())
    low = min(strengths, default=0)
    if len(copies) != 1 or top >= TWO or top - low + 1 != len(strengths):
        return None
    each = copies.pop()
    if len(strengths) < LEAST_RUN.get(each, size + 1):
        return None
    return Combination(RUNS[each], size, top)


def beats(laid: Combination, last: Combination) -> bool:
    """Return whether *laid* may be laid upon *last*."""
    if "king_bomb" in (laid.kind, last.kind):
        return laid.kind == "king_bomb"
    if laid.is_bomb or last.is_bomb:
        return laid.is_bomb and (not last.is_bomb or (laid.size, laid.top) > (last.size, last.top))
    return (laid.kind, laid.size) == (last.kind, last.size) and laid.top > last.top
