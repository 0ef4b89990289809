"""What a won hand is worth in tai: taiwan.md, "Scoring elements", "Waits", "Reading".

Elements are claims about the hand or about one reading of it, and give how often
they hold. What excludes what stands in the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.taiwan.sixteen_hand import (
    COPIES,
    HONOR_SUIT,
    NARROW,
    OF_EVERY_HAND,
    OF_PUNGS,
    HandTable,
    Judged,
    ReadingTable,
    Won,
    counted,
    held_by_hand,
    held_by_reading,
    judged,
    readings,
)
from rules.games.taiwan.taiwan.table import EXCLUDES, ORDER, TAI, VALUE_OPTIONS
from rules.scoring import kinds as elements
from rules.settle.settlement import Item
from rules.tiles import FLOWERS, HONORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.hands.reading import Reading
    from rules.record.values import Win

CONCEALED_WITH_EARLY_READY: Final = 2
"""門清自摸 without the 門清 that 地聴 and 天聴 shut out."""


def is_early_ready(won: Won) -> bool:
    """Return whether ready was declared with the first discard, or before."""
    return not won.declared.isdisjoint(("earthly_ready", "heavenly_ready"))


def own_flowers(won: Won) -> int:
    """Return how many flowers of the winner's wind lie outside a full group."""
    own = won.seat_wind - HONORS
    full = elements.full_flower_groups(won.flowers)
    return sum(
        (flower - FLOWERS) % COPIES == own and not any(flower in group for group in full)
        for flower in won.flowers
    )


def is_earthly(won: Won) -> bool:
    """Return whether the win is on the banker's first discard."""
    banker_discarded = won.win.by == "discard" and won.win.source == won.record.state.banker
    return banker_discarded and "first_discard" in won.win.marks


def is_heavenly(won: Won) -> bool:
    """Return whether the banker's dealt hand wins."""
    banker_drew = won.win.is_self_draw and won.win.seat == won.record.state.banker
    return banker_drew and "dealt" in won.win.marks


OF_DECLARATIONS: Final[HandTable] = {
    "ready_declared": lambda won: "ready" in won.declared,
    "earthly_ready": lambda won: "earthly_ready" in won.declared,
    "heavenly_ready": lambda won: "heavenly_ready" in won.declared,
}
OF_FLOWERS: Final[HandTable] = {
    "seat_flower": own_flowers,
    "flower_set": lambda won: len(elements.full_flower_groups(won.flowers)),
}
OF_MARKS: Final[HandTable] = {
    "kong_draw": lambda won: won.win.is_self_draw and "kong_draw" in won.win.marks,
    "last_tile": lambda won: won.win.is_self_draw and "last_tile" in won.win.marks,
    "last_discard": lambda won: (
        won.win.is_taken and "last_discard" in won.win.marks and won.record.options["last_discard"]
    ),
    "earthly_hand": is_earthly,
    "heavenly_hand": is_heavenly,
}


def of_the_hand(won: Won) -> dict[str, int]:
    """Return the elements that no division changes, with how often they hold."""
    tables = [OF_EVERY_HAND]
    if won.declared:
        tables.append(OF_DECLARATIONS)
    if won.flowers:
        tables.append(OF_FLOWERS)
    if won.win.marks:
        tables.append(OF_MARKS)
    return held_by_hand(won, tables)


def narrow_wait(won: Won, seen: Judged) -> str:
    """Return in which of the three ways the only wait was filled, or nothing."""
    return seen.wait if len(won.waits) == 1 and seen.wait in NARROW else ""


def is_all_sequences(won: Won, seen: Judged) -> bool:
    """Return whether this is 平胡: no waiting kind may be read as pair, closed or edge (D16)."""
    if not won.win.is_taken or won.flowers or seen.pungs or HONOR_SUIT in won.suits:
        return False
    return all(ways.isdisjoint(NARROW) for ways in won.waits.values())


OF_WAITS: Final[ReadingTable] = {
    "edge_wait": lambda won, seen: narrow_wait(won, seen) == "edge",
    "closed_wait": lambda won, seen: narrow_wait(won, seen) == "closed",
    "pair_wait": lambda won, seen: narrow_wait(won, seen) == "pair",
    "all_sequences": is_all_sequences,
}


def of_the_reading(won: Won, reading: Reading) -> dict[str, int]:
    """Return the elements of one division and place of the last tile, with how often they hold."""
    seen = judged(won, reading)
    return held_by_reading(won, seen, (OF_WAITS, OF_PUNGS) if seen.pungs else (OF_WAITS,))


def best(won: Won) -> tuple[tuple[Item, ...], Reading]:
    """Return the items and reading with most tai; of equals pair, closed, edge, then the first."""
    common = of_the_hand(won)
    choices = [(items_of(won, common, reading), reading) for reading in readings(won)]
    return max(choices, key=_worth) if len(choices) > 1 else choices[0]


def _worth(choice: tuple[tuple[Item, ...], Reading]) -> tuple[int, int]:
    """Return the order of preference of items and reading."""
    items, _ = choice
    names = {item.id for item in items}
    rank = next((3 - place for place, name in enumerate(NARROW) if f"{name}_wait" in names), 0)
    return sum(item.value for item in items), rank


def items_of(won: Won, common: Mapping[str, int], reading: Reading) -> tuple[Item, ...]:
    """Return what counts in *reading* beside the *common* elements, exclusions made."""
    found = {**common, **of_the_reading(won, reading)}
    names = counted(found, EXCLUDES, ORDER)
    return tuple([Item(name, tai(won, name) * found[name]) for name in names])


def tai(won: Won, name: str) -> int:
    """Return what the element *name* is worth in this house, once."""
    if name == "fully_concealed_self_draw" and is_early_ready(won):
        return CONCEALED_WITH_EARLY_READY
    option = VALUE_OPTIONS.get(name)
    value: int = TAI[name] if option is None else won.record.options[option]
    return value


def flower_win(win: Win) -> tuple[Item, ...]:
    """Return what eight flowers are worth: the hand counts nothing (D6)."""
    name = "all_flowers" if win.by == "declared" else "seven_robs_one"
    names = ("dealt_flower_win", name) if "dealt" in win.marks else (name,)
    return tuple(Item(each, TAI[each]) for each in names)
