"""Scores of readings: counts with their intervals, F1, and exact rows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.camera.regions import LabelledTile, exact, gap_to, in_order, widen
from vision.types import REVIEW_THRESHOLD, TileReading

NEAR: Final = 0.25
"""A tile is found when its centre is within this share of the box's shorter side."""
NAMED: Final = 0.5
"""It is the tile that was read when its centre is within this share: a box about a standing tile
holds its top too, so that its middle lies above that of its face."""

Confidences = list[tuple[float, bool]]
"""How sure a reading was, and whether it was right."""


def share(right: int, count: int) -> dict[str, Any]:
    """Return *right* of *count* with its 95 % Wilson interval."""
    if not count:
        return {"right": 0, "of": 0}
    z, p = 1.96, right / count
    middle = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(p * (1 - p) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    interval = [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
    return {"right": right, "of": count, "share": round(p, 4), "interval": interval}


def f1(hits: int, truth_count: int, read_count: int) -> float:
    """Return the harmonic mean of recall and precision."""
    return round(2 * int(hits) / max(1, int(truth_count) + int(read_count)), 4)


@dataclass
class Photographs:
    """Counts over whole photographs of one set."""

    width_factor: float = 1.0
    """How much wider its things are than its pictures, pressed into squares, show them."""
    count: int = 0
    truth_count: int = 0
    read_count: int = 0
    near_count: int = 0
    right: int = 0
    name_count: int = 0
    multiset: int = 0
    ordered: int = 0
    regions: int = 0
    regions_ordered: int = 0
    regions_grouped: int = 0
    all_ordered: int = 0
    """Photographs of which every region is read in order."""
    miscounted: int = 0
    sure_and_wrong: int = 0
    taps: int = 0
    confidences: Confidences = field(default_factory=list)

    def add(self, truth: Sequence[LabelledTile], rows: Sequence[Sequence[TileReading]]) -> None:
        """Count one photograph in which *truth* lies and *rows* were read."""
        truth, rows = widen(truth, rows, self.width_factor)
        readings = [tile for row in rows for tile in row]
        left = list(readings)
        self.count, self.truth_count = self.count + 1, self.truth_count + len(truth)
        self.read_count += len(readings)
        for code, box in truth:
            tile = nearest(box, left)
            if tile is None:
                self.taps += 1
                continue
            left.remove(tile)
            self._add_found(code, tile, is_near=gap_to(box, tile) <= _reach(box, NEAR))
        self.taps += len(left)
        self.sure_and_wrong += sum(tile.confidence >= REVIEW_THRESHOLD for tile in left)
        true, read = Counter(code for code, _ in truth), Counter(tile.code for tile in readings)
        self.multiset += sum((true & read).values())
        self.miscounted += len(truth) != len(readings)
        self.ordered += [code for code, _ in in_order(truth)] == [tile.code for tile in readings]
        self._add_regions(exact(truth, rows))

    def _add_regions(self, verdicts: Sequence[tuple[bool, bool]]) -> None:
        """Count the regions of one photograph: which are read in order, which by themselves."""
        self.regions += len(verdicts)
        self.regions_ordered += sum(is_ordered for is_ordered, _ in verdicts)
        self.regions_grouped += sum(is_grouped for _, is_grouped in verdicts)
        self.all_ordered += all(is_ordered for is_ordered, _ in verdicts)

    def _add_found(self, code: str, tile: TileReading, *, is_near: bool) -> None:
        """Count a tile that was read where *code* lies."""
        is_right = tile.code == code
        self.near_count += is_near
        self.right += is_near and is_right
        self.name_count += is_right
        self.confidences.append((tile.confidence, is_right))
        self.sure_and_wrong += not is_right and tile.confidence >= REVIEW_THRESHOLD
        self.taps += tile.confidence < REVIEW_THRESHOLD or not is_right

    def figures(self) -> dict[str, Any]:
        """Return T2, T3 and reject quality as `vision.md` §5 names them."""
        return {
            "photographs": self.count,
            "t2_localisation_f1": f1(self.near_count, self.truth_count, self.read_count),
            "t2_end_to_end_f1": f1(self.right, self.truth_count, self.read_count),
            "named_within_half_a_tile_f1": f1(self.name_count, self.truth_count, self.read_count),
            "t3_multiset_f1": f1(self.multiset, self.truth_count, self.read_count),
            "t3_regions_ordered": share(self.regions_ordered, self.regions),
            "t3_regions_grouped": share(self.regions_grouped, self.regions),
            "t3_every_region_ordered": share(self.all_ordered, self.count),
            "t3_ordered_throughout": share(self.ordered, self.count),
            "t3_wrong_counts": share(self.miscounted, self.count),
            "wrong_and_sure": share(self.sure_and_wrong, self.read_count),
            "taps_per_photograph": round(self.taps / max(1, self.count), 2),
        }


def nearest(box: NDArray[np.float64], tiles: Sequence[TileReading]) -> TileReading | None:
    """Return the one of *tiles* that lies where *box* does, if one does."""
    tile = min(tiles, key=lambda one: gap_to(box, one), default=None)
    return tile if tile is not None and gap_to(box, tile) <= _reach(box, NAMED) else None


def _reach(box: NDArray[np.float64], share_of_it: float) -> float:
    """Return this share of the shorter side of *box*, and what a pixel or two may be off."""
    return max(share_of_it * float(box[2:].min()), 4.0)


def reliability(pairs: Sequence[tuple[float, bool]], bins: int = 10) -> list[dict[str, float]]:
    """Return how often tiles were right by how sure they were: mean confidence, share right."""
    table = []
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        members = [
            (c, ok) for c, ok in pairs if low <= c < high or (place == bins - 1 and c == high)
        ]
        if members:
            sure = sum(c for c, _ in members) / len(members)
            right = sum(ok for _, ok in members) / len(members)
            table.append(
                {"confidence": round(sure, 4), "right": round(right, 4), "of": len(members)}
            )
    return table


_COLORS: Final = ("#0072b2", "#56b4e9", "#d55e00", "#e69f00", "#009e73", "#cc79a7", "#444444")


def diagram(tables: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    """Return the reliability of each of *tables* as an SVG picture: dots against the diagonal.

    A dot's area grows with how many tiles it stands for.
    """
    dots, names = [], []
    for number, (name, table) in enumerate(tables.items()):
        color = _COLORS[number % len(_COLORS)]
        places = [(50 + 400 * row["confidence"], 450 - 400 * row["right"]) for row in table]
        path = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
        dots.append(f'<polyline points="{path}" fill="none" stroke="{color}" opacity=".5"/>')
        dots += [
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{2 + row["of"] ** 0.35:.1f}" fill="{color}" '
            f'opacity=".8"><title>{row["of"]:.0f}</title></circle>'
            for (x, y), row in zip(places, table, strict=True)
        ]
        count = sum(row["of"] for row in table)
        y = 70 + 20 * number
        names.append(
            f'<circle cx="480" cy="{y - 4}" r="6" fill="{color}"/>'
            f'<text x="494" y="{y}" text-anchor="start">{name}, {count:,.0f} tiles</text>'
        )
    ticks = "".join(
        f'<text x="{50 + 40 * t}" y="466">{t / 10:g}</text>'
        f'<text x="38" y="{454 - 40 * t}">{t / 10:g}</text>'
        for t in range(0, 11, 2)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 500" font-size="13" '
        'text-anchor="middle" font-family="sans-serif">'
        '<rect width="720" height="500" fill="#fff"/>'
        '<path d="M50 50V450H450" fill="none" stroke="#333"/>'
        '<path d="M50 450 450 50" stroke="#999" stroke-dasharray="4"/>'
        + ticks
        + "".join(dots)
        + "".join(names)
        + '<text x="250" y="488" font-size="14">how sure the reading was</text>'
        '<text x="14" y="250" font-size="14" transform="rotate(-90 14 250)">share right</text>'
        "</svg>\n"
    )
