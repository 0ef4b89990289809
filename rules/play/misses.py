"""Wins and pungs let go, which several games and houses bar before one's next turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.errors import Reason
from rules.play.actions import Action, Chow, Kong, Pung, Win
from rules.play.position import Position
from rules.tiles import CODES, KIND, KINDS, Tile

MISSED_WIN: Final = "missed_win_{}"
"""What is noted of a seat that let a winning tile go, where it matters which."""
MISSED_WINS: Final = {MISSED_WIN.format(code): Tile(tile) for tile, code in enumerate(CODES)}
"""The notes of all winning tiles let go, and which tile each means."""
MISSED_PUNGS: Final = tuple(f"missed_pung_{CODES[kind]}" for kind in range(KINDS))
"""What is noted of a seat, by the kind of tile."""


def missed_wins(note: str, offers: Sequence[Action]) -> tuple[str, ...]:
    """Return the *note* of the tile, its code in the braces, that one of *offers* would win on."""
    win = next((one for one in offers if isinstance(one, Win) and one.tile is not None), None)
    return () if win is None or win.tile is None else (note.format(CODES[win.tile]),)


def missed_tiles(notes: Iterable[str]) -> list[Tile]:
    """Return the winning tiles let go by *notes*, in the order of their numbers."""
    return sorted(MISSED_WINS[note] for note in notes if note in MISSED_WINS)


def missed_pungs(offers: Sequence[Action]) -> tuple[str, ...]:
    """Return what is noted of a seat that let its *offers* go by, a pung among them."""
    pung = next((one for one in offers if isinstance(one, Pung)), None)
    return () if pung is None else (MISSED_PUNGS[KIND[pung.tile]],)


def missed_pung_bar(at: Position, action: Chow | Pung | Kong) -> Reason | None:
    """Return that such a pung was let go since the seat's last turn, or nothing."""
    if not isinstance(action, Pung):
        return None
    is_missed = MISSED_PUNGS[KIND[action.tile]] in at.seats[action.seat].notes
    return Reason("missed_pung") if is_missed else None
