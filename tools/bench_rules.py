"""Measure settlements per second of every game, riichi side by side with PyPI's `mahjong`.

Each figure is of hands that all differ, from the JSON value to the settlement with its items and
payments, every memory of former hands forgotten before. Processor time is counted, so that other
programs on the machine do not matter; of three rounds the best counts.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from mahjong.hand_calculating.divider import HandDivider

import rules
from tests.rules import riichi_hands, riichi_peer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.rules.hands import Data

HANDS: Final = 2000
ROUNDS: Final = 3
KEPT: Final = frozenset(("rules.games", "rules.readings.parts", "rules.readings.cover"))
"""Modules that remember what does not depend on hands: catalogue, sets, the resource."""


def forget() -> None:
    """Clear what the rules remember of former hands."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("rules", "mahjong") and name not in KEPT:
            for found in vars(module).values():
                if clear := getattr(found, "cache_clear", None):
                    clear()
    HandDivider._divide_hand_impl.cache_clear()


def per_second(act: Callable[[Any], object], hands: Iterable[Any]) -> float:
    """Return how many of *hands* a second *act* gets done with cold caches."""
    todo = list(hands)
    forget()
    start = time.process_time()
    for hand in todo:
        act(hand)
    return len(todo) / (time.process_time() - start)


def winning(hands: Iterator[Data], count: int) -> list[Data]:
    """Return the first *count* of *hands* that settle."""
    found: list[Data] = []
    while len(found) < count:
        hand = next(hands)
        if "error" not in rules.settle_json(hand):
            found.append(hand)
    return found


def riichi() -> dict[str, float]:
    """Return the figures of riichi: ours and the peer's on the same hands in the same run."""
    chance = random.Random(1)  # noqa: S311 -- a fixed sequence is wanted
    hands = winning(iter(lambda: riichi_hands.record(chance), None), HANDS)
    questions = [riichi_peer.question(hand) for hand in hands]
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        ours = max(ours, per_second(rules.settle, hands))
        theirs = max(theirs, per_second(riichi_peer.Question.answer, questions))
    return {
        "settlements_per_s": round(ours),
        "mahjong_per_s": round(theirs),
        "times_mahjong": round(ours / theirs, 2),
    }


if __name__ == "__main__":
    print(riichi())
