"""What a Wenzhou hand is worth in its best reading: wenzhou.md, "Winning", "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.zhejiang.fortune import WHITE
from rules.games.zhejiang.wenzhou.table import DOUBLE, ORDER, SOFT, TIMES
from rules.hands.divide import divisions, profiles
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, SINGLES
from rules.scoring.kinds import all_pungs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules.games.zhejiang.fortune import Claim, Hand
    from rules.hands.divide import Division, Piece
    from rules.hands.shapes import Part

SETS: Final = 5
WILDS_FOR_ANYTHING: Final = 3


def is_closed(claimed: Claim) -> bool:
    """Return whether a lone wild waits for its pair, which only a self-draw completes (D2)."""
    return claimed.win.is_taken and claimed.held.waits_with_a_lone_wild


def _has_white(claimed: Claim) -> bool:
    """Return whether a white is in the hand or its sets in the indicator's place."""
    if claimed.full.wild == WHITE:
        return False
    seat = claimed.record.seats[claimed.win.seat]
    laid = any(WHITE in meld.tiles for meld in seat.melds)
    return laid or WHITE in (seat.hand or ()) or claimed.win.tile == WHITE


class Verdict(NamedTuple):
    """One reading of a hand with the elements of its class."""

    times: int
    """1 for a soft win, 2 for a hard one, 4 for a double one."""
    elements: tuple[str, ...]
    reading: Reading

    @property
    def is_double(self) -> bool:
        """Return whether the win takes precedence over nearer ones that are not double."""
        return self.times == DOUBLE


def judge(claimed: Claim) -> Verdict | None:
    """Return the reading of the highest class; nothing if there is none.

    Of equals the one with more elements of its class counts, then sets before pairs.
    """
    whole = _of_every_shape(claimed)
    verdicts = [_verdict((*whole, *names), reading) for names, reading in _shapes_1_and_2(claimed)]
    if verdicts:
        return max(verdicts, key=lambda one: (one.times, len(one.elements)))
    if claimed.full.wilds < WILDS_FOR_ANYTHING:
        return None
    return _verdict((*_of_every_way(claimed), "three_wilds_any"), _anything(claimed.full))


def _verdict(names: tuple[str, ...], reading: Reading) -> Verdict:
    """Return *reading* with those of the elements *names* that are of the highest class."""
    times = max((TIMES[name] for name in names), default=SOFT)
    counted = [name for name in names if TIMES[name] == times]
    return Verdict(times, tuple(sorted(counted, key=ORDER.__getitem__)) or ("soft_win",), reading)


def _of_every_way(claimed: Claim) -> Iterator[str]:
    """Yield what the way of winning brings."""
    if claimed.win.is_self_draw:
        yield "self_draw"
    if claimed.win.by == "robbed_kong":
        yield "robbing_the_kong"


def _of_every_shape(claimed: Claim) -> tuple[str, ...]:
    """Return what holds for a hand of shape 1 or 2 however it is divided."""
    win, banker = claimed.win, claimed.record.state.banker
    found = [*_of_every_way(claimed)]
    if claimed.full.wilds == WILDS_FOR_ANYTHING:
        found.append("three_wilds")
    if "dealt" in win.marks and win.is_self_draw and win.seat == banker:
        found.append("heavenly_hand")
    if "first_discard" in win.marks and win.by == "discard" and win.source == banker:
        found.append("earthly_hand")
    if len(claimed.full.melds) == SETS:
        found.append("single_wait_on_four_melds")
    return tuple(found)


Judged = tuple[tuple[str, ...], Reading]
"""A reading with the elements that hang on it."""


def _shapes_1_and_2(claimed: Claim) -> Iterator[Judged]:
    """Yield the readings that may be judged differently."""
    full, may_be_hard = claimed.full, _may_be_hard(claimed)
    for division in _divisions(full):
        reading = Reading(division.parts, full.melds, division.wilds)
        names = []
        if may_be_hard and set(division.wilds) <= {full.wild}:
            names.append("wild_as_itself" if full.wilds else "no_wild")
        if claimed.record.options["all_pungs_double"] and all_pungs(reading.parts):
            names.append("all_pungs")
        yield tuple(names), reading
    if (pairs := _eight_pairs(full)) is not None:
        yield pairs


def _may_be_hard(claimed: Claim) -> bool:
    """Return whether no white forbids it: option `hard_white` (D6)."""
    return claimed.record.options["hard_white"] or not _has_white(claimed)


def _divisions(full: Hand) -> list[Division]:
    """Return the divisions into sets and a pair that may be judged differently."""
    if not full.wilds:
        return list(divisions(full.key, full.sets))
    found = profiles(full.key, full.sets, full.wilds, _signature(full.wild))
    return [division for marks, division in found.items() if None not in marks]


@cache
def _signature(wild: int) -> Callable[[Piece], tuple[bool, bool] | None]:
    """Return what is asked of a suit's piece: are there runs, and wilds that stand for others.

    Nothing is a white where whites are the indicator's tile.
    """

    def signature(piece: Piece) -> tuple[bool, bool] | None:
        if WHITE in piece.wilds and wild != WHITE:
            return None
        has_run = any(item.is_run for item in piece.parts)
        return has_run, any(kind != wild for kind in piece.wilds)

    return signature


def _eight_pairs(full: Hand) -> Judged | None:
    """Return eight pairs and a loose tile, hard if every wild can stand for its own kind."""
    if full.melds:
        return None
    faces = (*full.naturals, *(full.wild,) * full.wilds)
    lone = _lone(faces)
    if len(lone) == 1:
        reading = Reading(_pairs_of(faces, lone[0]), (), (full.wild,) * full.wilds)
        return ("hard_eight_pairs",), reading
    lone = _lone(full.naturals)
    if len(lone) > full.wilds + 1:
        return None
    loose, stand_for = (lone[0], lone[1:]) if len(lone) > full.wilds else (full.wild, lone)
    rest = full.wilds - len(stand_for)
    stand_for = (*stand_for, *(full.wild,) * rest)
    reading = Reading(_pairs_of((*full.naturals, *stand_for), loose), (), tuple(sorted(stand_for)))
    return ("soft_eight_pairs",), reading


def _lone(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds that come an odd number of times, ascending."""
    return tuple(sorted(kind for kind, count in Counter(kinds).items() if count % 2))


def _pairs_of(kinds: tuple[int, ...], loose: int) -> tuple[Part, ...]:
    """Return *kinds* in pairs, the one that is *loose* at the end."""
    paired = sorted(kinds)
    paired.remove(loose)
    return (*(PAIRS[kind] for kind in paired[::2]), SINGLES[loose])


def _anything(full: Hand) -> Reading:
    """Return the tiles one by one, wild ones as what they are."""
    stand_for = (full.wild,) * full.wilds
    kinds = sorted((*full.naturals, *stand_for))
    return Reading(tuple(SINGLES[kind] for kind in kinds), full.melds, stand_for)
