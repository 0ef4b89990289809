"""What the generations of old Shanghai rules share: tiles, claims, the shape and one winner.

shanghai-laoshi.md, shanghai-liuxing.md, shanghai-xinshi.md and shanghai-1980s.md, "Equipment
and table", "Special tiles", "Play", "Winning".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.record.claims import flowers_lie_out, indicators_turned, sole_claim
from rules.ruleset import Ruleset, full_set
from rules.scoring.won_hand import SETS, won_hand
from rules.settle.settlement import NextHand, Scored, Settlement, rotate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.games.shanghai.hand import Choice
    from rules.record.values import Record, Win
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Payment


class OldShanghai(Ruleset):
    """Thirteen tiles, flowers that are laid out, one winner, any four sets and a pair."""

    family = "shanghai"
    tiles = full_set(flowers=True)
    marks = ("kong_draw", "flower_draw")
    unit = "points"
    shapes = f"{SETS} sets and a pair"
    """What wins, in words."""

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, and tiles that do not lie where they must."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_claim(record, place)
            if not self.is_won(won_hand(record, win)):
                message = f"the tiles do not form {self.shapes}"
                yield Problem("not_a_win", message, where)

    def is_won(self, won: Won) -> bool:
        """Return whether the tiles have a shape that wins."""
        return completes(pack(won.concealed), SETS - len(won.melds))

    def choices(self, won: Won) -> Iterable[Choice]:
        """Return the ways to read a hand that wins."""
        raise NotImplementedError

    def losers(self, record: Record, win: Win) -> tuple[Scored, ...]:  # noqa: ARG002 -- hook
        """Return the losers' hands where the game counts them."""
        return ()

    def bill(self, won: Won, winner: Scored, losers: tuple[Scored, ...]) -> tuple[Payment, ...]:
        """Return who pays what."""
        raise NotImplementedError

    def next_hand(self, record: Record, win: Win) -> NextHand:
        """Return the next hand: the banker stays after his own win only."""
        return rotate(record.state, record.players, stays=win.seat == record.state.banker)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most."""
        (win,) = record.wins
        won = won_hand(record, win)
        best = max(self.choices(won), key=lambda choice: choice.rank)
        winner = Scored(win.seat, best.score, self.unit, best.items, best.reading.rows())
        losers = self.losers(record, win)
        payments = self.bill(won, winner, losers)
        after = self.next_hand(record, win)
        return Settlement(self.id, record.players, payments, after, (winner,), losers)
