"""What any game is to the catalogue, the table and the record: its names, seats and options.

`rules.ruleset` makes games of tile hands of it, `rules.play.game` games whose record
holds a `play` object of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Protocol

from rules.figure import Figure
from rules.guides import Guide
from rules.tiles import FLOWERS, RED_FIVES, TILES, Tile
from rules.value import NOTHING
from rules.walls import BreakAnywhere, Throws

WIND_CODES: Final = ("1z", "2z", "3z", "4z")
"""East, South, West, North."""


class Options(dict[str, Any]):
    """House options as they are set, every one of a game.

    Never changed once made; the same setting is the same object, so that what
    depends on it can be remembered by it.
    """

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]  # by identity, unlike a dict
    __eq__ = object.__eq__
    __ne__ = object.__ne__


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
        values: object = list(self.values) if self.values else self.expects
        return {"name": self.name, "default": self.default, "values": values}


def switch(name: str, default: bool = False) -> Option:
    """Return an option that is on or off."""
    return Option(name, default, (True, False))


def choice(name: str, *values: Any, default: Any = None) -> Option:
    """Return an option with a list of *values*, the first being the default unless one is named."""
    first = values[0] if default is None else default
    return Option(name, first, values)


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


FactKind = Literal["bool", "int", "ints", "seats", "tiles", "tile_rows", "text"]
"""What a fact's value is; `ints` and `tile_rows` are lists, such as one entry for each set."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the tiles cannot show and a record may say."""

    id: str
    kind: FactKind = "bool"
    words: tuple[str, ...] = ()
    """What a text may be; empty where it is free."""
    numbers: Literal["", "kongs", "wins_before"] = ""
    """What `ints` are: places of kongs among the sets, or for each set the wins before it."""


Role = Literal["anybody", "winner", "giver", "banker"]
"""Whose word it is: `giver` is who discarded or was robbed."""


@dataclass(frozen=True, slots=True)
class Scope:
    """When a mark, fact or declaration can matter (`rules.questions`)."""

    endings: tuple[str, ...] = ()
    """The ways of winning and the outcomes without one; empty for all."""
    whose: tuple[Role, ...] = ("anybody",)
    option: str = ""
    """The house option without which it never matters."""


FirstBanker = Literal["highest", "count", "highest_count"]
"""Everybody throws and the highest leads; the provisional East throws once and counts round from
himself as one; the highest throws again and counts so."""


class Broken(Protocol):
    """Where the wall is broken, or how the tiles are taken."""

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""


class Game:
    """One game. Attributes are the sheet's data; methods are where a sheet says more.

    A game without tile hands has no tiles, ways of winning, marks and facts: it
    leaves them empty and says what it needs in its own record.
    """

    id: ClassVar[str]
    native: ClassVar[str]
    name: ClassVar[str]
    family: ClassVar[str]
    """Groups games on the lobby: `hubei`, `japan`, `taiwan`, …"""
    vocabulary: ClassVar[str] = ""
    """Whose words its players have for what all games have; empty for the shared ones."""
    first_banker: ClassVar[FirstBanker] = "highest"
    """How dice find the first banker; the usual way where the sheet is silent."""
    rounds: ClassVar[int] = 0
    """After how many rounds a session is over; 0 where an option says it, or it ends otherwise."""
    counts_rounds: ClassVar[bool] = True
    """Whether the post of banker goes about the table in order, so that rounds are counted."""
    seats: ClassVar[tuple[int, ...]] = (4,)
    plays: ClassVar[bool] = False
    """Whether the record holds `play` in place of `deal`, `seats` and `wins`."""
    hand_size: ClassVar[int] = 0
    tiles: ClassVar[Mapping[str, int]] = NOTHING
    """Copies of each tile code with the default options; none where no machine deals."""
    options: ClassVar[tuple[Option, ...]] = ()
    elements: ClassVar[tuple[Element, ...]] = ()
    ways: ClassVar[tuple[str, ...]] = ()
    chows: ClassVar[bool] = False
    marks: ClassVar[tuple[str, ...]] = ()
    win_facts: ClassVar[tuple[Fact, ...]] = ()
    seat_facts: ClassVar[tuple[Fact, ...]] = ()
    declared: ClassVar[tuple[str, ...]] = ()
    stick: ClassVar[int] = 0
    """Points that a seat lays on the table with such an announcement."""
    scopes: ClassVar[Mapping[str, Scope]] = NOTHING
    """When a word of this game can matter, where that is not as usual (`rules.questions`)."""
    incidents: ClassVar[tuple[str, ...]] = ()
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = NOTHING
    """What an incident of a kind says beside kind and seat; `ints` are one for each seat."""
    shows_claims: ClassVar[bool] = True
    """Whether a set laid down shows whose tile was claimed for it; else nothing depends on it."""
    all_hands_shown: ClassVar[bool] = False
    """Whether every seat's concealed tiles count, so that all of them ought to be shown."""
    marks_without_effect: ClassVar[tuple[str, ...]] = ()
    """Those of *marks* that a record may have though the sheet pays nothing for them."""
    laid_counts_after: ClassVar[tuple[str, ...]] = ()
    """The outcomes after which sets and flowers count that those have who did not win."""
    plays_on: ClassVar[bool] = False
    """Whether play goes on after a win, so that many may win, and one of them again.

    Where two wins in a row could be on one tile, the win fact `separate` says they are not.
    """
    carry: ClassVar[Mapping[str, Any]] = NOTHING
    """The counters carried between hands, with what they start from."""
    counters_of_people: ClassVar[tuple[str, ...]] = ()
    """Those of *carry* with a share for each seat that people take along when they change seats."""
    indicators: ClassVar[int] = 0
    """How many tiles are turned up at the deal."""
    uses_aside: ClassVar[bool] = False
    """Whether single tiles are laid in their owner's own area."""
    start_score: ClassVar[int] = 0
    has_break: ClassVar[bool] = True
    """Whether dice say where tiles are taken; cards are just dealt."""
    dead_wall: ClassVar[int | None] = 0
    """How many tiles of the wall nobody draws, indicators that are turned up there among them.

    `None` where that changes in the hand, or an option says it.
    """
    hides_order: ClassVar[bool] = False
    """Whether players throw their discards in disorder, so that no screen may show the order."""
    dice: ClassVar[int] = 2
    """Dice of one throw."""
    guides: ClassVar[tuple[Guide, ...]] = ()
    """What its players are led through at the table, step by step."""
    value_figures: ClassVar[tuple[Figure, ...]] = ()
    """In what a winner's hand may be told in place of its tiles; none where paying takes more."""
    needs_tiles: ClassVar[tuple[str, ...]] = ()
    """The elements and steps beside which a value alone does not say who pays: they make liable."""
    pays_beside_value: ClassVar[bool] = False
    """Whether something lying open is paid beside what the hand is worth: kongs, birds."""
    base_and_power: ClassVar[tuple[str, str] | None] = None
    """Entries of a win: what is doubled, and how often. `<base>_items` say what the first is."""
    counted_limits: ClassVar[tuple[str, ...]] = ()
    """The limits in which the elements of such a hand are counted, in place of anything else."""

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

    def turned_for_kongs(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return for how many kongs of a hand one more indicator is turned up."""
        return 0

    def turned_after_win(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many tiles are turned up when a hand was won: `hidden_indicators`."""
        return 0

    def has_hidden_indicators(self, options: Mapping[str, Any]) -> bool:
        """Return whether a record may have `hidden_indicators`."""
        return self.turned_after_win(options) > 0

    def counters_for(self, seats: int) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return the counters of a table with *seats* seats, and what each starts from."""
        return self.carry

    def counter_problem(self, name: str, value: object) -> str | None:
        """Return why *value* is none for the counter *name* of `carry`, or nothing.

        By default it is like what the counter starts from, a whole number not below 0.
        """
        start = self.carry[name]
        if type(start) is int:
            sound = type(value) is int and value >= 0
            return None if sound else "must be a whole number from 0"
        return None if type(value) is type(start) else f"must be like {start!r}"

    def start_score_for(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return what everyone has before the first hand under *options*."""
        return self.start_score

    def rounds_for(self, options: Mapping[str, Any]) -> int:
        """Return after how many rounds a session is over; 0 where it ends otherwise or never."""
        rounds = options.get("rounds")
        return rounds if type(rounds) is int else self.rounds

    def figures(self, options: Mapping[str, Any]) -> tuple[Figure, ...]:  # noqa: ARG002 -- hook
        """Return in what a winner's hand may be told in place of its tiles under *options*."""
        return self.value_figures

    def figures_after(
        self,
        values: Mapping[str, Any],
        by: str,  # noqa: ARG002 -- hook
        options: Mapping[str, Any],
    ) -> tuple[Figure, ...]:
        """Return of which figures one is still to be told of a hand won *by* this way.

        None once the *values* of the figures so far are enough; by default one is.
        """
        return () if values else self.figures(options)

    def prize_unit(self, options: Mapping[str, Any]) -> str:  # noqa: ARG002 -- hook
        """Return in what prizes are paid beside the points (祝儀) under *options*.

        `points`, `chips`, or nothing where there are none.
        """
        return ""

    def counts_winners(self, options: Mapping[str, Any]) -> bool:  # noqa: ARG002 -- hook
        """Return whether it matters who has won no hand yet (焼き鳥) under *options*."""
        return False

    def players(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many take part under *options*."""
        return self.seats[0]

    def seat_choices(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return how many may take part under *options*: one number, unless people choose."""
        return (self.players(options),)

    def seat_winds(self, players: int) -> tuple[str, ...]:
        """Return the code of each seat's wind for *players* players, the banker's first."""
        return tuple(WIND_CODES[seat % len(WIND_CODES)] for seat in range(players))

    def round_winds(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- hook
        """Return the codes of the winds that rounds are named after, in order."""
        return WIND_CODES

    def dice_for(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many dice a throw has under *options*."""
        return self.dice

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who makes each throw; `None` while an earlier throw has to decide it."""
        return (throws.banker,)

    def break_wall(self, throws: Throws) -> Broken:  # noqa: ARG002 -- hook
        """Return where the wall is broken, if the sheet says it in "Walls, dice, deal"."""
        return BreakAnywhere()

    def describe(self) -> dict[str, object]:
        """Return the game's entry in the catalogue."""
        return {
            "id": self.id,
            "native": self.native,
            "name": self.name,
            "family": self.family,
            "seats": sorted(self.seats),
            "hand": self.hand_size,
            "tiles": dict(self.tiles),
            "options": [option.to_json() for option in self.options],
            "elements": [element.to_json() for element in self.elements],
            "marks": list(self.marks),
            "win_facts": [fact.id for fact in self.win_facts],
            "seat_facts": [fact.id for fact in self.seat_facts],
            "declared": list(self.declared),
            "incidents": list(self.incidents),
            "incident_facts": {
                kind: [fact.id for fact in facts] for kind, facts in self.incident_facts.items()
            },
            "carry": dict(self.carry),
            "value": {
                "figures": [figure.to_json() for figure in self.figures(self.defaults)],
                "needs_tiles": list(self.needs_tiles),
                "pays_beside": self.pays_beside_value,
            },
        }
