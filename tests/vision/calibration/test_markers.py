"""The printed markers have their true size, and are found where they are printed."""

from __future__ import annotations

import re

import numpy as np
import pytest

from vision.calibration.homography import MARKER_MM, MARKERS, find_markers, marker_corners
from vision.calibration.markers import DPI, PAGE_MM, RULER_MM, markers_page, markers_pdf
from vision.geometry import Layout

DOTS_PER_MM = DPI / 25.4


def test_every_marker_is_found_on_the_printed_sheet_in_its_true_size() -> None:
    page = np.asarray(markers_page().convert("RGB").reduce(2))
    quads = find_markers(page)
    assert set(quads) == set(range(MARKERS))
    for quad in quads.values():
        sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T) * 2 / DOTS_PER_MM
        assert sides == pytest.approx(MARKER_MM, abs=0.6)


def test_the_sheet_is_a_plan_of_the_rim() -> None:
    quads = find_markers(np.asarray(markers_page().convert("RGB").reduce(2)))
    on_sheet = np.stack([quads[number].mean(axis=0) for number in range(MARKERS)])
    on_rim = marker_corners(Layout()).reshape(MARKERS, -1, 2).mean(axis=1)
    on_sheet -= on_sheet.mean(axis=0)
    assert on_sheet / np.abs(on_sheet).max() == pytest.approx(
        on_rim / np.abs(on_rim).max(), abs=0.01
    )


def test_the_ruler_is_as_long_as_it_says() -> None:
    page = np.asarray(markers_page())
    low = page[round(270 * DOTS_PER_MM) :]
    inked = np.flatnonzero(~low.all(axis=0))
    assert (inked[-1] - inked[0]) / DOTS_PER_MM == pytest.approx(RULER_MM, abs=0.1)


def test_the_pdf_is_one_page_of_a4() -> None:
    media = re.findall(rb"MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+) ?\]", markers_pdf())
    assert [float(side) / 72 * 25.4 for side in media[0]] == pytest.approx(PAGE_MM, abs=0.1)
    assert len(media) == 1
