"""The calibration's markers on one sheet of A4, to print at their true size: SVG or PDF.

Beside each stands its number, and a little plan on which a dot shows where on the rim it belongs,
the first seat at the plan's lower edge. A ruler tells whether the printer kept the size. There are
no words on it, so that it serves in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibration.homography import MARKER_FAMILY, MARKER_MM, MARKERS, marker_corners
from vision.geometry import Layout

PAGE_MM: Final = (210.0, 297.0)
"""Width and height of the sheet."""
RULER_MM: Final = 100.0
"""Length of the printed ruler, by which people see that nothing was scaled."""


class _Page:
    """The layout of the page to print."""

    MODULES: Final = 6
    """Squares along a marker's side, its black border included."""
    COLUMNS: Final = 2
    LEFT_MM, TOP_MM = 18.0, 14.0
    STEP_MM: Final = (92.0, 64.0)
    FRAME_MM: Final = 6.0
    """White that has to stay around a marker when it is cut out."""
    PLAN_MM: Final = 24.0
    HAIR_MM: Final = 0.2
    OVERLAP_MM: Final = 0.03
    """So much the rows of squares overlap, so that no printer leaves a white line between them."""
    POINTS: Final = 72 / 25.4
    """Points of PDF in a millimetre."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A filled rectangle in millimetres from the sheet's upper left; *gray* from 0, black."""

    x: float
    y: float
    width: float
    height: float
    gray: float = 0.0


@dataclass(frozen=True, slots=True)
class _Text:
    """A few letters whose baseline starts at *x*, *y* millimetres."""

    x: float
    y: float
    size_mm: float
    text: str


def markers_svg() -> str:
    """Return the sheet as an SVG document, 210 × 297 mm."""
    wide, tall = PAGE_MM
    drawn = "".join(
        f'<rect x="{one.x:.3f}" y="{one.y:.3f}" width="{one.width:.3f}" height="{one.height:.3f}" '
        f'fill="{_hex(one.gray)}"/>'
        for one in _boxes()
    )
    told = "".join(
        f'<text x="{one.x:.3f}" y="{one.y:.3f}" font-size="{one.size_mm:.1f}" '
        f'font-family="Helvetica, Arial, sans-serif">{one.text}</text>'
        for one in _texts()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{tall:g}mm" '
        f'viewBox="0 0 {wide:g} {tall:g}" shape-rendering="crispEdges">'
        f'<rect width="{wide:g}" height="{tall:g}" fill="#fff"/>{drawn}{told}</svg>\n'
    )


def markers_pdf() -> bytes:
    """Return the sheet as a PDF document of one page, A4."""
    wide, tall = (side * _Page.POINTS for side in PAGE_MM)
    lines = [f"{_Page.POINTS:.6f} 0 0 {-_Page.POINTS:.6f} 0 {tall:.4f} cm"]
    for one in _boxes():
        lines.append(f"{one.gray:.2f} g")
        lines.append(f"{one.x:.3f} {one.y:.3f} {one.width:.3f} {one.height:.3f} re f")
    lines.append("0 g")
    for text in _texts():
        # The page is turned upside down above, so the letters are turned back.
        at = f"1 0 0 -1 {text.x:.3f} {text.y:.3f} Tm"
        lines.append(f"BT /F1 {text.size_mm:.1f} Tf {at} ({text.text}) Tj ET")
    content = "\n".join(lines).encode("ascii")
    page = f"/Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.3f} {tall:.3f}] /Contents 4 0 R"
    return _document(
        (
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< {page} /Resources << /Font << /F1 5 0 R >> >> >>".encode("ascii"),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        )
    )


def _document(objects: Sequence[bytes]) -> bytes:
    """Return the PDF file of *objects*, numbered from 1, the first of which is its catalogue."""
    packed = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(packed))
        packed += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return packed + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (size, table, size, len(packed))
    )


def _boxes() -> Iterator[_Box]:
    for number in range(MARKERS):
        x, y = _corner(number)
        yield from _outline(x, y, MARKER_MM + 2 * _Page.FRAME_MM)
        yield from _marker(number, x + _Page.FRAME_MM, y + _Page.FRAME_MM)
        yield from _plan(number, x + MARKER_MM + 2 * _Page.FRAME_MM + 6, y + 16)
    left, top = (PAGE_MM[0] - RULER_MM) / 2, PAGE_MM[1] - 16
    yield _Box(left, top, RULER_MM, 0.6)
    yield from (
        _Box(left + mm, top - 4, _Page.HAIR_MM * 2, 4) for mm in (0.0, RULER_MM - 2 * _Page.HAIR_MM)
    )


def _texts() -> Iterator[_Text]:
    for number in range(MARKERS):
        x, y = _corner(number)
        yield _Text(x + MARKER_MM + 2 * _Page.FRAME_MM + 6, y + 11, 9.0, str(number))
    yield _Text(PAGE_MM[0] / 2 - 10, PAGE_MM[1] - 18, 5.0, f"{RULER_MM:g} mm")


def _corner(number: int) -> tuple[float, float]:
    """Return where the frame of marker *number* has its upper left corner."""
    row, column = divmod(number, _Page.COLUMNS)
    return _Page.LEFT_MM + column * _Page.STEP_MM[0], _Page.TOP_MM + row * _Page.STEP_MM[1]


def _marker(number: int, x: float, y: float) -> Iterator[_Box]:
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    black = cv2.aruco.generateImageMarker(family, number, _Page.MODULES) == 0
    side = MARKER_MM / _Page.MODULES
    for row, line in enumerate(black):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        for first, last in edges.reshape(-1, 2).tolist():
            tall = side + _Page.OVERLAP_MM * (row < _Page.MODULES - 1)
            yield _Box(x + first * side, y + row * side, (last - first) * side, tall)


def _plan(number: int, x: float, y: float) -> Iterator[_Box]:
    """Yield a small table at *x*, *y* with a dot where marker *number* belongs."""
    yield from _outline(x, y, _Page.PLAN_MM)
    centers = marker_corners(Layout()).reshape(-1, 4, 2).mean(axis=1)
    reach = float(np.abs(centers).max())
    across, down = (centers[number] / reach + 1) / 2 * _Page.PLAN_MM
    yield _Box(x + float(across) - 2, y + float(down) - 2, 4, 4)
    yield _Box(
        x + _Page.PLAN_MM / 2 - 4, y + _Page.PLAN_MM + 4, 8, 2, gray=0.5
    )  # who sits at seat 0


def _outline(x: float, y: float, side: float) -> Iterator[_Box]:
    for at in (0.0, side - _Page.HAIR_MM):
        yield _Box(x, y + at, side, _Page.HAIR_MM, gray=0.5)
        yield _Box(x + at, y, _Page.HAIR_MM, side, gray=0.5)


def _hex(gray: float) -> str:
    """Return *gray*, 0 to 1, as SVG writes it."""
    return "#" + f"{round(255 * gray):02x}" * 3
