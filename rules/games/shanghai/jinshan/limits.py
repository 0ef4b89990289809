"""Limit hands (辣子): jinshan.md, "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.scoring import kinds as elements
from rules.scoring.won_hand import SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.game import Options
    from rules.hands.reading import Reading
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

ALL_WILDS: Final = 4
TILES_OF_A_SET: Final = 3


def of_the_hand(record: Record, win: Win, wilds: int) -> Iterator[str]:
    """Yield the limit hands that no reading changes; *wilds* of the tiles are wild."""
    banker = record.state.banker
    if wilds == ALL_WILDS:
        yield "four_wilds"
    if win.seat == banker:
        is_dealt = not record.seats[win.seat].melds and "dealt" in win.marks
        if is_dealt and win.is_self_draw:
            yield "heavenly_hand"
    elif win.by == "discard" and win.source == banker and "first_discard" in win.marks:
        yield "earthly_hand"


def of_the_reading(reading: Reading, win: Win, wind: int, options: Options) -> Iterator[str]:
    """Yield the limit hands that one *reading* is, *wind* being the winner's."""
    triplets = [item for item in reading.parts if item.is_triplet]
    kinds = [item.kind for item in triplets]
    if len(triplets) == SETS and all(_is_major(item) for item in reading.parts):
        yield "mixed_terminals"
    if _is_four_concealed_pungs(reading, win, self_draw_only=options["four_concealed_self_draw"]):
        yield "four_concealed_pungs"
    if elements.WINDS.issubset(kinds):
        yield "big_four_winds"
    if elements.DRAGONS.issubset(kinds):
        yield "big_three_dragons"
    if len(triplets) == 1 and _is_three_wild_pung(reading, triplets[0], win, wind):
        yield "three_wild_pung"


def _is_four_concealed_pungs(reading: Reading, win: Win, *, self_draw_only: bool) -> bool:
    """Return whether four pungs are concealed and the wait was one that the house allows.

    A pung completed by another's tile is not concealed, so a dual wait is self-drawn.
    """
    if elements.concealed_triplets(reading.parts) != SETS:
        return False
    assert reading.completed is not None
    return not self_draw_only or (reading.completed.is_pair and win.is_self_draw)


def _is_major(item: Part) -> bool:
    """Return whether a pung, kong or pair is of terminals or honors."""
    return item.has_terminal or item.is_honor


def _is_three_wild_pung(reading: Reading, pung: Part, win: Win, wind: int) -> bool:
    """Return whether *pung*, the only one, is of wild tiles, beside a pair that counts (D4)."""
    if pung.melded or reading.wilds.count(pung.kind) < TILES_OF_A_SET:
        return False
    if pung is reading.completed and win.tile == pung.kind:
        return False  # a natural tile made the pung
    assert reading.pair is not None
    return reading.pair.kind in elements.DRAGONS | {wind}
