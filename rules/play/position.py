"""How a hand stands: wall, seats, whose turn it is, which claims are open, what was done.

A value: nothing here decides what may follow (`rules.play.legal`) or what comes of
an action (`rules.play.steps`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, Literal

from rules.game import Options
from rules.play.actions import Action, Chow, Kong, Pung, Win
from rules.play.wall import Wall
from rules.record.values import Meld, State
from rules.ruleset import NO_SUBSTITUTES, Ruleset
from rules.tiles import Tile
from rules.value import NOTHING, evolve, value

NO_WORDS: Final[frozenset[str]] = frozenset()
NO_KINDS: Final[frozenset[int]] = frozenset()

Stage = Literal["opening", "draw", "turn", "claims", "over"]
Drew = Literal["", "deal", "wall", "kong", "flower", "aside"]
"""Where the tile came from that the seat in turn took last; nothing after a claim."""


@value
class Place:
    """What is before one seat."""

    hand: tuple[Tile, ...] = ()
    """Sorted; the tile drawn is among them."""
    melds: tuple[Meld, ...] = ()
    river: tuple[Tile, ...] = ()
    """Every discard in order, claimed ones and those laid aside included."""
    flowers: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    won: tuple[Win, ...] = ()
    """The wins whose tiles lie beside the hand, where play goes on after a win."""
    declared: frozenset[str] = NO_WORDS
    draws: int = 0
    """Tiles drawn from the wall after the deal, supplements not counted."""
    notes: frozenset[str] = NO_WORDS
    """What the game remembers of this seat: a win let go, a shot that is still open."""
    is_out: bool = False
    """Whether the seat has won and play goes on without it."""


@value
class Window:
    """A tile that others may claim, and what they answered."""

    tile: Tile
    source: int
    by: str
    """How it would be won: `discard`, `robbed_kong` or `robbed_flower`."""
    offers: tuple[tuple[int, tuple[Action, ...]], ...] = ()
    """What each seat may do that has not answered."""
    answers: tuple[Action, ...] = ()
    complete: frozenset[int] = frozenset()
    """The seats whose tiles the claimed one may complete, allowed to win or not."""
    declares: str = ""
    """The announcement that stands once the discard is not won on."""


@value
class Ending:
    """How the hand ended."""

    outcome: str
    incidents: tuple[Mapping[str, Any], ...] = ()


@value
class LoggedWin:
    """A win with what the log says of it."""

    win: Win
    marks: frozenset[str] = NO_WORDS
    facts: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    kong: int | None = None
    """Of a win on a kong's supplement the place of that kong among the winner's sets."""


@value
class Position:
    """One moment of a hand."""

    game: Ruleset
    options: Options
    state: State
    dice: tuple[tuple[int, ...], ...]
    """What was thrown so far."""
    wall: Wall
    seats: tuple[Place, ...]
    coming: tuple[tuple[int, ...], ...] = ()
    """Throws that were given at the deal for later in the hand."""
    stage: Stage = "opening"
    step: int = 0
    """Which step of the opening."""
    turn: int = 0
    drew: Drew = ""
    drawn: Tile | None = None
    claimed: Chow | Pung | None = None
    """The claim after which the seat in turn discards."""
    kong: Kong | None = None
    """The kong whose supplement is to be drawn, or was drawn last."""
    supplements_due: int = 0
    """How many supplements are to be drawn yet."""
    pips: tuple[int, ...] = ()
    """What dice show that decide where the supplement lies."""
    beside: Tile | None = None
    """A second tile that dice brought: won on or discarded with the one drawn."""
    window: Window | None = None
    log: tuple[Action, ...] = ()
    wins: tuple[LoggedWin, ...] = ()
    ending: Ending | None = None
    wild: frozenset[int] = NO_KINDS
    apart: frozenset[int] = NO_KINDS
    """Kinds that are in no set and are laid aside one by one."""
    stands_for: Mapping[Tile, Tile] = field(default_factory=lambda: NO_SUBSTITUTES)
    """Tiles that are another one wherever they lie, and which: whites for the indicator's."""
    flowers: frozenset[Tile] = frozenset()
    """The tiles that are laid out and never make a set."""
    untouched: bool = True
    """Whether nobody has claimed or laid a kong yet."""
    indicators_due: int = 0
    """Indicators that a kong brings and that are turned up after the discard."""

    @property
    def players(self) -> int:
        """Return how many take part."""
        return len(self.seats)

    @property
    def has_laid_aside(self) -> bool:
        """Return whether a tile was just laid aside whose supplement is not drawn yet."""
        return self.drew == "aside" and self.drawn is None

    @property
    def awaits_supplement(self) -> bool:
        """Return whether what is drawn next is due for a kong, a flower or a tile laid aside."""
        return self.stage == "draw" and (self.kong is not None or self.drew in ("flower", "aside"))

    @property
    def is_over(self) -> bool:
        """Return whether the hand has ended."""
        return self.stage == "over"

    @property
    def kongs(self) -> int:
        """Return how many kongs lie on the table."""
        return sum(meld.is_kong for place in self.seats for meld in place.melds)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the seats that play on, in order after *seat*."""
        count = len(self.seats)
        after = [(seat + step) % count for step in range(1, count)]
        return tuple([other for other in after if not self.seats[other].is_out])

    def next_after(self, seat: int) -> int:
        """Return who is next in turn after *seat*: one alone himself."""
        count = len(self.seats)
        following = (seat + 1) % count
        while self.seats[following].is_out and following != seat:
            following = (following + 1) % count
        return following

    def put(self, seat: int, place: Place) -> tuple[Place, ...]:
        """Return the seats with *place* at *seat*."""
        return (*self.seats[:seat], place, *self.seats[seat + 1 :])

    def note(self, seat: int, *words: str) -> Position:
        """Return the position in which *words* are remembered of *seat*."""
        place = self.seats[seat]
        notes = place.notes.union(words)
        return evolve(self, seats=self.put(seat, evolve(place, notes=notes)))
