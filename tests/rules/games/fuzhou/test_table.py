"""Payments, session, wall and refusals of fuzhou.md."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.fuzhou.hands import METHOD_2, PLAIN, TWO_FLOWERS, fuzhou, worth
from tests.rules.records import Data, chow, items, kong, pung, record, refusal, seat, settle, steps

ONE_GOLD = ("123456789m2346p9s88s", "8p")
GOLDEN_PAIR = ("123456m11789p23499s", "1p")
THIRD_HAND = {"banker": 0, "repeats": 2}


@pytest.mark.parametrize(
    ("how", "net", "score"),
    [
        ({"source": 3}, [-3, 9, -3, -3], 3),
        ({"source": 0}, [-3, 9, -3, -3], 3),
        ({"source": 3, "state": THIRD_HAND}, [-5, 11, -3, -3], 3),
        ({"source": 3, "state": THIRD_HAND | {"banker": 1}}, [-5, 15, -5, -5], 3),
        ({"state": THIRD_HAND}, [-10, 22, -6, -6], 6),
        ({"state": THIRD_HAND | {"banker": 1}}, [-10, 30, -10, -10], 6),
        ({"options": {"base": 5}}, [-14, 42, -14, -14], 14),
        ({"source": 3, "options": {"base": 5}}, [-7, 21, -7, -7], 7),
    ],
    ids=case_id,
)
def test_all_three_pay_whoever_discarded(how: Data, net: list[int], score: int) -> None:
    answer = settle(fuzhou(*PLAIN, **how))
    assert answer["net"] == net
    assert answer["wins"][0]["score"] == score
    assert items(answer).get("repeats") == (2 if "state" in how else None)
    assert {row["for"] for row in answer["payments"]} == {"win"}


@pytest.mark.parametrize(
    ("hand", "options", "net", "text"),
    [
        (ONE_GOLD, {}, [-12, 28, -8, -8], "gold_tile +1, self_draw ×2"),
        (GOLDEN_PAIR, {}, [-74, 214, -70, -70], "gold_tile +2, self_draw ×2, golden_pair +60"),
        (GOLDEN_PAIR, METHOD_2, [-28, 68, -20, -20], "gold_tile +2, golden_pair ×4"),
    ],
    ids=case_id,
)
def test_the_examples_of_the_sheet(
    hand: tuple[str, str], options: Data, net: list[int], text: str
) -> None:
    answer = settle(fuzhou(*hand, options=options, state=THIRD_HAND))
    assert answer["net"] == net
    assert steps(answer) == f"base +1, repeats +1×2, flower +2, {text}"


@pytest.mark.parametrize(
    ("state", "winner", "expected"),
    [
        ({}, 0, (0, 1, 1)),
        ({"repeats": 4}, 0, (0, 1, 5)),
        ({"repeats": 4}, 2, (1, 1, 0)),
        ({"banker": 3, "round": 6}, 2, (0, 7, 0)),
        ({"banker": 3, "round": 6}, 3, (3, 6, 1)),
        ({"banker": 2}, 3, (3, 1, 0)),
    ],
    ids=case_id,
)
def test_the_next_hand(state: Data, winner: int, expected: tuple[int, int, int]) -> None:
    source = (winner + 2) % 4
    table = settle(fuzhou(*PLAIN, source=source, winner=winner, state=state))["next"]
    assert (table["banker"], table["round"], table["repeats"]) == expected
    assert (table["over"], table["carry"]) == (False, {})


@pytest.mark.parametrize(("outcome", "following"), [("draw", (0, 3, 0)), ("abort", (3, 2, 1))])
def test_hands_that_nobody_won(outcome: str, following: tuple[int, int, int]) -> None:
    state = {"banker": 3, "round": 2, "repeats": 1}
    data = record("fuzhou", outcome=outcome, state=state, deal={"indicators": ["4m"]})
    data["seats"][2] = seat(2, 4, None, kong("8888s"), flowers="1111z")
    answer = settle(data)
    table = answer["next"]
    assert answer["payments"] == []
    assert (table["banker"], table["round"], table["repeats"]) == following


@pytest.mark.parametrize(
    ("indicators", "outcome"),
    [([], "win"), ([], "draw"), (["4m", "5m"], "draw"), (["1z"], "win"), (["4m", "5m"], "abort")],
)
def test_one_suit_tile_stays_turned_up(indicators: list[str], outcome: str) -> None:
    data = fuzhou(*PLAIN, source=3, deal={"indicators": indicators})
    data |= {"outcome": outcome} if outcome == "win" else {"outcome": outcome, "wins": []}
    assert refusal(data) == ("bad_tiles", "deal.indicators")


def test_a_void_hand_may_end_before_the_gold_is_opened() -> None:
    assert settle(record("fuzhou", outcome="abort"))["payments"] == []


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"before": {"flowers": "15z"}}, "seats[1].flowers"),
        ({"before": {"flowers": "1f"}}, "seats[1].flowers"),
        ({"before": {"flowers": "5m"}}, "seats[1].flowers"),
        ({"before": {"flowers": "11111z"}}, "seats[1].flowers"),
        ({"before": {"aside": "5m"}}, "seats[1].aside"),
        ({"hand": "123456789m2346p7z88s"}, "seats[1].hand"),
        ({"hand": "123456789m2346p88s"}, "seats[1].hand"),
        ({"tile": "7z"}, "wins[0].tile"),
        ({"deal": {"indicators": ["9s"], "hidden_indicators": ["4m"]}}, "deal.hidden_indicators"),
    ],
    ids=case_id,
)
def test_tiles_that_cannot_be(how: Data, where: str) -> None:
    how = dict(zip(("hand", "tile"), PLAIN, strict=True)) | how
    assert refusal(fuzhou(how.pop("hand"), how.pop("tile"), **how)) == ("bad_tiles", where)


def test_a_losers_hand_holds_no_flower_either() -> None:
    data = fuzhou(*PLAIN, source=3)
    data["seats"][2] = seat(2, 4, "111122223333m45p1s1z")
    assert refusal(data)[0] == "bad_tiles"


def test_the_indicator_is_not_used() -> None:
    """Three golds and the indicator are all there are."""
    data = fuzhou("123456789m12p78s999s", "9s")
    assert refusal(data) == ("bad_tiles", "wins[0].tile")


@pytest.mark.parametrize(
    ("meld", "tile_set"),
    [(pung("888p"), 128), (chow("678p"), 128), (kong("1111z"), 128), (pung("555z"), 144)],
    ids=case_id,
)
def test_golds_and_flower_tiles_are_in_no_set(meld: Data, tile_set: int) -> None:
    data = record("fuzhou", outcome="draw", deal={"indicators": ["8p"]})
    data |= {"options": {"tile_set": tile_set}}
    data["seats"][2] = seat(2, 4, None, meld)
    assert refusal(data) == ("bad_meld", "seats[2].melds[0]")


ROBBED: Data = {"by": "declared", "marks": ("robbing_the_gold",)}


@pytest.mark.parametrize(
    ("hand", "tile", "how"),
    [
        ("123456789m2346p788s", "8p", {}),
        ("123456789m23467p88s", "9p", {"source": 3}),
        ("123456789m1235p77s9p", None, ROBBED),
        ("124578m147p1478s999s", None, ROBBED),
        ("123456789m123p77s99s", None, {"by": "declared"}),
        ("123456789m1245p7s99s", "1s", {}),
    ],
)
def test_what_is_no_win(hand: str, tile: str | None, how: Data) -> None:
    assert refusal(fuzhou(hand, tile, **how)) == ("not_a_win", "wins[0]")


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"tile": "8p", **ROBBED}, "wins[0]"),
        ({"tile": None, "source": 3, **ROBBED}, "wins[0]"),
        ({"tile": None, "hand": None, **ROBBED}, "seats[1].hand"),
        ({"marks": ("robbing_the_gold",)}, "wins[0].marks"),
        ({"marks": ("robbing_the_gold",), "source": 3}, "wins[0].marks"),
        ({"tile": None}, "wins[0].tile"),
        ({"by": "robbed_flower", "source": 3}, "wins[0].by"),
        ({"incidents": [{"kind": "false_win", "seat": 1}]}, "incidents[0].kind"),
        ({"before": {"facts": {"discarded_gold": 1}}}, "seats[1].facts.discarded_gold"),
        ({"state": {"carry": {"pot": 1}}}, "state.carry.pot"),
    ],
    ids=case_id,
)
def test_what_a_record_cannot_say(how: Data, where: str) -> None:
    how = dict(zip(("hand", "tile"), PLAIN, strict=True)) | how
    assert refusal(fuzhou(how.pop("hand"), how.pop("tile"), **how)) == ("bad_record", where)


@pytest.mark.parametrize(
    ("before", "is_barred"),
    [
        ({"facts": {"discarded_gold": True}}, True),
        ({"facts": {"discarded_gold": False}}, False),
        ({"discards": ["1m", "9s"]}, True),
        ({"discards": ["1m", "9p"]}, False),
        ({"discards": "1m9s", "facts": {"discarded_gold": False}}, False),
    ],
    ids=case_id,
)
@pytest.mark.parametrize("by", ["discard", "robbed_kong", "self_draw", "declared"])
def test_who_discarded_a_gold_wins_by_self_draw_only(
    before: Data, is_barred: bool, by: str
) -> None:
    how: Data = {"by": by, "source": 3} if by in ("discard", "robbed_kong") else {"by": by}
    hand, tile = PLAIN
    is_declared = by == "declared"
    how = ROBBED if is_declared else how
    data = fuzhou(hand, None if is_declared else tile, before=TWO_FLOWERS | before, **how)
    if is_barred and by in ("discard", "robbed_kong"):
        assert refusal(data) == ("barred", "seats[1].facts.discarded_gold")
    else:
        assert worth(data)[0] > 0


def test_nobody_wins_on_a_discarded_gold() -> None:
    data = fuzhou(*PLAIN, gold="8p", source=3)
    assert refusal(data) == ("barred", "wins[0].tile")
    assert worth(fuzhou(*PLAIN, gold="8p"))[0] > 0


def test_only_one_seat_wins() -> None:
    data = fuzhou(*PLAIN, source=3)
    data["seats"][2] = seat(2, 4, "444555666m67p111s66s")
    data["wins"].append({**data["wins"][0], "seat": 2})
    assert refusal(data) == ("barred", "wins[1]")


@pytest.mark.parametrize(
    ("meld", "code"), [(kong("8888p", "added"), None), (pung("888p"), None),
                       (kong("8888p"), "barred"), (kong("8888p", "discard"), "bad_record")],
    ids=case_id,
)  # fmt: skip
def test_only_an_added_kong_is_robbed(meld: Data, code: str | None) -> None:
    data: Any = fuzhou(*PLAIN, source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, meld)
    answer: Any = rules.settle_json(data)
    assert answer.get("error", {}).get("code") == code


def with_rivals(data: Data, *rivals: int, **hands: str) -> Data:
    """Return *data* with seats that declared as well, some of which show a hand (`seat2=…`)."""
    data["wins"][0]["facts"] = {"rivals": list(rivals)}
    for number in rivals:
        hand = hands.get(f"seat{number}")
        data["seats"][number] = seat(number, 4, hand)
    return data


ORDINARY = "444555666m67p111s66s"
GOLDEN = "444555666m67p111s99s"
"""A hand that 8p completes too, here with two golds as the pair."""
NO_HAND = "777888999m12p222s33s"


@pytest.mark.parametrize(
    ("rivals", "hands", "settles"),
    [
        ((2,), {}, True),
        ((0,), {}, False),
        ((0,), {"seat0": ORDINARY}, False),
        ((0,), {"seat0": NO_HAND}, True),
        ((2,), {"seat2": ORDINARY}, True),
        ((2,), {"seat2": GOLDEN}, False),
        ((0,), {"seat0": GOLDEN}, False),
        ((0, 2), {"seat0": NO_HAND, "seat2": GOLDEN}, False),
    ],
    ids=case_id,
)
@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
def test_a_golden_pair_goes_before_the_nearest(
    rivals: tuple[int, ...], hands: Data, settles: bool, by: str
) -> None:
    data = with_rivals(fuzhou(*PLAIN, source=3, by=by), *rivals, **hands)
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].facts.rivals")


@pytest.mark.parametrize(("rival", "settles"), [(0, False), (2, True)])
def test_of_hands_without_a_golden_pair_the_nearer_wins(rival: int, settles: bool) -> None:
    """The rivals hold one gold each: the winner's has two, but needs both in sets."""
    winner = fuzhou("123456m1246p337899s", "3p", gold="3s", source=3)
    data = with_rivals(winner, rival, **{f"seat{rival}": "444777m12p444p4445s3s"})
    assert ("net" in rules.settle_json(data)) is settles


@pytest.mark.parametrize("rival", [0, 2])
def test_a_golden_pair_goes_before_a_rival_without_one(rival: int) -> None:
    data = with_rivals(fuzhou(GOLDEN, "8p", source=3), rival, **{f"seat{rival}": PLAIN[0]})
    assert "net" in rules.settle_json(data)


@pytest.mark.parametrize("hands", [{"seat0": GOLDEN}, {}], ids=["shown", "not shown"])
@pytest.mark.parametrize("fields", [{"facts": {"discarded_gold": True}}, {"discards": "1m9s"}])
def test_a_rival_who_discarded_a_gold_is_no_rival(hands: Data, fields: Data) -> None:
    data = with_rivals(fuzhou(*PLAIN, source=3), 0, **hands)
    data["seats"][0] |= fields
    assert "net" in rules.settle_json(data)


@pytest.mark.parametrize(
    ("winner", "rivals", "settles"),
    [
        (0, (), True),
        (0, (3,), False),
        (1, (2, 3), True),
        (2, (1,), False),
        (2, (3, 0), True),
        (3, (0,), True),
    ],
)
def test_robbing_the_gold_goes_round_from_the_banker(
    winner: int, rivals: tuple[int, ...], settles: bool
) -> None:
    data = fuzhou("123456789m12345p77s", None, winner=winner, **ROBBED)
    data["wins"][0]["facts"] = {"rivals": list(rivals)}
    assert ("net" in rules.settle_json(data)) is settles
    if not settles:
        assert refusal(data) == ("barred", "wins[0].facts.rivals")


def test_no_rival_stands_against_a_heavenly_hand() -> None:
    data = fuzhou(*PLAIN, winner=0, marks=("dealt",), facts={"rivals": [1]})
    assert worth(data)[0] == 36


def test_the_gold_is_robbed_with_nothing_claimed() -> None:
    data = fuzhou("123456789m12p77s", None, chow("345p"), **ROBBED)
    assert refusal(data) == ("barred", "seats[1].melds")


@pytest.mark.parametrize(
    ("how", "settles"),
    [
        ({}, False),
        ({"marks": ("last_tile",)}, True),
        ({"source": 3}, False),
    ],
    ids=case_id,
)
def test_in_the_last_go_round_nobody_discards(how: Data, settles: bool) -> None:
    data = fuzhou(*PLAIN, **how)
    data["seats"][2] = seat(2, 4, "444555666m67p111s666s")
    assert ("net" in rules.settle_json(data)) is settles


def test_the_banker_may_not_have_discarded_when_the_gold_is_robbed() -> None:
    data = fuzhou("123456789m12345p77s", None, **ROBBED)
    data["seats"][0] = seat(0, 4, "444555666m67p111s666s")
    assert "net" in rules.settle_json(data)
    data["seats"][2] = seat(2, 4, "444555666m67p111s666s")
    assert refusal(data)[0] == "bad_tiles"
