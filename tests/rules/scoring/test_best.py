"""A table of elements and the search for the best-paying reading."""

from __future__ import annotations

import pytest

from rules.game import Element
from rules.scoring import (
    Row,
    Score,
    Table,
    WonHand,
    best,
    by_count,
    by_names,
    by_order,
    elements,
    readings,
)
from rules.scoring.best import watch_exclusions
from rules.settle.settlement import Item
from tests.rules.scoring.hands import hand

ROWS = (
    Element("banker", "荘", "banker", 1),
    Row("self_draw", "自摸", "self-draw", 1, elements.self_draw),
    Row("pair_wait", "単吊", "pair wait", 1, elements.pair_wait),
    Row("closed_wait", "嵌張", "closed wait", 1, elements.closed_wait),
    Row("all_sequences", "平胡", "all sequences", 2, elements.all_sequences),
    Row("all_pungs", "対対", "all pungs", 2, elements.all_pungs),
    Row(
        "pure_one_suit",
        "清一色",
        "pure one suit",
        "by the round",
        elements.pure_one_suit,
        ("all_pungs", "all_sequences"),
        lambda hand: 5 * hand.record.state.round,
    ),
)
TABLE = Table(ROWS)

PAIR_OR_CLOSED = "234567m678p3445s4s"
"""The last tile is of the pair, or in the middle of a run."""
ONE_SUIT = "1112223334446m6m"


def ids(table: Table, whole: WonHand) -> list[str]:
    """Return the elements of the best reading."""
    score = best(table, readings(whole))
    assert score is not None
    return [item.id for item in score.items]


def test_the_reading_worth_most_counts_in_the_order_of_the_table() -> None:
    assert ids(TABLE, hand("111222333444m55s", by="self_draw")) == [
        "self_draw",
        "pair_wait",
        "all_pungs",
    ]


def test_what_is_shut_out_does_not_count_but_was_found() -> None:
    score = best(TABLE, readings(hand(ONE_SUIT)))
    assert score is not None
    assert score.value == 6
    assert score.names == {"pair_wait", "pure_one_suit"}
    assert "all_pungs" in score.elements


def test_who_asks_is_told_beside_what_the_rest_does_not_count() -> None:
    with watch_exclusions() as exclusions:
        best(TABLE, readings(hand(ONE_SUIT)))
    assert list(exclusions.values()) == [{"all_pungs": "pure_one_suit"}]


def test_tiles_that_divide_in_no_way_have_no_score() -> None:
    whole = hand("1112223334447m9p")
    assert not whole.is_complete
    assert best(TABLE, readings(whole)) is None


def test_a_limit_holds_the_value_and_leaves_the_items() -> None:
    score = best(Table(ROWS, limit=4), readings(hand(ONE_SUIT)))
    assert score is not None
    assert (score.value, sum(item.value for item in score.items)) == (4, 6)


def test_items_are_worth_together_what_the_game_makes_of_them() -> None:
    product = Table(ROWS, total=lambda items: 2 ** len(items))
    score = best(product, readings(hand(ONE_SUIT)))
    assert score is not None
    assert score.value == 4


@pytest.mark.parametrize("names", [("pair_wait", "closed_wait"), ("closed_wait", "pair_wait")])
def test_of_equal_readings_the_preferred_element_decides(names: tuple[str, str]) -> None:
    score = best(TABLE, readings(hand(PAIR_OR_CLOSED)), by_names(*names))
    assert score is not None
    assert score.names == {names[0], "all_sequences"}


def test_a_reading_without_elements_is_none_that_is_preferred() -> None:
    whole = hand(PAIR_OR_CLOSED)
    items = (Item("pair_wait", 0),), (Item("closed_wait", 0),), ()
    pair, middle_wait, none = (Score(whole, 0, some, {}) for some in items)
    rank = by_names("closed_wait")
    assert rank(none) == rank(pair) < rank(middle_wait)


def test_of_equal_readings_the_earlier_row_decides() -> None:
    score = best(TABLE, readings(hand(PAIR_OR_CLOSED)), by_order(TABLE))
    assert score is not None
    assert "pair_wait" in score.names


def test_of_equal_readings_the_number_of_elements_decides() -> None:
    cheap = Table(ROWS, total=lambda _: 1)
    whole = hand("223344m567p678s55s")
    most = best(cheap, readings(whole), by_count)
    assert most is not None
    assert len(most.items) == max(len(cheap.score(one).items) for one in readings(whole))


def test_what_holds_twice_is_one_item_or_two() -> None:
    twice = (Row("self_draw", "自摸", "self-draw", "3 hu each", lambda _: 2),)
    whole = hand(ONE_SUIT)
    together, apart = (Table(twice, apart=each).score(whole) for each in (False, True))
    assert together.items == (Item("self_draw", 6),)
    assert apart.items == (Item("self_draw", 3),) * 2
    assert together.value == apart.value == 6
    assert together.elements == apart.elements == {"self_draw": 2}


@pytest.mark.parametrize("apart", [False, True])
def test_what_is_shut_out_or_does_not_hold_is_no_item(apart: bool) -> None:
    items = Table(ROWS, apart=apart).score(next(readings(hand(ONE_SUIT)))).items
    assert items == (Item("pair_wait", 1), Item("pure_one_suit", 5))


@pytest.mark.parametrize(("limit", "value"), [(5, 5), (6, 6), (7, 6), (0, 0), (None, 6)])
def test_a_limit_holds_back_what_is_above_it(limit: int | None, value: int) -> None:
    assert Table(ROWS, limit=limit).score(next(readings(hand(ONE_SUIT)))).value == value


@pytest.mark.parametrize("turn", [1, 3])
def test_a_row_is_worth_what_the_hand_makes_it_or_its_number(turn: int) -> None:
    one = hand(ONE_SUIT, table=(0, turn))
    assert TABLE.rows["pure_one_suit"].worth_in(one) == 5 * turn
    assert TABLE.rows["all_pungs"].worth_in(one) == 2


def test_only_rows_are_asked_in_their_order() -> None:
    names = [row.id for row in ROWS[1:]]
    assert [*TABLE.rows] == [*TABLE.order] == names
    assert [*TABLE.order.values()] == [*range(len(names))]


def test_the_first_of_equal_readings_counts() -> None:
    cheap = Table(ROWS, total=lambda _: 1)
    scores = [cheap.score(one) for one in readings(hand(PAIR_OR_CLOSED))]
    for order in (scores, scores[::-1]):
        score = best(cheap, [one.hand for one in order])
        assert score is not None
        assert score.hand is order[0].hand


def test_the_value_goes_before_every_tie_break() -> None:
    whole = hand(PAIR_OR_CLOSED)
    low = Score(whole, 1, (Item("pair_wait", 1), Item("all_pungs", 0)), {})
    high = Score(whole, 2, (Item("closed_wait", 2),), {})
    for rank in (by_names("pair_wait"), by_order(TABLE), by_count):
        assert rank(low) < rank(high)


def test_words_that_begin_with_no_number_have_no_worth() -> None:
    table = Table([Row("self_draw", "自摸", "self-draw", "as agreed", lambda _: 1)])
    with pytest.raises(ValueError, match="as"):
        table.score(hand(ONE_SUIT))
