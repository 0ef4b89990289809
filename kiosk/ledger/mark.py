"""How far a ledger and its tape were found whole, so that a start reads only what came later.

The mark lies in a file beside the ledger. It may be missing, torn, or of another ledger: it counts
only where the ledger has just this hash at this event, and the tape this event at this byte.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from kiosk.files import write_whole
from kiosk.ledger.rows import BEGINNING, Place
from rules.value import value


@value
class Mark:
    """The last event of the ledger that was verified, and the last one on the tape."""

    ledger: Place = BEGINNING
    tape: Place = BEGINNING
    tape_bytes: int = 0
    """Where on the tape its event ends."""


def read_mark(ledger: Path) -> Mark:
    """Return the mark of *ledger*; one that says nothing where there is none."""
    try:
        fields = json.loads(_file(ledger).read_bytes())
        places = Place(**fields["ledger"]), Place(**fields["tape"])
        return Mark(*places, int(fields["tape_bytes"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Mark()


def write_mark(ledger: Path, mark: Mark) -> None:
    """Keep *mark* for the next start; where the disk takes nothing, that one reads more."""
    with suppress(OSError):
        write_whole(_file(ledger), json.dumps(asdict(mark)) + "\n")


def forget_mark(ledger: Path) -> None:
    """Let the next start read everything."""
    _file(ledger).unlink(missing_ok=True)


def _file(ledger: Path) -> Path:
    return ledger.with_name("verified.json")
