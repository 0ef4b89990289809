"""Measured figures as aligned lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Figures = dict[str, Any]
"""Names to figures, or to further names."""

NAMED_AT_MOST = 6
"""How many words of a list are shown; `--json` has them all."""


def lines(figures: Mapping[str, Any], title: str) -> Iterator[str]:
    """Yield the lines that tell *figures* under *title*, inner groups after the plain ones."""
    yield title
    plain = [[name, format_value(value)] for name, value in figures.items() if not is_group(value)]
    yield from table(plain)
    groups = {name: value for name, value in figures.items() if is_group(value)}
    if rows := side_by_side(groups):
        yield from table(rows)
        return
    for name, group in groups.items():
        yield from lines(group, f"{title}: {name}")


def format_value(value: object) -> str:
    """Return *value* for a table: four figures of a measured number, whole numbers grouped."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, dict):
        return shown_share(value)
    if isinstance(value, list):
        more = " …" if len(value) > NAMED_AT_MOST else ""
        return " ".join([f"{len(value)}:", *map(str, value[:NAMED_AT_MOST])]) + more
    return f"{value:,}" if type(value) is int else str(value)


def shown_share(share: Figures) -> str:
    """Return how many were right, in per cent, with the counts and the interval if known."""
    if not share["of"]:
        return "none"
    counts = f"{share['right']:,} of {share['of']:,}"
    if "interval" in share:
        low, high = share["interval"]
        counts += f", 95 %: {100 * low:.1f}–{100 * high:.1f}"
    return f"{100 * share['right'] / share['of']:.2f} % ({counts})"


def is_group(value: object) -> bool:
    """Return whether *value* has names of its own, and is no share (`right` of so many)."""
    return isinstance(value, dict) and not {"right", "of"} <= value.keys()


def side_by_side(groups: Mapping[str, Figures]) -> list[list[str]] | None:
    """Return *groups* as a header and one row each, if all tell the same plain figures."""
    rows = list(groups.values())
    if len(rows) < 2 or any(row.keys() != rows[0].keys() for row in rows):
        return None
    if any(is_group(cell) for row in rows for cell in row.values()):
        return None
    return [
        ["", *rows[0]],
        *([name, *map(format_value, row.values())] for name, row in groups.items()),
    ]


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of *rows* with their columns aligned, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        yield "  " + "  ".join(cells).rstrip()
