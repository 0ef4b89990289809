"""Where the two sets of tiles of a machine are: for the operator's lights and for programs.

Nothing here guesses: a table tells where each of its sets is (`protocol.md` §3.1), and one with a
single set tells nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from firmware_bridge.wire.codes import SetState

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from firmware_bridge.state import TileSets

PLACES: Final = ("out", "loose", "building", "built", "in_play")
"""Where a set may be, on its way from the box to the table; words under `ui.set_place.…`."""

ICON: Final = (60, 36)
"""Width and height of a place's picture."""
LOOSE: Final = ((12, 10, -24), (26, 7, 15), (40, 12, -8), (17, 22, 38), (33, 23, -35), (46, 23, 20))
"""Middle and turn of each tile in the tray."""
STACKS: Final = 6
"""Stacks of a wall in a picture; half of them stand while it is being built."""


@dataclass(frozen=True, slots=True)
class SetPlace:
    """Where one set is."""

    which: int
    """0 or 1, as the machine numbers them."""
    place: str
    """One of `PLACES`."""
    percent: int
    """How much of its walls is built."""
    fault: int
    """Number of the fault that stopped its build, else 0."""


def set_places(sets: TileSets | None) -> tuple[SetPlace, ...]:
    """Return where each set is; nothing for a machine that holds one, and tells nothing of it."""
    return () if sets is None else tuple(_place(sets, which) for which in range(len(sets.states)))


def _place(sets: TileSets, which: int) -> SetPlace:
    """Return where set *which* is; a build that was stopped is told with the set it was for."""
    state = sets.state_of(which)
    percent_by_state = {SetState.BUILDING: sets.percent, SetState.BUILT: 100, SetState.IN_PLAY: 100}
    waits = state in (SetState.BUILDING, SetState.LOOSE)
    fault = sets.fault.code if sets.fault is not None and waits else 0
    return SetPlace(which, state.name.lower(), percent_by_state.get(state, 0), fault)


def picture(place: str) -> Markup:
    """Return the picture of a place as SVG: what stands there is drawn with `currentColor`."""
    wide, high = ICON
    parts = "".join(DRAWN[place])
    frame = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" aria-hidden="true"'
    return Markup(f'<svg {frame} fill="currentColor">{parts}</svg>')  # noqa: S704 -- numbers of ours


def _box() -> Iterator[str]:
    yield _rect(8, 12, 44, 20, "fill-opacity='.25'")
    yield _rect(5, 6, 50, 8, "")
    yield _rect(27, 12, 6, 6, "")


def _tray() -> Iterator[str]:
    yield "<ellipse cx='30' cy='17' rx='28' ry='16' class='rim'/>"
    for x, y, turn in LOOSE:
        yield _rect(x - 4, y - 3, 8, 6, f"transform='rotate({turn} {x} {y})'")


def _wall(standing: int) -> Iterator[str]:
    """Yield a wall of two tiers, *standing* stacks in full; the others are only outlined."""
    for stack in range(STACKS):
        empty = "" if stack < standing else "class='due'"
        for tier in range(2):
            yield _rect(4 + 9 * stack, 6 + 13 * tier, 7, 11, empty)


def _table() -> Iterator[str]:
    yield "<rect x='12' y='1' width='36' height='34' rx='4' class='rim'/>"
    for x, y, wide, high in ((19, 6, 22, 4), (19, 26, 22, 4), (16, 9, 4, 18), (40, 9, 4, 18)):
        yield _rect(x, y, wide, high, "")


def _rect(x: int, y: int, wide: int, high: int, more: str) -> str:
    return f"<rect x='{x}' y='{y}' width='{wide}' height='{high}' rx='1' {more}/>"


DRAWN: Final[Mapping[str, tuple[str, ...]]] = {
    "out": tuple(_box()),
    "loose": tuple(_tray()),
    "building": tuple(_wall(STACKS // 2)),
    "built": tuple(_wall(STACKS)),
    "in_play": tuple(_table()),
}
