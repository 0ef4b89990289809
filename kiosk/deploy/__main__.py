"""`python3 -m kiosk.deploy WHEEL`, run out of the wheel itself: makes this computer a kiosk."""

from __future__ import annotations

import sys
from pathlib import Path

from kiosk.deploy.release import UpdateError
from kiosk.deploy.this_computer import install


def main(arguments: list[str]) -> int:
    """Install the wheel that *arguments* name; return the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python3 -m kiosk.deploy jantaku-VERSION-py3-none-any.whl\n")
        return 2
    try:
        sys.stdout.write(f"in use: {install(Path(arguments[0]))}\n")
    except UpdateError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
