"""How much is measured, and how far a long measurement has come."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import click

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run measures."""

    tables: int
    """Simulated tables of each set."""
    every: int
    """Of a held-out set one photograph in this many is read."""
    times: int
    """How often a frame is read to time it."""

    def __post_init__(self) -> None:
        if min(self.tables, self.every, self.times) < 1:
            raise ValueError(f"{self}: everything is counted from 1")


QUICK: Final = Size(tables=8, every=6, times=20)
"""About three minutes on two cores."""
WHOLE: Final = Size(tables=24, every=1, times=100)
"""About ten minutes on two cores."""


def with_progress(label: str, things: Sequence[Thing]) -> Iterator[Thing]:
    """Yield *things*, a bar on standard error telling how many are done."""
    if not sys.stderr.isatty():
        for number, thing in enumerate(things, 1):
            if number == 1 or number % 10 == 0 or number == len(things):
                click.echo(f"{label}: {number} of {len(things)}", err=True)
            yield thing
        return
    with click.progressbar(things, label=label, file=sys.stderr) as bar:
        yield from bar
