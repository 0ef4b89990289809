"""Draw the protocol, or what a board says of itself, as a C header.

`python -m firmware_bridge header` draws the protocol's messages again; `dictionary TABLE.json`
prints the header that keeps a table's dictionary in flash.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.board.c_dictionary import EXAMPLE, c_dictionary
from firmware_bridge.board.c_header import HEADER, header


def main(arguments: Sequence[str]) -> int:
    """Do what *arguments* ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("header", help="draw the protocol as a C header again")
    command = commands.add_parser("dictionary", help="print a table's dictionary as a C header")
    command.add_argument("file", type=Path, nargs="?", default=EXAMPLE, help="a dictionary in JSON")
    wish = parser.parse_args(arguments)
    if wish.command == "dictionary":
        sys.stdout.write(c_dictionary(json.loads(wish.file.read_text("utf-8"))))
        return 0
    HEADER.write_text(header(), "utf-8")
    sys.stdout.write(f"{HEADER}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
