"""The `play` of a record as values, and how they are read: sheet, "Record"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.play.dealt import hands_dealt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.games.cards.tien_gow.plays import Tiles
    from rules.play.dealt import Hands
    from rules.record.reader import Reader

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


class Laid(NamedTuple):
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


class Dealt(NamedTuple):
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
    dealt: Dealt | None = None
    hands: Hands | None = None
    tricks: tuple[tuple[Laid, ...], ...] | None = None


def read(given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
    """Return the play in *given*; of a hand given up only what was dealt and laid is read."""
    hands = reader.optional(given, "hands", "play", lambda data, at: hands_dealt(data, reader, at))
    tricks = reader.optional(given, "tricks", "play", lambda data, at: _tricks(data, reader, at))
    if outcome == "abort":
        return Play(hands=hands, tricks=tricks)
    optional = reader.optional
    play = Play(
        optional(given, "piles", "play", lambda data, at: _piles(data, reader, at)),
        optional(given, "last", "play", lambda data, at: _last(data, reader, at)),
        optional(given, "premiums", "play", lambda data, at: _premiums(data, reader, at)),
        optional(given, "sweep", "play", lambda word, at: reader.a_word(word, at, SWEEPS)),
        optional(given, "opening", "play", reader.codes),
        optional(given, "dealt_hand", "play", lambda data, at: _dealt(data, reader, at)),
        hands,
        tricks,
    )
    if given.get("tricks") is None and given.get("dealt_hand") is None:
        for name in ("piles", "last"):
            if given.get(name) is None:
                reader.wrong(f"play.{name}", "is needed where there is no log of the tricks")
    return play


def _piles(data: object, reader: Reader, where: str) -> tuple[int, ...]:
    """Return the number of piles of each seat."""
    piles = reader.rows(data, where, reader.a_number)
    if type(data) is list and len(data) != SEATS:
        reader.wrong(where, f"must be {SEATS} numbers")
    return piles


def _last(data: object, reader: Reader, where: str) -> Last:
    """Return the last trick."""
    given = reader.fields(data, LAST_FIELDS, where)
    leader = reader.a_seat(given.get("leader"), f"{where}.leader")
    winner = reader.a_seat(given.get("winner"), f"{where}.winner")
    led = reader.codes(given.get("led"), f"{where}.led")
    tiles = reader.codes(given.get("tiles"), f"{where}.tiles")
    up = reader.optional(given, "up", where, lambda seats, at: _up(seats, reader, at))
    return Last(leader, led, winner, tiles, up)


def _up(data: object, reader: Reader, where: str) -> tuple[int, ...]:
    """Return the seats that laid face up."""
    return reader.rows(data, where, reader.a_seat)


def _premiums(data: object, reader: Reader, where: str) -> tuple[Premium, ...]:
    """Return the feats."""
    return reader.rows(data, where, lambda one, at: _premium(one, reader, at))


def _premium(data: object, reader: Reader, where: str) -> Premium | None:
    """Return one feat."""
    kind = data.get("kind") if type(data) is dict else None
    known = reader.a_word(kind, f"{where}.kind", KINDS)
    if known is None:
        return None
    given = reader.fields(data, FOUR_FIELDS if known == "four" else SUPREME_FIELDS, where)
    if known != "four":
        seat = reader.a_seat(given.get("seat"), f"{where}.seat")
        return Premium(known, seat, seat)
    return Premium(
        known,
        reader.a_seat(given.get("leader"), f"{where}.leader"),
        reader.a_seat(given.get("winner"), f"{where}.winner"),
        _up(given.get("up"), reader, f"{where}.up"),
    )


def _dealt(data: object, reader: Reader, where: str) -> Dealt | None:
    """Return the hand that was settled as it was dealt."""
    given = reader.fields(data, DEALT_FIELDS, where)
    seat = reader.a_seat(given.get("seat"), f"{where}.seat")
    sweep = reader.a_word(given.get("as"), f"{where}.as", SWEEPS)
    return None if sweep is None else Dealt(seat, sweep)


def _tricks(data: object, reader: Reader, where: str) -> tuple[tuple[Laid, ...], ...]:
    """Return the log."""
    return reader.rows(data, where, lambda one, at: _trick(one, reader, at))


def _trick(data: object, reader: Reader, where: str) -> tuple[Laid, ...]:
    """Return the plays of one trick."""
    plays = reader.fields(data, frozenset(("plays",)), where).get("plays")
    return reader.rows(plays, f"{where}.plays", lambda one, at: _laid(one, reader, at))


def _laid(data: object, reader: Reader, where: str) -> Laid:
    """Return one play."""
    given = reader.fields(data, LAID_FIELDS, where)
    if "tiles" not in given:
        reader.wrong(f"{where}.tiles", "is missing: codes, or null where they were not seen")
    return Laid(
        reader.a_seat(given.get("seat"), f"{where}.seat"),
        reader.optional(given, "tiles", where, reader.codes),
        reader.a_switch(given.get("down", False), f"{where}.down"),
    )
