"""The networks look at tiles made white, and tell nobody that they do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.recognise.networks import in_white_light, white_of
from vision.types import Image

BODY, PRINT = (220, 228, 232), (40, 90, 30)


def tiles(light: tuple[float, float, float], body: tuple[int, int, int] = BODY) -> Image:
    """Return a picture of *body*, two thirds of it printed on, by *light*: blue, green, red."""
    picture = np.full((30, 30, 3), body, np.float64)
    picture[:20] = PRINT
    return np.clip(picture * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [(0.7, 0.95, 1.0), (1.0, 0.9, 0.7), (0.5, 0.5, 0.5)])
def test_bodies_of_tiles_look_white_and_bright_by_any_lamp(
    light: tuple[float, float, float],
) -> None:
    image = tiles(light)
    body = in_white_light(image, white_of(image))[25, 15].astype(int)
    assert np.ptp(body) <= 2
    assert abs(body.mean() - 215) <= 2


def test_what_is_bright_stays_as_bright() -> None:
    image = tiles((1.0, 1.0, 1.0), (250, 250, 250))
    assert np.array_equal(in_white_light(image, white_of(image)), image)


def test_backs_alone_keep_their_color() -> None:
    image = np.full((30, 30, 3), (40, 60, 170), np.uint8)
    assert np.abs(in_white_light(image, white_of(image)).astype(int) - image).max() == 0


def test_nothing_about_the_machine_is_kept_for_others(tmp_path: Path) -> None:
    """ONNX Runtime keeps a number of the machine, by which it would report to its maker."""
    command = [sys.executable, "-c", "import vision.recognise.networks"]
    root = str(Path(__file__).parents[3])
    subprocess.run(command, env={"HOME": str(tmp_path), "PYTHONPATH": root}, check=True)
    assert list(tmp_path.rglob("*")) == []
