"""What was special about a win, and the tiles turned up after it: changsha.md.

"Play", "Walls, dice, deal" (kong supplement, last tile) and "Payment" (bird).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.divide import natural_divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.shapes import SINGLES, Part
from rules.hands.special import seven_pairs
from rules.ruleset import Element
from rules.scoring import kinds as elements
from rules.settle.settlement import Item, Scored
from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rules.record.values import Record, Win
    from rules.tiles import Tile


RANKS: Final = 9


def has_last_tile(_record: Record, win: Win) -> bool:
    """Return whether the winner drew the last tile; a kong's supplement never counts as one."""
    return win.is_self_draw and "last_tile" in win.marks and "kong_draw" not in win.marks


def is_last_discard(_record: Record, win: Win) -> bool:
    """Return whether the last tile was discarded; a kong's supplement never counts as one."""
    return win.by == "discard" and "last_discard" in win.marks and "kong_discard" not in win.marks


def is_kong_bloom(_record: Record, win: Win) -> bool:
    """Return whether the winner drew a supplement that dice chose."""
    by_dice = win.facts.get("supplement") != "tail"
    return win.is_self_draw and "kong_draw" in win.marks and by_dice


def is_kong_cannon(_record: Record, win: Win) -> bool:
    """Return whether a supplement that dice chose was discarded."""
    return win.by == "discard" and "kong_discard" in win.marks


def is_heavenly(record: Record, win: Win) -> bool:
    """Return whether the banker's dealt fourteen tiles win."""
    return win.is_self_draw and "dealt" in win.marks and win.seat == record.state.banker


def is_earthly(record: Record, win: Win) -> bool:
    """Return whether the banker's first discard wins."""
    first = win.by == "discard" and "first_discard" in win.marks
    return first and win.source == record.state.banker


SITUATIONS: Final[Mapping[str, Callable[[Record, Win], bool]]] = {
    "last_tile": has_last_tile,
    "last_discard": is_last_discard,
    "kong_draw": is_kong_bloom,
    "kong_cannon": is_kong_cannon,
    "robbing_the_kong": lambda _, win: win.by == "robbed_kong",
    "heavenly_hand": is_heavenly,
    "earthly_hand": is_earthly,
}
"""The elements that the tiles do not show."""


def is_on_last_tile(record: Record) -> bool:
    """Return whether the hand was won with the last tile of the wall."""
    return any(has_last_tile(record, win) or is_last_discard(record, win) for win in record.wins)


def may_have_two_tiles(record: Record, win: Win) -> bool:
    """Return whether dice took both tiles of a stack for the one that *win* was on (双槓)."""
    by_dice = is_kong_bloom(record, win) or is_kong_cannon(record, win)
    return bool(record.options["double_kong"]) and by_dice


def tiles_on_offer(record: Record, win: Win) -> tuple[Tile, ...]:
    """Return the winning tile and, with a double kong, the other one of its stack."""
    assert win.tile is not None
    other = win.facts.get("other_tile", ()) if may_have_two_tiles(record, win) else ()
    return (win.tile, *other)


def further_tiles(record: Record) -> tuple[Tile, ...]:
    """Return the tiles of a double kong that no win names as its tile."""
    if not record.wins or record.wins[0].tile is None:
        return ()
    named = {win.tile for win in record.wins}
    rest = Counter(tiles_on_offer(record, record.wins[0]))
    rest.subtract(tile for tile in named if tile is not None)
    return tuple((+rest).elements())


def birds(record: Record) -> tuple[int, ...]:
    """Return the seats that a bird (扎鳥) hits: what they pay and receive is doubled.

    With the last tile this one tile sends every bird.
    """
    turned = record.deal.hidden_indicators
    if is_on_last_tile(record):
        tile = record.wins[0].tile
        assert tile is not None
        turned = (tile,) * record.ruleset.turned_after_win(record.options)
    banker, players = record.state.banker, record.players
    return tuple([(banker + KIND[tile] % RANKS) % players for tile in turned])


SETS: Final = 4
SUITS: Final = 3
FOUR: Final = 4
TRIPLET: Final = 3

SMALL: Final = 1
SELF_DRAW: Final = 3
TAKEN: Final = 6
"""What an element is worth between two who are not banker: small, big drawn, big taken."""

ELEMENTS: Final = (
    Element("common_win", "平胡", "plain win", "small"),
    Element("dealt_quad", "四喜", "dealt four of a kind", "small"),
    Element("dealt_no_258", "板板胡", "no 2, 5, 8 dealt", "small"),
    Element("dealt_void_suit", "欠一色", "dealt without one suit", "small"),
    Element("dealt_two_triplets", "六六順", "dealt two triplets", "small"),
    Element("all_pungs", "ポンポン胡", "all pungs", "big"),
    Element("seven_pairs", "七小対", "seven pairs", "big"),
    Element("luxury_seven_pairs", "豪華七小対", "luxury seven pairs", "big"),
    Element("all_258", "将将胡", "all 2, 5, 8", "big"),
    Element("pure_one_suit", "清一色", "pure one suit", "big"),
    Element("melded_hand", "全求人", "melded hand", "big"),
    Element("last_tile", "海底撈月", "last tile drawn", "big"),
    Element("last_discard", "海底炮", "last tile discarded", "big"),
    Element("kong_draw", "槓上開花", "kong bloom", "big"),
    Element("kong_cannon", "槓上炮", "kong cannon", "big"),
    Element("robbing_the_kong", "搶槓胡", "robbing the kong", "big"),
    Element("heavenly_hand", "天胡", "heavenly hand", "big"),
    Element("earthly_hand", "地胡", "earthly hand", "big"),
)
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

BY_SHAPE: Final = frozenset(SITUATIONS)
"""Big elements that leave the pair to the shape of the hand."""

PATTERNS: Final[Mapping[str, Callable[[Counter[Tile]], bool]]] = {
    "dealt_quad": lambda dealt: FOUR in dealt.values(),
    "dealt_no_258": lambda dealt: elements.EYES.isdisjoint(dealt),
    "dealt_void_suit": lambda dealt: len(elements.suits(dealt)) < SUITS,
    "dealt_two_triplets": lambda dealt: sum(held >= TRIPLET for held in dealt.values()) >= 2,
}
"""What wins in the dealt tiles, whatever the others are."""


def dealt_patterns(dealt: Iterable[Tile]) -> tuple[str, ...]:
    """Return the patterns that the *dealt* tiles show (配牌での上がり)."""
    counts = Counter(dealt)
    return tuple([name for name, shows in PATTERNS.items() if shows(counts)])


class Choice(NamedTuple):
    """One reading of a won hand, with the big elements that it holds."""

    big: tuple[str, ...]
    """None of them: a small win."""
    reading: Reading
    both: bool = False
    """Whether both tiles of a double kong win, so that all is paid twice."""


def best(record: Record, win: Win) -> Choice | None:
    """Return the reading with most big elements, of equals the one found first.

    Where dice took two tiles (双槓), the better one is the winning tile. Tiles that the
    winner let go since his last turn do not win when they are another's. Return nothing
    for tiles that win on neither.
    """
    found = [
        max(choices, key=lambda choice: len(choice.big))
        for tile in tiles_on_offer(record, win)
        if not is_missed(record, win, tile) and (choices := list(_choices(record, win, tile)))
    ]
    if not found:
        return None
    choice = max(found, key=lambda choice: len(choice.big))
    return choice._replace(both=len(found) > 1)


def is_missed(record: Record, win: Win, tile: Tile) -> bool:
    """Return whether the winner let *tile* go and did not have his turn since."""
    return win.is_taken and tile in record.seats[win.seat].facts.get("missed", ())


def _choices(record: Record, win: Win, tile: Tile) -> Iterator[Choice]:
    seat = record.seats[win.seat]
    assert seat.hand is not None
    held = (*seat.hand, tile)
    melds = tuple([meld.part() for meld in seat.melds])
    common = [name for name, holds in SITUATIONS.items() if holds(record, win)]
    if len(melds) == SETS and all(part.exposed for part in melds):
        common.append("melded_hand")
    kinds = [*held, *[kind for part in melds for kind in part.kinds]]
    if all(kind in elements.EYES for kind in kinds):
        common.append("all_258")
    if elements.pure_one_suit(kinds):
        common.append("pure_one_suit")
    for parts, shape in _shapes(held, melds):
        names = [*common, *shape]
        if shape or "all_258" in names or _has_eyes(record, parts, names):
            yield Choice(tuple(sorted(names, key=ORDER.__getitem__)), Reading(parts, melds))


def _shapes(
    held: Sequence[int], melds: tuple[Part, ...]
) -> Iterator[tuple[tuple[Part, ...], tuple[str, ...]]]:
    for parts in natural_divisions(pack(held), SETS - len(melds)):
        yield parts, ("all_pungs",) if elements.all_pungs((*parts, *melds)) else ()
    if not melds and (pairs := seven_pairs(held)):
        has_four = len(set(pairs)) < len(pairs)
        yield pairs, ("seven_pairs", "luxury_seven_pairs") if has_four else ("seven_pairs",)
    if all(kind in elements.EYES for kind in held):
        yield tuple([SINGLES[kind] for kind in sorted(held)]), ()


def _has_eyes(record: Record, parts: Iterable[Part], names: Iterable[str]) -> bool:
    options = record.options
    free = {*names} if options["big_pair_free"] else {*names} - BY_SHAPE
    if options["melded_hand_pair"] == "258" and not options["big_pair_free"]:
        free.discard("melded_hand")
    pair = next((part for part in parts if part.is_pair), None)
    return pair is not None and (bool(free) or pair.kind in elements.EYES)


class Worth(NamedTuple):
    """What a win is worth to whoever pays it."""

    elements: int
    """How many of them are paid."""
    each: int
    """What each brings between two who are not banker; one more with the banker."""
    times: int
    """2 where both tiles of a double kong win."""

    def between(self, *, banker: bool) -> int:
        """Return what is paid before birds; whether one of the two is *banker*."""
        return self.elements * (self.each + banker) * self.times


def worth(record: Record, win: Win, choice: Choice) -> Worth:
    """Return what the hand of *choice* is worth under the options."""
    times = 1 + choice.both
    if not choice.big:
        return Worth(1, SMALL, times)
    one_price, adds_up = record.options["six_seven"], record.options["six_seven_combine"]
    each = SELF_DRAW if win.is_self_draw and not one_price else TAKEN
    return Worth(len(choice.big) if adds_up or not one_price else 1, each, times)


def scored(win: Win, choice: Choice, worth: Worth) -> Scored:
    """Return the entry of a winner; where one element alone is paid, the others say 0 (D15)."""
    value = worth.each * worth.times
    names = choice.big or ("common_win",)
    items = tuple(
        [Item(name, value * (place < worth.elements)) for place, name in enumerate(names)]
    )
    score = worth.between(banker=False)
    return Scored(win.seat, score, "points", items, choice.reading.rows())
