"""No record that a program can send keeps the rules at work for long, however it is filled."""

from __future__ import annotations

from typing import Any, Final

import pytest

import rules
from rules.ruleset import Ruleset
from tests.rules.work import MOST_CALLS, work_of
from tests.soak.slow_records import stretched

HAND_CALLS: Final = 40_000
"""Of a record with as many tiles as a table has: twice the worst that the search has found."""
UNSEEN: Final[dict[str, Any]] = {"hand": None, "melds": []}
ON_5Z: Final = {"tile": "5z", "by": "discard", "from": 0}
WORST: Final[dict[str, dict[str, Any]]] = {
    "beijing": {
        "deal": {"indicators": ["6z"], "dice": [[5, 5]]},
        "seats": [
            UNSEEN,
            {"hand": "1m2m3m9m1m2m3m6m7m5z5z5z5z"},
            {"hand": "9s2p3p5p1p2s6z6s4p5z5z5z5z"},
            {"hand": "9m6m3s9m1s2s7m6m4m5z5z5z5z"},
        ],
        "wins": [
            {"seat": 1, **ON_5Z},
            {"seat": 3, **ON_5Z},
            {"seat": 1, **ON_5Z, "tile": "2m"},
            {"seat": 3, **ON_5Z},
        ],
    },
    "taizhou": {
        "deal": {"indicators": ["5s"], "dice": [[6, 2]]},
        "seats": [
            {"hand": "2m3m4p5p9m8p3s3s4s9s8p1z6z"},
            {"hand": "1s2s3s4s4s5s5s5s5z5z5z7z7z"},
            {"hand": "1m6m6m1p2p1m7p9p6p2s8s6z7s"},
            {"hand": "4m5m7m6p7p5p6s7s8s3z4z1m5z"},
        ],
        "wins": [{"seat": 1, "tile": "7z", "by": "self_draw"}] * 2,
    },
    "fenghua": {
        "deal": {"indicators": ["5s"], "dice": [[1, 6]]},
        "seats": [
            UNSEEN,
            {
                "hand": "8s8m9s5s5s7s8s8s9s9s",
                "melds": [{"kind": "pung", "tiles": "777z", "from": 0}],
            },
            UNSEEN,
            UNSEEN,
        ],
        "wins": [{"seat": 1, "tile": "5s", "by": "discard", "from": 0}],
    },
}
"""The slowest hands that the search has found: 9,800 to 21,000 calls, 4 to 14 ms."""


@pytest.mark.parametrize("game", WORST)
def test_the_hands_that_are_hardest_to_read_are_read_with_bounded_work(game: str) -> None:
    calls = work_of({"ruleset": game, "outcome": "win", **WORST[game]})
    assert 5_000 < calls <= HAND_CALLS


@pytest.mark.parametrize("game", ["jinan", "singapore", "taiwan-common", "zero-rule"])
def test_rows_as_long_as_a_call_are_refused_with_bounded_work(game: str) -> None:
    tile_game = rules.ruleset(game)
    assert isinstance(tile_game, Ruleset)
    for record in stretched(tile_game, 1):
        assert "error" in rules.settle_json(record)
        assert work_of(record) <= MOST_CALLS


def test_more_tiles_than_the_set_has_are_not_looked_at_one_by_one() -> None:
    tile_game = rules.ruleset("jinan")
    assert isinstance(tile_game, Ruleset)
    longest = max(map(work_of, stretched(tile_game, 1)))
    assert longest <= HAND_CALLS
