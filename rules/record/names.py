"""The names that a record may use: fields, marks, facts, announcements and counters.

What is made of names recurs from record to record and is remembered.
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.game import Fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.game import Game

RECORD_FIELDS: Final = frozenset(
    ("ruleset", "options", "state", "deal", "seats", "outcome", "wins", "incidents")
)
STATE_FIELDS: Final = frozenset(("banker", "round", "repeats", "scores", "carry"))
DEAL_FIELDS: Final = frozenset(("indicators", "hidden_indicators", "dice", "east"))
SEAT_FIELDS: Final = frozenset(
    ("hand", "melds", "flowers", "aside", "discards", "declared", "facts")
)
MELD_FIELDS: Final = frozenset(("kind", "tiles", "claimed", "from"))
WIN_FIELDS: Final = frozenset(("seat", "tile", "by", "from", "marks", "kong", "facts"))

COMMON_MARKS: Final = frozenset(
    (
        "dealt",
        "first_discard",
        "first_draw",
        "before_first_draw",
        "kong_draw",
        "flower_draw",
        "last_tile",
        "last_discard",
        "ippatsu",
    )
)
"""Marks of the hand record itself: any game takes them, also one that gives nothing for them."""

COMMON_FACTS: Final = {
    "rivals": Fact("rivals", "seats"),
    "fresh": Fact("fresh"),
    "discarder_ready": Fact("discarder_ready"),
}
COMMON_DECLARED: Final = frozenset(("ready", "riichi", "double_riichi"))


@cache
def declarable(game: Game) -> frozenset[str]:
    """Return the announcements that the game takes."""
    return COMMON_DECLARED.union(game.declared)


@cache
def markable(game: Game) -> frozenset[str]:
    """Return the marks that the game takes."""
    return COMMON_MARKS.union(game.marks)


@lru_cache(maxsize=1 << 10)
def counters(
    game: Game, names: tuple[str, ...], values: tuple[Any, ...], _types: tuple[type, ...]
) -> Mapping[str, Any]:
    """Return all counters with those of *names* set, if they are sound: they are few and recur.

    Raise `ValueError` if they are not; the types tell `true` from 1.
    """
    kept = dict(game.carry)
    for name, value in zip(names, values, strict=True):
        if name not in kept or game.counter_problem(name, value) is not None:
            raise ValueError(name)
        kept[name] = value
    return MappingProxyType(kept)


@lru_cache(maxsize=1 << 10)
def all_known(names: tuple[str, ...], known: frozenset[str]) -> frozenset[str] | None:
    """Return the set of *names*, or nothing if one of them is not *known*."""
    return frozenset(names) if known.issuperset(names) else None
