"""What people need be asked: which marks, facts and declarations can matter, by a hand's ending.

A game lists its words; here stands when each of them can change what is settled. What a word means
is the same in every game, so most need no more than `USUAL`; a game's own `scopes` say the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.game import Fact, Game, Role, Scope
from rules.record.values import WAYS

OWN: Final = ("self_draw",)
DECLARED: Final = ("declared",)
DISCARD: Final = ("discard",)
TAKEN: Final = ("discard", "robbed_kong", "robbed_flower")
DRAW: Final = ("draw",)
OFF: Final = (False, "none", 0)
"""What an option says that plays without something."""
READY: Final = "ready"
"""The fact that a seat was one tile short of a hand."""


WINNER: Final[tuple[Role, ...]] = ("winner",)
USUAL: Final[Mapping[str, Scope]] = MappingProxyType(
    {
        "mark.ippatsu": Scope(WAYS, option="ippatsu"),
        "mark.dealt": Scope(OWN),
        "mark.first_draw": Scope(OWN),
        "mark.kong_draw": Scope(OWN),
        "mark.double_kong_draw": Scope(OWN),
        "mark.flower_draw": Scope(OWN),
        "mark.last_tile": Scope(OWN),
        "mark.seven_robs_one": Scope(OWN, option="seven_robs_one"),
        "mark.first_discard": Scope(DISCARD),
        "mark.before_first_draw": Scope(TAKEN, option="human_hand"),
        "mark.last_discard": Scope(DISCARD),
        "mark.kong_discard": Scope(DISCARD),
        "mark.robbing_the_gold": Scope(DECLARED),
        "fact.rivals": Scope(TAKEN),
        "fact.furiten": Scope(TAKEN),
        "fact.missed": Scope(TAKEN),
        "fact.missed_win": Scope(TAKEN),
        "fact.pung_since_turn": Scope(TAKEN),
        "fact.turn_skipped": Scope(TAKEN),
        "fact.own_discard": Scope(TAKEN),
        "fact.separate": Scope(TAKEN),
        "fact.fresh": Scope(DISCARD),
        "fact.discarder_ready": Scope(DISCARD),
        "fact.discarder_far": Scope(DISCARD),
        "fact.kong_chain": Scope(OWN),
        "fact.supplement": Scope(OWN),
        "fact.ready": Scope(DRAW),
        "fact.nagashi": Scope(DRAW, option="nagashi_mangan"),
        "fact.dead_hand": Scope(WAYS, WINNER),
        "fact.discarded_wild": Scope(WAYS, WINNER),
        "fact.discarded_gold": Scope(WAYS, WINNER),
        "fact.migi_turn": Scope(WAYS, WINNER),
        "fact.continues": Scope(whose=("banker",)),
        "declared.ready": Scope(WAYS, WINNER),
        "declared.earthly_ready": Scope(WAYS, WINNER),
        "declared.heavenly_ready": Scope(WAYS, WINNER),
        "declared.open_ready": Scope(WAYS, ("winner", "giver")),
    }
)
"""When each word can matter, by its sort and id; one that is not here always can."""
ALWAYS: Final = Scope()


def scope_of(game: Game, word: str) -> Scope:
    """Return when *word*, `mark.dealt` or the like, can matter in *game*."""
    return game.scopes.get(word) or USUAL.get(word, ALWAYS)


def _matters(game: Game, word: str, ending: str, options: Mapping[str, Any]) -> bool:
    scope = scope_of(game, word)
    is_in_time = not scope.endings or ending in scope.endings
    return is_in_time and options.get(scope.option, True) not in OFF


def paid_marks(game: Game) -> tuple[str, ...]:
    """Return the marks of *game* that can change what its sheet says of a win."""
    return tuple(mark for mark in game.marks if mark not in game.marks_without_effect)


def marks(game: Game, by: str, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the marks that can matter for a win made *by* this way under *options*."""
    return tuple(mark for mark in paid_marks(game) if _matters(game, f"mark.{mark}", by, options))


def win_facts(game: Game, by: str, options: Mapping[str, Any]) -> tuple[Fact, ...]:
    """Return the facts that can matter for a win made *by* this way under *options*."""
    return tuple(fact for fact in game.win_facts if _matters(game, f"fact.{fact.id}", by, options))


def seat_facts(
    game: Game, endings: Collection[str], roles: Collection[str], options: Mapping[str, Any]
) -> tuple[Fact, ...]:
    """Return the facts that can matter of a seat with these *roles* after one of *endings*."""
    fact_by_key = {f"fact.{fact.id}": fact for fact in game.seat_facts}
    return tuple(fact_by_key[word] for word in _of_seat(game, fact_by_key, endings, roles, options))


def declarations(
    game: Game, endings: Collection[str], roles: Collection[str], options: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return the declarations that can matter of a seat with these *roles*."""
    word_by_key = {f"declared.{word}": word for word in game.declared}
    return tuple(word_by_key[word] for word in _of_seat(game, word_by_key, endings, roles, options))


def _of_seat(
    game: Game,
    words: Collection[str],
    endings: Collection[str],
    roles: Collection[str],
    options: Mapping[str, Any],
) -> Iterator[str]:
    for word in words:
        whose = scope_of(game, word).whose
        is_theirs = "anybody" in whose or not set(whose).isdisjoint(roles)
        if is_theirs and any(_matters(game, word, one, options) for one in endings):
            yield word


def asks_ready(game: Game, outcome: str) -> bool:
    """Return whether it has to be said who was ready, for that pays: after some draws."""
    return any(fact.id == READY for fact in game.seat_facts) and outcome in DRAW
