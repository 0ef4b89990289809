"""What holds for every Ningbo hand, and what a second, plain scoring says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import Given, winning_record
from rules.games.ningbo import GAME
from rules.tiles import CODES, TILES, parse
from tests.rules.games.ningbo_plain import FACES, codes, verdict
from tests.rules.games.turning import CHANCES, check_turning

if TYPE_CHECKING:
    import random

    from tests.rules.hands import Data

WILD = "9s"


def any_hand(chance: random.Random, wilds: int) -> Data:
    """Return a hand near to a winning one, *wilds* of its tiles wild, won in any way."""
    suits = chance.choice(["mps", "mps", "m", "mz", "z", "pz"])
    faces = [face for face in FACES if face[1] in suits and face != WILD]
    tiles = [face for _ in range(4) for face in _group(chance, faces, 3)]
    tiles += _group(chance, faces, 2)
    claimed = chance.choice((0, 0, 1, 2, 4))
    melds = [tiles[3 * place : 3 * place + 3] for place in range(claimed)]
    hand = tiles[3 * claimed :]
    if chance.random() < 0.15:
        hand[0] = chance.choice(faces)
    for place in chance.sample(range(len(hand)), min(wilds, len(hand))):
        hand[place] = WILD
    last = hand.pop(chance.randrange(len(hand)))
    by = chance.choice(("self_draw", "discard"))
    winner = chance.randrange(4)
    left = (winner - 1) % 4
    seats: list[Data] = [{} for _ in range(4)]
    seats[winner] = {
        "hand": "".join(hand),
        "melds": [
            {"kind": "pung" if len(set(meld)) == 1 else "chow", "tiles": "".join(meld)}
            | {"claimed": meld[0], "from": left}
            for meld in melds
        ],
    }
    win = {"seat": winner, "tile": last, "by": by}
    return {
        "ruleset": "ningbo",
        "state": {"banker": chance.randrange(4), "round": chance.randrange(1, 5)},
        "deal": {"indicators": [WILD]},
        "seats": seats,
        "outcome": "win",
        "wins": [win if by == "self_draw" else {**win, "from": left}],
    }


def _group(chance: random.Random, faces: list[str], size: int) -> list[str]:
    """Return a pair, a pung or a run."""
    face = chance.choice(faces)
    run = [f"{int(face[0]) + step}{face[1]}" for step in range(3)]
    if size == 3 and chance.random() < 0.6 and set(run) <= set(faces) and face[1] != "z":
        return run
    return [face] * size


def answer_of(data: Data) -> Any:
    """Return the score, or the code of the refusal."""
    answer: Any = rules.settle_json(data)
    return answer["error"]["code"] if "error" in answer else answer["wins"][0]["score"]


@settings(max_examples=250)
@given(CHANCES, st.integers(0, 2))
def test_plain_substitution_says_the_same(chance: random.Random, wilds: int) -> None:
    data = any_hand(chance, wilds)
    answer = answer_of(data)
    assert answer == "bad_tiles" or answer == verdict(data, WILD)


@settings(max_examples=200)
@given(CHANCES)
def test_a_wild_tile_in_place_of_a_natural_one_never_loses(chance: random.Random) -> None:
    """Save for the tai of a hand whose wild tiles are none, which may lead below the minimum."""
    data = any_hand(chance, chance.choice((0, 1, 2)))
    data["wins"][0] = {"seat": data["wins"][0]["seat"], "tile": data["wins"][0]["tile"]}
    data["wins"][0]["by"] = "self_draw"
    before: Any = rules.settle_json(data)
    seat = data["seats"][data["wins"][0]["seat"]]
    hand = codes(seat["hand"])
    natural = [place for place, tile in enumerate(hand) if tile != WILD]
    if "error" in before or not natural:
        return
    hand[chance.choice(natural)] = WILD
    seat["hand"] = "".join(hand)
    after = answer_of(data)
    items = {item["id"]: item["value"] for item in before["wins"][0]["items"]}
    kept = sum(items.values()) - items.get("no_wild", 0) - items.get("wild_as_itself", 0)
    if after == "below_minimum":
        assert kept - items.get("three_wilds", 0) < 4
    else:
        assert after >= kept


@given(CHANCES, st.integers(1, 3), st.sampled_from([None, ["9s"], ["3f"], ["5z"]]))
def test_payments_balance_and_turn_with_the_seats(
    chance: random.Random, by: int, indicators: list[str] | None
) -> None:
    data = winning_record(GAME, chance, Given(indicators=indicators))
    data["state"]["carry"] = {"first_banker": chance.randrange(4)}
    check_turning(data, by, ("first_banker",))


@given(CHANCES)
def test_the_reading_has_the_tiles_of_the_hand(chance: random.Random) -> None:
    data = winning_record(GAME, chance)
    (indicator,) = data["deal"]["indicators"]
    entry: Any = rules.settle(data).wins[0].to_json()
    seat, win = data["seats"][entry["seat"]], data["wins"][0]
    held = [CODES[tile] for tile in parse(seat["hand"] + win["tile"])]
    wild = {CODES[face] for face in GAME.wild_tiles([TILES[indicator]], {})}
    naturals = sorted(tile for tile in held if tile not in wild)
    concealed = codes("".join(entry["reading"][0]))
    assert len(concealed) == len(held)
    for tile in naturals:
        concealed.remove(tile)
    assert len(concealed) == sum(tile in wild for tile in held)
    assert len(entry["reading"][1]) == len(seat["melds"])
