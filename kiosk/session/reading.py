"""From what the camera saw to the draft on the review screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin
from kiosk.session.record import Numbering
from kiosk.session.winning import share_tile
from rules.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rules.game import Game
    from vision.types import SeatReading, SeenMeld, SeenTile, TableReading

BACK: Final = "0z"
UNLIKELY: Final = 0.5
"""How sure a reading can be at most that cannot be in this game."""
LEFT: Final = 3
"""`SeenMeld.from_offset` of the left-hand neighbour, however many play."""


def join_reading(
    draft: Draft, reading: TableReading, game: Game, options: Mapping[str, Any], *, afresh: bool
) -> Draft:
    """Return *draft* with the tiles of *reading*, of a hand of *game* with *options*.

    Seats in which a person has corrected or entered a tile stay as they are, unless *afresh*; what
    the camera did not see at all (no tiles at a seat, no indicators) takes nothing away. Where the
    game plays on after a win, several tiles may lie apart from a hand, one for each win. A tile
    among the flowers that is none in this game is doubtful, however sure the camera is.
    """
    plays_on = game.plays_on
    flowers = frozenset(CODES[tile] for tile in game.flower_tiles({**game.defaults, **options}))
    eye = _Eye(Numbering(draft.next_number), flowers, shows_claims=game.shows_claims)
    seats = list(draft.seats)
    wins = draft.wins
    for seen in reading.seats:
        if seen.seat >= len(seats) or not _has_tiles(seen):
            continue
        won = () if plays_on else draft.wins_of(seen.seat)
        if not afresh and _is_touched(seats[seen.seat], won):
            continue
        seats[seen.seat] = eye.seat(seen, seats[seen.seat], len(seats), parts_won=plays_on)
        wins = eye.won_on(wins, seen, keep=plays_on and not afresh)
    joined = replace(
        draft,
        seats=tuple(seats),
        wins=wins,
        indicators=eye.row(reading.indicators) or draft.indicators,
        hidden_indicators=eye.row(reading.hidden_indicators) or draft.hidden_indicators,
        readings=draft.readings + 1,
        reading_problems=tuple(reading.problems),
    )
    shared = share_tile(joined.wins, eye.numbering)
    return replace(joined, wins=shared, next_number=eye.numbering.next)


def _has_tiles(seen: SeatReading) -> bool:
    return bool(seen.hand or seen.melds or seen.flowers or seen.aside or seen.winning)


def _is_touched(seat: DraftSeat, wins: Iterable[DraftWin]) -> bool:
    """Return whether a person has checked or entered a tile of this seat or its *wins*."""
    rows = (seat.hand or (), seat.flowers, seat.aside, *(meld.tiles for meld in seat.melds))
    winning = tuple(win.tile for win in wins if win.tile is not None)
    return any(tile.checked for row in (*rows, winning) for tile in row)


def _tiles_won(seen: SeatReading) -> tuple[SeenTile, ...]:
    if seen.winning is not None:
        return (seen.winning,)
    return seen.hand[len(seen.hand) - seen.apart :]


def _lays_a_tile(wins: tuple[DraftWin, ...], place: int) -> bool:
    """Return whether the winner laid a tile down: one that several won on has the first of them."""
    win = wins[place]
    return win.giver is None or all(
        (one.call, one.giver) != (win.call, win.giver) for one in wins[:place]
    )


class _Eye:
    """Turns what was seen into draft tiles and sets, numbering them."""

    def __init__(
        self, numbering: Numbering, flowers: frozenset[str], *, shows_claims: bool
    ) -> None:
        self.numbering = numbering
        self.flowers = flowers
        self.shows_claims = shows_claims

    def tile(self, seen: SeenTile) -> DraftTile:
        """Return the draft of one tile."""
        return DraftTile(
            self.numbering.take(),
            seen.code,
            seen.code,
            seen.confidence,
            seen.alternatives,
            seen.box,
        )

    def flower(self, seen: SeenTile) -> DraftTile:
        """Return the draft of one tile among the flowers; somebody must look at any other one."""
        tile = self.tile(seen)
        is_one = seen.code in self.flowers
        return tile if is_one else replace(tile, confidence=min(tile.confidence, UNLIKELY))

    def row(self, row: Iterable[SeenTile]) -> tuple[DraftTile, ...]:
        """Return the drafts of a row of tiles, in its order."""
        return tuple(self.tile(seen) for seen in row)

    def won_on(
        self, wins: tuple[DraftWin, ...], seen: SeatReading, *, keep: bool
    ) -> tuple[DraftWin, ...]:
        """Return *wins* with the tiles that lie apart from the hand of the seat *seen*.

        Those that were entered by hand stay if *keep*.
        """
        laid = iter(_tiles_won(seen))
        found = []
        for place, win in enumerate(wins):
            if win.seat != seen.seat:
                found.append(win)
                continue
            tile = next(laid, None) if _lays_a_tile(wins, place) else None
            is_kept = keep and win.tile is not None and win.tile.checked
            known = None if tile is None else self.tile(tile)
            found.append(win if is_kept else replace(win, tile=known))
        return tuple(found)

    def seat(
        self, seen: SeatReading, before: DraftSeat, seats: int, *, parts_won: bool = False
    ) -> DraftSeat:
        """Return the draft of one seat; a hand of nothing but backs was not shown.

        Where *parts_won*, the tiles of several wins that lie apart are not the hand's.
        """
        held = seen.hand[: len(seen.hand) - seen.apart] if parts_won else seen.hand
        shown = any(tile.code != BACK for tile in held)
        return replace(
            before,
            hand=self.row(held) if shown else None,
            melds=tuple(self.meld(meld, seen.seat, seats) for meld in seen.melds),
            flowers=tuple(map(self.flower, seen.flowers)),
            aside=self.row(seen.aside),
        )

    def meld(self, seen: SeenMeld, owner: int, seats: int) -> DraftMeld:
        """Return the draft of one set; its giver is counted round the table from *owner*.

        Where the game does not show who gave a tile, the left neighbour stands for whoever did.
        """
        place, offset = seen.claimed, seen.from_offset
        if not self.shows_claims and offset is None and seen.kind != "kong_concealed":
            place, offset = 0, LEFT
        claimed = "" if place is None else seen.tiles[place].code
        return DraftMeld(
            self.numbering.take(),
            seen.kind,
            self.row(seen.tiles),
            claimed,
            None if offset is None else (owner + (-1 if offset == LEFT else offset)) % seats,
        )
