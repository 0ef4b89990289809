"""What the camera sees at the end of a hand of Tien Gow: piles, and the trick laid last.

Piles lie face down before who took them, four tiles high; the tiles of the last trick lie in the
middle, each player's on his side. Everything laid face up has beaten what lay there before, so
who led and who won follows from the tiles. Pure: a reading in, the part of the play out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from kiosk.errors import Refused
from rules.games.cards.tien_gow.plays import HAND, SEATS, Combination, beats, combination
from vision.types import REVIEW_THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.table import CardReading

BACK: Final = "0z"

Play = dict[str, Any]
TrickPlay = dict[int, Combination]
"""What each seat has laid face up, by seat."""


def play_from_reading(reading: CardReading, house: Mapping[str, Any]) -> Play:
    """Return the `piles`, `last` and `sweep` that *reading* shows under the options of the *house*.

    Raise `Refused` with what to do where it does not show them for sure.
    """
    rows = _rows(reading)
    piles = [len(pile) for pile in reading.seats]
    size = len(rows[0])
    if not 1 <= size <= 4 or any(len(row) != size for row in rows):
        raise _refusal("trick_uneven", "lay as many tiles of the last trick as were led")
    if sum(piles) + size != HAND:
        raise _refusal("piles_missing", "with the last trick the piles must be eight: part them")
    if any(tile.confidence < REVIEW_THRESHOLD for tile in reading.middle):
        raise _refusal("trick_unclear", "lay the tiles of the last trick apart and flat")
    trick = _face_up(rows, house)
    if size == 1 and HAND - size in piles:
        return _build_sweep(piles.index(HAND - size), trick, house)
    may_win = [seat for seat in trick if size > 1 or piles[seat]]
    if len(may_win) < len(trick):
        raise _refusal("trick_out_of_order", "who has no pile lays the last tile face down")
    up = _in_order(trick, house)
    piles[up[-1]] += size
    return {"piles": piles, "last": _last(up, trick), "sweep": None}


def _rows(reading: CardReading) -> list[list[str]]:
    rows: list[list[str]] = [[] for _ in range(SEATS)]
    for tile, seat in zip(reading.middle, reading.before, strict=True):
        rows[seat].append(tile.code)
    return rows


def _face_up(rows: list[list[str]], house: Mapping[str, Any]) -> TrickPlay:
    """Return what lies face up; a row that nobody may lay was not seen well."""
    trick: TrickPlay = {}
    for seat, row in enumerate(rows):
        if all(code == BACK for code in row):
            continue
        play = combination(row, house)
        if play is None:
            raise _refusal("trick_unclear", f"seat {seat} cannot have laid {' '.join(row)}")
        trick[seat] = play
    if not trick:
        raise _refusal("trick_unclear", "what was led lies face up: turn it up")
    return trick


def _in_order(trick: TrickPlay, house: Mapping[str, Any]) -> list[int]:
    """Return who laid face up, in the one order in which everything in *trick* beat the rest."""
    for leader in trick:
        turns = ((leader + step) % SEATS for step in range(SEATS))
        up = [seat for seat in turns if seat in trick]
        if all(
            beats(trick[seat], trick[prior], trick[leader], house) for prior, seat in pairwise(up)
        ):
            return up
    raise _refusal("trick_out_of_order", "in no order has all that lies face up beaten the rest")


def _build_sweep(winner: int, trick: TrickPlay, house: Mapping[str, Any]) -> Play:
    """Return the play of a *winner* with all piles; the others' last tiles may be turned up."""
    ours = trick.get(winner)
    if ours is None:
        raise _refusal("trick_unclear", "who has all piles laid the last tile face up: turn it up")
    rest = (one for seat, one in trick.items() if seat != winner)
    sweep = "seven" if any(beats(one, ours, ours, house) for one in rest) else "eight"
    piles = [HAND if seat == winner else 0 for seat in range(SEATS)]
    last = _last([winner], trick)
    return {"piles": piles, "last": last, "sweep": sweep if len(trick) == SEATS else None}


def _last(up: list[int], trick: TrickPlay) -> Play:
    """Return the last trick of a record, *up* being who laid face up, the winner last."""
    led, best = list(trick[up[0]].tiles), list(trick[up[-1]].tiles)
    return {"leader": up[0], "led": led, "winner": up[-1], "tiles": best, "up": up}


def _refusal(code: str, what_to_do: str) -> Refused:
    return Refused(code, what_to_do, where="camera")
