"""How often simulated players come to an end that people call, and in how many tries.

`python -m bench.target_ends HANDS` deals HANDS hands of every game of tiles from shuffled walls
and has each played to a self-draw, a discard, a robbed kong, two winners of one tile and a draw,
as far as the game has them.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Final

import rules
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import deal
from hw_sim.players.target_ends import TargetEnd, WinCall, attempts_from
from rules.games import PLAYS

ENDS: Final = ("self_draw", "discard", "robbed_kong", "two", "draw")
SEVERAL: Final = ("riichi", "yangzhou", "changsha", "yichang")
"""Games in which several win on one tile by their defaults."""


def calls_of(end: str, players: int) -> tuple[tuple[WinCall, ...], ...]:
    """Return the wins of an *end* of that name."""
    if end == "draw":
        return ()
    if end == "two":
        return (((1, "discard", 0), (players - 1, "discard", 0)),)
    return (((1, end, None if end == "self_draw" else 0),),)


def tries_of(name: str, end: str, seed: int) -> tuple[int, float]:
    """Return in which try the hand of this *seed* came to *end*, 0 for none, and the seconds."""
    chance = random.Random(seed)  # noqa: S311 -- players, not secrets
    game = rules.ruleset(name)
    target = TargetEnd(calls_of(end, game.players(game.defaults)))
    hands = iter(lambda: deal(name, None, chance, HandSpec()), None)
    start = time.process_time()
    attempts = attempts_from(hands, target, chance)
    number = next((number for number, over in enumerate(attempts, 1) if over is not None), 0)
    return number, time.process_time() - start


def main() -> None:
    """Print a row for each game: how many hands came to each end, and in which tries."""
    hands, *games = sys.argv[1:]
    print("game", *ENDS, sep=" | ")
    for name in games or PLAYS:
        ways = {*rules.ruleset(name).ways, "draw", *(["two"] if name in SEVERAL else [])}
        print(name, *(_words(name, end, int(hands)) for end in ENDS if end in ways), sep=" | ")


def _words(name: str, end: str, hands: int) -> str:
    """Return how many *hands* of the game *name* came to *end*, in which tries, and how long."""
    runs = [tries_of(name, end, seed) for seed in range(hands)]
    tries = ", ".join(str(number) for number, _ in sorted(runs) if number)
    seconds = sum(one for _, one in runs) / hands
    return f"{end}: {sum(number > 0 for number, _ in runs)} of {hands} ({tries}), {seconds:.1f} s"


if __name__ == "__main__":
    main()
