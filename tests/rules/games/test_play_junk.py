"""Whatever stands in a field of a played hand, it is answered: settled, or refused with a place."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from hw_sim.players.cards import PLAYERS, played_record
from hw_sim.players.players import HandSpec
from rules.errors import RANKS
from tests.rules.test_engine import JSON, places, replaced

SOUND = [
    record
    for name in sorted(PLAYERS)
    for record in played_record(
        name,
        random.Random(4),
        HandSpec(state={"banker": 0, "scores": [0] * rules.ruleset(name).seats[0]}),
    )
]


@pytest.mark.parametrize("record", SOUND, ids=lambda record: record["ruleset"])
def test_the_sound_records_of_these_tests_are_sound(record: Any) -> None:
    assert sum(rules.settle(record).net) == 0


@pytest.mark.parametrize("record", SOUND, ids=lambda record: record["ruleset"])
@given(st.data(), JSON)
def test_whatever_stands_in_a_field_is_answered(record: Any, data: Any, junk: Any) -> None:
    path = data.draw(st.sampled_from(places(record)))
    answer: Any = rules.settle_json(replaced(record, path, junk))
    json.dumps(answer)
    if "error" in answer:
        assert answer["error"]["code"] in RANKS
    else:
        assert sum(answer["net"]) == 0
