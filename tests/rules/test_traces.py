"""What lies on the table tells what the log has, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import rules
from rules.games import PLAYS
from rules.ruleset import Ruleset
from rules.tiles import TILES, parse
from rules.traces import SeatLeft, TableLeft, Trace, traces
from tests.ids import case_id
from tests.rules.left_lying import beside_log

SEEDS = {"riichi": 6, "riichi-3p": 3, "five-player-1": 2}
"""The number of hands of the games in which most leaves traces; one of the others."""
NOBODY: dict[str, Any] = {
    "hand": None, "melds": [], "flowers": "", "aside": "", "declared": [], "facts": {}
}  # fmt: skip
WON = {"seat": 1, "tile": "2z", "by": "discard", "from": 2, "marks": [], "facts": {}}
PUNG = {"kind": "pung", "tiles": "777z", "claimed": "7z", "from": 0}


def record(*wins: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a hand of riichi that seat 1 won, if anybody did."""
    winner = {**NOBODY, "hand": "123m456p789s1122z"} if wins else NOBODY
    return {
        "ruleset": "riichi",
        "options": {},
        "state": {
            "banker": 0, "round": 0, "repeats": 0, "scores": [25000] * 4,
            "carry": {"honba": 0, "deposits": 0},
        },
        "deal": {"indicators": ["3m"], "hidden_indicators": [], "dice": [[3, 4]]},
        "seats": [NOBODY, winner, NOBODY, NOBODY],
        "outcome": "win" if wins else "draw",
        "wins": list(wins),
        "incidents": [],
        **fields,
    }  # fmt: skip


def table(*seats: SeatLeft, stacks: int = 0, **how: Any) -> TableLeft:
    """Return what lies before *seats*, nothing before the others."""
    return TableLeft((*seats, *[SeatLeft()] * (4 - len(seats))), stacks=stacks, **how)


def river(text: str, *sideways: int, stick: bool = False) -> SeatLeft:
    """Return discards in order, those at the places *sideways* turned."""
    return SeatLeft(parse(text), sideways, stick)


def find_traces(record: dict[str, Any], left: TableLeft) -> dict[tuple[int, str], Trace]:
    """Return what *left* tells of *record*, by seat and word."""
    game = rules.ruleset(record["ruleset"])
    assert isinstance(game, Ruleset)
    all_traces = traces(game, record, left)
    return {(one.seat, one.word): one for one in all_traces}


@pytest.mark.parametrize("name", PLAYS, ids=case_id)
def test_what_the_table_certainly_tells_the_log_has(name: str) -> None:
    for seed in range(SEEDS.get(name, 1)):
        beside = beside_log(name, seed)
        assert beside.sure <= beside.log


def test_riichi_in_the_log_is_told_by_the_table() -> None:
    hands = [beside_log("riichi", seed) for seed in range(SEEDS["riichi"])]
    assert all(one.log <= one.sure | one.proposed for one in hands)
    assert sum(len(one.log & one.sure) for one in hands) >= 10


def test_stick_and_sideways_discard_together_are_certain() -> None:
    one = find_traces(record(), table(river("1z9m5p", 1, stick=True)))[0, "riichi"]
    assert one.is_sure
    assert [key for key, _ in one.reasons] == ["stick", "sideways"]
    assert one.reasons[1][1] == {"place": 2, "tile": "9m"}


@pytest.mark.parametrize("seat", [river("1z9m5p", stick=True), river("1z9m5p", 1)])
def test_either_alone_is_asked_about(seat: SeatLeft) -> None:
    assert not find_traces(record(), table(seat))[0, "riichi"].is_sure


def test_two_sideways_discards_are_asked_about() -> None:
    assert not find_traces(record(), table(river("1z9m5p", 1, 2, stick=True)))[0, "riichi"].is_sure


def test_where_something_hindered_the_camera_all_is_asked() -> None:
    left = table(river("1z9m5p", 1, stick=True), is_sure=False)
    assert not find_traces(record(), left)[0, "riichi"].is_sure


def test_the_first_discard_sideways_is_double_riichi_where_nobody_claimed() -> None:
    by_word = find_traces(record(), table(river("1z9m5p", 0, stick=True)))
    assert set(by_word) == {(0, "double_riichi")}
    assert by_word[0, "double_riichi"].is_sure


def test_after_a_claim_nobody_can_tell_which_riichi_it_was() -> None:
    claimed = record(seats=[NOBODY, NOBODY, {**NOBODY, "melds": [PUNG]}, NOBODY])
    by_word = find_traces(claimed, table(river("1z9m5p", 0, stick=True)))
    assert {word: one.is_sure for (_, word), one in by_word.items()} == {
        "riichi": False,
        "double_riichi": False,
    }


def test_a_sideways_discard_at_the_end_is_a_win_at_once() -> None:
    left = table(SeatLeft(), river("9m5p", 1, stick=True))
    assert find_traces(record(WON), left)[1, "ippatsu"].is_sure
    later = table(SeatLeft(), river("9m5p", 0, stick=True))
    assert (1, "ippatsu") not in find_traces(record(WON), later)


def test_the_last_discard_is_told_where_walls_and_tiles_agree() -> None:
    rivers = [river("19m19p19s12345z" * 2)] * 2 + [river("28m28p28s12346z" * 2)]
    lying = 136 - 4 * 13 - 1 - 66 - 1 - 3
    rivers.append(river("444z"))
    assert find_traces(record(WON), table(*rivers, stacks=(lying + 1) // 2))[
        1, "last_discard"
    ].is_sure
    assert not find_traces(record(WON), table(*rivers, stacks=8))[1, "last_discard"].is_sure
    assert (1, "last_discard") not in find_traces(record(WON), table(*rivers, stacks=9))
    assert (1, "last_discard") not in find_traces(record(WON), table(*rivers[:3], stacks=7))


def test_a_table_without_walls_and_discards_tells_nothing() -> None:
    own = {**WON, "by": "self_draw"}
    del own["from"]
    assert not find_traces(record(own, state={**record()["state"], "banker": 1}), table())


def test_an_own_discard_that_completes_the_hand_is_asked_about_with_its_tile() -> None:
    left = table(SeatLeft(), river("9m2z5p1z"))
    one = find_traces(record(WON), left)[1, "furiten"]
    assert not one.is_sure
    assert [values["tile"] for _, values in one.reasons] == ["2z", "1z"]


def test_orphans_to_the_end_are_nagashi_where_none_was_claimed() -> None:
    rivers = [river("19m19p19s1234567z19m19p1z")] + [river("2345678m2345678p234s")] * 3
    lying = 136 - 4 * 13 - 1 - 18 - 3 * 17
    left = table(*rivers, stacks=(lying + 1) // 2)
    assert lying == 14
    one = find_traces(record(), replace(left, thrown=1))
    assert one[0, "nagashi"].is_sure
    claimed = record(seats=[NOBODY, {**NOBODY, "melds": [PUNG]}, NOBODY, NOBODY])
    assert (0, "nagashi") not in find_traces(claimed, replace(left, thrown=1))


def test_where_discards_lie_in_disorder_only_their_number_tells() -> None:
    left = TableLeft((SeatLeft(parse("1z9m"), (0,), has_stick=True),) * 4)
    wuhan = {**record(), "ruleset": "wuhan", "state": {**record()["state"], "carry": {}}}
    assert not find_traces(wuhan, left)
    assert TILES["1z"] in left.seats[0].river
