"""Sakura settled: classes, combinations, winner, margins, teams, cards left over (sakura.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games.cards.hanafuda import PACK
from rules.games.cards.sakura import points
from tests.ids import case_id
from tests.rules.games.hanafuda.hands import cards, items, sakura, settled
from tests.rules.records import Data, steps

COMBINATIONS = {
    "flower_moon_cup": "03-bright 08-bright 09-animal",
    "boar_deer_geese": "07-animal 10-animal 08-animal",
    "red_ribbons": "01-ribbon 02-ribbon 03-ribbon",
    "red_pictures": "01-bright 02-animal 03-bright",
    "blue_ribbons": "06-ribbon 09-ribbon 10-ribbon",
    "blue_pictures": "06-animal 09-animal 10-animal",
    "grass_ribbons": "04-ribbon 05-ribbon 07-ribbon",
    "grass_pictures": "04-animal 05-animal 07-animal",
}


def find_combinations(data: Data, seat: int = 0) -> set[str]:
    """Return the combinations that *seat* holds."""
    return set(items(settled(data), seat)) & COMBINATIONS.keys()


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_three_cards_are_a_combination(combination: str) -> None:
    assert find_combinations(sakura(COMBINATIONS[combination])) == {combination}


@pytest.mark.parametrize("missing", [0, 1, 2])
@pytest.mark.parametrize("combination", COMBINATIONS)
def test_two_of_three_cards_are_none(combination: str, missing: int) -> None:
    near = COMBINATIONS[combination].split()
    near.pop(missing)
    assert find_combinations(sakura(" ".join(near))) == set()


@pytest.mark.parametrize(
    "captured",
    [
        "11-ribbon 04-ribbon 05-ribbon",
        "12-junk1 06-ribbon 09-ribbon",
        "01-bright 03-bright 08-bright",
    ],
)
def test_other_cards_of_the_class_do_not_complete_one(captured: str) -> None:
    assert find_combinations(sakura(captured)) == set()


def test_one_card_serves_several_combinations() -> None:
    captured = "07-animal 10-animal 08-animal 06-animal 09-animal"
    assert find_combinations(sakura(captured)) == {"boar_deer_geese", "blue_pictures"}


def test_the_whole_pack_holds_all_eight() -> None:
    assert find_combinations(sakura(" ".join(PACK))) == set(COMBINATIONS)


@pytest.mark.parametrize(
    ("captured", "worth"),
    [
        ("01-bright 03-bright 08-bright 12-bright", 80),
        ("11-bright", 5),
        ("11-animal", 5),
        ("02-animal 04-animal 05-animal 06-animal 07-animal 08-animal 09-animal 10-animal", 40),
        ("12-junk1", 10),
        ("12-junk2 12-junk3 11-junk 01-junk1", 0),
        ("01-ribbon 11-ribbon", 20),
    ],
)
def test_a_card_is_worth_what_its_class_is_here(captured: str, worth: int) -> None:
    assert items(settled(sakura(captured)), 0)["card_points"] == worth


def test_all_cards_are_240_points() -> None:
    assert sum(map(points, PACK)) == 240


def test_a_combination_takes_points_from_everybody_else_and_gives_none() -> None:
    answer = settled(sakura("08-animal 10-animal 07-animal", "02", "01"))
    assert items(answer, 0)["boar_deer_geese"] == 0
    assert answer["seats"][0]["score"] == 15 - 50 * 3
    assert items(answer, 1) == {"card_points": 15, "others_combinations": -200}
    assert items(answer, 3)["others_combinations"] == -50


def test_a_score_is_the_cards_less_what_others_hold() -> None:
    answer = settled(sakura("01 02 03", "04 05 06", state={"banker": 2}))
    for entry in answer["seats"].values():
        values = {item["id"]: item["value"] for item in entry["items"]}
        deduction = values.get("others_combinations", 0)
        assert entry["score"] == values["card_points"] + deduction
        assert entry["unit"] == "points"


EVEN = (
    "01-bright 03-bright 03-ribbon 06-animal 06-ribbon 07-animal 07-ribbon 08-animal 09-animal"
    " 09-ribbon 12-bright"
)
"""120 points for each of two players, no combination on either side."""


@pytest.mark.parametrize("banker", [0, 1])
def test_of_two_equal_scores_the_dealers_wins(banker: int) -> None:
    answer = settled(sakura(EVEN, state={"banker": banker}))
    assert [answer["seats"][seat]["score"] for seat in (0, 1)] == [120, 120]
    assert [win["seat"] for win in answer["wins"]] == [banker]


BEHIND = "05-animal 08-animal 10-ribbon 12-junk1"
LEVEL = (
    "01-bright 01-ribbon 03-bright 03-ribbon 06-animal 06-ribbon 07-animal 07-ribbon 09-ribbon"
    " 11-animal"
)
"""105 points, as many as a third player has who gets all that is not BEHIND."""


@pytest.mark.parametrize(
    ("piles", "banker", "winner"),
    [
        ((BEHIND, LEVEL), 0, 1),
        ((BEHIND, LEVEL), 1, 1),
        ((BEHIND, LEVEL), 2, 2),
        ((LEVEL, BEHIND), 0, 0),
        ((LEVEL, BEHIND), 1, 2),
        ((LEVEL, BEHIND), 2, 2),
    ],
    ids=case_id,
)
def test_of_equal_scores_the_nearest_after_the_dealer_wins(
    piles: tuple[str, str], banker: int, winner: int
) -> None:
    answer = settled(sakura(*piles, state={"banker": banker}))
    assert sorted(entry["score"] for entry in answer["seats"].values()) == [30, 105, 105]
    assert [win["seat"] for win in answer["wins"]] == [winner]


@pytest.mark.parametrize("margin_classes", ["100", "50_100"])
@pytest.mark.parametrize(
    ("more", "margin", "times"),
    [
        ("", 0, {"100": 1, "50_100": 1}),
        ("11-bright 11-animal 11-ribbon", 40, {"100": 1, "50_100": 1}),
        ("11-bright 11-animal 11-ribbon 05-animal", 50, {"100": 1, "50_100": 2}),
        ("11-bright 11-animal 11-ribbon 05-animal 04-ribbon 12-junk1", 90, {"100": 1, "50_100": 2}),
        (
            "11-bright 11-animal 11-ribbon 04-ribbon 12-junk1 01-ribbon",
            100,
            {"100": 2, "50_100": 3},
        ),
        ("11 04-ribbon 12 01 08-bright", 190, {"100": 2, "50_100": 3}),
    ],
    ids=case_id,
)
def test_a_great_margin_counts_as_several_wins(
    more: str, margin: int, times: dict[str, int], margin_classes: str
) -> None:
    captured = " ".join(sorted({*cards(EVEN), *cards(more)}))
    answer = settled(sakura(captured, margin_classes=margin_classes))
    wins = times[margin_classes]
    elements = items(answer, 0)
    assert answer["seats"][0]["score"] - answer["seats"][1]["score"] == margin
    assert answer["net"] == [wins, -wins]
    assert answer["next"]["carry"]["wins"] == [wins, 0]
    assert elements.get("double_win", 0) == (2 if wins == 2 else 0)
    assert elements.get("triple_win", 0) == (3 if wins == 3 else 0)


def test_the_margin_is_taken_to_the_second_best() -> None:
    second = "01-ribbon 02-ribbon 03-bright 06-ribbon 11-bright 11-animal"
    third = "02-animal 04-animal 04-ribbon 07-animal 09-animal"
    answer = settled(sakura(second, third))
    assert [answer["seats"][seat]["score"] for seat in range(3)] == [60, 30, 150]
    assert answer["net"] == [-1, -1, 2]


def test_every_other_player_pays_the_winner() -> None:
    answer = settled(sakura("01", "02 03", "04"))
    winner = answer["wins"][0]["seat"]
    assert winner == 3
    assert answer["payments"] == [
        {"from": payer, "to": 3, "amount": 2, "for": "win"} for payer in (0, 1, 2)
    ]
    assert [loser["seat"] for loser in answer["losers"]] == [0, 1, 2]
    assert steps(answer) == "hand +150 of 3, hand +105 of 1, double_win = 2"


def team(first: str, third: str, banker: int = 0, **more: Any) -> Data:
    """Return a hand of two against two: partners' piles, seat 3 has the others' cards."""
    return sakura(first, "", third, teams=True, state={"banker": banker} | more)


@pytest.mark.parametrize(
    ("piles", "banker", "winners"),
    [
        (("01 02 03 04 06", "08 12"), 0, [0, 2]),
        (("01 02 03 04 06", "08 12"), 1, [2, 0]),
        (("01 02 03 04 06", "08 12"), 2, [2, 0]),
        (("01 02 03 04 06", "08 12"), 3, [0, 2]),
        (("01", "12-junk1"), 0, [1, 3]),
        (("01", "12-junk1"), 1, [1, 3]),
        (("01", "12-junk1"), 2, [3, 1]),
        (("01", "12-junk1"), 3, [3, 1]),
    ],
    ids=case_id,
)
def test_the_winning_teams_player_nearest_to_the_dealer_deals(
    piles: tuple[str, str], banker: int, winners: list[int]
) -> None:
    answer = settled(team(*piles, banker=banker, repeats=2))
    assert [win["seat"] for win in answer["wins"]] == winners
    assert answer["next"]["banker"] == winners[0]
    assert answer["next"]["repeats"] == (3 if winners[0] == banker else 0)


def test_each_loser_of_a_team_pays_the_winner_after_him() -> None:
    answer = settled(team("01 02 03 04 06", "08 12"))
    assert [(one["from"], one["to"], one["amount"]) for one in answer["payments"]] == [
        (1, 2, 2),
        (3, 0, 2),
    ]


def test_partners_count_their_cards_together() -> None:
    answer = settled(team("07-animal 10-animal", "08-animal 01-ribbon"))
    for seat in (0, 2):
        assert items(answer, seat)["card_points"] == 25
        assert "boar_deer_geese" in items(answer, seat)
        assert answer["seats"][seat]["score"] == answer["seats"][0]["score"]
    assert items(answer, 1)["others_combinations"] == -50


def test_the_partners_combination_takes_nothing_from_his_partner() -> None:
    answer = settled(team("01 02 03 04 06", "08 12"))
    assert "others_combinations" not in items(answer, 2)
    assert items(answer, 1)["others_combinations"] == -50 * 2


@pytest.mark.parametrize("banker", [0, 1, 2, 3])
def test_of_two_equal_teams_the_dealers_wins(banker: int) -> None:
    answer = settled(team(EVEN, "12-junk2", banker=banker))
    assert {entry["score"] for entry in answer["seats"].values()} == {120}
    assert [win["seat"] for win in answer["wins"]] == [banker, (banker + 2) % 4]


def test_wins_are_counted_for_everyone() -> None:
    state = {"banker": 1, "carry": {"wins": [3, 0, 1]}, "repeats": 1, "round": 4}
    after = settled(sakura(LEVEL, BEHIND, state=state))["next"]
    assert after == {
        "banker": 2,
        "round": 4,
        "repeats": 0,
        "carry": {"wins": [3, 0, 2]},
        "over": False,
    }


@pytest.mark.parametrize(
    ("carry", "wins"), [({}, [0, 0, 0]), ({"wins": [2, 0, 1]}, [2, 0, 1])], ids=case_id
)
@pytest.mark.parametrize("play", [None, {}, {"captured": "nothing", "table": ["13-bright"]}])
def test_a_hand_given_up_changes_nothing(
    carry: dict[str, Any], wins: list[int], play: Data | None
) -> None:
    state = {"banker": 2, "repeats": 2, "scores": [1, 2, 3], "round": 2, "carry": carry}
    data: Data = {"ruleset": "sakura", "state": state, "outcome": "abort"}
    answer = settled(data if play is None else {**data, "play": play})
    assert answer["net"] == [0, 0, 0]
    assert answer["next"] == {
        "banker": 2,
        "round": 2,
        "repeats": 2,
        "carry": {"wins": wins},
        "over": False,
    }


GAJI = "11-junk"
RAINS = "11-bright 11-animal 11-ribbon"


def gains(piles: tuple[str, ...], table: str, **more: Any) -> dict[int, int]:
    """Return how many points each seat has more than its own pile is worth."""
    data = sakura(*piles, table=table, **more)
    answer = settled(data)
    before = [sum(map(points, pile)) for pile in data["play"]["captured"]]
    return {
        seat: items(answer, seat)["card_points"] - own
        for seat, own in enumerate(before)
        if items(answer, seat)["card_points"] != own
    }


@pytest.mark.parametrize(
    ("table", "gained"),
    [
        ("07-animal", {0: 5}),
        ("11-ribbon", {0: 10}),
        ("07-ribbon 11-bright", {0: 15}),
        ("12-junk1 11-animal", {0: 15}),
        (RAINS, {0: 20}),
        (f"{RAINS} 12-bright", {0: 40}),
        ("07-animal 07-ribbon", {}),
        ("11-bright 11-ribbon", {}),
        ("07-animal 07-ribbon 07-junk1", {}),
        ("07-animal 07-ribbon 11-ribbon", {0: 10}),
        (f"{RAINS} 08-bright 08-animal", {0: 20}),
    ],
)
def test_what_the_gaji_leaves_over_is_its_takers(table: str, gained: dict[int, int]) -> None:
    assert gains((f"01 {GAJI}", "02"), table) == gained


def test_rain_left_over_is_nobodys_while_nobody_took_the_gaji() -> None:
    assert gains(("01", "02"), "11") == {}


def test_what_the_gaji_leaves_over_counts_for_the_team() -> None:
    answer = settled(sakura("", f"01 {GAJI}", "", table="07-animal", teams=True))
    assert items(answer, 3)["card_points"] == items(answer, 1)["card_points"]
    assert sum(items(answer, seat)["card_points"] for seat in (0, 1)) == 240


def eight(table: str, **more: Any) -> Data:
    """Return a hand of two with eight cards each: some cards of the stock are never turned."""
    data = sakura(f"01 02 03 {GAJI} 04 05 06 10", table=table, two_player_hand=8, **more)
    unseen = 48 - 40
    data["play"]["captured"][1] = data["play"]["captured"][1][:-unseen]
    return data


def test_with_hands_of_eight_some_cards_are_never_turned() -> None:
    data = eight("")
    assert sum(map(len, data["play"]["captured"])) == 40
    assert sum(settled(data)["net"]) == 0


def test_cards_whose_mates_were_never_turned_are_nobodys() -> None:
    data = eight("12-bright 11-bright 11-ribbon")
    assert items(settled(data), 0)["card_points"] == sum(map(points, data["play"]["captured"][0]))


def test_a_dealt_flower_and_pulled_ones_lie_with_whom_they_belong_to() -> None:
    pulled = [{"seat": 1, "cards": cards("04")}, {"seat": 0, "cards": cards("11")}]
    data = sakura(
        "01 11", deal_table=cards("01 02-ribbon 03-ribbon 05 -05-junk1 -05-junk2"), pulls=pulled
    )
    assert sum(settled(data)["net"]) == 0


def test_partners_keep_dealt_and_pulled_cards_for_one_another() -> None:
    pulled = [{"seat": 1, "cards": cards("04")}]
    table = cards("01 02-ribbon 03-ribbon 05-animal 05-ribbon")
    data = sakura("", "", "01", teams=True, deal_table=table, pulls=pulled)
    assert sum(settled(data)["net"]) == 0
