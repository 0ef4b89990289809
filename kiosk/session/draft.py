"""The hand being written down: everything tapped or read before Confirm; and the same as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, replace
from enum import StrEnum
from typing import Any, Final

from rules.errors import Problem
from rules.reasons import problem_from_json
from rules.value import value
from vision.types import REVIEW_THRESHOLD

MOST_STILLS: Final = 8  # pictures that are kept of one hand, the last ones

Quad = tuple[tuple[float, float], ...]
"""Four corners in pixels of the frame that was read, or empty for a tile entered by hand."""


class Stage(StrEnum):
    """Which screen the table is on; the server knows it, so a reload returns to it."""

    LOBBY = "lobby"
    """No session is open."""
    TABLE = "table"
    """Between hands: the machine deals, dice, wall break; the last settlement is shown."""
    PLAYING = "playing"
    """A hand is being played; declarations and incidents may be noted."""
    OUTCOME = "outcome"
    """Someone called the end: who won and how is being asked."""
    READING = "reading"
    """The hands are laid open for the camera."""
    REVIEW = "review"
    """The tiles are on the screen to be corrected."""
    SETTLEMENT = "settlement"
    """The settlement is shown; nothing is counted before Confirm."""
    OVER = "over"
    """The session has ended by its rules: close it, or undo the last hand."""

    @property
    def is_in_hand(self) -> bool:
        """Return whether a hand has begun and is not counted yet."""
        return self not in (Stage.LOBBY, Stage.TABLE, Stage.OVER)


class Part(StrEnum):
    """Where tiles can lie, by the hand record's names."""

    HAND = "hand"
    FLOWERS = "flowers"
    ASIDE = "aside"
    INDICATORS = "indicators"
    HIDDEN_INDICATORS = "hidden_indicators"


@value
class Place:
    """A row of tiles: a seat's hand, flowers or aside, or the table's indicators (seat `None`)."""

    part: Part
    seat: int | None = None

    def __post_init__(self) -> None:
        of_table = self.part in (Part.INDICATORS, Part.HIDDEN_INDICATORS)
        if of_table != (self.seat is None):
            raise ValueError(f"{self.part} of seat {self.seat}: no such row")

    @property
    def owner(self) -> int:
        """Whose row it is; raise `ValueError` for one of the table's own."""
        if self.seat is None:
            raise ValueError(f"{self.part} is nobody's row")
        return self.seat

    def __str__(self) -> str:
        return f"deal.{self.part}" if self.seat is None else f"seats[{self.seat}].{self.part}"


@value
class DraftTile:
    """One tile on the review screen."""

    number: int
    """Names this tile in commands; never used twice in a draft."""
    code: str
    """What it counts as now."""
    seen: str = ""
    """What the camera read; empty for a tile entered by hand."""
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    """Other codes with their probabilities, most likely first."""
    box: Quad = ()
    checked: bool = False
    """Whether a person has confirmed or corrected it."""

    @property
    def is_doubtful(self) -> bool:
        """Return whether the screen must ask about this tile."""
        return not self.checked and (self.confidence < REVIEW_THRESHOLD or self.code == "0z")

    @property
    def is_corrected(self) -> bool:
        """Return whether a person changed what the camera read, or added the tile."""
        return self.code != self.seen


@value
class DraftMeld:
    """One exposed set or kong on the review screen."""

    number: int
    kind: str
    """`chow`, `pung`, `kong_discard`, `kong_added` or `kong_concealed`."""
    tiles: tuple[DraftTile, ...]
    claimed: str = ""
    """Code of the claimed tile; needed for a chow only."""
    giver: int | None = None
    """Seat whose discard was claimed; `None` for a concealed kong."""


@value
class DraftSeat:
    """What lies before one seat."""

    hand: tuple[DraftTile, ...] | None = None
    """Concealed tiles without the winning tile; `None` where the hand was not shown."""
    melds: tuple[DraftMeld, ...] = ()
    flowers: tuple[DraftTile, ...] = ()
    aside: tuple[DraftTile, ...] = ()
    declared: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def tiles(self) -> Iterator[DraftTile]:
        """Yield every tile but the winning one."""
        melds = (tile for meld in self.melds for tile in meld.tiles)
        yield from (*(self.hand or ()), *melds, *self.flowers, *self.aside)


@value
class DraftWin:
    """One winner and how the win was made."""

    seat: int
    by: str = ""
    """`self_draw`, `discard`, `robbed_kong`, …; empty until asked."""
    giver: int | None = None
    """Discarder, or who was robbed."""
    tile: DraftTile | None = None
    marks: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    kong: int | None = None
    number: int = 0
    """Names this win in commands, where a seat can have several."""
    value: Mapping[str, Any] | None = None  # what people say that it is worth, tiles apart
    call: int = 0  # which call of the hand: winners of one call won on one tile

    @property
    def is_pending(self) -> bool:
        """Return whether it was called, and how it was made has not been said yet."""
        return not self.by


@value
class Draft:
    """One hand from the first dice to Confirm."""

    seats: tuple[DraftSeat, ...]
    stage: Stage = Stage.TABLE
    walls_up: bool = False
    """Whether the machine has raised the walls of this hand."""
    dice: tuple[tuple[int, ...], ...] = ()  # throws in order
    throws: tuple[Mapping[str, Any], ...] = ()
    """Every throw with its source, those that were taken back too (`HandSettled.throws`)."""
    drawing: str = ""
    """What the dice are drawing (`seating.Draw`); empty: they are thrown for the hand."""
    drawn: tuple[tuple[int, ...], ...] = ()
    """Throws of that draw, in order."""
    guide_dice: Mapping[str, Any] = field(default_factory=dict)  # by guide; [] until thrown
    wall_break: Mapping[str, Any] = field(default_factory=dict)
    """Answer of `rules.break_wall` to *dice*; empty before the first throw."""
    east: int | None = None
    """The seat that is East for seat winds, where it was said; otherwise the rules derive it."""
    play: Mapping[str, Any] | None = None
    """What was said of a hand of cards or dominoes; `None` in a game of tile hands."""
    leader: int | None = None  # of this hand, where the rules leave it to the players
    asking_allowed_by: tuple[int, ...] = ()
    """Seats that agree to questions about hands while this one is played."""
    outcome: str = ""
    """`win`, `draw`, `abort`; empty while the hand is played."""
    wins: tuple[DraftWin, ...] = ()
    indicators: tuple[DraftTile, ...] = ()
    hidden_indicators: tuple[DraftTile, ...] = ()
    incidents: tuple[Mapping[str, Any], ...] = ()
    next_number: int = 1
    """Number of the next tile or set."""
    removed: int = 0  # tiles that the camera read and a person took away
    readings: int = 0  # how often the camera was asked in this hand
    reading_problems: tuple[str, ...] = ()
    """What hindered the last reading (`too_dark`, `no_tiles`, …), worst first."""
    stills: tuple[str, ...] = ()
    """Names of the pictures that were read, in order (`kiosk.camera.image_store`)."""
    settlement: Mapping[str, Any] = field(default_factory=dict)
    """The preview shown at `Stage.SETTLEMENT`; empty otherwise."""
    typed: Mapping[str, Any] = field(default_factory=dict)
    """Payments typed in place of the rules' (`by_hand.typed_of`); empty: the rules settle it."""
    problems: tuple[Problem, ...] = ()
    """Why the last settling was refused, each with its place; cleared by the next correction."""
    from_log: tuple[str, ...] | None = None  # what the log has filled in: `kiosk.session.from_log`
    log: tuple[str, ...] = ()  # of the hand as it was played, where it was followed
    left: Mapping[str, Any] = field(default_factory=dict)  # by play: `kiosk.session.from_table`
    amends: int | None = None
    """The counted hand that is being corrected; `None` for the next hand."""
    set_aside: Draft | None = None
    """The next hand, while an older one is corrected."""

    def tiles(self) -> Iterator[DraftTile]:
        """Yield every tile of the draft, seat by seat, then the winning tiles and indicators."""
        for seat in self.seats:
            yield from seat.tiles()
        yield from (win.tile for win in self.wins if win.tile is not None)
        yield from (*self.indicators, *self.hidden_indicators)

    def with_still(self, name: str) -> Draft:
        """Return the draft with one more picture; an empty *name* is none."""
        more = () if not name or name in self.stills else (name,)
        return replace(self, stills=(*self.stills, *more)[-MOST_STILLS:])

    @property
    def wants_throw(self) -> bool:
        """Return whether dice have still to be thrown before the wall can be broken."""
        return not self.dice or "throwers" in self.wall_break

    @property
    def noted_wins(self) -> tuple[DraftWin, ...]:
        """Return the wins of which it was said how they were made, in order."""
        return tuple(win for win in self.wins if not win.is_pending)

    def wins_of(self, seat: int) -> tuple[DraftWin, ...]:
        """Return the wins of *seat*, in order."""
        return tuple(win for win in self.wins if win.seat == seat)

    @property
    def doubtful(self) -> int:
        """Return how many tiles still wait for a look."""
        return sum(tile.is_doubtful for tile in self.tiles())

    @property
    def corrections(self) -> int:
        """Return how many tiles differ from what the camera read: changed, added, removed."""
        if not self.readings:
            return 0
        return self.removed + sum(tile.is_corrected for tile in self.tiles())

    def reading_summary(self) -> dict[str, Any]:
        """Return what the ledger keeps about the reading; integers and text only."""
        read = [tile for tile in self.tiles() if tile.seen]
        return {
            "readings": self.readings,
            "read": len(read) + self.removed,
            "corrections": self.corrections,
            "removed": self.removed,
            "changed": [[tile.seen, tile.code] for tile in read if tile.is_corrected],
            **({"stills": list(self.stills)} if self.stills else {}),
        }


@value
class DraftChanged:
    """The draft is now this; kept beside the ledger, never in it."""

    draft: Draft


Json = Mapping[str, Any]
Ways = Mapping[str, Callable[[Any], Any]]
Fields = Mapping[type, tuple[tuple[str, Any], ...]]

PARTS: Final = (Draft, DraftMeld, DraftSeat, DraftTile, DraftWin)
AS_IT_IS: Final = frozenset({str, int, float, bool, type(None)})  # types that JSON has itself


def _usual(field: Field[Any]) -> Any:
    """Return what a field is unless it is said; `MISSING` where it always is."""
    return field.default if field.default_factory is MISSING else field.default_factory()


USUAL: Final[Fields] = {
    sort: tuple((field.name, _usual(field)) for field in fields(sort)) for sort in PARTS
}
"""The fields of everything that a draft is made of, each with what it is unless it is said."""
WHOLE: Final[Fields] = {
    sort: tuple((name, MISSING) for name, _ in usual) for sort, usual in USUAL.items()
}
"""The same, so that every field is said."""


def draft_to_json(draft: Draft) -> dict[str, Any]:
    """Return *draft* as JSON objects and lists, with every field."""
    return _unusual_fields(draft, WHOLE)


def draft_to_keep(draft: Draft) -> dict[str, Any]:
    """Return *draft* as JSON without the fields that are as usual: every tap writes it down."""
    return _unusual_fields(draft, USUAL)


def _unusual_fields(part: Any, defaults: Fields) -> dict[str, Any]:
    """Return the fields of a part of a draft that are not as they usually are."""
    values = {}
    for name, usual in defaults[type(part)]:
        value = getattr(part, name)
        if value != usual:
            values[name] = value if type(value) in AS_IT_IS else _plain(value, defaults)
    return values


def _plain(value: Any, defaults: Fields) -> Any:
    """Return *value* with every part of a draft in it as an object."""
    if isinstance(value, Problem):  # a tuple with names
        return value.to_json()
    if isinstance(value, tuple):
        return [one if type(one) in AS_IT_IS else _plain(one, defaults) for one in value]
    return _unusual_fields(value, defaults) if type(value) in defaults else value


def draft_from_json(json: Json) -> Draft:
    """Return the draft that `draft_to_json` or `draft_to_keep` wrote."""
    return Draft(**_read(json, _OF_DRAFT))


def _read(json: Json, ways: Ways) -> dict[str, Any]:
    """Return the fields that *json* tells, each read in its way, or taken as it is."""
    return {name: ways[name](value) if name in ways else value for name, value in json.items()}


def _each(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return how to read a row of what *read* reads."""
    return lambda row: tuple(read(one) for one in row)


def _perhaps(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return how to read what *read* reads, or `None`."""
    return lambda json: None if json is None else read(json)


def _tile(json: Json) -> DraftTile:
    return DraftTile(**_read(json, _OF_TILE))


_ROW: Final = _each(_tile)
_OF_TILE: Final[Ways] = {"alternatives": _each(tuple), "box": _each(tuple)}
_OF_SEAT: Final[Ways] = {
    "hand": _perhaps(_ROW),
    "melds": _each(lambda json: DraftMeld(**_read(json, {"tiles": _ROW}))),
    "flowers": _ROW,
    "aside": _ROW,
    "declared": tuple,
}
_OF_WIN: Final[Ways] = {"tile": _perhaps(_tile), "marks": tuple}
_OF_DRAFT: Final[Ways] = {
    "stage": Stage,
    "seats": _each(lambda json: DraftSeat(**_read(json, _OF_SEAT))),
    "asking_allowed_by": tuple,
    "from_log": _perhaps(tuple),
    "log": tuple,
    "dice": _each(tuple),
    "drawn": _each(tuple),
    "stills": tuple,
    "throws": tuple,
    "wins": _each(lambda json: DraftWin(**_read(json, _OF_WIN))),
    "indicators": _ROW,
    "hidden_indicators": _ROW,
    "incidents": tuple,
    "reading_problems": tuple,
    "problems": _each(problem_from_json),
    "set_aside": _perhaps(draft_from_json),
}
"""How what JSON has no sort of its own for is read."""


class Numbering:
    """Hands out the numbers of new tiles and sets, from *first* on."""

    def __init__(self, first: int = 1) -> None:
        self.next = first

    def take(self) -> int:
        """Return a number not used before."""
        self.next += 1
        return self.next - 1

    def tiles(self, codes: Iterable[str]) -> tuple[DraftTile, ...]:
        """Return new tiles entered by hand, in this order."""
        return tuple(DraftTile(self.take(), code, checked=True) for code in codes)


def fresh_draft(seats: int) -> Draft:
    """Return the draft of a hand that has not begun."""
    return Draft(seats=tuple(DraftSeat() for _ in range(seats)))
