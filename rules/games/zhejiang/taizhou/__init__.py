"""Taizhou mahjong, Luqiao district (浙江台州麻雀 / 路橋): taizhou.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem, RecordError
from rules.games.zhejiang.taizhou.liability import is_liable
from rules.games.zhejiang.taizhou.payment import bill
from rules.games.zhejiang.taizhou.refusals import of_claims, of_hands
from rules.games.zhejiang.taizhou.scoring import loser, paid
from rules.games.zhejiang.taizhou.table import ELEMENTS, LIMIT, OPTIONS
from rules.games.zhejiang.taizhou.winning import best, claim
from rules.record.claims import indicators_turned, nothing_apart, robbing, wild_set
from rules.ruleset import RIVALS, Fact, Ruleset, full_set
from rules.settle.settlement import NextHand, Scored, Settlement, rotate
from rules.tiles import CODES
from rules.walls import Break, Indicator, break_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.games.zhejiang.taizhou.winning import Claim, Score
    from rules.record.values import Meld, Record, Win
    from rules.tiles import Tile
    from rules.walls import Throws

ROUNDS: Final = 4
STACKS: Final = 17
INDICATOR: Final = Indicator(27, "bottom", "head")
"""The tile after the deal."""


class Taizhou(Ruleset):
    """A count doubled by tai, also for losers, and three wild tiles like the indicator."""

    id = "taizhou"
    native = "浙江台州麻雀 (路橋)"
    name = "Taizhou mahjong"
    family = "zhejiang"
    first_banker = "count"
    rounds = 4
    tiles = full_set()
    options = OPTIONS
    elements = ELEMENTS
    marks = ("kong_draw", "last_tile", "dealt")
    win_facts = (
        RIVALS,
        Fact("fresh"),
        Fact("discarder_far"),
        Fact("missed", "tiles"),
        Fact("own_discard", "tiles"),
    )
    indicators = 1
    all_hands_shown = True

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the fortune tiles (財神): those like the indicator."""
        return frozenset(indicators)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a fortune tile is in the set."""
        return wild_set(meld, self.wild_in(record), "a fortune tile")

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, tiles and facts that cannot be in a record of this game."""
        yield from indicators_turned(record)
        yield from nothing_apart(record)
        for place, win in enumerate(record.wins):
            yield from self._fact_problems(win, f"wins[{place}].facts")

    def _fact_problems(self, win: Win, where: str) -> Iterator[Problem]:
        """Yield tiles among the facts that the game has not, and more than one own discard."""
        for name in ("missed", "own_discard"):
            for tile in win.facts.get(name, ()):
                if CODES[tile] not in self.tiles:
                    message = f"{CODES[tile]} is not in this game's set"
                    yield Problem("bad_tiles", message, f"{where}.{name}")
        if len(win.facts.get("own_discard", ())) > 1:
            yield Problem("bad_tiles", "must be one tile", f"{where}.own_discard")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield a robbed kong that was none."""
        for place, win in enumerate(record.wins):
            yield from robbing(record, win, f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        claims = [claim(record, win) for win in record.wins]
        scores = [best(won) for won in claims]
        refused = [*of_claims(claims), *of_hands(claims, scores)]
        if refused:
            raise RecordError(refused)
        won, score = claims[0], scores[0]
        assert score is not None
        winner = _winner(won, score)
        losers = tuple(loser(record, seat) for seat in range(record.players) if seat != winner.seat)
        payments = bill(
            record,
            {hand.seat: hand.score for hand in (winner, *losers)},
            is_limit=score.uncapped >= LIMIT,
            is_liable=is_liable(won, score),
        )
        after = _next(record, stays=winner.seat == record.state.banker)
        return Settlement(self.id, record.players, payments, after, (winner,), losers)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid, the post moves on."""
        return self.unpaid(record, _next(record, stays=False))

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who throws: the banker, then the seat that his dice count to."""
        return (throws.banker, throws.counted(throws.total()) if throws.dice else None)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: on the second thrower's wall, after the sum of both throws (D16)."""
        counted = throws.counted(throws.total())
        both = throws.total(0) + throws.total(1)
        return Break(*break_at(counted, both, STACKS), INDICATOR)


def _winner(won: Claim, score: Score) -> Scored:
    """Return the winner's entry."""
    round_up = won.record.options["round_up"]
    points = paid(score.uncapped, round_up=round_up)
    return Scored(won.win.seat, points, "points", score.items, score.reading.rows())


def _next(record: Record, *, stays: bool) -> NextHand:
    """Return the next hand; the session is four rounds."""
    after = rotate(record.state, record.players, stays=stays)
    return replace(after, over=not stays and after.round > ROUNDS)


GAME: Final = Taizhou()
