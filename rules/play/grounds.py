"""Why an action that was done was legal: the rule that allowed or demanded it, by its name.

What was the only thing to do was so by the rules that stood against everything else; of
several who claimed one tile the order of claims decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.errors import Reason
from rules.play.actions import (
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    SetAside,
    ShowFlower,
    Win,
)
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.play.logs import Hand
from rules.play.position import Position
from rules.value import evolve

OF_KIND: Final[Mapping[type[Any], str]] = {
    Pung: "pung_of_discard",
    SetAside: "laid_aside",
    ShowFlower: "flowers_first",
}
"""The rule of actions that have but one."""
OF_WIN: Final[Mapping[str, str]] = {
    "self_draw": "draw_wins",
    "discard": "discard_wins",
    "robbed_kong": "kong_robbed",
    "robbed_flower": "flower_robbed",
    "declared": "hand_wins",
}
"""The rule of a win by its way."""
MOST: Final = 2
"""How many rules are named of one discard: the first that stood against other tiles."""


def grounds(before: Hand, after: Hand) -> tuple[Reason, ...]:
    """Return the rules by which what came between *before* and *after* was legal, and won."""
    if isinstance(before, CardCourse):
        assert isinstance(after, CardCourse)
        return tuple(before.play.grounds(before.table, after.log[-1]))
    assert isinstance(after, Course)
    action = after.at.log[-1]
    return (*_of_action(before, action), *_of_claims(before, after))


def _of_action(before: Course, action: Action) -> Iterator[Reason]:
    at = before.at
    match action:
        case Draw() | DrawReplacement():
            yield Reason(_of_draw(at, action))
        case Discard():
            due = Reason("discard_due" if at.drew else "claimed_discards")
            yield from _against_others(before, action) or [due]
        case Pass() if at.stage == "turn":
            hand = at.seats[action.seat].hand
            yield from _find_bars(before, (Discard(action.seat, tile) for tile in hand))
        case Chow():
            most = before.play.chow_reach(at)
            yield Reason("chow_from_left" if most == 1 else "chow_from_seats", {"most": most})
        case Kong():
            yield Reason("kong_form" if action.tile is None else "kong_of_discard")
        case Win():
            yield Reason(OF_WIN[action.by])
        case _ if type(action) in OF_KIND:
            yield Reason(OF_KIND[type(action)])


def _of_draw(at: Position, action: Draw | DrawReplacement) -> str:
    if isinstance(action, Draw):
        return "unclaimed" if at.log and isinstance(at.log[-1], Pass) else "next_draws"
    if at.kong is not None:
        return "kong_replaced"
    return "aside_replaced" if at.drew == "aside" else "flower_replaced"


def _against_others(before: Course, action: Discard) -> list[Reason]:
    """Return what stood against the other tiles of the hand, discarded with the same words."""
    hand = dict.fromkeys(before.at.seats[action.seat].hand)
    return _find_bars(before, (evolve(action, tile=tile) for tile in hand if tile != action.tile))


def _find_bars(before: Course, discards: Iterator[Discard]) -> list[Reason]:
    problems = [before.refusal(one) for one in discards]
    reasons: list[Reason] = []
    for one in problems:
        if one is not None and one.reason is not None and one.reason not in reasons:
            reasons.append(one.reason)
    return reasons[:MOST]


def _of_claims(before: Course, after: Course) -> Iterator[Reason]:
    """Yield by what order the claims of one tile were decided, once all have answered."""
    window = before.at.window
    if window is None or len(window.offers) > 1:
        return
    claims = [one for one in (*window.answers, after.at.log[-1]) if not isinstance(one, Pass)]
    wins = [one for one in claims if isinstance(one, Win)]
    sets = sorted(before.play.claim_rank(one) for one in claims if not isinstance(one, Win))
    if wins and sets:
        yield Reason("win_first")
    win_count = len(after.at.wins) - len(before.at.wins)
    if len(wins) > 1 and win_count:
        yield Reason("nearest_first" if win_count == 1 else "all_win")
    if not wins and len(sets) > 1:
        yield Reason("pung_first" if sets[-2] < sets[-1] else "nearest_first")
