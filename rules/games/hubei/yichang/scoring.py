"""What a hand is worth in fan, at a win and when all are shown: yichang.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.hubei.yichang.table import (
    CONCEALED_KONG,
    CONTAINED_IN,
    FORMS,
    OPEN_KONG,
    fan_values,
)
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.scoring import kinds as elements
from rules.scoring.won_hand import SETS
from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rules.game import Options
    from rules.games.hubei.yichang.position import Position
    from rules.record.values import Win

MOST_SUITS: Final = 2
"""A winning hand lacks a suit (欠門)."""

CONCEALED_SELF_DRAW: Final = 1


class Form(NamedTuple):
    """One reading of a won hand with the one of the four elements that it has."""

    element: str
    reading: Reading


def forms(held: Position, tile: int) -> Iterator[Form]:
    """Yield the readings of *held* completed by *tile*; none where three suits are there."""
    if len(held.suits | {tile // 9}) > MOST_SUITS:
        return
    is_pure = elements.pure_one_suit((*held.tiles, tile))
    melds = tuple([meld.part() for meld in held.melds])
    for division in divisions(pack((*held.hand, tile)), SETS - len(held.melds)):
        reading = Reading(division.parts, melds)
        yield Form(FORMS[elements.all_pungs(reading.parts) + 2 * is_pure], reading)


def is_won(held: Position, tile: int) -> bool:
    """Return whether *tile* completes *held*."""
    return any(True for _ in forms(held, tile))


def best_form(
    held: Position, tile: int, options: Options, allowed: Collection[str] = FORMS
) -> Form | None:
    """Return the reading of an *allowed* element that is worth most; the purer one of equals."""
    values = fan_values(options)
    found = [form for form in forms(held, tile) if form.element in allowed]
    return max(
        found, key=lambda form: (values[form.element], FORMS.index(form.element)), default=None
    )


def further_form(held: Position, tile: int, options: Options, first: str) -> Form | None:
    """Return a reading that contains the element of the seat's *first* win, if there is one."""
    return best_form(held, tile, options, CONTAINED_IN[first])


def win_items(held: Position, win: Win, element: str, options: Options) -> tuple[Item, ...]:
    """Return what *win* counts: the *element* of the first win, and what is added anew (D2)."""
    counts = {
        "fully_concealed_self_draw": CONCEALED_SELF_DRAW * (win.is_self_draw and held.is_concealed),
        "open_kong": OPEN_KONG * held.open_kongs,
        "concealed_kong": CONCEALED_KONG * held.concealed_kongs,
    }
    added = tuple([Item(name, fan) for name, fan in counts.items() if fan])
    return (Item(element, fan_values(options)[element]), *added)


def best_wait(held: Position, options: Options) -> int | None:
    """Return the highest element with which *held* could win; nothing where it is not ready."""
    values = fan_values(options)
    awaited = [form for kind in held.waits() for form in forms(held, kind)]
    return max((values[form.element] for form in awaited), default=None)
