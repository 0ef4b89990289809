"""What sets, pair and suits count in games of set points, by the sheets' words in the dullest way.

jinshan.md and taizhou.md, "Scoring elements".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.hands.shapes import Part


def of_parts(parts: Sequence[Part], last: Part, wind: int, is_taken: bool) -> tuple[int, int]:
    """Return the hu and tai of pungs, kongs and pair; *last* was completed, by another's tile."""
    hu = tai = 0
    was_open = False
    for part in parts:
        counts = part.kind > 30 or part.kind == wind
        if part.is_pair:
            hu += 2 * counts
        if part.is_triplet:
            is_last = is_taken and part is last and not was_open
            was_open |= is_last
            worth = 2 << (part.is_honor or part.has_terminal)
            worth <<= 0 if part.exposed or is_last else 1
            hu += worth << 2 if part.is_kong else worth
            tai += counts
    return hu, tai


def of_suits(parts: Sequence[Part]) -> int:
    """Return the tai of a hand of one suit, pure or with honors."""
    suits = {part.suit for part in parts}
    return 3 * (len(suits) == 1) if suits <= {0, 1, 2} else int(len(suits) == 2)
