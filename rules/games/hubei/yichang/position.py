"""What lay before a seat at one moment of a hand that goes on after wins.

yichang.md, "Recording several wins". A record shows the end; the fact `made_after` says
after how many wins each set got its present form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.hubei.yichang.table import CONCEALED_KONG, OPEN_KONG
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.scoring.won_hand import SETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rules.record.values import Meld, Record, Win
    from rules.tiles import Tile

COPIES: Final = 4


class Position(NamedTuple):
    """The concealed tiles of a seat, without one just drawn, and its sets."""

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all tiles."""
        return self.hand + tuple([tile for meld in self.melds for tile in meld.tiles])

    @property
    def suits(self) -> frozenset[int]:
        """Return the suits that occur."""
        return frozenset([tile // 9 for tile in self.tiles])

    @property
    def is_concealed(self) -> bool:
        """Return whether there is neither a pung nor an open kong (D3)."""
        return not any(meld.is_exposed for meld in self.melds)

    @property
    def open_kongs(self) -> int:
        """Return how many kongs are open."""
        return sum(meld.is_kong and meld.is_exposed for meld in self.melds)

    @property
    def concealed_kongs(self) -> int:
        """Return how many kongs are concealed."""
        return sum(not meld.is_exposed for meld in self.melds)

    @property
    def kong_fan(self) -> int:
        """Return what the kongs add to a win, the owner's or, as payer, another's."""
        return OPEN_KONG * self.open_kongs + CONCEALED_KONG * self.concealed_kongs

    def waits(self) -> tuple[int, ...]:
        """Return the kinds that complete the hand, without those it holds all four of (D12)."""
        held = self.tiles
        found = waits(pack(self.hand), SETS - len(self.melds))
        return tuple([kind for kind in found if held.count(kind) < COPIES])


def made_after(record: Record, seat: int) -> tuple[int, ...]:
    """Return for each set of *seat* how many wins lay before it got its present form."""
    lying = record.seats[seat]
    told = tuple(lying.facts.get("made_after", ()))
    return told + (0,) * (len(lying.melds) - len(told))


def before_win(record: Record, seat: int, place: int) -> Position:
    """Return what lay before *seat* when the win at *place* was made; the end after the last."""
    made = made_after(record, seat)
    return _position(record, seat, lambda meld: made[meld] <= place)


def around_kong(record: Record, seat: int, kong: int) -> tuple[Position, Position]:
    """Return what lay before *seat* just before and just after it laid down the set *kong*."""
    made = made_after(record, seat)
    moment = (made[kong], kong)
    before = _position(record, seat, lambda meld: (made[meld], meld) < moment)
    return before, _position(record, seat, lambda meld: (made[meld], meld) <= moment)


def _position(record: Record, seat: int, is_made: Callable[[int], bool]) -> Position:
    """Return what lay before *seat* when the sets that *is_made* names had their present form.

    Else an added kong was still the pung, a concealed one three tiles of the hand.
    """
    hand = record.seats[seat].hand or ()
    melds: list[Meld] = []
    for place, meld in enumerate(record.melds_after_robbing(seat)):
        if meld.kind == "kong_added" and not is_made(place):
            melds.append(meld.without(meld.tiles[0]))
        elif meld.kind == "kong_concealed" and not is_made(place):
            hand += meld.tiles[:-1]
        elif is_made(place) or meld.kind == "pung":
            melds.append(meld)
    return Position(hand, tuple(melds))


def first_wins(wins: Iterable[Win]) -> dict[int, int]:
    """Return for each seat that won the place of its first win."""
    found: dict[int, int] = {}
    for place, win in enumerate(wins):
        found.setdefault(win.seat, place)
    return found


def starts_tile(wins: Sequence[Win], place: int) -> int:
    """Return the place of the first of the wins that are on the very tile of the one at *place*.

    Wins in a row by the same way, of the same tile from the same seat, are on one tile,
    until a seat comes again or the fact `separate` says that another copy came (D6).
    """
    start = 0
    for later in range(1, place + 1):
        win, first = wins[later], wins[start]
        same = (first.by, first.tile, first.source) == (win.by, win.tile, win.source)
        again = any(one.seat == win.seat for one in wins[start:later])
        if not win.is_taken or not same or again or win.facts.get("separate", False):
            start = later
    return start
