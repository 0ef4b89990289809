"""`jantaku install` prints, or writes, what makes a computer a kiosk; `update` needs a wheel."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from kiosk.cli import main

UNIT = "etc/systemd/system/jantaku.service"


def test_it_prints_every_file_and_writes_none() -> None:
    answer = CliRunner().invoke(main, ["install"])
    assert answer.exit_code == 0
    assert f"# === /{UNIT}\n" in answer.output
    assert "ExecStart=/opt/jantaku/current/bin/jantaku serve" in answer.output


def test_it_writes_everything_and_keeps_settings_that_are_there(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "jantaku.toml").write_text("port = 8001\n", encoding="utf-8")
    answer = CliRunner().invoke(main, ["install", "--write", "--root", str(tmp_path)])
    assert answer.exit_code == 0
    assert "kept" in answer.output
    assert (tmp_path / "etc" / "jantaku.toml").read_text(encoding="utf-8") == "port = 8001\n"
    assert "WatchdogSec=" in (tmp_path / UNIT).read_text(encoding="utf-8")
    assert (tmp_path / "etc" / "sysusers.d" / "jantaku.conf").is_file()


def test_boards_that_are_named_get_their_rights(tmp_path: Path) -> None:
    words = ["install", "--write", "--no-screen", "--board", "1a86:7523", "--root", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    (rules,) = (tmp_path / "etc" / "udev" / "rules.d").iterdir()
    assert 'ATTRS{idProduct}=="7523"' in rules.read_text(encoding="utf-8")
    assert not (tmp_path / "etc" / "systemd" / "system" / "jantaku-screen.service").exists()


def test_a_board_that_nobody_knows_is_refused() -> None:
    answer = CliRunner().invoke(main, ["install", "--board", "toaster"])
    assert answer.exit_code == 2
    assert "toaster" in answer.output


def test_an_update_without_a_wheel_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    answer = CliRunner().invoke(main, ["update", str(tmp_path / "notes.txt")])
    assert answer.exit_code == 2
    assert "no wheel of jantaku" in answer.output or "put sudo before it" in answer.output
