"""Naming all tiles together."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tiles import CODES
from vision.recognise import WHOLE_SET
from vision.recognise.classifier import Face
from vision.recognise.decode import decode


def likely(**shares: float) -> Face:
    """Return a tile whose codes, written letter first (`m1`), have these probabilities."""
    codes = dict.fromkeys(CODES, 0.0)
    codes |= {name[1] + name[0]: share for name, share in shares.items()}
    return Face(codes, 1 - sum(codes.values()), 0.0)


def test_sure_tiles_keep_their_names() -> None:
    tiles = [likely(m1=0.99, m2=0.01), likely(p7=0.9, p9=0.1)]
    assert decode(tiles, WHOLE_SET) == ["1m", "7p"]


def test_the_fifth_of_a_kind_gives_way_where_it_is_least_sure() -> None:
    tiles = [likely(s9=0.99, s6=0.01) for _ in range(4)]
    tiles.insert(2, likely(s9=0.6, s6=0.4))
    assert decode(tiles, WHOLE_SET) == ["9s", "9s", "6s", "9s", "9s"]


def test_a_surplus_moves_through_a_full_kind_when_that_is_cheapest() -> None:
    one_each = {"1f": 1, "2f": 1, "3f": 1}
    tiles = [likely(f1=0.9, f2=0.1), likely(f1=0.5, f2=0.49), likely(f2=0.6, f3=0.39)]
    assert decode(tiles, one_each) == ["1f", "2f", "3f"]


def test_five_certain_equals_stay_what_they_are() -> None:
    tiles = [likely(s9=1.0) for _ in range(5)]
    assert decode(tiles, WHOLE_SET) == ["9s"] * 5


def test_a_flower_too_many_is_not_called_what_it_hardly_looks_like() -> None:
    assert decode([likely(f3=0.95, z6=0.001)] * 2, WHOLE_SET) == ["3f", "3f"]


def test_a_code_that_the_set_lacks_is_never_read() -> None:
    riichi = {code: copies for code, copies in WHOLE_SET.items() if code[1] in "mpsz"}
    assert decode([likely(f1=0.9, s1=0.1)], riichi) == ["1s"]


def test_backs_are_as_many_as_there_are() -> None:
    assert decode([likely(z0=0.99) for _ in range(9)], WHOLE_SET) == ["0z"] * 9


def test_a_reading_that_wins_is_not_preferred() -> None:
    """One tile from a win, the tile is still what it looks like: 8m, though 7m would win."""
    hand = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "2z", "2z", "5m", "6m"]
    tiles = [likely(**{code[1] + code[0]: 0.98}) for code in hand]
    tiles.append(likely(m8=0.55, m7=0.44))
    assert decode(tiles, WHOLE_SET)[-1] == "8m"


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.floats(0.02, 1)] * 3), min_size=1, max_size=5), st.integers(1, 2))
def test_no_other_naming_within_the_copies_is_likelier(
    shares: list[tuple[float, float, float]], copies: int
) -> None:
    codes = ["1m", "2m", "3m"]
    room = dict.fromkeys(codes, copies)
    tiles = []
    for triple in shares:
        whole = sum(triple)
        tiles.append(likely(**{f"m{i + 1}": share / whole for i, share in enumerate(triple)}))
    within = [
        names
        for names in itertools.product(codes, repeat=len(tiles))
        if max(Counter(names).values()) <= copies
    ]

    def cost(names: tuple[str, ...]) -> float:
        return -sum(math.log(tile.codes[name]) for tile, name in zip(tiles, names, strict=True))

    best = tuple(decode(tiles, room))
    if within and max(Counter(best).values()) <= copies:
        assert np.isclose(cost(best), min(map(cost, within)))
    else:
        assert len(tiles) > 3 * copies or max(map(cost, within)) > math.log(100)
