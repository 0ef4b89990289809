"""Measures where the table lies in the camera's picture, by markers or by taps, and stores that."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kiosk.settings import Settings
    from vision.calibration import Calibration
    from vision.geometry import Layout
    from vision.types import Image

CALIBRATION: Final = "calibration.json"
"""In the data directory: where the table lies in the camera's pictures."""
POINTS: Final = "points"


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the camera still sees the table where the calibration that is stored has it."""

    state: str
    """`holds`, `moved`, `unknown` where too little is seen, or `plain` where too little is kept."""
    moved_mm: float = 0.0


def table_of(
    seats: int, side_mm: float | None = None, oval_mm: tuple[float, float] | None = None
) -> Layout:
    """Return the table for *seats* whose square field has the side *side_mm*, or is *oval_mm*.

    Without either it is as large as such tables are. More than four sit at a larger square.
    Raise `Refused` with its place for a field that no table has, or without room for *seats*.
    """
    from vision.geometry import SEATS, Layout

    if not 1 <= seats <= SEATS:
        raise Refused("no_such_field", f"a table has 1 to {SEATS} seats", where="seats")
    usual = Layout(seats)
    try:
        if oval_mm is not None:
            table = replace(usual, oval_mm=oval_mm)
        elif side_mm is not None:
            table = replace(usual, side_mm=side_mm - (usual.span_mm - usual.side_mm))
        else:
            return usual
    except ValueError as error:
        where = "side_mm" if oval_mm is None else "oval_mm"
        message = f"{error}: measure the field again" if oval_mm else _sides(usual)
        raise Refused("no_such_field", message, where=where) from error
    if oval_mm is not None and min(oval_mm) < table.needs_mm:
        message = f"{seats} seats need a field {table.needs_mm:.0f} mm wide and deep"
        raise Refused("field_too_small", message, where="oval_mm")
    return table


def _sides(usual: Layout) -> str:
    """Return how long the side of a square field for as many as *usual* has may be."""
    low, high = (usual.span_mm - usual.side_mm + side for side in (700, 1000))
    return (
        f"the side of a square field for {usual.seats} is {low:.0f} to {high:.0f} mm: "
        "measure the field again"
    )


def load_calibration(folder: Path) -> Calibration | None:
    """Return the calibration kept in *folder*; `None` where there is none, or a damaged one."""
    from vision.calibration import Calibration

    try:
        text = (folder / CALIBRATION).read_text(encoding="utf-8")
        return Calibration.from_json(json.loads(text))
    except (OSError, ValueError, VisionError):
        return None


def keep(calibration: Calibration, folder: Path) -> None:
    """Keep *calibration* in *folder*; a reader meanwhile gets all of the older one, or of this."""
    path = folder / CALIBRATION
    folder.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(calibration.to_json()) + "\n", encoding="utf-8")
    fresh.replace(path)


def known_table(settings: Settings, seats: int) -> Layout:
    """Return the table that was measured for as many as *seats*, else the usual one."""
    from vision.geometry import Layout

    calibration = load_calibration(settings.data_dir)
    table = None if calibration is None else calibration.table
    if table is None or (
        table.oval_mm is None and table.out_mm != replace(table, seats=seats).out_mm
    ):
        return Layout(seats)
    return table


def measure_table(
    image: Image, table: Layout, points: Sequence[tuple[float, float]] = ()
) -> Calibration:
    """Return where *table* lies in *image*: by its markers, or by the *points* of its field.

    These are four or eight pixels as `from_taps` wants them. Raise `Refused` where they do not
    show the table's place.
    """
    from vision.calibration import calibrate, from_taps

    tall, wide = image.shape[:2]
    try:
        if not points:
            return calibrate(image, table)
        _check_inside(points, (wide, tall))
        return from_taps(points, table, (wide, tall))
    except VisionError as error:
        where = POINTS if points else "camera"
        raise Refused(error.code, error.message, where=where) from error


def store_calibration(
    image: Image, settings: Settings, table: Layout, points: Sequence[tuple[float, float]] = ()
) -> float:
    """Return by how many mm markers or *points* were missed, having stored where *table* lies.

    What the table's edge looks like is stored with it. Raise `Refused` where *image* or they do
    not show the table's place; then nothing is stored.
    """
    from vision.calibration import with_landmarks

    calibration = with_landmarks(image, measure_table(image, table, points))
    keep(calibration, settings.data_dir)
    return float(calibration.off_mm)


def standing(image: Image, settings: Settings) -> Standing | None:
    """Return whether what is stored holds for *image*; `None` where nothing is stored."""
    from vision.calibration import can_tell, drift

    calibration = load_calibration(settings.data_dir)
    if calibration is None:
        return None
    if not can_tell(calibration):
        return Standing("plain")
    shift = drift(image, calibration)
    if shift.moved_mm is None:
        return Standing("unknown")
    return Standing("moved" if shift.has_moved else "holds", shift.moved_mm)


def _check_inside(points: Sequence[tuple[float, float]], size: tuple[int, int]) -> None:
    """Raise `Refused` for a point outside a picture of *size*, naming it."""
    for number, (x, y) in enumerate(points):
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            message = f"{x:g}, {y:g} lies outside the picture of {size[0]} by {size[1]} pixels"
            raise Refused("no_such_table", message, where=f"{POINTS}[{number}]")
