"""Whether a Yiwu hand wins, may win, and how: yiwu.md, "Winning", "Scoring elements"."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from rules.games.zhejiang.fortune import WHITE
from rules.hands.divide import Division, divisions
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS, SINGLES
from rules.record.claims import nearest
from rules.tiles import CODES, HONORS, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.games.zhejiang.fortune import Claim, Hand
    from rules.record.values import Win

PAIRS_OF_A_HAND: Final = 7
APART: Final = 3
"""Unrelated tiles of a suit are so many ranks apart, or more."""

FLOATED: Final = ("wild_pair_wait", "single_float", "double_float")
"""What a fortune pair wait is by the number of fortune tiles that its owner floated."""


def is_pair_wait(claimed: Claim) -> bool:
    """Return whether a fortune tile waited for its pair (財神頭); any tile completes the hand then.

    Sets, or six pairs, are made and the fortune tile is left over (D9, D12).
    """
    held = claimed.held
    return held.waits_with_a_lone_wild or (held.wilds > 0 and are_pairs(held, held.wilds - 1))


def _is_kong_draw(win: Win) -> bool:
    """Return whether the last tile was a kong's supplement."""
    return win.is_self_draw and "kong_draw" in win.marks


def are_pairs(full: Hand, wilds: int) -> bool:
    """Return whether *wilds* wild tiles make pairs of all concealed tiles, nothing laid down."""
    if full.melds:
        return False
    lone = sum(count % 2 for count in Counter(full.naturals).values())
    return lone <= wilds


def unrelated(full: Hand) -> tuple[int, ...] | None:
    """Return fourteen unrelated kinds that the hand can be, if it can.

    Wild tiles take the lowest kinds that leave room for the others.
    """
    if full.melds or len(set(full.naturals)) < len(full.naturals):
        return None
    kinds = sorted(full.naturals)
    if any(
        second < HONORS and first // 9 == second // 9 and second - first < APART
        for first, second in pairwise(kinds)
    ):
        return None
    for kind in _room(full):
        if len(kinds) < len(full.naturals) + full.wilds:
            kinds.append(kind)
    return tuple(sorted(kinds)) if len(kinds) == len(full.naturals) + full.wilds else None


def _room(full: Hand) -> Iterator[int]:
    """Yield the kinds that can stand beside the naturals and each other, as many as there can be.

    The lowest rank that is free is always a best choice. Nothing is a white unless
    whites are wild (D15).
    """
    held = set(full.naturals)
    for suit in range(0, HONORS, 9):
        last = suit - APART
        for kind in range(suit, suit + 9):
            if kind in held:
                last = kind
            elif kind - last >= APART and held.isdisjoint(range(kind, min(kind + 3, suit + 9))):
                last = kind
                yield kind
    for kind in range(HONORS, KINDS):
        if kind not in held and (kind != WHITE or full.wild == WHITE):
            yield kind


def reading(claimed: Claim) -> Reading | None:
    """Return how the hand is read, or nothing if it is none: sets, then pairs, then unrelated.

    The shape is worth nothing, so of all divisions the first counts; a fortune tile
    that waited for its pair is shown in it.
    """
    full = claimed.full
    if full.is_complete:
        division = _division(claimed)
        return Reading(division.parts, full.melds, division.wilds)
    if are_pairs(full, full.wilds):
        return _pairs(full)
    kinds = unrelated(full)
    return None if kinds is None else Reading(tuple(SINGLES[kind] for kind in kinds))


def _division(claimed: Claim) -> Division:
    """Return the division into sets and a pair that is shown."""
    full, last = claimed.full, claimed.full.naturals[-1:]
    found = divisions(full.key, full.sets, full.wilds)
    first = next(found)
    if not full.wilds:
        return first
    has_lone_wild = claimed.held.waits_with_a_lone_wild and claimed.held.wilds == full.wilds
    for division in chain((first,), found):
        if WHITE in division.wilds and full.wild != WHITE:
            continue
        if not has_lone_wild or _pairs_with(division, last[0]):
            return division
    return first


def _pairs_with(division: Division, kind: int) -> bool:
    """Return whether a wild tile and one of *kind* are the pair."""
    return PAIRS[kind] in division.parts and kind in division.wilds


def _pairs(full: Hand) -> Reading:
    """Return seven pairs, wild tiles beside lone ones, any left over by themselves."""
    counts = Counter(full.naturals)
    stand_for = [kind for kind, count in sorted(counts.items()) if count % 2]
    stand_for += [full.wild] * (full.wilds - len(stand_for))
    kinds = sorted((*full.naturals, *stand_for))
    return Reading(tuple(PAIRS[kind] for kind in kinds[::2]), (), tuple(sorted(stand_for)))


def element(claimed: Claim, floats: Sequence[int]) -> str:
    """Return the one element that counts, the highest (D5); of equals the sheet's first."""
    win = claimed.win
    if win.by == "discard":
        return "common_win"
    if win.by == "robbed_kong":
        return "robbing_the_kong"
    if is_pair_wait(claimed):
        return FLOATED[floats[win.seat]]
    return "kong_draw" if _is_kong_draw(win) else "self_draw"


def bars(claimed: Claim, floats: Sequence[int]) -> Iterator[str]:
    """Yield the rules that forbid the win."""
    win, waits_for_pair = claimed.win, is_pair_wait(claimed)
    if win.by == "discard":
        yield from _bars_of_a_discard(claimed, floats)
    if win.is_taken and waits_for_pair:
        yield "a fortune pair wait (財神頭) wins by self-draw only"
    is_special = _is_kong_draw(win) or (win.is_self_draw and waits_for_pair)
    if not is_special and claimed.full.wilds == 3:
        yield "a hand with three fortune tiles wins by fortune pair wait or kong draw only"
    if not is_special and 2 in floats:
        yield "after a double float (双飄) only a fortune pair wait or a kong draw wins"
    if not nearest(claimed.record, win):
        yield "of several claimants the nearest after the discarder wins (頭ハネ)"


def _bars_of_a_discard(claimed: Claim, floats: Sequence[int]) -> Iterator[str]:
    """Yield what forbids a win on this discard."""
    win, record = claimed.win, claimed.record
    if win.tile == claimed.full.wild:
        yield f"{CODES[win.tile]} is a fortune tile (財神): nobody wins on a discarded one"
    if claimed.full.wilds > 1:
        yield "a hand with two or more fortune tiles does not win on a discard"
    if any(floats):
        yield "after a fortune tile was floated (財飄) nobody wins on a discard"
    concerned: Sequence[int | None] = (win.seat, win.source)
    if record.options["plain_win"] == "banker_only" and record.state.banker not in concerned:
        yield "with plain_win banker_only a discard wins only from or for the banker"
