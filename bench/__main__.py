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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import kiosk_pages, ledger, link, settlements
from bench.camera import figures as camera_figures
from tests.soak.figures import lines
from tools.bootstrap import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.soak.figures import Figures

PHOTOS = ROOT.parent / "shared" / "photos"
"""Licensed photographs, which are not part of the project: beside the checkout, if anywhere."""


def camera() -> Figures:
    """Return the recogniser's figures, on photographs too where there are any."""
    if PHOTOS.is_dir():
        return camera_figures.measure(PHOTOS)
    return {"photographs": "not measured: no folder shared/photos beside the checkout"} | (
        camera_figures.measure()
    )


PARTS: dict[str, Callable[[], Mapping[str, Any]]] = {
    "settlements": settlements.measure,
    "camera": camera,
    "table link": link.measure,
    "kiosk": kiosk_pages.measure,
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
    asked = parser.parse_args(arguments)
    figures: dict[str, Mapping[str, Any]] = {"machine": machine()}
    print("\n".join(lines(figures["machine"], "machine")), flush=True)
    for name in [asked.only] if asked.only else PARTS:
        begin = time.monotonic()
        figures[name] = PARTS[name]()
        title = f"\n{name} (measured in {time.monotonic() - begin:.0f} s)"
        print("\n".join(lines(figures[name], title)), flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
