"""Yiwu mahjong (浙江義烏の麻雀): yiwu.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.errors import Problem, RecordError
from rules.games.zhejiang.fortune import FortuneTiles, claim, claim_problems
from rules.games.zhejiang.yiwu import stakes
from rules.games.zhejiang.yiwu.winning import bars, element, reading
from rules.ruleset import RIVALS, Element, Fact, choice, switch
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement, rotate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.zhejiang.fortune import Claim
    from rules.record.values import Record

ELEMENTS: Final = (
    Element("common_win", "平胡", "plain win", 1),
    Element("self_draw", "自摸", "self-draw", 2),
    Element("robbing_the_kong", "搶槓胡", "robbing the kong", 2),
    Element("wild_pair_wait", "財神頭", "fortune pair wait", 4),
    Element("kong_draw", "開槓胡", "kong draw", 4),
    Element("single_float", "単飄", "single float", 8),
    Element("double_float", "双飄", "double float", 16),
)
TIMES: Final = {one.id: one.value for one in ELEMENTS if isinstance(one.value, int)}

DISCARDER: Final = 2
"""Times the base that the discarder pays for a plain win."""

FORTUNE_TILES: Final = 3
MOST_FLOATS: Final = 2


class Yiwu(FortuneTiles):
    """One multiplier for how a hand was won, and stakes between hands."""

    id = "yiwu"
    native = "浙江義烏の麻雀"
    name = "Yiwu mahjong"
    options = (choice("plain_win", "anyone", "banker_only"), switch("stake_doubling"))
    elements = ELEMENTS
    marks = ("kong_draw",)
    win_facts = (RIVALS,)
    seat_facts = (Fact("bought"), Fact("stake", "int"), Fact("floats", "int"))
    carry = MappingProxyType({"stake_size": None, "stakes": (0, 0, 0, 0), "bought": None})

    def counter_problem(self, name: str, value: object) -> str | None:
        """Return why *value* is none for the counter *name* of `carry`, or nothing."""
        return stakes.counter_problem(name, value)

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what else cannot be: stakes, and more fortune tiles than there are."""
        yield from super().form_problems(record)
        yield from stakes.problems(record)
        yield from _float_problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        floated = floats(record)
        claims = [claim(record, win) for win in record.wins]
        scored = [_scored(one, floated) for one in claims]
        if refused := [*_refusals(claims, scored, floated)]:
            raise RecordError(refused)
        (winner,) = scored
        assert winner is not None
        now, bill = stakes.stakes(record), Bill()
        for payer in range(record.players):
            pays_double = winner.score == 1 and payer == record.wins[0].source
            times = DISCARDER if pays_double else winner.score
            bill.pay(payer, winner.seat, now.unit(payer, winner.seat) * times)
        _pay_for_failed_floats(bill, now, floated, winner.seat)
        after = _after_a_win(record, now, winner)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (winner,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: only a failed double float is paid."""
        now, bill = stakes.stakes(record), Bill()
        _pay_for_failed_floats(bill, now, floats(record), None)
        carry = stakes.after_a_draw(now, doubles=record.options["stake_doubling"])
        after = rotate(record.state, record.players, stays=True, carry=carry)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        carry = stakes.as_before(record)
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))


def floats(record: Record) -> tuple[int, ...]:
    """Return how many fortune tiles each seat floated: told, or seen among its discards (D7)."""
    indicators = record.deal.indicators
    counts = []
    for seat in record.seats:
        seen = sum(tile in indicators for tile in seat.discards or ())
        counts.append(seat.facts.get("floats", min(seen, MOST_FLOATS)))
    return tuple(counts)


def _float_problems(record: Record) -> Iterator[Problem]:
    """Yield more floats than a seat can make, and more fortune tiles than there are."""
    floated, wild = floats(record), record.deal.indicators
    for seat, number in enumerate(floated):
        if number > MOST_FLOATS:
            message = f"a seat floats at most {MOST_FLOATS} fortune tiles in a hand (双飄)"
            yield Problem("bad_record", message, f"seats[{seat}].facts.floats")
    held = sum(tile in wild for seat in record.seats for tile in seat.hand or ())
    held += sum(win.is_self_draw and win.tile in wild for win in record.wins)
    if sum(floated) and sum(floated) + held > FORTUNE_TILES:
        seat = next(seat for seat, number in enumerate(floated) if number)
        message = f"{sum(floated)} floated and {held} held: there are {FORTUNE_TILES} fortune tiles"
        yield Problem("bad_tiles", message, f"seats[{seat}].facts.floats")


def _refusals(
    claims: list[Claim], scored: list[Scored | None], floated: tuple[int, ...]
) -> Iterator[Problem]:
    """Yield wins that are none, then those that a rule forbids."""
    for place, entry in enumerate(scored):
        if entry is None:
            message = "the tiles are no four sets and a pair, seven pairs or unrelated tiles"
            yield Problem("not_a_win", message, f"wins[{place}]")
    yield from claim_problems(claims[0].record)
    for place, one in enumerate(claims):
        for message in bars(one, floated):
            yield Problem("barred", message, f"wins[{place}]")


def _scored(one: Claim, floated: tuple[int, ...]) -> Scored | None:
    """Return the winner's entry; nothing if the tiles win in no way."""
    read = reading(one)
    if read is None:
        return None
    name = element(one, floated)
    times = TIMES[name]
    return Scored(one.win.seat, times, "times", (Item(name, times),), read.rows())


def _pay_for_failed_floats(
    bill: Bill, now: stakes.Stakes, floated: tuple[int, ...], winner: int | None
) -> None:
    """Write what a double float that did not win costs, the winner included (D6)."""
    for seat, number in enumerate(floated):
        if number == MOST_FLOATS and seat != winner:
            for other in range(len(floated)):
                amount = now.unit(seat, other) * TIMES["wild_pair_wait"]
                bill.pay(seat, other, amount, "penalty")


def _after_a_win(record: Record, now: stakes.Stakes, winner: Scored) -> NextHand:
    """Return the next hand: the banker's win fixes the size of new stakes."""
    stays = winner.seat == record.state.banker
    if stays:
        doubles = record.options["stake_doubling"]
        carry = stakes.after_the_bankers_win(now, winner.score, doubles=doubles)
    else:
        carry = stakes.after_the_banker(now)
    return rotate(record.state, record.players, stays=stays, carry=carry)


GAME: Final = Yiwu()
