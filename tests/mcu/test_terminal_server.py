"""Debian's ser2net between the host and the chip: raw, and by RFC 2217; killed, and back."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from firmware_bridge import open_table
from firmware_bridge.jobs.job import DiceResult
from hw_sim.emulated.firmware import Program
from hw_sim.emulated.table import EmulatedTable
from hw_sim.emulated.wiring import Line
from tests.guards import PATIENCE_S
from tests.mcu.rig import FACES, count_motor_starts, reaches

pytestmark = pytest.mark.mcu
SERVER = shutil.which("ser2net") or shutil.which("ser2net", path="/usr/sbin:/sbin")
SETTINGS = """%YAML 1.1
---
connection: &table
  accepter: {accepter},127.0.0.1,{port}
  connector: serialdev,{device},115200n81,local
"""


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_taken(port: int) -> bool:
    """Return whether a server listens on *port*, without calling it: it would open the table."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return True
        return False


class TerminalServer:
    """A running ser2net before *device*."""

    def __init__(self, device: str, accepter: str, folder: Path) -> None:
        self.port = find_free_port()
        self._settings = folder / "ser2net.yaml"
        text = SETTINGS.format(accepter=accepter, port=self.port, device=device)
        self._settings.write_text(text, "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert SERVER is not None
        self._process = subprocess.Popen(
            [SERVER, "-n", "-d", "-c", str(self._settings)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

        while not is_taken(self.port):
            assert self._process.poll() is None, "ser2net ended by itself"

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


@pytest.mark.skipif(SERVER is None, reason="no ser2net")
@pytest.mark.parametrize(
    ("accepter", "scheme"), [("tcp", "socket"), ("telnet(rfc2217),tcp", "rfc2217")]
)
def test_a_terminal_server_that_is_killed_in_a_throw_comes_back_to_it(
    m3: Program, tmp_path: Path, accepter: str, scheme: str
) -> None:
    with EmulatedTable(FACES, 1, 4.0, m3) as table:
        server = TerminalServer(table.port, accepter, tmp_path)
        server.start()
        try:
            address = f"{scheme}://127.0.0.1:{server.port}"
            journal = tmp_path / "journal"
            with open_table(address, journal=journal, wait_s=PATIENCE_S) as client:
                job = client.roll_dice(2)
                assert reaches(table, lambda: count_motor_starts(table, Line.DICE) == 1)
                server.kill()
                server.start()
                assert isinstance(job.wait(PATIENCE_S), DiceResult)
                assert count_motor_starts(table, Line.DICE) == 1
        finally:
            server.kill()
