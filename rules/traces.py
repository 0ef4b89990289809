"""What play leaves on the table tells of a hand that is over: announcements, marks and facts.

Sticks and a discard laid sideways tell who was ready, the order of the discards and what is left
of the walls tell the rest. A word means the same in every game, so each has one trace here; which
words a game has, its own lists say. What does not lie there tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from rules import questions
from rules.hands.special import ORPHANS
from rules.record.values import KONGS
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, Tile, parse
from rules.value import NOTHING, value

Json = Mapping[str, Any]
Reason = tuple[str, Mapping[str, Any]]
"""The id of why something is told, and what its words name: seats, tiles, places from 1."""
HALF_STACKS: Final = 2
"""At most this many stacks have only one tile left: where tiles are drawn, and supplements."""
Finding = tuple[bool, tuple[Reason, ...]]
"""Whether it is certain, and why it is told at all."""


@value
class SeatLeft:
    """What play left before a seat, beside the hand and its sets."""

    river: tuple[Tile, ...] = ()
    """The discards as they lie there, in order; none where they were thrown in disorder."""
    sideways: tuple[int, ...] = ()
    """The places of those that lie sideways."""
    has_stick: bool = False
    """Whether a stick lies before the discards."""
    is_sure: bool = True
    """Whether no discard is in doubt."""


@value
class TableLeft:
    """What play left on the table."""

    seats: tuple[SeatLeft, ...]
    thrown: int = 0
    """How many discards lie in disorder."""
    stacks: int = 0
    """How many stacks are left of all walls."""
    has_won_tile: bool = False
    """Whether the tile that was won on still lies among the discards."""
    is_sure: bool = True
    """Whether nothing hindered who looked."""


@value
class Trace:
    """A word that is told by what lies there."""

    sort: str
    """`declared`, `mark` or `fact`."""
    word: str
    seat: int
    win: int | None
    """The place of the win that a mark or fact is of; `None` for a seat's."""
    is_sure: bool
    """Whether it can be taken for said; else people are asked."""
    reasons: tuple[Reason, ...]


def traces(game: Ruleset, record: Json, left: TableLeft) -> Iterator[Trace]:
    """Yield the words that *left* tells of the hand of *record*, as far as it is written yet."""
    table = _Table(game, record, left)
    endings = tuple(win["by"] for win in record["wins"]) or (record["outcome"],)
    anybody = ("winner", "giver", "banker")
    for seat in range(len(left.seats)):
        facts = questions.seat_facts(game, endings, anybody, table.options)
        words = [f"fact.{one.id}" for one in facts]
        words += [f"declared.{word}" for word in game.declared]
        yield from _trace(table, words, seat, None)
    for place, win in enumerate(record["wins"]):
        marks = questions.marks(game, win["by"], table.options)
        facts = questions.win_facts(game, win["by"], table.options)
        words = [*(f"mark.{mark}" for mark in marks), *(f"fact.{one.id}" for one in facts)]
        yield from _trace(table, words, win["seat"], place)


def _trace(table: _Table, words: Sequence[str], seat: int, win: int | None) -> Iterator[Trace]:
    for key in words:
        finding = TRACES[key](table, seat, win) if key in TRACES else None
        if finding is not None:
            sort, word = key.split(".")
            is_sure = finding[0] and table.left.is_sure
            yield Trace(sort, word, seat, win, is_sure, finding[1])


class _Table:
    """What lies there, beside what is known of the hand."""

    def __init__(self, game: Ruleset, record: Json, left: TableLeft) -> None:
        self.game, self.record, self.left = game, record, left
        self.options = {**game.defaults, **record["options"]}
        self.banker: int = record["state"]["banker"]

    @cached_property
    def is_untouched(self) -> bool:
        """Return whether nobody has laid anything down in the hand."""
        rows = ("melds", "flowers", "aside")
        return not any(seat[row] for seat in self.record["seats"] for row in rows)

    @cached_property
    def discards(self) -> int:
        """Return how many discards lie there, without the tile that was won on."""
        lying = self.left.thrown + sum(len(one.river) for one in self.left.seats)
        return lying - self.left.has_won_tile

    @cached_property
    def standing(self) -> int | None:
        """Return how many tiles are left of the walls: all that lie nowhere else.

        `None` where as many do not make the stacks that stand there: then something was not seen,
        or was cleared away. Of a hand that was broken off, or won more than once, it is not told.
        """
        record, deal = self.record, self.record["deal"]
        ways = [win["by"] for win in record["wins"]]
        if self.game.plays_on or record["outcome"] == "abort":
            return None
        if not {"self_draw", "discard"}.issuperset(ways):
            return None
        lying = sum(self._tiles_of(seat) for seat in record["seats"]) + bool(ways) + self.discards
        lying += len(deal["indicators"]) + len(deal["hidden_indicators"])
        left = sum(self.game.tiles_for(self.options).values()) - lying
        agrees = (left + 1) // 2 <= self.left.stacks <= left // 2 + HALF_STACKS
        return left if agrees else None

    @property
    def is_over(self) -> bool:
        """Return whether nothing could be drawn any more."""
        dead, deal = self.game.dead_wall, self.record["deal"]
        if dead is None or self.standing is None:
            return False
        undrawn_count = max(0, dead - len(deal["indicators"])) - len(deal["hidden_indicators"])
        return self.standing == undrawn_count

    @property
    def is_surely_over(self) -> bool:
        """Return whether the stacks that stand there could not hold more tiles, either."""
        return self.is_over and self.left.stacks == ((self.standing or 0) + 1) // 2

    def _tiles_of(self, seat: Json) -> int:
        """Return how many tiles lie before a seat, a hand that is not shown counted in full."""
        sets = sum(len(parse(meld["tiles"])) for meld in seat["melds"])
        rows = len(parse(seat["flowers"])) + len(parse(seat["aside"]))
        return self.game.hand_size - 3 * len(seat["melds"]) + sets + rows

    def has_supplement(self, seat: int) -> bool:
        """Return whether *seat* may have drawn a supplement last."""
        seat_record = self.record["seats"][seat]
        kongs = any(meld["kind"] in KONGS for meld in seat_record["melds"])
        return kongs or bool(seat_record["flowers"] or seat_record["aside"])

    def win(self, place: int | None) -> Json:
        """Return the win at *place*; nothing is asked of any other one."""
        assert place is not None
        win: Json = self.record["wins"][place]
        return win


# --- Announcements ---------------------------------------------------------------------------


def _ready_signs(table: _Table, seat: int) -> tuple[Reason, ...]:
    """Return what says that *seat* has announced readiness: its stick, its sideways discard."""
    one, reasons = table.left.seats[seat], list[Reason]()
    if not table.game.stick:
        return ()
    if one.has_stick:
        reasons.append(("stick", NOTHING))
    for place in one.sideways:
        reasons.append(("sideways", {"place": place + 1, "tile": CODES[one.river[place]]}))
    return tuple(reasons)


def _is_certain(table: _Table, seat: int) -> bool:
    """Return whether both the stick and one discard say that *seat* was ready."""
    one = table.left.seats[seat]
    return one.has_stick and len(one.sideways) == 1


def _riichi(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that *seat* was ready: later than with its first discard, or nobody can tell."""
    signs, is_first = _ready_signs(table, seat), table.left.seats[seat].sideways[:1] == (0,)
    if not signs or (is_first and table.is_untouched):
        return None
    return _is_certain(table, seat) and not is_first, signs


def _double_riichi(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that *seat* was ready with its first discard; sure where nothing was claimed."""
    signs, is_first = _ready_signs(table, seat), table.left.seats[seat].sideways[:1] == (0,)
    if not is_first or not signs:
        return None
    reasons = (*signs, ("untouched", NOTHING)) if table.is_untouched else signs
    return _is_certain(table, seat) and table.is_untouched, reasons


def _ippatsu(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that the winner has discarded nothing since; sure where nothing was claimed."""
    one = table.left.seats[seat]
    if not _is_certain(table, seat) or one.sideways[0] != len(one.river) - 1:
        return None
    return table.is_untouched, (("sideways_last", {"tile": CODES[one.river[-1]]}),)


# --- How far play went -----------------------------------------------------------------------


def _nothing_to_draw(table: _Table) -> tuple[Reason, ...]:
    return (("wall_over", NOTHING),) if table.is_over else ()


def _last_tile(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that the winner drew the last tile; a supplement may be none."""
    signs = _nothing_to_draw(table)
    is_sure = table.is_surely_over and not table.has_supplement(seat)
    return (is_sure, signs) if signs else None


def _last_discard(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that the win was on the last discard."""
    signs = _nothing_to_draw(table)
    return (table.is_surely_over, signs) if signs else None


def _dealt_hand(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that the banker won with the hand as it was dealt."""
    is_first = table.is_untouched and not table.discards and table.standing is not None
    if seat != table.banker or not is_first:
        return None
    return not table.has_supplement(seat), (("no_discards", NOTHING),)


def _first_discard(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that the win was on the banker's first discard."""
    is_first = table.is_untouched and not table.discards and table.standing is not None
    if table.win(win).get("from") != table.banker or not is_first:
        return None
    return True, (("no_discards", NOTHING),)


def _has_not_discarded(table: _Table, seat: int) -> bool:
    """Return whether *seat* has discarded nothing, at a table where discards lie in order."""
    is_shown = not table.game.hides_order and table.standing is not None
    return is_shown and table.is_untouched and not table.left.seats[seat].river


def _first_draw(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that one who is not the banker won with the first tile drawn."""
    if seat == table.banker or not _has_not_discarded(table, seat):
        return None
    return not table.has_supplement(seat), (("no_own_discards", NOTHING),)


def _before_first_draw(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that one who is not the banker won before drawing."""
    if seat == table.banker or not _has_not_discarded(table, seat):
        return None
    return True, (("no_own_discards", NOTHING),)


# --- Own discards ----------------------------------------------------------------------------


def _furiten(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return which own discards bar the win.

    Never sure: who has called a win would have seen it, so that a tile was misread, maybe.
    """
    seat_record = table.record["seats"][seat]
    if seat_record["hand"] is None:
        return None
    waits = table.game.waits(parse(seat_record["hand"]), len(seat_record["melds"]))
    river = dict.fromkeys(table.left.seats[seat].river)
    barring = [tile for tile in river if table.game.kind_of[tile] in waits]
    reasons = tuple(("own_discard", {"tile": CODES[tile]}) for tile in barring)
    return (False, reasons) if reasons else None


def _nagashi(table: _Table, seat: int, win: int | None) -> Finding | None:  # noqa: ARG001 -- form
    """Return that *seat* discarded 1, 9 and honors only, none of which was claimed."""
    one = table.left.seats[seat]
    melds = (meld for seat_record in table.record["seats"] for meld in seat_record["melds"])
    if not one.river or any(KIND[tile] not in ORPHANS for tile in one.river):
        return None
    if not table.is_over or any(meld.get("from") == seat for meld in melds):
        return None
    return one.is_sure and table.is_surely_over, (("orphans_only", {"count": len(one.river)}),)


TRACES: Final[Mapping[str, Callable[[_Table, int, int | None], Finding | None]]] = MappingProxyType(
    {
        "declared.riichi": _riichi,
        "declared.double_riichi": _double_riichi,
        "mark.ippatsu": _ippatsu,
        "mark.dealt": _dealt_hand,
        "mark.first_draw": _first_draw,
        "mark.first_discard": _first_discard,
        "mark.before_first_draw": _before_first_draw,
        "mark.last_tile": _last_tile,
        "mark.last_discard": _last_discard,
        "fact.furiten": _furiten,
        "fact.nagashi": _nagashi,
    }
)
"""What tells each word, by its sort and id; of one that is not here nothing lies there."""
