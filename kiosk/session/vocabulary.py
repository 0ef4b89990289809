"""What a game has words for: options, marks, facts, calls, incidents, and what its cards say.

The rules read a whole record when it is settled and say what is missing or cannot be. Here stands
what may be told at all, so that the screens can show it and people can take it back.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    ValidationError,
    ValidationInfo,
)

from kiosk.errors import Refused, refused_for
from kiosk.session import commands as c
from kiosk.session.answers import SayValue
from rules.errors import Problem
from rules.figure import Figure
from rules.game import Fact, Game
from rules.games.cards.tien_gow.plays import HAND, SEATS
from rules.play.game import PlayGame
from rules.record.parse import Form as FactReader

MAX_LOG: Final = 500
"""Entries of a log: 108 cards of Shuangkou laid one by one, three passes after each, are 432."""
CARD_SEATS: Final = 4
"""At most, at a table where cards or dominoes are played."""


def check_options(options: Mapping[str, Any], game: Game) -> None:
    """Raise `Refused` where this game has no such option, or the option no such value."""
    problems = tuple(
        Problem("unknown_option", f"{name} cannot be {value!r}", f"options.{name}")
        for name, value in options.items()
        if name not in game.by_option or not game.by_option[name].allows(value)
    )
    if problems:
        raise refused_for(problems)


def check_words(command: c.Command, game: Game, options: Mapping[str, Any]) -> None:
    """Raise `Refused` where *game* has no such mark, fact, call or incident, or no such play.

    No screen shows them, so nobody could take them back, and the hand could never be settled.
    What an older version of the game has left in a draft can be cleared.
    """
    reader = FactReader(game, game.players(options))
    match command:
        case c.Mark(_, word, True):
            _check_word(word, game.marks, "mark")
        case c.Declare(_, word, True):
            _check_word(word, game.declared, "word")
        case c.WinFact(_, word, value) | c.SeatFact(_, word, value) if value is not None:
            facts = game.win_facts if isinstance(command, c.WinFact) else game.seat_facts
            _check_fact(word, value, facts, reader)
        case c.NoteIncident(kind, _, details):
            _check_word(kind, game.incidents, "kind")
            for word, value in details.items():
                _check_fact(word, value, game.incident_facts.get(kind, ()), reader, "details")
        case SayValue(_, value) if value is not None:
            _check_value(value, game.figures(options))
        case c.SayPlay(play):
            _check_play(game, play)
        case _:
            return


def _check_fact(
    word: str, value: Any, facts: Iterable[Fact], reader: FactReader, where: str = "facts"
) -> None:
    """Raise `Refused` where none of *facts* is called *word*, or it cannot have such a *value*."""
    by_id = {fact.id: fact for fact in facts}
    _check_names((word,), by_id, where)
    reader.fact(value, by_id[word], f"{where}.{word}")
    if reader.problems:
        raise refused_for(reader.problems)


def _check_value(value: Mapping[str, Any], figures: Iterable[Figure]) -> None:
    """Raise `Refused` where *value* is not told in these *figures*."""
    by_id = {figure.id: figure for figure in figures}
    _check_names(value, by_id, "value")
    for name, number in value.items():
        if not by_id[name].allows(number):
            raise Refused("bad_value", by_id[name].expects, where=f"value.{name}")


def _check_word(word: str, vocabulary: Container[str], where: str) -> None:
    if word not in vocabulary:
        raise Refused("no_such_word", f"this game knows no {word!r}", where=where)


def _check_names(names: Iterable[str], vocabulary: Container[str], where: str) -> None:
    for name in names:
        _check_word(name, vocabulary, f"{where}.{name}")


def _of(attribute: str) -> AfterValidator:
    """Return the check that a code is one of the game's `pieces` or `redeals`."""

    def check(code: str, info: ValidationInfo) -> str:
        if code not in getattr(info.context, attribute):
            raise ValueError(f"there is no {code!r} in this game")
        return code

    return AfterValidator(check)


Piece = Annotated[str, _of("pieces")]
Row = Annotated[list[Piece], Field(max_length=MAX_LOG)]
Seat = Annotated[int, Field(strict=True, ge=0, lt=CARD_SEATS)]
Seats = Annotated[list[Seat], Field(max_length=CARD_SEATS)]
Count = Annotated[int, Field(strict=True, ge=0, le=HAND)]
Log = Annotated[list[Any], Field(max_length=MAX_LOG)]
"""What only the rules read."""
Sweep = Literal["seven", "eight"]


class Form(BaseModel):
    """Fields of which any may be left out, and no others."""

    model_config = ConfigDict(extra="forbid")


class Redeal(Form):
    """Why cards were dealt again."""

    reason: Annotated[str, _of("redeals")]
    cards: Annotated[Row, Field(min_length=1)]
    seat: Seat | None = None


class CapturedCards(Form):
    """Who captured what."""

    captured: Annotated[list[Row], Field(max_length=CARD_SEATS)] = []
    table: Row = []
    deal_table: Row | None = None
    devil_last: StrictBool = False
    redeal: Redeal | None = None
    pulls: Log = []


class Bomb(Form):
    """A bomb that a seat has laid."""

    seat: Seat
    cards: Annotated[Row, Field(min_length=1)]


class FinishingOrder(Form):
    """Who had no cards left, in order, and the bombs."""

    finish: Seats = []
    bombs: Annotated[list[Bomb], Field(max_length=MAX_LOG)] = []
    hands: Log | None = None
    plays: Log | None = None


class Trick(Form):
    """The last trick: who led what, and who took it with what."""

    leader: Seat | None = None
    winner: Seat | None = None
    led: Row = []
    tiles: Row | None = None
    up: Seats | None = None


class SupremePremium(Form):
    """Who had a supreme."""

    kind: Literal["supreme", "civil_supreme"]
    seat: Seat


class FourPremium(Form):
    """Who led four dominoes and who took them."""

    kind: Literal["four"]
    leader: Seat
    winner: Seat
    up: Seats | None = None


class DealtHand(Form):
    """A hand that wins as it was dealt."""

    seat: Seat
    sweep: Annotated[Sweep, Field(alias="as")]


class LastTrick(Form):
    """The piles, the last trick and what is paid beside them."""

    piles: Annotated[list[Count], Field(min_length=SEATS, max_length=SEATS)] = [0] * SEATS
    last: Trick = Trick()
    premiums: Annotated[list[SupremePremium | FourPremium], Field(max_length=MAX_LOG)] = []
    sweep: Sweep | None = None
    opening: Row | None = None
    dealt_hand: DealtHand | None = None
    hands: Log | None = None
    tricks: Log | None = None


FORMS: Final[Mapping[str, type[Form]]] = {
    "captured_cards": CapturedCards,
    "finishing_order": FinishingOrder,
    "last_trick": LastTrick,
}
"""The form of a play, by what people tell of a hand (`PlayGame.summary`)."""


def _check_play(game: Game, play: Mapping[str, Any]) -> None:
    """Raise `Refused` with every place at which *play* has not the form of the game's plays."""
    assert isinstance(game, PlayGame)
    try:
        FORMS[game.summary].model_validate(play, context=game)
    except ValidationError as error:
        raise refused_for(
            [
                Problem("bad_record", one["msg"], ".".join(map(str, ("play", *one["loc"]))))
                for one in error.errors(include_url=False)
            ]
        ) from error
    _check_names(play, game.play_fields, "play")
