"""What the recogniser does: milliseconds, simulated tables, licensed photographs.

`measure` gives plain figures for `make bench` and the README, named T1 to T4 as the design names
them. Photographs count only from the physical sets that training never saw (`HELD_OUT`), and the
simulator's faces are held out too; what training did see is named as such. A plain
template-matching recogniser reads the same pictures beside ours (`tools.template_reader`).
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from hw_sim.camera import FULL_HD, UHD, Conditions, SimCamera
from hw_sim.scene import Scene, SeatTiles
from tools import template_reader
from tools.bench_tables import dealt, simulated
from tools.scores import Photographs, diagram, reliability, share
from vision.classify import classify, cut
from vision.decode import WHOLE_SET
from vision.enrolled import enrol
from vision.errors import VisionError
from vision.loading import load
from vision.localise import Spot
from vision.photo import read_photo
from vision.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from tools.scores import Labelled
    from vision.camera import Image
    from vision.enrolled import EnrolledSet

HELD_OUT: Final = ("camerash-05", "camerash-10", "leo-miura-robot")
"""Sets of the photographs that no training run has seen."""

THREADS: Final = 2
FRAMES: Final = 24
TIMES: Final = 40
_VIEWS: Final = 6


def measure(
    photos: Path | None = None, frames: int = FRAMES, picture: Path | None = None
) -> dict[str, Any]:
    """Return every figure; *photos* is the folder of licensed photographs, if there is one.

    The reliability diagram of the photographs goes to *picture*, an SVG file, where that is given.
    """
    cv2.setNumThreads(THREADS)
    figures: dict[str, Any] = {"threads": THREADS, "milliseconds": speed()}
    figures["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    figures["t4_simulated"] = simulated(frames)
    if photos is not None and (photos / "index.csv").exists():
        figures["t1_crops"] = crops(photos)
        figures["photographs"], said = photographs(photos)
        figures["reliability"] = reliability(said)
        if picture is not None:
            picture.write_text(diagram(figures["reliability"]), encoding="utf-8")
    return figures


def speed() -> dict[str, dict[str, float]]:
    """Return the median and the 95th percentile of milliseconds to read a frame."""
    whole = dealt(np.random.default_rng(1))
    one = Scene((whole.seats[0], SeatTiles(), SeatTiles(), SeatTiles()))
    result = {}
    for name, scene, size in (
        ("one_seat_1080p", one, FULL_HD),
        ("one_seat_4k", one, UHD),
        ("whole_table_1080p", whole, FULL_HD),
        ("whole_table_4k", whole, UHD),
    ):
        camera = SimCamera(seed=1, conditions=Conditions(size=size))
        camera.show(scene)
        image, calibration = camera.grab().image, camera.calibration
        result[name] = percentiles(partial(read_table, image, calibration, WHOLE_SET))
    return result


def percentiles(work: Callable[[], object], times: int = TIMES) -> dict[str, float]:
    """Return median and 95th percentile of the duration of *work* in milliseconds.

    The first two tries do not count.
    """
    taken = []
    for _ in range(times + 2):
        start = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - start))
    p50, p95 = np.percentile(taken[2:], (50, 95))
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1)}


def crops(photos: Path) -> dict[str, Any]:
    """Return T1: how crops of the held-out sets are named, ordinary kinds and flowers apart.

    As they are; seen badly (`worse`); and seen badly after the set was enrolled from them as they
    are, one crop a kind, against the template matcher that knows the simulator's set.
    """
    templates = template_reader.Templates.of("plain")
    rng = np.random.default_rng(5)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, held in _held_out(photos).items():
        own = _enrolled(name, held)
        for code, image in held:
            kind = "flowers" if code[1] == "f" else "ordinary"
            plain = _crop(image)[None]
            bad = np.stack([_crop(worse(image, rng)) for _ in range(_VIEWS)])
            told = {
                "as_they_are": [one.ranked()[0][0] for one in classify(plain)],
                "seen_badly": [one.ranked()[0][0] for one in classify(bad)],
                "seen_badly_enrolled": [one.ranked()[0][0] for one in classify(bad, own)],
                "template_matching": [found for found, _ in templates.name(plain)],
            }
            for group, names in told.items():
                tally = counts[f"{group}_{kind}"]
                tally[0] += names.count(code)
                tally[1] += len(names)
    return {group: share(*tally) for group, tally in counts.items()}


def _held_out(photos: Path) -> Mapping[str, list[tuple[str, Image]]]:
    """Return the crops of the held-out sets by set, with their codes."""
    found: dict[str, list[tuple[str, Image]]] = defaultdict(list)
    for row in _rows(photos / "index.csv"):
        if row["set"] in HELD_OUT:
            found[row["set"]].append((row["label"], load(photos / row["file"])))
    return found


def _crop(image: Image) -> NDArray[np.uint8]:
    """Return the whole of *image* as the classifier takes it."""
    height, width = image.shape[:2]
    quad = Spot(width / 2, height / 2, width, height, 0.0, 1.0).quad()
    return np.asarray(cut(image, quad[None])[0], np.uint8)


def _enrolled(name: str, held: Iterable[tuple[str, Image]]) -> EnrolledSet:
    """Return the set enrolled from crops, laid side by side as an owner would."""
    pairs = list(held)
    tiles = [np.asarray(cv2.resize(image, (104, 140)), np.uint8) for _, image in pairs]
    boxes = [Spot(52 + 104 * i, 70, 104, 140, 0.0, 1.0).quad() for i in range(len(tiles))]
    return enrol(name, np.hstack(tiles), np.stack(boxes), [code for code, _ in pairs])


def worse(image: Image, rng: np.random.Generator) -> Image:
    """Return *image* as a cheap camera sees it from above: small, askew, blurred, noisy, tinted."""
    wide = int(rng.integers(22, 44))
    small = cv2.resize(image, (wide, round(wide * 1.35)), interpolation=cv2.INTER_AREA)
    off = rng.normal(0, 0.025 * wide, (4, 2)).astype(np.float32)
    height, width = small.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, corners + off)
    askew = cv2.warpPerspective(small, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(askew, (0, 0), float(rng.uniform(0.3, 0.9))).astype(np.float32)
    lit = soft * (rng.uniform(0.6, 1.1) * (1 + rng.uniform(-0.12, 0.12, 3)))
    return np.clip(lit + rng.normal(0, 4, soft.shape), 0, 255).astype(np.uint8)


def photographs(photos: Path) -> tuple[dict[str, Any], list[tuple[float, bool]]]:
    """Return T2, T3 and reject quality by set, and every confidence on held-out sets.

    Beside them stands what template matching reads on the same pictures.
    """
    templates = template_reader.Templates.of("plain")
    figures, said = {}, []
    for name, files in _boxes(photos).items():
        ours, plain = Photographs(), Photographs()
        for file, truth in files.items():
            image = load(photos / file)
            scaled = [(code, box * np.tile(image.shape[1::-1], 2)) for code, box in truth]
            try:
                reading = read_photo(image)
                ours.add(scaled, reading.tiles, len(reading.rows))
            except VisionError:
                ours.add(scaled, (), 0)
            plain.add(scaled, template_reader.read(image, templates), 1)
        figures[name] = {
            "seen_in_training": name not in HELD_OUT,
            **ours.figures(),
            "template_matching_f1": plain.figures()["t2_end_to_end_f1"],
        }
        said += ours.confidences if name in HELD_OUT else []
    return figures, said


def _boxes(photos: Path) -> Mapping[str, dict[str, list[Labelled]]]:
    """Return the boxes of every photograph, as shares of it, by set and file."""
    boxes: dict[str, dict[str, list[Labelled]]] = defaultdict(dict)
    for row in _rows(photos / "boxes.csv"):
        box = np.array([float(row[name]) for name in ("cx", "cy", "w", "h")])
        boxes[row["set"]].setdefault(row["file"], []).append((row["label"], box))
    return boxes


def _rows(path: Path) -> Iterable[dict[str, str]]:
    """Yield the rows of the table in *path*."""
    with path.open(newline="") as table:
        yield from csv.DictReader(table)


def main() -> None:
    """Print all figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--diagram", type=Path, help="write the reliability diagram here (SVG)")
    wish = parser.parse_args()
    json.dump(
        measure(wish.photos, wish.frames, wish.diagram), sys.stdout, indent=1, ensure_ascii=False
    )
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
