"""Players of cards and dominoes: whole hands, each told in full and as people tap it in.

They choose by chance among what `rules.play` lets them do.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import rules
from hw_sim.players.players import HandSpec, NoHandError
from rules.game import Game
from rules.games import card_play_of
from rules.play.actions import Pass
from rules.play.cards import CardAction, CardCourse, begin_cards
from rules.play.plain import played_on
from rules.value import value

Json = dict[str, Any]

EAGER: Final = 0.7
"""How often somebody does what he might let be: beat, pull, show cards for a new deal."""


class HandRecords(NamedTuple):
    """One hand as two records that come to the same."""

    full: Json
    """Everything that was played, in the game's fullest form."""
    summary: Json
    """What people tap."""


@value
class CardHand:
    """A hand of cards or dominoes at one moment."""

    course: CardCourse[Any]

    def follow(self) -> Iterator[CardHand]:
        """Yield the hand after each action of the plain players."""
        return map(CardHand, played_on(self.course))

    def records(self) -> HandRecords:
        """Return the hand that is over, in full and as people tell it."""
        return HandRecords(self.course.record(), self.course.summary())


def dealt_cards(name: str, rng: random.Random, spec: HandSpec) -> CardHand:
    """Return the hand of the game *name* as it is dealt under the options and state of *spec*."""
    state = {} if spec.state is None else spec.state
    return CardHand(begin_cards(card_play_of(name), rng, state, spec.options))


def played_record(name: str, rng: random.Random, spec: HandSpec | None = None) -> HandRecords:
    """Return a hand of the game *name* played to its end under the options and state of *spec*.

    The state of *spec* needs its `scores`, one for each who plays. Equal states of *rng* give
    equal hands. Raise `NoHandError` where the game refuses it.
    """
    spec = spec or HandSpec()
    game = rules.ruleset(name)
    options = {**game.defaults, **spec.options}
    state = _first_state(game, rng, options) if spec.state is None else dict(spec.state)
    hand = CardHand(played_out(name, rng, state, spec.options))
    while hand.course.record()["outcome"] == "abort":  # cards thrown in are dealt again
        hand = CardHand(played_out(name, rng, state, spec.options))
    facts = {"options": dict(spec.options), "state": state}
    records = HandRecords(*[{**record, **facts} for record in hand.records()])
    for record in records:
        answer: Json = rules.settle_json(record)
        if "error" in answer:
            raise NoHandError(f"{name} refuses {record}: {answer['error']['message']}")
    return records


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
