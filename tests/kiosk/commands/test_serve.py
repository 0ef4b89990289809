"""`jantaku serve`: says where it serves, ends in order, tells what is wrong with its set-up."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.commands.serve import serve

TIMEOUT_S = 60
START = "from kiosk.cli import main; main()"


@pytest.mark.parametrize("word", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_pages_and_programs_until_it_is_told_to_end(
    tmp_path: Path, word: signal.Signals
) -> None:
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as kiosk:
        assert kiosk.stdout is not None
        address = kiosk.stdout.readline().split()[1]
        with urllib.request.urlopen(address + "events", timeout=TIMEOUT_S) as stream:
            assert stream.readline() == b"retry: 2000\n"
            with urllib.request.urlopen(address + "api/v1/games", timeout=TIMEOUT_S) as answer:
                assert b"riichi" in answer.read()
            kiosk.send_signal(word)
            assert kiosk.wait(TIMEOUT_S) == 0


def test_a_port_that_is_taken_is_told_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = CliRunner().invoke(serve, ["--port", port, "--data", str(tmp_path)])
    assert answer.exit_code == 2
    assert "choose another --port" in answer.output


def test_a_setting_that_is_unknown_is_named(tmp_path: Path) -> None:
    settings = tmp_path / "kiosk.toml"
    settings.write_text("colour = 'green'\n", encoding="utf-8")
    answer = CliRunner().invoke(serve, ["--config", str(settings)])
    assert answer.exit_code == 2
    assert "colour" in answer.output
