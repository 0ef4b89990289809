"""Whether a win stands, and in which reading: wuhan.md, "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import Problem
from rules.games.hubei.wuhan.scoring import Score, score
from rules.games.hubei.wuhan.shapes import Shape, shapes
from rules.hands.covers import completes
from rules.hands.keys import BASE, LANE, pack
from rules.record.claims import nearest
from rules.record.values import Win
from rules.scoring.kinds import EYES
from rules.tiles import CODES, HONORS, Tile

if TYPE_CHECKING:
    from rules.games.hubei.wuhan import Wuhan
    from rules.games.hubei.wuhan.position import Position
    from rules.hands.shapes import Part

SETS: Final = 4
WILDS_OF_A_MINOR_WIN: Final = 1


class Claim(NamedTuple):
    """A win that somebody declares, or could."""

    game: Wuhan
    position: Position
    win: Win
    held: tuple[Tile, ...]
    """The winner's concealed tiles without the winning one."""
    melds: tuple[Part, ...]

    @property
    def hand(self) -> str:
        """Return where in the record the hand is."""
        return f"seats[{self.win.seat}].hand"

    @property
    def where(self) -> str:
        """Return where in the record the win is; one that is only thought of is the first."""
        wins = self.position.record.wins
        return f"wins[{wins.index(self.win) if self.win in wins else 0}]"


def judge(
    game: Wuhan, position: Position, win: Win, held: tuple[Tile, ...]
) -> Score | list[Problem]:
    """Return the score of *win* with *held* in hand, or why it is refused, first reason first."""
    melds = tuple([meld.part() for meld in position.laid[win.seat].melds])
    claim = Claim(game, position, win, held, melds)
    refused = [*_claim_problems(claim), *_hand_problems(claim)]
    if refused:
        return refused
    found = _winning_shapes(claim)
    if not found:
        return [_no_hand(claim)]
    if win.by == "discard" and waits_for_anything(claim):
        message = "a hand that wins with any tile wins by an own tile or a robbed kong only"
        return [Problem("barred", message, claim.where)]
    return _best(claim, [score(game, position, win, shape) for shape in found])


def _winning_shapes(claim: Claim) -> list[Shape]:
    """Return the readings that may win; a minor one has at most one wild tile in hand."""
    concealed = _concealed(claim)
    found = shapes(concealed, claim.melds, claim.position.special)
    if concealed.count(Tile(claim.position.special.wild)) <= WILDS_OF_A_MINOR_WIN:
        return found
    open_sets = claim.position.laid[claim.win.seat].open_sets
    return [shape for shape in found if claim.game.majors(claim.win, shape, open_sets)]


def _concealed(claim: Claim) -> tuple[Tile, ...]:
    """Return the concealed tiles with the winning one."""
    assert claim.win.tile is not None
    return (*claim.held, claim.win.tile)


def _claim_problems(claim: Claim) -> list[Problem]:
    """Return why this seat cannot have the winning tile."""
    win, found = claim.win, []
    if win.by == "discard" and win.tile == claim.position.special.wild:
        message = f"{CODES[win.tile]} is wild: nobody claims a discarded wild tile"
        found.append(Problem("barred", message, f"{claim.where}.tile"))
    if not nearest(claim.position.record, win):
        message = "of several claimants the nearest after the discarder wins"
        found.append(Problem("barred", message, f"{claim.where}.facts.rivals"))
    return found


def _hand_problems(claim: Claim) -> list[Problem]:
    """Return what keeps the hand from winning whatever its shape."""
    win, kong, found = claim.win, claim.position.special.kong, []
    if not claim.position.laid[win.seat].open_sets:
        message = "a winning hand needs an open set, and a closed kong is none"
        found.append(Problem("not_a_win", message, f"seats[{win.seat}].melds"))
    if not kong.isdisjoint(claim.held):
        found.append(Problem("not_a_win", "nobody wins with a kong tile in hand", claim.hand))
    if win.tile in kong:
        message = f"{CODES[win.tile]} is a kong tile and completes no hand"
        found.append(Problem("not_a_win", message, f"{claim.where}.tile"))
    return found


def _no_hand(claim: Claim) -> Problem:
    """Return why no reading may win: no hand at all, the wrong eyes, too many wild tiles."""
    concealed, special = _concealed(claim), claim.position.special
    if shapes(concealed, claim.melds, special):
        return Problem("barred", "a minor win has at most one wild tile in hand", claim.hand)
    if shapes(concealed, claim.melds, special, is_strict=False):
        message = "the eyes must be 2, 5 or 8 unless the hand is all pungs or pure one suit"
    else:
        message = "the tiles are neither four sets and a pair nor all honors nor all eyes"
    return Problem("not_a_win", message, claim.hand)


def waits_for_anything(claim: Claim) -> bool:
    """Return whether every kind but kong tiles would win, drawn and without marks (D4).

    What the losers would owe does not matter, nor whether such a tile is left.
    """
    special = claim.position.special
    if special.wild not in claim.held:
        return False
    key = pack(kind for kind in claim.held if kind != special.wild)
    # kinds that need sets and a pair: nearly every hand fails at the first of them
    telling = (kind for kind in special.usable if kind < HONORS and kind not in EYES)
    return all(
        kind == special.wild
        or claim.held.count(Tile(kind)) == BASE - 1
        or completes(key + LANE[kind], SETS - len(claim.melds))
        for kind in telling
    ) and all(_would_win(claim, Tile(kind)) for kind in special.usable)


def _would_win(claim: Claim, tile: Tile) -> bool:
    """Return whether the hand could win by drawing *tile*."""
    return bool(_winning_shapes(claim._replace(win=Win(claim.win.seat, "self_draw", tile))))


def _best(claim: Claim, scores: list[Score]) -> Score | list[Problem]:
    """Return the score that brings most, then has most elements, of those above the minimum."""
    least = claim.position.record.options["minimum_points"]
    enough = [one for one in scores if claim.game.reaches(one.owed.values(), least)]
    if len(enough) == 1:
        return enough[0]
    if enough:
        return max(enough, key=lambda one: one.rank)
    best = max(scores, key=lambda one: one.rank)
    owed = ", ".join(f"seat {seat} {due}" for seat, due in best.owed.items())
    message = f"{claim.game.minimum_from} must owe at least {least}: {owed}"
    return [Problem("below_minimum", message, claim.hand)]
