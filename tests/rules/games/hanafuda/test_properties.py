"""What holds for every hand of Mushi and Sakura that players can play."""

from __future__ import annotations

import copy
import random
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import rules
from rules.games.cards.mushi import rain_heir
from rules.games.cards.sakura import gaji_taker, left_by_gaji
from tests.rules.games.hanafuda.hands import by_players, check_turning, items, settled
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data


def chosen(game: str) -> SearchStrategy[dict[str, Any]]:
    """Return every choice of the game's options."""
    options = rules.ruleset(game).options
    return st.fixed_dictionaries({one.name: st.sampled_from(one.values) for one in options})


def hands(game: str) -> SearchStrategy[Data]:
    """Return records of hands that players have played by the rules."""

    def played(rng: random.Random, options: dict[str, Any]) -> Data:
        return rng.choice(by_players(game, rng, options))

    return st.builds(played, CHANCES, chosen(game))


GAMES: Final = st.sampled_from(("mushi", "sakura"))


@given(hands("mushi"))
def test_mushi_shares_out_all_230_points(data: Data) -> None:
    answer = settled(data)
    assert sum(answer["net"]) == 0
    assert sum(entry["score"] for entry in answer["seats"].values()) == 230
    assert sum(items(answer, seat)["card_points"] for seat in (0, 1)) == 230
    assert max(answer["net"]) == max(one["score"] for one in answer["seats"].values()) - 115


@given(hands("sakura"))
def test_sakura_counts_cards_once_and_wins_balance(data: Data) -> None:
    answer = settled(data)
    assert sum(answer["net"]) == 0
    winner = answer["wins"][0]
    assert winner["score"] == max(entry["score"] for entry in answer["seats"].values())
    assert answer["next"]["banker"] == winner["seat"]
    sides = (0, 1) if data["options"]["teams"] else range(len(answer["net"]))
    assert sum(items(answer, seat)["card_points"] for seat in sides) <= 240


@given(GAMES.flatmap(hands), st.integers(1, 3))
def test_turning_the_seats_turns_everything(data: Data, by: int) -> None:
    check_turning(data, by)


def moved(data: Data, heirs: dict[str, int]) -> Data:
    """Return *data* with the cards of *heirs* moved from the table to their piles."""
    new = copy.deepcopy(data)
    for card, seat in heirs.items():
        new["play"]["table"].remove(card)
        new["play"]["captured"][seat].append(card)
    return new


def mushi_heirs(data: Data) -> dict[str, int]:
    """Return who gets each card left over in Mushi."""
    played = rules.read(data)
    play, options = played.play, played.options
    rain_to, others_to = rain_heir(play, options), play.holder("11-junk")
    return {card: others_to if card in play.others_left else rain_to for card in play.table}


@given(hands("mushi"), CHANCES)
def test_in_mushi_cards_left_over_may_already_lie_with_their_heir(
    data: Data, rng: random.Random
) -> None:
    heirs = mushi_heirs(data)
    if "11-junk" not in heirs:  # a devil left over is moved with its rain or not at all
        heirs = {card: seat for card, seat in heirs.items() if rng.random() < 0.7}
    assert settled(moved(data, heirs)) == settled(data)


@given(hands("sakura"))
def test_in_sakura_cards_left_by_the_gaji_may_already_lie_with_its_taker(data: Data) -> None:
    play = rules.read(data).play
    taker = gaji_taker(play.captured)
    heirs = {card: taker for card in left_by_gaji(play) if taker is not None}
    assert settled(moved(data, heirs)) == settled(data)


@given(GAMES.flatmap(hands), CHANCES)
def test_a_pile_in_any_order_is_the_same(data: Data, rng: random.Random) -> None:
    mixed = copy.deepcopy(data)
    for pile in (*mixed["play"].get("captured", ()), mixed["play"].get("table", [])):
        rng.shuffle(pile)
    assert settled(mixed) == settled(data)


@given(hands("mushi"), CHANCES)
def test_a_lost_card_is_missed(data: Data, rng: random.Random) -> None:
    pile = rng.choice([pile for pile in data["play"]["captured"] if pile])
    pile.pop()
    answer: Any = rules.settle_json(data)
    assert answer["error"]["code"] == "bad_tiles"
