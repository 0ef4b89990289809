"""Search for the hand records over which the rules work longest: seeded, uphill from random wins.

Each step changes one of the slowest records known of a game: tiles, wild tiles, one suit, hands
shown, wins, options, players. Beside them stand rows as long as a call of the interface takes.
"""

from __future__ import annotations

import copy
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import rules
from kiosk.api.operations import MOST_BYTES
from rules.ruleset import Ruleset
from rules.tiles import CODES, parse
from tests.rules.any_hands import Wall, won_hand
from tests.rules.work import work_of

KNOWN: Final = 8
"""Number of the slowest records of a game that are changed further."""
ROWS: Final = ("hand", "flowers", "aside")
STRETCHES: Final = ("1m2p", "8m8f", "19m19p19s1234567z", "0m")
Record = dict[str, Any]


def measure(count: int, seed: int = 1) -> dict[str, float | str]:
    """Return the most work, in calls and processor time, of *count* records of all games."""
    games = [game for name in rules.rulesets() if isinstance(game := rules.ruleset(name), Ruleset)]
    samples = [worst(game, max(1, count // len(games)), seed) for game in games]
    samples += [(work_of(record), record) for game in games for record in stretched(game, seed)]
    calls, record = max(samples, key=lambda one: one[0])
    return {
        "most_calls": calls,
        "of_game": str(record["ruleset"]),
        "worst_ms": max(_time_ms(record) for _, record in samples),
    }


def worst(game: Ruleset, count: int, seed: int) -> tuple[int, Record]:
    """Return the record of *game* with the most work in *count* steps, and its calls."""
    chance = random.Random(f"{game.id} {seed}")
    wall = Wall(game, chance)
    slowest: list[tuple[int, Record]] = []
    for step in range(count):
        if step < KNOWN:
            record = won_hand(game, chance, chance.randrange(5))
        else:
            record = copy.deepcopy(chance.choice(slowest)[1])
            for _ in range(chance.randint(1, 3)):
                chance.choice(CHANGES)(record, wall, chance)
        slowest.append((work_of(record), record))
        slowest = sorted(slowest, key=lambda one: one[0])[-KNOWN:]
    return slowest[-1]


def stretched(game: Ruleset, seed: int) -> Iterator[Record]:
    """Yield wins of *game* in which one row is as long as a call takes."""
    for row in ROWS:
        for tiles in STRETCHES:
            record = won_hand(game, random.Random(seed))
            record["seats"][1][row] = tiles * ((MOST_BYTES - len(json.dumps(record))) // len(tiles))
            yield record


def _time_ms(record: Record) -> float:
    work_of({})  # forgets the hand
    gc.collect()  # of what the search itself has left
    began = time.process_time()
    rules.settle_json(record)
    return 1_000 * (time.process_time() - began)


def _change_tiles(record: Record, wall: Wall, chance: random.Random) -> None:
    _put(record, chance, [CODES[kind] for kind in wall.plain])


def _take_wild_tiles(record: Record, wall: Wall, chance: random.Random) -> None:
    _put(record, chance, sorted(CODES[tile] for tile in wall.wild) or ["8f"])


def _put(record: Record, chance: random.Random, codes: list[str]) -> None:
    """Put some of *codes* in place of tiles of one row."""
    seat = chance.choice(record["seats"])
    tiles = _tiles(seat.get("hand"))
    for _ in range(min(len(tiles), chance.randint(1, 4))):
        tiles[chance.randrange(len(tiles))] = chance.choice(codes)
    if tiles:
        seat["hand"] = "".join(tiles)


def _take_one_suit(record: Record, _: Wall, chance: random.Random) -> None:
    suit, seat = chance.choice("mps"), chance.choice(record["seats"])
    tiles = _tiles(seat.get("hand"))
    if tiles:
        seat["hand"] = "".join(one[0] + suit if one[1] in "mps" else one for one in tiles)


def _show_a_hand(record: Record, _: Wall, chance: random.Random) -> None:
    hands = [seat["hand"] for seat in record["seats"] if seat.get("hand")]
    if hands:
        chance.choice(record["seats"])["hand"] = chance.choice(hands)


def _win_too(record: Record, _: Wall, chance: random.Random) -> None:
    if record["wins"]:
        seat = chance.randrange(len(record["seats"]))
        record["wins"].append({**chance.choice(record["wins"]), "seat": seat})


def _end_otherwise(record: Record, wall: Wall, chance: random.Random) -> None:
    tile = CODES[chance.choice(wall.plain)]
    record["outcome"] = chance.choice(("win", "draw"))
    record["wins"] = [{"seat": 1, "tile": tile, "by": "self_draw"}]
    if record["outcome"] == "draw":
        record["wins"] = []


def _choose(record: Record, wall: Wall, chance: random.Random) -> None:
    """Set an option, and let as many sit down as it asks for."""
    options = [one for one in wall.game.options if one.values]
    if not options:
        return
    option = chance.choice(options)
    record["options"] = {**record["options"], option.name: chance.choice(option.values)}
    players = wall.game.players({**wall.settings, **record["options"]})
    seats = record["seats"]
    while len(seats) < players:
        seats.append(copy.deepcopy(chance.choice(seats)))
    del seats[players:]


def _mark(record: Record, wall: Wall, chance: random.Random) -> None:
    if record["wins"] and wall.game.marks:
        win = chance.choice(record["wins"])
        win["marks"] = sorted({*win.get("marks", ()), chance.choice(sorted(wall.game.marks))})


CHANGES: Final[tuple[Callable[[Record, Wall, random.Random], None], ...]] = (
    _change_tiles,
    _change_tiles,
    _take_wild_tiles,
    _take_one_suit,
    _show_a_hand,
    _win_too,
    _end_otherwise,
    _choose,
    _mark,
)


def _tiles(row: str | None) -> list[str]:
    """Return the codes of a *row*; none of one that is not shown, or no row."""
    try:
        return [CODES[tile] for tile in parse(row or "")]
    except ValueError:
        return []
