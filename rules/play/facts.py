"""What the log of a hand says of a win: the marks that all games share, and its rivals.

`hand-record.md`, "Win". A game adds its own in `PlayRules.marks`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from rules.play.actions import Win
from rules.play.position import LoggedWin, Position
from rules.value import evolve

TAKEN: Final = frozenset(("discard", "robbed_kong"))


def is_dealt(at: Position, win: Win) -> bool:
    """Return whether the banker wins with the hand as dealt."""
    return win.by == "self_draw" and at.drew == "deal"


def is_first_draw(at: Position, win: Win) -> bool:
    """Return whether another wins with his first draw, nothing having been claimed."""
    place = at.seats[win.seat]
    return (
        win.by == "self_draw"
        and at.drew == "wall"
        and at.untouched
        and place.draws == 1
        and not place.river
        and win.seat != at.state.banker
    )


def is_first_discard(at: Position, win: Win) -> bool:
    """Return whether the win is on the banker's first discard."""
    is_bankers = win.by == "discard" and win.source == at.state.banker
    return (
        is_bankers
        and at.untouched
        and len(at.seats[at.state.banker].river) == 1
        and not any(at.seats[seat].river for seat in at.others(at.state.banker))
    )


def is_before_first_draw(at: Position, win: Win) -> bool:
    """Return whether the win is on another's tile before one's own first draw."""
    is_banker = win.seat == at.state.banker
    return win.by in TAKEN and at.untouched and not is_banker and at.seats[win.seat].draws == 0


def is_last_tile(at: Position, win: Win, is_last: bool) -> bool:
    """Return whether the last tile of the wall was drawn."""
    return is_last and win.by == "self_draw" and at.drew == "wall"


MARKS: Final[Mapping[str, Callable[[Position, Win], bool]]] = {
    "dealt": is_dealt,
    "first_discard": is_first_discard,
    "first_draw": is_first_draw,
    "before_first_draw": is_before_first_draw,
    "kong_draw": lambda at, win: win.by == "self_draw" and at.drew in ("kong", "aside"),
    "flower_draw": lambda at, win: win.by == "self_draw" and at.drew == "flower",
    "ippatsu": lambda at, win: "ippatsu" in at.seats[win.seat].notes,
}
"""What each mark means, by the position in which the win is claimed."""


def marks(at: Position, win: Win, *, is_last: bool, names: Collection[str]) -> frozenset[str]:
    """Return those of the marks *names* that hold for *win*.

    *is_last* says that nothing is left to draw.
    """
    win_marks = [mark for mark, holds in MARKS.items() if mark in names and holds(at, win)]
    if "last_tile" in names and is_last_tile(at, win, is_last):
        win_marks.append("last_tile")
    if "last_discard" in names and is_last and win.by == "discard":
        win_marks.append("last_discard")
    return frozenset(win_marks)


def with_rivals(first: LoggedWin, wins: Sequence[LoggedWin]) -> LoggedWin:
    """Return the win *first* of those that claimed one tile, the others being its rivals."""
    rivals = [one.win.seat for one in wins if one is not first]
    return evolve(first, facts={**first.facts, "rivals": rivals}) if rivals else first
