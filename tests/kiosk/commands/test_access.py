"""`jantaku pin`, `token` and `doctor`, as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from werkzeug.security import check_password_hash

from kiosk.access.rights import Right
from kiosk.access.secrets import Secrets
from kiosk.cli import main
from kiosk.ledger.store import LedgerStore
from tests.kiosk.ledger.stores import TickingClock


def run(*words: str, stdin: str = "") -> Result:
    """Return what `jantaku` answers to *words*."""
    return CliRunner().invoke(main, words, input=stdin)


def test_a_pin_is_asked_twice_and_kept_as_a_digest(tmp_path: Path) -> None:
    result = run("pin", "--data", str(tmp_path), stdin="2468\n2468\n")
    assert result.exit_code == 0
    assert "2468" not in result.output
    assert check_password_hash(Secrets(tmp_path / "keys.json").read().pin, "2468")


def test_a_word_is_no_pin(tmp_path: Path) -> None:
    result = run("pin", "--data", str(tmp_path), stdin="secret\nsecret\n")
    assert (result.exit_code, "bad_pin" in result.stderr) == (2, True)


def test_a_pin_can_be_taken_away(tmp_path: Path) -> None:
    run("pin", "--data", str(tmp_path), stdin="2468\n2468\n")
    run("pin", "--clear", "--data", str(tmp_path))
    assert Secrets(tmp_path / "keys.json").read().pin == ""


def test_a_token_is_printed_once_listed_and_taken_back(tmp_path: Path) -> None:
    there = ("--data", str(tmp_path))
    text = run("token", "add", "score board", "--right", "score", *there).stdout.strip()
    secrets = Secrets(tmp_path / "keys.json")
    assert secrets.right_of(text) is Right.SCORE
    (token,) = secrets.read().tokens
    listed = run("token", "list", *there).output
    assert listed == f"{token.id} score: score board\n"
    assert run("token", "drop", token.id, *there).exit_code == 0
    assert run("token", "list", *there).output == "no tokens\n"
    assert run("token", "drop", token.id, *there).exit_code == 2


def test_damaged_keys_are_told(tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text("{", "utf-8")
    result = run("token", "list", "--data", str(tmp_path))
    assert (result.exit_code, "put it aside" in result.stderr) == (2, True)


def test_a_sound_kiosk_is_told_so(tmp_path: Path) -> None:
    LedgerStore(tmp_path / "ledger.sqlite", TickingClock(), boot_id="boot").close()
    result = run("doctor", "--data", str(tmp_path))
    assert result.exit_code == 0
    assert "✓ ledger: whole: 0 events, 0 hands" in result.output
    assert "✗" not in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--table", "/dev/nowhere-at-all"), "✗ table: No table at port"),
        (("--camera", "/nowhere/stills"), "✗ camera:"),
        (("--config", "/nowhere/kiosk.toml"), "✗ settings:"),
    ],
)
def test_what_is_missing_is_told_with_what_to_do(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    result = run("doctor", "--data", str(tmp_path), *words)
    assert (result.exit_code, message in result.output) == (2, True)


def test_a_ledger_that_is_none_and_keys_for_all_eyes_are_found(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").write_bytes(b"this is no database at all, only words" * 40)
    Secrets(tmp_path / "keys.json").read()
    (tmp_path / "keys.json").chmod(0o644)
    result = run("doctor", "--data", str(tmp_path))
    assert result.exit_code == 2
    assert "✗ ledger: damaged at file" in result.output
    assert "✗ keys:" in result.output
