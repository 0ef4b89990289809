"""What people say a hand is worth pays as its tiles do: the same payments, the same next hand."""

from __future__ import annotations

import copy
from typing import Any, Final

import pytest

import rules
from rules.game import Game
from rules.games import tile_games
from rules.settle.settlement import ENTERED
from rules.settle.terms import Term, compute
from tests.rules.cases import cases
from tests.rules.records import Data, record
from tools.generated_records import generated_record

GENERATED: Final = 60
"""Generated records of each game beside its public cases."""

HOUSES: Final[dict[str, Data]] = {
    "ataki-b": {"prizes": False},
    "changsha": {"double_kong": False},
    "wenzhou": {"wild_bonus": 0},
}
"""How a game is played in which only then a value says who pays what."""
OF_THE_TABLE: Final = {
    "jinan": ("drawn_hands", "ready_declared", "discarder_ready_declared"),
    "qinghunpeng": ("drawn_hands",),
}
"""Steps of a score that the table or declarations make, beside what the hand is worth."""


def house_of(game: Game, options: Data) -> Data:
    """Return *options* as the game is played where a hand can be told by its value."""
    return {**options, **HOUSES.get(game.id, {})}


GAMES: Final = [
    game.id for game in tile_games() if game.figures({**game.defaults, **house_of(game, {})})
]


def value_of(game: Game, entry: Data) -> Data:
    """Return what people would say of the hand that a settlement has as *entry*."""
    if game.base_and_power:
        return by_han(entry, "mangans" if game.id == "ataki-b" else "yakuman")
    (figure,) = game.value_figures
    if figure.id == "big_elements":
        return {
            figure.id: sum(
                item["value"] > 0 and item["id"] != "common_win" for item in entry["items"]
            )
        }
    if figure.id == "tai" and entry["unit"] != "tai":
        return {figure.id: sum(item["value"] for item in entry["items"])}
    steps = [Term.from_json(step) for step in entry.get("terms", ())]
    own = [step for step in steps if step.id not in OF_THE_TABLE.get(game.id, ())]
    return {figure.id: compute(own) if len(own) < len(steps) else entry["score"]}


def by_han(entry: Data, yakuman: str) -> Data:
    """Return the value of a riichi hand."""
    if entry["limit"] == "yakuman":
        return {yakuman: sum(item["value"] for item in entry["items"])}
    if entry["han"] >= 5:
        return {"han": min(13, entry["han"])}
    if entry["limit"]:
        return {"limit": entry["limit"]}
    return {"han": entry["han"], "fu": entry["fu"]}


def chips_of(seat: int, settlement: Data) -> Data:
    """Return the chips that each payer gives *seat*, but for a yakuman, where there are any."""
    if settlement.get("prize_unit") != "chips":
        return {}
    rows = [row for row in settlement["prizes"] if row["to"] == seat and row["for"] != "yakuman"]
    return {"chips": sum(row["amount"] for row in rows if row["from"] == rows[0]["from"])}


def enter_values(data: Data, settlement: Data) -> Data:
    """Return the record *data* with values in place of the winners' concealed tiles."""
    game, new = rules.ruleset(data["ruleset"]), copy.deepcopy(data)
    for win, entry in zip(new["wins"], settlement["wins"], strict=True):
        win["value"] = value_of(game, entry) | chips_of(win["seat"], settlement)
        new["seats"][win["seat"]]["hand"] = None
    return new


def says_all(data: Data, settlement: Data) -> bool:
    """Return whether the values of the winners' hands say who pays in *settlement*."""
    game = rules.ruleset(data["ruleset"])
    steps = [step for row in settlement["terms"] for step in row]
    items = [item for entry in settlement["wins"] for item in entry["items"]]
    options = {**game.defaults, **data["options"]}
    can_be_told = all(game.figures_after({}, win["by"], options) for win in data["wins"])
    return can_be_told and {one["id"] for one in (*steps, *items)}.isdisjoint(game.needs_tiles)


def check(name: str, data: Data) -> bool:
    """Compare what a record of *name* settles to with what values do; return whether they could."""
    if "error" in rules.settle_json(data):
        return False
    data = {**data, "options": house_of(rules.ruleset(name), data.get("options", {}))}
    settlement: Any = rules.settle_json(data)
    if not settlement.get("wins") or not says_all(data, settlement):
        return False
    by_value: Any = rules.settle_json(enter_values(data, settlement))
    for part in ("net", "payments", "next"):
        assert by_value.get(part, by_value) == settlement[part], data
    for row, terms in zip(by_value["payments"], by_value["terms"], strict=True):
        assert compute(map(Term.from_json, terms)) == row["amount"]
    return True


@pytest.mark.parametrize("name", GAMES)
def test_a_value_pays_as_the_tiles_do(name: str) -> None:
    public = [case.data["record"] for case in cases(name) if "record" in case.data]
    generated = [generated_record(name, place) for place in range(GENERATED)]
    assert sum(check(name, data) for data in public + generated) >= GENERATED // 4


def by_value(value: Any, ruleset: str = "riichi", **win: Any) -> Data:
    """Return a record in which seat 1 wins a hand of this *value*, on seat 2's discard."""
    usual = {"seat": 1, "by": "discard", "from": 2, "value": value}
    return record(ruleset, outcome="win", wins=[usual | win])


def test_three_han_forty_fu_are_paid_and_explained_as_entered() -> None:
    settled: Any = rules.settle_json(by_value({"han": 3, "fu": 40}))
    assert settled["net"] == [0, 5200, -5200, 0]
    (win,) = settled["wins"]
    assert (win["han"], win["fu"], win["items"]) == (3, 40, [{"id": ENTERED, "value": 3}])


def test_a_limit_by_its_name_needs_no_fu() -> None:
    settled: Any = rules.settle_json(
        by_value({"limit": "haneman"}, by="self_draw", **{"from": None})
    )
    assert settled["net"] == [-6000, 12000, -3000, -3000]


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (by_value({"han": 3}), "wins[0].value", "must say fu"),
        (by_value({}), "wins[0].value", "must say han or limit or yakuman"),
        (by_value(3), "wins[0].value", "must be an object"),
        (by_value({"tai": 3}), "wins[0].value.tai", "is no field of the record"),
        (by_value({"han": True}), "wins[0].value.han", "must be one of 1, 2, 3"),
        (by_value({"han": 14}), "wins[0].value.han", "must be one of 1, 2, 3"),
        (by_value({"han": 2, "fu": 20}), "wins[0].value.fu", "must be one of 25, 30"),
        (
            by_value({"han": 2, "fu": 25}, by="self_draw"),
            "wins[0].value.fu",
            "must be one of 20, 30",
        ),
        (by_value({"han": 5, "fu": 30}), "wins[0].value.fu", "does not go with han"),
        (by_value({"limit": "mangan", "yakuman": 1}), "wins[0].value.yakuman", "does not go with"),
        (by_value({"tai": -1}, "taiwan"), "wins[0].value.tai", "must be a whole number from 0"),
        (by_value({"tai": 6}, "singapore"), "wins[0].value.tai", "must be one of 1, 2, 3, 4, 5"),
        (by_value({"points": 8}, "wuhan"), "wins[0].value", "needs the tiles"),
        (by_value({"han": 1, "fu": 30}, "ataki-b"), "wins[0].value", "needs the tiles"),
        (
            by_value({"fan": 4}, "yangzhou"),
            "wins[0]",
            "the hand is worth 4 fan, at least 13 are needed",
        ),
    ],
)
def test_a_value_that_cannot_be_is_refused_at_its_place(
    data: Data, where: str, message: str
) -> None:
    error: Any = rules.settle_json(data)["error"]
    assert error["where"] == where
    assert error["message"].startswith(message)


def test_a_value_stands_in_place_of_the_tiles() -> None:
    data = by_value({"han": 1, "fu": 30})
    data["seats"][1] = {"hand": "123456789m1122p"}
    error: Any = rules.settle_json(data)["error"]
    assert (error["code"], error["where"]) == ("bad_record", "seats[1].hand")


def test_every_winner_of_a_hand_is_told_by_a_value_or_none_is() -> None:
    data = by_value({"han": 1, "fu": 30})
    data["seats"][0] = {"hand": "123456789m1122p"}
    data["wins"].append({"seat": 0, "by": "discard", "from": 2, "tile": "1p"})
    error: Any = rules.settle_json(data)["error"]
    assert (error["code"], error["where"]) == ("bad_record", "wins[1].value")


def test_where_one_wins_a_hand_a_second_value_is_barred() -> None:
    data = by_value({"tai": 5}, "ningbo")
    data["wins"].append(data["wins"][0] | {"seat": 3})
    error: Any = rules.settle_json(data)["error"]
    assert (error["code"], error["where"]) == ("barred", "wins[1]")
