"""Wenzhou mahjong by the city's rules (温州の麻雀): wenzhou.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.errors import Problem, RecordError
from rules.games.zhejiang.fortune import FortuneTiles, claim, claim_problems
from rules.games.zhejiang.wenzhou.table import ELEMENTS, OPTIONS, STEPS, ladder
from rules.games.zhejiang.wenzhou.winning import is_closed, judge
from rules.ruleset import RIVALS
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement, rotate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.zhejiang.fortune import Claim
    from rules.games.zhejiang.wenzhou.winning import Verdict
    from rules.record.values import Record, Win

LAST_STEP: Final = STEPS - 1


class Wenzhou(FortuneTiles):
    """Soft, hard and double wins, paid by the banker's step on a ladder."""

    id = "wenzhou"
    native = "温州の麻雀"
    name = "Wenzhou mahjong"
    first_banker = "count"
    hand_size = 16
    options = OPTIONS
    elements = ELEMENTS
    marks = ("dealt", "first_discard", "kong_draw")
    win_facts = (RIVALS,)
    shows_claims = False
    all_hands_shown = True
    carry = MappingProxyType({"step": None})

    def counter_problem(self, name: str, value: object) -> str | None:  # noqa: ARG002 -- one only
        """Return why *value* is no step of the ladder; null is one that is not known."""
        sound = value is None or (type(value) is int and 0 <= value <= LAST_STEP)
        return None if sound else f"must be a whole number from 0 to {LAST_STEP}"

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what else cannot be: rivals whose hands are not shown (D1)."""
        yield from super().form_problems(record)
        for win in record.wins:
            for rival in win.facts.get("rivals", ()):
                if record.seats[rival].hand is None:
                    message = "a rival's hand must be shown: a double win goes before nearer ones"
                    yield Problem("bad_record", message, f"seats[{rival}].hand")

    def counts_all_hands(self, record: Record) -> bool:
        """Return whether wild tiles in any hand are paid for, in draws too (D5)."""
        return record.outcome != "abort" and record.options["wild_bonus"] > 0

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        claims = [claim(record, win) for win in record.wins]
        verdicts = [judge(one) for one in claims]
        if refused := [*_refusals(record, claims, verdicts)]:
            raise RecordError(refused)
        ((winner,), (verdict,)) = record.wins, verdicts
        assert verdict is not None
        bill = Bill()
        high = ladder(record.options)[step(record)]
        for payer in range(record.players):
            between = high if record.state.banker in (payer, winner.seat) else 1
            bill.pay(payer, winner.seat, between * verdict.times)
        _pay_for_wilds(bill, record)
        items = tuple(Item(name, verdict.times) for name in verdict.elements)
        entry = Scored(winner.seat, verdict.times, "times", items, verdict.reading.rows())
        after = _after_a_win(record, winner)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: wilds are paid, a kong moves the post (D15)."""
        bill = Bill()
        _pay_for_wilds(bill, record)
        stays = not any(meld.is_kong for seat in record.seats for meld in seat.melds)
        after = _next(record, step(record) if stays else None)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        carry = {"step": step(record)}
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))


def step(record: Record) -> int:
    """Return the place of the hand on the banker's ladder, from 0 (D3)."""
    known: int | None = record.state.carry["step"]
    return min(record.state.repeats, LAST_STEP) if known is None else known


def _after_a_win(record: Record, winner: Win) -> NextHand:
    """Return the next hand: the banker goes on one step higher, but not from the last one."""
    now = step(record)
    goes_on = winner.seat == record.state.banker and now < LAST_STEP
    return _next(record, now + 1 if goes_on else None)


def _next(record: Record, step_of_the_banker: int | None) -> NextHand:
    """Return the next hand, the same banker's on that step, or a new banker's first."""
    after = rotate(record.state, record.players, stays=step_of_the_banker is not None)
    return replace(after, carry={"step": step_of_the_banker or 0})


def _pay_for_wilds(bill: Bill, record: Record) -> None:
    """Write what the holders of wild tiles get from everyone (財神銭, D5)."""
    price = record.options["wild_bonus"]
    (indicator,) = record.deal.indicators
    for seat, laid in enumerate(record.seats):
        held = (laid.hand or ()).count(indicator)
        held += sum(
            win.seat == seat and win.is_self_draw and win.tile == indicator for win in record.wins
        )
        for payer in range(record.players):
            bill.pay(payer, seat, price * held, "wild")


def _refusals(
    record: Record, claims: list[Claim], verdicts: list[Verdict | None]
) -> Iterator[Problem]:
    """Yield wins that are none, then those that a rule forbids."""
    for place, verdict in enumerate(verdicts):
        if verdict is None:
            message = "the tiles are no five sets and a pair, eight pairs or three wilds"
            yield Problem("not_a_win", message, f"wins[{place}]")
    yield from claim_problems(record)
    for place, (one, verdict) in enumerate(zip(claims, verdicts, strict=True)):
        if is_closed(one):
            message = "a lone wild that waits for its pair wins by self-draw only"
            yield Problem("barred", message, f"wins[{place}]")
        if verdict is not None:
            yield from _rival_problems(one, verdict, f"wins[{place}].facts.rivals")


def _rival_problems(one: Claim, verdict: Verdict, where: str) -> Iterator[Problem]:
    """Yield rivals who come first: double before others, then the nearest (D1)."""
    record, win = one.record, one.win
    if win.source is None or not win.is_taken:
        return
    for rival in win.facts.get("rivals", ()):
        other = claim(record, replace(win, seat=rival))
        theirs = None if is_closed(other) else judge(other)
        if theirs is None or theirs.is_double < verdict.is_double:
            continue
        nearer = record.distance(win.source, rival) < record.distance(win.source, win.seat)
        if theirs.is_double > verdict.is_double:
            yield Problem("barred", f"seat {rival} has a double win, which goes first", where)
        elif nearer:
            message = f"seat {rival} is nearer after the discarder and goes first"
            yield Problem("barred", message, where)


GAME: Final = Wenzhou()
