"""`jantaku audit` over a ledger, as people type it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_bridge.commitment import digest, pips
from kiosk.commands.audit import audit
from kiosk.fairness.history import UNKNOWN, History, Throw, history_of
from kiosk.ledger.rows import Change, rows_of
from kiosk.ledger.sqlite import reading
from kiosk.session.events import SessionClosed
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand

HOST, TABLE = bytes(32), b"\1" * 32
PROOF = {
    "host_seed": HOST.hex(),
    "table_seed": TABLE.hex(),
    "host_digest": digest(HOST).hex(),
    "table_digest": digest(TABLE).hex(),
}
SHOWN = {
    "ruleset": "riichi",
    "deal": {"indicators": ["5m"], "dice": [[3, 4]]},
    "seats": [
        {"hand": "0m11z", "melds": [{"kind": "pung", "tiles": "555p"}]},
        {"hand": None, "melds": []},
    ],
    "outcome": "win",
}


def ledger(folder: Path, hands: Iterable[Mapping[str, object]]) -> Path:
    """Return a ledger with a session of *hands*: the fields of each that matter here."""
    path = folder / "ledger.sqlite"
    store = open_ledger(path)
    store.commit(Change("open", 0, event=OPENED))
    for number, fields in enumerate(hands, start=1):
        store.commit(Change(f"hand-{number}", number, event=replace(settle_hand(number), **fields)))
    store.close()
    return path


def history(path: Path) -> History:
    """Return what the ledger at *path* tells of dice and tiles."""
    with reading(path) as connection:
        return history_of(row.event() for row in rows_of(connection, "table-1"))


def run(*words: object) -> Result:
    return CliRunner().invoke(audit, [str(word) for word in words])


def throw_dice(*pips: int, source: str = "motor_sensor", **more: object) -> dict[str, object]:
    return {"throws": ({"pips": list(pips), "source": source, **more},)}


def test_throws_come_back_with_source_and_proof(tmp_path: Path) -> None:
    faces = pips(HOST, TABLE, 2)
    path = ledger(
        tmp_path,
        [
            throw_dice(3, 4),
            throw_dice(*faces, source="rng", proof=PROOF),
            throw_dice(*(each % 6 + 1 for each in faces), source="rng", proof=PROOF),
            throw_dice(1, 1, source="rng"),
            {"record": SHOWN},
        ],
    )
    throws = history(path).throws
    assert [throw.source for throw in throws] == ["motor_sensor", "rng", "rng", "rng", UNKNOWN]
    assert [throw.is_proved for throw in throws] == [True, True, False, False, True]


def test_shown_hands_come_back_as_kinds(tmp_path: Path) -> None:
    hands = history(ledger(tmp_path, [{"record": SHOWN}])).hands
    (shown_hand,) = [hand for hand in hands if hand.sets]
    assert dict(shown_hand.sets[0]) == {4: 1, 27: 2, 13: 3}
    assert shown_hand.indicator == 4


def test_hands_of_cards_tell_nothing_of_the_machine(tmp_path: Path) -> None:
    path = ledger(tmp_path, [{"record": {"ruleset": "mushi", "play": {}}}])
    assert [hand for hand in history(path).hands if hand.sets] == []


def test_a_ledger_without_throws_says_so(tmp_path: Path) -> None:
    result = run("dice", ledger(tmp_path, []))
    assert (result.exit_code, result.output) == (0, "no rolls in this ledger yet\n")


def test_fair_dice_are_called_fair_and_drawn(tmp_path: Path) -> None:
    rng = random.Random(4)
    rows = [{"pips": [rng.randint(1, 6), rng.randint(1, 6)], "source": "hand"} for _ in range(310)]
    picture = tmp_path / "dice.svg"
    result = run("dice", ledger(tmp_path, [{"throws": tuple(rows)}]), "--svg", picture)
    assert result.exit_code == 0
    assert "dice rolled by hand: 310 rolls, of which the first 300 were checked" in result.output
    assert result.output.count(": as expected of fair dice (") == 3
    assert picture.read_text("utf-8").startswith("<svg")


def test_what_is_found_is_told_and_drawn_in_chinese(tmp_path: Path) -> None:
    rows = tuple({"pips": [6, 1 + number % 6], "source": "hand"} for number in range(300))
    path, picture = ledger(tmp_path, [{"throws": rows}]), tmp_path / "dice.svg"
    result = run("dice", path, "--language", "zh-Hans", "--svg", picture)
    assert "手掷骰子：共300次，检查了前300次" in result.output
    assert "可疑" in result.output
    assert "竖为第一颗" in picture.read_text("utf-8")


def test_throws_of_a_hand_that_was_never_confirmed_count(tmp_path: Path) -> None:
    path = ledger(tmp_path, [])
    store = open_ledger(path)
    throws = ({"pips": [3, 4], "source": "motor_sensor", "rolled_ms": 3_900},)
    store.commit(Change("close", 1, event=SessionClosed((0, 0, 0, 0), throws)))
    store.close()
    assert history(path).throws == [Throw((3, 4), "motor_sensor", rolled_ms=3_900)]


def test_bad_dice_end_with_status_1(tmp_path: Path) -> None:
    rows = tuple({"pips": [6, 1 + number % 6], "source": "hand"} for number in range(300))
    result = run("dice", ledger(tmp_path, [{"throws": rows}]))
    assert result.exit_code == 1
    assert "commonest 6 (350): SUSPICIOUS" in result.output


def test_few_hands_say_nothing_of_the_shuffle(tmp_path: Path) -> None:
    result = run("shuffle", ledger(tmp_path, [{"record": SHOWN}]))
    assert result.exit_code == 0
    assert "too few" in result.output


def test_a_file_that_is_no_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("hello")
    result = run("shuffle", path)
    assert (result.exit_code, "jantaku verify" in result.stderr) == (2, True)


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("dice", ledger(tmp_path, []), "--svg", tmp_path / "none" / "x.svg")
    assert result.exit_code == 2


def test_without_scipy_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ledger.sqlite").touch()
    monkeypatch.setattr("kiosk.commands.audit.find_spec", lambda _: None)
    result = run("dice", tmp_path / "ledger.sqlite")
    assert (result.exit_code, result.stderr) == (
        2,
        "jantaku audit needs SciPy: pip install 'jantaku[audit]'\n",
    )
