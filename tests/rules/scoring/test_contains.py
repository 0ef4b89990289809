"""What a higher element has in it: for every game, by the hands that show each element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from rules.examples import examples
from rules.games import ruleset, tile_games
from rules.scoring.contains import SHARED, find_holders
from tests.rules.records import Data, pung, record_win


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield every game with each higher and lower element that it has."""
    for game in tile_games():
        names = game.by_element
        for higher in names:
            lower = {*SHARED.get(higher, ()), *game.contains.get(higher, ())}
            yield from ((game.id, higher, one) for one in sorted(lower & names.keys()))


def not_counted(data: Any) -> dict[str, str]:
    """Return what holds in a won hand without counting, each with what it does not count beside."""
    (answer,) = rules.what_else(data)
    return dict(answer.contained)


def riichi(hand: str, tile: str, *melds: Data, **more: Any) -> Data:
    """Return a hand that seat 1 won on the discard of seat 2."""
    return record_win(
        "riichi", hand, tile, *melds, deal={"indicators": ["4z"]}, **{"source": 2, **more}
    )


@pytest.mark.parametrize("game", [game.id for game in tile_games()])
def test_what_a_game_contains_are_its_own_elements(game: str) -> None:
    own_rules = ruleset(game)
    names = {*own_rules.contains, *(one for row in own_rules.contains.values() for one in row)}
    assert names <= own_rules.by_element.keys()


@pytest.mark.parametrize(("game", "higher", "lower"), list(pairs()))
def test_a_hand_with_the_higher_element_counts_or_names_the_lower_one(
    game: str, higher: str, lower: str
) -> None:
    record = examples(game).get(higher)
    if record is None:
        pytest.skip("no hand shows the element")
    (answer,) = rules.what_else(record)
    counting = {item.id for item in answer.win.items}
    assert higher in counting
    assert (lower in counting) != (lower in answer.contained)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            riichi("112233m778899p1s", "1s"),
            {"pure_double_sequence": "two_pure_double_sequences"},
        ),
        (
            riichi("111222333m7899m", "9m"),
            {"mixed_one_suit": "pure_one_suit", "outside_hand": "terminals_in_all_sets"},
        ),
        (riichi("123p789p123s1199m", "1m"), {"outside_hand": "terminals_in_all_sets"}),
        (
            riichi("234m567p345s67p55s", "8p", before={"declared": ["double_riichi"]}),
            {"riichi": "double_riichi"},
        ),
    ],
    ids=["ryanpeikou", "chinitsu", "junchan", "double riichi"],
)
def test_riichi_says_what_a_higher_yaku_contains(data: Data, expected: dict[str, str]) -> None:
    assert not_counted(data).items() >= expected.items()


def test_beside_a_yakuman_all_other_yaku_are_named() -> None:
    higher = not_counted(riichi("23m99m555z666z", "1m", pung("777z")))
    assert higher["dragon_pung"] == "big_three_dragons"
    assert higher["little_three_dragons"] == "big_three_dragons"
    assert higher["outside_hand"] == "big_three_dragons"
    assert "riichi" not in higher


def test_beside_a_rare_hand_of_beijing_nothing_else_counts() -> None:
    higher = not_counted(examples("beijing")["heavenly_hand"])
    assert higher["self_draw"] == "heavenly_hand"


def test_what_counts_is_contained_in_nothing() -> None:
    assert find_holders(("pure_one_suit", "mixed_one_suit"), ("mixed_one_suit",), {}) == {}


def test_the_first_that_counts_is_named_for_what_is_below_it_by_steps() -> None:
    names = ("three_concealed_pungs", "four_concealed_pungs", "big")
    own = {"big": ("four_concealed_pungs",)}
    assert find_holders(("big",), names, own) == {
        "four_concealed_pungs": "big",
        "three_concealed_pungs": "big",
    }
