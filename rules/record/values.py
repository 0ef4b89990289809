"""The hand record as values: `hand-record.md`, "Record".

Everything here has passed `rules.record.parse`; nothing downstream checks it again.
Field names follow the exchange format; `from` is `source`, because the language
keeps that word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, Final

from rules.game import Game, Options
from rules.hands.shapes import Part, part
from rules.tiles import HONORS, KIND, Tile
from rules.value import NOTHING, value


def _nothing() -> Mapping[str, Any]:
    """Return the mapping that has nothing in it, always the same one."""
    return NOTHING


MELD_KINDS: Final = ("chow", "pung", "kong_discard", "kong_added", "kong_concealed")
TILES_OF_A_PUNG: Final = 3
KONGS: Final = frozenset(("kong_discard", "kong_added", "kong_concealed"))
OPEN_KONGS: Final = frozenset(("kong_discard", "kong_added"))
STANDING: Final = frozenset(("kong_concealed", "kong_discard"))
"""Kongs that stand whole when somebody tries to rob them."""
OUTCOMES: Final = ("win", "draw", "abort")
WAYS: Final = ("self_draw", "discard", "robbed_kong", "robbed_flower", "declared")
TAKEN: Final = frozenset(("discard", "robbed_kong", "robbed_flower"))
"""Ways of winning on another seat's tile."""


@value
class Meld:
    """A set laid down."""

    kind: str
    tiles: tuple[Tile, ...]
    source: int | None = None
    """Whose discard was claimed (of the pung, for an added kong); `None` when concealed."""
    claimed: Tile | None = None

    @property
    def is_kong(self) -> bool:
        """Return whether four or more equal tiles lie here."""
        return self.kind in KONGS

    @property
    def is_exposed(self) -> bool:
        """Return whether a tile was claimed for it: everything but a concealed kong."""
        return self.kind != "kong_concealed"

    def part(self) -> Part:
        """Return the set as a part of a reading."""
        return _part(self.kind, self.tiles)

    def without(self, tile: Tile) -> Meld:
        """Return the pung or shorter kong that an added one stays without the robbed *tile*."""
        rest = list(self.tiles)
        rest.remove(tile)
        kind = self.kind if len(rest) > TILES_OF_A_PUNG else "pung"
        return Meld(kind, tuple(rest), self.source, self.claimed)


@lru_cache(maxsize=1 << 12)
def _part(kind: str, tiles: tuple[Tile, ...]) -> Part:
    kinds = tuple(sorted(KIND[tile] for tile in tiles))
    if kind in KONGS:
        return part("kong", kinds, kind != "kong_concealed", True)
    if kinds[0] == kinds[-1]:
        return part("pung", kinds, True, True)
    return part("run" if kinds[0] < HONORS else "honors", kinds, True, True)


@value
class Seat:
    """What lay before one seat when the hand ended."""

    hand: tuple[Tile, ...] | None = None
    """Concealed tiles without the winning one; `None` where they were not shown."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    discards: tuple[Tile, ...] | None = None
    declared: frozenset[str] = frozenset()
    facts: Mapping[str, Any] = field(default_factory=_nothing)


UNSEEN: Final = Seat()
"""A seat of which nothing was seen, as most are when a hand ends."""


@value
class State:
    """The table before the hand."""

    banker: int = 0
    round: int = 1
    repeats: int = 0
    scores: tuple[int, ...] = ()
    carry: Mapping[str, Any] = field(default_factory=_nothing)
    """The ruleset's counters, every one of them, defaults filled in."""
    prizes: tuple[int, ...] = ()
    """What each seat has of prizes beside the points; empty for none."""
    winners: tuple[int, ...] = ()
    """The seats that have won a hand before."""

    def to_json(self) -> dict[str, Any]:
        """Return the object `state` of a record, without prizes and earlier winners."""
        carry = {
            name: list(counter) if isinstance(counter, tuple) else counter
            for name, counter in self.carry.items()
        }
        return {
            "banker": self.banker,
            "round": self.round,
            "repeats": self.repeats,
            "scores": list(self.scores),
            "carry": carry,
        }


@value
class Deal:
    """What the deal fixed."""

    indicators: tuple[Tile, ...] = ()
    hidden_indicators: tuple[Tile, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    east: int | None = None


@value
class Win:
    """One winner, and how."""

    seat: int
    by: str
    tile: Tile | None = None
    source: int | None = None
    """Who discarded or was robbed; `None` for a self-draw."""
    marks: frozenset[str] = frozenset()
    facts: Mapping[str, Any] = field(default_factory=_nothing)
    kong: int | None = None
    value: Mapping[str, Any] | None = None
    """What the hand is worth as people say, in place of its tiles; `None` where tiles tell it."""

    @property
    def worth(self) -> int:
        """Return what the hand is said to be worth in a game where one number says it."""
        (number,) = (self.value or NOTHING).values()
        return int(number)

    @property
    def is_self_draw(self) -> bool:
        """Return whether the winner drew the tile himself."""
        return self.by == "self_draw"

    @property
    def is_taken(self) -> bool:
        """Return whether the tile was another seat's: discarded or robbed."""
        return self.by in TAKEN


@value
class Incident:
    """A fine, a false win or the like."""

    kind: str
    seat: int | None = None
    facts: Mapping[str, Any] = field(default_factory=_nothing)
    """The sheet's further fields."""


@value
class Record:
    """What happened in one hand."""

    ruleset: Game
    options: Options
    """Every option of the game, defaults filled in."""
    state: State
    deal: Deal
    seats: tuple[Seat, ...]
    outcome: str
    wins: tuple[Win, ...] = ()
    incidents: tuple[Incident, ...] = ()

    @property
    def players(self) -> int:
        """Return how many seats take part."""
        return len(self.seats)

    @property
    def is_entered(self) -> bool:
        """Return whether people say what the winners' hands are worth, in place of their tiles."""
        return any(win.value is not None for win in self.wins)

    @property
    def unseen_seats(self) -> tuple[int, ...]:
        """Return the seats whose hand was not shown."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.hand is None])

    def hand_and_tile(self, win: Win) -> tuple[tuple[Tile, ...], Tile]:
        """Return the winner's hand without the winning tile, and that tile.

        The checks see to it that both are known unless the win looks at no hand.
        """
        hand = self.seats[win.seat].hand
        if hand is None or win.tile is None:
            raise ValueError(f"seat {win.seat} showed no hand")
        return hand, win.tile

    def melds_after_robbing(self, seat: int) -> tuple[Meld, ...]:
        """Return *seat*'s melds, a robbed kong standing as the pung that it stays."""
        melds = self.seats[seat].melds
        for win in self.wins:
            if win.by == "robbed_kong" and win.source == seat and win.tile is not None:
                melds = tuple(
                    meld.without(win.tile)
                    if meld.kind == "kong_added" and win.tile in meld.tiles
                    else meld
                    for meld in melds
                )
        return melds

    def distance(self, origin: int, seat: int) -> int:
        """Return how many places after *origin* the *seat* is in order of play, 1 to n − 1."""
        return (seat - origin) % len(self.seats)
