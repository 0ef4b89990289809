"""Dominoes, what may be laid together, and what beats what: sheet, "Equipment" and "Play".

Pure functions over codes such as `6-6` and the house options, so that a screen can
check a play before it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.play.packs import Hands, hands_dealt
from rules.record.reader import Reader

CIVIL: Final = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
"""The civil tiles (文), strongest first; two of each."""

MILITARY: Final = (
    ("3-6", "4-5"),
    ("2-6", "3-5"),
    ("2-5", "3-4"),
    ("2-4",),
    ("1-4", "2-3"),
    ("1-2",),
)
"""The military tiles (武) by their sums, strongest first; one of each."""

FAMILIES: Final = tuple(zip(CIVIL[:4], (*MILITARY[:3], MILITARY[4]), strict=True))
"""Civil tile and military pair of heaven, earth, man and goose, strongest first."""

COPIES: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(CIVIL, 2) | {tile: 1 for pair in MILITARY for tile in pair}
)
"""The 32 dominoes."""

SUPREME: Final = ("1-2", "2-4")
CIVIL_SUPREME: Final = ("1-5", "1-5")
HIGH_LEGS: Final = ("1-6", "1-6")

Tiles = tuple[str, ...]


class Combination(NamedTuple):
    """Tiles that may be led together."""

    kind: str
    """`civil`, `military`, `supreme`, `civil_supreme`, `civil_pair`, … as in the sheet's table."""
    strength: int
    """Among its kind, higher is stronger."""
    tiles: Tiles
    """In the order of their codes."""


def _list_combinations() -> Iterator[tuple[str, Iterable[Tiles]]]:
    for tile in CIVIL:
        yield "civil", [(tile,)]
        yield "civil_pair", [(tile, tile)]
    for equal in MILITARY:
        yield "military", [(tile,) for tile in equal]
    yield "supreme", [SUPREME]
    for civil, pair in FAMILIES:
        yield "military_pair", [pair]
        yield "mixed_pair", [(civil, one) for one in pair]
        yield "civil_triple", [(civil, civil, one) for one in pair]
        yield "military_triple", [(civil, *pair)]
        yield "four", [(civil, civil, *pair)]


def _table() -> Mapping[Tiles, Combination]:
    table: dict[Tiles, Combination] = {}
    rank: dict[str, int] = {}
    for kind, equal in _list_combinations():
        rank[kind] = rank.get(kind, 0) - 1
        for tiles in equal:
            key = tuple(sorted(tiles))
            table[key] = Combination(kind, rank[kind], key)
    return MappingProxyType(table)


TABLE: Final = _table()
"""The combinations of the usual game by their tiles in the order of their codes."""

_CIVIL_SUPREME: Final = Combination("civil_supreme", 0, CIVIL_SUPREME)


def combination(tiles: Iterable[str], options: Mapping[str, Any]) -> Combination | None:
    """Return what *tiles* are together under *options*, or nothing if they are not to be led."""
    key = tuple(sorted(tiles))
    if key == CIVIL_SUPREME and options["civil_supreme"]:
        return _CIVIL_SUPREME
    return TABLE.get(key)


def beats(
    meld: Combination, best: Combination, led: Combination, options: Mapping[str, Any]
) -> bool:
    """Return whether *meld* beats *best*, the best so far in a trick to which *led* was led.

    A civil supreme is beaten by the pair of high legs alone, where the house has it,
    and nothing then beats that pair (D6).
    """
    if led.kind == "civil_supreme":
        return best is led and meld.tiles == HIGH_LEGS and options["high_legs"] != "no"
    return meld.kind == best.kind and meld.strength > best.strength


def is_supreme(meld: Combination) -> bool:
    """Return whether *meld* is one that wins whenever it is led, and earns a premium."""
    return meld.kind in ("supreme", "civil_supreme")


PLAY_FIELDS: Final = frozenset(
    ("piles", "last", "premiums", "sweep", "opening", "dealt_hand", "hands", "tricks")
)
LAST_FIELDS: Final = frozenset(("leader", "led", "winner", "tiles", "up"))
LAID_FIELDS: Final = frozenset(("seat", "tiles", "down"))
DEALT_FIELDS: Final = frozenset(("seat", "as"))
SUPREME_FIELDS: Final = frozenset(("kind", "seat"))
FOUR_FIELDS: Final = frozenset(("kind", "leader", "up", "winner"))
SWEEPS: Final = ("seven", "eight")
KINDS: Final = ("supreme", "civil_supreme", "four")

SEATS: Final = 4
HAND: Final = 8
"""Tiles of a hand, and piles of all hands."""


class TrickPlay(NamedTuple):
    """What one seat laid to a trick."""

    seat: int
    tiles: Tiles | None
    """`None` for face-down tiles that were not seen."""
    is_down: bool = False


class Last(NamedTuple):
    """The last trick (結)."""

    leader: int
    led: Tiles
    winner: int
    tiles: Tiles
    """What it was won with."""
    up: tuple[int, ...] | None = None
    """Who laid face up, where that is said."""

    @property
    def laid_up(self) -> tuple[int, ...]:
        """Return who laid face up: leader and winner at least."""
        both = (self.leader,) if self.leader == self.winner else (self.leader, self.winner)
        return both if self.up is None else self.up


class Premium(NamedTuple):
    """A feat that earns something at once."""

    kind: str
    leader: int
    winner: int
    up: tuple[int, ...] = ()
    """All who laid a four face up, in order; nobody for a supreme."""


class DealtHand(NamedTuple):
    """A dealt hand that is settled as a sweep."""

    seat: int
    sweep: str


class Play(NamedTuple):
    """What a record says of a hand; what it does not say is `None`."""

    piles: tuple[int, ...] | None = None
    last: Last | None = None
    premiums: tuple[Premium, ...] | None = None
    sweep: str | None = None
    opening: Tiles | None = None
    dealt: DealtHand | None = None
    hands: Hands | None = None
    tricks: tuple[tuple[TrickPlay, ...], ...] | None = None


def read_play(fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
    """Return the play in *fields*; of a hand given up only what was dealt and laid is read."""
    hands = reader.optional(fields, "hands", "play", lambda data, at: hands_dealt(data, reader, at))
    tricks = reader.optional(fields, "tricks", "play", lambda data, at: _tricks(data, reader, at))
    if outcome == "abort":
        return Play(hands=hands, tricks=tricks)
    optional = reader.optional
    play = Play(
        optional(fields, "piles", "play", lambda data, at: _piles(data, reader, at)),
        optional(fields, "last", "play", lambda data, at: _last(data, reader, at)),
        optional(fields, "premiums", "play", lambda data, at: _premiums(data, reader, at)),
        optional(fields, "sweep", "play", lambda word, at: reader.a_word(word, at, SWEEPS)),
        optional(fields, "opening", "play", reader.codes),
        optional(fields, "dealt_hand", "play", lambda data, at: _dealt_hand(data, reader, at)),
        hands,
        tricks,
    )
    if fields.get("tricks") is None and fields.get("dealt_hand") is None:
        for name in ("piles", "last"):
            if fields.get(name) is None:
                reader.wrong(f"play.{name}", "is needed where there is no log of the tricks")
    return play


def _piles(data: object, reader: Reader, where: str) -> tuple[int, ...]:
    piles = reader.rows(data, where, reader.a_number)
    if type(data) is list and len(data) != SEATS:
        reader.wrong(where, f"must be {SEATS} numbers")
    return piles


def _last(data: object, reader: Reader, where: str) -> Last:
    fields = reader.fields(data, LAST_FIELDS, where)
    leader = reader.a_seat(fields.get("leader"), f"{where}.leader")
    winner = reader.a_seat(fields.get("winner"), f"{where}.winner")
    led = reader.codes(fields.get("led"), f"{where}.led")
    tiles = reader.codes(fields.get("tiles"), f"{where}.tiles")
    up = reader.optional(fields, "up", where, lambda seats, at: _up(seats, reader, at))
    return Last(leader, led, winner, tiles, up)


def _up(data: object, reader: Reader, where: str) -> tuple[int, ...]:
    return reader.rows(data, where, reader.a_seat)


def _premiums(data: object, reader: Reader, where: str) -> tuple[Premium, ...]:
    return reader.rows(data, where, lambda one, at: _premium(one, reader, at))


def _premium(data: object, reader: Reader, where: str) -> Premium | None:
    word = data.get("kind") if type(data) is dict else None
    kind = reader.a_word(word, f"{where}.kind", KINDS)
    if kind is None:
        return None
    fields = reader.fields(data, FOUR_FIELDS if kind == "four" else SUPREME_FIELDS, where)
    if kind != "four":
        seat = reader.a_seat(fields.get("seat"), f"{where}.seat")
        return Premium(kind, seat, seat)
    return Premium(
        kind,
        reader.a_seat(fields.get("leader"), f"{where}.leader"),
        reader.a_seat(fields.get("winner"), f"{where}.winner"),
        _up(fields.get("up"), reader, f"{where}.up"),
    )


def _dealt_hand(data: object, reader: Reader, where: str) -> DealtHand | None:
    fields = reader.fields(data, DEALT_FIELDS, where)
    seat = reader.a_seat(fields.get("seat"), f"{where}.seat")
    sweep = reader.a_word(fields.get("as"), f"{where}.as", SWEEPS)
    return None if sweep is None else DealtHand(seat, sweep)


def _tricks(data: object, reader: Reader, where: str) -> tuple[tuple[TrickPlay, ...], ...]:
    return reader.rows(data, where, lambda one, at: _trick(one, reader, at))


def _trick(data: object, reader: Reader, where: str) -> tuple[TrickPlay, ...]:
    plays = reader.fields(data, frozenset(("plays",)), where).get("plays")
    return reader.rows(plays, f"{where}.plays", lambda one, at: _parse_trick_play(one, reader, at))


def _parse_trick_play(data: object, reader: Reader, where: str) -> TrickPlay:
    fields = reader.fields(data, LAID_FIELDS, where)
    if "tiles" not in fields:
        reader.wrong(f"{where}.tiles", "is missing: codes, or null where they were not seen")
    return TrickPlay(
        reader.a_seat(fields.get("seat"), f"{where}.seat"),
        reader.optional(fields, "tiles", where, reader.codes),
        reader.a_switch(fields.get("down", False), f"{where}.down"),
    )
