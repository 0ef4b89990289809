"""`python -m firmware_bridge header`: draw the protocol as a C header again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from firmware_bridge.board.c_header import HEADER, header


def main(arguments: Sequence[str]) -> int:
    """Do what *arguments* ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("header", help="draw the protocol as a C header again")
    parser.parse_args(arguments)
    HEADER.write_text(header(), "utf-8")
    sys.stdout.write(f"{HEADER}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
