"""What the recogniser does: milliseconds, simulated tables, licensed photographs.

`measure` gives plain figures for `make bench` and the model card, named T1 to T4 as the design
names them: `tables` has the simulated ones, `photographs` those on pictures. A quick run takes
samples, a whole one everything; how far it has come shows on standard error.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bench.camera.grids import lying
from bench.camera.looks import looks
from bench.camera.photographs import HELD_OUT, crops, photographs
from bench.camera.progress import QUICK, WHOLE, Size, with_progress
from bench.camera.rivers import measure_ends
from bench.camera.scores import diagram, reliability
from bench.camera.tables import deal_scene, measure_simulated, measure_sizes
from hw_sim.camera import FULL_HD, UHD, Conditions, Scene, SeatTiles, SimCamera
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.table import TableWatcher, read_table

THREADS: Final = 2


def measure(
    photos: Path | None = None,
    size: Size = QUICK,
    picture: Path | None = None,
    unseen_sets: Sequence[str] = HELD_OUT,
) -> dict[str, Any]:
    """Return every figure; *photos* is the folder of licensed photographs, if there is one.

    Its *unseen_sets* are those whose photographs the networks at hand were trained without.

    The reliability diagram of everything held out goes to *picture*, an SVG file, where that is
    given.
    """
    cv2.setNumThreads(THREADS)
    figures: dict[str, Any] = {"threads": THREADS, "milliseconds": speed(size.times)}
    figures["looks"] = looks(size.times)
    figures["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    figures["t4_simulated"], confidences = measure_simulated(size.tables)
    figures["t4_tile_sizes"] = measure_sizes(size.tables // 4)
    figures["w8_ends_of_hands"] = measure_ends(size.tables // 4)
    if photos is not None and (photos / "index.csv").exists():
        figures["t1_crops"], of_crops = crops(photos)
        figures["photographs"], of_photos = photographs(photos, size.every, unseen_sets)
        figures["rows"], of_rows = lying(photos, size.every)
        confidences |= of_crops | of_photos | of_rows
    figures["reliability"] = {name: reliability(pairs) for name, pairs in confidences.items()}
    if picture is not None:
        picture.write_text(diagram(figures["reliability"]), encoding="utf-8")
    return figures


def speed(times: int) -> dict[str, dict[str, float]]:
    """Return how many milliseconds a frame takes to read, by clock and of processor time."""
    whole = deal_scene(np.random.default_rng(1))
    one = Scene((whole.seats[0], SeatTiles(), SeatTiles(), SeatTiles()))
    scenes = (
        ("one_seat_1080p", one, FULL_HD),
        ("one_seat_4k", one, UHD),
        ("whole_table_1080p", whole, FULL_HD),
        ("whole_table_4k", whole, UHD),
    )
    result = {}
    for name, scene, size in with_progress("milliseconds", scenes):
        camera = SimCamera(seed=1, conditions=Conditions(size=size))
        camera.show(scene)
        image, calibration = camera.grab().image, camera.calibration
        result[name] = percentiles(partial(read_table, image, calibration, WHOLE_SET), times)
    return result | measure_watching(whole, times)


def measure_watching(scene: Scene, times: int) -> dict[str, dict[str, float]]:
    """Return how long a whole table in 4K takes that was read before.

    Nothing has changed between two looks but the noise, or one tile of *scene* was exchanged.
    """
    first, *others = scene.seats
    other = "9s" if first.hand[0] != "9s" else "1s"
    scene_after = Scene((replace(first, hand=(other, *first.hand[1:])), *others), scene.indicators)
    cameras = [SimCamera(seed=1, conditions=Conditions(size=UHD)) for _ in range(2)]
    for camera, each_scene in zip(cameras, (scene, scene_after), strict=True):
        camera.show(each_scene)
    before, again, after = (camera.grab().image for camera in (cameras[0], cameras[0], cameras[1]))
    result = {}
    for name, pictures in (("still", (before, again)), ("one_tile_exchanged", (before, after))):
        table, turn = TableWatcher(cameras[0].calibration, Layout()), cycle(pictures)
        result[f"whole_table_4k_{name}"] = percentiles(
            lambda table=table, turn=turn: table.read(next(turn), WHOLE_SET),  # type: ignore[misc]
            times,
        )
    return result


def percentiles(work: Callable[[], object], times: int) -> dict[str, float]:
    """Return median and 95th percentile of the duration of *work* in milliseconds.

    Beside them stands the processor's time of all threads, which other programs on the machine
    change less. The first two tries do not count.
    """
    clock_ms, busy = [], []
    for _ in range(times + 2):
        start, before = time.perf_counter(), time.process_time()
        work()
        clock_ms.append(1000 * (time.perf_counter() - start))
        busy.append(1000 * (time.process_time() - before))
    p50, p95 = (float(value) for value in np.percentile(clock_ms[2:], (50, 95)))
    of_processor = float(np.median(busy[2:]))
    return {"p50": round(p50, 1), "p95": round(p95, 1), "processor": round(of_processor, 1)}


def main() -> None:
    """Print all figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--whole", action="store_true", help="every photograph, 24 tables a set")
    parser.add_argument("--diagram", type=Path, help="write the reliability diagram here (SVG)")
    parser.add_argument("--without", nargs="*", default=[], help="sets the networks never saw")
    wish = parser.parse_args()
    size, unseen_sets = WHOLE if wish.whole else QUICK, (*HELD_OUT, *wish.without)
    figures = measure(wish.photos, size, wish.diagram, unseen_sets)
    json.dump(figures, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
