"""How often play brings about the marks, facts, announcements and incidents of every game of tiles.

`python -m bench.frequencies HANDS FIRST` plays HANDS of the soak's hands of each game, by their
seeds from FIRST on, and adds what it counts to `frequencies.json`. In seeds that end in 0
everybody plays sensibly, in most others by chance (`tests.soak.play`). For what stays at 0 the
game has a reason (`rules.play.absences`), which a test holds against that file.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rules.games import PLAYS, play_of
from rules.ruleset import Ruleset
from tests.soak.play import hand

FILE: Final = Path(__file__).with_name("frequencies.json")


def words_of(game: Ruleset) -> Sequence[str]:
    """Return every way to win, mark, fact, announcement and incident of *game*."""
    facts = [fact.id for fact in (*game.win_facts, *game.seat_facts)]
    return list(dict.fromkeys((*game.ways, *game.marks, *game.declared, *game.incidents, *facts)))


def count_words(name: str, seeds: range) -> Mapping[str, Any]:
    """Return how often each word of the game *name* came about, hands of *seeds* added."""
    before = read_counts().get(name, {"hands": 0, "counts": {}})
    totals = Counter(before["counts"])
    for seed in seeds:
        totals += hand(name, seed)
    counts = {word: totals[word] for word in words_of(play_of(name).game)}
    return {"hands": before["hands"] + len(seeds), "counts": counts}


def read_counts() -> Mapping[str, Mapping[str, Any]]:
    """Return by game what was counted so far."""
    counts: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return counts


def table() -> Mapping[str, Mapping[str, int | str]]:
    """Return by game what was counted so far, with the reason of what never came about."""
    by_game = {}
    for name, entry in read_counts().items():
        absences = play_of(name).absences
        counts = entry["counts"].items()
        rows = {word: count or f"0 ({absences.get(word, 'no reason')})" for word, count in counts}
        by_game[name] = {"hands": entry["hands"], **rows}
    return by_game


if __name__ == "__main__":
    count, first = map(int, sys.argv[1:])
    everything = {name: count_words(name, range(first, first + count)) for name in sorted(PLAYS)}
    FILE.write_text(json.dumps(everything, indent=1) + "\n", "utf-8")
