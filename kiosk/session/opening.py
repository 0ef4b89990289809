"""People sit down to a game: whether they can, and the event that it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk.errors import Refused
from kiosk.session.commands import OpenSession
from kiosk.session.events import SessionOpened
from kiosk.session.settle import Engine, engine_version
from kiosk.session.vocabulary import check_options
from rules.errors import JantakuError
from rules.game import Game


def check_opening(command: OpenSession, engine: Engine) -> None:
    """Raise `Refused` unless this game can be opened with these players and options."""
    try:
        game = engine.ruleset(command.ruleset)
    except JantakuError as error:
        raise Refused(error.code, str(error), where="ruleset") from error
    seats = len(command.players)
    if len(set(command.players)) != seats:
        raise Refused("same_player_twice", "one person cannot sit twice", where="players")
    check_rules(command.options, seats, game)


def check_rules(options: Mapping[str, Any], seats: int, game: Game) -> None:
    """Raise `Refused` unless so many people can play *game* by these house *options*."""
    check_options(options, game)
    choices = game.seat_choices({**game.defaults, **options})
    if seats not in choices:
        allowed = ", ".join(str(number) for number in choices)
        raise Refused("bad_seats", f"{seats} players; this game takes {allowed}", where="players")


def opening(command: OpenSession, engine: Engine) -> SessionOpened:
    """Return the event that opens the session; everybody begins with the game's start score."""
    game = engine.ruleset(command.ruleset)
    start_score = game.start_score_for({**game.defaults, **command.options})
    options = dict(command.options)
    return SessionOpened(
        command.ruleset, options, command.players, start_score, engine_version(), command.preset
    )
