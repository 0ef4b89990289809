"""What a camera can see of a hand record: of a reading in the form in which a scene has it.

The two compare equal when everything was read right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.tiles import TILES, write
from vision.types import BACK, MeldReading, SeatReading, TableReading, TileReading

SeatPart = dict[str, Any]


def record_part(reading: TableReading) -> dict[str, Any]:
    """Return `{"seats": […], "deal": {…}}` of *reading*; who won and how is not the camera's.

    Each seat has `hand` (sorted compact text, `None` where only backs or nothing lies
    there), `melds` (absolute seats in `from`), `flowers`, `aside` and `winning`.
    """
    seats = len(reading.seats)
    return {
        "seats": [_seat_part(seat, seats) for seat in reading.seats],
        "deal": {
            "indicators": codes_of(reading.indicators),
            "hidden_indicators": codes_of(reading.hidden_indicators),
        },
    }


def codes_of(tiles: Iterable[TileReading]) -> list[str]:
    """Return the codes of *tiles* in their order."""
    return [tile.code for tile in tiles]


def compact(codes: Iterable[str]) -> str:
    """Return *codes* sorted in compact notation."""
    return write(TILES[code] for code in codes)


def compact_hand(codes: Sequence[str]) -> str | None:
    """Return the hand that *codes* show, `None` where there is none but backs."""
    faces = [code for code in codes if code != BACK]
    return compact(faces) if faces else None


def meld_part(
    kind: str, codes: Sequence[str], claimed_tile: str | None, giver: int | None
) -> dict[str, Any]:
    """Return a meld of a hand record; *giver* is the seat that *claimed_tile* came from.

    The backs of a concealed kong are taken for what its faces show.
    """
    faces = [code for code in codes if code != BACK]
    if faces and kind == "kong_concealed":
        spare = faces[0] if faces[0][0] != "0" else "5" + faces[0][1]
        faces += [spare] * (len(codes) - len(faces))
    part: dict[str, Any] = {"kind": kind, "tiles": compact(faces or codes)}
    if giver is not None:
        part |= {"claimed": claimed_tile, "from": giver}
    return part


def _seat_part(seat: SeatReading, seats: int) -> SeatPart:
    return {
        "hand": compact_hand(codes_of(seat.hand)),
        "melds": [_meld_reading_part(meld, seat.seat, seats) for meld in seat.melds],
        "flowers": compact(codes_of(seat.flowers)),
        "aside": compact(codes_of(seat.aside)),
        "winning": None if seat.winning is None else seat.winning.code,
    }


def _meld_reading_part(meld: MeldReading, seat: int, seats: int) -> dict[str, Any]:
    claimed_tile = None if meld.claimed is None else meld.tiles[meld.claimed].code
    giver = None if meld.from_offset is None else (seat + meld.from_offset) % seats
    return meld_part(meld.kind, codes_of(meld.tiles), claimed_tile, giver)
