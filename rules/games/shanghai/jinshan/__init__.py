"""Jinshan mahjong (上海金山区麻雀): jinshan.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem, refuse
from rules.games.shanghai.jinshan.elements import ELEMENTS, MINIMUM, OPTIONS, UNIT, WILDS, loser
from rules.games.shanghai.jinshan.scoring import best, claim, items, receipts, side_payments
from rules.record.claims import flowers_lie_out, indicators_turned, named_kong, robbing, sole_winner
from rules.ruleset import Ruleset, full_set
from rules.settle.settlement import Bill, Scored, Settlement, rotate
from rules.walls import Break, break_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Record, Win
    from rules.tiles import Tile
    from rules.walls import Throws

STACKS: Final = 18


class Jinshan(Ruleset):
    """Counted points doubled by tai in every hand, four wild tiles, and losers who settle too."""

    id = "jinshan"
    native = "上海金山区麻雀"
    name = "Jinshan mahjong"
    family = "shanghai"
    tiles = full_set(flowers=True)
    options = OPTIONS
    elements = ELEMENTS
    marks = ("kong_draw", "flower_draw", "dealt", "first_discard")
    all_hands_shown = True

    def wild_tiles(self, indicators: Sequence[Tile], options: Mapping[str, Any]) -> frozenset[int]:  # noqa: ARG002 -- hook
        """Return plum, orchid, chrysanthemum and bamboo."""
        return frozenset(WILDS)

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the four seasons; the other flowers are wild."""
        return super().flower_tiles(options) - WILDS

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, and tiles that do not lie where they must."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record, WILDS)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, or that are none."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_winner(record, place)
            yield from _tile_problems(record, win, where)
            won = claim(record, win)
            if not (won.has_sets or won.is_orphans):
                message = "the tiles do not form 4 sets and a pair, nor thirteen orphans"
                yield Problem("not_a_win", message, where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most.

        Raise `RecordError` if none has the points that a win needs.
        """
        (win,) = record.wins
        won = claim(record, win)
        score = best(won)
        if score is None:
            message = f"a hand needs {MINIMUM} hu before it is doubled"
            raise refuse("below_minimum", message, "wins[0]")
        others = [seat for seat in range(record.players) if seat != win.seat]
        losers = tuple([loser(record, seat) for seat in others])
        bill = Bill()
        owed = receipts(record, win, score.points, is_limit=bool(score.limits))
        for seat, amount in owed.items():
            bill.pay(seat, win.seat, amount)
        for low, high, amount in side_payments(win, losers):
            bill.pay(low, high, amount, "side")
        stays = win.seat == record.state.banker
        after = rotate(record.state, record.players, stays=stays)
        reading = score.reading.rows()
        winner = Scored(win.seat, score.points, UNIT, items(won, score), reading)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (winner,), losers)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the post moves on."""
        return self.unpaid(record, rotate(record.state, record.players, stays=False))

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return the banker and the seat that his throw counts to."""
        return throws.banker, throws.counted(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return the break in the counted seat's wall, both throws from its right end (D11)."""
        first = throws.total()
        return Break(*break_at(throws.counted(first), first + throws.total(1), STACKS))


def _tile_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    yield from named_kong(record, win, where)
    if win.is_taken and win.tile in WILDS:
        message = "a wild tile (百搭) cannot be discarded or robbed, so nobody wins on one"
        yield Problem("barred", message, f"{where}.tile")
    else:
        yield from robbing(record, win, where)


GAME: Final = Jinshan()
