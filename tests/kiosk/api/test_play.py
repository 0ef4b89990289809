"""A program can do what a page can: a whole hand, repairs, and nothing twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kiosk.table.port import OtherSet, TableFault
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.web.parlour import NAMES, Parlour


def test_a_whole_hand_is_played_without_a_page(program: Program) -> None:
    sit_down(program)
    play_a_hand(program)
    table = program.get("/table").get_json()
    assert (table["stage"], table["draft"]["problems"]) == ("settlement", [])
    program.do("confirm_hand")
    state = program.get("/state").get_json()
    assert state["session"]["totals"] == [-16, -16, -64, 96]
    (line,) = program.get("/hands").get_json()["hands"]
    hand = program.get(f"/hands/{line['seq']}").get_json()
    assert (hand["net"], hand["record"]["ruleset"]) == ([-16, -16, -64, 96], "wuhan")
    assert hand["log"] == []  # nobody has followed it


def test_what_stopped_the_machine_and_its_other_set_is_told_with_the_place(
    parlour: Parlour, program: Program
) -> None:
    sit_down(program)
    parlour.machine.now = replace(
        parlour.machine.now,
        fault=TableFault(203, side=2),
        other_set=OtherSet("loose", 40, fault=TableFault(202, side=1)),
    )
    machine = program.get("/table").get_json()["machine"]
    assert (machine["fault"], machine["fault_side"], machine["warning"]) == (203, 2, None)
    assert machine["other_set"]["fault"] == {
        "code": 202,
        "side": 1,
        "detail": "",
        "counted": None,
    }


def test_an_operation_sent_again_is_answered_and_counts_once(program: Program) -> None:
    sit_down(program)
    play_a_hand(program)
    body = {"op": "one-and-only", "command": {"do": "confirm_hand"}}
    first, again = (program.send("POST", "/commands", body).get_json() for _ in range(2))
    assert (first["is_repeat"], again["is_repeat"]) == (False, True)
    assert first["seq"] == again["seq"]
    assert len(program.get("/hands").get_json()["hands"]) == 1


def test_a_command_made_on_an_older_state_is_refused(program: Program) -> None:
    sit_down(program)
    play_a_hand(program)
    seq = program.get("/state").get_json()["seq"]
    program.do("confirm_hand")
    late = program.post("/commands", expected_seq=seq, command={"do": "start_play"})
    assert (late.status_code, late.get_json()["error"]["code"]) == (409, "stale")


def test_an_undone_hand_stays_in_the_list(program: Program) -> None:
    sit_down(program)
    play_a_hand(program)
    seq = program.do("confirm_hand")["seq"]
    program.do("void_hand", seq=seq)
    assert [one["is_void"] for one in program.get("/hands").get_json()["hands"]] == [True]
    assert program.get("/state").get_json()["session"]["totals"] == [0, 0, 0, 0]


def test_every_session_is_told_with_its_hands(program: Program) -> None:
    sit_down(program)
    play_a_hand(program)
    program.do("confirm_hand")
    (session,) = program.get("/sessions").get_json()["sessions"]
    assert (session["ruleset"], session["is_closed"]) == ("wuhan", False)
    assert [hand["net"] for hand in session["hands"]] == [[-16, -16, -64, 96]]


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ({"do": "call_win"}, "command.seat"),
        ({"do": "call_win", "seat": "3"}, "command.seat"),
        ({"do": "call_win", "seat": True}, "command.seat"),
        ({"do": "call_win", "seat": 3, "luck": 7}, "command.luck"),
        ({"do": "fly"}, "command.do"),
        ({"do": "write_row", "place": {"part": "hand"}, "tiles": ""}, "command.place"),
        ({"do": "say_who", "claims": [{"seat": 1}]}, "command.claims[0].by"),
        ({"do": "go_back", "stage": "heaven"}, "command.stage"),
        ({"do": "take_reading"}, "command.do"),
        ([], "command"),
    ],
)
def test_a_slip_in_a_command_is_told_with_its_place(
    program: Program, command: Any, where: str
) -> None:
    answer = program.post("/commands", command=command)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"], error["where"]) == (400, "bad_json", where)


def test_a_refusal_has_the_one_shape(program: Program) -> None:
    answer = program.post("/commands", command={"do": "call_win", "seat": 0})
    assert answer.status_code == 409
    assert answer.get_json()["error"].keys() >= {"code", "message", "where"}


def test_the_wall_is_broken_as_the_dice_say(program: Program) -> None:
    body = {"ruleset": "riichi", "banker": 0, "dice": [[3, 4]]}
    assert program.send("POST", "/break", body).get_json()["wall"] == 2


def test_a_game_tells_its_options(program: Program) -> None:
    assert len(program.get("/games").get_json()["games"]) >= 33
    assert program.get("/games/wuhan").get_json()["options"]
    assert program.get("/games/whist").status_code == 404


def test_a_person_can_be_forgotten(program: Program) -> None:
    player = program.send("POST", "/players", {"name": "Aiko"}).get_json()
    assert program.send("DELETE", f"/players/{player['id']}").status_code == 204
    assert program.get("/players").get_json()["players"] == []


def test_a_call_larger_than_any_record_is_refused(program: Program) -> None:
    answer = program.send("POST", "/settle", {"ruleset": "x" * 300_000})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (
        413,
        "request_entity_too_large",
    )


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        '{"a": NaN}',
        '{"a": 1.5}',
        '{"a": 1e999}',
        '{"a": 10000000000}',
        '{"a": "\\ud800"}',
        "",
        "é(",
    ],
)
def test_what_is_no_sound_json_is_refused(parlour: Parlour, text: str) -> None:
    answer = parlour.app.test_client().post(
        "/api/v1/settle", data=text.encode(), content_type="application/json"
    )
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "bad_json")


@pytest.mark.parametrize("player", ["x", "", "p0", "p5", "p01", "p１", f"p{2**63}"])
def test_nobody_can_sit_down_who_was_not_enrolled(program: Program, player: str) -> None:
    ids = [program.send("POST", "/players", {"name": name}).get_json()["id"] for name in NAMES]
    opening = {"do": "open_session", "ruleset": "wuhan", "players": [player, *ids[1:]]}
    answer = program.post("/commands", command=opening)
    assert answer.status_code == 409
    assert answer.get_json()["error"]["code"] == "no_such_player"
    assert answer.get_json()["error"]["where"] == "players[0]"
    program.do("open_session", ruleset="wuhan", players=ids)
    takes_over = {"do": "replace_player", "seat": 0, "player": player}
    assert program.post("/commands", command=takes_over).status_code == 409
