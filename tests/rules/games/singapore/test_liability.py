from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.singapore.hands import claim, payers, singapore, unpaid
from tests.rules.records import chow, kong, net, pung, seat, settle, steps

Hand = tuple[str, str]
Melds = tuple[Any, ...]
EVERYBODY = {0, 2, 3}

BAMBOOS = (chow("123s"), claim("555s", 2), chow("678s"))
THREE_WINDS = (pung("111z"), pung("222z"), pung("333z"))
WHITES = (claim("555z", 1),)
ALL_BAMBOO = "1144466677788s"
"""A discarder who can throw nothing else."""

LATE: dict[str, Any] = {"options": {"late_kong_liability": True}, "seat_facts": {"late_kongs": [0]}}


def bamboos(**how: Any) -> Any:
    """Return pure bamboos with three sets exposed, won on seat 3's discard."""
    return singapore("2399s", "4s", *BAMBOOS, source=3, **how)


def west(hand: Hand = ("234m55p345s77z", "7z"), melds: Melds = WHITES, **how: Any) -> Any:
    """Return West's win on seat 1's discard; two animals, autumn and white show 4 tai."""
    return singapore(*hand, *melds, **{"winner": 2, "source": 1, "flowers": "12a3f", **how})


def late_kong(*marks: str, **how: Any) -> Any:
    """Return a self-draw beside a kong that seat 3 fed with a fresh tile near the end."""
    melds = how.pop("melds", (claim("1111s", 3),))
    hand = how.pop("hand", ("345m68p33777z", "7p"))
    return singapore(*hand, *melds, marks=marks, **{**LATE, **how})


def for_kongs(data: Any) -> dict[int, int]:
    """Return who pays how much for kongs."""
    payments: dict[int, int] = {}
    for row in settle(data)["payments"]:
        if row["for"] == "kong":
            payments[row["from"]] = payments.get(row["from"], 0) + row["amount"]
    return payments


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        (("2399s", "4s"), BAMBOOS),
        (("2233z", "3z"), (pung("555z"), pung("666z"), pung("444z"))),
        (("1199s", "9s"), (pung("111m"), pung("999m"), claim("9999p", 0))),
        (("234m88p77z", "7z"), (claim("555z", 2), claim("666z", 0))),
        (("22m44z", "4z"), THREE_WINDS),
        (("234m4z", "4z"), THREE_WINDS),
    ],
)
def test_who_throws_into_a_hand_that_could_be_seen_pays_for_all(hand: Hand, melds: Melds) -> None:
    assert set(payers(singapore(*hand, *melds, source=3))) == {3}


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        (("2367899s", "4s"), BAMBOOS[:2]),  # two sets of the suit
        (("2399s", "4s"), (*BAMBOOS[:2], kong("7777s"))),  # a concealed kong is not exposed
        (("23m99s", "4m"), BAMBOOS),  # the hand did not become pure
        (("234m88p77z", "7z"), (claim("555z", 2), kong("6666z"))),
        (("234m888p7z", "7z"), (claim("555z", 2), claim("666z", 0))),  # little three dragons
        (("22m44z", "4z"), (kong("1111z"), *THREE_WINDS[1:])),
    ],
)
def test_what_could_not_be_seen_is_paid_by_everybody(hand: Hand, melds: Melds) -> None:
    assert set(payers(singapore(*hand, *melds, source=3, flowers="2f"))) == EVERYBODY


def test_the_liable_seat_pays_the_three_shares() -> None:
    assert net(bamboos()) == [0, 32, 0, -32]
    assert steps(settle(bamboos())) == "base +1, tai ×2^3, for 0"


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        (("234m55p345s77z", "7z"), {}),
        (("234m55p345s33z", "3z"), {}),  # the seat's wind
        (("234m55p345s11z", "1z"), {}),  # the round's wind
    ],
)
def test_with_four_tai_shown_a_pung_of_one_is_dear(hand: Hand, how: dict[str, Any]) -> None:
    assert payers(west(hand, **how)) == {1: 64}


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        (("234m55p345s77z", "7z"), {"flowers": "12a37f"}),  # five are shown
        (("234m55p345s77z", "7z"), {"flowers": "12a"}),  # three
        (("234m55p345s77z", "7z"), {"melds": (kong("5555z"),)}),  # not shown (D9)
        (("234m55p34577s", "7s"), {}),  # a pung of no value
        (("234m345s888p7z", "7z"), {}),  # a pair
    ],
)
def test_other_tiles_are_not_dear(hand: Hand, how: dict[str, Any]) -> None:
    assert set(payers(west(hand, **how))) == {0, 1, 3}


def test_with_three_tai_shown_only_a_wind_that_counts_twice_is_dear() -> None:
    hand = ("234m55p345s678p11z", "1z")
    how: dict[str, Any] = {"winner": 0, "source": 2, "flowers": "12a1f"}
    assert set(payers(singapore(*hand, **how))) == {2}
    assert set(payers(singapore(*hand, **how, state={"round": 2}))) == {1, 2, 3}


@pytest.mark.parametrize("facts", [{"left": 4, "fresh": True}, {"left": 0, "fresh": True}])
def test_near_the_end_a_fresh_tile_is_dangerous(facts: Any) -> None:
    assert payers(singapore("345m68p345s33777z", "7p", source=3, facts=facts)) == {3: 4}


@pytest.mark.parametrize(
    ("facts", "how"),
    [
        ({"left": 5, "fresh": True}, {}),
        ({"left": 4}, {}),
        ({"fresh": True}, {}),
        ({"left": 4, "fresh": True}, {"around": {0: {"melds": [{**chow("567p"), "from": 3}]}}}),
    ],
)
def test_a_tile_is_not_late_or_not_fresh(facts: Any, how: dict[str, Any]) -> None:
    data = singapore("345m68p345s33777z", "7p", source=3, facts=facts, **how)
    assert set(payers(data)) == EVERYBODY


def test_some_look_at_discards_only() -> None:
    around = {0: {"melds": [{**chow("567p"), "from": 3}]}}
    data = singapore(
        *("345m68p345s33777z", "7p"),
        source=3,
        facts={"left": 4, "fresh": True},
        around=around,
        options={"fresh_test": "discards"},
    )
    assert set(payers(data)) == {3}


def test_a_robbed_kong_makes_nobody_liable() -> None:
    around = {3: {"melds": [claim("4444s", 0)]}}
    around[3]["melds"][0]["kind"] = "kong_added"
    data = singapore("2399s", "4s", *BAMBOOS, by="robbed_kong", source=3, around=around)
    assert set(payers(data)) == EVERYBODY


DRAGONS = (claim("555z", 0), claim("666z", 2), claim("777z", 3))


@pytest.mark.parametrize(
    ("hand", "melds", "giver"),
    [
        (("234m8p", "8p"), DRAGONS, 3),
        (("234m8p", "8p"), (DRAGONS[2], *DRAGONS[:2]), 2),
        (("5p", "5p"), (claim("111z", 0), *THREE_WINDS[1:], claim("4444z", 2)), 2),
        (("5z", "5z"), (claim("111z", 0), *THREE_WINDS[1:], claim("4444z", 2)), 2),
    ],
)
def test_who_gave_the_last_set_pays_a_self_drawn_great_hand(
    hand: Hand, melds: Melds, giver: int
) -> None:
    assert payers(singapore(*hand, *melds)) == {giver: 96}


def test_a_concealed_kong_has_no_giver() -> None:
    data = singapore("234m8p", "8p", *DRAGONS[:2], kong("7777z"))
    assert set(payers(data)) == EVERYBODY


def test_given_sets_make_nobody_liable_for_a_discard() -> None:
    data = singapore("234m8p", "8p", *DRAGONS, source=0)
    assert set(payers(data)) == EVERYBODY


def test_sets_paid_at_once_have_a_giver_too() -> None:
    option = {"honor_limits_at_once": True}
    data = singapore("258m3p", None, *DRAGONS, by="declared", options=option)
    assert payers(data) == {3: 96}


SELF_DRAWN: dict[str, Any] = {"source": None, "hand": ("234m55p34s", "5s")}
TWO_DRAGONS = (claim("555z", 1), claim("777z", 0))


@pytest.mark.parametrize(
    ("before", "who"),
    [
        (["12a3f", "12a3f"], {0}),
        (["12a3f"], {0}),
        (None, {0}),
        (["", "12a"], {0, 1, 3}),
        (["", "12a3f"], {0}),
    ],
)
def test_who_gave_a_dear_pung_pays_the_self_draw(before: list[str] | None, who: set[int]) -> None:
    facts = {} if before is None else {"flowers_before": before}
    assert set(payers(west(melds=TWO_DRAGONS, seat_facts=facts, **SELF_DRAWN))) == who


def test_a_chow_is_never_dear() -> None:
    melds = (claim("555z", 1), chow("567s"))
    assert set(payers(west(melds=melds, **SELF_DRAWN))) == {0, 1, 3}


def test_a_wind_that_counts_twice_is_dear_at_three() -> None:
    data = singapore("234m55p345s67p", "8p", claim("111z", 2), winner=0, flowers="12a1f")
    assert set(payers(data)) == {2}


def test_of_several_givers_the_earliest_set_decides() -> None:
    melds = (*TWO_DRAGONS, claim("666z", 3))
    assert payers(west(("55p34s", "5s"), melds, source=None)) == {0: 96}


def test_who_feeds_a_late_kong_pays_its_premium_and_the_win_on_its_supplement() -> None:
    assert payers(late_kong("kong_draw")) == {3: 12}
    assert for_kongs(late_kong("kong_draw")) == {3: 6}


@pytest.mark.parametrize(
    "how",
    [
        {"options": {}},
        {"seat_facts": {}},
        {"seat_facts": {"late_kongs": []}},
    ],
)
def test_other_kongs_are_paid_by_everybody(how: dict[str, Any]) -> None:
    data = late_kong("kong_draw", **how)
    assert set(payers(data)) == EVERYBODY
    assert for_kongs(data) == {0: 2, 2: 2, 3: 2}


def test_a_win_elsewhere_leaves_the_late_kongs_premium_with_its_feeder() -> None:
    data = late_kong()
    assert set(payers(data)) == EVERYBODY
    assert for_kongs(data) == {3: 6}


def test_another_kongs_supplement_makes_no_feeder_liable() -> None:
    melds = (claim("1111s", 3), kong("8888s"))
    hand = ("68p33777z", "7p")
    data = late_kong("kong_draw", melds=melds, hand=hand)
    assert set(payers(data)) == EVERYBODY
    data["wins"][0]["kong"] = 0
    assert set(payers(data)) == {3}


def test_the_late_kong_costs_its_feeder_in_a_draw_as_well() -> None:
    lying = {"melds": [claim("1111s", 3)], "facts": {"late_kongs": [0]}}
    data = unpaid(around={1: lying}, options={"late_kong_liability": True})
    assert net(data) == [0, 6, 0, -6]


@pytest.mark.parametrize(
    ("facts", "who"),
    [
        ({"no_choice": True}, EVERYBODY),
        ({"no_choice": True, "claimed_after": True}, {3}),
        ({"no_choice": False}, {3}),
    ],
)
def test_who_had_no_choice_is_not_liable(facts: dict[str, bool], who: set[int]) -> None:
    assert set(payers(bamboos(facts=facts))) == who
    assert set(payers(late_kong("kong_draw", facts=facts))) == who
    assert set(payers(singapore("234m8p", "8p", *DRAGONS, facts=facts))) == who
    late = {"left": 4, "fresh": True, **facts}
    assert set(payers(singapore("345m68p345s33777z", "7p", source=3, facts=late))) == who


def test_the_feeder_of_a_late_kong_without_a_choice_pays_his_part_of_the_premium() -> None:
    assert for_kongs(late_kong("kong_draw", facts={"no_choice": True})) == {0: 2, 2: 2, 3: 2}


FOUR_SETS = [claim("888m", 0), claim("888p", 0), claim("777m", 0), claim("777p", 0)]


@pytest.mark.parametrize(
    ("data", "hand", "melds"),
    [
        (bamboos, ALL_BAMBOO, []),
        (
            lambda **how: singapore(
                *("2233z", "3z"), pung("555z"), pung("666z"), pung("444z"), source=3, **how
            ),
            "1111277z",
            FOUR_SETS[:2],
        ),
        (
            lambda **how: singapore(
                *("1199s", "9s"), pung("111m"), pung("999m"), pung("999p"), source=3, **how
            ),
            "111p9p",
            FOUR_SETS[:3],
        ),
        (
            lambda **how: singapore(
                *("234m88s77z", "7z"), claim("555z", 2), claim("666z", 0), source=3, **how
            ),
            "7z",
            FOUR_SETS,
        ),
        (
            lambda **how: singapore(*("22m44z", "4z"), *THREE_WINDS, source=3, **how),
            "4z",
            FOUR_SETS,
        ),
    ],
)
def test_a_discarder_who_shows_dangerous_tiles_only_had_no_choice(
    data: Any, hand: str, melds: list[Any]
) -> None:
    assert set(payers(data(around={3: {"hand": hand, "melds": melds}}))) == EVERYBODY
    win = data(around={3: {"hand": hand, "melds": melds}}, facts={"claimed_after": True})
    assert set(payers(win)) == {3}
    win = data(around={3: {"hand": hand, "melds": melds}}, facts={"no_choice": False})
    assert set(payers(win)) == {3}


@pytest.mark.parametrize("hand", ["7z", "1z", "3z", "6z"])
def test_dear_tiles_are_dangerous_where_four_tai_are_shown(hand: str) -> None:
    around = {1: {"hand": hand, "melds": FOUR_SETS}}
    assert set(payers(west(around=around))) == {0, 1, 3}


@pytest.mark.parametrize("hand", ["2z", "4z", "9m"])
def test_one_harmless_tile_makes_the_discarder_liable(hand: str) -> None:
    around = {1: {"hand": hand, "melds": FOUR_SETS}}
    assert set(payers(west(around=around))) == {1}


def test_a_shown_hand_is_no_excuse_for_a_late_fresh_tile() -> None:
    data = bamboos(around={3: {"hand": ALL_BAMBOO}}, facts={"left": 4, "fresh": True})
    data["options"] = {"fresh_test": "discards"}
    assert set(payers(data)) == {3}


CHARACTERS = ("6799m", claim("222m", 0), chow("345m"), claim("888m", 3))
CIRCLES = ("1178p", claim("333p", 0), chow("456p"), claim("999p", 0))


def two_warnings(winner: int, tile: str, first: int | None, second: int | None) -> Any:
    """Return a win on seat 3, who holds the suits of seats 1 and 2 and nothing else."""
    warned = {1: {"warned": first} if first else {}, 2: {"warned": second} if second else {}}
    hand, *melds = {1: CHARACTERS, 2: CIRCLES}[winner]
    data = singapore(hand, tile, *melds, winner=winner, source=3, seat_facts=warned[winner])
    other = 3 - winner
    hand, *melds = {1: CHARACTERS, 2: CIRCLES}[other]
    data["seats"][other] = seat(other, 4, hand, *melds, facts=warned[other])
    data["seats"][3] = {"hand": "1134466m224557p"}
    return data


@pytest.mark.parametrize(
    ("winner", "tile", "first", "second", "is_liable"),
    [
        (2, "6p", 1, 2, False),
        (1, "5m", 1, 2, True),
        (2, "6p", 2, 1, True),
        (1, "5m", 2, 1, False),
        (2, "6p", None, None, True),
        (2, "6p", 1, None, True),
        (2, "6p", None, 2, True),
    ],
)
def test_first_warned_not_later(
    winner: int, tile: str, first: int | None, second: int | None, is_liable: bool
) -> None:
    who = set(payers(two_warnings(winner, tile, first, second)))
    assert who == ({3} if is_liable else {0, 1, 2, 3} - {winner})
