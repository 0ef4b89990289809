"""Fenghua mahjong (浙江奉化麻雀): fenghua.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem
from rules.games.zhejiang.fenghua.hand import is_lone_wild_wait, won_hand
from rules.games.zhejiang.fenghua.payment import bill
from rules.games.zhejiang.fenghua.scoring import ALL_FLOWERS, best, declared, rounded
from rules.games.zhejiang.fenghua.table import ELEMENTS
from rules.record.claims import flowers_lie_out, indicators_turned, sole_claim, wild_set
from rules.ruleset import Ruleset, choice, full_set, number, switch
from rules.scoring.kinds import wild_faces
from rules.settle.settlement import Scored, Settlement, rotate
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Meld, Record
    from rules.tiles import Tile
    from rules.walls import Throws


class Fenghua(Ruleset):
    """Tai rounded up to tens, many special hands, three wild tiles that may be flowers."""

    id = "fenghua"
    native = "浙江奉化麻雀"
    name = "Fenghua mahjong"
    family = "zhejiang"
    first_banker = "count"
    tiles = full_set(flowers=True)
    options = (
        choice("minimum", 4, 3),
        switch("dice_swap"),
        choice("honor_hands", "points", "gift"),
        choice("eight_flowers", "points", "gift"),
        number("robbing_the_kong_tai", 0, at_least=0),
        number("last_tile_tai", 0, at_least=0),
    )
    elements = ELEMENTS
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = ("kong_draw", "flower_draw", "last_tile", "last_discard")
    indicators = 1

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the three tiles like the indicator, or the other flowers of its group."""
        return wild_faces(indicators)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set."""
        return wild_set(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with the indicator, the flowers and a win by eight of them."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record, self.wild_in(record))
        for place, win in enumerate(record.wins):
            if win.by != "declared":
                continue
            if win.tile is not None or win.source is not None:
                message = "eight flowers win without a last tile: tile must be null, from absent"
                yield Problem("bad_record", message, f"wins[{place}].tile")
            if record.seats[win.seat].hand is None:
                message = "the winner's hand must be shown"
                yield Problem("bad_record", message, f"seats[{win.seat}].hand")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, and eight flowers that are fewer."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_claim(record, place)
            flowers = len(record.seats[win.seat].flowers)
            if win.by == "declared" and flowers < ALL_FLOWERS:
                message = f"{flowers} flowers laid out, {ALL_FLOWERS} win at once"
                yield Problem("not_a_win", message, where)
            if win.by == "discard" and is_lone_wild_wait(
                won_hand(record, win, self.wild_in(record))
            ):
                message = "a wild tile that waits alone wins by self-draw only (百搭単騎)"
                yield Problem("barred", message, where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for one that may not win."""
        (win,) = record.wins
        won = won_hand(record, win, self.wild_in(record))
        choice = declared(won) if win.by == "declared" else best(won)
        score = rounded(choice.tai)
        rows = bill(record, win, score, {item.id for item in choice.items}).rows
        after = rotate(record.state, record.players, stays=win.seat == record.state.banker)
        entry = Scored(win.seat, score, "tai", choice.items, choice.reading.rows())
        return Settlement(self.id, record.players, tuple(rows), after, (entry,))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break behind as many stacks as one die says; the other finds the indicator."""
        breaks, finds = max(throws.dice[0]), min(throws.dice[0])
        if throws.options["dice_swap"]:
            breaks, finds = finds, breaks
        return Break(throws.counted(throws.total()), breaks, Indicator(finds, "top", "tail"))


GAME: Final = Fenghua()
