"""The `play` of a record as values, and how they are read: sheet, "Record"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.play.dealt import hands_dealt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.games.cards.shuangkou.plays import Cards
    from rules.play.dealt import Hands
    from rules.record.reader import Reader

PLAY_FIELDS: Final = frozenset(("finish", "bombs", "hands", "plays"))
LAID_FIELDS: Final = frozenset(("seat", "cards"))

SEATS: Final = 4
HAND: Final = 27


class Laid(NamedTuple):
    """What one seat laid; a pass has no cards."""

    seat: int
    cards: Cards


class Play(NamedTuple):
    """What a record says of a hand; what it does not say is `None`."""

    finish: tuple[int, ...] | None = None
    bombs: tuple[Laid, ...] = ()
    hands: Hands | None = None
    plays: tuple[Laid, ...] | None = None


def read(given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
    """Return the play in *given*."""
    optional = reader.optional
    play = Play(
        optional(given, "finish", "play", lambda data, at: reader.rows(data, at, reader.a_seat)),
        optional(given, "bombs", "play", lambda data, at: _all_laid(data, reader, at)) or (),
        optional(given, "hands", "play", lambda data, at: hands_dealt(data, reader, at)),
        optional(given, "plays", "play", lambda data, at: _all_laid(data, reader, at)),
    )
    if outcome == "win" and given.get("plays") is None and given.get("finish") is None:
        reader.wrong("play.finish", "is needed where there is no log of the plays")
    return play


def _all_laid(data: object, reader: Reader, where: str) -> tuple[Laid, ...]:
    """Return a list of what was laid."""
    return reader.rows(data, where, lambda one, at: _laid(one, reader, at))


def _laid(data: object, reader: Reader, where: str) -> Laid:
    """Return one play."""
    given = reader.fields(data, LAID_FIELDS, where)
    return Laid(
        reader.a_seat(given.get("seat"), f"{where}.seat"),
        reader.codes(given.get("cards"), f"{where}.cards"),
    )
