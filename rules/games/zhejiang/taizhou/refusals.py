"""Why a claimed win does not stand: taizhou.md, "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.games.zhejiang.taizhou.special import ways
from rules.games.zhejiang.taizhou.winning import Claim, Score, best
from rules.hands.covers import completes_sets
from rules.record.claims import nearest
from rules.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.tiles import Tile

COPIES = 4


def of_claims(claims: Sequence[Claim]) -> Iterator[Problem]:
    """Yield what bars the claim of the winning tile, whatever the hand: bars 1 and 4."""
    for place, won in enumerate(claims):
        where = f"wins[{place}]"
        if won.win.is_taken and won.tile == won.indicator:
            message = f"{CODES[won.tile]} is a fortune tile: nobody wins with a discarded one"
            yield Problem("barred", message, f"{where}.tile")
        if not nearest(won.record, won.win):
            message = "of several claimants the nearest after the discarder wins"
            yield Problem("barred", message, f"{where}.facts.rivals")
        if place:
            yield Problem("barred", "a hand has one winner", where)


def of_hands(claims: Sequence[Claim], scores: Sequence[Score | None]) -> Iterator[Problem]:
    """Yield tiles that make no hand, then what bars the hands that do: bars 2 and 3."""
    for place, score in enumerate(scores):
        if score is None:
            message = "the tiles do not form four sets and an eye"
            yield Problem("not_a_win", message, f"wins[{place}]")
    for place, (won, score) in enumerate(zip(claims, scores, strict=True)):
        if score is not None and won.win.is_taken:
            yield from _wild_eye(won, score, f"wins[{place}]")
            yield from _passed_up(won, score, f"wins[{place}]")


def waits_with_wild_eye(won: Claim) -> bool:
    """Return whether the hand without the winning tile is four sets and a fortune tile (D7)."""
    return any(
        way.fortunes > 0 and completes_sets(way.key, won.sets)
        for way in ways(won.held, won.indicator)
    )


def _wild_eye(won: Claim, score: Score, where: str) -> Iterator[Problem]:
    """Yield that a hand which waits for anything is not drawn: bar 2."""
    if not waits_with_wild_eye(won):
        return
    if won.record.options["wild_pair_wait"] == "self_draw_only":
        message = "four sets and a lone fortune tile win by self-draw only"
        yield Problem("barred", message, where)
        return
    discarded = _own_discard(won)
    if discarded is not None and not _is_higher(won, score, (discarded,), "self_draw"):
        message = (
            f"the hand is worth no more than a self-draw of {CODES[discarded]} would have been"
        )
        yield Problem("barred", message, f"{where}.facts.own_discard")


def _own_discard(won: Claim) -> Tile | None:
    """Return the winner's last discard, as told or else as listed; `None` for unknown (D18)."""
    told = won.win.facts.get("own_discard")
    listed = won.record.seats[won.win.seat].discards
    return next(iter(told or (listed or ())[-1:]), None)


def _passed_up(won: Claim, score: Score, where: str) -> Iterator[Problem]:
    """Yield that a winning tile was let pass before one's turn came: bar 3."""
    missed = won.win.facts.get("missed", ())
    house = won.record.options["missed_win"]
    if not missed:
        return
    if house == "until_turn":
        message = "after a passed-up win nobody wins on another's tile before his next turn"
    elif house == "same_tile" and won.tile in missed:
        message = f"{CODES[won.tile]} was let pass: it wins only after one's next turn"
    elif house == "unless_higher" and not _is_higher(won, score, missed, "discard"):
        message = "after a passed-up win only one of more points stands before one's next turn"
    else:
        return
    yield Problem("barred", message, f"{where}.facts.missed")


def _is_higher(won: Claim, score: Score, tiles: Iterable[Tile], by: str) -> bool:
    """Return whether *score* is more than a win on each of *tiles*, after the limit.

    What would have been no win is nothing to compare with.
    """
    others = (_score_on(won, tile, by) for tile in tiles)
    return all(other is None or score.capped > other.capped for other in others)


def _score_on(won: Claim, tile: Tile, by: str) -> Score | None:
    """Return what a win on *tile* would have been worth; nothing where it would be none."""
    is_unclaimable = by == "discard" and tile == won.indicator
    if is_unclaimable or won.held.count(tile) == COPIES:
        return None
    return best(won.on(tile, by))
