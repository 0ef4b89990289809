"""What a table must say of itself, and what it may leave out."""

from __future__ import annotations

import json
import zlib

import pytest

from firmware_bridge.state import Identity
from firmware_bridge.wire.dictionary import ENTRIES, REQUIRED

LEAST = {
    "model": "own", "serial": "1", "firmware": "1", "sides": 4, "max_stacks": 19, "dice": 2,
    "deals": False,
}  # fmt: skip


def packed(**entries: object) -> bytes:
    return zlib.compress(json.dumps(entries).encode())


def test_what_must_be_there_is_enough() -> None:
    identity = Identity.from_bytes(packed(**LEAST))
    assert (identity.serial, identity.sets, identity.jobs) == ("1", 1, frozenset())
    assert set(LEAST) == set(REQUIRED)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_table_that_does_not_say_what_it_must_is_none_and_that_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"lacks {name}"):
        Identity.from_bytes(packed(**{one: LEAST[one] for one in LEAST if one != name}))


def test_what_a_simulated_table_says_of_itself_is_in_the_list() -> None:
    from hw_sim.profile import load

    description = json.loads(zlib.decompress(load("four_port").dictionary()))
    own = {"protocol", "mechanisms", "budgets_s"}
    assert set(description) - own <= {entry.name for entry in ENTRIES}


@pytest.mark.parametrize(
    "lie",
    [
        {"gears": ["many"]},
        {"gears": 136},
        {"bauds": [None]},
        {"sides": 5},
        {"max_stacks": "wide"},
        {"jobs": 7},
        {"sets": "two"},
    ],
    ids=lambda lie: next(iter(lie)),
)
def test_a_dictionary_that_lies_is_none(lie: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"dictionary|sides|literal|float"):
        Identity.from_bytes(packed(**{**LEAST, **lie}))


def test_switch_and_unread_dice_are_what_a_sold_table_says() -> None:
    identity = Identity.from_bytes(packed(**LEAST, gears=[136, 144], dice_source="none"))
    assert (identity.gears, identity.capacity.gears) == ({136, 144}, {136, 144})
    assert identity.dice_source == "none"
