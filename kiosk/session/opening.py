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
from rules.guides import SittingOut


def check_opening(command: OpenSession, engine: Engine) -> None:
    """Raise `Refused` unless this game can be opened with these players and options."""
    try:
        game = engine.ruleset(command.ruleset)
    except JantakuError as error:
        raise Refused(error.code, str(error), where="ruleset") from error
    people = (*command.players, *command.bench)
    if len(set(people)) != len(people):
        raise Refused("same_player_twice", "one person cannot sit twice", where="players")
    check_rules(command.options, len(command.players), game)
    _check_bench(command, game)


def _check_bench(command: OpenSession, game: Game) -> None:
    """Raise `Refused` if too many sit out: people may only where every seat is taken."""
    most = most_on_bench(game, command.options, len(command.players))
    if len(command.bench) > most:
        raise Refused("bad_seats", f"at most {most} can sit out", where="bench")


def seats_for(game: Game, options: Mapping[str, Any], people: int) -> int:
    """Return how many of *people* (a number) have a seat; the rest sit out, where they may."""
    return min(people, max(game.seat_choices({**game.defaults, **options})))


def people_choices(game: Game, options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return how many people can sit down by these house *options*, with those who sit out."""
    choices = sorted(game.seat_choices({**game.defaults, **options}))
    most = most_on_bench(game, options, choices[-1])
    return (*choices, *range(choices[-1] + 1, choices[-1] + most + 1))


def most_on_bench(game: Game, options: Mapping[str, Any], seats: int) -> int:
    """Return how many may sit out at a table of *seats* by these house *options*."""
    choices = game.seat_choices({**game.defaults, **options})
    most = next((one.most for one in game.guides if isinstance(one, SittingOut)), 0)
    return most if seats == max(choices) else 0


def check_rules(options: Mapping[str, Any], seats: int, game: Game) -> None:
    """Raise `Refused` unless *seats* people can play *game* by these house *options*."""
    check_options(options, game)
    choices = game.seat_choices({**game.defaults, **options})
    if seats not in choices:
        counts = ", ".join(str(number) for number in choices)
        raise Refused("bad_seats", f"{seats} players; this game takes {counts}", where="players")


def opening(command: OpenSession, engine: Engine) -> SessionOpened:
    """Return the event that opens the session; everybody begins with the game's start score."""
    game = engine.ruleset(command.ruleset)
    start_score = game.start_score_for({**game.defaults, **command.options})
    options = dict(command.options)
    return SessionOpened(
        command.ruleset,
        options,
        command.players,
        start_score,
        engine_version(),
        command.preset,
        command.bench,
    )
