"""The rules of a game on a page: how it differs from riichi, its options, every element by a hand.

What stands there comes from the game itself and from settling its examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import Catalogue
from kiosk.web.context import service, words
from kiosk.web.views.element_examples import view_elements
from kiosk.web.views.frame import PageData, view_game
from kiosk.web.views.lobby import group_games
from kiosk.web.views.options import game_or_404, view_options
from kiosk.web.views.waits import minimum_words
from rules.examples import examples
from rules.game import Game
from rules.games import CARD_PLAYS, PLAYS
from rules.ruleset import Ruleset
from rules.settle.settlement import POT
from rules.tiles import TILES

bp = Blueprint("game_rules", __name__)
MEASURE: Final = "riichi"
"""The game that most people know, by which others are told."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """One thing that a game is, beside what riichi is."""

    title: str
    value: str
    elsewhere: str
    """What it is in riichi; empty where that is the same."""


@bp.get("/rules")
def games() -> ResponseReturnValue:
    """Show the games whose rules can be read."""
    return render_template("games.html", shelves=group_games(words()), to="game_rules.show")


@bp.get("/rules/<ruleset>")
def show(ruleset: str) -> ResponseReturnValue:
    """Show the rules of a game, with the options in force at this table."""
    game, t = game_or_404(ruleset), words(ruleset)
    in_force = options_in_force(game)
    options = view_options(game, in_force, t)
    return render_template(
        "game_rules.html",
        game=view_game(ruleset, t),
        facts=facts_beside_riichi(game, in_force, t),
        options=[_option(one) for one in options],
        elements=view_elements(ruleset, t.language),
        can_watch=game.id in PLAYS or game.id in CARD_PLAYS,
        can_ask=isinstance(game, Ruleset),
        preset=preset_in_force(game),
        may_change=is_open(game.id),
    )


def options_in_force(game: Game) -> Mapping[str, Any]:
    """Return the house rules of the session at this table if it plays *game*, else the usual."""
    session = service().state.session
    overrides = session.options if session is not None and session.ruleset == game.id else {}
    return {**game.defaults, **overrides}


def preset_in_force(game: Game) -> str:
    """Return the name, version and hash of the house's rules that are played now; else nothing."""
    session = service().state.session
    return session.preset if session is not None and session.ruleset == game.id else ""


def is_open(ruleset: str) -> bool:
    """Return whether this table plays *ruleset* now."""
    session = service().state.session
    return session is not None and not session.is_closed and session.ruleset == ruleset


def _option(option: Any) -> PageData:
    labels = [one.label for one in option.choices if one.is_chosen]
    value = " · ".join(labels) or option.value or "–"
    return {"title": option.title, "value": value, "is_changed": option.is_changed}


def facts_beside_riichi(game: Game, options: Mapping[str, Any], t: Catalogue) -> list[FactRow]:
    """Return what *game* is, each with what riichi is where that is something else."""
    usual = rules.ruleset(MEASURE)
    measure = dict(_facts(usual, usual.defaults, t))
    return [
        FactRow(t(f"ui.rules.{name}"), value, "" if measure[name] == value else measure[name])
        for name, value in _facts(game, options, t)
    ]


def _facts(game: Game, options: Mapping[str, Any], t: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the name of each fact with its value in words."""
    yield "players", " · ".join(map(str, game.seat_choices(options)))
    tiles = sum(game.tiles_for(options).values())
    if tiles:
        yield "tiles", str(tiles)
    if not isinstance(game, Ruleset):
        return
    yield "hand", str(game.hand_size)
    yield "chows", t("ui.on" if game.chows else "ui.off")
    yield "flowers", str(sum(game.tiles_for(options)[one] for one in _flowers(game, options)))
    yield "discard", t(f"ui.rules.discard.{_who_pays(game.id)}")
    yield "minimum", minimum_words(game, options, t)
    yield "banker", t(f"ui.rules.banker.{_banker(game.id)}")


def _flowers(game: Game, options: Mapping[str, Any]) -> list[str]:
    flowers = game.flower_tiles(options)
    return [code for code in game.tiles_for(options) if TILES[code] in flowers]


@cache
def _who_pays(ruleset: str) -> str:
    """Return who pays for a win on a discard: `one`, `all`, or `depends`; seen in the examples."""
    answers: set[bool] = set()
    for record in examples(ruleset).values():
        win = record["wins"][0]
        if win["by"] == "discard":
            rows = rules.settle(dict(record)).payments
            payers = {row.source for row in rows if row.reason == "win" and row.source != POT}
            answers.add(payers == {win["from"]})
    return "depends" if len(answers) != 1 else "one" if answers == {True} else "all"


@cache
def _banker(ruleset: str) -> str:
    """Return whether the banker's win brings `more`, the `same`, or with some hands less.

    The examples say it: a wind that is his alone makes it depend on the hand.
    """
    answers: set[str] = set()
    for record in examples(ruleset).values():
        seat, seats = record["wins"][0]["seat"], len(record["seats"])
        as_banker, as_other = (
            rules.settle_json({**record, "state": {**record.get("state", {}), "banker": banker}})
            for banker in (seat, (seat + 1) % seats)
        )
        nets: list[Any] = [one.get("net") for one in (as_banker, as_other)]
        if None not in nets and seats > 1:
            more, less = (net[seat] for net in nets)
            answers.add("more" if more > less else "same" if more == less else "depends")
    return next((one for one in ("depends", "more", "same") if one in answers), "same")
