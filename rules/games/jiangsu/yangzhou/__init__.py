"""Yangzhou mahjong (揚州麻雀): yangzhou.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem, RecordError
from rules.games.jiangsu.yangzhou.payment import bill
from rules.games.jiangsu.yangzhou.scoring import best, is_pure
from rules.games.jiangsu.yangzhou.table import ELEMENTS, LOWEST_BIG_PLUS, OPTIONS, PRICES
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.record.claims import indicators_turned, nothing_apart, one_tile, robbing
from rules.ruleset import Fact, Ruleset, full_set
from rules.scoring.won_hand import SETS, won_hand
from rules.settle.settlement import NextHand, Scored, Settlement, rotate
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Record
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Item, Payment
    from rules.walls import Throws

DISCARD: Final = "discard"
OWN_DISCARD: Final = "own_discard"
CHOWS_THAT_BIND: Final = 3
"""So many chows of a suit, and the hand must be pure one suit."""

BROKE_THAT_END: Final = 2
"""So many players without points, and the game is over."""


class Yangzhou(Ruleset):
    """Elements of sequences, added up against a minimum; several may win on one tile."""

    id = "yangzhou"
    native = "揚州麻雀"
    name = "Yangzhou mahjong"
    family = "jiangsu"
    tiles = full_set()
    options = OPTIONS
    elements = ELEMENTS
    marks = ("kong_draw", "last_tile", "last_discard")
    win_facts = (Fact("missed", "text", (DISCARD, OWN_DISCARD)),)

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the points that everyone starts with: the stake (円子)."""
        stake: int = options["stake"]
        return stake

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield tiles, winners and points that cannot be in a record of this game."""
        yield from indicators_turned(record)
        yield from nothing_apart(record)
        yield from one_tile(record)
        if record.options["stake"] and min(record.state.scores) < 0:
            yield Problem("bad_record", "with a stake nobody falls below 0", "state.scores")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        hands = [won_hand(record, win) for win in record.wins]
        readings = [_scored(won) for won in hands]
        if refused := [*_refusals(hands, readings)]:
            raise RecordError(refused)
        scored = [hand for hand in readings if hand is not None]
        payments = bill(record, scored)
        stays = any(win.seat == record.state.banker for win in record.wins)
        after = self._next(record, payments, stays=stays)
        return Settlement(self.id, record.players, payments, after, tuple(scored))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the post moves on unless the house keeps it."""
        stays = record.options["banker_stays_on_draw"]
        return self.unpaid(record, self._next(record, (), stays=stays))

    def _next(self, record: Record, payments: Sequence[Payment], *, stays: bool) -> NextHand:
        """Return the next hand; rounds run out, or two players have no points left (円子)."""
        after = rotate(record.state, record.players, stays=stays)
        left = list(record.state.scores)
        for row in payments:
            left[int(row.source)] -= row.amount
            left[int(row.target)] += row.amount
        is_broke = record.options["stake"] > 0 and left.count(0) >= BROKE_THAT_END
        return replace(after, over=is_broke or after.round > record.options["rounds"])

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says (D1)."""
        return Break(throws.counted(throws.total()), min(throws.dice[0]))


def minimum(options: Mapping[str, Any]) -> int:
    """Return the least that a hand must be worth."""
    schedule: int = options["schedule"]
    if options["minimum"] == "schedule":
        return schedule
    least = PRICES[schedule]["A"]
    return least + (LOWEST_BIG_PLUS if options["minimum"] == "lowest_big_plus_3" else 0)


def _scored(won: Won) -> Scored | None:
    """Return the winner's entry, the value of the best reading; nothing if there is none."""
    if not completes(pack(won.concealed), SETS - len(won.melds)):
        return None
    items, reading = best(won)
    return Scored(won.win.seat, _value(items), "fan", items, reading.rows())


def _value(items: Sequence[Item]) -> int:
    """Return what *items* are worth together."""
    return sum(item.value for item in items)


def _refusals(hands: Sequence[Won], scored: Sequence[Scored | None]) -> Iterator[Problem]:
    """Yield wins that are none, then those that a rule forbids, then those that are too poor."""
    places = [f"wins[{place}]" for place in range(len(hands))]
    for where, hand in zip(places, scored, strict=True):
        if hand is None:
            message = f"the tiles do not form {SETS} sets and a pair"
            yield Problem("not_a_win", message, where)
    for where, won in zip(places, hands, strict=True):
        yield from robbing(won.record, won.win, where)
        yield from _bars(won, where)
    least = minimum(hands[0].record.options)
    for where, hand in zip(places, scored, strict=True):
        if hand is not None and hand.score < least:
            message = f"the hand is worth {hand.score} fan, at least {least} are needed"
            yield Problem("below_minimum", message, where)


def _bars(won: Won, where: str) -> Iterator[Problem]:
    """Yield the rules that forbid the win: "Play", "Side payments"."""
    win, state = won.win, won.record.state
    missed = win.facts.get("missed")
    if win.is_taken and (missed == DISCARD or (missed == OWN_DISCARD and len(won.melds) < SETS)):
        message = "after a missed win only a self-draw wins until one's own turn"
        yield Problem("barred", message, f"{where}.facts.missed")
    if _must_be_pure(won) and not is_pure(won):
        message = "three chows of one suit bind the hand to pure one suit"
        yield Problem("barred", message, where)
    if won.record.options["stake"] and win.source is not None and not state.scores[win.source]:
        message = f"seat {win.source} has no points left: nobody wins from him"
        yield Problem("barred", message, f"{where}.from")


def _must_be_pure(won: Won) -> bool:
    """Return whether three chows of one suit lie there."""
    suits = [part.suit for part in won.melds if part.is_run]
    return any(suits.count(suit) >= CHOWS_THAT_BIND for suit in suits)


GAME: Final = Yangzhou()
