"""Scores of readings: counts with their intervals, F1, and exact rows."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reading import SeenTile

SURE: Final = 0.9
"""From this confidence on nobody looks at a tile again."""
NEAR: Final = 0.25
"""A tile is found when its centre is within this share of the box's shorter side."""

Labelled = tuple[str, "NDArray[np.float64]"]
"""A true code and its box: middle, width and height in pixels."""


def share(right: int, count: int) -> dict[str, Any]:
    """Return *right* of *count* with its 95 % Wilson interval."""
    if not count:
        return {"right": 0, "of": 0}
    z, p = 1.96, right / count
    middle = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(p * (1 - p) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    interval = [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
    return {"right": right, "of": count, "share": round(p, 4), "interval": interval}


def f1(hits: int, wanted: int, given: int) -> float:
    """Return the harmonic mean of recall and precision."""
    return round(2 * int(hits) / max(1, int(wanted) + int(given)), 4)


@dataclass
class Photographs:
    """Counts over whole photographs of one set."""

    count: int = 0
    wanted: int = 0
    given: int = 0
    found: int = 0
    right: int = 0
    multiset: int = 0
    ordered: int = 0
    grouped: int = 0
    miscounted: int = 0
    sure_and_wrong: int = 0
    taps: int = 0
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, truth: Sequence[Labelled], seen: Sequence[SeenTile], rows: int) -> None:
        """Count one photograph in which *truth* lies and *seen* was read, in so many *rows*."""
        left = list(seen)
        self.count, self.wanted = self.count + 1, self.wanted + len(truth)
        self.given += len(seen)
        for code, box in truth:
            tile = _nearest(box, left)
            if tile is None:
                self.taps += 1
                continue
            left.remove(tile)
            self._add_found(code, tile)
        self.taps += len(left)
        self.sure_and_wrong += sum(tile.confidence >= SURE for tile in left)
        true, read = Counter(code for code, _ in truth), Counter(tile.code for tile in seen)
        self.multiset += sum((true & read).values())
        self.miscounted += len(truth) != len(seen)
        is_ordered = [code for code, _ in _in_order(truth)] == [tile.code for tile in seen]
        self.ordered += is_ordered
        self.grouped += is_ordered and rows == 1

    def _add_found(self, code: str, tile: SeenTile) -> None:
        """Count a tile that was found where *code* lies."""
        is_right = tile.code == code
        self.found += 1
        self.right += is_right
        self.confidences.append((tile.confidence, is_right))
        self.sure_and_wrong += not is_right and tile.confidence >= SURE
        self.taps += tile.confidence < SURE or not is_right

    def figures(self) -> dict[str, Any]:
        """Return T2, T3 and reject quality as `vision.md` §5 names them."""
        return {
            "photographs": self.count,
            "t2_localisation_f1": f1(self.found, self.wanted, self.given),
            "t2_end_to_end_f1": f1(self.right, self.wanted, self.given),
            "t3_multiset_f1": f1(self.multiset, self.wanted, self.given),
            "t3_ordered_exact": share(self.ordered, self.count),
            "t3_group_exact": share(self.grouped, self.count),
            "t3_wrong_counts": share(self.miscounted, self.count),
            "wrong_and_sure": share(self.sure_and_wrong, self.given),
            "taps_per_photograph": round(self.taps / max(1, self.count), 2),
        }


def _nearest(box: NDArray[np.float64], tiles: Sequence[SeenTile]) -> SeenTile | None:
    """Return the one of *tiles* whose middle is near enough to that of *box*."""
    if not tiles:
        return None
    gaps = [float(np.hypot(*(np.mean(tile.box, axis=0) - box[:2]))) for tile in tiles]
    place = int(np.argmin(gaps))
    return tiles[place] if gaps[place] <= max(NEAR * box[2:].min(), 4.0) else None


def _in_order(truth: Sequence[Labelled]) -> list[Labelled]:
    """Return *truth* as people read it: rows from the top, each from its left end."""
    if len(truth) < 2:
        return list(truth)
    middles = np.array([box[:2] for _, box in truth])
    tall = float(np.median([box[3] for _, box in truth]))
    _, spread, axes = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
    if spread[1] < 0.25 * spread[0] or float(np.ptp(middles[:, 1])) < tall:
        axis = axes[0] if axes[0][0] + 0.3 * axes[0][1] > 0 else -axes[0]
        return [truth[i] for i in np.argsort(middles @ axis)]
    rows: list[list[int]] = []
    for place in np.argsort(middles[:, 1]).tolist():
        last = rows[-1] if rows else []
        if last and middles[place][1] - np.mean(middles[last, 1]) < tall / 2:
            last.append(place)
        else:
            rows.append([place])
    return [truth[i] for row in rows for i in sorted(row, key=lambda place: middles[place][0])]


def reliability(said: Sequence[tuple[float, bool]], bins: int = 10) -> list[dict[str, float]]:
    """Return how often tiles were right by how sure they were: mean confidence, share right."""
    table = []
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        held = [(c, ok) for c, ok in said if low <= c < high or (place == bins - 1 and c == high)]
        if held:
            sure = sum(c for c, _ in held) / len(held)
            right = sum(ok for _, ok in held) / len(held)
            table.append({"confidence": round(sure, 4), "right": round(right, 4), "of": len(held)})
    return table


def diagram(table: Sequence[dict[str, float]]) -> str:
    """Return the reliability *table* as an SVG picture: bars against the diagonal."""
    bars = []
    for row in table:
        x, y = 40 + 300 * row["confidence"], 340 - 300 * row["right"]
        bars.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{2 + row["of"] ** 0.4:.1f}" fill="#2a7"/>'
            f'<text x="{x:.0f}" y="{y - 14:.0f}">{row["of"]:.0f}</text>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 380" font-size="9" '
        'text-anchor="middle" font-family="sans-serif">'
        '<rect width="360" height="380" fill="#fff"/>'
        '<path d="M40 40V340H340" fill="none" stroke="#333"/>'
        '<path d="M40 340 340 40" stroke="#999" stroke-dasharray="4"/>'
        + "".join(bars)
        + '<text x="190" y="368" font-size="12">confidence</text>'
        '<text x="14" y="190" font-size="12" transform="rotate(-90 14 190)">share right</text>'
        "</svg>\n"
    )
