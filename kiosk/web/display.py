"""How this screen looks and sounds: table or list, from whose side, how large, how loud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import Blueprint, redirect, request

from kiosk.session.events import MAX_SEATS
from kiosk.web.words import YEAR_S, path_of, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

bp = Blueprint("look", __name__)

EDGES: Final = 4
"""Of a screen: 0 is the lower one, then counter-clockwise."""
PAIR: Final = 2
"""Two sit face to face."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "view": ("table", "list"),
    "side": tuple(str(seat) for seat in range(MAX_SEATS)),
    "turn": tuple(str(edge) for edge in range(EDGES)),
    "lies": ("stands", "flat"),
    "size": ("normal", "large"),
    "sound": ("off", "low", "loud"),
    "dim": ("3", "10", "never"),
}
"""What can be chosen, the default first; each is a cookie of this screen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that can be chosen."""

    value: str
    title: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What was chosen on this screen."""

    view: str
    side: int
    """The seat whose side of the table is nearest; it is drawn at the bottom."""
    turn: int
    """The edge of the screen at which the page has its foot."""
    lies: str
    """Whether it `stands` beside the table or lies `flat` in the middle: then the whole page turns
    to who taps a seat, and not the seats alone."""
    size: str
    sound: str
    dim: str
    """After how many minutes without a touch the screen goes dark."""

    @property
    def classes(self) -> str:
        """Return the classes of the page's body."""
        shown = f"view-{self.view} size-{self.size} side-{self.side}"
        return f"{shown} page-turned-{self.turn}" if self.turn else shown

    def choices(self, name: str) -> list[Choice]:
        """Return what can be chosen for *name* in words; sides are named by the page."""
        chosen = str(getattr(self, name))
        return [
            Choice(value, words().say(f"ui.look.{name}.{value}"), value == chosen)
            for value in CHOICES[name]
        ]

    def edge_of(self, seat: int, seats: int) -> int | None:
        """Return the edge nearest to *seat* where the screen lies flat; `None` where it stands.

        Three sit at three edges, as at the table itself; more share one.
        """
        if self.lies != "flat":
            return None
        around = max(seats, EDGES) if seats != PAIR else PAIR
        return (2 * EDGES * seat + around) // (2 * around) % EDGES

    def place(self, seat: int, seats: int) -> int:
        """Return where *seat* is drawn: 0 below, then counter-clockwise."""
        return (seat - self.side) % seats


def look() -> Look:
    """Return how this screen is to look; what nobody chose is as always."""
    view, side, turn, *rest = (_chosen(name) for name in CHOICES)
    return Look(view, int(side), int(turn), *rest)


def _chosen(name: str) -> str:
    """Return what was chosen for *name*, its default where that is no choice."""
    value = request.cookies.get(name, "")
    return value if value in CHOICES[name] else CHOICES[name][0]


@bp.post("/look")
def choose() -> ResponseReturnValue:
    """Remember on this screen what was chosen and go back to where it was asked."""
    answer = redirect(path_of(request.form.get("back", "/")), 303)
    for name, values in CHOICES.items():
        value = request.form.get(name, "")
        if value in values:
            answer.set_cookie(name, value, max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer
