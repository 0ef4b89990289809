"""`python -m firmware_bridge`: what the link does by itself, without the kiosk."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.discovery import AUTO, look_at, open_port
from firmware_bridge.errors import BridgeError
from firmware_bridge.link.worker import PortAccess
from firmware_bridge.served import SERVED
from firmware_bridge.serving import Server
from firmware_bridge.wire import header as c_header

if TYPE_CHECKING:
    from collections.abc import Sequence

STOPPED_BY = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str]) -> int:
    """Do what *arguments* ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("header", help="draw the protocol as a C header again")
    serve = commands.add_parser("serve", help="keep a table's port for other programs")
    serve.add_argument("port", nargs="?", default=AUTO, help="as for `jantaku serve --table`")
    serve.add_argument("--socket", type=Path, required=True, help="where programs find it")
    asked = parser.parse_args(arguments)
    return _draw() if asked.command == "header" else _serve(asked.port, asked.socket)


def _draw() -> int:
    """Write the C header."""
    c_header.HEADER.write_text(c_header.header(), "utf-8")
    sys.stdout.write(f"{c_header.HEADER}\n")
    return 0


def _serve(port: str, path: Path) -> int:
    """Keep *port* until a signal comes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPED_BY)  # before any thread can get one
    access = PortAccess(lambda: open_port(port), lambda: look_at(port))
    try:
        with Server(port, access, path):
            sys.stdout.write(f"port {SERVED}{path}\n")
            sys.stdout.flush()
            signal.sigwait(STOPPED_BY)
    except (BridgeError, OSError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
