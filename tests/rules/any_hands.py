"""Random wins of any mahjong game, put together from its sets; not every one of them settles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.ruleset import Ruleset
from rules.tiles import CODES, HONORS, KINDS, Tile, write
from tests.rules.records import Data

RUNS: Final = tuple(kind for kind in range(HONORS) if kind % 9 < 7)
LOOSE: Final = {"minimum_points": 0}
"""Options that let more hands settle, where a game has them."""


class Wall:
    """Tiles from which sets are taken while there are copies left."""

    def __init__(self, game: Ruleset, chance: random.Random) -> None:
        """Turn up the indicators of *game*."""
        self.game = game
        self.chance = chance
        self.options = {name: one for name, one in LOOSE.items() if name in game.by_option}
        self.settings = {**game.defaults, **self.options}
        full = game.tiles_for(self.settings)
        self.left = Counter({kind: full.get(code, 0) for kind, code in enumerate(CODES)})
        kinds = [kind for kind in range(KINDS) if self.left[kind]]
        self.indicators = [Tile(kind) for kind in chance.sample(kinds, game.indicators)]
        self.left.subtract(self.indicators)
        self.wild = game.wild_tiles(self.indicators, self.settings)
        apart = game.aside_tiles(self.indicators, self.settings) | game.flower_tiles(self.settings)
        self.plain = [kind for kind in kinds if kind not in self.wild and kind not in apart]

    def take(self, size: int) -> list[int]:
        """Return a pair or a set, with the tiles gone from those left."""
        while True:
            low = self.chance.choice(self.plain)
            tiles = [low] * size
            if size > 2 and self.game.chows and low in RUNS and self.chance.random() < 0.7:
                tiles = [low, low + 1, low + 2]
            plain = all(kind in self.plain for kind in tiles)
            if plain and all(self.left[kind] >= tiles.count(kind) for kind in tiles):
                self.left.subtract(tiles)
                return tiles

    def deal(self, size: int) -> list[int]:
        """Return any tiles that belong into a hand."""
        tiles = self.chance.sample(
            [kind for kind in self.plain for _ in range(self.left[kind])], size
        )
        self.left.subtract(tiles)
        return tiles


def won_hand(game: Ruleset, chance: random.Random, wilds: int = 0) -> Data:
    """Return a win of seat 1 with *wilds* wild tiles in place of tiles in hand.

    Where the game has fewer, there are tiles too many, and it does not settle.
    """
    wall = Wall(game, chance)
    sets = [wall.take(3) for _ in range((game.hand_size - 1) // 3)]
    meld_count = chance.choice((0, 1, 1, 2))
    hand = [kind for one in sets[meld_count:] for kind in one] + wall.take(2)
    chance.shuffle(hand)
    tile, hand = hand[0], hand[1:]
    spare = [kind for kind in sorted(wall.wild) for _ in range(wall.left[kind])]
    hand[:wilds] = chance.sample(spare, min(wilds, len(spare)))
    players = game.players(wall.settings)
    seats: list[Data] = [{"hand": None, "melds": []} for _ in range(players)]
    for seat in seats if game.all_hands_shown else ():
        seat["hand"] = write(wall.deal(game.hand_size))
    seats[1] = {"hand": write(hand), "melds": [_claim(one) for one in sets[:meld_count]]}
    is_discard = chance.random() < 0.4
    win: Data = {"seat": 1, "tile": CODES[tile], "by": "discard" if is_discard else "self_draw"}
    dice = [[chance.randint(1, 6) for _ in range(game.dice_for(wall.settings))]]
    return {
        "ruleset": game.id,
        "options": wall.options,
        "deal": {"indicators": [CODES[one] for one in wall.indicators], "dice": dice},
        "seats": seats,
        "outcome": "win",
        "wins": [win | {"from": 0} if is_discard else win],
    }


def _claim(kinds: list[int]) -> Data:
    """Return a set that seat 1 claimed from seat 0."""
    if kinds[0] == kinds[-1]:
        return {"kind": "pung", "tiles": write(kinds), "from": 0}
    return {"kind": "chow", "tiles": write(kinds), "claimed": CODES[kinds[0]], "from": 0}


def won_hands(game: Ruleset, chance: random.Random, wilds: int = 0) -> Iterator[Data]:
    """Yield wins without end."""
    while True:
        yield won_hand(game, chance, wilds)
