"""Which cards a card may capture in Mushi and Sakura, and who may pull."""

from __future__ import annotations

import pytest

import rules
from rules.games.cards.mushi import Capture, Turn, captures
from rules.games.cards.sakura import pulls, takes
from tests.ids import plainly
from tests.rules.games.hanafuda.hands import cards

DEVIL = "11-junk"


def mushi(card: str, table: str, source: str = "hand", **options: object) -> Capture:
    """Return what may become of *card*, from `hand`, `stock` or as `last` of the stock."""
    chosen = {**rules.ruleset("mushi").defaults, **options}
    turn = Turn(card, source != "hand", source == "last")
    return captures(turn, cards(table), chosen)


def ways(found: Capture) -> list[set[str]]:
    """Return the captures that *found* holds."""
    return [set(one) for one in found.takes]


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
    found = mushi(card, table, source)
    assert (ways(found), found.may_stay) == (captures, False)


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
    found = mushi("01-bright", f"{DEVIL} {others}", source)
    assert (ways(found), found.may_stay) == ([{DEVIL}], False)


@pytest.mark.parametrize(("source", "may_stay"), [("hand", True), ("stock", False)])
def test_the_devil_takes_any_other_flower(source: str, may_stay: bool) -> None:
    found = mushi(DEVIL, "01-bright 02-animal 02-ribbon 11-animal", source)
    assert ways(found) == [{"01-bright"}, {"02-animal"}, {"02-ribbon"}]
    assert found.may_stay == may_stay


@pytest.mark.parametrize("source", ["hand", "stock"])
def test_the_devil_takes_no_rain_and_no_bundle(source: str) -> None:
    assert mushi(DEVIL, "11-bright 05 -05-animal", source) == Capture((), may_stay=True)


@pytest.mark.parametrize("source", ["hand", "stock"])
def test_the_devil_takes_a_bundle_whole_by_the_option(source: str) -> None:
    found = mushi(DEVIL, "11-bright 05 -05-animal", source, devil_takes_bundle=True)
    assert ways(found) == [{"05-ribbon", "05-junk1", "05-junk2"}]


def test_the_devil_never_takes_the_bundle_of_rains() -> None:
    rains = "11-bright 11-animal 11-ribbon"
    found = mushi(DEVIL, rains, "stock", devil_takes_bundle=True, table_three_rain="devil_taker")
    assert found == Capture((), may_stay=True)


@pytest.mark.parametrize(
    ("option", "taken"), [("alone", set()), ("with_rain", {"11-bright"})], ids=plainly
)
def test_the_devil_as_last_card_of_the_stock(option: str, taken: set[str]) -> None:
    found = mushi(DEVIL, "11-bright", "last", last_stock_devil=option)
    assert (ways(found), found.may_stay) == ([taken], False)


@pytest.mark.parametrize(
    ("taken", "is_allowed"),
    [
        ([], False),
        (["01-junk1"], True),
        (["01-ribbon"], True),
        (["01-junk1", "01-ribbon"], False),
        (["02-animal"], False),
    ],
)
def test_a_play_is_checked_against_what_is_possible(taken: list[str], is_allowed: bool) -> None:
    assert mushi("01-bright", "01-junk1 01-ribbon 02-animal").allows(taken) == is_allowed


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
