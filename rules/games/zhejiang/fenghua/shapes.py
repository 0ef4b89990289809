"""The ways to lay a hand out, each with the elements that it earns: fenghua.md, "Winning".

Four sets and a pair, seven pairs, fourteen unrelated tiles, honors without sets. A wild
tile is judged by what it stands for (D7, D9), whether it wins or not.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.zhejiang.fenghua.hand import SETS
from rules.games.zhejiang.fenghua.table import WAITS
from rules.hands.divide import natural_divisions, profiles
from rules.hands.keys import pack
from rules.hands.profiles import lookout
from rules.hands.reading import Reading
from rules.hands.shapes import SINGLES
from rules.hands.special import room, seven_pairs, unrelated
from rules.hands.waits import way
from rules.scoring import kinds as elements
from rules.tiles import HONORS, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.games.zhejiang.fenghua.hand import Won
    from rules.hands.shapes import Part

HONOR_SUIT: Final = 3
STARS: Final = frozenset(range(HONORS, KINDS))
"""The seven honors."""
FOUR: Final = 4
SUIT_STARTS: Final = (0, 9, 18, HONORS)


class Shape(NamedTuple):
    """One reading, and how often each element holds that depends on it."""

    reading: Reading
    earned: Counter[str]


def shapes(won: Won) -> Iterator[Shape]:
    """Yield the ways to read the hand that may be worth different things."""
    yield from _in_sets(won)
    if not won.melds:
        yield from _in_pairs(won)
        yield from _unrelated(won)
    yield from _honors(won)


def _shape(won: Won, concealed: Sequence[Part], wilds: Iterable[int], *names: str) -> Shape:
    """Return a shape, the claim about what the wild tiles stand for added to its *names*."""
    wilds = tuple(wilds)
    earned = Counter(names)
    if wilds and set(wilds) == {won.face}:
        earned["wild_as_itself"] = 1
    return Shape(Reading(tuple(concealed), won.melds, wilds), earned)


def _pungs(won: Won, parts: Iterable[Part]) -> Iterator[str]:
    """Yield what pungs and kongs of dragons and of the two winds earn."""
    for part in parts:
        if not part.is_triplet:
            continue
        if part.kind in elements.DRAGONS:
            yield "dragon_pung"
        elif part.kind == won.seat_wind == won.round_wind:
            yield "double_wind_pung"
        elif part.kind == won.seat_wind:
            yield "seat_wind_pung"
        elif part.kind == won.round_wind:
            yield "round_wind_pung"


def _suits(suits: set[int]) -> Iterator[str]:
    """Yield what a hand earns that is only of *suits*, honors among them."""
    if len(suits) == 1 and HONOR_SUIT not in suits:
        yield "pure_one_suit"
    elif len(suits) == 2 and HONOR_SUIT in suits:
        yield "mixed_one_suit"


def _in_sets(won: Won) -> Iterator[Shape]:
    """Yield the divisions into four sets and a pair."""
    needed = SETS - len(won.melds)
    if not won.wilds:
        for parts in natural_divisions(pack(won.naturals), needed):
            yield _of_sets(won, parts, ())
        return
    if won.face is not None:
        # profiles keep one of many that look alike; these must not be lost among them
        for parts in natural_divisions(pack(won.naturals + (won.face,) * won.wilds), needed):
            yield _of_sets(won, parts, (won.face,) * won.wilds)
    feature = lookout(None if won.last is None else (won.last,)).feature
    for division in profiles(pack(won.naturals), needed, won.wilds, feature).values():
        yield _of_sets(won, division.parts, tuple(sorted(division.wilds)))


def _of_sets(won: Won, concealed: tuple[Part, ...], wilds: tuple[int, ...]) -> Shape:
    """Return what one division earns, the winning tile being where it brings a tai."""
    parts = (*concealed, *won.melds)
    suits = {part.suit for part in parts}
    names = [*_pungs(won, parts), *_suits(suits)]
    if suits == {HONOR_SUIT}:
        names.append("all_honors")
    if elements.all_pungs(parts):
        names.append("all_pungs")
    elif elements.all_sequences(parts):
        names.append("all_sequences")
    if len(won.melds) == SETS:
        names.append("single_wait_on_four_melds")
    lasts = set(wilds) if won.last is None else {won.last}
    filled = {way(part, kind) for part in concealed for kind in lasts if kind in part.kinds}
    wait = next((name for one, name in WAITS.items() if one in filled), None)
    if wait is not None:
        names.append(wait)
    return _shape(won, concealed, wilds, *names)


def _in_pairs(won: Won) -> Iterator[Shape]:
    """Yield seven pairs: a wild tile for each odd one, two wild tiles for a pair of any kind."""
    counts = Counter(won.naturals)
    odd = [kind for kind, count in counts.items() if count % 2]
    spare = won.wilds - len(odd)
    if spare < 0:
        return
    free = {*SUIT_STARTS} if won.face is None else {*SUIT_STARTS, won.face}
    before = Counter(won.hand)
    bombs = sum(count == FOUR for count in before.values())
    is_fourth = won.last is not None and before[won.last] == FOUR - 1
    for kind in sorted(free) if spare else (HONORS,):
        wilds = sorted([*odd, *(kind,) * spare])
        pairs = seven_pairs([*won.naturals, *wilds])
        suits = {part.suit for part in pairs}
        names = ["seven_pairs", "pair_wait", *("concealed_bomb",) * bombs, *_suits(suits)]
        if is_fourth:
            names.append("completed_bomb")
        if suits == {HONOR_SUIT}:
            names.append("scattered_honors")
        yield _shape(won, pairs, wilds, *names)


def _unrelated(won: Won) -> Iterator[Shape]:
    """Yield fourteen tiles of which no two belong together, with their grade (D2)."""
    naturals = frozenset(won.naturals)
    if len(naturals) < len(won.naturals):
        return
    for wilds in _places(won, naturals):
        if singles := unrelated([*naturals, *wilds]):
            grades = [_grade({*won.hand, *wilds} - {last}, last) for last in _lasts(won, wilds)]
            for grade in dict.fromkeys(grades):
                yield _shape(won, singles, wilds, grade)


def _lasts(won: Won, wilds: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the winning tile may stand for."""
    return wilds if won.last is None else (won.last,)


def _places(won: Won, naturals: frozenset[int]) -> Iterable[tuple[int, ...]]:
    """Return what the wild tiles may stand for beside *naturals* that have nothing in common.

    Missing honors are as good as each other, so no more are tried than there are wild
    tiles; so are the places that a suit has room for.
    """
    if not won.wilds:
        return ((),)
    honors = sorted(STARS - naturals)
    suited = [[kind for kind in room(naturals) if kind // 9 == suit] for suit in range(HONOR_SUIT)]
    groups = [honors, *suited]
    tried = {*chain.from_iterable(group[: won.wilds] for group in groups)}
    if won.face is not None:
        tried.add(won.face)
    return combinations(sorted(tried - naturals), won.wilds)


def _grade(held: set[int], last: int) -> str:
    """Return what fourteen unrelated tiles are, of which *last* came to the thirteen *held*."""
    suits = {kind // 9 for kind in held if kind < HONORS}
    if held >= STARS:
        is_missing = last < HONORS and len(suits) == 2 and last // 9 not in suits
        return "unrelated_void_suit" if is_missing else "seven_stars_concealed"
    return "seven_stars_completed" if {*held, last} >= STARS else "thirteen_unrelated"


def _honors(won: Won) -> Iterator[Shape]:
    """Yield honors without sets (乱老頭); only what was laid down earns more (D19)."""
    laid = chain.from_iterable(part.kinds for part in won.melds)
    if all(kind >= HONORS for kind in chain(won.naturals, laid)):
        stands_for = won.face if won.face is not None and won.face >= HONORS else HONORS
        wilds = (stands_for,) * won.wilds
        singles = [SINGLES[kind] for kind in sorted((*won.naturals, *wilds))]
        yield _shape(won, singles, wilds, "scattered_honors", *_pungs(won, won.melds))
