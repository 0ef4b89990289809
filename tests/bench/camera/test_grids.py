"""Rows of real tiles as somebody beside the table sees them."""

from __future__ import annotations

import numpy as np

from bench.camera.grids import aslant

SHADES = (40, 90, 140, 190, 240)


def test_each_tile_lies_where_its_box_is_said_to_be() -> None:
    row = np.zeros((100, 5 * 60, 3), np.uint8)
    tiles = []
    for place, shade in enumerate(SHADES):
        row[20:80, 60 * place + 8 : 60 * place + 52] = shade
        tiles.append((f"{place + 1}p", np.array([60 * place + 30, 50, 44, 60])))
    picture, boxes = aslant((row, tiles), np.random.default_rng(3))
    middles = [picture[round(y), round(x)].tolist() for _, (x, y, _, _) in boxes]
    assert middles == [[shade] * 3 for shade in SHADES]
