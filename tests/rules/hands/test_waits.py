"""The whole wait of a hand, against the cover tables and against trying every tile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hands.covers import waits
from rules.hands.divide import divisions
from rules.hands.keys import LANE, pack
from rules.hands.shapes import PAIRS, PUNGS, RUNS, Part
from rules.hands.waits import waits_with_ways, way
from rules.tiles import parse, write

SHAPES = st.tuples(
    st.lists(st.sampled_from([*RUNS.values(), *PUNGS]), min_size=1, max_size=5),
    st.sampled_from(PAIRS),
)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("45667s55p", {"5s": "closed open", "8s": "open"}),
        ("2344p", {"1p": "open", "4p": "open pair"}),
        ("7888m", {"6m": "open", "7m": "pair", "9m": "open"}),
        ("23456p99s", {"1p": "open", "4p": "open", "7p": "open"}),
        ("12s33z", {"3s": "edge"}),
        ("89s33z", {"7s": "edge"}),
        ("33z55z", {"3z": "pung", "5z": "pung"}),
        ("5555z", {}),
        ("1z2z3z4z", {}),
        ("1223334s", {"3s": "closed edge pair"}),
        ("1112345678999m", {f"{rank}m": None for rank in range(1, 10)}),
    ],
)
def test_what_a_hand_waits_for_and_how(hand: str, expected: dict[str, str | None]) -> None:
    ways_by_tile = {
        write([kind]): set(ways) for kind, ways in waits_with_ways(pack(parse(hand))).items()
    }
    assert ways_by_tile.keys() == expected.keys()
    for tile, ways in expected.items():
        assert ways is None or ways_by_tile[tile] == set(ways.split())


@given(SHAPES, st.data())
def test_waits_are_those_of_the_cover_tables_and_of_every_division(
    shape: tuple[list[Part], Part], data: st.DataObject
) -> None:
    sets, pair = shape
    kinds = [kind for part in (*sets, pair) for kind in part.kinds]
    kinds.remove(data.draw(st.sampled_from(kinds)))
    if max(map(kinds.count, kinds)) > 4:
        return
    key = pack(kinds)
    ways_by_kind = waits_with_ways(key)
    assert tuple(sorted(ways_by_kind)) == waits(key, len(sets))
    for kind, ways in ways_by_kind.items():
        assert ways == {
            way(part, kind)
            for division in divisions(key + LANE[kind], len(sets))
            for part in division.parts
            if kind in part.kinds
        }
