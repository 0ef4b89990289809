"""Wild tiles and kong tiles, as the indicator makes them: wuhan.md, "Special tiles"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rules.scoring.kinds import EYES
from rules.tiles import HONORS, KINDS, TILES, next_in_suit

if TYPE_CHECKING:
    from rules.hands.divide import Piece

RED: Final = TILES["7z"]
GREEN: Final = TILES["6z"]

DRAGONS: Final = {"red": frozenset((RED,)), "red_green": frozenset((RED, GREEN))}
"""The kong tiles by the option `kong_tiles`; peels depend on the indicator instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Special:
    """Which kinds are wild and which are kong tiles in one hand; one object for each case."""

    wild: int
    kong: frozenset[int]
    barred: frozenset[int]
    """What a wild tile cannot stand for: kong tiles, and kinds that the game has not."""

    @property
    def usable(self) -> tuple[int, ...]:
        """Return every kind that may be in a winning hand, ascending."""
        return tuple(kind for kind in range(KINDS) if kind not in self.barred)

    def good_pair(self, kind: int, naturals: int) -> bool:
        """Return whether a pair read as *kind* is 2/5/8 eyes, *naturals* of that kind being real.

        Two wild tiles are such a pair only by their printed face.
        """
        return kind in EYES and (naturals > 0 or self.wild in EYES)

    def signature(self, piece: Piece) -> tuple[bool, ...] | None:
        """Return what the elements read of *piece*; divisions that look alike are judged once.

        In order: nothing of the suit is here, no run is, eyes of 2/5/8 are, nothing
        but 2, 5 and 8 is, and wild tiles stand for their own face only. Nothing is
        returned if a wild tile stands for what it may not.
        """
        if not self.barred.isdisjoint(piece.wilds):
            return None
        return (
            not piece.parts,
            all(part.is_triplet or part.is_pair for part in piece.parts),
            piece.pair and self._good_in(piece),
            all(kind in EYES for part in piece.parts for kind in part.kinds),
            all(kind == self.wild for kind in piece.wilds),
        )

    def _good_in(self, piece: Piece) -> bool:
        """Return whether the pair of *piece* is good as 2/5/8 eyes."""
        kind = piece.parts[-1].kind
        demand = sum(part.kinds.count(kind) for part in piece.parts)
        return self.good_pair(kind, demand - piece.wilds.count(kind))


@lru_cache(maxsize=1 << 10)
def special(indicator: int, kong_tiles: str, circle: tuple[int, ...], absent: int = 0) -> Special:
    """Return the special tiles of a hand with this *indicator*.

    *circle* is the order of the honors, *absent* how many kinds (from `1m` up)
    the game is played without.
    """
    if kong_tiles == "peel":
        kong = frozenset((indicator, _previous(indicator, circle)))
    else:
        kong = DRAGONS[kong_tiles]
    wild = _following(indicator, circle)
    while wild in kong:
        wild = _following(wild, circle)
    missing = {*range(absent), *range(HONORS, KINDS)} - set(circle)
    return Special(wild, kong, kong | missing)


def _following(kind: int, circle: tuple[int, ...]) -> int:
    """Return the next kind: 9 → 1, honors round the *circle*."""
    if kind < HONORS:
        return next_in_suit(kind)
    return circle[(circle.index(kind) + 1) % len(circle)]


def _previous(kind: int, circle: tuple[int, ...]) -> int:
    """Return the kind before: 1 → 9, honors backwards."""
    if kind < HONORS:
        return kind + 8 if kind % 9 == 0 else kind - 1
    return circle[circle.index(kind) - 1]
