"""Players of cards and dominoes: whole hands, each told in full and as people tap it in.

They shuffle, deal and play at random within the rules, and keep their own count of what
they take; the rules are asked only what beats what.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import rules
from hw_sim.players.cards import mushi, sakura, shuangkou, tien_gow
from hw_sim.players.cards.sitting import Hand, Sitting
from hw_sim.players.players import HandSpec, NoHandError
from rules.game import Game

Json = dict[str, Any]

PLAYERS: Final[Mapping[str, Callable[[Sitting], Hand]]] = {
    "mushi": mushi.play,
    "sakura": sakura.play,
    "shuangkou": shuangkou.play,
    "tien-gow": tien_gow.play,
}
"""Who plays each game."""


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
    players = len(state["scores"])
    hand = PLAYERS[name](Sitting(rng, options, players, state["banker"]))
    table = {"ruleset": name, "options": dict(given.options), "state": state}
    full, summary = (
        {**table, "play": play, "outcome": "win"} for play in (hand.full, hand.summary)
    )
    for record in (full, summary):
        answer: Json = rules.settle_json(record)
        if "error" in answer:
            raise NoHandError(f"{name} refuses {record}: {answer['error']['message']}")
    return HandRecords(full, summary)


def _first_state(game: Game, rng: random.Random, options: Mapping[str, Any]) -> Json:
    players = game.players(options)
    start = game.start_score_for(options)
    return {"banker": rng.randrange(players), "scores": [start] * players}
