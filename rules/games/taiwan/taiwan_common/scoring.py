"""What a won hand is worth in tai: taiwan-common.md, "Scoring elements", "Waits", "Reading"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.games.taiwan import sixteen_hand as shared
from rules.games.taiwan.sixteen_hand import (
    HONOR_SUIT,
    NARROW,
    OF_EVERY_HAND,
    HandTable,
    Judged,
    ReadingTable,
    Won,
)
from rules.games.taiwan.taiwan_common import pairs
from rules.games.taiwan.taiwan_common.table import ORDER, TAI, VALUE_OPTIONS, excludes
from rules.record.values import OPEN_KONGS
from rules.scoring import kinds as elements
from rules.settle.settlement import Item
from rules.tiles import FLOWERS, HONORS, KIND

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.hands.reading import Reading
    from rules.record.values import Record, Seat, Win

WITHOUT_CONCEALED: Final = 2
"""不求人 where the 門清 in it is shut out (D3)."""

SUPPLEMENTS: Final = frozenset(("kong_draw", "flower_draw"))

WIND_OF_FLOWER: Final = (0, 1, 2, 3, 0, 1, 3, 2)
"""Whose flower each of `1f`–`8f` is: the bamboo is West's here, the chrysanthemum North's."""


class Scored(NamedTuple):
    """A win in one reading."""

    items: tuple[Item, ...]
    """What counts towards most payers."""
    holder: tuple[Item, ...]
    """What counts towards the holder of the eighth flower that seven robbed."""
    reading: Reading

    def worth(self) -> tuple[int, int]:
        """Return what a better reading has more of: tai paid in all, then elements."""
        return 2 * tai_of(self.items) + tai_of(self.holder), len(self.items)


def tai_of(items: tuple[Item, ...]) -> int:
    """Return the tai of *items* together."""
    return sum([item.value for item in items])


def migi_stands(options: Mapping[str, Any], seat: Seat) -> bool:
    """Return whether *seat* declared MIGI, and no later than the house allows (D3)."""
    return "migi" in seat.declared and seat.facts.get("migi_turn", 1) <= options["migi_turns"]


def won_hand(record: Record, win: Win, east: int) -> Won:
    """Return the hand of *win*; with 嚦咕嚦咕 it may wait for pairs and a pung as well."""
    won = shared.won_hand(record, win, east)
    if record.options["seven_pairs_and_pung"] and not won.melds:
        found = pairs.waits(won.kinds[:-1])
        return won._replace(waits={**found, **won.waits})
    return won


def own_flowers(won: Won) -> int:
    """Return how many flowers of the winner's wind were laid out."""
    wind = won.seat_wind - HONORS
    return sum(WIND_OF_FLOWER[flower - FLOWERS] == wind for flower in won.flowers)


def is_untouched(won: Won) -> bool:
    """Return whether nobody had claimed anything or made a kong."""
    return not any(seat.melds for seat in won.record.seats)


def is_human(won: Won) -> bool:
    """Return whether another than the banker wins on a discard before his first draw."""
    banker = won.record.state.banker
    is_early = won.win.by == "discard" and "before_first_draw" in won.win.marks
    return is_early and won.win.seat != banker and is_untouched(won)


def is_earthly(won: Won) -> bool:
    """Return whether another than the banker wins on his first draw."""
    banker = won.record.state.banker
    is_first = won.win.is_self_draw and "first_draw" in won.win.marks
    return is_first and won.win.seat != banker and is_untouched(won)


def is_heavenly(won: Won) -> bool:
    """Return whether the banker's dealt hand wins."""
    is_dealt = won.win.is_self_draw and "dealt" in won.win.marks
    return is_dealt and won.win.seat == won.record.state.banker and is_untouched(won)


def kongs(won: Won, *, exposed: bool) -> int:
    """Return how many open or concealed kongs the winner has."""
    melds = won.record.seats[won.win.seat].melds
    return sum(meld.is_kong and (meld.kind in OPEN_KONGS) is exposed for meld in melds)


OF_FLOWERS: Final[HandTable] = {
    "seat_flower": own_flowers,
    "flower_set": lambda won: len(elements.full_flower_groups(won.flowers)),
    "all_flowers": lambda won: len(set(won.flowers)) == len(WIND_OF_FLOWER),
}
OF_MARKS: Final[HandTable] = {
    "kong_draw": lambda won: won.win.is_self_draw and not SUPPLEMENTS.isdisjoint(won.win.marks),
    "last_tile": lambda won: won.win.is_self_draw and "last_tile" in won.win.marks,
    "last_discard": lambda won: won.win.by == "discard" and "last_discard" in won.win.marks,
    "human_hand": is_human,
    "earthly_hand": is_earthly,
    "heavenly_hand": is_heavenly,
}
OF_OPTIONS: Final[Mapping[str, HandTable]] = {
    "ready_bonus": {"ready_declared": lambda won: "ready" in won.declared},
    "half_begging": {
        "half_melded_hand": lambda won: won.win.is_self_draw and shared.is_all_claimed(won)
    },
    "any_flower": {"flower": lambda won: len(won.flowers) - own_flowers(won)},
    "kong_tai": {
        "open_kong": lambda won: kongs(won, exposed=True),
        "concealed_kong": lambda won: kongs(won, exposed=False),
    },
    "no_honors_no_flowers": {
        "no_honors_no_flowers": lambda won: HONOR_SUIT not in won.suits and not won.flowers
    },
}
"""The elements that a house may add, by the option that does."""


def of_the_hand(won: Won) -> dict[str, int]:
    """Return the elements that no division changes, with how often they hold."""
    options = won.record.options
    tables = [OF_EVERY_HAND]
    if won.flowers:
        tables.append(OF_FLOWERS)
    if won.win.marks:
        tables.append(OF_MARKS)
    tables += [table for option, table in OF_OPTIONS.items() if options[option]]
    found = shared.held_by_hand(won, tables)
    if migi_stands(options, won.record.seats[won.win.seat]):
        found["migi"] = 1
    return found


def is_only_wait(won: Won, seen: Judged) -> bool:
    """Return whether this is 独聴; the south looks at the place of the last tile as well."""
    if len(won.waits) == 1:
        return True
    return won.record.options["only_wait"] == "south" and seen.wait in NARROW


def is_all_sequences(won: Won, seen: Judged) -> bool:
    """Return whether this is 平和: nothing but runs, open, and a last tile at either end."""
    if won.win.is_self_draw or won.is_concealed or won.flowers or HONOR_SUIT in won.suits:
        return False
    return not seen.pungs and seen.wait == "open"


def other_winds(won: Won, seen: Judged) -> int:
    """Return how many wind pungs are neither the round's nor the seat's (見風見台)."""
    if not won.record.options["any_wind"]:
        return 0
    own = {won.round_wind, won.seat_wind}
    return len(elements.WINDS.intersection(seen.pungs) - own)


OF_WAITS: Final[ReadingTable] = {"only_wait": is_only_wait, "all_sequences": is_all_sequences}
OF_PUNGS: Final[ReadingTable] = {
    **shared.OF_PUNGS,
    "wind_pung": other_winds,
    "seven_pairs_and_pung": lambda _, seen: len(seen.reading.parts) == pairs.PARTS,
}


def readings(won: Won) -> Iterator[Reading]:
    """Yield every way to read the hand, with every place of the winning tile."""
    if shared.is_ordinary(won):
        yield from shared.readings(won)
    if won.record.options["seven_pairs_and_pung"] and pairs.is_pairs_and_pung(won.concealed):
        yield from pairs.readings(won.concealed, won.kind, taken=won.win.is_taken)


def best(won: Won) -> Scored:
    """Return the reading that pays most; of equals that with most elements, then the first."""
    common = of_the_hand(won)
    choices = [_scored(won, common, reading) for reading in readings(won)]
    return max(choices, key=Scored.worth)


def _scored(won: Won, common: Mapping[str, int], reading: Reading) -> Scored:
    """Return what counts in *reading* beside the *common* elements, exclusions made."""
    seen = shared.judged(won, reading)
    tables = (OF_WAITS, OF_PUNGS) if seen.pungs else (OF_WAITS,)
    found = {**common, **shared.held_by_reading(won, seen, tables)}
    items = _items(won, found)
    if not is_robbing(won.win):
        return Scored(items, (), reading)
    return Scored(items, _items(won, {**found, "seven_robs_one": 1}), reading)


def is_robbing(win: Win) -> bool:
    """Return whether seven flowers robbed the eighth and the supplement won besides."""
    return win.is_self_draw and "seven_robs_one" in win.marks


def _items(won: Won, found: Mapping[str, int]) -> tuple[Item, ...]:
    """Return the items of the elements *found* that count."""
    names = shared.counted(found, excludes(won.record.options), ORDER)
    return tuple([Item(name, _tai(won, name, found) * found[name]) for name in names])


def _tai(won: Won, name: str, found: Mapping[str, int]) -> int:
    """Return what the element *name* is worth in this house beside those *found*, once."""
    if name == "fully_concealed_self_draw" and ("migi" in found or "seven_pairs_and_pung" in found):
        return WITHOUT_CONCEALED
    option = VALUE_OPTIONS.get(name)
    value: int = TAI[name] if option is None else won.record.options[option]
    return value


def flower_win(win: Win) -> tuple[Item, ...]:
    """Return what eight flowers are worth when the supplement does not win (D4)."""
    name = "all_flowers" if win.by == "declared" else "seven_robs_one"
    return (Item(name, TAI[name]),)


def holder(record: Record, win: Win) -> int | None:
    """Return the other seat before which the flower lies that the winner of seven lacks."""
    lacking = set(range(len(WIND_OF_FLOWER))) - {
        KIND[flower] - FLOWERS for flower in record.seats[win.seat].flowers
    }
    return next(
        (
            number
            for number, seat in enumerate(record.seats)
            if number != win.seat and any(KIND[tile] - FLOWERS in lacking for tile in seat.flowers)
        ),
        None,
    )
