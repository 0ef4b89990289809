"""Japanese riichi mahjong, the common base (リーチ麻雀): riichi.md."""

from __future__ import annotations

from functools import cache, cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.errors import RecordError
from rules.game import Options
from rules.games.riichi import draws, fu, payments, points, refusals, rotation
from rules.games.riichi.hand import (
    DORA_OF,
    DRAGONS,
    ORPHANS,
    WINDS,
    Values,
    of_sets,
    pairs_and_orphans,
    winner_of,
)
from rules.games.riichi.liability import liability
from rules.games.riichi.points import STICK
from rules.games.riichi.scoring import best
from rules.games.riichi.table import ELEMENTS, ROWS
from rules.ruleset import RIVALS, Fact, Option, Ruleset, choice, full_set, number, switch
from rules.settle.settlement import POT, Bill, Settlement
from rules.value import NOTHING
from rules.walls import Break, Indicator, break_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rules.errors import Problem
    from rules.games.riichi.hand import Hand, Winner
    from rules.games.riichi.liability import Liability
    from rules.games.riichi.rotation import Course
    from rules.games.riichi.scoring import Score
    from rules.games.riichi.yaku import Yaku
    from rules.record.values import Record, Win
    from rules.settle.settlement import Item, Portion, Scored
    from rules.tiles import Tile
    from rules.walls import Throws

STACKS: Final = 17
SEAT: Final[Callable[[Win], int]] = attrgetter("seat")
COPIES: Final = 4
PLACES: Final = tuple(f"wins[{place}]" for place in range(9))
RED_FIVES: Final[Mapping[int, Mapping[str, int]]] = {
    0: {},
    3: {"0m": 1, "0p": 1, "0s": 1},
    4: {"0m": 1, "0p": 2, "0s": 1},
}


VALUES: Final = tuple(
    tuple(Values((own,), (of_round,), DRAGONS) for of_round in WINDS) for own in WINDS
)
"""The honors of value by own wind and wind of the round."""


@cache
def tiles_with(red_fives: int) -> Mapping[str, int]:
    """Return the 136 tiles, *red_fives* of them red."""
    tiles = dict(full_set())
    for code, copies in RED_FIVES[red_fives].items():
        tiles["5" + code[1]] -= copies
        tiles[code] = copies
    return MappingProxyType(tiles)


class Riichi(Ruleset):
    """The ordinary four-player game; other riichi games change a few of its attributes."""

    id = "riichi"
    native = "リーチ麻雀"
    name = "Riichi"
    family = "japan"
    tiles = tiles_with(3)
    options: ClassVar[tuple[Option, ...]] = (
        switch("open_tanyao", True),
        choice("red_fives", 0, 3, 4, default=3),
        switch("ura_dora", True),
        switch("ippatsu", True),
        switch("kiriage"),
        switch("counted_yakuman", True),
        switch("double_yakuman"),
        choice("double_wind_pair_fu", 2, 4, default=4),
        choice("human_hand", "none", "mangan", "yakuman"),
        choice("multiple_wins", "all", "two", "nearest"),
        number("honba_value", 300, 0, multiple_of=300),
        choice("honba_to", "nearest", "all"),
        choice("liability", "per_yakuman", "none", "whole_hand"),
        switch("nagashi_mangan", True),
        choice("dealer_stays", "win_or_ready", "win"),
        choice("rounds", 1, 2, 4, default=2),
        switch("bust_ends", True),
        switch("last_dealer_stops", True),
    )
    elements = ELEMENTS
    marks: ClassVar[tuple[str, ...]] = (
        "ippatsu",
        "dealt",
        "first_draw",
        "before_first_draw",
        "kong_draw",
        "last_tile",
        "last_discard",
    )
    win_facts: ClassVar[tuple[Fact, ...]] = (Fact("furiten"), RIVALS)
    seat_facts: ClassVar[tuple[Fact, ...]] = (Fact("ready"), Fact("nagashi"))
    declared = ("riichi", "double_riichi")
    incidents: ClassVar[tuple[str, ...]] = (
        "nine_terminals",
        "four_winds",
        "four_riichi",
        "four_kongs",
        "three_wins",
        "chombo",
    )
    carry = MappingProxyType({"honba": 0, "deposits": 0})
    indicators = 1
    start_score = 25000

    rows: ClassVar[tuple[Yaku, ...]] = ROWS
    """All yaku."""
    ready_pool: ClassVar[int] = 3000
    """Points that pass to those ready at a draw."""
    dora_of: ClassVar[Mapping[int, int]] = DORA_OF
    """The dora of each indicator."""
    kong_indicators: ClassVar[int] = 4
    """For how many kongs one more dora indicator is turned up."""
    yakuman_points: ClassVar[int] = points.YAKUMAN
    """Basic points of a yakuman of value 1."""
    fixed: ClassVar[Mapping[str, Any]] = NOTHING
    """Options of this game that another one leaves nobody to choose, with how it plays them."""

    @cached_property
    def defaults(self) -> Options:
        """Return every option with its default, and how those are played that are none."""
        return Options({**self.fixed, **super().defaults})

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return the tiles with the red fives of the option."""
        return tiles_with(options["red_fives"])

    def turned_for_kongs(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return for how many kongs one more dora indicator is turned up."""
        return self.kong_indicators

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`."""
        found = refusals.problems(record)
        if record.incidents or record.outcome == "abort":
            found += self.incident_problems(record)
        return found

    def incident_problems(self, record: Record) -> Iterable[Problem]:
        """Return what is wrong with the incidents of a record."""
        return refusals.incidents(record)

    def values(self, record: Record, seat: int) -> Values:
        """Return the honors that are of value to *seat*: own wind, wind of the round, dragons."""
        own = (seat - record.state.banker) % len(record.seats)
        return VALUES[own][(record.state.round - 1) % len(WINDS)]

    def winner(self, record: Record, win: Win) -> Winner:
        """Return what is known of a winner before his tiles are divided."""
        return winner_of(record, win, self.values(record, win.seat))

    def hands(self, winner: Winner) -> list[Hand]:
        """Return the readings of a winner's tiles that may be the best.

        Seven pairs that form sets too are twice two equal runs, which always add a han more.
        """
        return of_sets(winner) or pairs_and_orphans(winner)

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:
        """Return the kinds that complete the concealed tiles *hand* beside *melds* sets."""
        return draws.waiting_kinds(hand, melds)

    def copies(self, record: Record) -> int:  # noqa: ARG002 -- hook
        """Return how many tiles there are of each kind."""
        return COPIES

    def pay_ready(self, record: Record, ready: list[bool], bill: Bill) -> None:  # noqa: ARG002 -- hook
        """Write what those not ready pay those ready at a draw."""
        draws.pay_ready(self.ready_pool, ready, bill)

    def yakuman_items(self, items: list[Item]) -> tuple[Item, ...]:
        """Return the yakuman *items* of a hand with what each adds."""
        return tuple(items)

    def fu_items(self, hand: Hand, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return what brings the fu of a hand that counts *items*."""
        return fu.fu_items(hand, items)

    def basic_points(self, han: int, fu: int, options: Mapping[str, Any]) -> tuple[int, str | None]:
        """Return the basic points and the limit."""
        return points.basic_points(han, fu, options)

    def portions(self, record: Record, winner: Winner, basic: int) -> list[Portion]:
        """Return who pays how much for *basic* points."""
        return payments.portions(record, winner, basic)

    def liability(self, record: Record, score: Score) -> Liability | None:
        """Return who answers for what of a hand, if anybody."""
        return liability(record, score) if score.limit == "yakuman" else None

    def honba_value(self, record: Record) -> int:
        """Return the points of one counter."""
        value: int = record.options["honba_value"]
        return value

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand."""
        scores = self.scored(record)
        bill = Bill()
        entries = self.pay_winners(record, scores, bill)
        stays = record.state.banker in map(SEAT, record.wins)
        honba = record.state.carry.get("honba", 0) + 1 if stays else 0
        course = rotation.Course(stays, honba, 0, stays)
        return self.settled(record, bill, course, entries)

    def pay_winners(self, record: Record, scores: list[Score], bill: Bill) -> list[Scored]:
        """Write what the winners get, honba and sticks too, and return their entries."""
        entries = []
        for score in scores:
            worth = payments.pay_hand(self, record, score, bill)
            entries.append(payments.entry(score, worth))
        nearest = payments.nearest(record, scores)
        if record.state.carry.get("honba"):
            for score in scores if record.options["honba_to"] == "all" else (nearest,):
                payments.pay_honba(self, record, score, bill)
        sticks = self.lay_sticks(record, bill)
        bill.pay(POT, nearest.hand.winner.seat, STICK * sticks, "deposit")
        return entries

    def lay_sticks(self, record: Record, bill: Bill) -> int:
        """Write what was laid on the table in this hand and return how much lies there then."""
        return payments.lay_sticks(record, bill)

    def scored(self, record: Record) -> list[Score]:
        """Return every winner's score; raise `RecordError` if one of them has not won."""
        found: list[Problem] = []
        if record.options["multiple_wins"] != "all":
            found += refusals.too_many_winners(record)
        scores = []
        for place, win in enumerate(record.wins):
            score = best(self, record, self.winner(record, win))
            found += self.win_problems(record, win, score, PLACES[place])
            if score is not None:
                scores.append(score)
        if found:
            raise RecordError(found)
        return scores

    def win_problems(
        self, record: Record, win: Win, score: Score | None, where: str
    ) -> list[Problem]:
        """Return why a win is none."""
        return refusals.of_hand(self, record, win, score, where)

    def concealed_kong_problem(self, score: Score) -> str | None:
        """Return why the hand may not rob a concealed kong, or nothing."""
        if score.hand.features & ORPHANS:
            return None
        return "a concealed kong can be robbed by thirteen orphans only"

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of an exhaustive draw."""
        bill = Bill()
        return self.settled(record, bill, draws.drawn(self, record, bill))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of an abortive draw or a false win."""
        bill = Bill()
        return self.settled(record, bill, draws.aborted(record, bill))

    def has_nagashi(self, record: Record, seat: int) -> bool:
        """Return whether *seat* is paid for its discards at a draw."""
        return record.options["nagashi_mangan"] and draws.has_nagashi(record, seat)

    def stays_after_draw(self, record: Record, ready: list[bool]) -> bool:
        """Return whether the banker stays after an exhaustive draw."""
        return record.options["dealer_stays"] == "win_or_ready" and ready[record.state.banker]

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:
        """Return whether the game ends with *scores* after the hand."""
        return rotation.is_over(record, scores, course)

    def settled(
        self, record: Record, bill: Bill, course: Course, wins: Sequence[Scored] = ()
    ) -> Settlement:
        """Return the settlement with everything on *bill*."""
        follows = rotation.next_hand(self, record, bill, course)
        rows = tuple(bill.rows)
        return Settlement(self.id, len(record.seats), rows, follows, tuple(wins))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: the wall counted to, as many stacks from its right end."""
        total = throws.total()
        wall, after = break_at(throws.counted(total), total, STACKS)
        return Break(wall, after, Indicator(3, "top", "tail"))


GAME: Final = Riichi()
