"""`jantaku backup`, `restore`, `export`, `import` and `verify` as an operator types them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from kiosk.ledger.rows import Change
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data folder of a kiosk that has played two hands."""
    book = open_ledger(tmp_path / "data" / "ledger.sqlite")
    book.commit(Change("open", 0, OPENED))
    for seq in (1, 2):
        book.commit(Change(f"hand-{seq}", seq, settle_hand(1)))
    book.close()
    return tmp_path / "data"


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_backup_is_made_listed_and_brought_back(data: Path) -> None:
    backup = call("backup", "--data", data)
    (data / "ledger.sqlite").write_bytes(b"coffee")
    listed = call("restore", "--list", "--data", data)
    restored = call("restore", "--data", data)
    assert "3 events, 2 hands" in backup.output
    assert listed.output == backup.output
    assert "restored: 3 events, 2 hands" in restored.output
    assert verify(data / "ledger.sqlite").hands == 2


def test_a_running_kiosk_is_backed_up_but_not_replaced(data: Path) -> None:
    running = open_ledger(data / "ledger.sqlite")
    backup = call("backup", "--data", data)
    copy = backup.output.split(":")[0]
    refused = [call("restore", "--data", data), call("import", copy, "--data", data)]
    running.close()
    assert backup.exit_code == 0
    assert [each.exit_code for each in refused] == [2, 2]
    assert "ledger_in_use" in refused[0].output


def test_a_restore_that_would_lose_hands_is_refused(data: Path) -> None:
    call("backup", "--data", data)
    book = open_ledger(data / "ledger.sqlite")
    book.commit(Change("later", 3, settle_hand(1)))
    book.close()
    answer = call("restore", "--data", data)
    assert (answer.exit_code, "would_lose_hands" in answer.output) == (2, True)
    assert verify(data / "ledger.sqlite").hands == 3


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_is_exported_is_imported_elsewhere(data: Path, tmp_path: Path, form: str) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    call("export", "--form", form, "--out", out, "--data", data)
    imported = call("import", out, "--data", tmp_path / "new")
    call("export", "--form", form, "--out", again, "--data", tmp_path / "new")
    assert imported.output == "imported: 3 events\n"
    assert again.read_bytes() == out.read_bytes()


def test_no_ledger_no_backup(tmp_path: Path) -> None:
    answer = call("backup", "--data", tmp_path)
    assert (answer.exit_code, answer.output.split(":")[0]) == (2, "no_ledger")


def test_nothing_is_taken_over_without_a_parlour(data: Path) -> None:
    answer = call("take", "--data", data)
    assert (answer.exit_code, "database_url is not set" in answer.output) == (2, True)
