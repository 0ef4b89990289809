"""What a won hand is worth: fenghua.md, "Winning" and "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import refuse
from rules.games.zhejiang.fenghua.hand import WINDS
from rules.games.zhejiang.fenghua.shapes import shapes
from rules.games.zhejiang.fenghua.table import (
    EIGHT_FLOWERS,
    HARD,
    HONOR_HANDS,
    ORDER,
    SOFT,
    UNCOUNTED,
)
from rules.hands.reading import Reading
from rules.record.claims import supplemented_kong
from rules.scoring import kinds as elements
from rules.settle.settlement import Item
from rules.tiles import FLOWERS, HONORS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.games.zhejiang.fenghua.hand import Won

STEP: Final = 10
"""The tai of a hand are rounded up to a multiple of it."""
ALL_FLOWERS: Final = 8
KONGS: Final = {
    "kong_discard": "open_kong",
    "kong_concealed": "concealed_kong",
    "kong_added": "added_kong",
}
WILDS: Final = ("no_wild", "one_wild", "two_wilds", "three_wilds")


class Choice(NamedTuple):
    """A reading, and what it is worth."""

    items: tuple[Item, ...]
    reading: Reading
    is_celebrated: bool = False
    """Whether it is an honor hand that is celebrated instead of counted (D21)."""

    @property
    def tai(self) -> int:
        """Return the sum of all elements, not yet rounded."""
        return sum(item.value for item in self.items)

    @property
    def counted(self) -> int:
        """Return the tai that count towards the minimum."""
        return sum(item.value for item in self.items if item.id not in UNCOUNTED)

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """Return the order of preference: most tai, then elements that the sheet names first."""
        return self.tai, tuple([-ORDER[item.id] for item in self.items])


def rounded(tai: int) -> int:
    """Return *tai* rounded up to the next multiple of ten."""
    return -(-tai // STEP) * STEP


def best(won: Won) -> Choice:
    """Return the reading with most tai that may win.

    Of equals the one whose elements come first in the sheet's table, then the one found
    first. Raise `RecordError` for tiles that are no hand, or a discard for too few tai.
    """
    common = _of_the_hand(won)
    found = [
        _choice(won, common + shape.earned, shape.reading, HONOR_HANDS & shape.earned.keys())
        for shape in shapes(won)
    ]
    if not found:
        message = (
            "neither four sets and a pair, nor seven pairs, nor fourteen unrelated tiles,"
            " nor honors only"
        )
        raise refuse("not_a_win", message, "wins[0]")
    if won.win.by != "discard":
        return max(found, key=lambda choice: choice.rank)
    minimum = won.record.options["minimum"]
    enough = [one for one in found if one.is_celebrated or one.counted >= minimum]
    if not enough:
        most = max(one.counted for one in found)
        message = (
            f"{most} tai: a discard wins from {minimum}, and flowers, kongs and three wild"
            " tiles do not count for it"
        )
        raise refuse("below_minimum", message, "wins[0]")
    return max(enough, key=lambda choice: choice.rank)


def declared(won: Won) -> Choice:
    """Return what eight flowers at once are worth (八花直胡, D10)."""
    common = _of_the_hand(won) + Counter(["all_flowers"])
    return _choice(won, common, Reading((), won.melds), frozenset())


def _choice(won: Won, earned: Counter[str], reading: Reading, honors: frozenset[str]) -> Choice:
    """Return *reading* with the items for what was *earned*, celebrations left out."""
    options = won.record.options
    left_out: frozenset[str] = frozenset()
    celebrated = bool(honors) and options["honor_hands"] == "gift"
    if celebrated:
        left_out |= HONOR_HANDS
    if options["eight_flowers"] == "gift":
        left_out |= EIGHT_FLOWERS
    worth = _worth(won)
    names = sorted(earned.keys() - left_out, key=ORDER.__getitem__)
    items = tuple([Item(name, worth[name] * earned[name]) for name in names])
    return Choice(tuple([item for item in items if item.value]), reading, celebrated)


def _worth(won: Won) -> Mapping[str, int]:
    """Return what each element is worth in this hand."""
    table, options = SOFT if won.wilds else HARD, won.record.options
    robbing, last = options["robbing_the_kong_tai"], options["last_tile_tai"]
    return {**table, "robbing_the_kong": robbing, "last_tile": last}


def _of_the_hand(won: Won) -> Counter[str]:
    """Return the elements that no reading changes, with how often they hold."""
    win = won.win
    found = Counter(["base", _wilds(won), *_kongs(won), *_flowers(won)])
    if win.by != "discard":
        found["self_draw"] = 1
    if win.by == "robbed_kong":
        found["robbing_the_kong"] = 1
    if win.is_self_draw:
        found.update(mark for mark in ("last_tile", "flower_draw") if mark in win.marks)
    return found


def _wilds(won: Won) -> str:
    """Return the element for the number of wild tiles."""
    is_flower = won.face is None
    return "three_flower_wilds" if won.wilds == 3 and is_flower else WILDS[won.wilds]


def _kongs(won: Won) -> Iterator[str]:
    """Yield what each kong earns, more for the one on whose supplement the hand was won."""
    record, win = won.record, won.win
    bloom = win.is_self_draw and "kong_draw" in win.marks
    supplied = supplemented_kong(record, win) if bloom else None
    for meld in record.seats[win.seat].melds:
        if meld.is_kong:
            name = KONGS[meld.kind]
            yield f"{name}_bloom" if meld is supplied else name


def _flowers(won: Won) -> Iterator[str]:
    """Yield what the flowers laid out earn."""
    flowers = frozenset(won.record.seats[won.win.seat].flowers)
    own = won.seat_wind - HONORS
    for flower in flowers:
        if (flower - FLOWERS) % WINDS == own:
            yield "seat_flower"
    for _group in elements.full_flower_groups(flowers):
        yield "flower_set"
    if len(flowers) == ALL_FLOWERS and won.win.by != "declared":
        yield "all_flowers_played_on"
