"""Complete hands put together from tile counts alone, and what lies beside them on a table.

Nothing here asks the rules: what a game may say stands in `tests/data/settlement-catalogue.json`,
and only `random.random` is drawn from, so that a record is the same for every Python.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
Data = dict[str, Any]
Codes = list[str]

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
CATALOGUE: Final[dict[str, Data]] = json.loads(
    (DATA / "settlement-catalogue.json").read_text(encoding="utf-8")
)
"""What each game's records may say, by its id."""
KINDS: Final = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
    f"{rank}z" for rank in range(1, 8)
]
TERMINALS_AND_HONORS: Final = [code for code in KINDS if code[0] in "19" or code[1] == "z"]
STYLES: Final = (
    *("any",) * 8,
    *("one_suit",) * 3,
    *("mixed_suit",) * 3,
    *("pungs",) * 3,
    *("runs",) * 3,
    *("outside",) * 2,
    *("simples",) * 2,
    *("pairs",) * 2,
    *("same_runs",) * 2,
    *("winds", "dragons", "honors", "same_ranks", "terminals"),
    *("orphans", "unrelated", "nine_gates"),
)
"""What a hand is made towards, so that rare elements are reached too."""
SPECIAL: Final = frozenset(("pairs", "orphans", "unrelated", "nine_gates"))
"""Hands that are not sets and a pair, or not seen as such."""
OUTSIDE: Final = TERMINALS_AND_HONORS + [f"{rank}{suit}" for suit in "mps" for rank in (1, 7)]


class Chance:
    """Draws that depend on nothing but the seed's text."""

    def __init__(self, seed: str) -> None:
        """Start from *seed*."""
        self._random = random.Random(seed).random  # noqa: S311 -- reproducible on purpose

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to *limit* − 1."""
        return int(self._random() * limit)

    def happens(self, share: float) -> bool:
        """Return true in *share* of all draws."""
        return self._random() < share

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of *choices*."""
        return choices[self.below(len(choices))]

    def shuffle(self, values: Iterable[T]) -> list[T]:
        """Return *values* in another order."""
        items = list(values)
        order = sorted((self._random(), place) for place in range(len(items)))
        return [items[place] for _, place in order]


def tiles_of(text: str) -> Codes:
    """Return the codes in compact notation."""
    codes: Codes = []
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        else:
            codes += [digit + letter for digit in digits]
            digits = ""
    return codes


def compact(codes: Iterable[str]) -> str:
    """Return *codes* in compact notation."""
    sorted_codes = sorted(codes)
    digits = {letter: [c[0] for c in sorted_codes if c[1] == letter] for letter in "mpszfa"}
    return "".join("".join(ranks) + letter for letter, ranks in digits.items() if ranks)


@cache
def copies(game: str) -> Counter[str]:
    """Return how many of each tile *game* has."""
    groups = CATALOGUE[game]["tiles"]
    return Counter({code: int(n) for n, text in groups.items() for code in tiles_of(text)})


class Wall:
    """The tiles that are left of a set."""

    def __init__(self, game: str, players: int, indicators: Codes, chance: Chance) -> None:
        """Take from the set of *game* without the *indicators*, for *players* seats."""
        self.players = players
        self.indicators = indicators
        self.entry = CATALOGUE[game]
        self.left = Counter(copies(game))
        self.left.subtract(indicators)
        self.chance = chance
        self.chows = self.entry["chows"]
        laid_out = tiles_of(self.entry["flowers"])
        self.kinds = [code for code in KINDS if self.left[code] > 0 and code not in laid_out]
        self.kongs = chance.pick((0.2, 0.2, 0.2, 0.9))
        """Which share of the equal sets laid down are kongs."""

    def takes(self, codes: Codes) -> bool:
        """Take *codes* if all of them are left, and return whether they were."""
        if any(self.left[code] < codes.count(code) for code in codes):
            return False
        self.left.subtract(codes)
        return True

    def loose(self, size: int) -> Codes:
        """Return *size* tiles of any kinds that make sets, fewer where no more are left."""
        pool = [code for code in self.kinds for _ in range(self.left[code])]
        tiles = self.chance.shuffle(pool)[:size]
        self.left.subtract(tiles)
        return tiles

    def part(self, size: int, kinds: Codes, runs: float) -> Codes:
        """Return a pair or set with its first tile of *kinds*, a run in *runs* of all draws."""
        for _ in range(60):
            first = self.chance.pick(kinds)
            tiles = [first] * size
            if size == 3 and self.chows and self.chance.happens(runs):
                tiles = run_from(first)
            if tiles and self.takes(tiles):
                return tiles
        return []


def run_from(first: str) -> Codes:
    """Return the run upwards from *first*; none where it goes past the nine, or of honours."""
    rank = int(first[0])
    if first[1] == "z" or rank > 7 or rank == 0:
        return []
    return [f"{rank + step}{first[1]}" for step in range(3)]


def hand_parts(wall: Wall, sets: int, containing: str | None) -> list[Codes]:
    """Return the parts of a complete hand of *sets* sets and a pair, the pair last.

    Special hands are one part. The tile *containing* is in one of the parts.
    """
    chance = wall.chance
    style = "any" if containing else chance.pick(wall.entry.get("styles") or STYLES)
    if style in SPECIAL:
        return [_special(wall, style, sets * 3 + 2)]
    kinds, runs = _kinds_and_runs(wall, style)
    parts: list[Codes] = []
    if containing:
        parts.append(_part_with(wall, containing))
    parts += [tiles for tiles in _alike(chance, style)[:sets] if wall.takes(tiles)]
    while len(parts) < sets:
        parts.append(wall.part(3, kinds, runs))
    pair = tiles_of(wall.entry.get("pair", "")) if chance.happens(0.8) else ()
    return [*parts[:sets], wall.part(2, list(pair) or kinds, 0)]


def _kinds_and_runs(wall: Wall, style: str) -> tuple[Codes, float]:
    suit = wall.chance.pick("mps")
    own = [code for code in wall.kinds if code[1] == suit] or wall.kinds
    honors = [code for code in wall.kinds if code[1] == "z"] or wall.kinds
    kinds, runs = {
        "one_suit": (own, 0.6),
        "mixed_suit": (own + honors, 0.5),
        "two_suits": ([code for code in wall.kinds if code[1] not in (suit, "z")], 0.6),
        "pungs": (wall.kinds, 0.0),
        "runs": (wall.kinds, 0.95),
        "outside": (OUTSIDE, 0.6),
        "terminals": (TERMINALS_AND_HONORS, 0.0),
        "simples": ([code for code in wall.kinds if code[0] not in "19" and code[1] != "z"], 0.5),
        "winds": (own, 0.5),
        "dragons": (own + ["5z", "6z", "7z"] * 3, 0.5),
        "honors": (honors, 0.0),
    }.get(style, (wall.kinds, 0.6))
    return [code for code in kinds if code in wall.kinds] or wall.kinds, runs


def _part_with(wall: Wall, code: str) -> Codes:
    rank, suit = int(code[0]), code[1]
    lows = [low for low in range(rank - 2, rank + 1) if suit in "mps" and 1 <= low <= 7]
    choices = [run_from(f"{low}{suit}") for low in lows] if wall.chows else []
    for tiles in wall.chance.shuffle([[code] * 3, *choices]):
        if wall.takes(tiles):
            return tiles
    return []


def _alike(chance: Chance, style: str) -> list[Codes]:
    """Return the sets that make the rare hand of *style*, first those that matter most."""
    rank, suit = 1 + chance.below(7), chance.pick("mps")
    if style == "same_ranks":
        return [[f"{rank}{one}"] * 3 for one in "mps"]
    if style == "winds":
        return [[f"{one}z"] * 3 for one in chance.shuffle("1234")][: 3 + chance.below(2)]
    if style == "dragons":
        return [[f"{one}z"] * 3 for one in chance.shuffle("567")][: 2 + chance.below(2)]
    if style != "same_runs":
        return []
    other = run_from(f"{1 + chance.below(7)}{chance.pick('mps')}")
    run = run_from(f"{rank}{suit}")
    rows = (
        [run_from(f"{low}{suit}") for low in (1, 4, 7)],
        [
            run_from(f"{low}{one}")
            for low, one in zip((1, 4, 7), chance.shuffle("mps"), strict=True)
        ],
        [run_from(f"{rank}{one}") for one in "mps"],
        [run, run, other, other],
        [run] * (2 + chance.below(3)),
    )
    return chance.pick(rows)


def _special(wall: Wall, style: str, size: int) -> Codes:
    chance = wall.chance
    suits = chance.shuffle("mps")
    if style == "orphans":
        tiles = [*TERMINALS_AND_HONORS, chance.pick(TERMINALS_AND_HONORS)]
    elif style == "nine_gates":
        tiles = [f"{rank}{suits[0]}" for rank in (1, 1, *range(1, 10), 9, 9, 1 + chance.below(9))]
    elif style == "unrelated":
        rows = zip(suits, (1, 2, 3), strict=True)
        spread = [f"{low + step}{suit}" for suit, low in rows for step in (0, 3, 6)]
        tiles = chance.shuffle([*spread, *(f"{rank}z" for rank in range(1, 8))])[:size]
    else:
        kinds = _kinds_and_runs(wall, chance.pick(("any", "any", "one_suit", "honors")))[0]
        tiles = [code for _ in range(size // 2) for code in wall.part(2, kinds, 0)]
        return tiles + wall.loose(size - len(tiles))
    return tiles if wall.takes(tiles) else wall.loose(size)
