"""Ningbo's scoring written a second time, plainly: wild tiles are replaced by every tile in turn.

Slow, and sharing nothing with the engine but the record: what it says is compared with it.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.rules.hands import Data

FACES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
FACES += [f"{rank}z" for rank in range(1, 8)]
DRAGONS = {"5z", "6z", "7z"}
Groups = tuple[tuple[str, ...], ...]


def codes(text: str) -> list[str]:
    """Return the tiles of a compact string."""
    found: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            found += [digit + sign for digit in digits]
            digits = ""
    return found


def groups(tiles: Counter[str], paired: bool = False) -> Iterator[Groups]:
    """Yield every way to part *tiles* into sets and one pair, the lowest tile first."""
    first = next((face for face in FACES if tiles[face]), None)
    if first is None:
        if paired:
            yield ()
        return
    run = [f"{int(first[0]) + step}{first[1]}" for step in range(3)]
    choices = [((first,) * 3, paired), ((first,) * 2, True)][: 1 if paired else 2]
    if first[1] != "z" and int(first[0]) < 8:
        choices.append((tuple(run), paired))
    for group, now in choices:
        if all(tiles[face] >= count for face, count in Counter(group).items()):
            for rest in groups(tiles - Counter(group), now):
                yield (group, *rest)


def _melded(melds: list[Data]) -> Groups:
    return tuple(tuple(codes(meld["tiles"]))[:3] for meld in melds)


def verdict(data: Data, wild: str) -> str | int:
    """Return the score of a won hand without marks, or the code of its refusal."""
    win = data["wins"][0]
    seat = data["seats"][win["seat"]]
    hand = codes(seat["hand"])
    wilds = [*hand, win["tile"]].count(wild)
    if win["by"] != "self_draw" and win["tile"] == wild:
        return "barred"
    readings = list(_readings([*hand, win["tile"]], wild))
    if not readings:
        return "not_a_win"
    scores = [
        _wait(place, kind) + _parts(data, (*divided, *_melded(seat["melds"]))) + hard
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
    held = codes(data["seats"][win["seat"]]["hand"])
    for kind in set(faces) if win["tile"] == wild else {win["tile"]}:
        for place in divided:
            lone = len(place) == 2 and kind not in held and win["by"] != "self_draw"
            if kind in place and not lone:
                yield place, kind


def _wait(place: tuple[str, ...], kind: str) -> int:
    if len(set(place)) == 1:
        return 1
    edge = (place.index(kind), place[0][0]) in ((2, "1"), (0, "7"))
    return int(place.index(kind) == 1 or edge)


def _parts(data: Data, parts: Groups) -> int:
    """Return what the sets and the pair are worth, whatever completed them."""
    own = f"{(data['wins'][0]['seat'] - data['state']['banker']) % 4 + 1}z"
    wind = f"{data['state'].get('round', 1)}z"
    pungs = [part[0] for part in parts if len(part) == 3 and len(set(part)) == 1]
    pair = next(part[0] for part in parts if len(part) == 2)
    suits = {part[0][1] for part in parts}
    score = sum((kind in DRAGONS) + (kind == own) + (kind == wind) for kind in pungs)
    score += not pungs and pair not in DRAGONS | {own, wind}
    score += 2 * (len(pungs) == 4)
    if len(suits) == 1:
        return score + 4
    return score + 2 * (len(suits) == 2 and "z" in suits)
