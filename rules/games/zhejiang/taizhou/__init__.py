"""Taizhou mahjong, Luqiao district (浙江台州麻雀 / 路橋): taizhou.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.errors import Problem, Reason, RecordError
from rules.games.zhejiang.taizhou.elements import (
    ELEMENTS,
    LIMIT,
    indicator_of,
    judge,
    loser,
    point_terms,
    ways,
)
from rules.games.zhejiang.taizhou.liability import is_liable
from rules.hands.covers import completes_sets
from rules.reasons import as_problem
from rules.record.claims import (
    check_indicators,
    check_nearest,
    check_nothing_aside,
    check_robbed_kong,
    wild_set_problem,
)
from rules.record.values import Meld, Record, Win
from rules.ruleset import RIVALS, Fact, Ruleset, choice, full_set, switch
from rules.scoring import SETS, Score
from rules.scoring.set_points import differences
from rules.settle.settlement import Bill, NextHand, Payment, ScoredHand, Settlement, rotate
from rules.settle.terms import Terms, compute, times
from rules.tiles import CODES, Tile
from rules.walls import Break, Indicator, Throws, break_at

ROUNDS: Final = 4
STACKS: Final = 17
COPIES: Final = 4
INDICATOR: Final = Indicator(27, "bottom", "head")
"""The tile after the deal."""


class Taizhou(Ruleset):
    """A count doubled by tai, also for losers, and three wild tiles like the indicator."""

    id = "taizhou"
    native = "台州麻将（路桥）"
    name = "Taizhou mahjong"
    family = "zhejiang"
    hides_order = True
    dead_wall = None
    first_banker = "count"
    rounds = ROUNDS
    tiles = full_set()
    options = (
        choice("missed_win", "until_turn", "same_tile", "unless_higher"),
        choice("wild_pair_wait", "self_draw_only", "if_higher"),
        choice("four_winds", "none", "little", "little_seat_pair", "big"),
        choice("fresh_required", "both", "two_dragons", "none"),
        switch("round_up"),
    )
    elements = ELEMENTS
    marks = marks_without_effect = ("kong_draw", "last_tile", "dealt")
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
        return wild_set_problem(meld, self.wild_in(record), "a fortune tile")

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, tiles and facts that cannot be in a record of this game."""
        yield from check_indicators(record)
        yield from check_nothing_aside(record)
        for place, win in enumerate(record.wins):
            yield from self._fact_problems(win, f"wins[{place}].facts")

    def _fact_problems(self, win: Win, where: str) -> Iterator[Problem]:
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
            yield from check_robbed_kong(record, win, f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        scores = [judge(record, win) for win in record.wins]
        problems = [*_of_claims(record), *_of_hands(scores)]
        win, score = record.wins[0], scores[0]
        if problems or score is None:
            raise RecordError(problems)
        hand = score.hand
        terms = point_terms(score.items, record.options)
        reading = hand.reading.rows()
        winner = ScoredHand(win.seat, compute(terms), "points", score.items, reading, terms=terms)
        losers = tuple(loser(record, seat) for seat in range(record.players) if seat != winner.seat)
        payments = write_bill(
            record,
            winner,
            losers,
            is_limit=score.value >= LIMIT,
            liable=win.source if is_liable(record, win, score) else None,
        )
        after = _next(record, stays=hand.is_banker)
        return Settlement(self.id, record.players, payments, after, (winner,), losers)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid, the post moves on."""
        return self.unpaid(record, _next(record, stays=False))

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who throws: the banker, then the seat that his dice count to."""
        return (throws.banker, throws.seat_at(throws.total()) if throws.dice else None)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: on the second thrower's wall, after the sum of both throws (D16)."""
        second_thrower = throws.seat_at(throws.total())
        both = throws.total(0) + throws.total(1)
        return Break(*break_at(second_thrower, both, STACKS), INDICATOR)


def _next(record: Record, *, stays: bool) -> NextHand:
    """Return the next hand; the session is four rounds."""
    after = rotate(record.state, record.players, stays=stays)
    return replace(after, over=not stays and after.round > ROUNDS)


# What is refused: "Winning"


def _of_claims(record: Record) -> Iterator[Problem]:
    """Yield what bars the claim of the winning tile, whatever the hand: bars 1 and 4."""
    indicator = indicator_of(record)
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        if win.is_taken and win.tile == indicator:
            reason = Reason("fortune_discarded", {"tile": win.tile})
            yield as_problem(reason, "barred", f"{where}.tile")
        yield from check_nearest(record, win, f"{where}.facts.rivals")
        if place:
            yield as_problem(Reason("one_winner"), where=where)


def _of_hands(scores: Sequence[Score | None]) -> Iterator[Problem]:
    """Yield tiles that make no hand, then what bars the hands that do: bars 2 and 3."""
    for place, score in enumerate(scores):
        if score is None:
            yield as_problem(Reason("sets_and_pair"), "not_a_win", f"wins[{place}]")
    for place, score in enumerate(scores):
        if score is not None and score.hand.win.is_taken:
            yield from _wild_eye(score, f"wins[{place}]")
            yield from _passed_up(score, f"wins[{place}]")


def waits_with_wild_eye(record: Record, win: Win) -> bool:
    """Return whether the hand without the winning tile is four sets and a fortune tile (D7)."""
    hand, sets = record.hand_and_tile(win)[0], SETS - len(record.seats[win.seat].melds)
    return any(
        way.fortunes > 0 and completes_sets(way.key, sets)
        for way in ways(hand, indicator_of(record))
    )


def _wild_eye(score: Score, where: str) -> Iterator[Problem]:
    """Yield that a hand which waits for anything is not drawn: bar 2."""
    record, win = score.hand.record, score.hand.win
    if not waits_with_wild_eye(record, win):
        return
    if record.options["wild_pair_wait"] == "self_draw_only":
        yield as_problem(Reason("lone_fortune_self_draw"), where=where)
        return
    discard = _own_discard(record, win)
    if discard is not None and not _is_higher(score, (discard,), "self_draw"):
        low = Reason("own_discard_not_lower", {"tile": discard})
        yield as_problem(low, where=f"{where}.facts.own_discard")


def _own_discard(record: Record, win: Win) -> Tile | None:
    """Return the winner's last discard, as told or else as listed; `None` for unknown (D18)."""
    own_discard = win.facts.get("own_discard")
    discards = record.seats[win.seat].discards
    return next(iter(own_discard or (discards or ())[-1:]), None)


def _passed_up(score: Score, where: str) -> Iterator[Problem]:
    """Yield that a winning tile was let pass before one's turn came: bar 3."""
    hand = score.hand
    missed_tiles = hand.win.facts.get("missed", ())
    house = hand.options["missed_win"]
    if not missed_tiles:
        return
    if house == "until_turn":
        bar = Reason("missed_win_until_turn")
    elif house == "same_tile" and hand.tile in missed_tiles:
        bar = Reason("missed_tile_until_turn")
    elif house == "unless_higher" and not _is_higher(score, missed_tiles, "discard"):
        bar = Reason("missed_win_higher")
    else:
        return
    yield as_problem(bar, where=f"{where}.facts.missed")


def _is_higher(score: Score, tiles: Iterable[Tile], by: str) -> bool:
    """Return whether *score* is more than a win on each of *tiles*, after the limit.

    What would have been no win is nothing to compare with.
    """
    record, win = score.hand.record, score.hand.win
    mine = min(LIMIT, score.value)
    others = [_score_on(record, replace(win, tile=tile, by=by)) for tile in tiles]
    return all(other is None or mine > min(LIMIT, other.value) for other in others)


def _score_on(record: Record, win: Win) -> Score | None:
    hand, tile = record.hand_and_tile(win)
    is_unclaimable = win.by == "discard" and tile == indicator_of(record)
    return None if is_unclaimable or hand.count(tile) == COPIES else judge(record, win)


# Who pays what: "Payment"


def write_bill(
    record: Record,
    winner: ScoredHand,
    losers: Sequence[ScoredHand],
    *,
    is_limit: bool,
    liable: int | None,
) -> tuple[Payment, ...]:
    """Return the payments of a hand in which *winner* and *losers* have points.

    *is_limit* says that the winner's points are not halved; who is *liable* pays for everyone
    and forgoes what he would get.
    """
    banker = record.state.banker
    bill = Bill()
    for one in losers:
        is_full = is_limit or banker in (one.seat, winner.seat)
        bill.charge(one.seat, winner.seat, _share(winner.terms, is_full=is_full))
    for low, high, terms in differences({one.seat: one.score for one in losers}):
        bill.charge(low, high, _share(terms, is_full=banker in (low, high)), "side")
    if liable is None:
        return tuple(bill.rows)
    bill.assign(liable)
    bill.assign(liable, "side")
    return tuple(row for row in bill.rows if row.target != liable)


def _share(points: Terms, *, is_full: bool) -> Terms:
    return points if is_full else (*points, times("not_banker", 1, divisor=2))


GAME: Final = Taizhou()
