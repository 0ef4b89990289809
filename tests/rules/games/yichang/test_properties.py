"""What holds for every Yichang hand, whatever its tiles."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import given

import rules
from hw_sim.players import HandSpec, drawn_record, winning_record
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.tiles import HONORS, parse
from tests.rules.games.turning import CHANCES
from tests.rules.games.yichang.hands import counted, paid
from tests.rules.records import settled

GAME = rules.ruleset("yichang")
PENALTIES = ("not_ready", "flower_pig")
COPIES = 4


@given(CHANCES)
def test_the_same_win_again_pays_the_same_again(chance: random.Random) -> None:
    data = winning_record(GAME, chance, HandSpec(further=()))
    twice = copy.deepcopy(data)
    twice["wins"].append(copy.deepcopy(data["wins"][0]))
    if data["wins"][0]["by"] == "robbed_kong":
        return
    answer: Any = rules.settle_json(twice)
    if "error" in answer:  # there is no other copy of the tile
        assert answer["error"]["code"] == "bad_tiles"
        return
    assert paid(twice, "win") == [2 * gain for gain in paid(data, "win")]
    assert paid(twice, *PENALTIES) == paid(data, *PENALTIES)
    assert counted(twice, 1) == counted(data, 0)


@given(CHANCES)
def test_who_is_not_ready_pays_and_who_is_gets(chance: random.Random) -> None:
    """Ready by trying every tile."""
    data = drawn_record(GAME, chance)
    ready = {number for number, seat in enumerate(data["seats"]) if _is_ready(seat)}
    rows = settled(data)["payments"]
    assert {row["to"] for row in rows} == (ready if len(ready) < COPIES else set())
    assert {row["from"] for row in rows} == ({0, 1, 2, 3} - ready if ready else set())


def _is_ready(seat: dict[str, object]) -> bool:
    """Return whether a tile that *seat* has not all of completes it with two suits at most."""
    hand = parse(str(seat["hand"]))
    melds = seat["melds"]
    assert isinstance(melds, list)
    laid = parse("".join(meld["tiles"] for meld in melds))
    held = hand + laid
    return any(
        completes(pack((*hand, kind)), 4 - len(melds))
        for kind in range(HONORS)
        if held.count(kind) < COPIES and len({one // 9 for one in (*held, kind)}) < 3
    )
