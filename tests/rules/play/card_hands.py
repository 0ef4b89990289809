"""Whole hands of any game of cards or dominoes, by a seed: what their tests have in common."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from rules.games import CARD_PLAYS, card_play_of
from rules.play.actions import Abort, Pass
from rules.play.cards import CardAction, CardCourse, Lay, Pull, Take, begin_cards
from tests.rules.play.hands import house_by_chance

GAMES = sorted(CARD_PLAYS)
Player = Callable[[CardCourse[Any], int], CardAction]


def new_hand(name: str, seed: int) -> CardCourse[Any]:
    """Return a new hand with random house rules and a random permitted number of players."""
    chance = random.Random(seed)
    play = card_play_of(name)
    house = house_by_chance(name, chance)
    players = 4 if house.get("teams") else chance.choice(play.game.seats)
    start = play.game.start_score_for({**play.game.defaults, **house})
    state = {"banker": chance.randrange(players), "scores": [start] * players}
    return begin_cards(play, chance, state, house)


def hands(name: str, seed: int, player: Player) -> Iterator[CardCourse[Any]]:
    """Yield a hand from the deal to its end."""
    course = new_hand(name, seed)
    yield course
    while not course.is_over:
        course = course.after(player(course, course.to_act[0]))
        yield course


def by_chance(seed: int) -> Player:
    chance = random.Random(seed)
    return lambda course, seat: chance.choice(course.legal(seat))


def lying(course: CardCourse[Any]) -> Counter[str]:
    """Return every card of the hand, wherever it lies."""
    table, view = course.table, course.play.view(course.table)
    hand_cards = chain.from_iterable(view.hands)
    if hasattr(table, "stock"):
        return Counter(
            [*hand_cards, *table.stock, *table.table, *chain.from_iterable(table.captured)]
        )
    return Counter([*hand_cards, *chain.from_iterable(table.spent)])


def plainly(action: CardAction) -> CardAction:
    """Return *action* without the suits of playing cards, which Shuangkou does not look at."""
    if not isinstance(action, Lay) or not all(len(card) == 2 for card in action.cards):
        return action
    return Lay(action.seat, tuple(sorted(card[0] for card in action.cards)))


def tries(course: CardCourse[Any], chance: random.Random) -> Iterator[CardAction]:
    """Yield all sorts of actions, most of which may not be done."""
    pieces = sorted(course.play.game.pieces)
    for seat in range(course.players):
        cards = course.play.view(course.table).hands[seat]
        one, other = chance.choice(pieces), chance.choice(pieces)
        yield from (Pass(seat), Abort(seat, "hand_four"), Lay(seat, (other,)), Take(seat, (one,)))
        yield from (Take(seat, ()), Pull(seat, (one,)), Lay(seat, ()))
        if cards:
            yield Lay(seat, (chance.choice(cards),))
