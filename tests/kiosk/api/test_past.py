"""What was played, told to programs: sessions, hands and why they paid, people, the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.access.operator import temporary_operator_context
from kiosk.service import Service
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.whole_app import create_app


@pytest.fixture
def hand_seq(program: Program) -> int:
    """Return the number of a hand that was counted: −16, −16, −64, +96."""
    sit_down(program)
    play_a_hand(program)
    return int(program.do("confirm_hand")["seq"])


def find_session(program: Program) -> int:
    """Return the number of the only session."""
    (session,) = program.get("/sessions").get_json()["sessions"]
    return int(session["opened"])


@pytest.mark.usefixtures("hand_seq")
def test_a_session_tells_names_places_and_its_result(program: Program) -> None:
    session = program.get(f"/sessions/{find_session(program)}").get_json()
    assert session["names"] == ["Aiko", "Bo", "Chie", "Dana"]
    assert session["places"] == [2, 2, 4, 1]
    assert "1. Dana 96 (+96)" in session["result"]


@pytest.mark.usefixtures("hand_seq")
def test_a_session_tells_its_penalties_and_which_were_taken_back(program: Program) -> None:
    seq = program.do("pay_penalty", seat=1, payees=[0, 2, 3], amount=5, note="wrong wall")["seq"]
    program.do("withdraw_penalty", seq=seq)
    (penalty,) = program.get(f"/sessions/{find_session(program)}").get_json()["penalties"]
    assert (penalty["seq"], penalty["note"], penalty["withdrawn"]) == (seq, "wrong wall", seq + 1)


@pytest.mark.usefixtures("hand_seq")
def test_the_graph_has_a_point_for_the_start_and_each_hand(program: Program) -> None:
    lines = program.get(f"/sessions/{find_session(program)}/graph").get_json()["lines"]
    assert [line["totals"] for line in lines] == [[0, -16], [0, -16], [0, -64], [0, 96]]


@pytest.mark.usefixtures("hand_seq")
def test_the_result_is_a_code_to_take_home(program: Program) -> None:
    answer = program.get(f"/sessions/{find_session(program)}/qr.svg")
    assert (answer.mimetype, b"<svg" in answer.data) == ("image/svg+xml", True)


def test_a_hand_says_why_each_seat_pays_in_the_language_asked(
    program: Program, hand_seq: int
) -> None:
    english = program.get(f"/hands/{hand_seq}/explanation?language=en").get_json()
    japanese = program.get(f"/hands/{hand_seq}/explanation?language=ja").get_json()
    assert "Aiko pays Dana 16" in english["why"][0][0]
    assert english["wins"][0]["items"]
    assert sum(len(group) for group in english["wins"][0]["sets"]) == 14
    assert "払" in japanese["why"][0][0]


def test_the_hand_at_work_is_explained_before_it_counts(program: Program) -> None:
    sit_down(program)
    assert program.get("/table/explanation").status_code == 409
    play_a_hand(program)
    assert program.get("/table/explanation").get_json()["gains"] == [-16, -16, -64, 96]


def test_a_hand_of_an_earlier_session_is_still_told(program: Program, hand_seq: int) -> None:
    program.do("close_session")
    sit_down(program)
    assert program.get(f"/hands/{hand_seq}").get_json()["net"] == [-16, -16, -64, 96]


@pytest.mark.usefixtures("hand_seq")
def test_a_person_s_record_is_told_game_by_game(program: Program) -> None:
    dana = next(
        one for one in program.get("/players").get_json()["players"] if one["name"] == "Dana"
    )
    (record,) = program.get(f"/players/{dana['id']}").get_json()["records"]
    assert (record["ruleset"], record["wins"], record["points"]) == ("wuhan", 1, 96)


@pytest.mark.parametrize(
    "path",
    ["/sessions/99", "/sessions/99/graph", "/hands/99/explanation", "/players/p9",
     "/hands/99/stills/0.jpg", "/board", "/ledger/export.csv"],
)  # fmt: skip
def test_what_there_is_not_is_not_found(program: Program, path: str) -> None:
    assert program.get(path).status_code == 404


@pytest.mark.parametrize(
    ("game", "lies", "play", "beats"),
    [
        ("tien-gow", ["5-5"], ["1-3"], True),
        ("shuangkou", ["2S"], ["BJ"], True),
        ("shuangkou", ["BJ"], ["2S"], False),
    ],
)
def test_a_play_is_checked_before_it_lies(
    program: Program, game: str, lies: list[str], play: list[str], beats: bool
) -> None:
    body = {"ruleset": game, "lies": lies, "laid": play}
    assert program.send("POST", "/check-play", body).get_json()["beats"] is beats


def test_more_of_a_card_than_there_are_is_refused_with_its_place(program: Program) -> None:
    body = {"ruleset": "tien-gow", "laid": ["3-6", "3-6"]}
    error = program.send("POST", "/check-play", body).get_json()["error"]
    assert (error["code"], error["where"]) == ("bad_json", "laid")


def service_in(folder: Path) -> Service:
    """Return the service of a kiosk that keeps copies of its ledger."""
    return open_service(Settings(data_dir=folder), Devices())


@pytest.fixture
def restored_program(tmp_path: Path) -> Iterator[Program]:
    """Yield a program at a kiosk whose ledger was spoilt and came back from the tape."""
    first = service_in(tmp_path)
    sit_down(
        Program(create_app(first, None, temporary_operator_context(Settings(data_dir=tmp_path))))
    )
    first.close()
    (tmp_path / "ledger.sqlite").write_bytes(b"spilt tea")
    service = service_in(tmp_path)
    yield Program(
        create_app(service, None, temporary_operator_context(Settings(data_dir=tmp_path)))
    )
    service.close()


def test_what_was_restored_is_told_until_somebody_has_read_it(restored_program: Program) -> None:
    assert restored_program.get("/ledger/restored").get_json()["restored"]["from_tape"] == 1
    assert restored_program.send("DELETE", "/ledger/restored").status_code == 204
    assert restored_program.get("/ledger/restored").get_json()["restored"] is None
    assert restored_program.send("DELETE", "/ledger/restored").status_code == 404


def test_the_whole_ledger_can_be_taken_away(restored_program: Program) -> None:
    ledger = json.loads(restored_program.get("/ledger/export.json").text)
    assert len(ledger["players"]) == 4


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Program]:
    """Yield a program at a kiosk that knows nothing yet."""
    folder = tmp_path / "another"
    service = service_in(folder)
    yield Program(create_app(service, None, temporary_operator_context(Settings(data_dir=folder))))
    service.close()


def test_what_was_taken_away_is_taken_in_elsewhere_once(
    restored_program: Program, another: Program
) -> None:
    text = restored_program.get("/ledger/export.json").text
    preview = another.send("POST", "/ledger/import/preview", {"text": text}).get_json()
    body = {"op": "take-it-in", "text": text}
    first, again = (another.send("POST", "/ledger/import", body).get_json() for _ in range(2))
    assert (preview["players"], preview["troubles"]) == (4, [])
    assert (first, again) == ({"is_repeat": False, "events": 1}, {"is_repeat": True, "events": 0})
    assert another.get("/ledger/export.json").text == text


def test_what_is_no_ledger_is_not_taken_in(another: Program) -> None:
    assert another.send("POST", "/ledger/import/preview", {"text": "{}"}).get_json()["troubles"]
    assert another.post("/ledger/import", text="{}").get_json()["error"]["code"] == "bad_import"


def test_a_ledger_larger_than_a_record_may_come_in(another: Program) -> None:
    answer = another.post("/ledger/import", text=" " * 1_000_000)
    assert answer.get_json()["error"]["code"] == "bad_import"
