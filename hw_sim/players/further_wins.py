"""Further wins of one hand, in games in which play goes on after a win.

A seat that has won waits for the same tile again; another one lays a hand that waited,
for any tile or for the very one that the seat before it won on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hw_sim.players.hands import Hand, TilePool
from rules.tiles import CODES, KIND, TILES, Tile

Json = dict[str, Any]

COUNTS: Final = (0, 0, 1, 1, 2, 3, 4)
"""How many further wins chance gives a hand."""

SHARES: Final = 0.7
"""How often a seat that may have won on the tile of the win before it did."""

TRIES: Final = 6
"""How many hands a seat lays before it finds one that waits for a certain tile."""


@dataclass(frozen=True, slots=True)
class FurtherWin:
    """A win after the first one."""

    seat: int
    by: str
    source: int | None = None
    """Who gave the tile; `None` for a self-draw."""
    shares: bool = False
    """Whether it was on the very tile of the win before it."""


class FurtherWins:
    """What comes after the first win of a hand, laid out of one pool of tiles."""

    def __init__(
        self,
        pool: TilePool,
        rng: random.Random,
        complete: Callable[[], Hand | None],
        lay: Callable[[int, Hand, int], None],
    ) -> None:
        """Let seats *complete* hands from *pool* and *lay* them without the tile they wait for.

        *lay* is given seat, hand and the place of that tile among the concealed ones.
        """
        self._pool, self._rng = pool, rng
        self._complete, self._lay = complete, lay

    def choose(self, first: Json, seats: int) -> tuple[FurtherWin, ...]:
        """Return by chance who wins after the win *first*."""
        rng = self._rng
        wins: list[FurtherWin] = []
        giver = first.get("from")
        winners = {first["seat"]}
        for _ in range(rng.choice(COUNTS)):
            seat = rng.choice((first["seat"], rng.randrange(seats)))
            may_share = giver not in (None, seat) and seat not in winners
            if may_share and rng.random() < SHARES:
                wins.append(FurtherWin(seat, "discard", giver, shares=True))
                winners.add(seat)
                continue
            giver = rng.choice((None, (seat + rng.randrange(1, seats)) % seats))
            wins.append(FurtherWin(seat, "self_draw" if giver is None else "discard", giver))
            winners = {seat}
        return tuple(wins)

    def wins(self, first: Json, further: Sequence[FurtherWin]) -> list[Json] | None:
        """Return the wins *further*, each laid before its seat; `None` where no tiles came.

        *first* is laid already. Robbed kongs must be among its seat's sets when this is asked.
        """
        waits = {first["seat"]: KIND[TILES[first["tile"]]]}
        wins = [first]
        for one in further:
            tile = self._tile(one, waits, wins[-1]["tile"])
            if tile is None:
                return None
            waits[one.seat] = KIND[tile]
            wins.append(_record_win(one, tile, wins[-1]))
        return wins[1:]

    def _tile(self, one: FurtherWin, waits: dict[int, int], last: str) -> Tile | None:
        """Return the tile of *one*, taken from the pool unless it is shared."""
        shared_tile = TILES[last] if one.shares else None
        if one.seat not in waits:
            return self._first_of(one.seat, shared_tile)
        kind = waits[one.seat]
        if shared_tile is not None:
            return shared_tile if KIND[shared_tile] == kind else None
        return self._pool.take((kind,))[0] if self._pool.left(kind) else None

    def _first_of(self, seat: int, shared_tile: Tile | None) -> Tile | None:
        for _ in range(TRIES):
            hand = self._complete()
            if hand is None:
                return None
            kind = None if shared_tile is None else KIND[shared_tile]
            places = [
                place for place, tile in enumerate(hand.concealed) if kind in (None, KIND[tile])
            ]
            if places:
                place = self._rng.choice(places)
                self._lay(seat, hand, place)
                if shared_tile is None:
                    return hand.concealed[place]
                self._pool.put_back(hand.concealed[place : place + 1])
                return shared_tile
            self._pool.put_back(hand.concealed)
            self._pool.put_back(tile for meld in hand.melds for tile in meld.tiles)
        return None


def _record_win(one: FurtherWin, tile: Tile, before: Json) -> Json:
    win: Json = {"seat": one.seat, "tile": CODES[tile], "by": one.by}
    if one.source is not None:
        win["from"] = one.source
        same_way = (before["by"], before.get("from")) == (one.by, one.source)
        if same_way and not one.shares:
            win["facts"] = {"separate": True}
    return win
