"""Taiwanese sixteen-tile mahjong (台灣十六張麻將): taiwan.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.taiwan.sixteen import FLOWER_WINS, SixteenTiles, payers
from rules.games.taiwan.sixteen_hand import won_hand
from rules.games.taiwan.taiwan.scoring import best, flower_win
from rules.games.taiwan.taiwan.table import ELEMENTS, OPTIONS
from rules.ruleset import RIVALS, Fact
from rules.settle.settlement import Bill, Item, Scored, Settlement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Win

EARLY_READY: Final = ("earthly_ready", "heavenly_ready")


class Taiwan(SixteenTiles):
    """Tai added up, each paid for at a price, and a banker who pays and gets more."""

    id = "taiwan"
    native = "台灣十六張麻將"
    name = "Taiwanese mahjong"
    first_banker = "count"
    rounds = 4
    options = OPTIONS
    elements = ELEMENTS
    marks = ("dealt", "first_discard", "kong_draw", "flower_draw", "last_tile", "last_discard")
    win_facts = (Fact("missed_win"), RIVALS)
    declared = ("ready", *EARLY_READY)

    def fixed_east(self, record: Record) -> int | None:
        """Return East's seat where it hangs on no throw: the banker's with `banker_is_east`."""
        if record.options["banker_is_east"]:
            return record.state.banker
        return super().fixed_east(record)

    def thrower(self, record: Record) -> int:
        """Return who threw for the wall: seat 0 for the first one with `first_break` (D3)."""
        state = record.state
        is_first = (state.round, state.repeats, state.banker) == (1, 0, state.carry["first_banker"])
        by_seat_0 = record.options["first_break"] == "provisional_east"
        return 0 if is_first and by_seat_0 else state.banker

    def declaration_problems(self, record: Record) -> Iterator[Problem]:
        """Yield early declarations of ready that the record itself belies."""
        for number, seat in enumerate(record.seats):
            where = f"seats[{number}].declared"
            if not seat.declared.isdisjoint(EARLY_READY) and any(
                meld.is_exposed for meld in seat.melds
            ):
                message = "who was ready from the first discard on claims nothing"
                yield Problem("bad_record", message, where)
            if "heavenly_ready" in seat.declared:
                if not record.options["heavenly_ready"]:
                    message = "heavenly_ready needs the house option of that name"
                    yield Problem("bad_record", message, where)
                if number == record.state.banker:
                    message = "the banker cannot be ready before his first draw"
                    yield Problem("bad_record", message, where)

    def win_problems(self, record: Record, win: Win, where: str) -> Iterator[Problem]:
        """Yield, besides, a win by another's tile after a missed one."""
        yield from super().win_problems(record, win, where)
        if win.facts.get("missed_win") and win.by in ("discard", "robbed_kong"):
            message = "after a missed win only a self-draw wins until one's next draw"
            yield Problem("barred", message, f"{where}.facts.missed_win")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment"."""
        bill = Bill()
        wins = tuple(self._paid(record, win, bill) for win in record.wins)
        stays = any(win.seat == record.state.banker for win in record.wins)
        next_hand = self.next_hand(record, stays=stays)
        return Settlement(self.id, record.players, tuple(bill.rows), next_hand, wins)

    def _paid(self, record: Record, win: Win, bill: Bill) -> Scored:
        """Return the entry of one winner and make out what the others pay him."""
        items, reading = self._scored(record, win)
        score = sum(item.value for item in items)
        banker, options = record.state.banker, record.options
        banker_tai = (Item("banker", 1), Item("repeats", 2 * record.state.repeats))
        concerned = False
        for payer in payers(record, win):
            between = banker in (win.seat, payer)
            tai = score + (sum(item.value for item in banker_tai) if between else 0)
            bill.pay(payer, win.seat, options["base"] + options["tai_value"] * tai)
            concerned |= between
        added = tuple(item for item in banker_tai if concerned and item.value)
        return Scored(win.seat, score, "tai", added + items, reading)

    def _scored(
        self, record: Record, win: Win
    ) -> tuple[tuple[Item, ...], tuple[tuple[str, ...], ...]]:
        """Return what counts for *win* whoever pays, and how its tiles are read."""
        if win.by in FLOWER_WINS:
            return flower_win(win), ()
        items, reading = best(won_hand(record, win, self.east(record)))
        return items, reading.rows()


GAME: Final = Taiwan()
