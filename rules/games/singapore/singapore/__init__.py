"""Singapore mahjong (シンガポールの麻雀): singapore.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.errors import Problem, refuse
from rules.games.singapore.singapore import refusals
from rules.games.singapore.singapore.bonus import ALL_FLOWERS, pay_premiums
from rules.games.singapore.singapore.liability import late_kongs, liable_seat
from rules.games.singapore.singapore.scoring import declared_win, flower_robbery, judge, score_of
from rules.games.singapore.singapore.table import ELEMENTS, OPTIONS
from rules.record.values import WAYS
from rules.ruleset import RIVALS, Fact, Ruleset, full_set
from rules.scoring.won_hand import won_hand
from rules.settle.settlement import Bill, NextHand, Scored, Settlement, rotate
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from rules.games.singapore.singapore.scoring import Score
    from rules.record.values import Record, Win
    from rules.walls import Throws

FLOWER_WINS: Final = frozenset(("robbed_flower", "declared"))
"""Ways of winning that need no last tile."""

ANIMALS: Final = {f"{place}a": 1 for place in range(1, 5)}
THREE_DICE: Final = 3


class Singapore(Ruleset):
    """Tai that double the stake up to five, animals, premiums at once, and liability."""

    id = "singapore"
    native = "シンガポールの麻雀"
    name = "Singapore mahjong"
    family = "singapore"
    rounds = 4
    tiles = MappingProxyType({**full_set(flowers=True), **ANIMALS})
    options = OPTIONS
    elements = ELEMENTS
    ways = WAYS
    dice = THREE_DICE
    marks = (
        "kong_draw",
        "flower_draw",
        "double_kong_draw",
        "last_tile",
        "dealt",
        "first_discard",
        "before_first_draw",
    )
    win_facts = (
        RIVALS,
        Fact("left", "int"),
        Fact("fresh"),
        Fact("no_choice"),
        Fact("claimed_after"),
    )
    seat_facts = (
        Fact("dealt_bonus", "tiles"),
        Fact("flowers_before", "tile_rows"),
        Fact("late_kongs", "ints"),
        Fact("warned", "int"),
    )

    def dice_for(self, options: Mapping[str, Any]) -> int:
        """Return how many dice a throw has."""
        count: int = options["dice"]
        return count

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who throws: the banker, and with two dice the seat that he counts to."""
        if throws.options["dice"] == THREE_DICE:
            return (throws.banker,)
        return throws.banker, throws.counted(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return where the throws of the banker, and with two dice of another seat, lead."""
        wall = throws.counted(throws.total())
        after = sum(sum(throw) for throw in throws.dice[: len(self.throwers(throws))])
        while after > (stacks := 19 - (wall - throws.banker) % 2):
            wall, after = (wall - 1) % throws.players, after - stacks
        return Break(wall, after)

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show.

        A flower win looks at no hand, and what is declared may come before the banker's
        first discard or on the winner's own draw.
        """
        lying = record.seats[seat]
        ways = {win.by for win in record.wins if win.seat == seat}
        if "robbed_flower" in ways or ("declared" in ways and ALL_FLOWERS.issubset(lying.flowers)):
            return ()
        is_early = any(win.by in FLOWER_WINS for win in record.wins)
        if "declared" in ways or (is_early and seat == record.state.banker):
            rest = self.hand_size - 3 * len(lying.melds)
            return rest, rest + 1
        return super().hand_sizes(record, seat)

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of this game."""
        return refusals.form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        return refusals.problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment"; refuse one of no tai."""
        (win,) = record.wins
        score = _score(record, win)
        if not score.tai:
            raise refuse("below_minimum", "a win needs one tai, bonus tiles included", "wins[0]")
        bill = Bill()
        _pay_win(bill, record, win, score)
        pay_premiums(bill, record, late_kongs(record))
        rows = () if score.reading is None else score.reading.rows()
        entry = Scored(win.seat, score.tai, "tai", score.items, rows)
        after = _next_hand(record, stays=win.seat == record.state.banker)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the premiums stand, the banker stays."""
        return self._premiums(record, _next_hand(record, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: the premiums stand all the same (D18)."""
        return self._premiums(record, super().settle_abort(record).next)

    def _premiums(self, record: Record, after: NextHand) -> Settlement:
        """Return a settlement of premiums only."""
        bill = Bill()
        pay_premiums(bill, record, late_kongs(record))
        return Settlement(self.id, record.players, tuple(bill.rows), after)


def _score(record: Record, win: Win) -> Score:
    """Return what *win* counts."""
    if win.by == "robbed_flower":
        return score_of(flower_robbery(record, win), record.options)
    if win.by == "declared":
        return score_of(declared_win(record, win), record.options)
    score = judge(won_hand(record, win))
    assert score is not None
    return score


def _pay_win(bill: Bill, record: Record, win: Win, score: Score) -> None:
    """Write what the others pay for the hand: the discarder double, or everyone double."""
    base = 2 ** (score.tai - 1)
    all_double = not win.is_taken or bool(score.found.get("thirteen_orphans"))
    for payer in range(record.players):
        is_double = all_double or payer == win.source
        bill.pay(payer, win.seat, 2 * base if is_double else base)
    liable = liable_seat(record, win, score)
    if liable is not None:
        bill.assign(liable)


def _next_hand(record: Record, *, stays: bool) -> NextHand:
    """Return the next hand: the session ends when a fifth round would begin."""
    after = rotate(record.state, record.players, stays=stays)
    return replace(after, over=after.round > refusals.ROUNDS)


GAME: Final = Singapore()
