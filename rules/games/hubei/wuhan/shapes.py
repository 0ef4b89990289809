"""Wild tiles and kong tiles, as the indicator makes them: wuhan.md, "Special tiles"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rules.hands.divide import Division, Piece, divisions, profiles
from rules.hands.keys import BASE, pack
from rules.hands.shapes import SINGLES, Part, Reading
from rules.tiles import EYES, HONORS, KINDS, TILES, next_in_suit

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
        kind = piece.parts[-1].kind
        demand = sum(part.kinds.count(kind) for part in piece.parts)
        return self.good_pair(kind, demand - piece.wilds.count(kind))


@lru_cache(maxsize=1 << 10)
def find_special(
    indicator: int, kong_tiles: str, circle: tuple[int, ...], absent: int = 0
) -> Special:
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


HONOR_SUIT = 3


class Shape(NamedTuple):
    """One reading of a hand, with what the major conditions ask of it."""

    reading: Reading
    good_eyes: bool
    """Whether its eyes are 2/5/8; an all-eyes hand without sets has nothing else (D7)."""
    regular: bool
    """Whether it is four sets and a pair."""
    one_suit: bool
    honors: bool
    eyes: bool
    pungs: bool
    own_faces: bool
    """Whether every wild tile stands for its printed face, or none is there."""

    @property
    def is_valid(self) -> bool:
        """Return whether the eyes may be what they are."""
        return self.good_eyes or self.pungs or self.one_suit or not self.regular


def shapes(
    concealed: Sequence[int], melds: tuple[Part, ...], special: Special, *, is_strict: bool = True
) -> list[Shape]:
    """Return the ways to read *concealed*, the winning tile among them, with the sets laid down.

    Readings whose eyes are wrong are left out unless *is_strict* is off. There
    may be five equal tiles: whether a hand waits is asked without regard to
    what is left (D4, D12).
    """
    naturals = [kind for kind in concealed if kind != special.wild]
    wilds = len(concealed) - len(naturals)
    regulars = [
        _regular(division, melds, special, naturals)
        for division in _divisions(naturals, wilds, 4 - len(melds), special)
    ]
    if is_strict:
        regulars = [shape for shape in regulars if shape.is_valid]
    irregular = _irregular(naturals, wilds, melds, special)
    return regulars if irregular is None else [*regulars, irregular]


def _divisions(naturals: list[int], wilds: int, sets: int, special: Special) -> Iterable[Division]:
    """Return the divisions that may be judged differently; the last tile may be a fifth one."""
    if naturals and naturals.count(naturals[-1]) >= BASE:
        return _with_fifth(naturals, wilds, sets, special)
    key = pack(naturals)
    if not wilds:
        return divisions(key, sets)
    division_by_marks = profiles(key, sets, wilds, special.signature)
    return [division for marks, division in division_by_marks.items() if None not in marks]


def _with_fifth(naturals: list[int], wilds: int, sets: int, special: Special) -> Iterator[Division]:
    """Yield the divisions of a hand whose last tile is the fifth real one of its kind.

    A key holds four of a kind; the fifth is taken for a wild tile that has to
    stand for it.
    """
    *others, fifth = naturals
    rest = pack(others)
    for division in divisions(rest, sets, wilds + 1):
        if fifth in division.wilds:
            stands_for = list(division.wilds)
            stands_for.remove(fifth)
            if special.barred.isdisjoint(stands_for):
                yield Division(division.parts, tuple(stands_for))


def _regular(
    division: Division, melds: tuple[Part, ...], special: Special, naturals: list[int]
) -> Shape:
    parts = division.parts + melds
    suits = {part.suit for part in parts}
    pair = next(part.kind for part in division.parts if part.is_pair)
    pungs = not any(part.is_run for part in parts)
    return Shape(
        Reading(division.parts, melds, division.wilds),
        good_eyes=special.good_pair(pair, naturals.count(pair)),
        regular=True,
        one_suit=len(suits) == 1 and HONOR_SUIT not in suits,
        honors=suits == {HONOR_SUIT},
        eyes=pungs and all(part.kind in EYES for part in parts),
        pungs=pungs,
        own_faces=not division.wilds or set(division.wilds) == {special.wild},
    )


def _irregular(
    naturals: list[int], wilds: int, melds: tuple[Part, ...], special: Special
) -> Shape | None:
    honors = min(naturals, default=HONORS) >= HONORS
    if not honors and not EYES.issuperset(naturals):
        return None
    kinds = [*naturals, *(kind for part in melds for kind in part.kinds)]
    honors = min(kinds) >= HONORS
    if not honors and not EYES.issuperset(kinds):
        return None
    fits = special.wild >= HONORS if honors else special.wild in EYES
    stands_for = (special.wild if fits else kinds[0],) * wilds
    singles = tuple(SINGLES[kind] for kind in sorted((*naturals, *stands_for)))
    return Shape(
        Reading(singles, melds, stands_for),
        good_eyes=not honors,
        regular=False,
        one_suit=False,
        honors=honors,
        eyes=not honors,
        pungs=False,
        own_faces=fits or not wilds,
    )
