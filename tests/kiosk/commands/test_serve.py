"""`jantaku serve`: says where it serves, ends in order, tells what is wrong with its set-up."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from kiosk.commands.serve import print_part, serve, tell_both

TIMEOUT_S = 60
OURS = {"Sec-Fetch-Site": "same-origin"}
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


def test_a_new_kiosk_tells_its_pin_on_the_terminal_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as kiosk:
        assert kiosk.stdout is not None
        address = kiosk.stdout.readline().split()[1]
        (pin,) = re.findall(r"operator's PIN: (\d{6}) ", kiosk.stdout.readline())
        form = urlencode({"pin": pin, "then": "/settings"}).encode()
        request = urllib.request.Request(address + "operator/pin", form, OURS)
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            assert answer.url == address + "settings"
        kiosk.send_signal(signal.SIGTERM)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as kiosk:
        assert kiosk.stdout is not None
        assert kiosk.stdout.readline().startswith("kiosk: ")
        kiosk.send_signal(signal.SIGTERM)
        assert kiosk.stdout.read() == ""


def test_a_port_that_is_taken_is_told_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        answer = CliRunner().invoke(serve, ["--port", port, "--data", str(tmp_path)])
    assert answer.exit_code == 2
    assert "choose another --port" in answer.output


def test_a_setting_that_is_unknown_is_named(tmp_path: Path) -> None:
    settings = tmp_path / "kiosk.toml"
    settings.write_text("colour = 'green'\n", encoding="utf-8")
    answer = CliRunner().invoke(serve, ["--config", str(settings)])
    assert answer.exit_code == 2
    assert "colour" in answer.output


def test_a_long_start_is_told_on_the_terminal_every_second(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seconds = iter((0.0, 0.5, 1.1, 1.1, 1.6, 2.2, 2.2))
    page: list[float] = []
    tell = tell_both(page.append, print_part, lambda: next(seconds))
    for part in (0.1, 0.2, 0.3, 0.4):
        tell(part)
    assert page == [0.1, 0.2, 0.3, 0.4]
    assert capsys.readouterr().err.splitlines() == [
        "Checking the ledger: 20%",
        "Checking the ledger: 40%",
    ]
