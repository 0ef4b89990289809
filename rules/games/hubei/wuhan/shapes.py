"""How concealed tiles make a winning hand: wuhan.md, "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.hands.divide import Division, divisions, profiles
from rules.hands.keys import BASE, pack
from rules.hands.reading import Reading
from rules.hands.shapes import SINGLES
from rules.scoring.kinds import EYES
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.games.hubei.wuhan.special import Special
    from rules.hands.shapes import Part

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
    found = [
        _regular(division, melds, special, naturals)
        for division in _divisions(naturals, wilds, 4 - len(melds), special)
    ]
    if is_strict:
        found = [shape for shape in found if shape.is_valid]
    irregular = _irregular(naturals, wilds, melds, special)
    return found if irregular is None else [*found, irregular]


def _divisions(naturals: list[int], wilds: int, sets: int, special: Special) -> Iterable[Division]:
    """Return the divisions that may be judged differently; the last tile may be a fifth one."""
    if naturals and naturals.count(naturals[-1]) >= BASE:
        return _with_fifth(naturals, wilds, sets, special)
    key = pack(naturals)
    if not wilds:
        return divisions(key, sets)
    found = profiles(key, sets, wilds, special.signature)
    return [division for marks, division in found.items() if None not in marks]


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
    """Return the shape of four sets and a pair."""
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
    """Return all honors or all eyes, for which sets and pair are not needed."""
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
