"""What a Qing-hun-peng hand is and what it is worth: qinghunpeng.md, "Scoring elements"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from rules.game import Options
from rules.hands.covers import completes
from rules.hands.divide import divisions
from rules.hands.keys import LANE, pack
from rules.hands.shapes import Part, Reading
from rules.record.values import OPEN_KONGS, Meld, Record, Win
from rules.ruleset import Element
from rules.scoring import SETS, WonHand, elements, won_hand
from rules.scoring.kinds import suits
from rules.scoring.won_hand import HONOR_SUIT
from rules.settle.settlement import Item, ScoredHand
from rules.settle.terms import Terms, add, become, compute, limit_terms, times
from rules.tiles import DRAGONS, HONORS, KINDS, WINDS, write

ELEMENTS: Final = (
    Element("all_pungs", "碰碰胡", "all pungs", "counted"),
    Element("mixed_one_suit", "混一色", "mixed one suit", "counted"),
    Element("mixed_one_suit_pungs", "混碰", "mixed one suit, all pungs", "Z"),
    Element("pure_one_suit", "清一色", "pure one suit", "Z"),
    Element("pure_one_suit_pungs", "清碰", "pure one suit, all pungs", "2 Z"),
    Element("all_honors", "全風向", "all honours", "2 Z"),
    Element("all_honors_pungs", "風碰", "all honours, all pungs", "4 Z"),
    Element("flower", "花牌", "flowers laid out", "1 each"),
    Element("wind_pung", "東南西北の刻子", "pung of winds", "1 each"),
    Element("dragon_pung", "中發白の刻子", "pung of dragons", "2 each"),
    Element("open_kong", "明槓", "open kong", "suit 1, wind 2, dragon 3 each"),
    Element("concealed_kong", "暗槓", "concealed kong", "suit 2, wind 3, dragon 4 each"),
    Element("kong_draw", "槓開", "win on a supplement", "at least Z"),
    Element("single_wait_on_four_melds", "単釣・大吊車", "naked single", "at least Z"),
    Element("concealed_hand", "門清", "concealed hand", "×2"),
    Element("last_tile", "海底撈", "last draw", "×2"),
    Element("seven_robs_one", "七捉一", "seven rob one", "option × Z"),
    Element("all_flowers", "八花斉", "all eight flowers", "option × Z"),
)

COUNTED: Final = frozenset(("all_pungs", "mixed_one_suit"))
"""The hands that count flowers."""

LAAZI: Final = {
    "mixed_one_suit_pungs": 1,
    "pure_one_suit": 1,
    "pure_one_suit_pungs": 2,
    "all_honors": 2,
    "all_honors_pungs": 4,
}
"""What the other hands are worth."""

OPEN_KONG: Final = (1, 2, 3)
CONCEALED_KONG: Final = (2, 3, 4)
"""Flowers for a kong of a suit tile, a wind and a dragon."""

DOUBLINGS: Final[Mapping[str, Callable[[WonHand], bool]]] = {
    "concealed_hand": lambda hand: hand.options["concealed_double"] and hand.is_concealed,
    "last_tile": elements.last_tile,
}
LIFTS: Final[Mapping[str, Callable[[WonHand], bool]]] = {
    "kong_draw": elements.supplement_draw,
    "single_wait_on_four_melds": elements.single_wait_on_four_melds,
}
"""What doubles the hand's own points, and what makes it worth a laazi at least."""

MINIMUM: Final = 2
"""Flowers that a win on a discard needs."""

COPIES: Final = 4
HONORS_ONLY: Final = frozenset((HONOR_SUIT,))


class Hand(NamedTuple):
    """One of the seven hands."""

    name: str
    reading: Reading | None
    """How it was divided; `None` for honors in any arrangement."""


def laazi(options: Options) -> int:
    """Return the points of a laazi."""
    points: int = options["base"] + options["laazi_flowers"] * options["flower_value"]
    return points


def seven_hands(concealed: Sequence[int], melds: tuple[Part, ...]) -> Hand | None:
    """Return which hand the tiles are, the most valuable if several, or nothing.

    All pungs are worth at least what the same tiles are in runs, and honors are divided in
    one way only, so no other division can bring more.
    """
    kinds = (*concealed, *(kind for item in melds for kind in item.kinds))
    readings = [
        Reading(division.parts, melds) for division in divisions(pack(concealed), SETS - len(melds))
    ]
    pungs = next((one for one in readings if _is_all_pungs(one)), None)
    if suits(kinds) == HONORS_ONLY:
        return Hand("all_honors", None) if pungs is None else Hand("all_honors_pungs", pungs)
    if not readings:
        return None
    reading = readings[0] if pungs is None else pungs
    name = _of_one_suit(suits(kinds))
    if pungs is None:
        return None if name is None else Hand(name, reading)
    return Hand("all_pungs" if name is None else f"{name}_pungs", reading)


def _is_all_pungs(reading: Reading) -> bool:
    return all(item.is_triplet or item.is_pair for item in reading.parts)


def _of_one_suit(hand_suits: frozenset[int]) -> str | None:
    if HONOR_SUIT in hand_suits:
        return "mixed_one_suit" if len(hand_suits) == 2 else None
    return "pure_one_suit" if len(hand_suits) == 1 else None


def hand_of(record: Record, win: Win) -> Hand | None:
    """Return the hand of *win*, whose tiles are known, or nothing if it is none."""
    seat = record.seats[win.seat]
    tiles, last = record.hand_and_tile(win)
    return seven_hands((*tiles, last), tuple([meld.part() for meld in seat.melds]))


def is_ready(record: Record, seat: int) -> bool:
    """Return whether *seat*'s shown tiles wait for a kind of which it does not hold all four."""
    layout = record.seats[seat]
    if layout.hand is None:
        return False
    melds = tuple([meld.part() for meld in record.melds_after_robbing(seat)])
    kinds = [*layout.hand, *(kind for item in melds for kind in item.kinds)]
    key, sets = pack(layout.hand), SETS - len(melds)
    honors_only = suits(kinds) == HONORS_ONLY
    return any(
        kinds.count(kind) < COPIES
        and ((honors_only and kind >= HONORS) or completes(key + LANE[kind], sets))
        and seven_hands((*layout.hand, kind), melds) is not None
        for kind in range(KINDS)
    )


def counted_flowers(record: Record, win: Win, hand: Hand) -> tuple[Item, ...]:
    """Return what gives flowers, in flowers; nothing for a hand that counts none."""
    if hand.name not in COUNTED or hand.reading is None:
        return ()
    seat = record.seats[win.seat]
    pungs = [item.kind for item in hand.reading.parts if item.shape == "pung"]
    counts = {
        "flower": len(seat.flowers),
        "wind_pung": sum(kind in WINDS for kind in pungs),
        "dragon_pung": 2 * sum(kind in DRAGONS for kind in pungs),
        "open_kong": sum(OPEN_KONG[_class(m)] for m in seat.melds if m.kind in OPEN_KONGS),
        "concealed_kong": sum(
            CONCEALED_KONG[_class(meld)] for meld in seat.melds if meld.kind == "kong_concealed"
        ),
    }
    return tuple([Item(name, flowers) for name, flowers in counts.items() if flowers])


def _class(meld: Meld) -> int:
    kind = meld.tiles[0]
    return (kind >= HONORS) + (kind in DRAGONS)


def is_too_small(record: Record, win: Win, hand: Hand) -> bool:
    """Return whether a discard cannot be won on: fewer than two flowers and no laazi (D2)."""
    if win.by != "discard" or hand.name not in COUNTED or len(record.seats[win.seat].melds) == SETS:
        return False
    return sum(item.value for item in counted_flowers(record, win, hand)) < MINIMUM


def score(record: Record, win: Win, hand: Hand, again: Terms) -> ScoredHand:
    """Return the entry of a won *hand*, all points doubled *again* in a 荒番 (D3)."""
    limit = laazi(record.options)
    own = _own(record, win, hand)
    terms = limit_terms(own, limit, "laazi") if hand.name in COUNTED else own
    raw = points = compute(terms)
    bonuses = []
    whole = won_hand(record, win)
    for name in [name for name, holds in DOUBLINGS.items() if holds(whole)]:
        terms = (*terms, times(name, 2))
        if raw < limit:
            terms = limit_terms(terms, limit, "laazi")
        bonuses.append(Item(name, compute(terms) - points))
        points = compute(terms)
    for name in [name for name, holds in LIFTS.items() if holds(whole)]:
        bonuses.append(Item(name, max(limit - points, 0)))
        if points < limit:
            terms, points = (*terms, become(name, limit)), limit
    names = (hand.name, *[step.id for step in own[1:]])
    base_items = [Item(name, compute((step,))) for name, step in zip(names, own, strict=True)]
    terms += again
    reading = rows(record, win, hand)
    items = (*base_items, *bonuses)
    return ScoredHand(win.seat, compute(terms), "points", items, reading, terms=terms)


def _own(record: Record, win: Win, hand: Hand) -> Terms:
    """Return how the points of *hand* and its flowers come about, before limit and doubling."""
    options = record.options
    if hand.name not in COUNTED:
        return (add(hand.name, laazi(options), LAAZI[hand.name]),)
    each = options["flower_value"]
    flower_terms = [add(item.id, each, item.value) for item in counted_flowers(record, win, hand)]
    return (add("base", options["base"]), *flower_terms)


def rows(record: Record, win: Win, hand: Hand) -> tuple[tuple[str, ...], ...]:
    """Return how the tiles were divided; honors in any arrangement stay in one row."""
    if hand.reading is not None:
        return hand.reading.rows()
    tiles, last = record.hand_and_tile(win)
    melds = record.seats[win.seat].melds
    return (write((*tiles, last)),), tuple([meld.part().text for meld in melds])
