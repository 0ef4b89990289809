"""Ningbo's scoring written a second time, plainly: wild tiles are replaced by every tile in turn.

Slow, and sharing nothing with the engine but the record: what it says is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

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


def verdict(data: Data, wild: str) -> str | int:
    """Return the score of a won hand without marks, or the code of its refusal."""
    win = data["wins"][0]
    seat = data["seats"][win["seat"]]
    hand = tiles_in(seat["hand"])
    wilds = [*hand, win["tile"]].count(wild)
    if win["by"] != "self_draw" and win["tile"] == wild:
        return "barred"
    readings = list(_readings([*hand, win["tile"]], wild))
    if not readings:
        return "not_a_win"
    scores = [
        narrow(place, kind) + _parts(data, (*divided, *read_melds(data))) + hard
        for divided, faces in readings
        for place, kind in _places(data, divided, faces, wild)
        for hard in [set(faces) == {wild}]
    ]
    if not scores:
        return "barred"
    best = max(scores) + (win["by"] != "discard") + (not wilds) + (len(seat["melds"]) == 4)
    return best + 3 * (wilds == 3) if best >= 4 else "below_minimum"


def _readings(tiles: list[str], wild: str) -> Iterator[tuple[Groups, tuple[str, ...]]]:
    """Yield every division, with what the wild tiles stand for."""
    naturals = [tile for tile in tiles if tile != wild]
    for faces in combinations_with_replacement(FACES, len(tiles) - len(naturals)):
        for divided in groups(Counter([*naturals, *faces])):
            yield divided, faces


def _places(
    data: Data, divided: Groups, faces: tuple[str, ...], wild: str
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the groups that the winning tile may have completed, with what it stands for."""
    win = data["wins"][0]
    tiles = tiles_in(data["seats"][win["seat"]]["hand"])
    for kind in set(faces) if win["tile"] == wild else {win["tile"]}:
        for place in divided:
            lone = len(place) == 2 and kind not in tiles and win["by"] != "self_draw"
            if kind in place and not lone:
                yield place, kind


def _parts(data: Data, parts: Groups) -> int:
    """Return what the sets and the pair are worth, whatever completed them."""
    own, wind = winds(data)
    pungs = [part[0] for part in parts if len(part) == 3 and len(set(part)) == 1]
    pair = next(part[0] for part in parts if len(part) == 2)
    suits = {part[0][1] for part in parts}
    score = sum((kind in DRAGONS) + (kind == own) + (kind == wind) for kind in pungs)
    score += not pungs and pair not in DRAGONS | {own, wind}
    score += 2 * (len(pungs) == 4)
    if len(suits) == 1:
        return score + 4
    return score + 2 * (len(suits) == 2 and "z" in suits)
