"""Taiwanese sixteen-tile mahjong as its regions share it (台湾麻雀): taiwan-common.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem
from rules.game import Scope
from rules.games.taiwan.sixteen import (
    FLOWER_WINS,
    SIZE,
    SixteenTiles,
    banker_tai,
    payers,
    score_terms,
)
from rules.games.taiwan.taiwan_common import refusals
from rules.games.taiwan.taiwan_common.elements import (
    ELEMENTS,
    ORDER,
    Worth,
    flower_win,
    holder,
    is_pairs_and_pung,
    judge,
)
from rules.record.claims import check_incident_fields
from rules.record.values import WAYS, Record, Win
from rules.ruleset import RIVALS, Fact, choice, number, switch
from rules.scoring import won_hand
from rules.settle.settlement import (
    Bill,
    Item,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
    value_of,
)
from rules.settle.terms import Terms, add, times


class TaiwanCommon(SixteenTiles):
    """Tai added up on a base, with the customs of north and south as options."""

    id = "taiwan-common"
    dead_wall = 16
    native = "台灣麻將・台麻"
    name = "Taiwanese mahjong, common rules"
    rounds = 4
    options = (
        number("base", 3, at_least=0),
        number("rate", 1, at_least=1),
        switch("flowers", default=True),
        choice("only_wait", "north", "south"),
        choice("migi_turns", 1, 2, 3, 4, default=2),
        choice("heavenly_hand_tai", 16, 24),
        choice("all_honors_tai", 8, 16),
        switch("all_honors_absorbs_all_pungs"),
        switch("little_four_winds_with_winds"),
        switch("seven_robs_one", default=True),
        switch("flower_hiding"),
        switch("ready_bonus"),
        switch("seven_pairs_and_pung"),
        switch("half_begging"),
        switch("any_flower"),
        switch("any_wind"),
        switch("kong_tai"),
        switch("no_honors_no_flowers"),
        switch("four_wests_abort"),
        switch("multiple_winners"),
    )
    elements = ELEMENTS
    needs_tiles = ("seven_robs_one",)
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
    scopes = MappingProxyType({"fact.missed_win": Scope(WAYS)})
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
        yield from check_incident_fields(record)
        yield from refusals.incident_problems(record)
        yield from refusals.set_problems(record)

    def win_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield, besides, what the rules of play forbid."""
        yield from super().win_problems(record, win, where)
        yield from refusals.check_barred(record, win, where)

    def is_won(self, record: Record, kinds: Sequence[int], sets: int) -> bool:
        """Return whether the concealed tiles win: sets and a pair, or pairs and a pung."""
        if super().is_won(record, kinds, sets):
            return True
        is_played: bool = record.options["seven_pairs_and_pung"]
        return is_played and sets == SIZE and is_pairs_and_pung(kinds)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment", "Liability"."""
        bill = Bill()
        wins = tuple(self._charge_win(record, win, bill) for win in record.wins)
        for incident in refusals.liable(record)[:1]:
            if incident.seat is not None:
                bill.assign(incident.seat)
        stays = any(win.seat == record.state.banker for win in record.wins)
        next_hand = self.next_hand(record, stays=stays)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, wins)

    def _charge_win(self, record: Record, win: Win, bill: Bill) -> ScoredHand:
        """Return the entry of one winner and make out what the others pay him."""
        worth = self._worth(record, win)
        apart = holder(record, win) if worth.holder else None
        banker, extra = record.state.banker, banker_tai(record)
        items = worth.items
        if apart is not None:
            items = tuple(sorted({*items, *worth.holder}, key=lambda item: ORDER[item.id]))
        is_concerned = False
        for payer in payers(record, win):
            due_items = worth.holder if payer == apart else worth.items
            if banker in (win.seat, payer):
                due_items += extra
                is_concerned = True
            bill.charge(payer, win.seat, due_terms(due_items, record.options))
        if is_concerned:
            items = extra + items
        terms = score_terms(worth.items, items)
        return ScoredHand(win.seat, value_of(worth.items), "tai", items, worth.rows, terms=terms)

    def _worth(self, record: Record, win: Win) -> Worth:
        """Return what counts for *win*, and how its tiles are read."""
        if win.value is not None:
            return Worth(itemize_value(win.worth))
        if win.by in FLOWER_WINS:
            return Worth(flower_win(win))
        return judge(won_hand(record, win, size=SIZE, east=self.east(record)))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: false wins are paid, four Wests are a draw."""
        bill = Bill()
        for incident in record.incidents:
            if incident.kind == "false_win" and incident.seat is not None:
                ready = refusals.ready_points(incident.facts, record.players)
                for seat in range(record.players):
                    due = max(incident.facts["points"], ready[seat])
                    bill.pay(incident.seat, seat, due, "penalty")
        plain = super().settle_abort(record)
        if any(incident.kind == "four_wests" for incident in record.incidents):
            plain = self.settle_draw(record)
        return replace(plain, payments=tuple(bill.rows))


def due_terms(items: tuple[Item, ...], options: Mapping[str, Any]) -> Terms:
    """Return how what *items* cost comes about: the base and every tai at one rate."""
    tai = (add("base", options["base"]), *adds(items))
    return tai if options["rate"] == 1 else (*tai, times("tai_value", options["rate"]))


GAME: Final = TaiwanCommon()
