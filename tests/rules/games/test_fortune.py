"""What holds for every hand with fortune tiles: Yiwu and Wenzhou."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.tiles import CODES, TILES, parse, write
from tests.rules.games import fortune_plain
from tests.rules.games.turning import CHANCES, check_turning
from tests.rules.games.wenzhou import hands as wenzhou_hands
from tests.rules.games.yiwu import hands as yiwu_hands
from tests.rules.records import Data

BOUGHT = st.lists(st.booleans(), min_size=4, max_size=4)


@st.composite
def tables_of_yiwu(draw: st.DrawFn) -> Data:
    """Return the table before a Yiwu hand, stakes and purchases made."""
    banker, repeats = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    size = draw(st.sampled_from([1, 2, 4, 8, 16]))
    stakers = [draw(st.booleans()) and repeats > 0 and seat != banker for seat in range(4)]
    carry = {
        "stake_size": size,
        "stakes": [size * one for one in stakers],
        "bought": draw(BOUGHT),
    }
    return {"banker": banker, "repeats": repeats, "carry": carry}


def hand_of(game: str, chance: random.Random, **fields: Any) -> Data:
    """Return a hand that somebody won."""
    return winning_record(rules.ruleset(game), chance, HandSpec(**fields))


@given(st.lists(st.integers(0, 2), min_size=4, max_size=4), tables_of_yiwu(), st.integers(1, 3))
def test_turning_the_seats_turns_what_failed_floats_cost(
    floats: list[int], state: Data, by: int
) -> None:
    assume(sum(floats) <= 3)
    around = {seat: {"facts": {"floats": number}} for seat, number in enumerate(floats)}
    check_turning(yiwu_hands.unpaid(around=around, state=state), by)


@pytest.mark.parametrize("game", ["yiwu", "wenzhou"])
@settings(max_examples=60)
@given(chance=CHANCES)
def test_a_fortune_tile_in_place_of_another_never_loses(game: str, chance: random.Random) -> None:
    """By self-draw; with a third one Yiwu asks for more than a hand."""
    data = hand_of(game, chance)
    (win,), (wild,) = data["wins"], data["deal"]["indicators"]
    seat = data["seats"][win["seat"]]
    hand = list(parse(seat["hand"]))
    assume(hand.count(TILES[wild]) + (win["tile"] == wild) < (2 if game == "yiwu" else 3))
    places = [place for place, tile in enumerate(hand) if tile != TILES[wild]]
    assume(places)
    hand[chance.choice(places)] = TILES[wild]
    seat["hand"] = write(hand)
    for number, other in enumerate(data["seats"]):
        if number != win["seat"]:
            other["hand"] = None
    data["wins"] = [{"seat": win["seat"], "tile": win["tile"], "by": "self_draw"}]
    assert "net" in rules.settle_json(data)


def mixed_up(data: Data, chance: random.Random) -> Data:
    """Return *data*, in half of all hands with another tile, often a white, in the winner's."""
    (win,) = data["wins"]
    seat = data["seats"][win["seat"]]
    hand = list(parse(seat["hand"]))
    for _ in range(chance.choice([0, 0, 1, 2])):
        tile = chance.choice([*range(34), *[TILES["5z"]] * 10])
        hand[chance.randrange(len(hand))] = TILES[CODES[tile]]
    seat["hand"] = write(hand)
    for number in range(4):
        if number != win["seat"]:
            data["seats"][number] = {}
    by = chance.choice(["self_draw", "discard"])
    new_win = {"seat": win["seat"], "tile": win["tile"], "by": by}
    data["wins"] = [new_win if by == "self_draw" else new_win | {"from": (win["seat"] + 1) % 4}]
    return data


def judge(game: str, chance: random.Random, **options: Any) -> tuple[Data, Any]:
    """Return a hand of the game with at most two fortune tiles, and what the engine says."""
    data = mixed_up(hand_of(game, chance), chance) | {"options": options}
    assume(fortune_plain.read_hand(data, with_last=True).wilds <= 2)
    answer: Any = rules.settle_json(data)
    code = answer.get("error", {}).get("code")
    assume(code not in ("bad_tiles", "bad_meld"))
    return data, code


@settings(max_examples=60)
@given(CHANCES)
def test_yiwus_hands_are_judged_as_if_every_tile_were_tried(chance: random.Random) -> None:
    data, code = judge("yiwu", chance)
    assert (code or yiwu_hands.element(data)[0]) == fortune_plain.yiwu(data)


@settings(max_examples=60)
@given(CHANCES, st.booleans())
def test_wenzhous_hands_are_judged_as_if_every_tile_were_tried(
    chance: random.Random, hard_white: bool
) -> None:
    data, code = judge("wenzhou", chance, hard_white=hard_white)
    plain = fortune_plain.wenzhou(data)
    if code or isinstance(plain, str):
        assert code == plain
    else:
        times, names = wenzhou_hands.elements(data)
        assert (times, len(names)) == (plain[0], len(plain[1]))
        assert names == plain[1] or {"wild_as_itself", "soft_eight_pairs"} <= names | plain[1]
