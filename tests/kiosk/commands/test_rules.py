"""`jantaku settle`, `break` and `rules` as a user of the command line meets them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rules
from kiosk.cli import COMMANDS, main
from tests.ids import case_id
from tests.rules.cases import cases
from tests.rules.games.taiwan.hands import PLAIN, taiwan
from tests.rules.records import record, seat

WON = taiwan(*PLAIN, source=3)
DRAWN = record("taiwan", outcome="draw")
REFUSED = taiwan(*PLAIN, deal={})


def jantaku(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command with *stdin* on its standard input."""
    return CliRunner().invoke(main, list(arguments), input=stdin)


def read_lines(result: Result) -> list[Any]:
    """Return the lines of JSON that were printed."""
    return [json.loads(line) for line in result.stdout_bytes.decode().splitlines()]


def test_settle_prints_the_settlement_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(WON, indent=2), encoding="utf-8")
    result = jantaku("settle", str(path))
    assert result.exit_code == 0
    assert read_lines(result) == [rules.settle_json(WON)]


def test_settle_reads_standard_input() -> None:
    result = jantaku("settle", "-", stdin=json.dumps({"id": "a case", "record": WON}))
    assert result.exit_code == 0
    assert read_lines(result)[0]["net"] == [0, 50, 0, -50]


def test_settle_takes_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(WON), encoding="utf-8-sig")
    assert jantaku("settle", str(path)).exit_code == 0


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        (json.dumps(REFUSED), "bad_record"),
        (json.dumps(DRAWN | {"ruleset": "mahjongg"}), "unknown_ruleset"),
        ("", "bad_record"),
        ("{", "bad_record"),
        ("[]", "bad_record"),
    ],
    ids=["no winds", "no such game", "nothing", "no JSON", "no object"],
)
def test_settle_says_what_is_wrong_and_exits_with_2(stdin: str, code: str) -> None:
    result = jantaku("settle", "-", stdin=stdin)
    error = read_lines(result)[0]["error"]
    assert result.exit_code == 2
    assert error["code"] == code
    assert error["message"]
    assert error["problems"][0]["code"] == code


def test_settle_explains_every_amount_step_by_step() -> None:
    (example,) = [case for case in cases("wuhan") if case.id == "wuhan-001"]
    printed = jantaku("settle", "--explain", "-", stdin=json.dumps(example.data)).stdout
    steps = printed.split("Player 3 → Player 4: 64 (win)\n")[1].split("\n\n")[0].splitlines()
    assert [line.split()[-1] for line in steps] == ["1", "2", "4", "8", "16", "64"]
    assert steps[-1].split()[-3:] == ["×", "2²", "64"]


def test_settle_tells_what_makes_the_score_from_what_only_raises_the_payments() -> None:
    (example,) = [case for case in cases("taiwan") if case.id == "taiwan-005"]
    printed = jantaku("settle", "--explain", "-", stdin=json.dumps(example.data)).stdout
    score, raising = printed.split("\n\n")[1].split("Raises what is paid\n")
    assert score.splitlines()[0].endswith("4 tai")
    assert score.splitlines()[-2].strip() == "3 + 1 = 4"
    assert [line.split()[-2:] for line in raising.splitlines()] == [["1", "tai"], ["4", "tai"]]


@pytest.mark.parametrize(
    ("language", "word"), [("ja", "台湾麻雀"), ("zh-Hans", "台湾麻将"), ("zh-Hant", "台灣麻將")]
)
def test_settle_explains_in_the_language_asked_for(language: str, word: str) -> None:
    assert (
        word
        in jantaku("settle", "--explain", "--language", language, "-", stdin=json.dumps(WON)).stdout
    )


def test_a_record_that_cannot_be_settled_is_not_explained() -> None:
    result = jantaku("settle", "--explain", "-", stdin=json.dumps(REFUSED))
    assert (result.exit_code, read_lines(result)[0]["error"]["code"]) == (2, "bad_record")


def test_many_records_are_not_explained() -> None:
    result = jantaku("settle", "--explain", "--lines", "-", stdin="")
    assert (result.exit_code, "one record" in result.output) == (2, True)


WAITING = record("taiwan", around={0: seat(0, 4, "123m456p789s11555z23p")}, deal={"east": 0})


def test_waits_prints_each_tile_with_what_it_pays() -> None:
    result = jantaku("waits", "-", stdin=json.dumps(WAITING))
    assert (result.exit_code, read_lines(result)) == (0, [rules.waits_json(WAITING, 0)])
    assert [wait["tile"] for wait in read_lines(result)[0]["waits"]] == ["1p", "4p", "7p"]


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "any discard  +110  2 tai"),
        ("ja", "残り4枚"),
        ("zh-Hans", "任何人打出"),
        ("zh-Hant", "任何人打出"),
    ],
)
def test_waits_explains_in_the_language_asked_for(language: str, word: str) -> None:
    stdin = json.dumps(WAITING)
    printed = jantaku("waits", "--explain", "--language", language, "-", stdin=stdin).stdout
    assert word in printed


def test_a_hand_that_cannot_be_asked_about_says_why() -> None:
    result = jantaku("waits", "--seat", "7", "-", stdin=json.dumps(WAITING))
    assert (result.exit_code, read_lines(result)[0]["error"]["where"]) == (2, "seat")


def test_settle_without_the_file_exits_with_2() -> None:
    result = jantaku("settle", "no such file.json")
    assert result.exit_code == 2
    assert "no such file.json" in result.stderr


BAD_LINES = {
    "no JSON": b'{"ruleset": "taiwan"',
    "no UTF-8": b'\xff\xfe{"ruleset": "taiwan"}',
    "UTF-8 broken inside a text": b'{"ruleset": "\xe5\x8f"}',
    "a zero byte": b"\x00",
    "a list": b"[]",
    "a number": b"17",
    "nothing": b"null",
    "no number": b"NaN",
    "half a character as a field": b'{"ruleset": "taiwan", "seats": [{}, {}, {}, {}],"\\ud800":1}',
    "lists in lists without end": b"[" * 100_000,
    "a number without end": b'{"ruleset": ' + b"9" * 5_000 + b"}",
    "more than anyone can owe": json.dumps(WON)
    .replace("{", '{"state": {"repeats": ' + "9" * 4_000 + "}, ", 1)
    .encode(),
    "a record that is none": b'{"record": 5}',
    "no seats": b'{"ruleset": "taiwan"}',
    "no winds": json.dumps(REFUSED).encode(),
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_answered_and_the_next_one_settled(line: bytes) -> None:
    stdin = b"\n".join([json.dumps(WON).encode(), line, json.dumps(DRAWN).encode()])
    result = jantaku("settle", "--lines", "-", stdin=stdin)
    first, bad, last = read_lines(result)
    assert result.exit_code == 0
    assert first == rules.settle_json(WON)
    assert bad["error"]["code"] in ("bad_record", "unknown_ruleset")
    assert last == rules.settle_json(DRAWN)


def test_lines_answer_in_order_bare_records_and_cases(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    rows = [WON, {"record": DRAWN, "expect": {}}, REFUSED, {"record": WON}]
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    answers = read_lines(jantaku("settle", "--lines", str(path)))
    assert answers == [rules.settle_json(row.get("record", row)) for row in rows]


def test_empty_lines_are_no_records() -> None:
    stdin = f"\n{json.dumps(WON)}\r\n\n{json.dumps(WON)}"
    assert len(read_lines(jantaku("settle", "--lines", "-", stdin=stdin))) == 2


def test_break_prints_where_the_wall_is_broken() -> None:
    result = jantaku("break", "taiwan", "--banker", "1", "--dice", "5,5,4")
    assert result.exit_code == 0
    assert read_lines(result) == [{"wall": 2, "after": 14, "indicator": None}]


def test_break_takes_several_throws_and_house_options() -> None:
    wuhan = jantaku("break", "wuhan", "--dice", "3,4", "--dice", "2,6")
    southern = ("--dice", "6,6,6", "--option", "flowers=false", "--option", "dead_wall=none")
    assert read_lines(wuhan)[0]["wall"] in range(4)
    assert read_lines(jantaku("break", "taiwan", *southern))[0]["after"] == 1


def test_break_says_which_throws_are_still_to_come() -> None:
    result = jantaku("break", "taiwan", "--banker", "2")
    assert result.exit_code == 0
    assert read_lines(result) == [{"throws_needed": 1, "throwers": [2]}]


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        (("mahjongg",), "unknown_ruleset", "ruleset"),
        (("taiwan", "--dice", "3,4"), "bad_record", "dice[0]"),
        (("taiwan", "--dice", "3,4,7"), "bad_record", "dice[0]"),
        (("taiwan", "--banker", "4", "--dice", "3,4,5"), "bad_record", "banker"),
        (("taiwan", "--dice", "3,4,5", "--option", "dora=1"), "unknown_option", "options.dora"),
        (("taiwan", "--dice", "3,4,5", "--option", "flowers=no"), "unknown_option",
         "options.flowers"),
    ],
    ids=case_id,
)  # fmt: skip
def test_break_refuses_what_the_game_has_not(
    arguments: tuple[str, ...], code: str, where: str
) -> None:
    result = jantaku("break", *arguments)
    assert result.exit_code == 2
    assert (read_lines(result)[0]["error"]["code"], read_lines(result)[0]["error"]["where"]) == (
        code,
        where,
    )


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [(("--dice", "3,x"), "write a throw like 3,4"), (("--option", "flowers"), "name=value")],
    ids=case_id,
)
def test_break_says_how_to_write_its_arguments(arguments: tuple[str, ...], hint: str) -> None:
    result = jantaku("break", "taiwan", *arguments)
    assert result.exit_code == 2
    assert hint in result.stderr


def test_rules_lists_the_games() -> None:
    listed = read_lines(jantaku("rules"))[0]
    assert [game["id"] for game in listed] == list(rules.rulesets())
    assert all(game["native"] and game["name"] for game in listed)


@pytest.mark.parametrize("game", rules.rulesets())
def test_rules_prints_options_with_defaults_and_elements(game: str) -> None:
    result = jantaku("rules", game)
    entry = read_lines(result)[0]
    assert result.exit_code == 0
    assert entry["id"] == game
    assert all({"name", "default", "values"} <= option.keys() for option in entry["options"])
    assert all({"id", "native", "name", "value"} <= one.keys() for one in entry["elements"])


def test_rules_of_an_unknown_game_exits_with_2() -> None:
    result = jantaku("rules", "mahjongg")
    assert result.exit_code == 2
    assert read_lines(result)[0]["error"]["code"] == "unknown_ruleset"


def test_help_lists_the_commands() -> None:
    result = jantaku("--help")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.split("Commands:\n")[1].splitlines()] == [
        *COMMANDS
    ]
    assert list(COMMANDS) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_list_has_it(name: str) -> None:
    assert jantaku(name, "--help").exit_code == 0


def test_help_loads_no_command() -> None:
    code = "from kiosk.cli import main; import sys; main(['--help'], standalone_mode=False); "
    code += "print([name for name in sys.modules if name.startswith(('kiosk.c', 'rules'))])"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.splitlines()[-1] == "['kiosk.cli']"


def test_an_unknown_command_is_refused() -> None:
    assert jantaku("deal").exit_code == 2


def test_rules_say_what_an_option_means() -> None:
    options = json.loads(jantaku("rules", "wuhan").output)["options"]
    (least,) = [option for option in options if option["name"] == "minimum_points"]
    assert (least["default"], least["values"]) == (8, [0, 8, 16, 32])
    assert least["meaning"].count(". ") >= 1


def test_rules_speak_japanese_too() -> None:
    english, japanese = (
        json.loads(jantaku("rules", "wuhan", "--language", code).output)["options"]
        for code in ("en", "ja")
    )
    assert english[0]["meaning"] != japanese[0]["meaning"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "What else would have counted"),
        ("ja", "条件が違えば付いたもの"),
        ("zh-Hans", "换个条件还能算什么"),
        ("zh-Hant", "換個條件還能算什麼"),
    ],
)
def test_settle_explains_what_else_would_have_counted(language: str, words: str) -> None:
    printed = jantaku("settle", "--explain", "--language", language, "-", stdin=json.dumps(WON))
    assert words in printed.stdout
