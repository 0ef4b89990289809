"""Players of cards and dominoes: whole hands, each told in full and as people tap it in.

They choose by chance among what `rules.play` lets them do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import rules
from hw_sim.players.players import HandSpec, NoHandError
from rules.game import Game
from rules.games import card_play_of
from rules.games.cards.tien_gow.course import shown_sweep
from rules.games.cards.tien_gow.plays import HAND
from rules.play.actions import Pass
from rules.play.cards import CardAction, CardCourse, begin_cards

Json = dict[str, Any]

EAGER: Final = 0.7
"""How often somebody does what he might let be: beat, pull, show cards for a new deal."""


class HandRecords(NamedTuple):
    """One hand as two records that come to the same."""

    full: Json
    """Everything that was played, in the game's fullest form."""
    summary: Json
    """What people tap."""


def played_record(name: str, rng: random.Random, given: HandSpec | None = None) -> HandRecords:
    """Return a hand of the game *name* played to its end under the *given* options and state.

    The *given* state needs its `scores`, one for each who plays. Equal states of *rng* give
    equal hands. Raise `NoHandError` where the game refuses it.
    """
    given = given or HandSpec()
    game = rules.ruleset(name)
    options = {**game.defaults, **given.options}
    state = _first_state(game, rng, options) if given.state is None else dict(given.state)
    course = played_out(name, rng, state, given.options)
    while course.record()["outcome"] == "abort":  # cards thrown in are dealt again
        course = played_out(name, rng, state, given.options)
    table = {"ruleset": name, "options": dict(given.options), "state": state, "outcome": "win"}
    full = {**table, "play": course.record()["play"]}
    summary = {**table, "play": SUMMARIES[name](course)}
    for record in (full, summary):
        answer: Json = rules.settle_json(record)
        if "error" in answer:
            raise NoHandError(f"{name} refuses {record}: {answer['error']['message']}")
    return HandRecords(full, summary)


def played_out(
    name: str, rng: random.Random, state: Mapping[str, Any], options: Mapping[str, Any]
) -> CardCourse[Any]:
    """Return a hand that players by chance have played to its end, be it thrown in."""
    course = begin_cards(card_play_of(name), rng, state, options)
    while not course.is_over:
        course = course.after(by_chance(course, course.to_act[0], rng))
    return course


def by_chance(course: CardCourse[Any], seat: int, rng: random.Random) -> CardAction:
    """Return what *seat* does: rather something than nothing, and rather with more cards."""
    legal = course.legal(seat)
    lets_be = [one for one in legal if isinstance(one, Pass) or getattr(one, "is_down", False)]
    does = [one for one in legal if one not in lets_be]
    if lets_be and (not does or rng.random() > EAGER):
        return rng.choice(lets_be)
    weights = [1 + len(getattr(one, "cards", ())) ** 2 for one in does]
    return rng.choices(does, weights)[0]


def _first_state(game: Game, rng: random.Random, options: Mapping[str, Any]) -> Json:
    players = game.players(options)
    start = game.start_score_for(options)
    return {"banker": rng.randrange(players), "scores": [start] * players}


# What people tap


def _captures(course: CardCourse[Any]) -> Json:
    table = course.table
    return {"captured": [list(pile) for pile in table.captured], "table": list(table.table)}


def _mushi(course: CardCourse[Any]) -> Json:
    return {**_captures(course), "devil_last": course.table.devil_last}


def _shuangkou(course: CardCourse[Any]) -> Json:
    bombs = [{"seat": one.seat, "cards": list(one.cards)} for one in course.table.bombs]
    return {"finish": list(course.table.finish), "bombs": bombs}


def _tien_gow(course: CardCourse[Any]) -> Json:
    table = course.table
    last = table.last
    is_swept = table.piles[last.winner] == HAND and len(last.tiles) == 1
    premiums = [
        {"kind": one.kind, "leader": one.leader, "up": list(one.up), "winner": one.winner}
        if one.kind == "four"
        else {"kind": one.kind, "seat": one.leader}
        for one in table.premiums
    ]
    return {
        "piles": list(table.piles),
        "last": {
            "leader": last.leader,
            "led": list(last.led),
            "winner": last.winner,
            "tiles": list(last.tiles),
            "up": list(last.laid_up),
        },
        "premiums": premiums,
        "sweep": shown_sweep(table) if is_swept else None,
        "opening": list(table.opening),
    }


SUMMARIES: Final[Mapping[str, Callable[[CardCourse[Any]], Json]]] = {
    "mushi": _mushi,
    "sakura": _captures,
    "shuangkou": _shuangkou,
    "tien-gow": _tien_gow,
}
"""What is tapped of each game when the hand is over."""
