"""Ningbo mahjong (寧波麻雀): ningbo.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.errors import Problem
from rules.games.zhejiang.ningbo.payment import bill
from rules.games.zhejiang.ningbo.scoring import ELEMENTS, SETS, best, won_hand
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.record.claims import flowers_lie_out, sole_claim, wild_set
from rules.ruleset import Ruleset, choice, full_set, number
from rules.scoring.kinds import wild_faces
from rules.settle.settlement import NextHand, Scored, Settlement, rotate
from rules.tiles import CODES
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Meld, Record, Win
    from rules.tiles import Tile
    from rules.walls import Throws

ROUNDS: Final = 4


class Ningbo(Ruleset):
    """Tai added up, at least four of them; three wild tiles; feeding three sets makes liable."""

    id = "ningbo"
    native = "寧波麻雀"
    name = "Ningbo mahjong"
    family = "zhejiang"
    first_banker = "count"
    rounds = 4
    tiles = full_set(flowers=True)
    options = (
        number("rate", 1, at_least=1),
        choice("dice_roles", "larger_breaks", "smaller_breaks"),
    )
    elements = ELEMENTS
    marks = ("dealt", "first_discard", "kong_draw", "last_tile")
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"first_banker": 0})
    indicators = 1

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the three tiles like the indicator."""
        return wild_faces(indicators)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set."""
        return wild_set(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with the session, the indicator and the flowers."""
        if record.state.carry["first_banker"] >= record.players:
            message = f"must be a seat from 0 to {record.players - 1}"
            yield Problem("bad_record", message, "state.carry.first_banker")
        if record.state.round > ROUNDS:
            yield Problem("bad_record", f"a session has {ROUNDS} rounds", "state.round")
        turned = len(record.deal.indicators)
        if turned > 1 or (record.outcome == "win" and not turned):
            message = f"one indicator tells the wild tiles, here are {turned}"
            yield Problem("bad_record", message, "deal.indicators")
        if record.deal.hidden_indicators:
            message = "this game has no hidden indicators"
            yield Problem("bad_record", message, "deal.hidden_indicators")
        yield from flowers_lie_out(record, self.wild_in(record))

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids whatever they are worth."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_claim(record, place)
            yield from self._tile_problems(record, win, where)

    def _tile_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield a wild tile that was taken, and tiles that are no hand."""
        seat, wild = record.seats[win.seat], self.wild_in(record)
        assert seat.hand is not None
        assert win.tile is not None
        if win.is_taken and win.tile in wild:
            message = f"{CODES[win.tile]} is wild: nobody wins on a wild tile of another"
            yield Problem("barred", message, f"{where}.tile")
        naturals = [tile for tile in (*seat.hand, win.tile) if tile not in wild]
        if not completes(pack(naturals), SETS - len(seat.melds)):
            message = f"the tiles do not form {SETS} sets and a pair"
            yield Problem("not_a_win", message, where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for too few tai."""
        (win,) = record.wins
        items, reading = best(won_hand(record, win, self.wild_in(record)))
        score = sum(item.value for item in items)
        return Settlement(
            self.id,
            record.players,
            tuple(bill(record, win, score * record.options["rate"]).rows),
            self._next(record, stays=win.seat == record.state.banker),
            (Scored(win.seat, score, "tai", items, reading.rows()),),
        )

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the banker stays."""
        return self.unpaid(record, self._next(record, stays=True))

    def _next(self, record: Record, *, stays: bool) -> NextHand:
        """Return the next hand; the session ends when a fifth round would begin."""
        carry = record.state.carry
        first = carry["first_banker"]
        after = rotate(record.state, record.players, stays=stays, first=first, carry=carry)
        return replace(after, over=after.round > ROUNDS)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break behind as many stacks as one die says; the other finds the indicator."""
        breaks, finds = max(throws.dice[0]), min(throws.dice[0])
        if throws.options["dice_roles"] == "smaller_breaks":
            breaks, finds = finds, breaks
        return Break(throws.counted(throws.total()), breaks, Indicator(finds, "top", "tail"))


GAME: Final = Ningbo()
