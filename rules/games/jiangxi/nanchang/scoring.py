"""Main and sub jing and what they bring: nanchang.md, "Special tiles", "Side payments"."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import Problem, RecordError
from rules.hands.catalogue import HONOR_RUNS
from rules.hands.divide import divisions
from rules.hands.keys import LANE, counts, pack
from rules.hands.laying import held, lay, sets_with, without
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, PUNGS, SINGLES
from rules.hands.special import APART, room
from rules.record.claims import nearest
from rules.ruleset import Element
from rules.settle.settlement import Item
from rules.tiles import HONORS, KINDS, TILES, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rules.games.jiangxi.nanchang import Table
    from rules.hands.keys import Key
    from rules.hands.shapes import Part
    from rules.record.values import Win

    Layer = Callable[["Soft", Key, int, int], tuple[Part, ...] | None]


MAIN_POINTS: Final = 2
SUB_POINTS: Final = 1
BREAKTHROUGH: Final = 5
"""With so many points they begin to multiply (冲関)."""

_WINDS: Final = ("1z", "2z", "3z", "4z", "1z")
_DRAGONS: Final = ("7z", "6z", "5z", "7z")
_AFTER: Final[dict[int, int]] = {
    TILES[code]: TILES[following]
    for circle in (_WINDS, _DRAGONS)
    for code, following in pairwise(circle)
}
"""The honors in their circles: red, green, white; East, South, West, North."""


class Jings(NamedTuple):
    """The kinds that are wild in one hand."""

    main: int
    sub: int

    def points(self, tiles: Sequence[int]) -> int:
        """Return the jing points of *tiles* before they are multiplied."""
        return MAIN_POINTS * tiles.count(self.main) + SUB_POINTS * tiles.count(self.sub)


@cache
def jings(indicator: int) -> Jings:
    """Return the wild kinds of a hand in which *indicator*, a suit tile or honor, is turned up."""
    assert indicator < KINDS
    if indicator < HONORS:
        return Jings(indicator, next_in_suit(indicator))
    return Jings(indicator, _AFTER[indicator])


def jing_points(raw: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat collects from each other one, *raw* being what all of them hold.

    Breakthrough looks at the raw points; a sole ruler's result is doubled (D7, D12).
    """
    sole = len([held for held in raw if held]) == 1
    return tuple([_broken_through(held) * (2 if sole else 1) for held in raw])


def _broken_through(raw: int) -> int:
    """Return jing points after the breakthrough: 5 ×2, 6 ×3, 7 ×4 and so on."""
    return raw * (raw - 3) if raw >= BREAKTHROUGH else raw


PUNG: Final = 3


class Soft(NamedTuple):
    """The tiles of a hand whose jings are all wild."""

    key: Key
    """The natural tiles, the winning one among them unless it is a drawn jing."""
    sets: int
    """How many sets the concealed tiles have to form beside the pair."""
    last: int | None
    """The kind of the winning tile; `None` for a drawn jing."""
    spare: int
    """What wild tiles stand for where it does not matter."""


def laid_anyhow(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return *sets* sets and *pairs* pairs that the tiles of *key* can be, if any."""
    return lay(key, sets, pairs, soft.spare, HONOR_RUNS)


def laid_in_pungs(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return the same with pungs only; four alike are a pung and one tile over."""
    there = counts(key)
    groups = [kind for kind, count in enumerate(there) for _ in range(0, count, PUNG)]
    loose = [kind for kind in groups if there[kind] % PUNG]
    eyes: list[int] = []
    if len(groups) > sets and pairs and loose:
        eyes = loose[-1:]
        groups.remove(eyes[0])
    if len(groups) > sets:
        return None
    groups += [soft.spare] * (sets - len(groups))
    eyes += [soft.spare] * (pairs - len(eyes))
    return (*(PUNGS[kind] for kind in groups), *(PAIRS[kind] for kind in eyes))


def laid_freely(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return any sets and pair that *layer* finds."""
    return layer(soft, soft.key, soft.sets, 1)


def paired_with_jing(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair, the pair being the winning tile and a jing from the hand."""
    rest, pair = soft.key, soft.spare
    if soft.last is not None:
        rest, pair = rest - LANE[soft.last], soft.last
    found = layer(soft, rest, soft.sets, 0)
    return None if found is None else (*found, PAIRS[pair])


def paired_otherwise(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair in which another seat's tile is no jing's partner.

    Where there is a second tile of its kind, that one is its partner, or one of them is in a set.
    """
    assert soft.last is not None
    if held(soft.key, soft.last) > 1:
        return laid_freely(soft, layer)
    for part in sets_with(soft.last, HONOR_RUNS):
        found = layer(soft, without(soft.key, part), soft.sets - 1, 1)
        if found is not None and (layer is laid_anyhow or part.is_triplet):
            return (part, *found)
    return None


SETS: Final = 4
FINISHES: Final = {
    "self_draw": ((laid_freely, False), (paired_with_jing, True)),
    "discard": ((paired_otherwise, False), (laid_freely, True)),
    "robbed_kong": ((laid_freely, False),),
}
"""Ways to lay a hand out that tell by what its pair is, and whether that is the jing's."""
ALL_HONORS: Final = frozenset(range(HONORS, KINDS))


class Won(NamedTuple):
    """A hand with the tile that is to complete it."""

    held: tuple[int, ...]
    """The concealed tiles without the winning one."""
    tile: int
    by: str
    melds: tuple[Part, ...]
    jings: Jings

    @property
    def is_drawn(self) -> bool:
        """Return whether the winning tile is the winner's own."""
        return self.by == "self_draw"

    @property
    def naturals(self) -> list[int]:
        """Return the tiles that are not wild; another seat's is not, whatever its face (D4)."""
        found = [kind for kind in self.held if kind not in self.jings]
        return found if self.last is None else [*found, self.tile]

    @property
    def last(self) -> int | None:
        """Return the kind of the winning tile, nothing for a drawn jing."""
        return None if self.is_drawn and self.tile in self.jings else self.tile


class Shape(NamedTuple):
    """One reading, with the elements that depend on how the tiles are read."""

    reading: Reading
    elements: frozenset[str]
    needs_own: bool = False
    """Whether the winning tile pairs with a wild jing, which no discard may do (D5)."""


def shapes(won: Won) -> list[Shape]:
    """Return the ways to read the hand that may be judged differently."""
    naturals = won.naturals
    wilds = len(won.held) + 1 - len(naturals)
    found = [*_hard_sets(won)]
    if wilds:
        found += _soft_sets(won, naturals)
    if not won.melds:
        found += _hard_loose(won)
        if wilds:
            found += _soft_pairs(won, naturals, wilds)
            found += _soft_unrelated(won, naturals, wilds)
    return found


def _names(**claims: bool) -> frozenset[str]:
    return frozenset([name for name, holds in claims.items() if holds])


def _hard_sets(won: Won) -> Iterator[Shape]:
    key = pack((*won.held, won.tile))
    for division in divisions(key, SETS - len(won.melds), 0, HONOR_RUNS):
        reading = Reading(division.parts, won.melds)
        pair = next(part.kind for part in division.parts if part.is_pair)
        names = _names(
            all_pungs=_all_pungs(reading.parts),
            no_wild=True,
            wild_pair_wait=won.last is None and pair == won.tile,
        )
        yield Shape(reading, names)


def _soft_sets(won: Won, naturals: list[int]) -> Iterator[Shape]:
    soft = Soft(pack(naturals), SETS - len(won.melds), won.last, won.jings.main)
    for layer in (laid_in_pungs, laid_anyhow):
        if layer is laid_in_pungs and not _all_pungs(won.melds):
            continue
        for finish, with_jing in FINISHES[won.by]:
            parts = finish(soft, layer)
            if parts is None:
                continue
            names = _names(
                all_pungs=layer is laid_in_pungs, wild_pair_wait=with_jing and won.is_drawn
            )
            yield Shape(_soft_reading(parts, won, naturals), names, needs_own=with_jing)


def _soft_reading(parts: tuple[Part, ...], won: Won, naturals: list[int]) -> Reading:
    asked = Counter([kind for part in parts for kind in part.kinds])
    return Reading(parts, won.melds, tuple(sorted((asked - Counter(naturals)).elements())))


def _all_pungs(parts: Iterable[Part]) -> bool:
    return all(part.is_triplet or part.is_pair for part in parts)


def _hard_loose(won: Won) -> Iterator[Shape]:
    counts = Counter((*won.held, won.tile))
    if all(count % 2 == 0 for count in counts.values()):
        names = _names(seven_pairs=True, no_wild=True, wild_pair_wait=won.last is None)
        yield Shape(Reading(_pairs(counts)), names)
    if _are_unrelated(counts):
        stars = counts.keys() >= ALL_HONORS
        names = _names(thirteen_unrelated=True, seven_stars=stars, no_wild=True)
        yield Shape(Reading(_singles(counts)), names)


def _soft_pairs(won: Won, naturals: list[int], wilds: int) -> Iterator[Shape]:
    """Yield seven pairs with wild jings: one for each odd tile, the others by twos."""
    counts = Counter(naturals)
    odd = [kind for kind, count in counts.items() if count % 2]
    spare = wilds - len(odd)
    if spare < 0:
        return
    is_odd = won.last in odd
    with_jing = is_odd or spare >= 2
    stands_for = (*odd, *(won.jings.main if won.last is None else won.last,) * spare)
    reading = Reading(_pairs(counts + Counter(stands_for)), (), tuple(sorted(stands_for)))
    names = _names(seven_pairs=True, wild_pair_wait=won.is_drawn and with_jing)
    is_alone = is_odd and counts[won.tile] == 1
    yield Shape(reading, names, needs_own=is_alone and won.by == "discard")


def _soft_unrelated(won: Won, naturals: list[int], wilds: int) -> Iterator[Shape]:
    """Yield fourteen unrelated tiles with wild jings, the seven stars where they can be had."""
    counts = Counter(naturals)
    if not _are_unrelated(counts):
        return
    suited = room(counts)
    missing = sorted(ALL_HONORS - counts.keys())
    by_themselves = {*won.held, won.tile}.issuperset(missing)
    stars = by_themselves and wilds <= len(missing) + len(suited)
    places = [*missing, *suited] if stars else [*suited, *missing]
    if len(places) < wilds:
        return
    stands_for = places[:wilds]
    singles = _singles(counts + Counter(stands_for))
    yield Shape(
        Reading(singles, (), tuple(sorted(stands_for))),
        _names(thirteen_unrelated=True, seven_stars=stars),
    )


def _are_unrelated(counts: Counter[int]) -> bool:
    kinds = sorted(counts)
    return max(counts.values()) == 1 and all(
        high >= HONORS or low // 9 != high // 9 or high - low >= APART
        for low, high in pairwise(kinds)
    )


def _pairs(counts: Counter[int]) -> tuple[Part, ...]:
    return tuple(PAIRS[kind] for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _singles(kinds: Iterable[int]) -> tuple[Part, ...]:
    return tuple(SINGLES[kind] for kind in sorted(kinds))


FLAT: Final = 20
"""What everyone pays for a heavenly or earthly hand, without any double."""

DOUBLE: Final = 2
"""What every other element multiplies the single point by."""

VIRTUE: Final = 5
"""What virtue adds to some payments, after all doubles."""

ELEMENTS: Final = (
    Element("self_draw", "自摸", "self-draw", "×2"),
    Element("robbing_the_kong", "搶槓", "robbing the kong", "×2"),
    Element("kong_draw", "槓開", "kong supplement win", "×2"),
    Element("all_pungs", "大七対", "all pungs", "×2"),
    Element("seven_pairs", "小七対", "seven pairs", "×2"),
    Element("thirteen_unrelated", "十三爛", "thirteen unrelated", "×2"),
    Element("seven_stars", "七星", "seven stars", "×2"),
    Element("no_wild", "徳国", "virtue (no wild)", "×2, and 5 more from some"),
    Element("double_no_wild", "徳中徳", "double virtue", "×2"),
    Element("wild_pair_wait", "精釣", "jing pair wait", "×2"),
    Element("heavenly_hand", "天胡", "heavenly hand", FLAT),
    Element("earthly_hand", "地胡", "earthly hand", FLAT),
)


class Score(NamedTuple):
    """A win in one reading."""

    shape: Shape
    items: tuple[Item, ...]
    score: int
    dues: Mapping[int, int]
    """What each loser pays for it."""

    @property
    def rank(self) -> tuple[int, int]:
        """Return what a better reading has more of: points in all, then elements."""
        return sum(self.dues.values()), len(self.items)


def judge(table: Table, win: Win) -> Score:
    """Return the score of *win* in the reading that brings most, of equal ones the first.

    Readings in sets come before seven pairs and unrelated tiles. Raise `RecordError`
    with all reasons for which the win is refused.
    """
    hand = table.record.seats[win.seat].hand
    assert hand is not None
    assert win.tile is not None
    where = f"seats[{win.seat}].hand"
    melds = tuple([meld.part() for meld in table.laid[win.seat].melds])
    found = shapes(Won(hand, win.tile, win.by, melds, table.jings))
    refused = _barred(table, win)
    if not found:
        message = "neither four sets and a pair, nor seven pairs, nor fourteen unrelated tiles"
        refused.append(Problem("not_a_win", message, where))
    if win.by == "discard":
        allowed = [shape for shape in found if not shape.needs_own]
        if found and not allowed:
            message = "a lone jing that does not stand for itself wins by an own tile only"
            refused.append(Problem("barred", message, where))
        found = allowed
    if refused:
        raise RecordError(refused)
    return max([_score(table, win, shape) for shape in found], key=lambda one: one.rank)


def _barred(table: Table, win: Win) -> list[Problem]:
    found = []
    if win.is_taken and win.facts.get("missed_win"):
        message = "who lets a winning tile pass may not win before the own next turn"
        found.append(Problem("barred", message, "wins[0]"))
    if not nearest(table.record, win):
        message = "of several claimants the nearest after the discarder wins"
        found.append(Problem("barred", message, "wins[0]"))
    return found


def _score(table: Table, win: Win, shape: Shape) -> Score:
    losers = [seat for seat in range(table.record.players) if seat != win.seat]
    blessed = _blessing(table, win)
    if blessed is not None:
        return Score(shape, (Item(blessed, FLAT),), FLAT, dict.fromkeys(losers, FLAT))
    names = _elements_of(table, win, shape)
    score = DOUBLE ** len(names)
    dues = {seat: score << _doubles(table, win, seat) for seat in losers}
    if "no_wild" in names:
        for seat in losers:
            dues[seat] += VIRTUE if win.by != "discard" or seat == win.source else 0
    return Score(shape, tuple([Item(name, DOUBLE) for name in names]), score, dues)


def _blessing(table: Table, win: Win) -> str | None:
    """Return whether it is a heavenly or an earthly hand, if its mark can be so (D9)."""
    banker = table.record.state.banker
    if table.laid[win.seat].melds:
        return None
    if "dealt" in win.marks and win.is_self_draw and win.seat == banker:
        return "heavenly_hand"
    if "first_discard" in win.marks and win.by == "discard" and win.source == banker:
        return "earthly_hand"
    return None


def _elements_of(table: Table, win: Win, shape: Shape) -> tuple[str, ...]:
    held = {*shape.elements}
    if win.is_self_draw:
        held.add("self_draw")
        if "kong_draw" in win.marks:
            held.add("kong_draw")
    if win.by == "robbed_kong":
        held.add("robbing_the_kong")
    if "no_wild" in held and not any(raw for seat, raw in enumerate(table.raw) if seat != win.seat):
        held.add("double_no_wild")
    return tuple([element.id for element in ELEMENTS if element.id in held])


def _doubles(table: Table, win: Win, payer: int) -> int:
    """Return how often the points double for *payer*: for the banker, and for the discarder."""
    discarded = win.by == "discard" and payer == win.source
    return (table.record.state.banker in (payer, win.seat)) + discarded
