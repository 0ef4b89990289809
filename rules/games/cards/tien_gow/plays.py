"""Dominoes, what may be laid together, and what beats what: sheet, "Equipment" and "Play".

Pure functions over codes such as `6-6` and the house options, so that a screen can
check a play before it lies.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

CIVIL: Final = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
"""The civil tiles (文), strongest first; two of each."""

MILITARY: Final = (
    ("3-6", "4-5"),
    ("2-6", "3-5"),
    ("2-5", "3-4"),
    ("2-4",),
    ("1-4", "2-3"),
    ("1-2",),
)
"""The military tiles (武) by their sums, strongest first; one of each."""

FAMILIES: Final = tuple(zip(CIVIL[:4], (*MILITARY[:3], MILITARY[4]), strict=True))
"""Civil tile and military pair of heaven, earth, man and goose, strongest first."""

COPIES: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(CIVIL, 2) | {tile: 1 for pair in MILITARY for tile in pair}
)
"""The 32 dominoes."""

SUPREME: Final = ("1-2", "2-4")
CIVIL_SUPREME: Final = ("1-5", "1-5")
HIGH_LEGS: Final = ("1-6", "1-6")

Tiles = tuple[str, ...]


class Combination(NamedTuple):
    """Tiles that may be led together."""

    kind: str
    """`civil`, `military`, `supreme`, `civil_supreme`, `civil_pair`, … as in the sheet's table."""
    strength: int
    """Among its kind, higher is stronger."""
    tiles: Tiles
    """In the order of their codes."""


def _listed() -> Iterator[tuple[str, Iterable[Tiles]]]:
    """Yield each combination of equal strength, the strongest of its kind first."""
    for tile in CIVIL:
        yield "civil", [(tile,)]
        yield "civil_pair", [(tile, tile)]
    for equal in MILITARY:
        yield "military", [(tile,) for tile in equal]
    yield "supreme", [SUPREME]
    for civil, pair in FAMILIES:
        yield "military_pair", [pair]
        yield "mixed_pair", [(civil, one) for one in pair]
        yield "civil_triple", [(civil, civil, one) for one in pair]
        yield "military_triple", [(civil, *pair)]
        yield "four", [(civil, civil, *pair)]


def _table() -> Mapping[Tiles, Combination]:
    """Return every combination by its tiles."""
    table: dict[Tiles, Combination] = {}
    rank: dict[str, int] = {}
    for kind, equal in _listed():
        rank[kind] = rank.get(kind, 0) - 1
        for tiles in equal:
            key = tuple(sorted(tiles))
            table[key] = Combination(kind, rank[kind], key)
    return MappingProxyType(table)


TABLE: Final = _table()
"""The combinations of the usual game by their tiles in the order of their codes."""

_CIVIL_SUPREME: Final = Combination("civil_supreme", 0, CIVIL_SUPREME)


def combination(tiles: Iterable[str], options: Mapping[str, Any]) -> Combination | None:
    """Return what *tiles* are together under *options*, or nothing if they are not to be led."""
    key = tuple(sorted(tiles))
    if key == CIVIL_SUPREME and options["civil_supreme"]:
        return _CIVIL_SUPREME
    return TABLE.get(key)


def beats(
    laid: Combination, best: Combination, led: Combination, options: Mapping[str, Any]
) -> bool:
    """Return whether *laid* beats *best*, the best so far in a trick to which *led* was led.

    A civil supreme is beaten by the pair of high legs alone, where the house has it,
    and nothing then beats that pair (D6).
    """
    if led.kind == "civil_supreme":
        return best is led and laid.tiles == HIGH_LEGS and options["high_legs"] != "no"
    return laid.kind == best.kind and laid.strength > best.strength


def is_supreme(combined: Combination) -> bool:
    """Return whether *combined* is one that wins whenever it is led, and earns a premium."""
    return combined.kind in ("supreme", "civil_supreme")
