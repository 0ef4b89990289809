"""Won hands in a line each, made without a game: seat 1 wins, South while seat 0 is banker."""

from __future__ import annotations

from typing import Any

import rules
from rules.game import Options
from rules.record.values import UNSEEN, Deal, Meld, Record, Seat, State, Win
from rules.scoring import WonHand, won_hand
from rules.tiles import TILES, parse

FIVE_OF_BAMBOOS = TILES["5s"]


def meld(tiles: str, kind: str = "") -> Meld:
    """Return a set laid down: a kong as its *kind* says, else a claimed chow or pung."""
    members = parse(tiles)
    return Meld(kind or ("pung" if members[0] == members[1] else "chow"), members)


def record_of(seat: Seat, win: Win, banker: int = 0, turn: int = 1) -> Record:
    """Return a hand of four players that *seat* won, in the round *turn*."""
    seats = (UNSEEN, seat, UNSEEN, UNSEEN)
    state = State(banker, turn)
    return Record(rules.ruleset("taiwan"), Options(), state, Deal(), seats, "win", (win,))


def hand(
    tiles: str,
    *melds: Meld,
    by: str = "discard",
    source: int = 3,
    marks: str = "",
    table: tuple[int, int] = (0, 1),
    lying: str = "",
    declared: str = "",
    **how: Any,
) -> WonHand:
    """Return a won hand, not read yet; the last of its *tiles* is the winning one.

    *marks* and what was *declared* are words, *table* the banker and the round, *lying* the
    flowers; the rest goes to `won_hand`.
    """
    *concealed, last = parse(tiles)
    seat = Seat(tuple(concealed), melds, parse(lying), declared=frozenset(declared.split()))
    discarder = None if by in ("self_draw", "declared") else source
    win = Win(1, by, last, discarder, frozenset(marks.split()))
    return won_hand(record_of(seat, win, *table), win, **how)
