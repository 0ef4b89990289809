"""Elements that games share, each asked of hands in a line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rules
from rules.hands.shapes import Reading
from rules.hands.special import seven_pairs
from rules.scoring import WonHand, elements, readings
from rules.scoring import won_hand as hand_of
from tests.ids import plainly
from tests.rules.games.yangzhou.hands import yangzhou
from tests.rules.records import Data, chow, kong, pung


def hand(tiles: str, tile: str, *melds: Data, by: str = "discard") -> WonHand:
    """Return a won hand, not read yet: seat 1's, South's, in the East round."""
    record = rules.read(yangzhou(tiles, tile, *melds, by=by))
    return hand_of(record, record.wins[0])


@pytest.mark.parametrize(
    ("element", "sets", "pair", "holds"),
    [
        (elements.mixed_one_suit, "123456789m111z", "5m", True),
        (elements.mixed_one_suit, "123456789m111p", "5m", False),
        (elements.pure_one_suit, "123456789m111m", "5m", True),
        (elements.two_suits, "123456789m111p", "5m", True),
        (elements.all_honors, "111222333444z", "5z", True),
        (elements.all_simples, "234567m234567p", "5s", True),
        (elements.all_simples, "234567m234789p", "5s", False),
        (elements.all_terminals, "111999m111999p", "9s", True),
        (elements.mixed_terminals, "111999m111222z", "3z", True),
        (elements.mixed_terminals, "111999m111999p", "9s", False),
        (elements.outside_hand, "123789m123p111z", "9p", True),
        (elements.outside_hand, "123789m234p111z", "9p", False),
        (elements.all_pungs, "111222m333p555z", "9p", True),
        (elements.all_sequences, "123456m123456p", "9p", True),
        (elements.straight, "123456789m123p", "9p", True),
        (elements.straight, "123456m789p123s", "9p", False),
        (elements.mixed_straight, "123m456p789s123s", "9p", True),
        (elements.mixed_straight, "123m456p789p123s", "9p", False),
        (elements.three_similar_sequences, "234m234p234s111z", "9p", True),
        (elements.three_similar_sequences, "234m234p345s111z", "9p", False),
        (elements.pure_double_sequence, "223344m567p111z", "9p", True),
        (elements.pure_triple_sequence, "222333444m567p", "9p", True),
        (elements.pure_triple_sequence, "223344m567p111z", "9p", False),
        (elements.big_three_dragons, "555666777z123m", "9p", True),
        (elements.big_four_winds, "111222333444z", "5z", True),
        (elements.pure_one_suit, "123456789m111z", "5m", False),
        (elements.two_suits, "123m456p789s111m", "5m", False),
        (elements.all_honors, "111222333z123m", "5z", False),
        (elements.all_terminals, "111999m111p123s", "9s", False),
        (elements.all_pungs, "111222m333p123s", "9p", False),
        (elements.all_sequences, "123456m123p111z", "9p", False),
        (elements.pure_double_sequence, "234567m567p111z", "9p", False),
        (elements.little_three_dragons, "555666z123m456p", "7z", True),
        (elements.little_three_dragons, "555z123m456p789s", "7z", False),
        (elements.little_three_dragons, "555666z123m456p", "9s", False),
        (elements.little_three_dragons, "555666777z123m", "9p", False),
        (elements.big_three_dragons, "555666z123m456p", "7z", False),
        (elements.little_four_winds, "111222333z456p", "4z", True),
        (elements.little_four_winds, "111222z123m456p", "4z", False),
        (elements.little_four_winds, "111222333z456p", "9s", False),
        (elements.little_four_winds, "111222333444z", "5z", False),
        (elements.big_four_winds, "111222333z456p", "4z", False),
    ],
    ids=plainly,
)
def test_tiles_make_the_element_in_some_reading_or_in_none(
    element: Callable[[WonHand], int], sets: str, pair: str, holds: bool
) -> None:
    found = [bool(element(one)) for one in readings(hand(sets + pair, pair))]
    assert any(found) is holds


@pytest.mark.parametrize(
    ("tiles", "tile", "wait"),
    [
        ("123m456p789s11z46m", "5m", elements.closed_wait),
        ("123m456p789s11z12m", "3m", elements.edge_wait),
        ("123m456p789s111z5m", "5m", elements.pair_wait),
        ("123m456p789s11z55m", "5m", elements.dual_pung_wait),
    ],
    ids=plainly,
)
def test_the_wait_is_what_the_last_tile_completed(
    tiles: str, tile: str, wait: Callable[[WonHand], int]
) -> None:
    (one,) = readings(hand(tiles, tile))
    waits = (
        elements.closed_wait,
        elements.edge_wait,
        elements.pair_wait,
        elements.dual_pung_wait,
    )
    assert [each for each in waits if each(one)] == [wait]


def test_pungs_of_winds_and_dragons_are_counted_by_seat_and_round() -> None:
    (one,) = readings(hand("111222z555z678m9p", "9p"))
    assert elements.round_wind_pung(one) == 1
    assert elements.seat_wind_pung(one) == 1
    assert elements.dragon_pung(one) == 1


def test_little_sets_have_the_third_as_a_pair() -> None:
    (one,) = readings(hand("555666z123m456p7z", "7z"))
    assert elements.little_three_dragons(one)
    assert not elements.big_three_dragons(one)
    (one,) = readings(hand("111222333z456p4z", "4z"))
    assert elements.little_four_winds(one)


@pytest.mark.parametrize(("by", "concealed"), [("self_draw", 3), ("discard", 2)], ids=plainly)
def test_a_pung_completed_by_another_is_not_concealed(by: str, concealed: int) -> None:
    counts = {
        elements.concealed_pungs(one) for one in readings(hand("111m333p55s678m99p", "5s", by=by))
    }
    assert counts == {concealed}


def test_nine_gates_are_of_one_suit() -> None:
    assert elements.nine_gates(hand("1112345678999m", "5m"))
    assert not elements.nine_gates(hand("1112345m678999p", "5m"))


def test_four_kongs_are_four() -> None:
    kongs = [kong("1111m"), kong("2222p"), kong("3333s"), kong("4444z")]
    assert elements.four_kongs(hand("5m", "5m", *kongs))
    assert not elements.four_kongs(hand("678m5m", "5m", *kongs[:3]))


def test_what_lies_on_the_table_says_how_open_a_hand_is() -> None:
    claimed = (chow("123m"), pung("555p"), kong("7777s", "discard"), pung("222z"))
    melded = hand("9p", "9p", *claimed)
    assert elements.melded_hand(melded)
    assert elements.single_wait_on_four_melds(melded)
    assert not elements.concealed_hand(melded)
    assert elements.open_kong(melded) + elements.concealed_kong(melded) == 1
    drawn = hand("123m456p789s111z5m", "5m", by="self_draw")
    assert elements.fully_concealed_self_draw(drawn)


def test_a_hand_of_pairs_has_no_sets_and_its_tiles_all_the_same() -> None:
    won = hand("1133557799m117z", "7z")
    pairs = won.read(Reading(seven_pairs(won.concealed)))
    assert not elements.all_pungs(pairs)
    assert elements.mixed_one_suit(pairs)
    assert pairs.wait == ""
