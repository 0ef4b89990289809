"""What games with flower cards share: the cards, captures, and every hand of players."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import rules
from rules.games.cards.hanafuda import (
    PACK,
    RAIN_JUNK,
    RAINS,
    are_one_flower,
    cards_of,
    flower,
    picture,
    whole_flowers,
)
from rules.games.cards.mushi import MUSHI_PACK, Capture, Turn, captures, rain_heir
from rules.games.cards.sakura import gaji_taker, left_by_gaji, pulls, takes
from tests.ids import case_id
from tests.rules.games.hanafuda.hands import by_players, cards, check_turning, items, settled
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data


def test_a_pack_has_48_cards_of_twelve_flowers() -> None:
    assert len(set(PACK)) == 48
    assert set(Counter(map(flower, PACK)).values()) == {4}


def test_a_pack_has_the_usual_pictures() -> None:
    assert Counter(map(picture, PACK)) == {"bright": 5, "animal": 9, "ribbon": 10, "junk": 24}


def test_the_pack_of_mushi_is_without_peony_and_bush_clover() -> None:
    assert {flower(card) for card in set(PACK) - MUSHI_PACK} == {"06", "07"}
    assert Counter(map(picture, MUSHI_PACK)) == {
        "bright": 5,
        "animal": 7,
        "ribbon": 8,
        "junk": 20,
    }


def test_the_rain_cards_are_three_and_the_one_that_takes_others() -> None:
    assert cards_of("11") == {*RAINS, RAIN_JUNK}


def test_whole_flowers_are_found_in_order() -> None:
    assert whole_flowers(cards("12 05 -05-junk1 03 01-bright")) == ("03", "12")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("04", True),
        ("12", True),
        ("04 -04-junk1", False),
        ("04 05-junk1", False),
        ("04 -04-junk1 04-junk2", False),
        ("04 -04-junk1 05-junk1", False),
        ("", False),
    ],
)
def test_four_of_a_flower(text: str, is_one: bool) -> None:
    assert are_one_flower(cards(text)) == is_one


DEVIL = "11-junk"


def mushi(card: str, table: str, source: str = "hand", **options: object) -> Capture:
    """Return what may become of *card*, from `hand`, `stock` or as `last` of the stock."""
    house = {**rules.ruleset("mushi").defaults, **options}
    turn = Turn(card, source != "hand", source == "last")
    return captures(turn, cards(table), house)


def ways(capture: Capture) -> list[set[str]]:
    """Return the sets of cards that *capture* may take."""
    return [set(one) for one in capture.takes]


@pytest.mark.parametrize("source", ["hand", "stock"])
@pytest.mark.parametrize(
    ("card", "table", "captures"),
    [
        ("01-bright", "01-junk1 02-animal", [{"01-junk1"}]),
        ("01-bright", "01-junk1 01-ribbon", [{"01-junk1"}, {"01-ribbon"}]),
        ("01-bright", "01-junk1 01-ribbon 01-junk2", [{"01-junk1", "01-ribbon", "01-junk2"}]),
        ("11-bright", "11-animal 12-junk1", [{"11-animal"}]),
        ("11-bright", "11-animal 11-ribbon", [{"11-animal"}, {"11-ribbon"}]),
    ],
)
def test_a_card_that_can_capture_captures(
    card: str, table: str, captures: list[set[str]], source: str
) -> None:
    capture = mushi(card, table, source)
    assert (ways(capture), capture.may_stay) == (captures, False)


@pytest.mark.parametrize("source", ["hand", "stock", "last"])
@pytest.mark.parametrize(
    ("card", "table"),
    [("01-bright", ""), ("01-bright", "02-animal 11-bright"), ("11-bright", DEVIL)],
)
def test_a_card_without_a_mate_stays(card: str, table: str, source: str) -> None:
    assert mushi(card, table, source) == Capture((), may_stay=True)


def test_a_rain_card_takes_rain_beside_the_devil() -> None:
    assert ways(mushi("11-bright", f"{DEVIL} 11-animal", "stock")) == [{"11-animal"}]


def test_a_card_of_the_hand_cannot_take_the_devil() -> None:
    assert mushi("01-bright", DEVIL) == Capture((), may_stay=True)
    assert ways(mushi("01-bright", f"{DEVIL} 01-junk1")) == [{"01-junk1"}]


@pytest.mark.parametrize("source", ["stock", "last"])
@pytest.mark.parametrize("others", ["", "01-junk1", "01-junk1 01-ribbon 01-junk2", "11-bright"])
def test_a_card_of_the_stock_must_take_the_devil(others: str, source: str) -> None:
    capture = mushi("01-bright", f"{DEVIL} {others}", source)
    assert (ways(capture), capture.may_stay) == ([{DEVIL}], False)


@pytest.mark.parametrize(("source", "may_stay"), [("hand", True), ("stock", False)])
def test_the_devil_takes_any_other_flower(source: str, may_stay: bool) -> None:
    capture = mushi(DEVIL, "01-bright 02-animal 02-ribbon 11-animal", source)
    assert ways(capture) == [{"01-bright"}, {"02-animal"}, {"02-ribbon"}]
    assert capture.may_stay == may_stay


@pytest.mark.parametrize("source", ["hand", "stock"])
def test_the_devil_takes_no_rain_and_no_bundle(source: str) -> None:
    assert mushi(DEVIL, "11-bright 05 -05-animal", source) == Capture((), may_stay=True)


@pytest.mark.parametrize("source", ["hand", "stock"])
def test_the_devil_takes_a_bundle_whole_by_the_option(source: str) -> None:
    capture = mushi(DEVIL, "11-bright 05 -05-animal", source, devil_takes_bundle=True)
    assert ways(capture) == [{"05-ribbon", "05-junk1", "05-junk2"}]


def test_the_devil_never_takes_the_bundle_of_rains() -> None:
    rains = "11-bright 11-animal 11-ribbon"
    capture = mushi(DEVIL, rains, "stock", devil_takes_bundle=True, table_three_rain="devil_taker")
    assert capture == Capture((), may_stay=True)


@pytest.mark.parametrize(
    ("option", "take"), [("alone", set()), ("with_rain", {"11-bright"})], ids=case_id
)
def test_the_devil_as_last_card_of_the_stock(option: str, take: set[str]) -> None:
    capture = mushi(DEVIL, "11-bright", "last", last_stock_devil=option)
    assert (ways(capture), capture.may_stay) == ([take], False)


@pytest.mark.parametrize(
    ("take", "is_allowed"),
    [
        ([], False),
        (["01-junk1"], True),
        (["01-ribbon"], True),
        (["01-junk1", "01-ribbon"], False),
        (["02-animal"], False),
    ],
)
def test_a_play_is_checked_against_what_is_possible(take: list[str], is_allowed: bool) -> None:
    assert mushi("01-bright", "01-junk1 01-ribbon 02-animal").allows(take) == is_allowed


def test_leaving_the_devil_is_a_choice_from_the_hand_only() -> None:
    assert mushi(DEVIL, "01-bright").allows([])
    assert not mushi(DEVIL, "01-bright", "stock").allows([])


@pytest.mark.parametrize(
    ("card", "table", "captures"),
    [
        ("01-bright", "", ()),
        ("01-bright", "02-animal 11-junk", ()),
        ("01-bright", "02-animal 01-junk1", ("01-junk1",)),
        ("01-bright", "01-ribbon 01-junk1 01-junk2", ("01-ribbon", "01-junk1", "01-junk2")),
        ("11-bright", "11-junk 12-bright", ("11-junk",)),
        ("11-junk", "01-bright 06-ribbon 11-animal", ("01-bright", "06-ribbon", "11-animal")),
        ("11-junk", "", ()),
    ],
)
def test_in_sakura_a_card_takes_one_of_its_flower_and_the_gaji_any(
    card: str, table: str, captures: tuple[str, ...]
) -> None:
    assert takes(card, cards(table)) == captures


@pytest.mark.parametrize(
    ("hand", "table", "flowers"),
    [
        ("01-bright", "01-ribbon 01-junk1 01-junk2", ("01",)),
        ("01-bright 01-ribbon", "01-junk1 01-junk2 05", ("01",)),
        ("01-bright 01-ribbon", "01-junk1 05-animal", ()),
        ("02-animal", "01", ()),
        ("01", "02-animal", ("01",)),
        ("11-junk 07-animal", "07 -07-animal 11 -11-junk", ("07", "11")),
    ],
)
def test_who_has_the_rest_of_a_flower_on_the_table_may_pull(
    hand: str, table: str, flowers: tuple[str, ...]
) -> None:
    assert pulls(cards(hand), cards(table)) == flowers


def choices(game: str) -> SearchStrategy[dict[str, Any]]:
    """Return every choice of the game's options."""
    options = rules.ruleset(game).options
    return st.fixed_dictionaries({one.name: st.sampled_from(one.values) for one in options})


def hands(game: str) -> SearchStrategy[Data]:
    """Return records of hands that players have played by the rules."""

    def pick_record(rng: random.Random, options: dict[str, Any]) -> Data:
        return rng.choice(by_players(game, rng, options))

    return st.builds(pick_record, CHANCES, choices(game))


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


def move_cards(data: Data, heirs: dict[str, int]) -> Data:
    """Return *data* with the cards of *heirs* moved from the table to their piles."""
    new = copy.deepcopy(data)
    for card, seat in heirs.items():
        new["play"]["table"].remove(card)
        new["play"]["captured"][seat].append(card)
    return new


def mushi_heirs(data: Data) -> dict[str, int]:
    """Return who gets each card left over in Mushi."""
    record = rules.read(data)
    play, options = record.play, record.options
    rain_to, others_to = rain_heir(play, options), play.holder("11-junk")
    return {card: others_to if card in play.others_left else rain_to for card in play.table}


@given(hands("mushi"), CHANCES)
def test_in_mushi_cards_left_over_may_already_lie_with_their_heir(
    data: Data, rng: random.Random
) -> None:
    heirs = mushi_heirs(data)
    if "11-junk" not in heirs:  # a devil left over is moved with its rain or not at all
        heirs = {card: seat for card, seat in heirs.items() if rng.random() < 0.7}
    assert settled(move_cards(data, heirs)) == settled(data)


@given(hands("sakura"))
def test_in_sakura_cards_left_by_the_gaji_may_already_lie_with_its_taker(data: Data) -> None:
    play = rules.read(data).play
    taker = gaji_taker(play.captured)
    heirs = {card: taker for card in left_by_gaji(play) if taker is not None}
    assert settled(move_cards(data, heirs)) == settled(data)


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
