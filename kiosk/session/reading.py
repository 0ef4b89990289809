"""From what the camera saw to the draft on the review screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin
from kiosk.session.record import Numbering

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.reading import SeatReading, SeenMeld, SeenTile, TableReading

BACK: Final = "0z"
LEFT: Final = 3
"""`SeenMeld.from_offset` of the left-hand neighbour, however many play."""


def join_reading(draft: Draft, reading: TableReading, *, afresh: bool) -> Draft:
    """Return *draft* with the tiles of *reading*.

    Seats in which a person has corrected or entered a tile stay as they are, unless *afresh*; what
    the camera did not see at all (no tiles at a seat, no indicators) takes nothing away.
    """
    eye = _Eye(Numbering(draft.next_number))
    seats = list(draft.seats)
    wins = {win.seat: win for win in draft.wins}
    for seen in reading.seats:
        if seen.seat >= len(seats) or not _has_tiles(seen):
            continue
        if not afresh and _is_touched(seats[seen.seat], wins.get(seen.seat)):
            continue
        seats[seen.seat] = eye.seat(seen, seats[seen.seat], len(seats))
        if seen.seat in wins:
            tile = None if seen.winning is None else eye.tile(seen.winning)
            wins[seen.seat] = replace(wins[seen.seat], tile=tile)
    joined = replace(
        draft,
        seats=tuple(seats),
        wins=tuple(wins.values()),
        indicators=eye.row(reading.indicators) or draft.indicators,
        hidden_indicators=eye.row(reading.hidden_indicators) or draft.hidden_indicators,
        readings=draft.readings + 1,
        reading_problems=tuple(reading.problems),
    )
    return replace(_share_discard(joined, eye), next_number=eye.numbering.next)


def _share_discard(draft: Draft, eye: _Eye) -> Draft:
    """Return *draft* with one discard given to each of several winners, if one of them shows it."""
    shown = {win.giver: win.tile for win in draft.wins if win.tile and win.giver is not None}
    wins = tuple(
        replace(win, tile=replace(shown[win.giver], number=eye.numbering.take()))
        if win.tile is None and win.giver in shown
        else win
        for win in draft.wins
    )
    return replace(draft, wins=wins)


def _has_tiles(seen: SeatReading) -> bool:
    """Return whether the camera saw anything before this seat."""
    return bool(seen.hand or seen.melds or seen.flowers or seen.aside or seen.winning)


def _is_touched(seat: DraftSeat, win: DraftWin | None) -> bool:
    """Return whether a person has checked or entered a tile of this seat."""
    rows = (seat.hand or (), seat.flowers, seat.aside, *(meld.tiles for meld in seat.melds))
    winning = () if win is None or win.tile is None else (win.tile,)
    return any(tile.checked for row in (*rows, winning) for tile in row)


class _Eye:
    """Turns what was seen into draft tiles and sets, numbering them."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering

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

    def row(self, row: Iterable[SeenTile]) -> tuple[DraftTile, ...]:
        """Return the drafts of a row of tiles, in its order."""
        return tuple(self.tile(seen) for seen in row)

    def seat(self, seen: SeatReading, before: DraftSeat, seats: int) -> DraftSeat:
        """Return the draft of one seat; a hand of nothing but backs was not shown."""
        shown = any(tile.code != BACK for tile in seen.hand)
        return replace(
            before,
            hand=self.row(seen.hand) if shown else None,
            melds=tuple(self.meld(meld, seen.seat, seats) for meld in seen.melds),
            flowers=self.row(seen.flowers),
            aside=self.row(seen.aside),
        )

    def meld(self, seen: SeenMeld, owner: int, seats: int) -> DraftMeld:
        """Return the draft of one set; its giver is counted round the table from *owner*."""
        claimed = "" if seen.claimed is None else seen.tiles[seen.claimed].code
        offset = seen.from_offset
        return DraftMeld(
            self.numbering.take(),
            seen.kind,
            self.row(seen.tiles),
            claimed,
            None if offset is None else (owner + (-1 if offset == LEFT else offset)) % seats,
        )
