"""Taiwanese sixteen-tile mahjong as its regions share it (台湾麻雀): taiwan-common.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rules.games.taiwan.sixteen import FLOWER_WINS, SETS, SixteenTiles, payers
from rules.games.taiwan.taiwan_common import pairs, refusals
from rules.games.taiwan.taiwan_common.scoring import (
    best,
    flower_win,
    holder,
    is_robbing,
    tai_of,
    won_hand,
)
from rules.games.taiwan.taiwan_common.table import ELEMENTS, OPTIONS, ORDER
from rules.record.claims import incident_fields
from rules.ruleset import RIVALS, Fact
from rules.settle.settlement import Bill, Item, Scored, Settlement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.errors import Problem
    from rules.record.values import Record, Win


class Worth(NamedTuple):
    """What a win is worth, whoever the banker is."""

    items: tuple[Item, ...]
    """What counts towards anybody."""
    score: int
    apart: Mapping[int, int]
    """The tai towards the payers to whom other elements count."""
    reading: tuple[tuple[str, ...], ...]


class TaiwanCommon(SixteenTiles):
    """Tai added up on a base, with the customs of north and south as options."""

    id = "taiwan-common"
    native = "台湾麻雀・台麻"
    name = "Taiwanese mahjong, common rules"
    rounds = 4
    options = OPTIONS
    elements = ELEMENTS
    marks = (
        "dealt",
        "first_draw",
        "before_first_draw",
        "kong_draw",
        "flower_draw",
        "last_tile",
        "last_discard",
        "seven_robs_one",
    )
    win_facts = (Fact("missed_win"), Fact("foul", "text", refusals.FOULS), RIVALS)
    seat_facts = (Fact("migi_turn", "int"), Fact("dead_hand"))
    declared = ("migi", "ready")
    incidents = ("hidden_flower", "false_concealed_kong", "false_win", "four_wests")
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = MappingProxyType(
        {"false_win": (Fact("points", "int"), Fact("ready_points", "ints"))}
    )

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of this game, most basic first."""
        yield from super().form_problems(record)
        yield from refusals.fact_problems(record)
        yield from incident_fields(record)
        yield from refusals.incident_problems(record)
        yield from refusals.set_problems(record)

    def win_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield, besides, what the rules of play forbid."""
        yield from super().win_problems(record, win, where)
        yield from refusals.barred(record, win, where)

    def is_won(self, record: Record, kinds: Sequence[int], sets: int) -> bool:
        """Return whether the concealed tiles win: sets and a pair, or pairs and a pung."""
        if super().is_won(record, kinds, sets):
            return True
        is_played: bool = record.options["seven_pairs_and_pung"]
        return is_played and sets == SETS and pairs.is_pairs_and_pung(kinds)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment", "Liability"."""
        bill = Bill()
        wins = tuple(self._paid(record, win, bill) for win in record.wins)
        for incident in refusals.liable(record)[:1]:
            assert incident.seat is not None
            bill.assign(incident.seat)
        stays = any(win.seat == record.state.banker for win in record.wins)
        next_hand = self.next_hand(record, stays=stays)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, wins)

    def _paid(self, record: Record, win: Win, bill: Bill) -> Scored:
        """Return the entry of one winner and make out what the others pay him."""
        worth = self._worth(record, win)
        state, options = record.state, record.options
        banker_tai = (Item("banker", 1), Item("repeats", 2 * state.repeats))
        concerned = False
        for payer in payers(record, win):
            between = state.banker in (win.seat, payer)
            tai = worth.apart.get(payer, worth.score) + between * tai_of(banker_tai)
            bill.pay(payer, win.seat, (options["base"] + tai) * options["rate"])
            concerned |= between
        added = tuple(item for item in banker_tai if concerned and item.value)
        return Scored(win.seat, worth.score, "tai", added + worth.items, worth.reading)

    def _worth(self, record: Record, win: Win) -> Worth:
        """Return what counts for *win*, and how its tiles are read."""
        if win.by in FLOWER_WINS:
            items = flower_win(win)
            return Worth(items, tai_of(items), {}, ())
        scored = best(won_hand(record, win, self.east(record)))
        score, rows = tai_of(scored.items), scored.reading.rows()
        who = holder(record, win) if is_robbing(win) else None
        if who is None:
            return Worth(scored.items, score, {}, rows)
        union = sorted({*scored.items, *scored.holder}, key=lambda item: ORDER[item.id])
        return Worth(tuple(union), score, {who: tai_of(scored.holder)}, rows)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: false wins are paid, four Wests are a draw."""
        bill = Bill()
        for incident in record.incidents:
            if incident.kind == "false_win":
                assert incident.seat is not None
                ready = refusals.ready_points(incident.facts, record.players)
                for seat in range(record.players):
                    due = max(incident.facts["points"], ready[seat])
                    bill.pay(incident.seat, seat, due, "penalty")
        plain = super().settle_abort(record)
        if any(incident.kind == "four_wests" for incident in record.incidents):
            plain = self.settle_draw(record)
        return replace(plain, payments=tuple(bill.rows))


GAME: Final = TaiwanCommon()
