"""Whole hands that are played: riichi beside RiichiEnv, every game against its own rules.

`python -m tests.soak.play FIRST COUNT` plays COUNT hands of every game from the seed FIRST on,
where a run was broken off; `python -m tests.soak.play GAME SEED` plays one again.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

import rules
from rules.errors import Problem, RecordError
from rules.games import CARD_PLAYS, PLAYS, card_play_of
from rules.play.cards import CardCourse
from rules.play.cards import choose as card_choice
from rules.play.course import Course
from rules.tiles import CODES
from tests.rules.play import card_hands
from tests.rules.play.hands import (
    brought_about,
    courses,
    house_by_chance,
    mixed_player,
    new_course,
    tiles_on_table,
    tries,
)
from tests.rules.play.majiang_peer import MISSING, differences
from tests.rules.play.majiang_peer import hand as played_hand
from tests.rules.play.riichi_peer import Beside

LOOKED_AT: Final = 0.03
"""The share of the steps of a hand at which every action is tried."""
WRONG: Final = (
    "tiles_lost",
    "unsettled",
    "settled_otherwise",
    "stuck",
    "legal_and_refused",
    "taken_and_not_legal",
    "without_a_reason",
)
"""What can be wrong in a hand that is played."""
SKILLS: Final = {0: 1.0, 5: 0.5}
"""By the last figure of a hand's seed how much of it is sensible; of others all is chance."""

AnyCourse = Course | CardCourse[Any]


def beside_riichienv(count: int, players: int = 4) -> dict[str, float]:
    """Return in how many of *count* hands of riichi something differs from RiichiEnv."""
    differing = sum(bool(Beside(seed, players).differences()) for seed in range(count))
    return {"hands": count, "differing": differing}


def beside_majiang(count: int) -> dict[str, float | str]:
    """Return in how many of *count* hands of riichi something differs from majiang-core."""
    if MISSING:
        return {"not_run": MISSING}
    return {
        "hands": count,
        "differing": sum(map(bool, differences(map(played_hand, range(count))))),
    }


def hands(count: int, first: int = 0) -> dict[str, Any]:
    """Return what was wrong in *count* hands of every game, and the games and seeds of such hands.

    Their seeds begin with *first*.

    `ways_not_come_about` counts games of tiles in which nobody won by own draw, or by a discard.
    """
    counts: Counter[str] = Counter(dict.fromkeys(("hands", "ways_not_come_about", *WRONG), 0))
    wrong = []
    for name in sorted((*PLAYS, *CARD_PLAYS)):
        here: Counter[str] = Counter()
        for seed in range(first, first + count):
            one = hand(name, seed)
            here.update(one)
            if any(one[what] for what in WRONG):
                wrong.append(f"{name} {seed}")
        counts.update({one: here[one] for one in ("hands", *WRONG)})
        ways = ("self_draw", "discard") if name in PLAYS else ()
        counts["ways_not_come_about"] += sum(not here[way] for way in ways)
    return {**counts, "wrong": wrong}


def hand(name: str, seed: int) -> Counter[str]:
    """Return what was wrong in one hand, and what play brought about in it.

    An error tells how to play the hand again.
    """
    try:
        return _of_cards(name, seed) if name in CARD_PLAYS else _of_tiles(name, seed)
    except Exception as error:
        error.add_note(f"the hand of this seed: python -m tests.soak.play {name} {seed}")
        raise


def _of_tiles(name: str, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    first = _new_hand(name, seed, chance)
    copies = Counter(first.at.game.tiles_for(first.at.options))
    counts: Counter[str] = Counter(hands=1)
    course = first
    for course in courses(first, mixed_player(chance, SKILLS.get(seed % 10, 0)), chance):
        if course.at.stage == "draw":
            lying = {CODES[tile]: count for tile, count in tiles_on_table(course).items()}
            counts["tiles_lost"] += Counter(lying) != copies
        if chance.random() < LOOKED_AT:
            counts.update(_wrong_actions(course, tries(course, chance)))
    counts.update(brought_about(course))
    return counts + _unlike_record(course)


def _new_hand(name: str, seed: int, chance: random.Random) -> Course:
    """Return a new hand, in every second ten of them in a house that goes together by chance."""
    while seed // 10 % 2:
        try:
            return new_course(name, chance, house_by_chance(name, chance))
        except RecordError:
            continue  # settings that the sheet does not let stand together
    return new_course(name, chance)


def _of_cards(name: str, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    pack = Counter(card_play_of(name).pack())
    counts: Counter[str] = Counter(hands=1)
    course = None
    for course in card_hands.hands(name, seed, _card_player(seed)):
        counts["tiles_lost"] += card_hands.lying(course) != pack
        if chance.random() < LOOKED_AT:
            actions = card_hands.tries(course, chance)
            counts.update(_wrong_actions(course, actions, card_hands.plainly))
    assert course is not None
    return counts + _unlike_record(course)


def _card_player(seed: int) -> card_hands.Player:
    return card_choice if seed % 10 in SKILLS else card_hands.by_chance(seed)


def _unlike_record(course: AnyCourse) -> Counter[str]:
    """Return what the hand that is over settles otherwise by its record, written and read again."""
    answer = rules.settle_json(json.loads(json.dumps(course.record())))
    return Counter(
        unsettled="error" in answer,
        settled_otherwise=answer.get("net") != list(course.settlement().net),
    )


def _wrong_actions(
    course: AnyCourse, actions: Iterable[Any], plainly: Callable[[Any], Any] = lambda action: action
) -> Counter[str]:
    """Return which legal actions are not taken, and which others are, or without a reason.

    Actions that are *plainly* the same are legal together.
    """
    counts: Counter[str] = Counter()
    after: Callable[[Any], AnyCourse] = course.after
    refusal: Callable[[Any], Problem | None] = course.refusal
    legal = [action for seat in course.to_act for action in course.legal(seat)]
    counts["stuck"] += bool(legal) == course.is_over
    for action in legal:
        try:
            after(action)
        except RecordError:
            counts["legal_and_refused"] += 1
    may_be_done = set(map(plainly, legal))
    for action in actions:
        problem = refusal(action)
        counts["taken_and_not_legal"] += problem is None and plainly(action) not in may_be_done
        counts["without_a_reason"] += problem is not None and not problem.message
    return counts


if __name__ == "__main__":
    which, number = sys.argv[1], int(sys.argv[2])
    print(hands(number, int(which)) if which.isdecimal() else dict(hand(which, number)))
