"""What a reading is worth and what each loser owes: wuhan.md, "Scoring elements" and "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.games.hubei.wuhan import Wuhan
    from rules.games.hubei.wuhan.position import Position
    from rules.games.hubei.wuhan.shapes import Shape
    from rules.record.values import Win

MAJOR_BASE: Final = 10
HALF_DOUBLE: Final = "×1.5"
"""What an own tile or a claimed one brings in a major win: no whole double."""

IMPLY_OWN_TILE: Final = frozenset(("kong_draw", "last_tile"))
"""Major conditions beside which an own tile counts for nothing more."""


class Limits(NamedTuple):
    """What a loser pays at most, and what where all of them reach that."""

    limit: int
    golden: int
    radiant: int
    trinity: int


class Score(NamedTuple):
    """A win in one reading."""

    win: Win
    shape: Shape
    majors: tuple[str, ...]
    base: int
    items: tuple[Item, ...]
    losers: Mapping[int, tuple[Item, ...]]
    """The doubles of each loser."""
    owed: Mapping[int, int]
    """Each loser's own score, before limits and division."""
    dues: Mapping[int, int]
    """What each loser has to pay, liability apart."""

    @property
    def rank(self) -> tuple[int, int]:
        """Return what a better reading has more of: points in all, then elements."""
        return sum(self.dues.values()), len(self.items)


def score(game: Wuhan, position: Position, win: Win, shape: Shape) -> Score:
    """Return what *win* is worth when its tiles are read as *shape*."""
    majors = game.majors(win, shape, position.laid[win.seat].open_sets)
    options = position.record.options
    base = _base(len(majors), options["major_base"])
    named = [Item(name, MAJOR_BASE) for name in majors] or [Item("common_win", base)]
    more = _winner_items(game, position, win, shape, majors)
    losers = _losers_items(game, position, win, is_major=bool(majors))
    owed = {seat: _times(base, (*more, *items)) for seat, items in losers.items()}
    dues = _limited(owed, game.limits(options), position, game.hits_at_once(majors))
    unit = options["divide_by"]
    if unit > 1:
        dues = {seat: (2 * due + unit) // (2 * unit) for seat, due in dues.items()}
    return Score(win, shape, majors, base, (*named, *more), losers, owed, dues)


def _base(majors: int, way: str) -> int:
    """Return the points that are doubled."""
    if not majors:
        return 1
    return MAJOR_BASE << majors - 1 if way == "exponential" else MAJOR_BASE * majors


def _winner_items(
    game: Wuhan, position: Position, win: Win, shape: Shape, majors: tuple[str, ...]
) -> list[Item]:
    """Return the doubles of the winner."""
    found = [*position.laid[win.seat].items]
    if not majors and win.seat == position.record.state.banker:
        found.append(Item("banker", 1))
    if shape.own_faces:
        found.append(Item("no_wild", 1))
    if win.is_self_draw and IMPLY_OWN_TILE.isdisjoint(majors):
        found.append(game.own_or_claimed("self_draw", is_major=bool(majors)))
    return found


def _losers_items(
    game: Wuhan, position: Position, win: Win, *, is_major: bool
) -> dict[int, tuple[Item, ...]]:
    """Return the doubles of each loser."""
    found = {seat: laid.items for seat, laid in enumerate(position.laid) if seat != win.seat}
    banker = position.record.state.banker
    if banker in found and not is_major:
        found[banker] += (Item("banker", 1),)
    if win.by == "discard" and win.source is not None:
        found[win.source] += (game.own_or_claimed("claimed", is_major=is_major),)
    return found


def _times(base: int, items: Sequence[Item]) -> int:
    """Return *base* after the doubles of *items*; a half double comes once at most."""
    owed = base
    for item in items:
        owed <<= item.value
    return owed * 3 // 2 if any(item.factor for item in items) else owed


def _limited(
    owed: Mapping[int, int], limits: Limits, position: Position, at_once: bool
) -> dict[int, int]:
    """Return what the losers pay of what they owe; *at_once* all count as at the limit."""
    if not at_once and min(owed.values()) < limits.limit:
        return {seat: min(due, limits.limit) for seat, due in owed.items()}
    closed = [seat for seat in owed if not position.laid[seat].open_sets]
    if len(closed) == len(owed):
        return dict.fromkeys(owed, limits.trinity)
    return {seat: limits.radiant if seat in closed else limits.golden for seat in owed}
