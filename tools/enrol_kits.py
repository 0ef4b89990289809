"""Enrol our own drawings of flower cards and dominoes; run by hand, not at run time.

    python -m tools.enrol_kits --out vision/models

The faces are laid under a simulated camera, some decks in other lights, as an owner would do it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from hw_sim.camera import Conditions, SimCamera, art
from vision.geometry import Layout
from vision.recognise import EnrolledSet, enrol, merge_sets

_LIGHTS: Final = ((4600.0, 0.95), (3000.0, 0.8))
_TWICE: Final = ("1-1", "1-3", "1-5", "1-6", "2-2", "3-3", "4-4", "4-6", "5-5", "5-6", "6-6")
"""The civil dominoes, of which a set has two each (`tien-gow.md`)."""


def enrol_kit(name: str) -> EnrolledSet:
    """Return the kit *name*, enrolled from its drawings under each light."""
    codes = list(art.faces(name))
    copies = {code: 1 + (code in _TWICE) for code in codes}
    whole: EnrolledSet | None = None
    for seed, (kelvin, exposure) in enumerate(_LIGHTS):
        conditions = Conditions(kelvin=kelvin, exposure=exposure)
        camera = SimCamera(
            Layout(tile=art.SIZES[name]), seed=seed, tile_set=name, conditions=conditions
        )
        camera.spread(codes, 16, 1.35)
        quads = np.array([tile.box for tile in camera.truth()])
        part = enrol(name, camera.grab().image, quads, codes, copies)
        whole = part if whole is None else merge_sets(whole, part)
    assert whole is not None
    return whole


def main() -> None:
    """Write every kit into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    wish = parser.parse_args()
    for name in art.DRAWN:
        enrol_kit(name).save(wish.out / f"{name}.bin")


if __name__ == "__main__":
    main()
