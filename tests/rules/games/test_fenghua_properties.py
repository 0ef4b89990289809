"""What holds for every Fenghua hand, and what a second, plain scoring says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import Given, winning_record
from rules.games.fenghua import GAME
from tests.rules.games.fenghua_plain import verdict
from tests.rules.games.ningbo_plain import FACES, codes
from tests.rules.games.turning import CHANCES, check_turning

if TYPE_CHECKING:
    import random

    from tests.rules.hands import Data

WILDS: Final = ("9s", "5z", "1z")
SUITS: Final = ("mps", "mps", "m", "mz", "z", "pz")
KINDS_OF_HANDS: Final = ("sets", "sets", "sets", "pairs", "unrelated", "honors")


def any_hand(chance: random.Random, wild: str, wilds: int) -> Data:
    """Return seat 1 near to a win of any shape, *wilds* of the tiles wild."""
    suits = chance.choice(SUITS)
    faces = [face for face in FACES if face[1] in suits and face != wild]
    claimed = 0
    match chance.choice(KINDS_OF_HANDS):
        case "sets":
            tiles = [face for _ in range(4) for face in _group(chance, faces)]
            tiles += [chance.choice(faces)] * 2
            claimed = chance.choice((0, 0, 1, 2, 4))
        case "pairs":
            tiles = [face for _ in range(7) for face in [chance.choice(faces)] * 2]
        case "unrelated":
            tiles = _unrelated(chance)
        case _:
            honors = [face for face in FACES if face[1] == "z" and face != wild]
            claimed = chance.choice((0, 1, 2))
            tiles = [face for _ in range(claimed) for face in [chance.choice(honors)] * 3]
            tiles += [chance.choice(honors) for _ in range(14 - len(tiles))]
    return _record(chance, wild, tiles, claimed, wilds)


def _group(chance: random.Random, faces: list[str]) -> list[str]:
    """Return a pung or a run."""
    face = chance.choice(faces)
    run = [f"{int(face[0]) + step}{face[1]}" for step in range(3)]
    if chance.random() < 0.6 and set(run) <= set(faces) and face[1] != "z":
        return run
    return [face] * 3


def _unrelated(chance: random.Random) -> list[str]:
    """Return up to seven honors and suit tiles three apart."""
    starts = [chance.randrange(1, 4) for _ in "mps"]
    suited = [
        f"{low + 3 * step}{suit}"
        for suit, low in zip("mps", starts, strict=True)
        for step in range(3)
    ]
    honors = chance.sample([f"{rank}z" for rank in range(1, 8)], chance.choice((5, 6, 7, 7)))
    return [*honors, *chance.sample(suited, 14 - len(honors))]


def _record(chance: random.Random, wild: str, tiles: list[str], claimed: int, wilds: int) -> Data:
    """Return *tiles*, the first sets of them *claimed*, with wild tiles put in, as a record."""
    melds = [tiles[3 * place : 3 * place + 3] for place in range(claimed)]
    hand = tiles[3 * claimed :]
    if chance.random() < 0.1:
        hand[0] = chance.choice([face for face in FACES if face != wild])
    for place in chance.sample(range(len(hand)), min(wilds, len(hand))):
        hand[place] = wild
    last = hand.pop(chance.randrange(len(hand)))
    by = chance.choice(("self_draw", "discard"))
    seats: list[Data] = [{} for _ in range(4)]
    seats[1] = {
        "hand": "".join(hand),
        "melds": [
            {"kind": "pung" if len(set(meld)) == 1 else "chow", "tiles": "".join(meld)}
            | {"claimed": meld[0], "from": 0}
            for meld in melds
        ],
    }
    win = {"seat": 1, "tile": last, "by": by}
    return {
        "ruleset": "fenghua",
        "state": {"banker": chance.randrange(4), "round": chance.randrange(1, 6)},
        "deal": {"indicators": [wild]},
        "seats": seats,
        "outcome": "win",
        "wins": [win if by == "self_draw" else {**win, "from": 0}],
    }


def answer_of(data: Data) -> Any:
    """Return the score, or the code of the refusal."""
    answer: Any = rules.settle_json(data)
    return answer["error"]["code"] if "error" in answer else answer["wins"][0]["score"]


@settings(max_examples=250)
@given(CHANCES, st.integers(0, 2), st.sampled_from(WILDS))
def test_plain_substitution_says_the_same(chance: random.Random, wilds: int, wild: str) -> None:
    data = any_hand(chance, wild, wilds)
    answer = answer_of(data)
    assert answer in ("bad_tiles", "bad_meld") or answer == verdict(data, wild)


@settings(max_examples=200)
@given(CHANCES, st.integers(0, 2))
def test_a_wild_tile_in_place_of_a_natural_one_still_wins(
    chance: random.Random, wilds: int
) -> None:
    """By self-draw; a hand may be worth less with a wild tile."""
    data = any_hand(chance, "9s", wilds)
    data["wins"][0] = {"seat": 1, "tile": data["wins"][0]["tile"], "by": "self_draw"}
    hand = codes(data["seats"][1]["hand"])
    natural = [place for place, tile in enumerate(hand) if tile != "9s"]
    if isinstance(answer_of(data), str) or not natural or [*hand].count("9s") > 2:
        return
    hand[chance.choice(natural)] = "9s"
    data["seats"][1]["hand"] = "".join(hand)
    assert answer_of(data) == "bad_tiles" or answer_of(data) > 0


@settings(max_examples=60)
@given(CHANCES, st.integers(1, 3), st.sampled_from([None, ["9s"], ["3f"], ["5z"]]))
def test_payments_balance_and_turn_with_the_seats(
    chance: random.Random, by: int, indicators: list[str] | None
) -> None:
    check_turning(winning_record(GAME, chance, Given(indicators=indicators)), by)
