"""Scores, the winner and by how much: sakura.md, "Scoring elements", "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.cards.hanafuda.combinations import held
from rules.games.cards.sakura.sharing import all_cards, shared_out
from rules.games.cards.sakura.sides import from_dealer, sides
from rules.games.cards.sakura.table import COMBINATIONS, MARGINS, points
from rules.settle.settlement import Item, Scored, value_of

if TYPE_CHECKING:
    from rules.games.cards.sakura.sharing import Play
    from rules.games.cards.sakura.sides import Side
    from rules.play.game import Played

BIG_WINS: Final = {2: "double_win", 3: "triple_win"}
"""What a hand is called that counts as several wins."""


class Score(NamedTuple):
    """What one side has reached."""

    side: Side
    points: int
    items: tuple[Item, ...]


class Result(NamedTuple):
    """Who won a hand, and as how many wins it counts."""

    winner: Score
    losers: tuple[Score, ...]
    times: int
    """Wins that the hand counts as: 1, 2 or 3."""

    def wins(self, played: Played[Play]) -> tuple[Scored, ...]:
        """Return the winner's entries: of partners the nearer to the dealer first (D4)."""
        score, items = self.winner.points, self.winner.items
        if self.times in BIG_WINS:
            items = (*items, Item(BIG_WINS[self.times], self.times))
        seats = from_dealer(self.winner.side, played)
        return tuple([Scored(seat, score, "points", items) for seat in seats])

    def lost(self) -> tuple[Scored, ...]:
        """Return the entries of all others, by seats."""
        entries = [
            Scored(seat, one.points, "points", one.items)
            for one in self.losers
            for seat in one.side
        ]
        return tuple(sorted(entries, key=lambda entry: entry.seat))


def result(played: Played[Play]) -> Result:
    """Return the result of a hand played out; of equal scores the one nearest the dealer wins."""
    winner, *losers = sorted(_scores(played), key=lambda one: _precedence(one, played))
    margin = winner.points - losers[0].points
    steps = MARGINS[played.options["margin_classes"]]
    return Result(winner, tuple(losers), 1 + sum([margin >= step for step in steps]))


def _precedence(score: Score, played: Played[Play]) -> tuple[int, int]:
    """Return what sorts the winner first: the highest score, then the nearest to the dealer."""
    nearest = from_dealer(score.side, played)[0]
    return -score.points, (nearest - played.state.banker) % played.players


def _scores(played: Played[Play]) -> list[Score]:
    """Return what every side has reached.

    A combination adds nothing to its holder's score (0) and takes points off all others (D7).
    """
    piles = shared_out(played.play)
    cards = {side: all_cards(piles, side) for side in sides(played)}
    found = {side: held(pile, COMBINATIONS) for side, pile in cards.items()}
    scores = []
    for side, pile in cards.items():
        items = [Item("card_points", sum([points(card) for card in pile]))]
        items += [Item(one.id, 0) for one in found[side]]
        if taken := sum([one.value for other in found if other != side for one in found[other]]):
            items.append(Item("others_combinations", -taken))
        scores.append(Score(side, value_of(items), tuple(items)))
    return scores
