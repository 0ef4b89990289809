"""Measured figures as aligned lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def shown(value: object) -> str:
    """Return *value* for a table: four figures of a measured number, whole numbers grouped."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of *rows* with their columns aligned, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        yield "  " + "  ".join(cells).rstrip()


def lines(figures: Mapping[str, Any], title: str) -> Iterator[str]:
    """Yield the lines that tell *figures* under *title*, inner groups after the plain ones."""
    yield title
    plain = [(name, shown(value)) for name, value in figures.items() if not is_group(value)]
    if plain:
        yield from table(plain)
    for name, group in figures.items():
        if not is_group(group):
            continue
        if isinstance(group, dict):
            yield from lines(group, f"{title}: {name}")
        else:
            yield f"{title}: {name}"
            yield from table(
                [list(group[0]), *([shown(cell) for cell in row.values()] for row in group)]
            )


def is_group(value: object) -> bool:
    """Return whether *value* is told in a table of its own: a dict, or rows of dicts."""
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    )
