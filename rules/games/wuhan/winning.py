"""Whether a win stands, and in which reading: wuhan.md, "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.checks import nearest
from rules.errors import Problem
from rules.games.wuhan.scoring import Score, score
from rules.games.wuhan.shapes import shapes
from rules.games.wuhan.special import EYES
from rules.readings.cover import completes
from rules.readings.keys import BASE, LANE, pack
from rules.tiles import CODES, HONORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.wuhan import Wuhan
    from rules.games.wuhan.position import Position
    from rules.readings.parts import Part
    from rules.record import Win

SETS: Final = 4
WILDS_OF_A_MINOR_WIN: Final = 1


def judge(game: Wuhan, position: Position, win: Win, held: Sequence[int]) -> Score | list[Problem]:
    """Return the score of *win*, or why it is refused, the first reason first.

    *held* are the winner's concealed tiles without the winning one.
    """
    assert win.tile is not None
    refused = [*_claim_problems(position, win), *_hand_problems(position, win, held)]
    if refused:
        return refused
    concealed = (*held, win.tile)
    melds = tuple([meld.part() for meld in position.laid[win.seat].melds])
    found = shapes(concealed, melds, position.special)
    if not found:
        return [_no_hand(position, win, concealed, melds)]
    scores = [score(game, position, win, shape) for shape in found]
    if concealed.count(position.special.wild) > WILDS_OF_A_MINOR_WIN:
        scores = [one for one in scores if one.majors]
    problem = _bar(position, win, held, melds, has_score=bool(scores))
    if problem:
        return [problem]
    return _best(game, position, scores)


def _claim_problems(position: Position, win: Win) -> list[Problem]:
    """Return why this seat cannot have the winning tile."""
    found = []
    if win.by == "discard" and win.tile == position.special.wild:
        message = f"{CODES[win.tile]} is wild: nobody claims a discarded wild tile"
        found.append(Problem("barred", message, "wins"))
    if not nearest(position.record, win):
        message = "of several claimants the nearest after the discarder wins"
        found.append(Problem("barred", message, "wins"))
    return found


def _hand_problems(position: Position, win: Win, held: Sequence[int]) -> list[Problem]:
    """Return what keeps the hand from winning whatever its shape."""
    found = []
    if not position.laid[win.seat].open_sets:
        message = "a winning hand needs an open set, and a closed kong is none"
        found.append(Problem("not_a_win", message, f"seats[{win.seat}].melds"))
    if not position.special.kong.isdisjoint(held):
        message = "nobody wins with a kong tile in hand"
        found.append(Problem("not_a_win", message, f"seats[{win.seat}].hand"))
    if win.tile in position.special.kong:
        message = f"{CODES[win.tile]} is a kong tile and completes no hand"
        found.append(Problem("not_a_win", message, "wins"))
    return found


def _no_hand(
    position: Position, win: Win, concealed: Sequence[int], melds: tuple[Part, ...]
) -> Problem:
    """Return the refusal of tiles that make no hand, or one with the wrong eyes."""
    if shapes(concealed, melds, position.special, is_strict=False):
        message = "the eyes must be 2, 5 or 8 unless the hand is all pungs or pure one suit"
    else:
        message = "the tiles are neither four sets and a pair nor all honors nor all eyes"
    return Problem("not_a_win", message, f"seats[{win.seat}].hand")


def _bar(
    position: Position,
    win: Win,
    held: Sequence[int],
    melds: tuple[Part, ...],
    *,
    has_score: bool,
) -> Problem | None:
    """Return why a complete hand may not win: two wild tiles in a minor one, any-tile wait."""
    if not has_score:
        message = "a minor win has at most one wild tile in hand"
        return Problem("barred", message, f"seats[{win.seat}].hand")
    if win.by == "discard" and waits_for_anything(position, held, melds):
        message = "a hand that any tile completes wins by an own tile or a robbed kong only"
        return Problem("barred", message, "wins")
    return None


def waits_for_anything(position: Position, held: Sequence[int], melds: tuple[Part, ...]) -> bool:
    """Return whether every kind but kong tiles would complete the hand (D4)."""
    special = position.special
    if special.wild not in held:
        return False
    key = pack(kind for kind in held if kind != special.wild)
    # kinds that need sets and a pair: nearly every hand fails at the first of them
    telling = (kind for kind in special.usable if kind < HONORS and kind not in EYES)
    return all(
        kind == special.wild
        or held.count(kind) == BASE - 1
        or completes(key + LANE[kind], SETS - len(melds))
        for kind in telling
    ) and all(shapes((*held, kind), melds, special) for kind in special.usable)


def _best(game: Wuhan, position: Position, scores: list[Score]) -> Score | list[Problem]:
    """Return the score that brings most, then has most elements, of those above the minimum."""
    least = position.record.options["minimum_points"]
    enough = [one for one in scores if game.reaches(one.owed.values(), least)]
    if len(enough) == 1:
        return enough[0]
    if enough:
        return max(enough, key=lambda one: one.rank)
    best = max(scores, key=lambda one: one.rank)
    owed = ", ".join(f"seat {seat} {due}" for seat, due in best.owed.items())
    message = f"{game.minimum_from} must owe at least {least}: {owed}"
    return [Problem("below_minimum", message, f"seats[{best.win.seat}].hand")]
