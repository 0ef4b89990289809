"""What the recogniser does: milliseconds, simulated frames, licensed photographs.

`measure` gives plain figures for `make bench` and the README. Photographs count only
from the physical sets that training never saw (`HELD_OUT`), and the simulator's faces
are held out too; what training did see is named as such.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from hw_sim import art
from hw_sim.camera import FULL_HD, UHD, Conditions, SimCamera
from hw_sim.scene import LaidMeld, Scene, SeatTiles
from vision.classify import classify, cut
from vision.decode import WHOLE_SET
from vision.errors import VisionError
from vision.localise import Spot
from vision.loading import load
from vision.photo import read_photo
from vision.record_part import record_part
from vision.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from vision.reading import SeenTile, TableReading

HELD_OUT: Final = ("camerash-05", "camerash-10", "leo-miura-robot")
"""Sets of the photographs that no training run has seen."""

THREADS: Final = 2
FRAMES: Final = 24
SURE: Final = 0.9
_NEAR: Final = 0.25
"""A tile is found when its centre is within this share of the box's shorter side."""


def measure(photos: Path | None = None, frames: int = FRAMES) -> dict[str, Any]:
    """Return every figure; *photos* is the folder of licensed photographs, if there is one."""
    cv2.setNumThreads(THREADS)
    figures: dict[str, Any] = {"threads": THREADS, "milliseconds": _speed()}
    figures["simulated"] = {name: _simulated(name, frames) for name in art.SETS}
    if photos is not None and (photos / "index.csv").exists():
        figures["crops"] = _crops(photos)
        figures["frames"] = _frames(photos)
    return figures


def share(right: int, count: int) -> dict[str, Any]:
    """Return *right* of *count* with its 95 % Wilson interval."""
    if not count:
        return {"right": 0, "of": 0}
    z, p = 1.96, right / count
    middle = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(p * (1 - p) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    interval = [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
    return {"right": right, "of": count, "share": round(p, 4), "interval": interval}


def dealt(rng: np.random.Generator) -> Scene:
    """Return a table dealt by chance: four hands, sets with their givers, flowers, indicators."""
    wall = [code for code, copies in WHOLE_SET.items() if code[1] in "mps" for _ in range(copies)]
    tiles = [str(code) for code in rng.permutation([code for code in wall if code[0] != "0"])]
    honors = [str(code) for code in rng.permutation([f"{rank}z" for rank in range(1, 8)])]
    flowers = [str(code) for code in rng.permutation([f"{number}f" for number in range(1, 9)])]
    kinds = ("pung", "kong_added", "kong_discard", "kong_concealed")
    seats = []
    for seat in range(4):
        laid = []
        for _ in range(int(rng.integers(0, 2)) if seat else 1):
            kind, code = kinds[int(rng.integers(4))], honors.pop()
            giver = None if kind == "kong_concealed" else int(rng.integers(1, 4))
            count = 3 if kind == "pung" else 4
            claimed = None if giver is None else code
            laid.append(LaidMeld(kind, (code,) * count, claimed, giver))
        hand = tuple(tiles.pop() for _ in range(13 - 3 * len(laid)))
        own = tuple(flowers.pop() for _ in range(int(rng.integers(0, 3))))
        seats.append(SeatTiles(hand, tuple(laid), own, (), tiles.pop() if seat == 1 else None))
    return Scene(tuple(seats), (tiles.pop(),))


def _speed() -> dict[str, float]:
    """Return median milliseconds to read one seat and a whole table, 1080p and 4K."""
    rng = np.random.default_rng(1)
    whole = dealt(rng)
    one = Scene((whole.seats[0], SeatTiles(), SeatTiles(), SeatTiles()))
    result = {}
    for name, scene, size in (
        ("one_seat_1080p", one, FULL_HD),
        ("whole_table_1080p", whole, FULL_HD),
        ("whole_table_4k", whole, UHD),
    ):
        camera = SimCamera(seed=1, conditions=Conditions(size=size))
        camera.show(scene)
        image, calibration = camera.grab().image, camera.calibration
        result[name] = _median_ms(partial(read_table, image, calibration, WHOLE_SET))
    return result


def _median_ms(work: Callable[[], object], times: int = 7) -> float:
    """Return the median duration of *work* in milliseconds after one try that does not count."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - start))
    return round(statistics.median(taken), 1)


def _all_tiles(reading: TableReading) -> list[SeenTile]:
    """Return every tile of *reading*."""
    found = [*reading.indicators, *reading.hidden_indicators]
    for seat in reading.seats:
        found += [*seat.hand, *seat.flowers, *seat.aside]
        found += [tile for meld in seat.melds for tile in meld.tiles]
        found += [seat.winning] if seat.winning else []
    return found


@dataclass
class _Score:
    """Counts over simulated frames."""

    tiles: int = 0
    right: int = 0
    seats: int = 0
    exact: int = 0
    sure_and_wrong: int = 0
    taps: int = 0
    missed: list[str] = field(default_factory=list)


def _simulated(tile_set: str, frames: int) -> dict[str, Any]:
    """Return how *frames* tables laid with *tile_set* are read, each under its own light."""
    score = _Score()
    for seed in range(frames):
        rng = np.random.default_rng(1000 + seed)
        conditions = Conditions(
            tilt_mm=float(rng.uniform(0, 220)),
            roll=float(rng.normal(0, 0.015)),
            kelvin=float(rng.uniform(2900, 6200)),
            noise=float(rng.uniform(1, 5)),
            blur_px=float(rng.uniform(0.3, 0.8)),
            exposure=float(rng.uniform(0.7, 1.05)),
        )
        camera = SimCamera(seed=seed, tile_set=tile_set, conditions=conditions)
        scene = dealt(rng)
        camera.show(scene)
        reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
        _count_tiles(score, _all_tiles(reading), camera)
        seen, true = record_part(reading)["seats"], scene.record_part()["seats"]
        score.seats += len(true)
        score.exact += sum(a == b for a, b in zip(seen, true, strict=True))
    return {
        "frames": frames,
        "tiles": share(score.right, score.tiles),
        "exact_seats": share(score.exact, score.seats),
        "sure_and_wrong": score.sure_and_wrong,
        "doubtful_tiles": score.taps,
        "misread": sorted(set(score.missed)),
    }


def _count_tiles(score: _Score, seen: list[SeenTile], camera: SimCamera) -> None:
    """Add to *score* how the tiles that lie under *camera* were read."""
    centers = np.array([np.mean(tile.box, axis=0) for tile in seen]).reshape(-1, 2)
    for true in camera.truth():
        score.tiles += 1
        gaps = np.hypot(*(centers - np.mean(true.box, axis=0)).T)
        found = seen[int(gaps.argmin())] if len(seen) and gaps.min() < 10 else None
        if found is not None and found.code == true.code:
            score.right += 1
        else:
            score.missed.append(f"{true.code}>{found.code if found else 'unseen'}")
            score.sure_and_wrong += found is not None and found.confidence >= SURE
        score.taps += found is None or found.confidence < SURE


def _crops(photos: Path) -> dict[str, Any]:
    """Return how crops of the held-out sets are named, ordinary kinds and flowers apart."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    wrong = []
    for row in _rows(photos / "index.csv"):
        if row["set"] not in HELD_OUT:
            continue
        image = load(photos / row["file"])
        height, width = image.shape[:2]
        quad = Spot(width / 2, height / 2, width, height, 0.0, 1.0).quad()
        code = classify(cut(image, quad[None]))[0].ranked()[0][0]
        tally = counts[row["set"], "flowers" if row["label"][1] == "f" else "ordinary"]
        tally[0] += code == row["label"]
        tally[1] += 1
        if code != row["label"]:
            wrong.append(f"{row['set']}: {row['label']}>{code}")
    figures: dict[str, Any] = {"held_out": list(HELD_OUT[:2]), "misread": wrong}
    for group in ("ordinary", "flowers"):
        tallies = [tally for (_, kind), tally in counts.items() if kind == group]
        figures[group] = share(sum(t[0] for t in tallies), sum(t[1] for t in tallies))
    return figures


def _frames(photos: Path) -> dict[str, Any]:
    """Return how whole photographs are read: localisation, end to end, exact ones; by set."""
    boxes: dict[str, dict[str, list[tuple[str, NDArray[np.float64]]]]] = defaultdict(dict)
    for row in _rows(photos / "boxes.csv"):
        box = np.array([float(row[name]) for name in ("cx", "cy", "w", "h")])
        boxes[row["set"]].setdefault(row["file"], []).append((row["label"], box))
    figures = {}
    for name, files in boxes.items():
        totals = np.zeros(4, int)
        exact = 0
        for file, truth in files.items():
            found, right, extra = _frame(photos / file, truth)
            totals += (len(truth), found, right, extra)
            exact += right == len(truth) and extra == 0
        figures[name] = {
            "seen_in_training": name not in HELD_OUT,
            "photographs": len(files),
            "localisation_f1": _f1(totals[1], totals[0], totals[1] + totals[3]),
            "end_to_end_f1": _f1(totals[2], totals[0], totals[1] + totals[3]),
            "exact": share(exact, len(files)),
        }
    return figures


def _frame(path: Path, truth: list[tuple[str, NDArray[np.float64]]]) -> tuple[int, int, int]:
    """Return how many tiles of *truth* were found, how many named right, how many are extra."""
    image = load(path)
    size = np.tile(np.array(image.shape[1::-1], float), 2)
    try:
        seen = list(read_photo(image).tiles)
    except VisionError:
        return 0, 0, 0
    found = right = 0
    for code, share_box in truth:
        box = share_box * size
        gaps = [float(np.hypot(*(np.mean(tile.box, axis=0) - box[:2]))) for tile in seen]
        if not gaps or min(gaps) > max(_NEAR * box[2:].min(), 4.0):
            continue
        tile = seen.pop(gaps.index(min(gaps)))
        found += 1
        right += tile.code == code
    return found, right, len(seen)


def _f1(hits: int, wanted: int, given: int) -> float:
    """Return the harmonic mean of recall and precision."""
    return round(2 * int(hits) / max(1, int(wanted) + int(given)), 4)


def _rows(path: Path) -> Iterable[dict[str, str]]:
    """Yield the rows of the table in *path*."""
    with path.open(newline="") as table:
        yield from csv.DictReader(table)


def main() -> None:
    """Print all figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--frames", type=int, default=FRAMES)
    wish = parser.parse_args()
    json.dump(measure(wish.photos, wish.frames), sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
