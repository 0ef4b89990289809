"""Tiles parted into sets and a pair by trying, for scorings that share nothing with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.rules.records import Data

FACES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
FACES += [f"{rank}z" for rank in range(1, 8)]
DRAGONS = {"5z", "6z", "7z"}
Groups = tuple[tuple[str, ...], ...]


def tiles_in(text: str) -> list[str]:
    """Return the tiles of a compact string."""
    tiles: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            tiles += [digit + sign for digit in digits]
            digits = ""
    return tiles


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


def read_melds(data: Data) -> Groups:
    """Return the sets that the winner has laid down, kongs as pungs."""
    melds = data["seats"][data["wins"][0]["seat"]]["melds"]
    return tuple(tuple(tiles_in(meld["tiles"]))[:3] for meld in melds)


def winds(data: Data) -> tuple[str, str]:
    """Return the winner's wind and that of the round."""
    state = data["state"]
    own = (data["wins"][0]["seat"] - state["banker"]) % 4
    return f"{own + 1}z", f"{(state.get('round', 1) - 1) % 4 + 1}z"


def narrow(group: tuple[str, ...], last: str) -> bool:
    """Return whether *last* came to *group* from one side only: not to an end of a run."""
    if len(set(group)) == 1:
        return True
    return group.index(last) == 1 or (group.index(last), group[0][0]) in ((2, "1"), (0, "7"))
