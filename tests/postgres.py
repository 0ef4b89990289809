"""A real PostgreSQL for the tests: from Debian's package, in a folder of its own, no service."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.bootstrap import Machine

WAIT_S = "30"
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "shared_buffers=16MB",
    "max_connections=40",
    "autovacuum=off",
    "fsync=off",  # what is crashed is the server, never the machine below it
    "log_min_messages=fatal",
    "timezone=UTC",
)


class Server:
    """One server with one database; made once, started and crashed as the test likes."""

    def __init__(self, programs: Path) -> None:
        """Make the cluster and start it."""
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="jantaku-pg-"))
        self.port = _find_free_port()
        self._data = self.folder / "data"
        self._own(self.folder)
        self._run("initdb", "--no-sync", "-A", "trust", "-U", "jantaku", "-E", "UTF8", "--locale=C")
        self.start()

    def url(self, port: int = 0, name: str = "postgres") -> str:
        """Return the address of the database *name*, by way of another *port* if one is given."""
        return f"postgresql+psycopg://jantaku@127.0.0.1:{port or self.port}/{name}"

    def database(self, name: str) -> str:
        """Make a new database and return its address."""
        where = ("-h", str(self.folder), "-p", str(self.port), "-U", "jantaku")
        self._command("psql", *where, "-q", "-c", f"CREATE DATABASE {name}", "postgres")
        return self.url(name=name)

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = " ".join(f"-c {each}" for each in SETTINGS)
        options += f" -p {self.port} -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-t", WAIT_S, "-l", log, "-o", options, "start")

    def crash(self) -> None:
        """End it at once, as a power cut of its machine would."""
        self._run("pg_ctl", "-w", "-t", WAIT_S, "-m", "immediate", "stop")

    @contextmanager
    def away(self) -> Iterator[None]:
        """Return a context in which it has crashed; afterwards it runs again."""
        self.crash()
        try:
            yield
        finally:
            self.start()

    def remove(self) -> None:
        """End it and take its folder away."""
        if (self._data / "postmaster.pid").exists():
            self.crash()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        self._command(program, "-D", str(self._data), *words)

    def _command(self, program: str, *words: str) -> None:
        """Run one of the server's programs as a user that may."""
        command = [str(self._programs / program), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        with (self.folder / "said").open("ab") as log:  # a server that stays keeps no pipe open
            process = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", check=False
            )
        if process.returncode:
            raise RuntimeError(f"{program}: {(self.folder / 'said').read_text()}")

    def _own(self, folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")


def _find_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def find_programs() -> Path | None:
    """Return the folder of the server's programs, if it is installed."""
    path = Machine.here().find_postgres()
    return None if path is None else Path(path).parent
