"""The printed markers have their true size, and are found where they are printed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from vision.calibration.homography import MARKER_MM, MARKERS, find_markers
from vision.calibration.markers import PAGE_MM, RULER_MM, markers_pdf, markers_svg

PX_PER_MM = 4

Box = tuple[float, float, float, float, float]
"""Left, top, width, height in millimetres, and how light it is, 0 to 1."""


def boxes_of_svg() -> list[Box]:
    """Return the rectangles of the SVG sheet, the page itself left out."""
    root = ElementTree.fromstring(markers_svg())
    found = []
    for one in root.iter("{http://www.w3.org/2000/svg}rect"):
        size = [float(one.get(name, "0")) for name in ("x", "y", "width", "height")]
        light = int(one.get("fill", "#000")[1:3], 16) / 255
        found.append((size[0], size[1], size[2], size[3], light))
    return found[1:]


def boxes_of_pdf() -> list[Box]:
    """Return the rectangles of the PDF sheet in millimetres from its upper left."""
    content = markers_pdf().split(b"stream\n")[1].decode()
    scale = re.match(r"([0-9.]+) 0 0 -([0-9.]+) 0 ([0-9.]+) cm", content)
    assert scale is not None
    assert float(scale[3]) / float(scale[2]) == pytest.approx(PAGE_MM[1], abs=1e-3)
    found = []
    light = 0.0
    for line in content.splitlines():
        if line.endswith(" g"):
            light = float(line.split()[0])
        elif line.endswith(" re f"):
            x, y, width, height = (float(word) for word in line.split()[:4])
            found.append((x, y, width, height, light))
    return found


def printed(boxes: list[Box]) -> np.ndarray:
    """Return the sheet as a printer prints it, four dots a millimetre."""
    wide, tall = (round(side * PX_PER_MM) for side in PAGE_MM)
    page = np.full((tall, wide, 3), 255, np.uint8)
    for x, y, width, height, light in boxes:
        left, top, right, low = (
            round(value * PX_PER_MM) for value in (x, y, x + width, y + height)
        )
        page[top:low, left:right] = round(255 * light)
    return page


@pytest.mark.parametrize("boxes", [boxes_of_svg, boxes_of_pdf], ids=["svg", "pdf"])
def test_every_marker_is_found_on_the_printed_sheet_in_its_true_size(boxes: object) -> None:
    assert callable(boxes)
    found = find_markers(printed(boxes()))
    assert set(found) == set(range(MARKERS))
    for quad in found.values():
        sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T) / PX_PER_MM
        assert sides == pytest.approx(MARKER_MM, abs=0.6)


def test_the_ruler_is_as_long_as_it_says() -> None:
    widest = max(boxes_of_svg(), key=lambda box: box[2])
    assert widest[2] == RULER_MM
    assert f"{RULER_MM:g} mm" in markers_svg()


def test_the_sheet_is_a4_in_both_forms() -> None:
    assert 'width="210mm" height="297mm"' in markers_svg()
    media = re.search(rb"MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", markers_pdf())
    assert media is not None
    assert float(media[1]) / 72 * 25.4 == pytest.approx(210, abs=0.01)


def test_the_pdf_says_where_each_of_its_parts_lies() -> None:
    packed = markers_pdf()
    start = int(packed.split(b"startxref\n")[1].split()[0])
    assert packed[start:].startswith(b"xref")
    places = re.findall(rb"(\d{10}) 00000 n", packed[start:])
    for number, place in enumerate(places, 1):
        assert packed[int(place) :].startswith(b"%d 0 obj" % number)
