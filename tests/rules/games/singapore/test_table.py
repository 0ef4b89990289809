"""Payment, premiums, the session and the walls of Singapore mahjong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.singapore.hands import PLAIN, singapore, unpaid
from tests.rules.records import chow, kong, net, pung, settle

WORTH: dict[int, dict[str, Any]] = {
    1: {},
    2: {"flowers": "2f"},
    3: {"flowers": "26f"},
    4: {"flowers": "26f1a"},
    5: {"flowers": "26f13a"},
}
OWN_FLOWERS = {3: 6, 4: 6, 5: 6}
"""What the premium for both own flowers brings beside the win."""


@pytest.mark.parametrize(
    ("tai", "discarder", "others"), [(1, 2, 1), (2, 4, 2), (3, 8, 4), (4, 16, 8), (5, 32, 16)]
)
def test_every_tai_doubles(tai: int, discarder: int, others: int) -> None:
    premium = OWN_FLOWERS.get(tai, 0) // 3
    gains = net(singapore(*PLAIN, source=2, **WORTH[tai]))
    winner = discarder + 2 * others + 3 * premium
    assert gains == [-others - premium, winner, -discarder - premium, -others - premium]
    each = discarder + premium
    assert net(singapore(*PLAIN, **WORTH[tai])) == [-each, 3 * each, -each, -each]


def test_the_robbed_player_pays_as_a_discarder() -> None:
    robbed = {"melds": [{"kind": "kong_added", "tiles": "7777p", "from": 0}]}
    data = singapore(*PLAIN, by="robbed_kong", source=3, around={3: robbed})
    assert net(data) == [-2, 8, -2, -4]


def test_thirteen_orphans_are_paid_as_a_self_draw() -> None:
    assert net(singapore("19m19p19s1234566z", "7z", source=3)) == [-32, 96, -32, -32]
    robbed = {"melds": [kong("7777z")]}
    data = singapore("19m19p19s1234566z", "7z", by="robbed_kong", source=3, around={3: robbed})
    assert net(data) == [-32, 96, -32, -32]


def test_the_drawer_of_the_eighth_flower_pays_as_a_discarder() -> None:
    data = singapore(None, "1f", by="robbed_flower", source=3, flowers="2345678f")
    both_own, a_set = 2, 4
    side = both_own + a_set
    assert net(data) == [-16 - side, 64 + 3 * side, -16 - side, -32 - side]


def test_eight_flowers_are_paid_as_a_self_draw() -> None:
    data = singapore(None, None, by="declared", flowers="12345678f")
    each = 32 + 4 + 4 + 2
    assert net(data) == [-each, 3 * each, -each, -each]


@pytest.mark.parametrize(
    ("lying", "each"),
    [
        ({"flowers": "12a"}, 2),
        ({"flowers": "12a", "facts": {"dealt_bonus": "12a"}}, 4),
        ({"flowers": "12a", "facts": {"dealt_bonus": "1a"}}, 2),
        ({"flowers": "34a"}, 2),
        ({"flowers": "34a", "facts": {"dealt_bonus": "34a"}}, 4),
        ({"flowers": "13a"}, 0),
        ({"flowers": "24a"}, 0),
        ({"flowers": "1234a"}, 8),
        ({"flowers": "1234a", "facts": {"dealt_bonus": "1234a"}}, 12),
        ({"flowers": "1234f"}, 4),
        ({"flowers": "5678f"}, 4),
        ({"flowers": "12345678f"}, 10),
        ({"flowers": "37f"}, 2),
        ({"flowers": "37f", "facts": {"dealt_bonus": "37f"}}, 4),
        ({"flowers": "37f", "facts": {"dealt_bonus": "7f"}}, 2),
        ({"flowers": "26f"}, 0),
        ({"melds": [kong("1111z")]}, 4),
        ({"melds": [{**pung("1111z"), "kind": "kong_discard", "from": 0}]}, 2),
        ({"melds": [{**pung("1111z"), "kind": "kong_added", "from": 0}]}, 2),
        ({"melds": [kong("1111z"), kong("2222z")], "flowers": "12a37f"}, 12),
    ],
)
@pytest.mark.parametrize("outcome", ["draw", "abort"])
def test_premiums_are_paid_whoever_wins(outcome: str, lying: dict[str, Any], each: int) -> None:
    assert net(unpaid(outcome, around={2: lying})) == [-each, -each, 3 * each, -each]


def test_own_flowers_go_by_the_seat_wind() -> None:
    data = unpaid(around={2: {"flowers": "15f"}}, state={"banker": 2})
    assert net(data) == [-2, -2, 6, -2]


def test_payments_say_what_they_are_for() -> None:
    lying = {"flowers": "12a37f", "melds": [kong("1111z")]}
    rows = settle(unpaid(around={2: lying}))["payments"]
    assert {(row["for"], row["amount"]) for row in rows} == {
        ("kong", 4),
        ("animal", 2),
        ("flower", 2),
    }


@pytest.mark.parametrize("by", ["kong_added", "pung"])
def test_a_robbed_kong_brings_no_premium(by: str) -> None:
    tiles = "7777p" if by == "kong_added" else "777p"
    robbed = {"melds": [{"kind": by, "tiles": tiles, "from": 0}, kong("9999m")]}
    data = singapore(*PLAIN, by="robbed_kong", source=3, around={3: robbed})
    assert {row["amount"] for row in settle(data)["payments"] if row["for"] == "kong"} == {4}


def test_a_robbed_concealed_kong_brings_no_premium() -> None:
    robbed = {"melds": [kong("7777z")]}
    data = singapore("19m19p19s1234566z", "7z", by="robbed_kong", source=3, around={3: robbed})
    assert {row["for"] for row in settle(data)["payments"]} == {"win"}


def after(data: Any) -> tuple[int, int, int, bool]:
    """Return banker, round, repeats and whether the session is over."""
    state = settle(data)["next"]
    return state["banker"], state["round"], state["repeats"], state["over"]


@pytest.mark.parametrize(
    ("state", "winner", "then"),
    [
        ({}, 0, (0, 1, 1, False)),
        ({"repeats": 2}, 0, (0, 1, 3, False)),
        ({"repeats": 2}, 1, (1, 1, 0, False)),
        ({"banker": 3}, 1, (0, 2, 0, False)),
        ({"banker": 3, "round": 4}, 3, (3, 4, 1, False)),
        ({"banker": 3, "round": 4}, 1, (0, 5, 0, True)),
    ],
)
def test_the_banker_stays_while_he_wins(
    state: dict[str, int], winner: int, then: tuple[int, int, int, bool]
) -> None:
    assert after(singapore(*PLAIN, winner=winner, state=state)) == then


def test_the_banker_stays_after_a_draw_and_nothing_changes_by_a_void_hand() -> None:
    state = {"banker": 3, "round": 4, "repeats": 1}
    assert after(unpaid(state=state)) == (3, 4, 2, False)
    assert after(unpaid("abort", state=state)) == (3, 4, 1, False)


def test_a_chow_needs_no_premium() -> None:
    assert net(unpaid(around={2: {"melds": [{**chow("123m"), "from": 1}]}})) == [0, 0, 0, 0]
