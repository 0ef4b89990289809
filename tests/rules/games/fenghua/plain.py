"""Fenghua's scoring written a second time, plainly: wild tiles are replaced by every tile in turn.

Slow, and sharing nothing with the engine but the record: what it says is compared with it.
For hands without marks, flowers or kongs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise

from tests.rules.games.plain_groups import (
    DRAGONS,
    FACES,
    Groups,
    groups,
    narrow,
    read_melds,
    tiles_in,
    winds,
)
from tests.rules.records import Data

HONORS = {f"{rank}z" for rank in range(1, 8)}
NO_HAND = -1


def verdict(data: Data, wild: str) -> str | int:
    """Return the rounded score of a won hand, or the code of its refusal."""
    win = data["wins"][0]
    seat = data["seats"][win["seat"]]
    hand = tiles_in(seat["hand"])
    wilds = [*hand, win["tile"]].count(wild)
    if win["by"] == "discard" and _waits_alone(hand, seat["melds"], wild):
        return "barred"
    readings = [
        _wild_at_face(faces, wild) + tai
        for faces in _faces(wilds)
        for last in ({win["tile"]} if win["tile"] != wild else set(faces))
        for tai in _tai(data, _replace([*hand, win["tile"]], faces, wild), last, hand, wild)
    ]
    if not readings:
        return "not_a_win"
    tai: int = max(readings) + 1 + (win["by"] != "discard") + (1, 1, 2, 0)[wilds]
    if win["by"] == "discard" and tai < 4:
        return "below_minimum"
    return (tai + 150 * (wilds == 3) + 9) // 10 * 10


def _faces(wilds: int) -> Iterator[tuple[str, ...]]:
    return combinations_with_replacement(FACES, wilds)


def _wild_at_face(faces: tuple[str, ...], wild: str) -> int:
    return int(set(faces) == {wild})


def _replace(tiles: list[str], faces: tuple[str, ...], wild: str) -> list[str]:
    return [tile for tile in tiles if tile != wild] + list(faces)


def _waits_alone(hand: list[str], melds: list[Data], wild: str) -> bool:
    """Return whether the tiles without one wild tile are all sets, or all pairs."""
    if wild not in hand:
        return False
    rest = [tile for tile in hand if tile != wild]
    for faces in _faces(hand.count(wild) - 1):
        counts = Counter([*rest, *faces])
        # a pair of a tile that is not there makes sets alone into a hand
        if any(True for _ in groups(counts, paired=True)):
            return True
        if not melds and all(count % 2 == 0 for count in counts.values()):
            return True
    return False


def _tai(data: Data, tiles: list[str], last: str, hand: list[str], wild: str) -> Iterator[int]:
    """Yield what every way to lay *tiles* out is worth, what is common to all left out."""
    melds = read_melds(data)
    everything = {*tiles, *(tile for meld in melds for tile in meld)}
    soft = wild in [*hand, data["wins"][0]["tile"]]
    for divided in groups(Counter(tiles)):
        yield (
            _sets(data, (*divided, *melds), everything, soft)
            + max(narrow(group, last) for group in divided if last in group)
            + (50 if soft else 100) * (len(melds) == 4)
        )
    if everything <= HONORS:
        yield 400 + sum(_pung(data, meld) for meld in melds)
    if not melds:
        counts = Counter(tiles)
        if all(count % 2 == 0 for count in counts.values()):
            bombs = 100 * sum(hand.count(tile) == 4 for tile in set(hand) - {wild})
            fourth = hand.count(data["wins"][0]["tile"]) == 3
            fourth = fourth and data["wins"][0]["tile"] != wild
            honors = 400 * (everything <= HONORS)
            yield (50 if soft else 150) + 1 + bombs + 50 * fourth + _suit(everything) + honors
        if _is_unrelated(counts):
            yield _grade(tiles, last)


def _sets(data: Data, parts: Groups, everything: set[str], soft: bool) -> int:
    sets = [part for part in parts if len(part) == 3]
    runs = sum(len(set(part)) == 3 for part in sets)
    tai = sum(_pung(data, part) for part in sets) + (runs == 4) + _suit(everything)
    tai += (50 if soft else 100) * (runs == 0)
    return tai + 800 * (everything <= HONORS)


def _pung(data: Data, part: tuple[str, ...]) -> int:
    if len(set(part)) > 1:
        return 0
    return (part[0] in DRAGONS) + winds(data).count(part[0])


def _suit(everything: set[str]) -> int:
    suits = {tile[1] for tile in everything}
    if len(suits) == 1:
        return 0 if suits == {"z"} else 150
    return 70 * (len(suits) == 2 and "z" in suits)


def _is_unrelated(counts: Counter[str]) -> bool:
    ranks = {suit: sorted(int(tile[0]) for tile in counts if tile[1] == suit) for suit in "mps"}
    apart = all(high - low >= 3 for row in ranks.values() for low, high in pairwise(row))
    return apart and max(counts.values()) == 1


def _grade(tiles: list[str], last: str) -> int:
    before = {*tiles} - {last}
    if before >= HONORS:
        return 150
    return 100 if {*tiles} >= HONORS else 50
