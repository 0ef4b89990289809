"""Measure the parts and print tables; write nothing unless `--json FILE` asks for it.

Each part is a module with `measure() -> dict`: names to figures, or to further names. Units stand
in the names: `round_trip_us`, `settlements_per_s`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench import first_hands, kiosk_pages, ledger, link, play, settlements, taps
from bench.camera import ablation
from bench.camera import figures as camera_figures
from tests.soak.figures import lines

PARTS: dict[str, Callable[[], Mapping[str, Any]]] = {
    "settlements": settlements.measure,
    "play": play.measure,
    "camera": camera_figures.measure,
    "table link": link.measure,
    "kiosk": kiosk_pages.measure,
    "taps": taps.measure,
    "first hands": first_hands.measure,
    "ledger": ledger.measure,
}


def machine() -> dict[str, object]:
    """Return on what the figures were measured."""
    return {
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count() or 1,
    }


def main(arguments: Sequence[str]) -> int:
    """Measure the parts that *arguments* name (all without), print them; return 0."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make bench")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also keep the figures here")
    parser.add_argument("--only", choices=PARTS, help="measure one part")
    parser.add_argument("--photos", type=Path, help="licensed photographs, for the camera's part")
    parser.add_argument(
        "--without",
        action="append",
        choices=(ablation.EACH, *ablation.STEPS),
        help="with --only camera: what is read without this step, or without each",
    )
    options = parser.parse_args(arguments)
    if options.photos and not (options.photos / "index.csv").is_file():
        parser.error(
            f"{options.photos} has no index.csv: name the folder that docs/training.md describes"
        )
    parts = PARTS | {"camera": partial(camera_figures.measure, options.photos)}
    if options.without:
        parts |= {"camera": partial(ablation.measure, options.without, options.photos)}
    figures: dict[str, Mapping[str, Any]] = {"machine": machine()}
    print("\n".join(lines(figures["machine"], "machine")), flush=True)
    for name in [options.only] if options.only else parts:
        begin = time.monotonic()
        figures[name] = parts[name]()
        title = f"\n{name} (measured in {time.monotonic() - begin:.0f} s)"
        print("\n".join(lines(figures[name], title)), flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
