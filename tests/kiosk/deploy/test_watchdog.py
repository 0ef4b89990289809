"""systemd hears that the kiosk serves, that it goes on, and that it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from kiosk.deploy.watchdog import Watchdog

TIMEOUT_S = 60
START = "from kiosk.cli import main; main()"


def test_a_kiosk_tells_that_it_is_ready_alive_and_ending(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(TIMEOUT_S)
        here = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", str(tmp_path)]
        with subprocess.Popen(command, env=here, stdout=subprocess.PIPE, text=True) as kiosk:
            assert kiosk.stdout is not None
            assert line.recv(99) == b"READY=1"
            urllib.request.urlopen(kiosk.stdout.readline().split()[1], timeout=TIMEOUT_S).close()
            assert line.recv(99) == b"WATCHDOG=1"
            kiosk.send_signal(signal.SIGTERM)
            assert b"STOPPING=1" in iter(lambda: line.recv(99), b"")
            assert kiosk.wait(TIMEOUT_S) == 0


def test_a_listener_that_is_gone_ends_no_kiosk(tmp_path: Path) -> None:
    Watchdog({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")


def test_a_socket_without_a_file_is_told(tmp_path: Path) -> None:
    name = f"@jantaku-{tmp_path.name}-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name[1:])
        Watchdog({"NOTIFY_SOCKET": name}).tell("READY=1")
        assert line.recv(99) == b"READY=1"
