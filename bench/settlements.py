"""Measure settlements per second of every game, riichi side by side with PyPI's `mahjong`.

Each figure is of hands that all differ, from the JSON value to the settlement with its items and
payments, every memory of former hands forgotten before. Processor time is counted, so that other
programs on the machine do not matter; of several rounds the best counts.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from mahjong.hand_calculating.divider import HandDivider

import rules
from rules.games import tile_games
from rules.games.riichi.riichi import GAME as RIICHI
from rules.tiles import Tile
from tests.rules import any_hands
from tests.rules.games.riichi import compare as riichi_compare
from tests.rules.games.riichi import peer as riichi_peer
from tests.rules.games.riichi import random_hands as riichi_hands
from tests.rules.records import Data

HANDS: Final = 2000
COMPARED: Final = 20000
SOME: Final = 100
FEW: Final = 20
TRIES: Final = 5
ROUNDS: Final = 3
ROUNDS_BESIDE_THE_PEER: Final = 9
"""More, as the ratio of two figures wavers with both."""
KEPT: Final = frozenset(("rules.games", "rules.hands.shapes", "rules.hands.covers"))
"""Modules that remember what does not depend on hands: catalogue, sets, the resource."""


def forget() -> None:
    """Clear what the rules and the peer remember of former hands."""
    HandDivider._divide_hand_impl.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("rules.") and name not in KEPT:
            for function in vars(module).values():
                getattr(function, "cache_clear", int)()


def per_second(act: Callable[[Any], object], hands: Iterable[Any]) -> float:
    """Return how many of *hands* a second *act* gets done with cold caches."""
    todo = list(hands)
    forget()
    start = time.process_time()
    for hand in todo:
        act(hand)
    return len(todo) / (time.process_time() - start)


def take_wins(hands: Iterator[Data], count: int) -> list[Data]:
    """Return the first *count* of *hands* that settle, fewer where most do not."""
    wins: list[Data] = []
    for hand in islice(hands, TRIES * count):
        if "error" not in rules.settle_json(hand):
            wins.append(hand)
            if len(wins) == count:
                break
    return wins


def riichi() -> dict[str, float]:
    """Return the figures of riichi: ours and the peer's on the same hands in the same run.

    Like is set beside like: once both have what they take prepared, we the record read
    and checked, the peer its tiles, sets and description of the win; once both start from
    the record. Besides, the peer describes the win (`HandConfig`) in the run, and we from the
    record stand beside the peer prepared.
    """
    chance = random.Random(1)  # noqa: S311 -- a fixed sequence is wanted
    hands = take_wins(riichi_hands.records(chance), HANDS)
    questions = [riichi_peer.question(hand) for hand in hands]
    ways: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
        "settlements": (rules.settle, hands),
        "settlements_prepared": (RIICHI.settle, list(map(rules.read, hands))),
        "mahjong": (riichi_peer.Question.answer, questions),
        "mahjong_with_config": (riichi_peer.Question.whole_answer, questions),
        "mahjong_from_record": (lambda hand: riichi_peer.question(hand).answer(), hands),
    }
    gc.collect()
    gc.freeze()  # a collection would walk the hands of both, which only the measuring keeps
    best = dict.fromkeys(ways, 0.0)
    for _ in range(ROUNDS_BESIDE_THE_PEER):
        for name, (act, inputs) in ways.items():
            best[name] = max(best[name], per_second(act, inputs))
    ratios = {
        "both_prepared": best["settlements_prepared"] / best["mahjong"],
        "prepared_but_for_the_win": best["settlements_prepared"] / best["mahjong_with_config"],
        "both_from_record": best["settlements"] / best["mahjong_from_record"],
        "record_beside_prepared": best["settlements"] / best["mahjong"],
    }
    return {
        "hands": len(hands),
        **{f"{name}_per_s": round(speed) for name, speed in best.items()},
        **{f"times_mahjong_{name}": round(times, 2) for name, times in ratios.items()},
    }


def differences() -> dict[str, str]:
    """Return how riichi and its peer judge random hands under every profile of options.

    Other hands than those of the tests. Compared are validity, every yaku and fu with its value,
    han, points and who pays.
    """
    rows = {}
    for profile in riichi_hands.PROFILES:
        comparison = riichi_compare.compare(profile, 0, COMPARED)
        hands, wrong = comparison.wins + comparison.others, len(comparison.differences)
        rows[profile] = f"{hands} compared ({comparison.wins} won), {wrong} differences"
    return rows


def every_game() -> dict[str, dict[str, object]]:
    """Return figures of every game, with 0 to 4 wild tiles in hand where it has wild ones."""
    rows: dict[str, dict[str, object]] = {}
    for game in tile_games():
        has_wild = bool(game.wild_tiles([Tile(0)] * game.indicators, game.defaults))
        for wilds in range(5 if has_wild else 1):
            chance = random.Random(wilds)  # noqa: S311 -- a fixed sequence is wanted
            hands = take_wins(any_hands.won_hands(game, chance, wilds), SOME)
            if len(hands) >= FEW:
                rows[f"{game.id}, {wilds} wild" if has_wild else game.id] = _speed(hands)
    return rows


def _speed(hands: list[Data]) -> dict[str, object]:
    """Return the figures of *hands*: cold, all in a row and each by itself."""
    per_s = max(per_second(rules.settle, hands) for _ in range(ROUNDS))
    forget()
    gc.collect()
    gc.freeze()  # a collection would walk the hands of all games, which only the measuring keeps
    took = []
    for hand in hands:
        start = time.process_time_ns()
        rules.settle(hand)
        took.append((time.process_time_ns() - start) / 1e6)
    return {
        "hands": len(hands),
        "settlements_per_s": round(per_s),
        "median_ms": round(statistics.median(took), 3),
        "p99_ms": round(statistics.quantiles(took, n=100, method="inclusive")[98], 2),
        "slowest_ms": round(max(took), 2),
    }


def lines() -> dict[str, object]:
    """Return how fast `jantaku settle --lines` answers a file with hands of every game mixed.

    What starting the program and loading the games takes is measured apart and left out.
    """
    chance = random.Random(7)  # noqa: S311 -- a fixed sequence is wanted
    by_game = [take_wins(any_hands.won_hands(game, chance, 0), SOME) for game in tile_games()]
    mixed = [hand for hands in by_game for hand in hands[1:]]
    chance.shuffle(mixed)
    loading = _lines_s([hands[0] for hands in by_game])
    took = _lines_s([*(hands[0] for hands in by_game), *mixed]) - loading
    return {
        "hands": len(mixed),
        "loading_s": round(loading, 2),
        "records_per_s": round(len(mixed) / took),
    }


def _lines_s(hands: list[Data]) -> float:
    """Return the processor time in seconds that the command takes for *hands*."""
    text = "".join(json.dumps(hand) + "\n" for hand in hands)
    command = [str(Path(sys.executable).with_name("jantaku")), "settle", "--lines", "-"]
    before = _children_s()
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    return _children_s() - before


def _children_s() -> float:
    """Return the processor time of finished child processes in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure() -> dict[str, Any]:
    """Return settlements per second of every game, and riichi beside its peer."""
    return {
        "riichi beside mahjong": riichi(),
        "riichi against mahjong": differences(),
        "settle --lines": lines(),
        "games": every_game(),
    }
