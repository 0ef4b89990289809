"""What a game declares, and the few places where it says more than data can.

A game is one subclass of `Ruleset` with one instance, `GAME`, in its module
under `rules/games/`. Variants of a family are subclasses that change a few
attributes (house-style.md §3, "regional rules").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from rules.record import NOTHING, WAYS, Meld, Options, Record
from rules.settlement import NextHand, Settlement, rotate
from rules.tiles import FLOWERS, RED_FIVES, TILES
from rules.walls import BreakAnywhere

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rules.errors import Problem
    from rules.tiles import Tile
    from rules.walls import Break, Throws


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: its name, default and what it may be set to."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    """The allowed values; empty where *check* decides."""
    check: Callable[[Any], bool] | None = None
    expects: str = ""
    """What *check* wants, in words: "a whole number of at least 0"."""

    def allows(self, value: Any) -> bool:
        """Return whether the option may be set to *value*; `true` is not 1."""
        if self.check is not None:
            return self.check(value)
        return any(type(value) is type(one) and value == one for one in self.values)

    @property
    def kind(self) -> Literal["switch", "choice", "number", "other"]:
        """Return which control sets it."""
        if self.values == (True, False) or self.values == (False, True):
            return "switch"
        if self.values:
            return "choice"
        return "number" if type(self.default) is int else "other"

    def to_json(self) -> dict[str, object]:
        """Return the option for the catalogue."""
        allowed: object = list(self.values) if self.values else self.expects
        return {"name": self.name, "default": self.default, "values": allowed}


def switch(name: str, default: bool = False) -> Option:
    """Return an option that is on or off."""
    return Option(name, default, (True, False))


def choice(name: str, *values: Any, default: Any = None) -> Option:
    """Return an option with a list of *values*, the first being the default unless one is named."""
    return Option(name, values[0] if default is None else default, values)


def number(name: str, default: int, at_least: int, multiple_of: int = 1) -> Option:
    """Return an option that is a whole number from *at_least*, in steps of *multiple_of*."""

    def check(value: Any) -> bool:
        return type(value) is int and value >= at_least and value % multiple_of == 0

    step = f" divisible by {multiple_of}" if multiple_of > 1 else ""
    return Option(name, default, (), check, f"a whole number of at least {at_least}{step}")


@dataclass(frozen=True, slots=True)
class Element:
    """A scoring element of the sheet's table."""

    id: str
    native: str
    name: str
    value: int | str
    """In the sheet's unit; words where it depends."""

    def to_json(self) -> dict[str, object]:
        """Return the element for the catalogue."""
        return {"id": self.id, "native": self.native, "name": self.name, "value": self.value}


FactKind = Literal["bool", "int", "ints", "seat", "seats", "tiles", "tile_rows", "text"]
"""What a fact's value is; `ints` and `tile_rows` are lists, such as one entry for each set."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the tiles cannot show and a record may say."""

    id: str
    kind: FactKind = "bool"
    words: tuple[str, ...] = ()
    """What a text may be; empty where it is free."""


RIVALS: Final = Fact("rivals", "seats")

NO_SUBSTITUTES: Final[Mapping[Tile, Tile]] = MappingProxyType({})


class Ruleset:
    """One game. Attributes are the sheet's data; methods are where a sheet says more."""

    id: ClassVar[str]
    native: ClassVar[str]
    name: ClassVar[str]
    family: ClassVar[str]
    """Groups games on the lobby: `hubei`, `japan`, `taiwan`, …"""
    seats: ClassVar[tuple[int, ...]] = (4,)
    hand_size: ClassVar[int] = 13
    tiles: ClassVar[Mapping[str, int]]
    """Copies of each tile code with the default options."""
    options: ClassVar[tuple[Option, ...]] = ()
    elements: ClassVar[tuple[Element, ...]] = ()
    ways: ClassVar[tuple[str, ...]] = WAYS[:3]
    chows: ClassVar[bool] = True
    honor_runs: ClassVar[bool] = False
    marks: ClassVar[tuple[str, ...]] = ()
    win_facts: ClassVar[tuple[Fact, ...]] = (RIVALS,)
    seat_facts: ClassVar[tuple[Fact, ...]] = ()
    declared: ClassVar[tuple[str, ...]] = ()
    incidents: ClassVar[tuple[str, ...]] = ()
    carry: ClassVar[Mapping[str, Any]] = NOTHING
    """The counters carried between hands, with what they start from."""
    indicators: ClassVar[int] = 0
    """How many tiles are turned up at the deal."""
    robbed_flower_may_lie: ClassVar[bool] = False
    """Whether a robbed flower may be listed among its owner's flowers, too."""
    bars_standing_kongs: ClassVar[bool] = False
    """Whether robbing a kong that stood already is `barred` by the sheet, not a fault of form."""
    taken_only_concealed: ClassVar[bool] = False
    """Whether another's tile is won on with a concealed hand only."""
    uses_aside: ClassVar[bool] = False
    all_hands_shown: ClassVar[bool] = False
    """Whether every seat's hand is scored, so that none may stay hidden."""
    start_score: ClassVar[int] = 0
    dice: ClassVar[int] = 2
    """Dice of one throw."""

    @cached_property
    def defaults(self) -> Options:
        """Return every option with its default."""
        return Options({option.name: option.default for option in self.options})

    @cached_property
    def by_option(self) -> Mapping[str, Option]:
        """Return the options by name."""
        return MappingProxyType({option.name: option for option in self.options})

    @cached_property
    def by_element(self) -> Mapping[str, Element]:
        """Return the scoring elements by id."""
        return MappingProxyType({element.id: element for element in self.elements})

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002 -- hook
        """Return the copies of each tile code that the game is played with under *options*."""
        return self.tiles

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the tiles that are laid out before their owner and never make a set."""
        laid_out = (TILES[code] for code in self.tiles_for(options))
        return frozenset(tile for tile in laid_out if FLOWERS <= tile < RED_FIVES)

    def wild_tiles(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kinds that are wild when *indicators* were turned up."""
        return frozenset()

    def substitutes(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> Mapping[Tile, Tile]:
        """Return the tiles that are another one wherever they lie, with what each of them is."""
        return NO_SUBSTITUTES

    def aside_tiles(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kinds that are never in a set, but laid down one by one in `aside`."""
        return frozenset()

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show, the winning tile not counted.

        Empty where nothing can be said. A hand that was broken off may be caught
        between drawing and discarding.
        """
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        return (rest, rest + 1) if record.outcome == "abort" else (rest,)

    def turned_after_win(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many tiles are turned up when a hand was won: `hidden_indicators`."""
        return 0

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the indicator tiles that take up copies of their kind."""
        return (*record.deal.indicators, *record.deal.hidden_indicators)

    def shares_tile(self, record: Record, place: int) -> bool:
        """Return whether the win at *place* is on the very tile that an earlier one is on."""
        win = record.wins[place]
        return win.is_taken and any(
            (one.tile, one.source) == (win.tile, win.source) for one in record.wins[:place]
        )

    def meld_problem(self, record: Record, meld: Meld) -> str | None:  # noqa: ARG002 -- hook
        """Return why this game refuses an otherwise sound *meld*, or nothing."""
        return None

    def counter_problem(self, name: str, value: object) -> str | None:
        """Return why *value* is none for the counter *name* of `carry`, or nothing.

        By default it is like what the counter starts from, a whole number not below 0.
        """
        start = self.carry[name]
        if type(start) is int:
            sound = type(value) is int and value >= 0
            return None if sound else "must be a whole number from 0"
        return None if type(value) is type(start) else f"must be like {start!r}"

    def form_problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return what the sheet refuses in the form and tiles of *record*.

        Asked whatever else was found, so that a fault of the form is told before
        one of the tiles; the record may have any fault that the others check for.
        """
        return ()

    def problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return what the sheet refuses in a record whose form and tiles are sound."""
        return ()

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*; raise `RecordError` for a win that is none."""
        if record.outcome == "win":
            return self.settle_win(record)
        if record.outcome == "draw":
            return self.settle_draw(record)
        return self.settle_abort(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand."""
        raise NotImplementedError

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the banker stays."""
        return self.unpaid(record, rotate(record.state, record.players, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, state.carry))

    def unpaid(self, record: Record, next_hand: NextHand) -> Settlement:
        """Return a settlement without payments."""
        return Settlement(self.id, record.players, (), next_hand)

    def start_score_for(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return what everyone has before the first hand under *options*."""
        return self.start_score

    def players(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many take part under *options*."""
        return self.seats[0]

    def dice_for(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many dice a throw has under *options*."""
        return self.dice

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who makes each throw; `None` while an earlier throw has to decide it."""
        return (throws.banker,)

    def break_wall(self, throws: Throws) -> Break | BreakAnywhere:  # noqa: ARG002 -- hook
        """Return where the wall is broken, if the sheet says it in "Walls, dice, deal"."""
        return BreakAnywhere()

    def describe(self) -> dict[str, object]:
        """Return the game's entry in the catalogue."""
        return {
            "id": self.id,
            "native": self.native,
            "name": self.name,
            "family": self.family,
            "seats": list(self.seats),
            "hand": self.hand_size,
            "tiles": dict(self.tiles),
            "options": [option.to_json() for option in self.options],
            "elements": [element.to_json() for element in self.elements],
            "marks": list(self.marks),
            "win_facts": [fact.id for fact in self.win_facts],
            "seat_facts": [fact.id for fact in self.seat_facts],
            "declared": list(self.declared),
            "incidents": list(self.incidents),
            "carry": dict(self.carry),
        }


def full_set(*, flowers: bool = False, copies: int = 4) -> Mapping[str, int]:
    """Return the 34 kinds, *copies* of each, and one of each of the 8 flowers if wanted."""
    tiles = {f"{rank}{suit}": copies for suit in "mps" for rank in range(1, 10)}
    tiles |= {f"{rank}z": copies for rank in range(1, 8)}
    if flowers:
        tiles |= {f"{place}f": 1 for place in range(1, 9)}
    return MappingProxyType(tiles)
